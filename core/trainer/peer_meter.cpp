// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/trainer/peer_meter.h"

#include <utility>

namespace millrace::trainer {
namespace {

int numberOf(const Endpoint& member, const collective::PeerList& all, int otherwise)
{
    for (int number = 0; number < all.size(); ++number)
        if (all[number] == member)
            return number;
    return otherwise;
}

} // namespace

PeerMeter::PeerMeter(Nanoseconds period, collective::PeerList all)
    : m_period(period), m_all(std::move(all)), m_counts(static_cast<std::size_t>(m_all.size()))
{
    setMembers(m_all);
}

void PeerMeter::setMembers(const collective::PeerList& members)
{
    m_number.clear();
    for (int rank = 0; rank < members.size(); ++rank)
        m_number.push_back(numberOf(members[rank], m_all, rank));
    m_report.pairBytes.clear();
    m_report.pairTime.clear();
}

void PeerMeter::add(const collective::SessionStatistics& before, const collective::SessionStatistics& after,
                    const StepReport& step, std::uint64_t payload, Nanoseconds communication, Nanoseconds now)
{
    if (m_period <= Nanoseconds(0))
        return;
    m_begin = m_begin.value_or(now - step.total);
    ++m_report.steps;
    m_report.payload += payload;
    m_report.communication += communication;
    for (std::size_t rank = 0; rank < after.peers.size() && rank < m_number.size(); ++rank) {
        const auto& then = before.peers[rank];
        const auto& later = after.peers[rank];
        Count& count = m_counts[static_cast<std::size_t>(m_number[rank])];
        count.sent += later.sentBytes - then.sentBytes;
        count.received += later.receivedBytes - then.receivedBytes;
        count.waited += later.waited - then.waited;
    }
    m_report.pairBytes.resize(after.pairs.size());
    m_report.pairTime.resize(after.pairs.size());
    for (std::size_t pair = 0; pair < after.pairs.size(); ++pair) {
        const auto then = pair < before.pairs.size() ? before.pairs[pair] : collective::SessionStatistics::Pair();
        m_report.pairBytes[pair] += after.pairs[pair].bytes - then.bytes;
        m_report.pairTime[pair] += after.pairs[pair].time - then.time;
    }
}

std::optional<PeerReport> PeerMeter::take(Nanoseconds now, bool atOnce)
{
    if (m_report.steps == 0 || (!atOnce && now - *m_begin < m_period))
        return std::nullopt;
    PeerReport report = std::exchange(m_report, {});
    report.interval = now - *m_begin;
    for (std::size_t number = 0; number < m_counts.size(); ++number) {
        const Count count = std::exchange(m_counts[number], {});
        if (count.sent == 0 && count.received == 0 && count.waited == Nanoseconds(0))
            continue;
        report.peers.push_back(static_cast<int>(number));
        report.sent.push_back(count.sent);
        report.received.push_back(count.received);
        report.waited.push_back(count.waited);
    }
    m_begin = now;
    return report;
}

} // namespace millrace::trainer
