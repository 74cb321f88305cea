// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/impair/impair_spec.h"
#include "core/impair/interface_state.h"

#include <string>
#include <string_view>
#include <vector>

namespace millrace::impair {

/// The handle that Millrace keeps for itself: "MR".
inline constexpr std::string_view rootHandle = "4d52:";
inline constexpr std::size_t mostPeers = 500;

/// What must be known to put an interface back, and to know that what is there is ours. Written down before anything is
/// changed.
struct ImpairRecord
{
    std::string interface;
    std::uint32_t token = 0; ///< 0x8000 to 0xfffe; the root's default class, by which it is known as ours
    Backend backend = Backend::Nothing;
    std::vector<std::string> addresses; ///< of the impaired peers, in the order of their classes
    std::vector<Queue> queues; ///< before, without counters
    bool lossRules = false;
    bool cutsArriving =
        false; ///< packets that may be lost pass an interface of ours that cuts them to those of the wire

    bool operator==(const ImpairRecord&) const = default;
};

[[nodiscard]] std::string recordText(const ImpairRecord& record); ///< JSON
[[nodiscard]] Result<ImpairRecord> parseRecord(std::string_view text);

/// Pure plans: the lines of `tc -batch`, a script of `nft -f`. They assume a checked spec.

/// Every problem of a spec that can be seen without a node: addresses, ranges, doubles. The Error names the peer.
[[nodiscard]] Result<void> checkSpec(const ImpairSpec& spec);
/// A name that the kernel may have given: nothing in it means anything to a shell, to tc or to nft.
[[nodiscard]] bool isInterfaceName(std::string_view name) noexcept;
[[nodiscard]] bool isV6(std::string_view address) noexcept;
[[nodiscard]] bool isAddress(const std::string& address); ///< IPv4 or IPv6 in numbers
/// Whether anything is imposed on this peer.
[[nodiscard]] bool isImpaired(const PeerImpairment& peer) noexcept;
/// The peers that are impaired, queue sizes filled in by rule.
[[nodiscard]] std::vector<PeerImpairment> impairedPeers(const ImpairSpec& spec);
/// The protected addresses that are no peers.
[[nodiscard]] std::vector<std::string> protectedAddresses(const ImpairSpec& spec);

/// Root, classes, their queues, then the filters: those of the protected traffic first. The first queue of a class cuts
/// large segments into packets of the wire, for these peers alone: captures show packets, and netem counts them. Study
/// A, A-14: each netem has room for rate × delay and the queue. In pieces that fit into an argument of a command.
[[nodiscard]] std::vector<std::string> queuePlan(const ImpairSpec& spec, const ImpairRecord& record, int mtu);
/// The interface through which arriving packets pass before some are lost, as `ip -batch` reads it, and its queue.
[[nodiscard]] std::string arrivalPlan(const ImpairRecord& record);
[[nodiscard]] std::string arrivalQueuePlan(const ImpairRecord& record, int mtu);
[[nodiscard]] std::string arrivalInterface(const ImpairRecord& record);
/// Arriving packets of the lossy peers are led through that interface, where those that the card (GRO) or the sender's
/// segmentation put together are cut again; then each is lost or not. Without such an interface they are lost as they
/// arrive.
[[nodiscard]] std::string lossPlan(const ImpairSpec& spec, const ImpairRecord& record);
[[nodiscard]] std::string lossTable(const ImpairRecord& record);
/// The families in which the table stands; the rules that lose packets are in the last.
[[nodiscard]] std::vector<std::string> lossFamilies(const ImpairRecord& record);
/// netem counts packets, those under way included.
[[nodiscard]] std::uint64_t netemLimit(const PeerImpairment& peer, int mtu);
[[nodiscard]] std::string classOf(std::size_t impairedPeer); ///< "4d52:10"
[[nodiscard]] std::string queueOf(std::size_t impairedPeer); ///< "4e00:", that which cuts
[[nodiscard]] std::string innerPlaceOf(std::size_t impairedPeer); ///< "4e00:1", of netem or tbf
/// Whether something is imposed on what is sent to it, so that there is an inner queue.
[[nodiscard]] bool isShaped(const PeerImpairment& peer) noexcept;

} // namespace millrace::impair
