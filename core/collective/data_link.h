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

/// What one attempt to move bytes came to.
enum class Io
{
    More, ///< as much as asked for: trying again may move more
    Drained, ///< something moved; the connection is empty or full now
    Blocked, ///< nothing moved
    Broken, ///< the connection is closed or failed
};

/// The sending half of a data connection: a queue of chunks, written many at a time.
class Outgoing
{
public:
    explicit Outgoing(UniqueFd fd = {}) : m_fd(std::move(fd)) { }

    [[nodiscard]] bool idle() const noexcept { return m_head == m_queue.size(); }
    void reserve(std::size_t messages) { m_queue.reserve(messages); }
    /// The payload must stay as it is until it is sent.
    void push(const DataHeader& header, const char* payload) { m_queue.push_back({header, payload}); }
    [[nodiscard]] Io send();
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
    std::size_t m_offset = 0; ///< of the head message, header included
    std::uint64_t m_payloadBytes = 0;
    std::uint64_t m_messages = 0;
};

/// Who decides where an arriving chunk goes.
class ChunkSink
{
public:
    virtual ~ChunkSink() = default;
    /// The place of the announced chunk in the arena; an error if it does not belong here.
    [[nodiscard]] virtual Result<float*> open(int peer, const DataHeader& header) = 0;
    /// Adds payload to a chunk in its reduce phase.
    virtual void combine(float* place, const float* values, std::size_t count) = 0;
    /// All of the chunk has arrived.
    virtual void close(const DataHeader& header) = 0;
};

/// The receiving half of a data connection: cuts the stream into chunks. Large payloads of the broadcast phase go
/// straight to their place; everything else passes through a scratch buffer that all connections of the rank share.
/// Reads end with the header of the next chunk, so that its payload can go straight too, unless chunks are small.
class Incoming
{
public:
    explicit Incoming(int peer = 0, UniqueFd fd = {}) : m_peer(peer), m_fd(std::move(fd)) { }

    /// An operation begins in which so much arrives here, headers included; never reads beyond it.
    void expect(std::uint64_t wireBytes, std::uint64_t messages);
    [[nodiscard]] bool idle() const noexcept { return m_expected == 0; }
    /// `scratch` is aligned to 16 bytes.
    [[nodiscard]] Result<Io> receive(std::span<char> scratch, ChunkSink& sink);
    /// The connection becomes readable with the next byte, not when a good part of the chunk is there.
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

    int m_peer;
    UniqueFd m_fd;
    int m_wakeUpBytes = 1; ///< SO_RCVLOWAT of the connection
    std::uint64_t m_expected = 0;
    std::size_t m_ahead = 0; ///< how far to read beyond the current chunk
    std::array<char, sizeof(DataHeader)> m_carry{}; ///< the beginning of a header or of a value
    std::size_t m_carried = 0;
    DataHeader m_header;
    float* m_place = nullptr; ///< of the current chunk; null between chunks
    std::size_t m_taken = 0; ///< bytes of its payload
    std::uint64_t m_payloadBytes = 0;
    std::uint64_t m_messages = 0;
};

} // namespace millrace::collective
