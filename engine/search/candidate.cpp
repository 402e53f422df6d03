#include "regretta/engine/search/candidate.hpp"

#include <filesystem>

#include <nlohmann/json.hpp>

#include "regretta/engine/plugin/plain_numbers.hpp"
#include "regretta/engine/study/blocks/block_bytes.hpp"
#include "regretta/engine/study/file/study_schema.hpp"

namespace regretta {
namespace {

nlohmann::json json_of(const Candidate& one) {
  nlohmann::json json = {{"generation", one.generation},
                         {"proposer", one.proposer},
                         {"point", one.point},
                         {"refusal", one.refusal},
                         {"finalist", one.is_finalist}};
  if (!one.forms.empty()) json["forms"] = one.forms;
  return json;
}

}  // namespace

std::vector<Candidate> stored_candidates(const Database& database) {
  std::vector<Candidate> all;
  if (!database.has_table("candidate")) return all;
  const auto damaged = [&]() -> StudyFileError {
    return {database.file(), FileFault::damaged, "its list of candidates has changed since it was written"};
  };
  Statement rows = database.prepare("SELECT candidate, checksum, json FROM candidate ORDER BY candidate");
  while (rows.step()) {
    Candidate one{.number = rows.integer(0), .proposer = "", .point = {}, .refusal = ""};
    const std::string text = rows.text(2);
    if (one.number != std::ssize(all) + 1 || rows.text(1) != text_checksum(text)) throw damaged();
    try {
      const PlainNumbers plain;
      const auto json = nlohmann::json::parse(text);
      json.at("generation").get_to(one.generation);
      json.at("proposer").get_to(one.proposer);
      json.at("point").get_to(one.point);
      json.at("refusal").get_to(one.refusal);
      json.at("finalist").get_to(one.is_finalist);
      if (json.contains("forms")) json.at("forms").get_to(one.forms);
    } catch (const nlohmann::json::exception&) {
      throw damaged();
    }
    all.push_back(std::move(one));
  }
  return all;
}

void store_candidates(const Database& database, const std::string& search, const std::vector<Candidate>& candidates) {
  Transaction transaction(database);
  database.run("CREATE TABLE IF NOT EXISTS candidate (candidate INTEGER PRIMARY KEY, checksum TEXT, json TEXT)");
  Statement insert = database.prepare("INSERT OR REPLACE INTO candidate VALUES (?, ?, ?)");
  for (const Candidate& one : candidates) {
    const std::string text = json_of(one).dump();
    insert.run(one.number, text_checksum(text), text);
  }
  set_study_value(database, "search", search);
  transaction.commit();
}

std::string stored_search(const Database& database) { return study_value(database, "search").value_or(""); }

bool holds_a_study(const std::string& path) {
  std::error_code unseen;
  if (!std::filesystem::exists(path) || std::filesystem::file_size(path, unseen) == 0) return false;
  try {
    return Database(path, Database::Mode::read).has_table("study");
  } catch (const StudyFileError&) {
    return true;  // who reads it says what is wrong
  }
}

}  // namespace regretta
