// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace millrace::ui {

/// Unsaved changes of one document in the journal's folder: one small file per document and process.
struct JournalEntry
{
    std::filesystem::path journal; ///< the file it was read from
    std::string file; ///< absolute path of the project; empty: never saved
    std::string suggestedName; ///< for a document that was never saved
    std::int64_t time = 0; ///< nanoseconds since the epoch
    std::string host;
    std::int64_t pid = 0;
    std::uint64_t processStart = 0; ///< distinguishes the process from a later one with the same PID
    std::string text; ///< the project file with the changes

    bool operator==(const JournalEntry&) const = default;
};

/// A new entry of this process.
[[nodiscard]] JournalEntry newJournalEntry(std::string file, std::string suggestedName, std::string text);
/// Atomic. Creates the folder, readable only by its owner, if necessary.
[[nodiscard]] Result<void> writeJournal(const JournalEntry& entry, const std::filesystem::path& journal);
[[nodiscard]] Result<JournalEntry> readJournal(const std::filesystem::path& journal);
/// The entries whose process has ended, latest first. Damaged ones are skipped.
[[nodiscard]] std::vector<JournalEntry> abandonedJournals(const std::filesystem::path& folder);
/// Those of one project, or with an empty `file` those of documents that were never saved.
[[nodiscard]] std::vector<JournalEntry> abandonedJournals(const std::filesystem::path& folder, const std::string& file);

} // namespace millrace::ui
