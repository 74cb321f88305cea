// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/probe/train_ledger.h"

#include <algorithm>

namespace millrace::probe {

namespace {

constexpr std::size_t remembered = 16;

} // namespace

TrainLedger::Train* TrainLedger::find(std::uint64_t session)
{
    const auto it = std::ranges::find(m_trains, session, &Train::session);
    if (it == m_trains.end())
        return nullptr;
    m_trains.splice(m_trains.begin(), m_trains, it);
    return &m_trains.front();
}

void TrainLedger::add(const Arrival& arrival)
{
    const Packet& packet = arrival.packet;
    const std::uint32_t dropsBefore = m_drops;
    m_drops = arrival.drops;
    if (packet.total > maximumTrain || packet.sequence >= packet.total)
        return;
    Train* train = find(packet.session);
    if (train == nullptr) {
        m_trains.push_front(
            Train{packet.session, std::vector<bool>(packet.total), 0, 0, arrival.time, {}, dropsBefore});
        m_trains.resize(std::min(m_trains.size(), remembered));
        train = &m_trains.front();
    }
    if (train->seen.size() != packet.total)
        return;
    if (train->seen[packet.sequence]) {
        ++train->duplicates;
        return;
    }
    train->seen[packet.sequence] = true;
    ++train->received;
    train->first = std::min(train->first, arrival.time);
    train->last = std::max(train->last, arrival.time);
}

Packet TrainLedger::answer(const Arrival& report)
{
    m_drops = report.drops;
    Packet answer = report.packet;
    answer.kind = PacketKind::ReportAnswer;
    if (const Train* train = find(report.packet.session)) {
        answer.first = train->first.count();
        answer.second = train->last.count();
        answer.received = train->received;
        answer.duplicates = train->duplicates;
        answer.localDrops = report.drops - train->dropsBefore;
    }
    return answer;
}

} // namespace millrace::probe
