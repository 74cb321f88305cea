// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/base/unique_fd.h"
#include "core/collective/wire.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace millrace::collective {

/// Result of one attempt to move bytes.
enum class Io
{
    More, ///< as much as requested: trying again may move more
    Drained, ///< some bytes moved; the connection is empty or full now
    Blocked, ///< nothing moved
    Broken, ///< the connection is closed or failed
};

/// Sending half of a data connection: a queue of chunks, written many at a time.
class Outgoing
{
public:
    explicit Outgoing(UniqueFd fd = {}) : m_fd(std::move(fd)) { }

    [[nodiscard]] bool idle() const noexcept { return m_head == m_queue.size(); }
    void reserve(std::size_t messages) { m_queue.reserve(messages); }
    /// Queues a chunk. The payload must not change until it is sent.
    void push(const DataHeader& header, const char* payload) { m_queue.push_back({header, payload}); }
    [[nodiscard]] Io send();
    [[nodiscard]] int fd() const noexcept { return m_fd.get(); }
    [[nodiscard]] std::uint64_t payloadBytes() const noexcept { return m_payloadBytes; }
    [[nodiscard]] std::uint64_t messages() const noexcept { return m_messages; }

private:
    struct Message
    {
        DataHeader header;
        const char* payload = nullptr;
    };
    void advance(std::size_t bytes);

    UniqueFd m_fd;
    std::vector<Message> m_queue;
    std::size_t m_head = 0;
    std::size_t m_offset = 0; ///< of the first message, header included
    std::uint64_t m_payloadBytes = 0;
    std::uint64_t m_messages = 0;
};

/// Decides where an arriving chunk goes.
class ChunkSink
{
public:
    virtual ~ChunkSink() = default;
    /// Returns the place of the announced chunk in the arena; an error if it is unexpected.
    [[nodiscard]] virtual Result<char*> open(std::size_t lane, const DataHeader& header) = 0;
    /// Adds payload to a chunk in its reduce phase: `bytes` of whole elements.
    virtual void combine(char* place, const char* values, std::size_t bytes) = 0;
    /// Called when all of the chunk has arrived.
    virtual void close(const DataHeader& header) = 0;
};

/// Receiving half of a data connection: cuts the stream into chunks. Large payloads of the broadcast phase are read
/// directly into their place; all others pass through a scratch buffer shared by all connections of the rank. Reads end
/// with the header of the next chunk, so that its payload can be read directly too, unless chunks are small.
class Incoming
{
public:
    explicit Incoming(std::size_t lane = 0, UniqueFd fd = {}) : m_lane(lane), m_fd(std::move(fd)) { }

    /// Sets the volume expected by the next operation, headers included; never reads beyond it. Its payload is handed
    /// over in whole elements of this size, at most 8.
    void expect(std::uint64_t wireBytes, std::uint64_t messages, std::size_t elementBytes);
    [[nodiscard]] bool idle() const noexcept { return m_expected == 0; }
    /// `scratch` is aligned to 16 bytes.
    [[nodiscard]] Result<Io> receive(std::span<char> scratch, ChunkSink& sink);
    /// Makes the connection readable with the next byte, not with a good part of the chunk.
    void wakeUpForAnything() noexcept { wakeUpAt(1); }
    [[nodiscard]] std::uint64_t payloadBytes() const noexcept { return m_payloadBytes; }
    [[nodiscard]] std::uint64_t messages() const noexcept { return m_messages; }

private:
    [[nodiscard]] bool goesStraight() const noexcept;
    [[nodiscard]] Result<void> parse(std::span<const char> bytes, ChunkSink& sink);
    [[nodiscard]] std::size_t takePayload(std::span<const char> bytes, ChunkSink& sink);
    void count(std::size_t payload, ChunkSink& sink);
    void chooseWakeUp() noexcept;
    void wakeUpAt(int bytes) noexcept;

    std::size_t m_lane;
    UniqueFd m_fd;
    int m_wakeUpBytes = 1; ///< SO_RCVLOWAT of the connection
    std::uint64_t m_expected = 0;
    std::size_t m_ahead = 0; ///< bytes to read beyond the current chunk
    std::array<char, sizeof(DataHeader)> m_carry{}; ///< incomplete header or value
    std::size_t m_carried = 0;
    DataHeader m_header;
    char* m_place = nullptr; ///< of the current chunk; null between chunks
    std::size_t m_elementBytes = 1;
    std::size_t m_taken = 0; ///< bytes of its payload
    std::uint64_t m_payloadBytes = 0;
    std::uint64_t m_messages = 0;
};

} // namespace millrace::collective
