// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/impair/impairment.h"
#include "core/impair/node_state.h"

#include <fmt/format.h>

namespace millrace::impair {

namespace {

PeerStatus statusOf(const Queue* queue)
{
    PeerStatus status;
    if (queue == nullptr)
        return status;
    status.sentPackets = queue->sentPackets;
    status.sentBytes = queue->sentBytes;
    status.queuedBytes = queue->backlogBytes;
    status.overflowPackets = queue->drops;
    return status;
}

} // namespace

Result<ImpairStatus> impairmentStatus(const Execute& execute, const ImpairRecord& record)
{
    ImpairStatus status;
    if (record.interface.empty())
        return status;
    status.interface = record.interface;
    MR_TRY(state, readState(execute, record));
    status.inForce = state.isOurs(record) && (!record.lossRules || !state.lossRules.empty());
    if (!state.isOurs(record))
        return status;
    for (std::size_t i = 0; i < record.addresses.size(); ++i) {
        PeerStatus peer = statusOf(state.queueAt(classOf(i)));
        if (const Queue* inner = state.queueAt(innerPlaceOf(i)))
            peer.overflowPackets = inner->drops; // the outer queue counts them again
        peer.address = record.addresses[i];
        for (const LossRule& rule : state.lossRules)
            if (rule.address == peer.address)
                peer.lostPackets = rule.packets;
        status.peers.push_back(std::move(peer));
    }
    status.others = statusOf(state.queueAt(fmt::format("{}{:x}", rootHandle, record.token)));
    return status;
}

} // namespace millrace::impair
