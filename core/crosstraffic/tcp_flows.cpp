// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/crosstraffic/tcp_flows.h"

#include "core/base/random.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstring>
#include <linux/errqueue.h>
#include <linux/net_tstamp.h>
#include <linux/sockios.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/uio.h>

namespace millrace::crosstraffic {

namespace {

constexpr std::uint64_t chunk = 256 * 1024;
constexpr std::uint64_t pacedUnit = 1448; // payload of a segment with time stamps on Ethernet
constexpr double kernelPacing = 2e9; // bit/s from which the kernel paces
constexpr int unsentLimit = 128 * 1024;
constexpr std::size_t mostUnanswered = 2048; // connections not yet accepted or closed by a receiver; its backlog is
                                             // 4096
constexpr auto closingTime = std::chrono::milliseconds(500);
constexpr auto checkTime = std::chrono::milliseconds(1); // if the kernel does not notify
constexpr auto rareCheckTime = std::chrono::milliseconds(50);

/// Returns the wall time at which the kernel received the last acknowledgement, from the error queue; 0: none yet.
Nanoseconds takeAcknowledged(int fd)
{
    Nanoseconds last{0};
    while (true) {
        alignas(cmsghdr) std::array<char, 512> control{};
        msghdr message{};
        message.msg_control = control.data();
        message.msg_controllen = control.size();
        if (::recvmsg(fd, &message, MSG_ERRQUEUE | MSG_DONTWAIT) < 0)
            return last;
        for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr; part = CMSG_NXTHDR(&message, part)) {
            if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_TIMESTAMPING)
                continue;
            scm_timestamping times{};
            std::memcpy(&times, CMSG_DATA(part), sizeof times);
            last = std::chrono::seconds(times.ts[0].tv_sec) + Nanoseconds(times.ts[0].tv_nsec);
        }
    }
}

std::uint64_t batchOf(const Pacer& pacer)
{
    return pacedUnit * static_cast<std::uint64_t>(pacer.batch());
}

int unacknowledged(int fd)
{
    int bytes = 0;
    return ::ioctl(fd, SIOCOUTQ, &bytes) == 0 ? bytes : INT_MAX;
}

/// Returns the bytes that the kernel has not sent yet.
std::uint64_t unsent(int fd)
{
    int bytes = 0;
    return ::ioctl(fd, SIOCOUTQNSD, &bytes) == 0 ? static_cast<std::uint64_t>(bytes) : 0;
}

tcp_info infoOf(int fd)
{
    tcp_info info{};
    socklen_t length = sizeof info;
    ::getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &length);
    return info;
}

} // namespace

TcpFlows::TcpFlows(SenderState& state) : m_state(state), m_payload(chunk)
{
    Random random(1);
    for (unsigned char& byte : m_payload)
        byte = static_cast<unsigned char>(random());
}

TcpFlows::~TcpFlows() = default;

bool TcpFlows::prepare(Slot& slot, const Flow& flow)
{
    const SocketAddress& to = m_state.targets[static_cast<std::size_t>(flow.destination)];
    slot.fd = openSocket(SOCK_STREAM, to, m_state.source ? &*m_state.source : nullptr, m_state.order.dscp);
    if (!slot.fd)
        return false;
    const int fd = slot.fd.get();
    const std::string& control = m_state.order.congestionControl;
    if (!control.empty()
        && ::setsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, control.data(), static_cast<socklen_t>(control.size())) != 0)
        return false;
    static_cast<void>(setOption(fd, IPPROTO_TCP, TCP_NODELAY, 1));
    static_cast<void>(setOption(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, unsentLimit));
    slot.told = setOption(fd, SOL_SOCKET, SO_TIMESTAMPING, SOF_TIMESTAMPING_SOFTWARE | SOF_TIMESTAMPING_OPT_TSONLY);
    const double rate = m_state.rateOf(flow);
    slot.paced = rate > 0 && rate < kernelPacing;
    if (rate == 0 || slot.paced)
        return true;
    const auto bytes = static_cast<std::uint64_t>(rate / 8);
    return ::setsockopt(fd, SOL_SOCKET, SO_MAX_PACING_RATE, &bytes, sizeof bytes) == 0;
}

bool TcpFlows::mayBegin() const
{
    return m_connecting + m_closing < mostUnanswered && m_active + m_closing < m_state.descriptors;
}

void TcpFlows::setPhase(Slot& slot, Phase phase)
{
    m_connecting -= slot.phase == Phase::Connecting;
    m_closing -= slot.phase == Phase::Closing;
    slot.phase = phase;
    m_connecting += phase == Phase::Connecting;
    m_closing += phase == Phase::Closing;
}

void TcpFlows::release(Slot& slot)
{
    m_connecting -= slot.phase == Phase::Connecting;
    m_closing -= slot.phase == Phase::Closing;
    m_slots.release(slot.key);
}

void TcpFlows::begin(std::uint32_t index, Nanoseconds planned)
{
    const Flow& flow = m_state.order.flows[index];
    const auto target = static_cast<std::size_t>(flow.destination);
    const std::uint64_t key = m_slots.take();
    Slot& slot = *m_slots.find(key);
    slot.flow = index;
    slot.size = flow.bytes;
    ++m_connecting;
    const bool prepared = prepare(slot, flow);
    int error = errno;
    slot.begun = monotonicNow();
    FlowRecord record;
    record.index = index;
    record.destination = m_state.order.targets[target].name;
    record.bytes = flow.bytes;
    record.plannedStart = planned + m_state.wallOffset;
    record.start = slot.begun + m_state.wallOffset;
    m_state.records.push_back(std::move(record));
    ++m_active;
    if (prepared) {
        const SocketAddress& to = m_state.targets[target];
        error = ::connect(slot.fd.get(), to.get(), to.length) == 0 ? 0 : errno;
    }
    if (error != 0 && error != EINPROGRESS) {
        end(slot, FlowEnd::Failed, errnoText(error), slot.begun);
        return;
    }
    slot.listening = true;
    if (!m_state.wait.add(slot.fd.get(), key, EPOLLOUT | EPOLLRDHUP))
        end(slot, FlowEnd::Failed, errnoText(errno), slot.begun);
}

void TcpFlows::listen(Slot& slot, bool forRoom)
{
    if (slot.listening != forRoom)
        m_state.wait.change(slot.fd.get(), slot.key, EPOLLRDHUP | (forRoom ? EPOLLOUT : 0U));
    slot.listening = forRoom;
}

void TcpFlows::schedule(Slot& slot, Nanoseconds due)
{
    slot.due = due;
    m_due.push(due, slot.key);
}

void TcpFlows::connected(Slot& slot)
{
    setPhase(slot, Phase::Sending);
    if (!slot.paced) {
        writeOn(slot);
        return;
    }
    slot.pacer = Pacer(m_state.rateOf(m_state.order.flows[slot.flow]), pacedUnit, monotonicNow());
    // Room is reported below half of this: as soon as writePaced() writes again.
    const int room = 2 * (static_cast<int>(batchOf(slot.pacer)) + 1);
    static_cast<void>(setOption(slot.fd.get(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, room));
    listen(slot, false);
    writePaced(slot, monotonicNow());
}

std::int64_t TcpFlows::send(const Slot& slot, std::uint64_t limit, bool last) const
{
    std::array<iovec, 2> parts{};
    std::size_t count = 0;
    const ConnectionHead head{slot.flow, slot.size};
    const auto bytes = encode(head);
    if (slot.written < head.length())
        parts[count++] = {const_cast<unsigned char*>(bytes.data()) + slot.written, head.length() - slot.written};
    parts[count++] = {const_cast<unsigned char*>(m_payload.data()), limit};
    msghdr message{};
    message.msg_iov = parts.data();
    message.msg_iovlen = count;
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(std::uint32_t))> control{};
    if (last) {
        message.msg_control = control.data();
        message.msg_controllen = control.size();
        cmsghdr* part = CMSG_FIRSTHDR(&message);
        part->cmsg_level = SOL_SOCKET;
        part->cmsg_type = SO_TIMESTAMPING;
        part->cmsg_len = CMSG_LEN(sizeof(std::uint32_t));
        const std::uint32_t flags = SOF_TIMESTAMPING_TX_ACK;
        std::memcpy(CMSG_DATA(part), &flags, sizeof flags);
    }
    return ::sendmsg(slot.fd.get(), &message, MSG_NOSIGNAL);
}

std::int64_t TcpFlows::write(Slot& slot, std::uint64_t limit)
{
    const std::uint64_t head = ConnectionHead{slot.flow, slot.size}.length();
    const std::uint64_t headLeft = head - std::min(slot.written, head);
    const std::uint64_t left = slot.size == 0 ? limit : slot.size - slot.written - headLeft;
    limit = std::min({limit, left, chunk});
    const std::int64_t went = send(slot, limit, slot.size != 0 && limit == left);
    if (went < 0) {
        if (const int error = errno; !isPassing(error))
            end(slot, FlowEnd::Failed, errnoText(error), monotonicNow());
        return -1;
    }
    slot.written += static_cast<std::uint64_t>(went);
    if (slot.size != 0 && slot.written == slot.size)
        allWritten(slot);
    return went;
}

void TcpFlows::writeOn(Slot& slot)
{
    static_cast<void>(write(slot, chunk));
}

void TcpFlows::writePaced(Slot& slot, Nanoseconds now)
{
    const std::uint64_t key = slot.key;
    const std::uint64_t batch = batchOf(slot.pacer);
    while (slot.pacer.due() <= now) {
        // Bytes queued in the kernel are sent at once with the next acknowledgement, up to 64 KiB: at most two batches
        // may be queued there; the rest of a debt stays with the pacer.
        if (unsent(slot.fd.get()) > batch) {
            listen(slot, true);
            return;
        }
        const std::int64_t went = write(slot, batch);
        if (went < 0) {
            if (m_slots.find(key) != nullptr && slot.phase == Phase::Sending)
                listen(slot, true);
            return;
        }
        if (slot.phase != Phase::Sending)
            return;
        slot.pacer.sent(std::max(1, static_cast<int>(went / static_cast<std::int64_t>(pacedUnit))), now);
    }
    listen(slot, false);
    schedule(slot, slot.pacer.due());
}

void TcpFlows::allWritten(Slot& slot)
{
    setPhase(slot, Phase::Acknowledging);
    listen(slot, false);
    schedule(slot, monotonicNow() + (slot.told ? rareCheckTime : checkTime));
}

void TcpFlows::ready(std::uint64_t key, std::uint32_t events)
{
    Slot* slot = m_slots.find(key);
    if (slot == nullptr)
        return;
    if ((events & (EPOLLERR | EPOLLHUP | EPOLLRDHUP)) != 0) {
        noticed(*slot, events);
        if (m_slots.find(key) == nullptr)
            return;
    }
    if ((events & EPOLLOUT) == 0)
        return;
    if (slot->phase == Phase::Connecting)
        connected(*slot);
    else if (slot->phase == Phase::Sending && slot->paced)
        writePaced(*slot, monotonicNow());
    else if (slot->phase == Phase::Sending)
        writeOn(*slot);
}

/// Handles the error queue, an error, or the close by the receiver.
void TcpFlows::noticed(Slot& slot, std::uint32_t events)
{
    const bool closed = (events & (EPOLLHUP | EPOLLRDHUP)) != 0;
    const Nanoseconds wall = takeAcknowledged(slot.fd.get());
    const Nanoseconds now = monotonicNow();
    if (slot.phase == Phase::Acknowledging && unacknowledged(slot.fd.get()) == 0) {
        complete(slot, wall.count() > 0 ? std::min(now, now - (wallNow() - wall)) : now);
    } else if (slot.phase != Phase::Closing) {
        const int error = takeSocketError(slot.fd.get());
        if (error != 0 || closed) {
            end(slot, FlowEnd::Failed, error != 0 ? errnoText(error) : "the receiver closed the connection", now);
            return;
        }
    }
    if (slot.phase == Phase::Closing && (closed || takeSocketError(slot.fd.get()) != 0))
        release(slot);
}

void TcpFlows::run(Nanoseconds now)
{
    while (m_due.first() <= now) {
        const std::uint64_t key = m_due.pop();
        Slot* slot = m_slots.find(key);
        if (slot == nullptr || slot->due > now)
            continue;
        if (slot->phase == Phase::Sending)
            writePaced(*slot, now);
        else if (slot->phase == Phase::Closing)
            release(*slot);
        else if (slot->phase == Phase::Acknowledging && unacknowledged(slot->fd.get()) == 0)
            noticed(*slot, EPOLLERR);
        else
            schedule(*slot, now + (slot->told ? rareCheckTime : checkTime));
    }
}

void TcpFlows::refresh(Slot& slot)
{
    if (slot.phase == Phase::Connecting)
        return;
    const auto behind = static_cast<std::uint64_t>(unacknowledged(slot.fd.get()));
    if (slot.written > behind)
        slot.acked = std::max(slot.acked, slot.written - behind);
}

void TcpFlows::complete(Slot& slot, Nanoseconds at)
{
    slot.acked = slot.size;
    end(slot, FlowEnd::Completed, {}, at);
}

void TcpFlows::end(Slot& slot, FlowEnd how, std::string error, Nanoseconds at)
{
    FlowRecord& record = m_state.records[slot.flow];
    if (slot.fd && slot.phase != Phase::Connecting) {
        const tcp_info info = infoOf(slot.fd.get());
        const double rate =
            m_state.order.targets[static_cast<std::size_t>(m_state.order.flows[slot.flow].destination)].bitsPerSecond;
        record.retransmissions = info.tcpi_total_retrans;
        if (rate > 0 && slot.size > 0 && info.tcpi_min_rtt > 0 && info.tcpi_min_rtt != UINT32_MAX)
            record.ideal = idealCompletion(std::chrono::microseconds(info.tcpi_min_rtt), slot.size, rate);
        if (how == FlowEnd::Cut || (how == FlowEnd::Completed && slot.size == 0))
            refresh(slot);
    }
    record.end = how;
    record.error = std::move(error);
    record.completion = std::max(Nanoseconds(0), at - slot.begun);
    record.ackedBytes = slot.acked;
    --m_active;
    m_ended.acked += slot.acked;
    m_ended.sent += slot.written;
    if (how == FlowEnd::Completed && slot.size != 0) {
        setPhase(slot, Phase::Closing);
        schedule(slot, monotonicNow() + closingTime);
        return;
    }
    if (slot.fd)
        abortConnection(slot.fd);
    release(slot);
}

void TcpFlows::endEndless()
{
    for (std::size_t i = 0; i < m_slots.size(); ++i)
        if (Slot& slot = m_slots.at(i); slot.key != 0 && slot.size == 0)
            end(slot, slot.phase == Phase::Connecting ? FlowEnd::Failed : FlowEnd::Completed,
                slot.phase == Phase::Connecting ? "no connection" : "", monotonicNow());
}

void TcpFlows::cut()
{
    for (std::size_t i = 0; i < m_slots.size(); ++i)
        if (Slot& slot = m_slots.at(i); slot.key != 0 && slot.phase != Phase::Closing)
            end(slot, FlowEnd::Cut, slot.phase == Phase::Connecting ? "no connection" : "", monotonicNow());
}

FlowTotals TcpFlows::totals(bool ask)
{
    FlowTotals totals = m_ended;
    for (std::size_t i = 0; i < m_slots.size(); ++i) {
        Slot& slot = m_slots.at(i);
        if (slot.key == 0 || slot.phase == Phase::Closing)
            continue;
        if (ask)
            refresh(slot);
        totals.acked += slot.acked;
        totals.sent += slot.written;
    }
    return totals;
}

} // namespace millrace::crosstraffic
