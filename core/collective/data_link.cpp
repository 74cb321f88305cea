// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/data_link.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <sys/uio.h>

namespace millrace::collective {

namespace {

constexpr std::size_t piecesPerSend = 512;
constexpr std::size_t bytesPerSend = 512 << 10;
constexpr std::size_t straightBytes = 16 << 10;
constexpr std::size_t mostWakeUpBytes = 32 << 10;
constexpr std::size_t leastWakeUpBytes = 4 << 10; // below, a further system call does not pay

Io outcome(ssize_t moved, std::size_t asked)
{
    if (moved > 0)
        return static_cast<std::size_t>(moved) < asked ? Io::Drained : Io::More;
    return moved < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) ? Io::Blocked : Io::Broken;
}

} // namespace

Io Outgoing::send()
{
    std::array<iovec, piecesPerSend> pieces;
    std::size_t count = 0;
    std::size_t asked = 0;
    std::size_t skip = m_offset;
    const auto add = [&](const void* data, std::size_t bytes) {
        const std::size_t skipped = std::min(skip, bytes);
        skip -= skipped;
        const std::size_t take = std::min(bytes - skipped, bytesPerSend - asked);
        if (take == 0)
            return;
        pieces[count++] = {const_cast<char*>(static_cast<const char*>(data)) + skipped, take};
        asked += take;
    };
    for (std::size_t index = m_head; index < m_queue.size() && count + 2 <= pieces.size() && asked < bytesPerSend;
         ++index) {
        add(&m_queue[index].header, sizeof(DataHeader));
        add(m_queue[index].payload, m_queue[index].header.bytes);
    }
    msghdr message{};
    message.msg_iov = pieces.data();
    message.msg_iovlen = count;
    const ssize_t sent = ::sendmsg(m_fd.get(), &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    const Io result = outcome(sent, asked);
    if (sent > 0)
        advance(static_cast<std::size_t>(sent));
    return result;
}

void Outgoing::advance(std::size_t bytes)
{
    while (bytes > 0) {
        const Message& head = m_queue[m_head];
        const std::size_t whole = sizeof(DataHeader) + head.header.bytes;
        const std::size_t step = std::min(bytes, whole - m_offset);
        const std::size_t headerPart =
            m_offset < sizeof(DataHeader) ? std::min(step, sizeof(DataHeader) - m_offset) : 0;
        m_payloadBytes += step - headerPart;
        m_offset += step;
        bytes -= step;
        if (m_offset == whole) {
            m_offset = 0;
            ++m_head;
            ++m_messages;
        }
    }
    if (idle()) {
        m_queue.clear();
        m_head = 0;
    }
}

void Incoming::expect(std::uint64_t wireBytes, std::uint64_t messages, std::size_t elementBytes)
{
    m_elementBytes = elementBytes;
    m_expected = wireBytes;
    const bool large = messages > 0 && wireBytes / messages >= straightBytes;
    m_ahead = large ? sizeof(DataHeader) : wireBytes;
}

bool Incoming::goesStraight() const noexcept
{
    const std::size_t rest = m_header.bytes - m_taken;
    return m_place != nullptr && m_header.phase == Phase::Broadcast && m_carried == 0
        && (rest >= straightBytes || rest % m_elementBytes != 0);
}

Result<Io> Incoming::receive(std::span<char> scratch, ChunkSink& sink)
{
    std::array<iovec, 2> pieces{};
    const std::size_t rest = m_place != nullptr ? m_header.bytes - m_taken : 0;
    const std::size_t straight = goesStraight() ? rest : 0;
    if (straight > 0)
        pieces[0] = {m_place + m_taken, straight};
    std::memcpy(scratch.data(), m_carry.data(), m_carried);
    const std::size_t spare = std::min<std::uint64_t>(
        {scratch.size() - m_carried, m_expected - straight, rest - straight + m_ahead - m_carried});
    pieces[1] = {scratch.data() + m_carried, spare};
    msghdr message{};
    message.msg_iov = straight > 0 ? pieces.data() : pieces.data() + 1;
    message.msg_iovlen = straight > 0 ? 2 : 1;
    const ssize_t got = ::recvmsg(m_fd.get(), &message, MSG_DONTWAIT);
    const Io result = outcome(got, straight + spare);
    if (got > 0) {
        const auto bytes = static_cast<std::size_t>(got);
        m_expected -= bytes;
        const std::size_t direct = std::min(bytes, straight);
        if (direct > 0)
            count(direct, sink);
        const std::size_t parsed = bytes - direct + std::exchange(m_carried, 0);
        MR_CHECK(parse(scratch.first(parsed), sink));
    }
    if (result != Io::More && result != Io::Broken)
        chooseWakeUp();
    return result;
}

/// Sets the low-water mark: nothing can be passed on before a chunk is complete, so the kernel wakes the thread when
/// the rest of the chunk has arrived, or so much of it that adding it up would take time at the end.
void Incoming::chooseWakeUp() noexcept
{
    const std::size_t rest = m_place != nullptr ? m_header.bytes - m_taken - m_carried : 0;
    wakeUpAt(rest < leastWakeUpBytes ? 1 : static_cast<int>(std::min(rest, mostWakeUpBytes)));
}

void Incoming::wakeUpAt(int bytes) noexcept
{
    if (bytes != m_wakeUpBytes && ::setsockopt(m_fd.get(), SOL_SOCKET, SO_RCVLOWAT, &bytes, sizeof bytes) == 0)
        m_wakeUpBytes = bytes;
}

Result<void> Incoming::parse(std::span<const char> bytes, ChunkSink& sink)
{
    while (!bytes.empty()) {
        std::size_t used = 0;
        if (m_place != nullptr) {
            used = takePayload(bytes, sink);
        } else if (bytes.size() >= sizeof m_header) {
            std::memcpy(&m_header, bytes.data(), sizeof m_header);
            MR_TRY(place, sink.open(m_lane, m_header));
            m_place = place;
            m_taken = 0;
            used = sizeof m_header;
        }
        if (used == 0) {
            std::memcpy(m_carry.data(), bytes.data(), bytes.size());
            m_carried = bytes.size();
            return {};
        }
        bytes = bytes.subspan(used);
    }
    return {};
}

/// Takes whole values only, so that those in the scratch buffer stay aligned.
std::size_t Incoming::takePayload(std::span<const char> bytes, ChunkSink& sink)
{
    const std::size_t most = std::min<std::size_t>(bytes.size(), m_header.bytes - m_taken);
    const std::size_t whole = most - most % m_elementBytes;
    if (m_header.phase == Phase::Reduce)
        sink.combine(m_place + m_taken, bytes.data(), whole);
    else
        std::memcpy(m_place + m_taken, bytes.data(), whole);
    if (whole > 0)
        count(whole, sink);
    return whole;
}

void Incoming::count(std::size_t payload, ChunkSink& sink)
{
    m_payloadBytes += payload;
    m_taken += payload;
    if (m_taken < m_header.bytes)
        return;
    ++m_messages;
    m_place = nullptr;
    sink.close(m_header);
}

} // namespace millrace::collective
