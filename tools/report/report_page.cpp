#include "regretta/tools/report/report_page.hpp"

#include <zlib.h>

#include <new>
#include <vector>

#include <boost/algorithm/string/replace.hpp>
#include <boost/archive/iterators/base64_from_binary.hpp>
#include <boost/archive/iterators/transform_width.hpp>

namespace regretta {
namespace {

using boost::algorithm::replace_all_copy;

/// Compressed by gzip, in base64.
std::string packed(const std::string& text) {
  z_stream stream{};
  constexpr int gzip_with_largest_window = 15 + 16;
  // Z_FILTERED: the digits of numbers rarely repeat.
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, gzip_with_largest_window, 8, Z_FILTERED) != Z_OK)
    throw std::bad_alloc();
  std::vector<unsigned char> bytes(deflateBound(&stream, text.size()));
  stream.next_in = const_cast<unsigned char*>(reinterpret_cast<const unsigned char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = bytes.data();
  stream.avail_out = static_cast<uInt>(bytes.size());
  const int result = deflate(&stream, Z_FINISH);
  bytes.resize(stream.total_out);
  deflateEnd(&stream);
  if (result != Z_STREAM_END) throw std::bad_alloc();

  using namespace boost::archive::iterators;
  using Base64 = base64_from_binary<transform_width<const unsigned char*, 6, 8>>;
  const std::size_t padding = (3 - bytes.size() % 3) % 3;
  bytes.resize(bytes.size() + padding);
  std::string encoded(Base64(bytes.data()), Base64(bytes.data() + bytes.size()));
  return encoded.replace(encoded.size() - padding, padding, padding, '=');
}

constexpr std::size_t most_plain = 1'000'000;  // larger data is compressed

}  // namespace

std::string html_text(const std::string& text) {
  return replace_all_copy(replace_all_copy(replace_all_copy(text, "&", "&amp;"), "<", "&lt;"), ">", "&gt;");
}

std::string report_page(const std::string& title, const nlohmann::ordered_json& data) {
  using Json = nlohmann::ordered_json;
  const std::string plain = data.dump(-1, ' ', true, Json::error_handler_t::replace);
  const bool is_packed = plain.size() > most_plain;
  const std::string json = is_packed ? packed(plain) : replace_all_copy(plain, "<", "\\u003c");
  // through JSON, so that invalid UTF-8 is handled in the same way
  const std::string name =
      Json::parse(Json(title).dump(-1, ' ', true, Json::error_handler_t::replace)).get<std::string>();

  std::string page;
  std::string_view rest = report_template;
  const auto up_to = [&](std::string_view mark, const std::string& text) {
    const std::size_t place = rest.find(mark);
    page.append(rest.substr(0, place)).append(text);
    rest.remove_prefix(place + mark.size());
  };
  up_to("@REGRETTA_TITLE@", html_text(name));
  up_to("@REGRETTA_DATA_TYPE@", is_packed ? "application/gzip" : "application/json");
  up_to("@REGRETTA_DATA@", json);
  return page.append(rest);
}

}  // namespace regretta
