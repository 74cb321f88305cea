// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/counters/tcp_sockets.h"

#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <cstring>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/tcp.h>
#include <poll.h>
#include <sys/socket.h>

namespace millrace::counters {

namespace {

// Kernel numbers of the TCP states: established 1, syn-sent 2, fin-wait-1 4, fin-wait-2 5, close-wait 8, last-ack 9,
// closing 11.
constexpr std::uint32_t wantedStates = 1U << 1 | 1U << 2 | 1U << 4 | 1U << 5 | 1U << 8 | 1U << 9 | 1U << 11;

constexpr std::uint8_t wantedAttributes = 1U << (INET_DIAG_INFO - 1) | 1U << (INET_DIAG_CONG - 1);
constexpr auto listInterval = std::chrono::milliseconds(200);
/// Up to about this many sockets, single queries are cheaper than a list, and their replies fit into the socket's
/// buffer.
constexpr std::size_t knownLimit = 64;

/// The older request, the only one with both address families in one list.
struct ListRequest
{
    nlmsghdr header;
    inet_diag_req body;
};

struct SocketRequest
{
    nlmsghdr header;
    inet_diag_req_v2 body;
};
static_assert(sizeof(SocketRequest) % NLMSG_ALIGNTO == 0);
static_assert(sizeof(inet_diag_sockid) == sizeof SocketState::id);

template <typename T>
bool copyFrom(std::span<const std::byte> bytes, T& into)
{
    if (bytes.size() < sizeof into)
        return false;
    std::memcpy(&into, bytes.data(), sizeof into);
    return true;
}

void takeInfo(std::span<const std::byte> bytes, SocketState& socket)
{
    tcp_info info{}; // older kernels fill only the beginning
    std::memcpy(&info, bytes.data(), std::min(bytes.size(), sizeof info));
    PeerTcp& n = socket.numbers;
    n.sockets = 1;
    n.ackedBytes = info.tcpi_bytes_acked;
    n.receivedBytes = info.tcpi_bytes_received;
    n.sentBytes = info.tcpi_bytes_sent;
    n.retransmittedBytes = info.tcpi_bytes_retrans;
    n.retransmissions = info.tcpi_total_retrans;
    n.unackedSegments = info.tcpi_unacked;
    n.minimumRtt = n.meanRtt = n.maximumRtt = std::chrono::microseconds(info.tcpi_rtt);
    n.meanWindow = info.tcpi_snd_cwnd;
    n.deliveryRate = static_cast<double>(info.tcpi_delivery_rate);
    socket.hasNumbers = true;
}

void takeAttribute(unsigned type, std::span<const std::byte> value, SocketState& socket)
{
    if (type == INET_DIAG_INFO)
        takeInfo(value, socket);
    if (type == INET_DIAG_CONG) {
        const std::string_view text(reinterpret_cast<const char*>(value.data()), value.size());
        socket.numbers.congestionControl = text.substr(0, text.find('\0'));
    }
}

std::string addressText(const std::array<std::byte, 16>& address)
{
    std::array<char, INET6_ADDRSTRLEN> text{};
    in6_addr raw;
    std::memcpy(&raw, address.data(), sizeof raw);
    if (IN6_IS_ADDR_V4MAPPED(&raw))
        ::inet_ntop(AF_INET, address.data() + 12, text.data(), text.size());
    else
        ::inet_ntop(AF_INET6, address.data(), text.data(), text.size());
    return text.data();
}

bool contains(const PortRange& ports, std::uint16_t port)
{
    return port >= ports.first && port <= ports.last;
}

struct NetlinkMessage
{
    nlmsghdr header;
    std::span<const std::byte> body;
};

/// Removes the first message.
Result<NetlinkMessage> takeMessage(std::span<const std::byte>& bytes)
{
    NetlinkMessage message{};
    if (!copyFrom(bytes, message.header) || message.header.nlmsg_len < sizeof message.header
        || message.header.nlmsg_len > bytes.size())
        return fail(ErrorCode::Corrupt, "the kernel's list of TCP sockets is cut off");
    message.body = bytes.subspan(sizeof message.header, message.header.nlmsg_len - sizeof message.header);
    bytes = bytes.subspan(std::min<std::size_t>(NLMSG_ALIGN(message.header.nlmsg_len), bytes.size()));
    return message;
}

/// NLMSG_DONE and NLMSG_ERROR begin with a negative errno, or with 0.
int errorOf(const NetlinkMessage& message)
{
    int error = 0;
    (void)copyFrom(message.body, error);
    return -error;
}

} // namespace

struct TcpSocketReader::Sums
{
    std::array<std::byte, 16> remote{};
    PeerTcp peer; ///< its means are sums until the end
    std::uint32_t withRtt = 0;
};

Result<SocketState> parseSocket(std::span<const std::byte> message)
{
    inet_diag_msg head;
    if (!copyFrom(message, head))
        return fail(ErrorCode::Corrupt, "the kernel's description of a socket is cut off");
    SocketState socket;
    socket.family = head.idiag_family;
    std::memcpy(socket.id.data(), &head.id, sizeof head.id);
    socket.localPort = ntohs(head.id.idiag_sport);
    socket.remotePort = ntohs(head.id.idiag_dport);
    if (head.idiag_family == AF_INET) {
        socket.remote[10] = socket.remote[11] = std::byte(0xff);
        std::memcpy(socket.remote.data() + 12, head.id.idiag_dst, 4);
    } else {
        std::memcpy(socket.remote.data(), head.id.idiag_dst, 16);
    }
    auto rest = message.subspan(std::min(message.size(), std::size_t(NLMSG_ALIGN(sizeof head))));
    rtattr attribute;
    while (copyFrom(rest, attribute)) {
        if (attribute.rta_len < sizeof attribute || attribute.rta_len > rest.size())
            return fail(ErrorCode::Corrupt, "an attribute of the kernel's description of a socket is cut off");
        takeAttribute(attribute.rta_type, rest.subspan(sizeof attribute, attribute.rta_len - sizeof attribute), socket);
        rest = rest.subspan(std::min<std::size_t>(RTA_ALIGN(attribute.rta_len), rest.size()));
    }
    return socket;
}

TcpSocketReader::TcpSocketReader() = default;
TcpSocketReader::TcpSocketReader(TcpSocketReader&& other) noexcept = default;
TcpSocketReader& TcpSocketReader::operator=(TcpSocketReader&& other) noexcept = default;
TcpSocketReader::~TcpSocketReader() = default;

Result<TcpSocketReader> TcpSocketReader::open()
{
    TcpSocketReader reader;
    reader.m_netlink = UniqueFd(::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_SOCK_DIAG));
    if (!reader.m_netlink)
        return fail(ErrorCode::Unsupported,
                    std::string("this kernel does not report TCP sockets (NETLINK_SOCK_DIAG): ")
                        + std::strerror(errno));
    reader.m_buffer.resize(64 << 10);
    std::vector<PeerTcp> first;
    if (auto tried = reader.read({}, first, deadlineIn(std::chrono::seconds(5))); !tried)
        return fail(ErrorCode::Unsupported,
                    "this kernel does not report TCP sockets (inet_diag): " + tried.error().what);
    return reader;
}

Result<void> TcpSocketReader::read(const PortRange& ports, std::vector<PeerTcp>& into, Deadline deadline)
{
    m_sums.clear();
    if (timeLeft(m_nextList) == Nanoseconds(0) || m_known.size() > knownLimit || ports != m_ports)
        MR_CHECK(list(ports, deadline));
    else
        MR_CHECK(askKnown(deadline));
    into.clear();
    for (Sums& sums : m_sums) {
        PeerTcp& peer = into.emplace_back(std::move(sums.peer));
        peer.address = addressText(sums.remote);
        peer.meanWindow /= peer.sockets;
        if (sums.withRtt > 0)
            peer.meanRtt /= sums.withRtt;
    }
    std::ranges::sort(into, {}, &PeerTcp::address);
    return {};
}

Result<void> TcpSocketReader::list(const PortRange& ports, Deadline deadline)
{
    ListRequest request{};
    request.header.nlmsg_len = sizeof request;
    request.header.nlmsg_type = TCPDIAG_GETSOCK;
    request.header.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
    request.header.nlmsg_seq = ++m_sequence;
    request.body.idiag_family = AF_INET;
    request.body.idiag_ext = wantedAttributes;
    request.body.idiag_states = wantedStates;
    m_known.clear();
    m_ports = ports;
    if (::send(m_netlink.get(), &request, sizeof request, 0) != static_cast<ssize_t>(sizeof request))
        return failErrno("asking the kernel for its TCP sockets");
    MR_CHECK(collect(Answers::List, deadline));
    m_nextList = deadlineIn(listInterval);
    return {};
}

Result<void> TcpSocketReader::askKnown(Deadline deadline)
{
    if (m_known.empty())
        return {};
    std::array<SocketRequest, knownLimit> requests{};
    ++m_sequence;
    for (std::size_t i = 0; i < m_known.size(); ++i) {
        SocketRequest& request = requests[i];
        request.header.nlmsg_len = sizeof request;
        request.header.nlmsg_type = SOCK_DIAG_BY_FAMILY;
        request.header.nlmsg_flags = NLM_F_REQUEST;
        request.header.nlmsg_seq = m_sequence;
        request.body.sdiag_family = m_known[i].family;
        request.body.sdiag_protocol = IPPROTO_TCP;
        request.body.idiag_ext = wantedAttributes;
        request.body.idiag_states = wantedStates;
        std::memcpy(&request.body.id, m_known[i].id.data(), sizeof request.body.id);
    }
    const std::size_t bytes = m_known.size() * sizeof(SocketRequest);
    if (::send(m_netlink.get(), requests.data(), bytes, 0) != static_cast<ssize_t>(bytes))
        return failErrno("asking the kernel for TCP sockets");
    return collect(Answers::OneEach, deadline);
}

/// Reads the replies to the latest request: a list until its end, or one for each known socket.
Result<void> TcpSocketReader::collect(Answers answers, Deadline deadline)
{
    std::size_t missing = m_known.size();
    while (answers == Answers::List || missing > 0) {
        const ssize_t got = ::recv(m_netlink.get(), m_buffer.data(), m_buffer.size(), MSG_TRUNC);
        if (got < 0 && errno == EAGAIN) {
            MR_TRY(ready, waitReady(m_netlink.get(), POLLIN, deadline));
            if (!ready)
                return fail(ErrorCode::Timeout, "timeout: the kernel did not report its TCP sockets");
            continue;
        }
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return failErrno("reading the kernel's TCP sockets");
        if (static_cast<std::size_t>(got) > m_buffer.size())
            return fail(ErrorCode::Corrupt, "the kernel's list of TCP sockets is longer than expected");
        const auto bytes = std::span<const std::byte>(m_buffer).first(static_cast<std::size_t>(got));
        MR_TRY(finished, take(bytes, answers, missing));
        if (finished)
            return {};
    }
    return {};
}

/// Returns true at the end of a list.
Result<bool> TcpSocketReader::take(std::span<const std::byte> bytes, Answers answers, std::size_t& missing)
{
    while (!bytes.empty()) {
        MR_TRY(message, takeMessage(bytes));
        if (message.header.nlmsg_seq != m_sequence)
            continue;
        missing -= answers == Answers::OneEach ? 1 : 0;
        if (message.header.nlmsg_type == NLMSG_DONE || message.header.nlmsg_type == NLMSG_ERROR) {
            // A socket may have been closed since the list.
            if (answers == Answers::OneEach)
                continue;
            if (const int error = errorOf(message); error != 0)
                return failErrno("asking the kernel for its TCP sockets", error);
            return true;
        }
        MR_TRY(socket, parseSocket(message.body));
        if (!socket.hasNumbers || !(contains(m_ports, socket.localPort) || contains(m_ports, socket.remotePort)))
            continue;
        add(socket);
        if (answers == Answers::List)
            m_known.push_back(std::move(socket));
    }
    return false;
}

void TcpSocketReader::add(const SocketState& socket)
{
    auto sums = std::ranges::find(m_sums, socket.remote, &Sums::remote);
    if (sums == m_sums.end())
        sums = m_sums.insert(sums, Sums{socket.remote, {}, 0});
    PeerTcp& peer = sums->peer;
    const PeerTcp& one = socket.numbers;
    peer.sockets += 1;
    peer.ackedBytes += one.ackedBytes;
    peer.receivedBytes += one.receivedBytes;
    peer.sentBytes += one.sentBytes;
    peer.retransmittedBytes += one.retransmittedBytes;
    peer.retransmissions += one.retransmissions;
    peer.unackedSegments += one.unackedSegments;
    peer.meanWindow += one.meanWindow;
    peer.deliveryRate += one.deliveryRate;
    if (one.meanRtt > Nanoseconds(0)) {
        peer.minimumRtt = sums->withRtt == 0 ? one.meanRtt : std::min(peer.minimumRtt, one.meanRtt);
        peer.maximumRtt = std::max(peer.maximumRtt, one.meanRtt);
        peer.meanRtt += one.meanRtt;
        ++sums->withRtt;
    }
    if (peer.congestionControl.empty())
        peer.congestionControl = one.congestionControl;
    else if (("," + peer.congestionControl + ",").find("," + one.congestionControl + ",") == std::string::npos)
        peer.congestionControl += "," + one.congestionControl;
}

} // namespace millrace::counters
