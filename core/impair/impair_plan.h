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

/// Handle reserved for Millrace: "MR".
inline constexpr std::string_view rootHandle = "4d52:";
inline constexpr std::size_t mostPeers = 500;

/// State needed to restore an interface, and to recognise our own queues. Stored before anything is changed.
struct ImpairRecord
{
    std::string interface;
    std::uint32_t token = 0; ///< 0x8000 to 0xfffe; the root's default class, which identifies our root
    Backend backend = Backend::Nothing;
    std::vector<std::string> addresses; ///< of the impaired peers, in the order of their classes
    std::vector<Queue> queues; ///< before, without counters
    bool lossRules = false;
    bool cutsArriving =
        false; ///< packets subject to loss first pass a Millrace interface that cuts them to packets of the wire

    bool operator==(const ImpairRecord&) const = default;
};

[[nodiscard]] std::string recordText(const ImpairRecord& record); ///< JSON
[[nodiscard]] Result<ImpairRecord> parseRecord(std::string_view text);

/// Pure plans: the lines of `tc -batch`, a script of `nft -f`. They assume a checked spec.

/// Checks what can be checked without a node: addresses, ranges, duplicates. The Error names the peer.
[[nodiscard]] Result<void> checkSpec(const ImpairSpec& spec);
/// Whether the kernel may have given this name: without special characters of a shell, tc or nft.
[[nodiscard]] bool isInterfaceName(std::string_view name) noexcept;
[[nodiscard]] bool isV6(std::string_view address) noexcept;
[[nodiscard]] bool isAddress(const std::string& address); ///< IPv4 or IPv6, numeric
/// Whether anything is imposed on this peer.
[[nodiscard]] bool isImpaired(const PeerImpairment& peer) noexcept;
/// Returns the impaired peers, with default queue sizes filled in.
[[nodiscard]] std::vector<PeerImpairment> impairedPeers(const ImpairSpec& spec);
/// Returns the protected addresses that are not peers.
[[nodiscard]] std::vector<std::string> protectedAddresses(const ImpairSpec& spec);

/// Returns root, classes, their queues, then the filters: those of the protected traffic first. The first queue of a
/// class cuts large segments into packets of the wire, for these peers only: captures show packets, and netem counts
/// them. The limit of each netem covers rate × delay plus the queue: its default of 1000 packets would drop packets at
/// high rates. In pieces that fit into an argument of a command.
[[nodiscard]] std::vector<std::string> queuePlan(const ImpairSpec& spec, const ImpairRecord& record, int mtu);
/// Returns the interface that arriving packets pass before the loss, as input of `ip -batch`, and its queue.
[[nodiscard]] std::string arrivalPlan(const ImpairRecord& record);
[[nodiscard]] std::string arrivalQueuePlan(const ImpairRecord& record, int mtu);
[[nodiscard]] std::string arrivalInterface(const ImpairRecord& record);
/// Arriving packets of the lossy peers are redirected through that interface, where those merged by the card (GRO) or
/// the sender's segmentation are cut again; then each is lost or not. Without such an interface they are lost as they
/// arrive.
[[nodiscard]] std::string lossPlan(const ImpairSpec& spec, const ImpairRecord& record);
[[nodiscard]] std::string lossTable(const ImpairRecord& record);
/// Returns the families with our table; the rules that drop packets are in the last.
[[nodiscard]] std::vector<std::string> lossFamilies(const ImpairRecord& record);
/// Returns the queue limit: netem counts packets, including delayed ones.
[[nodiscard]] std::uint64_t netemLimit(const PeerImpairment& peer, int mtu);
[[nodiscard]] std::string classOf(std::size_t impairedPeer); ///< "4d52:10"
[[nodiscard]] std::string queueOf(std::size_t impairedPeer); ///< "4e00:", the one that cuts
[[nodiscard]] std::string innerPlaceOf(std::size_t impairedPeer); ///< "4e00:1", of netem or tbf
/// Whether traffic to it has an inner queue.
[[nodiscard]] bool isShaped(const PeerImpairment& peer) noexcept;

} // namespace millrace::impair
