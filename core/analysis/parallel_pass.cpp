// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/parallel_pass.h"

#include <algorithm>

namespace millrace::analysis {

ParallelPass::ParallelPass(const TrafficOptions& options, const capture::AddressBook& addresses, int helpers)
    : m_options(options), m_addresses(addresses)
{
    m_shards.reserve(shardCount);
    for (std::size_t i = 0; i < shardCount; ++i) {
        m_shards.emplace_back(options, shardCount);
        m_open[i].reserve(batchPackets);
    }
    for (int i = 0; i < helpers; ++i)
        m_threads.emplace_back([this](const std::stop_token& stop) { work(stop); });
}

ParallelPass::~ParallelPass()
{
    for (std::jthread& thread : m_threads)
        thread.request_stop();
    const std::lock_guard lock(m_mutex);
    m_changed.notify_all();
}

void ParallelPass::add(std::span<const capture::Packet> packets)
{
    for (const capture::Packet& packet : packets) {
        m_front.add(packet);
        const std::size_t shard = packet.isIp() ? shardOf(packet) : 0;
        Batch& batch = m_open[shard];
        batch.push_back(packet);
        if (batch.size() == batchPackets) [[unlikely]]
            handOver(shard);
    }
}

void ParallelPass::handOver(std::size_t shard)
{
    std::unique_lock lock(m_mutex);
    m_lanes[shard].waiting.push_back(std::move(m_open[shard]));
    ++m_waiting;
    wake();
    while (m_waiting > mostWaiting / 2 && workOnce(lock)) { }
    while (m_waiting >= mostWaiting)
        sleep(lock);
    m_open[shard] = freshBatch(lock);
}

ParallelPass::Batch ParallelPass::freshBatch(std::unique_lock<std::mutex>&)
{
    if (m_spare.empty()) {
        Batch batch;
        batch.reserve(batchPackets);
        return batch;
    }
    Batch batch = std::move(m_spare.back());
    m_spare.pop_back();
    return batch;
}

bool ParallelPass::workOnce(std::unique_lock<std::mutex>& lock)
{
    Lane* chosen = nullptr;
    for (Lane& lane : m_lanes)
        if (!lane.busy && !lane.waiting.empty() && (!chosen || lane.waiting.size() > chosen->waiting.size()))
            chosen = &lane;
    if (!chosen)
        return false;
    Batch batch = std::move(chosen->waiting.front());
    chosen->waiting.pop_front();
    chosen->busy = true;
    --m_waiting;
    ++m_inWork;
    lock.unlock();
    addTo(m_shards[static_cast<std::size_t>(chosen - m_lanes.data())], batch);
    batch.clear();
    lock.lock();
    chosen->busy = false;
    --m_inWork;
    m_spare.push_back(std::move(batch));
    wake();
    return true;
}

void ParallelPass::wake()
{
    if (m_asleep > 0)
        m_changed.notify_all();
}

void ParallelPass::sleep(std::unique_lock<std::mutex>& lock)
{
    ++m_asleep;
    m_changed.wait(lock);
    --m_asleep;
}

void ParallelPass::addTo(FlowShard& shard, const Batch& batch)
{
    for (const capture::Packet& packet : batch) {
        if (packet.isIp()) [[likely]]
            shard.add(packet, KeyedPacket::of(packet));
        else
            shard.addOther(packet);
    }
}

void ParallelPass::work(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        if (!workOnce(lock))
            sleep(lock);
    }
}

void ParallelPass::drain()
{
    for (std::size_t shard = 0; shard < shardCount; ++shard)
        if (!m_open[shard].empty())
            handOver(shard);
    std::unique_lock lock(m_mutex);
    while (m_waiting > 0 || m_inWork > 0) {
        if (!workOnce(lock))
            sleep(lock);
    }
}

TrafficSummary ParallelPass::snapshot()
{
    drain();
    return collectTraffic(m_options, m_front, m_shards, m_addresses, false);
}

TrafficSummary ParallelPass::finish()
{
    drain();
    return collectTraffic(m_options, m_front, m_shards, m_addresses, true);
}

} // namespace millrace::analysis
