// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/mesh.h"
#include "core/collective/wire.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <optional>
#include <poll.h>
#include <set>
#include <stop_token>
#include <sys/socket.h>
#include <thread>
#include <utility>

namespace millrace::collective {

// Every rank listens, opens the connections on which it sends data and the control connections to lower ranks, and
// accepts the others, all in one poll loop. A rank that never starts is thus the only one that all others miss. The
// opening side sends a Greeting and waits for a Welcome.

namespace {

constexpr std::chrono::milliseconds retryOfStarters(20);
constexpr std::chrono::milliseconds retryOfMembers(2);
constexpr int refusalsOfTheDead = 3;

struct Dial
{
    int peer = 0;
    LinkKind kind = LinkKind::Control;
    UniqueFd fd{};
    bool greeted = false;
    bool done = false;
    Deadline retryAt{};
    std::size_t received = 0;
    int refusals = 0; ///< in a row
    Welcome welcome{};
};

struct Guest
{
    UniqueFd fd;
    std::size_t received = 0;
    Greeting greeting{};
};

sockaddr_in socketAddress(const Endpoint& endpoint)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(endpoint.port);
    ::inet_pton(AF_INET, endpoint.address.c_str(), &address.sin_addr);
    return address;
}

Result<void> chooseCongestionControl(int fd, const std::string& name)
{
    if (name.empty()
        || ::setsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, name.data(), static_cast<socklen_t>(name.size())) == 0)
        return {};
    if (errno == ENOENT)
        return fail(ErrorCode::Unsupported,
                    fmt::format("this kernel has no congestion control \"{}\"; see "
                                "/proc/sys/net/ipv4/tcp_available_congestion_control for those it has",
                                name));
    if (errno == EPERM)
        return fail(ErrorCode::Denied,
                    fmt::format("the congestion control \"{}\" may be chosen by root only; see "
                                "/proc/sys/net/ipv4/tcp_allowed_congestion_control for those that everybody may use",
                                name));
    return failErrno(fmt::format("choosing the congestion control \"{}\"", name));
}

class Connector
{
public:
    Connector(const PeerList& peers, int rank, const Edges& edges, MeshOptions options)
        : m_peers(peers), m_rank(rank), m_options(std::move(options)), m_listener(std::move(m_options.listener)),
          m_mesh(static_cast<std::size_t>(peers.size()), m_options.streams)
    {
        for (int step = 1; step < peers.size(); ++step) {
            const int peer = (rank + step) % peers.size();
            if (peer < rank)
                m_dials.push_back({.peer = peer, .kind = LinkKind::Control});
            else
                m_awaited.insert({peer, LinkKind::Control});
            for (int stream = 0; stream < m_options.streams; ++stream) {
                if (edges.has(rank, peer))
                    m_dials.push_back({.peer = peer, .kind = dataLink(stream)});
                if (edges.has(peer, rank))
                    m_awaited.insert({peer, dataLink(stream)});
            }
        }
        m_expected = m_awaited;
    }

    Result<Mesh> run(const JobContext& job);

private:
    [[nodiscard]] bool complete() const;
    Result<void> listen();
    Result<void> step(const WakeUp& wakeUp);
    Result<void> open(Dial& dial);
    Result<void> advance(Dial& dial);
    Result<void> retry(Dial& dial, int errnoValue);
    Result<void> finish(Dial& dial);
    Result<void> acceptGuests();
    Result<bool> receiveGreeting(Guest& guest);
    Result<void> prepare(int fd) const;
    [[nodiscard]] UniqueFd& place(int peer, LinkKind kind, bool outgoing);
    [[nodiscard]] Error otherSettings(int peer) const;
    [[nodiscard]] Error missing() const;
    [[nodiscard]] Error unreachable(const std::set<int>& ranks, std::string_view how) const;

    const PeerList& m_peers;
    int m_rank;
    MeshOptions m_options;
    UniqueFd m_listener;
    std::vector<Dial> m_dials;
    std::vector<Guest> m_guests;
    std::set<std::pair<int, LinkKind>> m_awaited; ///< all that others open
    std::set<std::pair<int, LinkKind>> m_expected; ///< those of them still missing
    int m_lastErrno = 0;
    Mesh m_mesh;
};

Result<Mesh> Connector::run(const JobContext& job)
{
    const WakeUp wakeUp;
    const std::stop_callback onStop(job.stop, [&wakeUp] { wakeUp.notify(); });
    MR_CHECK(listen());
    while (!complete()) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "stopped while connecting to the other ranks");
        if (timeLeft(m_options.deadline) == Nanoseconds(0))
            return missing();
        MR_CHECK(step(wakeUp));
    }
    return std::move(m_mesh);
}

bool Connector::complete() const
{
    return m_expected.empty()
        && std::all_of(m_dials.begin(), m_dials.end(), [](const Dial& dial) { return dial.done; });
}

Result<void> Connector::listen()
{
    if (!m_listener) {
        auto listener = listenTcp(m_peers[m_rank], std::max(128, 4 * m_options.streams * m_peers.size()));
        if (!listener)
            return within("starting " + m_peers.describe(m_rank), std::move(listener).error());
        m_listener = *std::move(listener);
    }
    MR_CHECK(prepare(m_listener.get()));
    MR_TRY(name, congestionControlOf(m_listener.get()));
    m_mesh.congestionControl = std::move(name);
    return {};
}

Result<void> Connector::prepare(int fd) const
{
    if (m_options.socketBufferBytes > 0) {
        const int bytes = m_options.socketBufferBytes;
        ::setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
        ::setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
    }
    return chooseCongestionControl(fd, m_options.congestionControl);
}

Result<void> Connector::step(const WakeUp& wakeUp)
{
    std::vector<pollfd> entries{{wakeUp.fd(), POLLIN, 0}, {m_listener.get(), POLLIN, 0}};
    Deadline until = m_options.deadline;
    for (Dial& dial : m_dials) {
        if (!dial.done && !dial.fd && dial.retryAt <= std::chrono::steady_clock::now())
            MR_CHECK(open(dial));
        if (!dial.done && !dial.fd)
            until = std::min(until, dial.retryAt);
        const short events = dial.greeted ? POLLIN : POLLOUT;
        entries.push_back({dial.done ? -1 : dial.fd.get(), events, 0});
    }
    const std::size_t firstGuest = entries.size();
    for (const Guest& guest : m_guests)
        entries.push_back({guest.fd.get(), POLLIN, 0});
    if (::poll(entries.data(), entries.size(), pollTimeout(until)) < 0 && errno != EINTR)
        return failErrno("waiting for the other ranks");

    for (std::size_t index = 0; index < m_dials.size(); ++index) {
        if (entries[index + 2].revents != 0)
            MR_CHECK(advance(m_dials[index]));
    }
    for (std::size_t index = entries.size(); index-- > firstGuest;) {
        if (entries[index].revents == 0)
            continue;
        MR_TRY(stays, receiveGreeting(m_guests[index - firstGuest]));
        if (!stays)
            m_guests.erase(m_guests.begin() + static_cast<std::ptrdiff_t>(index - firstGuest));
    }
    return entries[1].revents != 0 ? acceptGuests() : Result<void>();
}

Result<void> Connector::open(Dial& dial)
{
    dial.fd = UniqueFd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!dial.fd)
        return failErrno("making a socket");
    const int on = 1;
    ::setsockopt(dial.fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    MR_CHECK(prepare(dial.fd.get()));
    const sockaddr_in address = socketAddress(m_peers[dial.peer]);
    if (::connect(dial.fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0
        && errno != EINPROGRESS)
        return retry(dial, errno);
    return {};
}

Result<void> Connector::advance(Dial& dial)
{
    if (!dial.greeted) {
        int code = 0;
        socklen_t length = sizeof code;
        ::getsockopt(dial.fd.get(), SOL_SOCKET, SO_ERROR, &code, &length);
        const Greeting greeting{.kind = dial.kind,
                                .from = m_rank,
                                .to = dial.peer,
                                .size = m_peers.size(),
                                .settings = m_options.settings,
                                .epoch = m_options.epoch};
        if (code == 0 && ::send(dial.fd.get(), &greeting, sizeof greeting, MSG_NOSIGNAL) != sizeof greeting)
            code = errno;
        if (code != 0)
            return retry(dial, code);
        dial.greeted = true;
        return {};
    }
    char* into = reinterpret_cast<char*>(&dial.welcome) + dial.received;
    const ssize_t got = ::recv(dial.fd.get(), into, sizeof dial.welcome - dial.received, 0);
    if (got > 0)
        dial.received += static_cast<std::size_t>(got);
    else if (got == 0 || errno != EAGAIN)
        return retry(dial, got == 0 ? ECONNRESET : errno);
    return dial.fd && dial.received == sizeof dial.welcome ? finish(dial) : Result<void>();
}

Result<void> Connector::retry(Dial& dial, int errnoValue)
{
    m_lastErrno = errnoValue;
    dial.fd.reset();
    dial.greeted = false;
    dial.received = 0;
    dial.refusals = errnoValue == ECONNREFUSED ? dial.refusals + 1 : 0;
    if (m_options.epoch != 0 && dial.refusals == refusalsOfTheDead)
        return unreachable({dial.peer}, ": it refuses them, so its process has ended");
    dial.retryAt = deadlineIn(m_options.epoch != 0 ? retryOfMembers : retryOfStarters);
    return {};
}

Result<void> Connector::finish(Dial& dial)
{
    if (dial.welcome.magic != Welcome{}.magic || dial.welcome.rank != dial.peer)
        return fail(ErrorCode::Protocol,
                    fmt::format("{} answered with something that is not Millrace's protocol; another program seems to "
                                "listen there",
                                m_peers.describe(dial.peer)));
    if (dial.welcome.status == WelcomeStatus::OtherEpoch)
        return retry(dial, ESTALE);
    if (dial.welcome.status != WelcomeStatus::Accepted)
        return otherSettings(dial.peer);
    place(dial.peer, dial.kind, true) = std::move(dial.fd);
    dial.done = true;
    return {};
}

Result<void> Connector::acceptGuests()
{
    for (;;) {
        UniqueFd fd(::accept4(m_listener.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (!fd)
            return errno == EMFILE || errno == ENFILE ? Result<void>(failErrno("accepting a connection"))
                                                      : Result<void>();
        const int on = 1;
        ::setsockopt(fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        m_guests.push_back({.fd = std::move(fd)});
    }
}

/// Returns false if the guest is to be dropped: settled, gone, or a stranger.
Result<bool> Connector::receiveGreeting(Guest& guest)
{
    char* into = reinterpret_cast<char*>(&guest.greeting) + guest.received;
    const ssize_t got = ::recv(guest.fd.get(), into, sizeof guest.greeting - guest.received, 0);
    if (got <= 0)
        return got < 0 && errno == EAGAIN;
    guest.received += static_cast<std::size_t>(got);
    if (guest.received < sizeof guest.greeting)
        return true;
    const Greeting& greeting = guest.greeting;
    const std::pair<int, LinkKind> key{greeting.from, greeting.kind};
    const bool known = greeting.from >= 0 && greeting.from < m_peers.size();
    if (greeting.magic != Greeting{}.magic || (!known && greeting.epoch == m_options.epoch))
        return false;
    const bool sameEpoch = greeting.epoch == m_options.epoch;
    const bool same =
        greeting.settings == m_options.settings && greeting.size == m_peers.size() && greeting.to == m_rank;
    const Welcome welcome{.status = !sameEpoch ? WelcomeStatus::OtherEpoch
                              : same           ? WelcomeStatus::Accepted
                                               : WelcomeStatus::OtherSettings,
                          .rank = sameEpoch ? m_rank : greeting.to};
    const bool answered = ::send(guest.fd.get(), &welcome, sizeof welcome, MSG_NOSIGNAL) == sizeof welcome;
    if (!sameEpoch)
        return false;
    if (!same)
        return otherSettings(greeting.from);
    if (answered && m_awaited.count(key) > 0) {
        place(greeting.from, greeting.kind, false) = std::move(guest.fd);
        m_expected.erase(key);
    }
    return false;
}

UniqueFd& Connector::place(int peer, LinkKind kind, bool outgoing)
{
    auto& links = m_mesh.links[static_cast<std::size_t>(peer)];
    if (kind == LinkKind::Control)
        return links.control;
    return (outgoing ? links.out : links.in)[static_cast<std::size_t>(kind) - static_cast<std::size_t>(LinkKind::Data)];
}

Error Connector::otherSettings(int peer) const
{
    return fail(ErrorCode::InvalidInput,
                fmt::format("{} was started with other settings than {}: peers, strategy, chunk hash, segment size "
                            "and streams must be the same on all ranks",
                            m_peers.describe(peer), m_peers.describe(m_rank)));
}

Error Connector::missing() const
{
    std::set<int> ranks;
    for (const Dial& dial : m_dials) {
        if (!dial.done)
            ranks.insert(dial.peer);
    }
    for (const auto& [peer, kind] : m_expected)
        ranks.insert(peer);
    const std::string reason = m_lastErrno == 0 ? std::string() : fmt::format(" ({})", std::strerror(m_lastErrno));
    return unreachable(ranks, fmt::format(" in time{}; is it running and reachable?", reason));
}

Error Connector::unreachable(const std::set<int>& ranks, std::string_view how) const
{
    std::string names;
    for (const int rank : ranks)
        names += (names.empty() ? "" : ", ") + m_peers.describe(rank);
    return fail(ErrorCode::Unreachable, fmt::format("no connection with {}{}", names, how));
}

} // namespace

Result<Mesh> connectMesh(const PeerList& peers, int rank, const Edges& edges, MeshOptions options,
                         const JobContext& job)
{
    return Connector(peers, rank, edges, std::move(options)).run(job);
}

} // namespace millrace::collective
