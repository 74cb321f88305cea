// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/roce_meter.h"

#include <algorithm>

namespace millrace::analysis {

using namespace capture;

namespace {

constexpr std::uint32_t sequenceMask = 0xffffff;
constexpr std::uint8_t readRequest = 0x0c, firstResponse = 0x0d, lastResponse = 0x10, acknowledge = 0x11,
                       atomicAcknowledge = 0x12, nakMask = 0x60;

} // namespace

void RoceMeter::Sequence::follow(std::uint32_t number, QueuePair& pair)
{
    const std::uint32_t ahead = (number - next) & sequenceMask;
    if (started && ahead > sequenceMask / 2) {
        ++pair.repeated;
        return;
    }
    if (started && ahead > 0) {
        ++pair.gaps;
        pair.missing += ahead;
    }
    started = true;
    next = (number + 1) & sequenceMask;
}

void RoceMeter::add(const Packet& packet)
{
    const Key key{packet.network, packet.source, packet.destination, packet.roceQueuePair()};
    if (m_last == nullptr || key != m_lastKey) {
        auto found = m_pairs.find(key);
        if (found == m_pairs.end() && m_pairs.size() >= mostPairs) {
            ++m_beyond;
            return;
        }
        if (found == m_pairs.end())
            found = m_pairs.emplace(key, State{}).first;
        m_last = &found->second;
        m_lastKey = key;
    }
    QueuePair& pair = m_last->pair;
    pair.first = pair.packets == 0 ? packet.time : std::min(pair.first, packet.time);
    pair.last = pair.packets == 0 ? packet.time : std::max(pair.last, packet.time);
    ++pair.packets;
    pair.wireBytes += packet.wireBytes;
    pair.ce += packet.ecn() == ecn::congestionExperienced ? 1 : 0;
    const std::uint8_t opcode = packet.roceOpcode();
    if (opcode == roce_opcode::congestionNotification) {
        ++pair.notifications;
        return;
    }
    const std::uint8_t operation = opcode & 0x1f;
    if (operation == acknowledge || operation == atomicAcknowledge) {
        ++pair.acknowledgements;
        pair.negative += (packet.roceSyndrome() & nakMask) == nakMask ? 1 : 0;
        pair.notReady += (packet.roceSyndrome() & nakMask) == 0x20 ? 1 : 0;
        return;
    }
    if (operation >= firstResponse && operation <= lastResponse) {
        m_last->responses.follow(packet.roceSequence(), pair);
        return;
    }
    m_last->requests.follow(packet.roceSequence(), pair);
    // A read uses as many numbers as its response has packets, which the request does not state.
    if (operation == readRequest)
        m_last->requests.started = false;
}

std::vector<QueuePair> RoceMeter::queuePairs(const AddressBook& book, std::vector<IpAddress>& addresses) const
{
    std::map<IpAddress, std::uint32_t> rows;
    for (std::uint32_t row = 0; row < addresses.size(); ++row)
        rows.emplace(addresses[row], row);
    const auto rowOf = [&](Network network, AddressId id) {
        const IpAddress address = book.address(network, id);
        const auto [place, added] = rows.try_emplace(address, static_cast<std::uint32_t>(addresses.size()));
        if (added)
            addresses.push_back(address);
        return place->second;
    };
    std::vector<QueuePair> pairs;
    for (const auto& [key, state] : m_pairs) {
        QueuePair pair = state.pair;
        pair.source = rowOf(key.network, key.source);
        pair.destination = rowOf(key.network, key.destination);
        pair.number = key.number;
        pairs.push_back(pair);
    }
    std::ranges::stable_sort(pairs, {}, [](const QueuePair& pair) { return pair.first; });
    return pairs;
}

} // namespace millrace::analysis
