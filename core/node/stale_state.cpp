// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/stale_state.h"

#include "core/base/file_io.h"
#include "core/base/local_host.h"
#include "core/base/text.h"
#include "core/impair/impairment.h"
#include "core/node/process_search.h"
#include "core/node/work_folder.h"

#include <array>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <map>
#include <sys/file.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace millrace::node {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t smallFile = 1 << 20;
constexpr int attempts = 3;

std::string bootId()
{
    return std::string(trim(readFile("/proc/sys/kernel/random/boot_id", smallFile).value_or("unknown")));
}

std::string hostName()
{
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

std::string networkName()
{
    std::array<char, 64> name{};
    return ::readlink("/proc/self/ns/net", name.data(), name.size() - 1) > 0 ? name.data() : "unknown";
}

/// Lines "key value" of a lock.
using Owner = std::map<std::string, std::string>;

Owner parseOwner(const std::string& text)
{
    Owner owner;
    for (const std::string_view line : split(text, '\n'))
        if (const auto space = line.find(' '); space != std::string_view::npos)
            owner.emplace(line.substr(0, space), line.substr(space + 1));
    return owner;
}

std::vector<fs::path> recordsIn(const fs::path& folder)
{
    std::vector<fs::path> records;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (entry.path().filename().string().starts_with(undoPrefix) && entry.path().extension() == ".json")
            records.push_back(entry.path());
    return records;
}

Result<void> restore(const fs::path& file)
{
    MR_TRY(text, readFile(file, smallFile));
    MR_TRY(record, impair::parseRecord(text));
    LocalHost host("this node");
    auto restored = impair::restoreImpairment(impair::executeOn(host), record);
    for (int i = 1; i < attempts && !restored; ++i) {
        std::this_thread::sleep_for(std::chrono::seconds(1));
        restored = impair::restoreImpairment(impair::executeOn(host), record);
    }
    return restored ? Result<void>() : Result<void>(restored.error());
}

/// Cleans up if the owner was of this machine, boot and network.
std::string cleanUpAfter(const fs::path& folder, Owner owner)
{
    if (owner["host"] != hostName() || owner["token"].empty())
        return "belongs to the machine '" + owner["host"] + "' and stays";
    if (owner["boot"] != bootId()) {
        std::error_code error;
        fs::remove_all(folder, error);
        return error ? "could not be deleted: " + error.message() : "was left when the machine went down; deleted";
    }
    if (owner["network"] != networkName() && !recordsIn(folder).empty())
        return "belongs to another network namespace and stays";
    killMarked(owner["token"], std::chrono::seconds(5));
    const auto cleaned = cleanUpFolder(folder);
    return cleaned ? "was left by a killed agent; put in order"
                   : "could not be put in order: " + cleaned.error().text();
}

} // namespace

std::string lockText(const std::string& token)
{
    return fmt::format("token {}\nboot {}\nhost {}\nnetwork {}\npid {}\n", token, bootId(), hostName(), networkName(),
                       ::getpid());
}

void killMarked(const std::string& token, Nanoseconds limit)
{
    // Searches repeatedly after growing pauses: a process has no environment for a moment during exec, and a process
    // forked during a search is found by the next one.
    const Deadline end = deadlineIn(limit);
    auto pause = std::chrono::milliseconds(10);
    while (timeLeft(end).count() > 0) {
        const auto found = processesMarked(token + ":");
        for (const FoundProcess& process : found)
            process.signal(SIGKILL);
        pause = found.empty() ? 2 * pause : std::chrono::milliseconds(10);
        if (pause > std::chrono::seconds(1))
            return;
        std::this_thread::sleep_for(pause);
    }
}

Result<void> cleanUpFolder(const fs::path& folder)
{
    // Serialises concurrent clean-ups.
    const UniqueFd lock(::open((folder / lockName).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
    if (lock)
        ::flock(lock.get(), LOCK_EX);
    std::error_code error;
    if (!fs::is_directory(folder, error))
        return {};
    for (const fs::path& record : recordsIn(folder))
        MR_CHECK(restore(record));
    for (int i = 0; i < attempts; ++i) {
        fs::remove_all(folder, error);
        if (!error)
            return {};
    }
    return failErrno("removing " + folder.string(), error.value());
}

std::vector<std::string> cleanUpBelow(const fs::path& folder)
{
    std::error_code error;
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (entry.path().filename().string().starts_with("run-") && entry.is_directory(error)
            && !entry.is_symlink(error))
            found.push_back(entry.path());
    std::vector<std::string> sentences;
    for (const fs::path& run : found) {
        if (const auto age = fs::file_time_type::clock::now() - fs::last_write_time(run, error);
            !fs::exists(run / lockName, error) && age > std::chrono::hours(1))
            fs::remove_all(run, error);
        UniqueFd lock(::open((run / lockName).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
        if (!lock || ::flock(lock.get(), LOCK_EX | LOCK_NB) != 0)
            continue;
        const Owner owner = parseOwner(readFile(run / lockName, smallFile).value_or(""));
        lock.reset();
        sentences.push_back(run.string() + " " + cleanUpAfter(run, owner));
    }
    return sentences;
}

int cleanUpCommand(const fs::path& folder)
{
    auto base = folder.empty() ? standardWorkFolder() : Result<fs::path>(folder);
    if (!base) {
        fmt::print(stderr, "millrace-agent: {}\n", base.error().text());
        return 1;
    }
    const auto sentences = cleanUpBelow(*base);
    for (const std::string& sentence : sentences)
        fmt::print("{}\n", sentence);
    if (sentences.empty())
        fmt::print("no stale state of killed agents below {}\n", base->string());
    return 0;
}

} // namespace millrace::node
