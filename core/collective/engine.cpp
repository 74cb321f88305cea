// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/engine.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::collective {

namespace {

constexpr std::size_t scratchBytes = 256 << 10;
constexpr int roundsBetweenLooks = 64;

std::size_t indexOf(int rank)
{
    return static_cast<std::size_t>(rank);
}

} // namespace

Engine::Engine(int rank, Mesh& mesh, FailureDetector& detector)
    : m_ranks(mesh.links.size()), m_streams(static_cast<std::size_t>(mesh.streams)), m_detector(detector),
      m_scratch(new char[scratchBytes]), m_waited(mesh.links.size()), m_seen(mesh.links.size())
{
    for (std::size_t stream = 0; stream < m_streams; ++stream)
        for (std::size_t peer = 0; peer < m_ranks; ++peer) {
            m_out.emplace_back(std::move(mesh.links[peer].out[stream]));
            m_in.emplace_back(peer + m_ranks * stream, std::move(mesh.links[peer].in[stream]));
        }
    for (std::size_t step = 1; step < m_ranks; ++step)
        for (std::size_t stream = 0; stream < m_streams; ++stream)
            m_order.push_back((indexOf(rank) + step) % m_ranks + m_ranks * stream);
}

Result<void> Engine::run(const Schedule& schedule, char* arena, ReduceFunction reduce,
                         std::vector<SessionStatistics::Pair>* counts)
{
    const Deadline start = std::chrono::steady_clock::now();
    m_schedule = &schedule;
    m_arena = arena;
    m_reduce = reduce;
    m_pairEnds.assign(counts != nullptr ? schedule.pairs() : 0, start);
    begin();
    int rounds = 0;
    while (!done()) {
        MR_TRY(moved, moveSome());
        if (moved) {
            m_detector.noteProgress();
            if (++rounds % roundsBetweenLooks == 0)
                MR_CHECK(m_detector.look());
        } else {
            MR_CHECK(wait());
        }
    }
    if (counts != nullptr)
        notePairs(start, *counts);
    return {};
}

Result<void> Engine::wait()
{
    const Deadline begin = std::chrono::steady_clock::now();
    MR_CHECK(m_detector.waitForProgress([this] { return missing(); }));
    noteWait(std::chrono::steady_clock::now() - begin);
    watchSlowLinks();
    return {};
}

/// A wait that only a control message has ended goes on.
void Engine::noteWait(Nanoseconds waited)
{
    m_waiting += waited;
    const auto share = [this](bool (Engine::*ended)(std::size_t) const) {
        const auto count = std::ranges::count_if(m_order, [&](std::size_t lane) { return (this->*ended)(lane); });
        for (const std::size_t lane : m_order)
            if ((this->*ended)(lane))
                m_waited[peerOf(lane)] += m_waiting / count;
        if (count > 0)
            m_waiting = Nanoseconds(0);
        return count > 0;
    };
    if (!share(&Engine::hasData))
        share(&Engine::hasRoom);
}

void Engine::notePairs(Deadline begin, std::vector<SessionStatistics::Pair>& counts) const
{
    counts.resize(m_pairEnds.size());
    std::vector<bool> used(counts.size());
    for (const Chunk& chunk : m_schedule->chunks()) {
        counts[chunk.pair].bytes += m_schedule->chunkBytes(chunk);
        used[chunk.pair] = used[chunk.pair] || chunk.elements() > 0;
    }
    for (std::size_t pair = 0; pair < counts.size(); ++pair)
        if (used[pair])
            counts[pair].time += m_pairEnds[pair] - begin;
}

void Engine::begin()
{
    ++m_number;
    const auto& chunks = m_schedule->chunks();
    m_sending = 0;
    m_receiving = 0;
    for (auto& seen : m_seen)
        seen.clear();
    for (const std::size_t lane : m_order) {
        const auto& incoming = m_schedule->incoming(lane);
        m_in[lane].expect(incoming.wireBytes, incoming.messages, m_schedule->elementBytes());
        m_receiving += incoming.wireBytes > 0 ? 1 : 0;
        if (incoming.wireBytes > 0)
            m_seen[peerOf(lane)].resize(2 * chunks.size(), false);
        m_out[lane].reserve(m_schedule->outgoing(lane).messages);
    }
    m_awaited.clear();
    for (const Chunk& chunk : chunks)
        m_awaited.push_back(m_schedule->roleFor(chunk).contributions);
    for (std::uint32_t chunk = 0; chunk < chunks.size(); ++chunk) {
        const Chunk& part = chunks[chunk];
        if (m_awaited[chunk] == 0 && part.elements() > 0 && m_schedule->roleFor(part).contributes)
            reduced(chunk);
    }
}

Result<bool> Engine::moveSome()
{
    bool moved = false;
    for (const std::size_t lane : m_order) {
        if (hasRoom(lane))
            moved = sendOn(lane) || moved;
        if (hasData(lane)) {
            MR_TRY(received, receiveFrom(lane));
            moved = received || moved;
        }
    }
    return moved;
}

/// After half of the deadline without readiness: on a very slow link a single byte is progress, too.
void Engine::watchSlowLinks() noexcept
{
    if (std::ranges::any_of(m_order, [this](std::size_t lane) { return hasData(lane) || hasRoom(lane); }))
        return;
    for (Incoming& link : m_in)
        link.wakeUpForAnything();
}

bool Engine::sendOn(std::size_t lane)
{
    const Io result = m_out[lane].send();
    if (result != Io::More)
        m_detector.writable[lane] = 0;
    if (result == Io::Broken)
        m_detector.suspect(static_cast<int>(peerOf(lane)));
    if (m_out[lane].idle())
        --m_sending;
    return result == Io::More || result == Io::Drained;
}

Result<bool> Engine::receiveFrom(std::size_t lane)
{
    const int peer = static_cast<int>(peerOf(lane));
    auto result = m_in[lane].receive({m_scratch.get(), scratchBytes}, *this);
    if (!result)
        return m_detector.raise(m_detector.words().brokeProtocol(peer, result.error().what));
    if (*result != Io::More)
        m_detector.readable[lane] = 0;
    if (*result == Io::Broken)
        m_detector.suspect(peer);
    if (m_in[lane].idle())
        --m_receiving;
    return *result == Io::More || *result == Io::Drained;
}

std::vector<int> Engine::missing() const
{
    std::vector<int> ranks;
    for (const std::size_t lane : m_order) {
        const int peer = static_cast<int>(peerOf(lane)); // the lanes of a peer follow each other
        if ((!m_in[lane].idle() || !m_out[lane].idle()) && (ranks.empty() || ranks.back() != peer))
            ranks.push_back(peer);
    }
    return ranks;
}

void Engine::pass(std::uint32_t chunk, Phase phase, const std::vector<int>& peers)
{
    const Chunk& part = m_schedule->chunks()[chunk];
    const DataHeader header{.operation = m_number,
                            .chunk = chunk,
                            .bytes = static_cast<std::uint32_t>(m_schedule->chunkBytes(part)),
                            .phase = phase,
                            .plan = m_schedule->tag()};
    const std::size_t lane = m_ranks * m_schedule->streamOf(chunk);
    for (const int peer : peers) {
        Outgoing& out = m_out[indexOf(peer) + lane];
        m_sending += out.idle() ? 1 : 0;
        out.push(header, placeOf(part));
    }
}

void Engine::reduced(std::uint32_t chunk)
{
    const auto& role = m_schedule->roleFor(m_schedule->chunks()[chunk]);
    if (!role.reduceTo.empty()) {
        pass(chunk, Phase::Reduce, role.reduceTo);
        return;
    }
    finished(chunk);
    pass(chunk, Phase::Broadcast, role.broadcastTo);
}

/// This rank has the result of the chunk.
void Engine::finished(std::uint32_t chunk)
{
    if (!m_pairEnds.empty())
        m_pairEnds[m_schedule->chunks()[chunk].pair] = std::chrono::steady_clock::now();
}

Result<char*> Engine::open(std::size_t lane, const DataHeader& header)
{
    const std::size_t peer = peerOf(lane);
    const auto& chunks = m_schedule->chunks();
    if (header.operation != m_number || header.plan != m_schedule->tag())
        return fail(
            ErrorCode::Protocol,
            fmt::format("makes another call: received operation {} with plan {:04x}, expected {} with plan {:04x}; "
                        "all ranks must make the same calls with the same tensors in the same order",
                        header.operation, header.plan, m_number, m_schedule->tag()));
    const bool reduce = header.phase == Phase::Reduce;
    if (header.chunk >= chunks.size() || (!reduce && header.phase != Phase::Broadcast)
        || !m_schedule->expects(chunks[header.chunk].pair, static_cast<int>(peer), header.phase)
        || peer + m_ranks * m_schedule->streamOf(header.chunk) != lane
        || header.bytes != m_schedule->chunkBytes(chunks[header.chunk]) || (!reduce && m_awaited[header.chunk] > 0))
        return fail(ErrorCode::Protocol,
                    fmt::format("sent a chunk that it should not send: chunk {}, phase {}, {} bytes", header.chunk,
                                static_cast<int>(header.phase), header.bytes));
    auto seen = m_seen[peer][2 * header.chunk + (reduce ? 0u : 1u)];
    if (seen)
        return fail(ErrorCode::Protocol, fmt::format("sent chunk {} twice", header.chunk));
    seen = true;
    return placeOf(chunks[header.chunk]);
}

void Engine::combine(char* place, const char* values, std::size_t bytes)
{
    m_reduce(place, values, bytes / m_schedule->elementBytes());
}

void Engine::close(const DataHeader& header)
{
    if (header.phase == Phase::Reduce) {
        if (--m_awaited[header.chunk] == 0)
            reduced(header.chunk);
    } else {
        finished(header.chunk);
        pass(header.chunk, Phase::Broadcast, m_schedule->roleFor(m_schedule->chunks()[header.chunk]).broadcastTo);
    }
}

SessionStatistics Engine::statistics() const
{
    SessionStatistics statistics;
    for (std::size_t peer = 0; peer < m_ranks; ++peer) {
        SessionStatistics::Peer sum;
        for (std::size_t lane = peer; lane < m_in.size(); lane += m_ranks) {
            sum.sentBytes += m_out[lane].payloadBytes();
            sum.receivedBytes += m_in[lane].payloadBytes();
            sum.sentMessages += m_out[lane].messages();
            sum.receivedMessages += m_in[lane].messages();
        }
        sum.waited = m_waited[peer];
        statistics.peers.push_back(sum);
    }
    return statistics;
}

std::vector<int> Engine::connectionsTo(int peer) const
{
    std::vector<int> connections;
    for (std::size_t lane = indexOf(peer); lane < m_out.size(); lane += m_ranks)
        connections.push_back(m_out[lane].fd());
    return connections;
}

} // namespace millrace::collective
