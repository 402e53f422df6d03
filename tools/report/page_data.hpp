#pragma once
/// The data of the page, as JSON that is written piece by piece: all of it at once, as a tree, would take more memory
/// than the results.

#include <memory>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace regretta {

/// A JSON object of the page. `<` is escaped, so that no text can end its script, and invalid UTF-8 becomes U+FFFD.
/// Compressed by gzip from a megabyte on.
class PageData {
 public:
  PageData();
  ~PageData();

  /// Adds a member of the object, or of one that was begun in it.
  void add(std::string_view key, const nlohmann::ordered_json& value);
  /// Begins a member that is an object itself, or a list. Without a key: an item of a list.
  void begin_object(std::string_view key = "") { begin(key, '{', '}'); }
  void begin_list(std::string_view key) { begin(key, '[', ']'); }
  /// Adds an item to a list.
  void add_item(const nlohmann::ordered_json& item);
  /// Ends the innermost object or list.
  void end();

  /// Ends the object. To be called once, before the following.
  void finish();
  bool is_packed() const { return packer_ != nullptr; }
  /// JSON, or in base64 what it is compressed to.
  const std::string& text() const { return text_; }

 private:
  class Packer;
  void begin(std::string_view key, char open, char close);
  void separate();
  void put(const std::string& json);

  std::string ends_ = "}";  ///< what ends the objects and lists that have begun, the innermost last
  bool is_first_ = true;    ///< nothing is in the innermost
  std::string text_;        ///< what has not been compressed yet
  std::unique_ptr<Packer> packer_;
};

}  // namespace regretta
