// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/process_search.h"

#include "core/counters/process_cpu.h"

#include <algorithm>
#include <charconv>
#include <csignal>
#include <dirent.h>
#include <fmt/format.h>
#include <memory>
#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace millrace::node {

namespace {

FoundProcess hold(pid_t pid)
{
    return {pid, UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)))};
}

std::vector<pid_t> allProcesses()
{
    std::vector<pid_t> all;
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("/proc"), ::closedir);
    while (const dirent* entry = folder ? ::readdir(folder.get()) : nullptr) {
        const std::string_view name = entry->d_name;
        pid_t pid = 0;
        const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
        if (error == std::errc() && end == name.data() + name.size())
            all.push_back(pid);
    }
    return all;
}

/// Whether one of the variables in /proc/PID/environ, separated by zero bytes, begins with `text`.
bool environmentHas(pid_t pid, std::string_view text)
{
    auto file = counters::ProcFile::open(fmt::format("/proc/{}/environ", pid));
    const auto content = file ? file->read() : Result<std::string_view>(fail(ErrorCode::NotFound, {}));
    if (!content)
        return false;
    for (std::size_t at = content->find(text); at != std::string_view::npos; at = content->find(text, at + 1))
        if (at == 0 || (*content)[at - 1] == '\0')
            return true;
    return false;
}

std::uint64_t pidNamespace(pid_t pid)
{
    struct stat state
    {
    };
    return ::stat(fmt::format("/proc/{}/ns/pid", pid).c_str(), &state) == 0 ? state.st_ino : 0;
}

Result<counters::ProcessStat> statOf(pid_t pid)
{
    MR_TRY(file, counters::ProcFile::open(fmt::format("/proc/{}/stat", pid)));
    MR_TRY(text, file.read());
    return counters::parseProcessStat(text);
}

} // namespace

void FoundProcess::signal(int number) const noexcept
{
    if (fd)
        ::syscall(SYS_pidfd_send_signal, fd.get(), number, nullptr, 0);
}

bool FoundProcess::hasEnded() const noexcept
{
    pollfd entry{fd.get(), POLLIN, 0};
    return !fd || ::poll(&entry, 1, 0) > 0;
}

std::vector<FoundProcess> processesMarked(std::string_view beginning)
{
    std::vector<FoundProcess> found;
    if (!counters::procIsOurs())
        return found;
    const std::string text = fmt::format("{}={}", markVariable, beginning);
    for (const pid_t pid : allProcesses()) {
        if (pid == ::getpid() || !environmentHas(pid, text))
            continue;
        // Checked again with the pidfd open: the PID may have been reused in between.
        FoundProcess process = hold(pid);
        if (process.fd && environmentHas(pid, text))
            found.push_back(std::move(process));
    }
    return found;
}

std::vector<FoundProcess> processesBelow(pid_t root)
{
    std::vector<FoundProcess> found;
    if (!counters::procIsOurs())
        return found;
    for (const pid_t pid : counters::descendantsOf(root))
        if (FoundProcess process = hold(pid); process.fd)
            found.push_back(std::move(process));
    return found;
}

std::vector<FoundProcess> adoptedProcesses(const std::vector<pid_t>& known)
{
    std::vector<FoundProcess> found;
    if (!counters::procIsOurs())
        return found;
    const auto isKnown = [&](pid_t pid) { return std::ranges::find(known, pid) != known.end(); };
    const std::uint64_t own = pidNamespace(::getpid());
    for (const pid_t pid : counters::childrenOf(::getpid())) {
        FoundProcess process = hold(pid);
        const auto stat = statOf(pid);
        const bool stray = stat && stat->session != ::getsid(0) && !isKnown(pid) && !isKnown(stat->group);
        // Init processes of namespaces are children too, but in separate pid namespaces.
        if (stray && process.fd && pidNamespace(pid) == own)
            found.push_back(std::move(process));
    }
    return found;
}

} // namespace millrace::node
