#include "regretta/tools/report/page_data.hpp"

#include <zlib.h>

#include <array>
#include <new>
#include <utility>

#include <boost/algorithm/string/replace.hpp>
#include <boost/archive/iterators/base64_from_binary.hpp>
#include <boost/archive/iterators/transform_width.hpp>

namespace regretta {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_plain = 1'000'000;

std::string json_text(const Json& json) { return json.dump(-1, ' ', true, Json::error_handler_t::replace); }

std::string base64(std::string bytes) {
  using namespace boost::archive::iterators;
  using Base64 = base64_from_binary<transform_width<const unsigned char*, 6, 8>>;
  const std::size_t padding = (3 - bytes.size() % 3) % 3;
  bytes.resize(bytes.size() + padding);
  const auto* first = reinterpret_cast<const unsigned char*>(bytes.data());
  std::string encoded(Base64(first), Base64(first + bytes.size()));
  return encoded.replace(encoded.size() - padding, padding, padding, '=');
}

}  // namespace

/// Compresses by gzip.
class PageData::Packer {
 public:
  Packer() {
    constexpr int gzip_with_largest_window = 15 + 16;
    constexpr int level = 5;  // pages are 6% larger than with the best, which takes 2.5 times as long
    // Z_FILTERED: the digits of numbers rarely repeat.
    if (deflateInit2(&stream_, level, Z_DEFLATED, gzip_with_largest_window, 8, Z_FILTERED) != Z_OK)
      throw std::bad_alloc();
  }
  Packer(const Packer&) = delete;
  Packer& operator=(const Packer&) = delete;
  ~Packer() { deflateEnd(&stream_); }

  void add(const std::string& text, bool is_last) {
    stream_.next_in = const_cast<unsigned char*>(reinterpret_cast<const unsigned char*>(text.data()));
    stream_.avail_in = static_cast<uInt>(text.size());
    do {
      stream_.next_out = some_.data();
      stream_.avail_out = static_cast<uInt>(some_.size());
      if (deflate(&stream_, is_last ? Z_FINISH : Z_NO_FLUSH) == Z_STREAM_ERROR) throw std::bad_alloc();
      bytes_.append(reinterpret_cast<const char*>(some_.data()), some_.size() - stream_.avail_out);
    } while (stream_.avail_out == 0);
  }
  std::string take() { return std::move(bytes_); }

 private:
  z_stream stream_{};
  std::array<unsigned char, 65'536> some_{};
  std::string bytes_;
};

PageData::PageData() : text_("{") {}
PageData::~PageData() = default;

void PageData::add(std::string_view key, const Json& value) {
  separate();
  put(json_text(key) + ":" + json_text(value));
}

void PageData::begin(std::string_view key, char open, char close) {
  separate();
  put((key.empty() ? "" : json_text(key) + ":") + open);
  ends_ += close;
  is_first_ = true;
}

void PageData::add_item(const Json& item) {
  separate();
  put(json_text(item));
}

void PageData::end() {
  put(std::string(1, ends_.back()));
  ends_.pop_back();
  is_first_ = false;
}

void PageData::separate() {
  if (!is_first_) text_ += ',';
  is_first_ = false;
}

void PageData::put(const std::string& json) {
  text_ += json;
  if (text_.size() <= most_plain) return;
  if (!packer_) packer_ = std::make_unique<Packer>();
  packer_->add(text_, false);
  text_.clear();
}

void PageData::finish() {
  end();
  if (packer_) {
    packer_->add(text_, true);
    text_ = base64(packer_->take());
  } else {
    boost::algorithm::replace_all(text_, "<", "\\u003c");
  }
}

}  // namespace regretta
