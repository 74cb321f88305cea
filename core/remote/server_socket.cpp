// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/remote/server_socket.h"

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <memory>
#include <mutex>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern char** environ;

namespace millrace::remote {

namespace {

using namespace std::chrono_literals;

struct AddressesFreer
{
    void operator()(addrinfo* list) const noexcept { ::freeaddrinfo(list); }
};
using Addresses = std::unique_ptr<addrinfo, AddressesFreer>;

/// getaddrinfo() can take half a minute and cannot be interrupted, so it runs in a thread that is abandoned when nobody
/// waits for it any more.
struct Lookup
{
    std::mutex mutex;
    std::condition_variable done;
    bool finished = false;
    int status = 0;
    Addresses addresses;
};

Result<Addresses> lookUp(const SshTarget& target, Deadline deadline, const std::stop_token& stop)
{
    const auto lookup = std::make_shared<Lookup>();
    std::thread([lookup, host = target.host, port = std::to_string(target.port)] {
        addrinfo hints{};
        hints.ai_socktype = SOCK_STREAM;
        addrinfo* list = nullptr;
        const int status = ::getaddrinfo(host.c_str(), port.c_str(), &hints, &list);
        const std::lock_guard lock(lookup->mutex);
        lookup->addresses.reset(status == 0 ? list : nullptr);
        lookup->status = status;
        lookup->finished = true;
        lookup->done.notify_all();
    }).detach();
    std::unique_lock lock(lookup->mutex);
    while (!lookup->finished) {
        if (stop.stop_requested())
            return fail(ErrorCode::Cancelled, "Connecting was cancelled.");
        if (timeLeft(deadline).count() == 0)
            return fail(
                ErrorCode::Unreachable,
                fmt::format("Timeout while looking up the address of {}: is the name server reachable?", target.host));
        lookup->done.wait_for(lock, 50ms);
    }
    if (lookup->status != 0)
        return fail(ErrorCode::Unreachable,
                    fmt::format("Cannot resolve the host name {} ({}); correct it, or add it to your ssh "
                                "configuration.",
                                target.host, ::gai_strerror(lookup->status)));
    return std::move(lookup->addresses);
}

void setOption(int fd, int level, int option, int value)
{
    ::setsockopt(fd, level, option, &value, sizeof value);
}

void noticeDeadPeers(int fd)
{
    setOption(fd, IPPROTO_TCP, TCP_NODELAY, 1);
    setOption(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
    setOption(fd, IPPROTO_TCP, TCP_KEEPIDLE, 5);
    setOption(fd, IPPROTO_TCP, TCP_KEEPINTVL, 2);
    setOption(fd, IPPROTO_TCP, TCP_KEEPCNT, 3);
    setOption(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, 10'000);
}

Error refusalOf(const SshTarget& target, int reason)
{
    const std::string where = fmt::format("{} port {}", target.host, target.port);
    if (reason == ECONNREFUSED)
        return fail(
            ErrorCode::Unreachable,
            fmt::format("{} refuses connections: is an ssh server running there, and is that its port?", where));
    if (reason == ETIMEDOUT)
        return fail(ErrorCode::Unreachable,
                    fmt::format("{} does not answer: is the machine running, and does a firewall allow ssh?", where));
    return fail(ErrorCode::Unreachable, fmt::format("{} cannot be reached: {}.", where, std::strerror(reason)));
}

/// Returns 0 or the errno of the failure.
Result<int> tryAddress(int fd, const addrinfo& address, Deadline deadline, const std::stop_token& stop)
{
    if (::connect(fd, address.ai_addr, address.ai_addrlen) == 0)
        return 0;
    if (errno != EINPROGRESS)
        return errno;
    MR_TRY(ready, waitReadyUnless(fd, POLLOUT, deadline, stop));
    if (!ready)
        return ETIMEDOUT;
    int reason = 0;
    socklen_t size = sizeof reason;
    ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &reason, &size);
    return reason;
}

} // namespace

Result<bool> waitReadyUnless(int fd, short events, Deadline deadline, const std::stop_token& stop)
{
    for (;;) {
        if (stop.stop_requested())
            return fail(ErrorCode::Cancelled, "Connecting was cancelled.");
        MR_TRY(ready, waitReady(fd, events, std::min(deadline, deadlineIn(50ms))));
        if (ready || timeLeft(deadline).count() == 0)
            return ready;
    }
}

Result<UniqueFd> connectToServer(const SshTarget& target, Deadline deadline, const std::stop_token& stop)
{
    MR_TRY(addresses, lookUp(target, deadline, stop));
    int count = 0;
    for (const addrinfo* entry = addresses.get(); entry != nullptr; entry = entry->ai_next)
        ++count;
    int reason = EHOSTUNREACH;
    for (const addrinfo* entry = addresses.get(); entry != nullptr; entry = entry->ai_next, --count) {
        UniqueFd fd(::socket(entry->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
        if (!fd) {
            reason = errno;
            continue;
        }
        noticeDeadPeers(fd.get());
        MR_TRY(result, tryAddress(fd.get(), *entry, deadlineIn(timeLeft(deadline) / count), stop));
        if (result == 0)
            return fd;
        reason = result;
    }
    return refusalOf(target, reason);
}

Result<SocketEnds> makeSocketPair()
{
    int ends[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0)
        return failErrno("making a pair of sockets");
    return SocketEnds{UniqueFd(ends[0]), UniqueFd(ends[1])};
}

ProxyProcess::ProxyProcess(ProxyProcess&& other) noexcept
    : fd(std::move(other.fd)), m_pid(std::exchange(other.m_pid, -1))
{
}

ProxyProcess& ProxyProcess::operator=(ProxyProcess&& other) noexcept
{
    std::swap(fd, other.fd);
    std::swap(m_pid, other.m_pid);
    return *this;
}

ProxyProcess::~ProxyProcess()
{
    if (m_pid <= 0)
        return;
    ::kill(-m_pid, SIGKILL);
    while (::waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR) { }
}

Result<ProxyProcess> ProxyProcess::start(const std::string& command)
{
    MR_TRY(ends, makeSocketPair());
    const int flags = ::fcntl(ends.theirs.get(), F_GETFL);
    ::fcntl(ends.theirs.get(), F_SETFL, flags & ~O_NONBLOCK);
    const char* own = std::getenv("SHELL");
    const std::string shell = own != nullptr && *own == '/' ? own : "/bin/sh";
    const std::string text = "exec " + command;
    char* const argv[] = {const_cast<char*>(shell.c_str()), const_cast<char*>("-c"), const_cast<char*>(text.c_str()),
                          nullptr};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, ends.theirs.get(), 0);
    ::posix_spawn_file_actions_adddup2(&actions, ends.theirs.get(), 1);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    ::posix_spawnattr_setpgroup(&attributes, 0);
    ProxyProcess process;
    const int status = ::posix_spawn(&process.m_pid, shell.c_str(), &actions, &attributes, argv, environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
    if (status != 0) {
        process.m_pid = -1;
        return failErrno("starting the ProxyCommand \"" + command + "\"", status);
    }
    process.fd = std::move(ends.ours);
    return process;
}

} // namespace millrace::remote
