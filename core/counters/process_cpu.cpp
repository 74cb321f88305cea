// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/counters/process_cpu.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <ctime>
#include <dirent.h>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <unistd.h>

namespace millrace::counters {

namespace {

constexpr auto discoveryInterval = std::chrono::milliseconds(200);

/// Calls `visit` with each entry of a /proc folder whose name is a number.
template <typename Visit>
void eachNumber(const std::string& folder, Visit visit)
{
    const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(folder.c_str()), ::closedir);
    if (!open)
        return;
    while (const dirent* entry = ::readdir(open.get())) {
        const std::string_view name = entry->d_name;
        pid_t number = 0;
        const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
        if (error == std::errc() && end == name.data() + name.size())
            visit(number);
    }
}

/// Fallback for kernels without /proc/PID/task/TID/children: searches all processes.
std::vector<pid_t> childrenBySearch(pid_t parent)
{
    std::vector<pid_t> children;
    eachNumber("/proc", [&](pid_t pid) {
        auto file = ProcFile::open(fmt::format("/proc/{}/stat", pid));
        const auto text = file ? file->read() : Result<std::string_view>(fail(ErrorCode::NotFound, {}));
        if (!text)
            return;
        if (const auto stat = parseProcessStat(*text); stat && stat->parent == parent)
            children.push_back(pid);
    });
    return children;
}

void addNumbers(std::string_view text, std::vector<pid_t>& into)
{
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at < end) {
        pid_t number = 0;
        const auto [next, error] = std::from_chars(at, end, number);
        if (error == std::errc())
            into.push_back(number);
        at = error == std::errc() ? next : at + 1;
    }
}

/// Returns the total processor time of the process, or nothing if it has ended.
bool processorClock(pid_t pid, Nanoseconds& time)
{
    clockid_t clock{};
    timespec value{};
    if (::clock_getcpuclockid(pid, &clock) != 0 || ::clock_gettime(clock, &value) != 0)
        return false;
    time = std::chrono::seconds(value.tv_sec) + Nanoseconds(value.tv_nsec);
    return true;
}

} // namespace

Result<ProcessStat> parseProcessStat(std::string_view text)
{
    static const std::int64_t tick = 1'000'000'000 / ::sysconf(_SC_CLK_TCK);
    static const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    ProcessStat stat;
    // The name is in parentheses and may contain parentheses and spaces.
    const std::size_t nameEnd = text.rfind(')');
    std::array<std::int64_t, 22> fields{}; // from the parent's PID on, which is field 4 of proc(5)
    bool good = nameEnd != std::string_view::npos && nameEnd + 4 < text.size()
        && std::from_chars(text.data(), text.data() + text.size(), stat.pid).ec == std::errc();
    const char* at = good ? text.data() + nameEnd + 3 : nullptr;
    const char* const end = text.data() + text.size();
    for (std::size_t i = 0; good && i < fields.size() - 1; ++i) {
        while (at < end && *at == ' ')
            ++at;
        const auto [next, error] = std::from_chars(at, end, fields[i]);
        good = error == std::errc();
        at = next;
    }
    if (!good)
        return fail(ErrorCode::Corrupt,
                    "a /proc/PID/stat cannot be parsed: \"" + std::string(text.substr(0, 80)) + "\"");
    stat.state = text[nameEnd + 2];
    stat.parent = static_cast<pid_t>(fields[0]);
    stat.group = static_cast<pid_t>(fields[1]);
    stat.session = static_cast<pid_t>(fields[2]);
    stat.own = Nanoseconds((fields[10] + fields[11]) * tick);
    stat.children = Nanoseconds((fields[12] + fields[13]) * tick);
    stat.startTicks = static_cast<std::uint64_t>(fields[18]);
    stat.residentBytes = static_cast<std::uint64_t>(fields[20]) * page;
    return stat;
}

std::optional<Nanoseconds> parseRunDelay(std::string_view text)
{
    std::int64_t numbers[2] = {0, 0};
    const char* at = text.data();
    const char* const end = at + text.size();
    for (std::int64_t& number : numbers) {
        while (at < end && *at == ' ')
            ++at;
        const auto [next, error] = std::from_chars(at, end, number);
        if (error != std::errc())
            return std::nullopt;
        at = next;
    }
    return Nanoseconds(numbers[1]);
}

bool procIsOurs()
{
    std::array<char, 32> target{};
    const ssize_t length = ::readlink("/proc/self", target.data(), target.size() - 1);
    return length > 0 && std::to_string(::getpid()) == target.data();
}

std::vector<pid_t> childrenOf(pid_t pid)
{
    static const bool listed = ::access("/proc/self/task", F_OK) == 0
        && ::access(fmt::format("/proc/self/task/{}/children", ::getpid()).c_str(), F_OK) == 0;
    if (!listed)
        return childrenBySearch(pid);
    std::vector<pid_t> children;
    eachNumber(fmt::format("/proc/{}/task", pid), [&](pid_t thread) {
        auto file = ProcFile::open(fmt::format("/proc/{}/task/{}/children", pid, thread));
        if (!file)
            return;
        if (const auto text = file->read())
            addNumbers(*text, children);
    });
    return children;
}

std::vector<pid_t> descendantsOf(pid_t root)
{
    std::vector<pid_t> all = childrenOf(root);
    for (std::size_t i = 0; i < all.size(); ++i)
        for (const pid_t child : childrenOf(all[i]))
            if (std::ranges::find(all, child) == all.end())
                all.push_back(child);
    return all;
}

ProcessTree::ProcessTree(pid_t root) : m_root(root)
{
    discover();
}

void ProcessTree::add(pid_t pid)
{
    auto file = ProcFile::open(fmt::format("/proc/{}/stat", pid));
    if (!file)
        return;
    const auto text = file->read();
    const auto stat = text ? parseProcessStat(*text) : Result<ProcessStat>(text.error());
    if (!stat)
        return;
    m_entries.push_back(Entry{pid, *std::move(file), stat->parent});
}

void ProcessTree::discover()
{
    m_nextDiscovery = deadlineIn(discoveryInterval);
    std::vector<pid_t> roots{m_root};
    for (const Entry& entry : m_entries)
        if (entry.pid != m_root)
            roots.push_back(entry.pid);
    for (std::size_t i = 0; i < roots.size(); ++i) {
        const pid_t pid = roots[i];
        if (std::ranges::none_of(m_entries, [&](const Entry& entry) { return entry.pid == pid; }))
            add(pid);
        for (const pid_t child : childrenOf(pid))
            if (std::ranges::find(roots, child) == roots.end())
                roots.push_back(child);
    }
    readRunDelays();
}

void ProcessTree::readRunDelays()
{
    for (Entry& entry : m_entries)
        eachNumber(fmt::format("/proc/{}/task", entry.pid), [&entry](pid_t thread) {
            auto file = ProcFile::open(fmt::format("/proc/{}/task/{}/schedstat", entry.pid, thread));
            const auto text = file ? file->read() : Result<std::string_view>(fail(ErrorCode::NotFound, {}));
            if (const auto delay = text ? parseRunDelay(*text) : std::nullopt)
                entry.runDelays[thread] = *delay;
        });
}

bool ProcessTree::look(Entry& entry, TreeUsage& usage)
{
    const auto text = entry.stat.read();
    const auto stat = text ? parseProcessStat(*text) : Result<ProcessStat>(text.error());
    if (!stat)
        return false;
    Nanoseconds own = stat->own;
    (void)processorClock(entry.pid, own);
    entry.cpu = own + stat->children;
    entry.parent = stat->parent;
    usage.cpu += entry.cpu;
    usage.residentBytes += stat->residentBytes;
    usage.processes += stat->state != 'Z' ? 1 : 0;
    usage.stopped += stat->state == 'T' ? 1 : 0;
    for (const auto& [thread, delay] : entry.runDelays)
        usage.runDelay += delay;
    return true;
}

TreeUsage ProcessTree::read()
{
    if (timeLeft(m_nextDiscovery) == Nanoseconds(0))
        discover();
    TreeUsage usage;
    for (Entry& entry : m_entries)
        entry.alive = look(entry, usage);
    // The time of an ended process goes to the parent that reaped it. If that one is not tracked, it is kept here.
    const auto followed = [&](pid_t pid) {
        return std::ranges::any_of(m_entries, [&](const Entry& e) { return e.alive && e.pid == pid; });
    };
    for (const Entry& entry : m_entries)
        if (!entry.alive && !followed(entry.parent))
            m_lost += entry.cpu;
    for (const Entry& entry : m_entries)
        for (const auto& [thread, delay] : entry.runDelays)
            m_endedRunDelay += entry.alive ? Nanoseconds(0) : delay;
    std::erase_if(m_entries, [](const Entry& entry) { return !entry.alive; });
    m_highest = std::max(m_highest, usage.cpu + m_lost);
    usage.cpu = m_highest;
    usage.runDelay += m_endedRunDelay;
    return usage;
}

} // namespace millrace::counters
