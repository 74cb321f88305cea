// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/edit/autosave_file.h"

#include "core/base/clock.h"
#include "core/base/file_io.h"
#include "core/base/json_fields.h"
#include "core/base/process_identity.h"

#include <algorithm>
#include <array>
#include <unistd.h>

namespace millrace::ui {
namespace {

constexpr std::string_view formatName = "millrace-autosave";
constexpr int currentVersion = 1;

std::string hostName()
{
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

/// For a process on another host, only the age decides.
bool hasEnded(const JournalEntry& entry)
{
    if (entry.host != hostName())
        return wallNow().count() - entry.time > Nanoseconds(std::chrono::hours(24)).count();
    return !isAlive({static_cast<pid_t>(entry.pid), entry.processStart});
}

} // namespace

JournalEntry newJournalEntry(std::string file, std::string suggestedName, std::string text)
{
    JournalEntry entry;
    entry.file = std::move(file);
    entry.suggestedName = std::move(suggestedName);
    entry.time = wallNow().count();
    entry.host = hostName();
    entry.pid = ::getpid();
    if (const auto self = identifyProcess(::getpid()))
        entry.processStart = self->startTime;
    entry.text = std::move(text);
    return entry;
}

Result<void> writeJournal(const JournalEntry& entry, const std::filesystem::path& journal)
{
    std::error_code error;
    if (std::filesystem::create_directories(journal.parent_path(), error); error)
        return failErrno("making the folder " + journal.parent_path().string(), error.value());
    std::filesystem::permissions(journal.parent_path(), std::filesystem::perms::owner_all, error);
    const Json json = {{"format", formatName}, {"version", currentVersion},
                       {"file", entry.file},   {"suggested_name", entry.suggestedName},
                       {"time", entry.time},   {"host", entry.host},
                       {"pid", entry.pid},     {"process_start", entry.processStart},
                       {"text", entry.text}};
    return writeFileAtomically(journal, json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

Result<JournalEntry> readJournal(const std::filesystem::path& journal)
{
    MR_TRY(bytes, readFile(journal));
    const Json json = Json::parse(bytes, nullptr, false);
    const auto text = [&](const char* key) {
        const auto found = json.find(key);
        return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
    };
    const auto number = [&](const char* key) {
        const auto found = json.find(key);
        return found != json.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
    };
    if (!json.is_object() || text("format") != formatName)
        return fail(ErrorCode::Corrupt, journal.string() + " is not a journal of unsaved changes.");
    if (number("version") > currentVersion)
        return fail(ErrorCode::NewerVersion, journal.string() + " was written by a newer version of Millrace.");
    JournalEntry entry;
    entry.journal = journal;
    entry.file = text("file");
    entry.suggestedName = text("suggested_name");
    entry.time = number("time");
    entry.host = text("host");
    entry.pid = number("pid");
    entry.processStart = static_cast<std::uint64_t>(number("process_start"));
    entry.text = text("text");
    return entry;
}

std::vector<JournalEntry> abandonedJournals(const std::filesystem::path& folder)
{
    std::vector<JournalEntry> entries;
    std::error_code error;
    for (const auto& item : std::filesystem::directory_iterator(folder, error)) {
        if (item.path().extension() != ".journal")
            continue;
        if (auto entry = readJournal(item.path()); entry && hasEnded(*entry))
            entries.push_back(*std::move(entry));
    }
    std::ranges::sort(entries, std::ranges::greater(), &JournalEntry::time);
    return entries;
}

std::vector<JournalEntry> abandonedJournals(const std::filesystem::path& folder, const std::string& file)
{
    std::vector<JournalEntry> entries = abandonedJournals(folder);
    std::erase_if(entries, [&](const JournalEntry& entry) { return entry.file != file; });
    return entries;
}

} // namespace millrace::ui
