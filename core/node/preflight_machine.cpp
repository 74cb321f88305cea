// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/base/process.h"
#include "core/base/text.h"
#include "core/counters/process_cpu.h"
#include "core/node/login_user.h"
#include "core/node/preflight_facts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <linux/capability.h>
#include <map>
#include <pwd.h>
#include <set>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/timex.h>
#include <sys/utsname.h>
#include <thread>
#include <unistd.h>

namespace millrace::node {

namespace {

namespace fs = std::filesystem;

std::string trimmedText(const char* file)
{
    const auto text = readFile(file, 1 << 20);
    return text ? std::string(trim(*text)) : std::string();
}

std::string userName(uid_t id)
{
    passwd entry{};
    passwd* found = nullptr;
    std::array<char, 4096> buffer{};
    if (::getpwuid_r(id, &entry, buffer.data(), buffer.size(), &found) == 0 && found != nullptr)
        return entry.pw_name;
    return std::to_string(id);
}

/// Returns the value after "key:" of a file like /proc/self/status.
std::string valueAfter(const std::string& text, std::string_view key)
{
    for (const std::string_view line : split(text, '\n'))
        if (line.starts_with(key))
            return std::string(trim(line.substr(key.size())));
    return {};
}

void addRights(cluster::NodeFacts& facts)
{
    facts.user = userName(::geteuid());
    facts.root = ::geteuid() == 0;
    const std::string hex = valueAfter(trimmedText("/proc/self/status"), "CapEff:");
    std::uint64_t set = 0;
    std::from_chars(hex.data(), hex.data() + hex.size(), set, 16);
    facts.netAdmin = (set >> CAP_NET_ADMIN & 1U) != 0;
    facts.netRaw = (set >> CAP_NET_RAW & 1U) != 0;
    facts.sudo = actsForUser();
}

std::uint64_t kibibytes(const std::string& memory, std::string_view key)
{
    const std::string value = valueAfter(memory, key);
    std::uint64_t number = 0;
    std::from_chars(value.data(), value.data() + value.size(), number);
    return number << 10;
}

struct Seen
{
    Nanoseconds cpu{0};
    std::uint64_t startTicks = 0;
};

std::map<pid_t, Seen> processTimes()
{
    std::map<pid_t, Seen> all;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator("/proc", ignored)) {
        const auto pid = parseInteger(entry.path().filename().string());
        if (!pid)
            continue;
        const auto text = readFile(entry.path() / "stat", 1 << 16);
        const auto stat = text ? counters::parseProcessStat(*text) : Result<counters::ProcessStat>(Error{});
        if (stat && stat->state != 'Z')
            all[static_cast<pid_t>(*pid)] = {stat->own, stat->startTicks};
    }
    return all;
}

/// Returns the program's name without its folder; empty for kernel threads.
std::string commandOf(pid_t pid)
{
    const auto text = readFile("/proc/" + std::to_string(pid) + "/cmdline", 1 << 20);
    const auto words = split(text ? std::string_view(*text) : std::string_view(), '\0');
    if (words.empty() || words.front().empty())
        return {};
    std::string name = fs::path(words.front()).filename().string();
    if (name.starts_with("python") && words.size() > 1 && !words[1].empty() && words[1].front() != '-')
        name += " " + fs::path(words[1]).filename().string();
    return name.substr(0, 60);
}

bool measures(const std::string& command)
{
    static const std::set<std::string> programs = {
        "tcpdump",  "dumpcap",    "tshark",     "wireshark", "iperf3",  "iperf",   "millrace-worker",
        "torchrun", "horovodrun", "kungfu-run", "mpirun",    "orterun", "prterun", "hydra_pmi_proxy"};
    return programs.contains(command);
}

} // namespace

void addMachine(cluster::NodeFacts& facts)
{
    utsname names{};
    ::uname(&names);
    facts.hostname = names.nodename;
    facts.kernel = names.release;
    facts.architecture = names.machine;
    facts.machineId = trimmedText("/etc/machine-id");
    if (facts.machineId.empty())
        facts.machineId = trimmedText("/proc/sys/kernel/random/boot_id");
    addRights(facts);
    facts.congestionControl = trimmedText("/proc/sys/net/ipv4/tcp_congestion_control");
    const std::string available = trimmedText("/proc/sys/net/ipv4/tcp_available_congestion_control");
    for (const std::string_view name : split(available, ' '))
        if (!name.empty())
            facts.congestionControls.emplace_back(name);
    facts.processors = static_cast<int>(std::thread::hardware_concurrency());
    double load = 0;
    facts.load = ::getloadavg(&load, 1) == 1 ? load : 0;
    const std::string memory = trimmedText("/proc/meminfo");
    facts.memoryBytes = kibibytes(memory, "MemTotal:");
    facts.availableMemory = kibibytes(memory, "MemAvailable:");
}

void addFolder(cluster::NodeFacts& facts, const std::string& folder)
{
    fs::path path = folder;
    if (path.empty()) {
        const char* cache = std::getenv("XDG_CACHE_HOME");
        const char* home = std::getenv("HOME");
        path =
            cache != nullptr && *cache == '/' ? fs::path(cache) : fs::path(home == nullptr ? "/tmp" : home) / ".cache";
    }
    std::error_code ignored;
    while (path.has_relative_path() && !fs::exists(path, ignored))
        path = path.parent_path();
    facts.folder = path.string();
    facts.folderWritable = ::access(path.c_str(), W_OK | X_OK) == 0;
    struct statvfs room
    {
    };
    if (::statvfs(path.c_str(), &room) == 0) {
        facts.freeBytes = std::uint64_t(room.f_bavail) * room.f_frsize;
        facts.freeInodes = room.f_favail;
    }
}

void addClock(cluster::ClockFacts& clock)
{
    timex values{};
    const int state = ::adjtimex(&values);
    if (state < 0)
        return;
    clock.synchronised = state != TIME_ERROR && (values.status & STA_UNSYNC) == 0;
    if (*clock.synchronised)
        clock.kernelError = std::chrono::microseconds(values.esterror);
}

void addUsedPorts(cluster::NodeFacts& facts, int first, int last)
{
    constexpr std::size_t most = 64;
    constexpr std::string_view listening = "0A";
    std::set<int> used;
    for (const char* file : {"/proc/self/net/tcp", "/proc/self/net/tcp6"}) {
        const auto text = readFile(file, std::size_t(16) << 20);
        for (const std::string_view line : split(text ? std::string_view(*text) : std::string_view(), '\n')) {
            // "  0: 0100007F:1F90 00000000:0000 0A …"
            std::vector<std::string_view> words = split(line, ' ');
            std::erase(words, std::string_view());
            if (words.size() < 4 || words[3] != listening)
                continue;
            const std::string_view hex = words[1].substr(words[1].find(':') + 1);
            int port = 0;
            std::from_chars(hex.data(), hex.data() + hex.size(), port, 16);
            if (port >= first && port <= last && used.size() < most)
                used.insert(port);
        }
    }
    facts.usedPorts.assign(used.begin(), used.end());
}

void addBusyProcesses(cluster::NodeFacts& facts, const JobContext& job)
{
    constexpr auto watched = std::chrono::milliseconds(200);
    constexpr std::size_t most = 8;
    constexpr double least = 0.05;
    if (!counters::procIsOurs())
        return;
    const auto before = processTimes();
    const Deadline began = deadlineIn(Nanoseconds(0));
    std::this_thread::sleep_for(watched);
    if (job.cancelled())
        return;
    const auto after = processTimes();
    const double seconds = std::chrono::duration<double>(deadlineIn(Nanoseconds(0)) - began).count();
    std::set<pid_t> own = {::getpid()};
    for (const pid_t pid : counters::descendantsOf(::getpid()))
        own.insert(pid);
    for (const auto& [pid, seen] : after) {
        const auto earlier = before.find(pid);
        if (own.contains(pid) || earlier == before.end() || earlier->second.startTicks != seen.startTicks)
            continue;
        const double share = std::chrono::duration<double>(seen.cpu - earlier->second.cpu).count() / seconds;
        const std::string command = share >= least || pid > 1 ? commandOf(pid) : std::string();
        if (command.empty() || command == "millrace-agent" || (share < least && !measures(command)))
            continue;
        struct stat owner
        {
        };
        const bool known = ::stat(("/proc/" + std::to_string(pid)).c_str(), &owner) == 0;
        facts.busy.push_back({pid, known ? userName(owner.st_uid) : std::string(), command, share, measures(command)});
    }
    std::ranges::sort(facts.busy, std::greater(), &cluster::BusyProcess::cpuShare);
    if (facts.busy.size() > most)
        facts.busy.resize(most);
}

} // namespace millrace::node
