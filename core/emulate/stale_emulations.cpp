// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/emulate/stale_emulations.h"

#include "core/base/clock.h"
#include "core/base/file_io.h"
#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/emulate/field_reader.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fmt/format.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace millrace::emulate {

namespace fs = std::filesystem;

namespace {

constexpr Nanoseconds endTime = std::chrono::seconds(5);
constexpr std::size_t largestEntry = 1 << 20;

Json processJson(const ProcessIdentity& process)
{
    return {{"pid", process.pid}, {"start_time", process.startTime}};
}

Result<ProcessIdentity> parseProcess(const Json& entry, const char* key)
{
    const auto it = entry.find(key);
    if (it == entry.end())
        return fail(ErrorCode::Corrupt, fmt::format("{} is missing", key));
    ProcessIdentity process;
    FieldReader reader(*it, key);
    reader.required("pid", process.pid);
    reader.required("start_time", process.startTime);
    MR_CHECK(reader.result());
    if (process.pid < 2)
        return fail(ErrorCode::Corrupt, fmt::format("{}.pid is not a process", key));
    return process;
}

Result<RegistryEntry> readEntry(const fs::path& file)
{
    MR_TRY(text, readFile(file, largestEntry));
    const Json json = Json::parse(text, nullptr, false);
    RegistryEntry entry;
    FieldReader reader(json, "the entry");
    reader.required("id", entry.id);
    reader.required("scratch_folders", entry.scratchFolders);
    MR_CHECK(reader.result());
    MR_TRY(emulator, parseProcess(json, "emulator"));
    MR_TRY(controller, parseProcess(json, "controller"));
    entry.emulator = emulator;
    entry.controller = controller;
    return entry;
}

Result<void> makePrivateFolder(const fs::path& folder)
{
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
        return failErrno(fmt::format("making the folder {}", folder.string()));
    struct stat state
    {
    };
    if (::lstat(folder.c_str(), &state) != 0)
        return failErrno(fmt::format("looking at {}", folder.string()));
    if (!S_ISDIR(state.st_mode) || state.st_uid != ::geteuid() || (state.st_mode & 022) != 0)
        return fail(
            ErrorCode::Denied,
            fmt::format("{} is not a folder that only this user can write; remove it or make it so", folder.string()));
    return {};
}

/// Returns the user outside of a user namespace, from /proc/self/uid_map.
std::string outerUser()
{
    if (const auto map = readFile("/proc/self/uid_map")) {
        std::vector<std::string_view> fields;
        for (const std::string_view piece : split(split(*map, '\n').front(), ' ')) {
            if (!piece.empty())
                fields.push_back(piece);
        }
        if (fields.size() == 3 && fields[2] == "1")
            return std::string(fields[1]);
    }
    return std::to_string(::geteuid());
}

bool endProcess(const ProcessIdentity& process)
{
    ::kill(process.pid, SIGKILL);
    const Deadline deadline = deadlineIn(endTime);
    while (isAlive(process) && timeLeft(deadline).count() > 0)
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    return !isAlive(process);
}

/// Returns true once everything is removed, so that the entry can be deleted.
bool removeOne(const RegistryEntry& entry, std::vector<std::string>& done)
{
    bool clean = true;
    if (isAlive(entry.emulator)) {
        clean = endProcess(entry.emulator);
        done.push_back(fmt::format("{} process {} of the emulation '{}', whose controller no longer runs",
                                   clean ? "ended" : "could not end", entry.emulator.pid, entry.id));
    }
    for (const std::string& folder : entry.scratchFolders) {
        std::error_code error;
        if (!fs::path(folder).is_absolute() || fs::path(folder).relative_path().empty() || !fs::exists(folder, error))
            continue;
        fs::remove_all(folder, error);
        clean = clean && !error;
        done.push_back(fmt::format("{} the folder {} of the emulation '{}'{}", error ? "could not remove" : "removed",
                                   folder, entry.id, error ? ": " + error.message() : std::string()));
    }
    return clean;
}

} // namespace

fs::path defaultRegistryFolder()
{
    if (::geteuid() == 0 && ::access("/run", W_OK) == 0)
        return "/run/millrace";
    if (const char* folder = std::getenv("XDG_RUNTIME_DIR"); folder && *folder == '/')
        return fs::path(folder) / "millrace";
    return "/tmp/millrace-" + outerUser();
}

Result<Registration> registerEmulation(const fs::path& folder, const RegistryEntry& entry)
{
    MR_CHECK(makePrivateFolder(folder));
    const Json json{{"id", entry.id},
                    {"emulator", processJson(entry.emulator)},
                    {"controller", processJson(entry.controller)},
                    {"scratch_folders", entry.scratchFolders}};
    Registration registration;
    const fs::path file = folder / fmt::format("{}-{}.json", entry.id, entry.emulator.pid);
    MR_CHECK(writeFileAtomically(file, json.dump(2) + "\n"));
    registration.m_file = file;
    return registration;
}

std::vector<std::string> removeStaleEmulations(const fs::path& folder)
{
    std::vector<std::string> done;
    std::error_code error;
    for (const auto& item : fs::directory_iterator(folder, error)) {
        if (item.path().extension() != ".json")
            continue;
        const auto entry = readEntry(item.path());
        if (!entry) {
            done.push_back(
                fmt::format("left {} alone, which cannot be read: {}", item.path().string(), entry.error().text()));
            continue;
        }
        if (isAlive(entry->controller) || !removeOne(*entry, done))
            continue;
        fs::remove(item.path(), error);
        done.push_back(fmt::format("forgot the emulation '{}' of a controller that is gone", entry->id));
    }
    return done;
}

Registration::Registration(Registration&& other) noexcept : m_file(std::move(other.m_file))
{
    other.m_file.clear();
}

Registration& Registration::operator=(Registration&& other) noexcept
{
    std::swap(m_file, other.m_file);
    return *this;
}

Registration::~Registration()
{
    std::error_code error;
    if (!m_file.empty())
        fs::remove(m_file, error);
}

} // namespace millrace::emulate
