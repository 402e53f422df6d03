#pragma once
/// The error for bad input in a study, thrown while a study is read or planned. Programs print it on one line.

#include <exception>
#include <string>

#include "regretta/engine/plugin/value.hpp"

namespace regretta {

/// The file name in messages about an override.
inline const std::string override_file = "override";

/// what() is "FILE:LINE: key: problem (why it is one), expected ...; did you mean ...".
class StudyError : public std::exception {
 public:
  StudyError(std::string file, Location where, std::string key, std::string message);
  /// An error at the location of `value`; a value without a location comes from an override.
  static StudyError at(const Value& value, const std::string& file, std::string key, std::string message) {
    return {value.where().line == 0 ? override_file : file, value.where(), std::move(key), std::move(message)};
  }

  const char* what() const noexcept override { return text_.c_str(); }
  const std::string& file() const { return file_; }
  Location where() const { return where_; }
  const std::string& key() const { return key_; }          ///< such as "learner.beta"; empty if no key is at fault
  const std::string& message() const { return message_; }  ///< without file, line and key

 private:
  std::string file_;
  Location where_;
  std::string key_;
  std::string message_;
  std::string text_;
};

}  // namespace regretta
