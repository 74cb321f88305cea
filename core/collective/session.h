// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/collective/chunk_plan.h"
#include "core/collective/element.h"
#include "core/collective/peer_list.h"
#include "core/collective/strategy.h"
#include "core/collective/tcp_totals.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace millrace::collective {

inline constexpr int mostStreams = 256;

struct SessionOptions
{
    Strategy strategy = Strategy::RingAllReduce;
    ChunkHash hash = ChunkHash::Name;
    Nanoseconds deadline = std::chrono::seconds(10); ///< longest wait without progress for a rank that does not answer
    Nanoseconds patience{0}; ///< longest wait without progress for ranks that answer; at least the deadline
    Nanoseconds connectDeadline = std::chrono::seconds(30);
    std::string congestionControl = {}; ///< empty: the system's default
    std::size_t segmentBytes = 0; ///< see ChunkRule
    int streams = 1; ///< connections in each direction between two ranks, to mostStreams
    ShardParts parts = {}; ///< of PAIRWISE, by rank; without effect where ranks share a host's memory
    int socketBufferBytes = 0; ///< 0: the kernel tunes them
    bool allLinks = false; ///< connects all pairs; operations other than allReduce() need it
    /// All-reduces first reduce among the ranks of a host through shared memory, then one rank of each host follows the
    /// strategy with those of the others. Needs allLinks; without effect where memory cannot be shared.
    bool sharedMemory = false;
    std::uint64_t epoch = 0; ///< version of a membership that changes, see MeshOptions
};

/// Payload, messages and waits of all operations since the session began, by rank of the other side.
struct SessionStatistics
{
    struct Peer
    {
        std::uint64_t sentBytes = 0;
        std::uint64_t receivedBytes = 0;
        std::uint64_t sentMessages = 0;
        std::uint64_t receivedMessages = 0;
        /// Time in which nothing could be moved and that ended with data of this rank, or with room in the connection
        /// to it; with several at once, an equal part of it. Without waits for the memory shared within a host.
        Nanoseconds waited{0};

        bool operator==(const Peer&) const = default;
    };
    /// All-reduces by graph pair of the strategy in use, since it is: payload, and the time from the start of the
    /// all-reduce to the end of the last chunk of the pair.
    struct Pair
    {
        std::uint64_t bytes = 0;
        Nanoseconds time{0};

        bool operator==(const Pair&) const = default;
    };
    std::vector<Peer> peers;
    std::vector<Pair> pairs; ///< empty before the first all-reduce
    std::uint64_t sharedBytes = 0; ///< written to the memory shared with other ranks of this host

    [[nodiscard]] Peer total() const;
};

struct Mesh;

/// Membership of one rank in a fixed list of peers. Use it from one thread. All ranks must make the same calls in the
/// same order with the same tensors. A rank that makes no call for longer than half of the deadline does not answer the
/// others and looks frozen to them: wait in computeUntil() to simulate computation, or in sleepUntilWoken().
///
/// Every wait ends: with PeerFailed naming the rank as soon as one dies, or when one has not answered (it is frozen or
/// disconnected) for the deadline; with Timeout naming the ranks whose data are missing when all answer but nothing
/// moves for the patience; with Protocol when a peer sends something unexpected; with Cancelled when the job is
/// stopped. After an error the session is over, and the other ranks know the culprit.
class Session
{
public:
    /// Listens on the own endpoint, or uses a socket that does, and connects to all peers. Unreachable names the ranks
    /// that did not connect; InvalidInput if ranks were started with different settings; Unsupported or Denied for a
    /// congestion control that cannot be set. `job.stop` also interrupts later waits.
    [[nodiscard]] static Result<std::unique_ptr<Session>> connect(const PeerList& peers, int rank,
                                                                  const SessionOptions& options,
                                                                  const JobContext& job = {}, UniqueFd listener = {});
    /// Creates a session over existing connections.
    [[nodiscard]] static Result<std::unique_ptr<Session>>
    over(Mesh mesh, const PeerList& peers, int rank, const SessionOptions& options, const JobContext& job = {});
    /// Destruction without close() looks like the death of this rank to the others.
    ~Session();

    [[nodiscard]] int rank() const noexcept;
    [[nodiscard]] int size() const noexcept;
    /// Whether all-reduces go through the memory of the host first.
    [[nodiscard]] bool sharesMemory() const noexcept;
    /// Never Auto.
    [[nodiscard]] Strategy strategy() const noexcept;
    /// Algorithm in use on the connections; "local" within a process.
    [[nodiscard]] const std::string& congestionControl() const noexcept;

    /// Reduces every tensor over all ranks, in place; bitwise the same result everywhere. The plan is cached, so
    /// repeating the same list is cheap.
    [[nodiscard]] Result<void> allReduce(const TensorList& tensors, std::span<float> arena,
                                         Operator operation = Operator::Sum);
    [[nodiscard]] Result<void> allReduce(const TensorList& tensors, Values arena, Operator operation = Operator::Sum);

    /// The other operations work in place, too; see movement.h for their traffic. `parts`: elements by rank, one after
    /// another in the values.
    [[nodiscard]] Result<void> broadcast(Values values, int root);
    /// Only the root has the result; the values of other ranks are partial sums afterwards.
    [[nodiscard]] Result<void> reduce(Values values, int root, Operator operation = Operator::Sum);
    [[nodiscard]] Result<void> allGather(Values values, std::span<const std::size_t> parts);
    /// The part of this rank is the result; other parts are partial sums afterwards.
    [[nodiscard]] Result<void> reduceScatter(Values values, std::span<const std::size_t> parts,
                                             Operator operation = Operator::Sum);
    [[nodiscard]] Result<void> gather(Values values, std::span<const std::size_t> parts, int root);
    [[nodiscard]] Result<void> scatter(Values values, std::span<const std::size_t> parts, int root);
    /// Copies the values of the holders, which are equal, to all other ranks; see shareMovement().
    [[nodiscard]] Result<void> share(Values values, std::span<const int> holders);
    /// The values are what is sent, by receiver, then what is received, by sender; the own part is not moved.
    [[nodiscard]] Result<void> allToAll(Values values, std::span<const std::size_t> sent,
                                        std::span<const std::size_t> received);
    /// All-reduces follow another strategy from now on, with its roots moved on to `root`. All ranks must call it at
    /// the same place, and nothing is sent for it: a rank that did not is found by the next all-reduce. Needs allLinks.
    [[nodiscard]] Result<void> useStrategy(Strategy strategy, int root = 0);
    /// Returns when all ranks have called it.
    [[nodiscard]] Result<void> barrier();
    /// Returns the values of all ranks, by rank.
    [[nodiscard]] Result<std::vector<std::uint64_t>> exchange(std::uint64_t value);
    /// Whether all ranks gave the same checksum; the same answer everywhere.
    [[nodiscard]] Result<bool> checksumsAgree(std::uint64_t checksum);
    /// Sleeps until then, answering the other ranks; fails early if one of them dies.
    [[nodiscard]] Result<void> computeUntil(Deadline time);
    /// Sleeps until wakeUp(), as computeUntil() does, or until then; returns at once if it was called since the last
    /// time.
    [[nodiscard]] Result<void> sleepUntilWoken(std::optional<Deadline> time = {});
    /// Any thread.
    void wakeUp() const noexcept;

    [[nodiscard]] SessionStatistics statistics() const;
    /// Returns the bytes that this rank has sent to ranks of other hosts, by the kernel's counters; nothing without
    /// them. After a barrier it includes everything that the previous all-reduces needed.
    [[nodiscard]] std::optional<TcpTotals> tcpToOtherHosts() const;
    /// Returns the rank at fault, after an error; nothing if it is not known or the session is intact.
    [[nodiscard]] std::optional<int> culprit() const noexcept;
    /// Announces the end. No rank waits for another here; call barrier() before if all must have finished.
    void close();

private:
    struct Parts;
    explicit Session(std::unique_ptr<Parts> parts);

    std::unique_ptr<Parts> m_parts;
};

/// FNV-1a over the bits of the values: equal on two ranks only if all results are bitwise equal.
[[nodiscard]] std::uint64_t checksum(std::span<const float> values) noexcept;

} // namespace millrace::collective
