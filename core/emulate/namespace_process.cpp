// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/emulate/namespace_process.h"

#include "core/cluster/cluster.h"
#include "core/emulate/namespace_init.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace millrace::emulate {

namespace {

constexpr Nanoseconds startTime = std::chrono::seconds(10);
constexpr Nanoseconds initEndTime = std::chrono::seconds(5);
constexpr unsigned long namespaceFlags = CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWPID | CLONE_NEWNET;

std::string stepText(InitStep step)
{
    switch (step) {
    case InitStep::PrivateMounts: return "making the mounts private";
    case InitStep::SharedFolder: return "keeping a shared folder visible (does it exist?)";
    case InitStep::Tmp: return "mounting a private /tmp";
    case InitStep::HostName: return "setting the host name";
    case InitStep::OpenTun: return "opening /dev/net/tun";
    case InitStep::MakeTap: return "making the TAP interface eth0";
    case InitStep::TapHeader: return "setting the header of the TAP interface";
    case InitStep::Ready: break;
    }
    return "making namespaces";
}

std::vector<const char*> pointers(const std::vector<std::string>& texts)
{
    std::vector<const char*> result;
    for (const std::string& text : texts)
        result.push_back(text.c_str());
    return result;
}

/// Filters the folders below /tmp; others are visible anyway.
std::vector<std::string> belowTmp(const std::vector<std::string>& folders)
{
    std::vector<std::string> result;
    for (const std::string& folder : folders) {
        if (folder.starts_with("/tmp/"))
            result.push_back(folder);
    }
    return result;
}

} // namespace

std::vector<std::pair<std::string, std::string>> nodeSysctls()
{
    const auto upTo = [](int first) { return fmt::format("4096 {} {}", first, cluster::emulatedSocketBuffer); };
    return {{"/proc/sys/net/ipv6/conf/all/disable_ipv6", "1"},
            {"/proc/sys/net/ipv6/conf/default/disable_ipv6", "1"},
            {"/proc/sys/net/ipv4/tcp_wmem", upTo(16384)},
            {"/proc/sys/net/ipv4/tcp_rmem", upTo(131072)},
            {"/proc/sys/net/ipv4/tcp_no_metrics_save", "1"}};
}

Result<NamespaceProcess> NamespaceProcess::start(const NamespaceSetup& setup)
{
    const std::vector<std::string> shared = belowTmp(setup.sharedFolders);
    if (shared.size() > static_cast<std::size_t>(maximumSharedFolders))
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} shared folders are requested; at most {} are possible", shared.size(),
                                maximumSharedFolders));
    std::vector<const char*> files;
    std::vector<const char*> values;
    for (const auto& [file, value] : setup.sysctls) {
        files.push_back(file.c_str());
        values.push_back(value.c_str());
    }
    const std::vector<const char*> folders = pointers(shared);
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return failErrno("making a socket to the node's first process");
    NamespaceProcess process;
    process.m_control = UniqueFd(ends[0]);
    const UniqueFd childEnd(ends[1]);
    const InitArguments arguments{childEnd.get(), setup.hostName.c_str(), setup.makeTap,
                                  setup.offload,  folders.data(),         static_cast<int>(folders.size()),
                                  files.data(),   values.data(),          static_cast<int>(files.size())};
    const long pid = ::syscall(SYS_clone, namespaceFlags | SIGCHLD, nullptr, nullptr, nullptr, nullptr);
    if (pid == 0)
        runNamespaceInit(arguments);
    if (pid < 0)
        return failErrno("making namespaces for node " + setup.hostName);
    process.m_pid = static_cast<pid_t>(pid);
    MR_CHECK(process.receiveReport(setup));
    return process;
}

Result<void> NamespaceProcess::receiveReport(const NamespaceSetup& setup)
{
    InitReport message;
    iovec part{&message, sizeof message};
    alignas(cmsghdr) char space[CMSG_SPACE(sizeof(int))]{};
    msghdr header{};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = space;
    header.msg_controllen = sizeof space;
    MR_TRY(ready, waitReady(m_control.get(), POLLIN, deadlineIn(startTime)));
    if (!ready)
        return fail(ErrorCode::Timeout, fmt::format("node {} was not ready within 10 s", setup.hostName));
    const ssize_t size = ::recvmsg(m_control.get(), &header, MSG_CMSG_CLOEXEC);
    if (size != static_cast<ssize_t>(sizeof message))
        return fail(ErrorCode::PeerFailed,
                    fmt::format("the first process of node {} died at its start", setup.hostName));
    if (message.error != 0)
        return failErrno(fmt::format("node {}: {}", setup.hostName, stepText(message.step)), message.error);
    if (const cmsghdr* item = CMSG_FIRSTHDR(&header); item && item->cmsg_type == SCM_RIGHTS) {
        int fd = -1;
        std::memcpy(&fd, CMSG_DATA(item), sizeof fd);
        tap = UniqueFd(fd);
    }
    for (std::size_t i = 0; i < setup.sysctls.size(); ++i) {
        if ((message.refusedSysctls >> i & 1) != 0)
            notes.push_back(fmt::format("node {}: {} could not be set to {}", setup.hostName, setup.sysctls[i].first,
                                        setup.sysctls[i].second));
    }
    if (message.procRefused)
        notes.push_back(fmt::format("node {}: has no private /proc", setup.hostName));
    if (message.offloadRefused)
        notes.push_back(fmt::format("node {}: the offloads of eth0 could not be set", setup.hostName));
    return {};
}

NamespaceProcess::NamespaceProcess(NamespaceProcess&& other) noexcept
    : tap(std::move(other.tap)), notes(std::move(other.notes)), m_pid(std::exchange(other.m_pid, -1)),
      m_control(std::move(other.m_control))
{
}

NamespaceProcess& NamespaceProcess::operator=(NamespaceProcess&& other) noexcept
{
    if (this != &other) {
        end();
        tap = std::move(other.tap);
        notes = std::move(other.notes);
        m_pid = std::exchange(other.m_pid, -1);
        m_control = std::move(other.m_control);
    }
    return *this;
}

NamespaceProcess::~NamespaceProcess()
{
    end();
}

void NamespaceProcess::kill() const noexcept
{
    if (m_pid > 0)
        ::kill(m_pid, SIGKILL);
}

/// The kernel lets the first process be reaped only when all others of its pid namespace are gone.
void NamespaceProcess::end() noexcept
{
    if (m_pid < 0)
        return;
    kill();
    const Deadline deadline = deadlineIn(initEndTime);
    while (::waitpid(m_pid, nullptr, WNOHANG) == 0 && timeLeft(deadline).count() > 0)
        std::this_thread::sleep_for(std::chrono::microseconds(500));
    m_pid = -1;
}

} // namespace millrace::emulate
