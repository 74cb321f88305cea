// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/traffic_collect.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace millrace::analysis {

/// A TrafficPass on several threads: the caller's thread examines each packet once and passes it to the shard of its
/// connection; idle threads process the shards, each in order and one thread at a time. The caller helps when the
/// backlog is long.
class ParallelPass
{
public:
    /// `helpers` threads in addition to the caller's, at least 1.
    ParallelPass(const TrafficOptions& options, const capture::AddressBook& addresses, int helpers);
    ~ParallelPass();

    void add(std::span<const capture::Packet> packets);
    [[nodiscard]] TrafficSummary snapshot();
    [[nodiscard]] TrafficSummary finish();

private:
    static constexpr std::size_t batchPackets = 1024;
    static constexpr std::size_t mostWaiting = 12; ///< batches of all shards together
    using Batch = std::vector<capture::Packet>;
    struct Lane
    {
        std::deque<Batch> waiting;
        bool busy = false;
    };

    void handOver(std::size_t shard);
    void work(const std::stop_token& stop);
    /// Takes one batch of a shard that no thread works on; false when there is none.
    bool workOnce(std::unique_lock<std::mutex>& lock);
    void drain();
    void wake();
    void sleep(std::unique_lock<std::mutex>& lock);
    [[nodiscard]] Batch freshBatch(std::unique_lock<std::mutex>& lock);
    static void addTo(FlowShard& shard, const Batch& batch);

    TrafficOptions m_options;
    const capture::AddressBook& m_addresses;
    OrderDependentStats m_front;
    std::vector<FlowShard> m_shards;
    std::array<Batch, shardCount> m_open; ///< being filled by the caller
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::array<Lane, shardCount> m_lanes;
    std::size_t m_waiting = 0;
    std::size_t m_inWork = 0;
    std::size_t m_asleep = 0; ///< threads that wait for m_changed
    std::vector<Batch> m_spare;
    std::vector<std::jthread> m_threads;
};

} // namespace millrace::analysis
