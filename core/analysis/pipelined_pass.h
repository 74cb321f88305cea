// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/traffic_pass.h"

#include <array>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace millrace::analysis {

/// A TrafficPass on a thread of its own; the caller's thread reads and decodes packets into the memory that it
/// provides: better balanced for two threads than ParallelPass, which copies each packet.
class PipelinedPass
{
public:
    PipelinedPass(const TrafficOptions& options, const capture::AddressBook& addresses);
    ~PipelinedPass();

    /// Memory for the next packets; the same until given() is called.
    [[nodiscard]] std::span<capture::Packet> room();
    /// The first `count` packets of the memory are filled.
    void given(std::size_t count);
    [[nodiscard]] TrafficSummary snapshot();
    [[nodiscard]] TrafficSummary finish();

private:
    static constexpr std::size_t batchPackets = 1024, batches = 32;
    static constexpr std::size_t worthWaking = 16; ///< batches; going to sleep and waking up cost more than one takes
    struct Batch
    {
        std::unique_ptr<capture::Packet[]> packets = std::make_unique<capture::Packet[]>(batchPackets);
        std::size_t count = 0;
    };

    void work(const std::stop_token& stop);
    void drain();

    TrafficPass m_pass;
    std::array<Batch, batches> m_batches;
    std::mutex m_mutex;
    std::condition_variable m_filledMore; ///< for the thread of the pass
    std::condition_variable m_emptied; ///< for the caller
    std::size_t m_first = 0; ///< oldest batch
    std::size_t m_filled = 0;
    bool m_draining = false;
    std::jthread m_thread;
};

} // namespace millrace::analysis
