// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/crosstraffic/udp_flows.h"

#include "core/base/random.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <netinet/in.h>
#include <netinet/udp.h>

#ifndef UDP_SEGMENT
#define UDP_SEGMENT 103
#endif

namespace millrace::crosstraffic {

namespace {

constexpr std::size_t mostTogether = 60; // datagrams of one UDP_SEGMENT call
constexpr std::size_t largestTogether = 65'000; // bytes
constexpr int cutFrom = 5; // datagrams from which the kernel cuts a paced batch
constexpr int fastRounds = 8;
constexpr auto askAgain = std::chrono::milliseconds(20);
constexpr auto longestWait = std::chrono::seconds(1);

} // namespace

UdpFlows::UdpFlows(SenderState& state, std::uint32_t run)
    : m_state(state), m_run(run), m_datagram(static_cast<std::size_t>(state.order.datagramBytes)),
      m_buffer(std::max(largestTogether, m_datagram))
{
    Random random(1);
    for (unsigned char& byte : m_buffer)
        byte = static_cast<unsigned char>(random());
}

bool UdpFlows::open(Slot& slot, const Flow& flow) const
{
    const SocketAddress& to = m_state.targets[static_cast<std::size_t>(flow.destination)];
    slot.fd = openSocket(SOCK_DGRAM, to, m_state.source ? &*m_state.source : nullptr, m_state.order.dscp);
    return slot.fd && ::connect(slot.fd.get(), to.get(), to.length) == 0
        && m_state.wait.add(slot.fd.get(), slot.key, EPOLLIN);
}

void UdpFlows::begin(std::uint32_t index, Nanoseconds planned)
{
    const Flow& flow = m_state.order.flows[index];
    Slot& slot = *m_slots.find(m_slots.take());
    slot.flow = index;
    slot.size = flow.bytes;
    const bool opened = open(slot, flow);
    const int error = errno;
    slot.begun = monotonicNow();
    FlowRecord record;
    record.index = index;
    record.destination = m_state.order.targets[static_cast<std::size_t>(flow.destination)].name;
    record.bytes = flow.bytes;
    record.plannedStart = planned + m_state.wallOffset;
    record.start = slot.begun + m_state.wallOffset;
    m_state.records.push_back(std::move(record));
    ++m_active;
    if (!opened)
        end(slot, FlowEnd::Failed, errnoText(error));
    else
        start(slot);
}

void UdpFlows::start(Slot& slot)
{
    const double rate = m_state.rateOf(m_state.order.flows[slot.flow]);
    slot.paced = rate > 0;
    if (slot.paced) {
        slot.pacer = Pacer(rate, m_datagram, slot.begun);
        sendPaced(slot, slot.begun);
    } else {
        listen(slot, true);
    }
}

void UdpFlows::schedule(Slot& slot, Nanoseconds due)
{
    slot.due = due;
    m_due.push(due, slot.key);
}

void UdpFlows::listen(Slot& slot, bool forRoom)
{
    if (slot.listening != forRoom)
        m_state.wait.change(slot.fd.get(), slot.key, EPOLLIN | (forRoom ? EPOLLOUT : 0U));
    slot.listening = forRoom;
}

/// Writes the heads of the next `count` datagrams. Returns the bytes of all of them.
std::size_t UdpFlows::fill(const Slot& slot, int count, Nanoseconds now)
{
    DatagramHead head{DatagramHead::Kind::Data, m_run, slot.flow, slot.datagrams, now};
    std::size_t at = 0;
    for (int i = 0; i < count; ++i, ++head.sequence, at += m_datagram)
        encode(head, m_buffer.data() + at);
    if (slot.size != 0 && slot.sent + at > slot.size) {
        const std::size_t before = at - m_datagram;
        at = std::max<std::size_t>(static_cast<std::size_t>(slot.size - slot.sent), before + DatagramHead::size);
    }
    return at;
}

std::int64_t UdpFlows::sendTogether(Slot& slot, std::size_t bytes, int count)
{
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(std::uint16_t))> control{};
    iovec part{m_buffer.data(), bytes};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (count > 1) {
        message.msg_control = control.data();
        message.msg_controllen = control.size();
        cmsghdr* option = CMSG_FIRSTHDR(&message);
        option->cmsg_level = SOL_UDP;
        option->cmsg_type = UDP_SEGMENT;
        option->cmsg_len = CMSG_LEN(sizeof(std::uint16_t));
        const auto size = static_cast<std::uint16_t>(m_datagram);
        std::copy_n(reinterpret_cast<const unsigned char*>(&size), sizeof size, CMSG_DATA(option));
    }
    return ::sendmsg(slot.fd.get(), &message, MSG_NOSIGNAL);
}

int UdpFlows::send(Slot& slot, int count)
{
    if (slot.size != 0)
        count = static_cast<int>(std::min<std::uint64_t>(static_cast<std::uint64_t>(count),
                                                         (slot.size - slot.sent + m_datagram - 1) / m_datagram));
    if (!slot.segments)
        count = 1;
    const Nanoseconds now = monotonicNow();
    const std::size_t bytes = fill(slot, count, now);
    if (sendTogether(slot, bytes, count) < 0) {
        const int error = errno;
        if (count > 1 && !isPassing(error) && error != ECONNREFUSED) {
            slot.segments = false;
            return send(slot, 1);
        }
        if (!isPassing(error))
            end(slot, FlowEnd::Failed, errnoText(error));
        return 0;
    }
    slot.sent += bytes;
    slot.datagrams += static_cast<std::uint64_t>(count);
    slot.lastSent = now;
    if (slot.size != 0 && slot.sent >= slot.size)
        finish(slot);
    return count;
}

void UdpFlows::sendPaced(Slot& slot, Nanoseconds now)
{
    const std::uint64_t key = slot.key;
    const int batch = slot.pacer.batch();
    const int together = batch < cutFrom
        ? 1
        : std::min(batch, static_cast<int>(std::clamp<std::size_t>(largestTogether / m_datagram, 1, mostTogether)));
    while (slot.pacer.due() <= now) {
        int went = 0;
        while (went < batch) {
            const int count = send(slot, std::min(together, batch - went));
            if (m_slots.find(key) == nullptr || slot.over)
                return;
            if (count == 0)
                break;
            went += count;
        }
        if (went == 0) {
            listen(slot, true);
            return;
        }
        slot.pacer.sent(went, now);
    }
    listen(slot, false);
    schedule(slot, slot.pacer.due());
}

void UdpFlows::sendFast(Slot& slot)
{
    const std::uint64_t key = slot.key;
    const auto together = static_cast<int>(std::clamp<std::size_t>(largestTogether / m_datagram, 1, mostTogether));
    const int rounds = slot.segments ? fastRounds : fastRounds * together;
    for (int i = 0; i < rounds; ++i)
        if (send(slot, together) == 0 || m_slots.find(key) == nullptr || slot.over)
            return;
}

void UdpFlows::finish(Slot& slot)
{
    slot.over = true;
    listen(slot, false);
    const Nanoseconds now = monotonicNow();
    slot.giveUp = now + std::min<Nanoseconds>(longestWait, m_state.order.drain);
    FlowRecord& record = m_state.records[slot.flow];
    record.completion = slot.lastSent.count() > 0 ? slot.lastSent - slot.begun : Nanoseconds(0);
    askForReport(slot);
}

void UdpFlows::askForReport(Slot& slot)
{
    std::array<unsigned char, DatagramHead::size> bytes{};
    encode(DatagramHead{DatagramHead::Kind::End, m_run, slot.flow, slot.datagrams, monotonicNow()}, bytes.data());
    static_cast<void>(::send(slot.fd.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL));
    schedule(slot, monotonicNow() + askAgain);
}

void UdpFlows::readReports(Slot& slot)
{
    std::array<unsigned char, 256> bytes;
    while (true) {
        const auto count = ::recv(slot.fd.get(), bytes.data(), bytes.size(), 0);
        if (count < 0) {
            if (const int error = errno; !isPassing(error))
                end(slot, FlowEnd::Failed, errnoText(error));
            return;
        }
        const std::span<const unsigned char> read(bytes.data(), static_cast<std::size_t>(count));
        const auto head = decodeDatagram(read);
        if (!head || head->run != m_run || head->flow != slot.flow)
            continue;
        const auto counts = decodeCounts(read.subspan(DatagramHead::size));
        if (!counts || counts->datagrams < slot.told.datagrams)
            continue;
        slot.told = *counts;
        slot.answered = true;
        if (head->kind == DatagramHead::Kind::LastReport && slot.over) {
            end(slot, FlowEnd::Completed, {});
            return;
        }
    }
}

void UdpFlows::ready(std::uint64_t key, std::uint32_t events)
{
    Slot* slot = m_slots.find(key);
    if (slot == nullptr)
        return;
    if ((events & (EPOLLIN | EPOLLERR)) != 0)
        readReports(*slot);
    if ((events & EPOLLOUT) == 0 || m_slots.find(key) == nullptr || slot->over)
        return;
    if (slot->paced)
        sendPaced(*slot, monotonicNow());
    else
        sendFast(*slot);
}

void UdpFlows::repace(double bitsPerSecond)
{
    const Nanoseconds now = monotonicNow();
    for (std::size_t i = 0; i < m_slots.size(); ++i)
        if (Slot& slot = m_slots.at(i); slot.key != 0 && slot.paced && slot.size == 0)
            slot.pacer = Pacer(bitsPerSecond, m_datagram, now);
}

void UdpFlows::run(Nanoseconds now)
{
    while (m_due.first() <= now) {
        const std::uint64_t key = m_due.pop();
        Slot* slot = m_slots.find(key);
        if (slot == nullptr || slot->due > now)
            continue;
        if (!slot->over)
            sendPaced(*slot, now);
        else if (now < slot->giveUp)
            askForReport(*slot);
        else
            end(*slot, slot->answered ? FlowEnd::Completed : FlowEnd::Failed,
                slot->answered ? "" : "the receiver did not report what it got");
    }
}

void UdpFlows::end(Slot& slot, FlowEnd how, std::string error)
{
    FlowRecord& record = m_state.records[slot.flow];
    record.end = how;
    record.error = std::move(error);
    if (slot.lastSent.count() > 0)
        record.completion = slot.lastSent - slot.begun;
    record.ackedBytes = slot.size == 0 ? slot.told.bytes : std::min(slot.told.bytes, slot.size);
    record.datagramsReordered = slot.told.reordered;
    if (slot.answered)
        record.datagramsLost = how == FlowEnd::Completed && slot.datagrams > slot.told.datagrams
            ? slot.datagrams - slot.told.datagrams
            : slot.told.lost();
    --m_active;
    m_ended.sent += slot.sent;
    m_ended.acked += slot.told.bytes;
    m_slots.release(slot.key);
}

void UdpFlows::endEndless()
{
    for (std::size_t i = 0; i < m_slots.size(); ++i)
        if (Slot& slot = m_slots.at(i); slot.key != 0 && slot.size == 0 && !slot.over)
            finish(slot);
}

void UdpFlows::cut()
{
    for (std::size_t i = 0; i < m_slots.size(); ++i)
        if (Slot& slot = m_slots.at(i); slot.key != 0)
            end(slot, FlowEnd::Cut, {});
}

FlowTotals UdpFlows::totals(bool /*refresh*/)
{
    FlowTotals totals = m_ended;
    for (std::size_t i = 0; i < m_slots.size(); ++i)
        if (const Slot& slot = m_slots.at(i); slot.key != 0) {
            totals.sent += slot.sent;
            totals.acked += slot.told.bytes;
        }
    return totals;
}

} // namespace millrace::crosstraffic
