// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/pipelined_pass.h"

namespace millrace::analysis {

PipelinedPass::PipelinedPass(const TrafficOptions& options, const capture::AddressBook& addresses)
    : m_pass(options, addresses), m_thread([this](const std::stop_token& stop) { work(stop); })
{
}

PipelinedPass::~PipelinedPass()
{
    m_thread.request_stop();
    const std::lock_guard lock(m_mutex);
    m_filledMore.notify_all();
}

std::span<capture::Packet> PipelinedPass::room()
{
    std::unique_lock lock(m_mutex);
    m_emptied.wait(lock, [this] { return m_filled < batches; });
    return {m_batches[(m_first + m_filled) % batches].packets.get(), batchPackets};
}

void PipelinedPass::given(std::size_t count)
{
    if (count == 0)
        return;
    const std::lock_guard lock(m_mutex);
    m_batches[(m_first + m_filled) % batches].count = count;
    ++m_filled;
    if (m_filled >= worthWaking)
        m_filledMore.notify_one();
}

void PipelinedPass::work(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_filledMore.wait(
            lock, [&] { return m_filled >= worthWaking || (m_draining && m_filled > 0) || stop.stop_requested(); });
        if (stop.stop_requested())
            return;
        while (m_filled > 0) {
            const Batch& batch = m_batches[m_first];
            lock.unlock();
            m_pass.add({batch.packets.get(), batch.count});
            lock.lock();
            m_first = (m_first + 1) % batches;
            --m_filled;
            m_emptied.notify_one();
        }
    }
}

void PipelinedPass::drain()
{
    std::unique_lock lock(m_mutex);
    m_draining = true;
    m_filledMore.notify_one();
    m_emptied.wait(lock, [this] { return m_filled == 0; });
    m_draining = false;
}

TrafficSummary PipelinedPass::snapshot()
{
    drain();
    return m_pass.snapshot();
}

TrafficSummary PipelinedPass::finish()
{
    drain();
    return m_pass.finish();
}

} // namespace millrace::analysis
