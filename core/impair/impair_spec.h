// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::impair {

/// What happens to packets between a node and one address. 0: nothing is imposed.
struct PeerImpairment
{
    std::string address; ///< IPv4 or IPv6, as the node's packets carry it. What is sent to it gets:
    double bitsPerSecond = 0; ///< Ethernet frames without preamble and checksum, as tc counts
    Nanoseconds delay{0}; ///< one way
    Nanoseconds jitter{0};
    /// Of what arrives from it, per packet of the wire, 0 to 1. Behind the interface's counters and captures, as a loss
    /// in the last metre of the way: both ends count and record what was sent.
    double loss = 0;
    std::uint64_t queueBytes = 0; ///< 0: by rule, the larger of 256 KiB and rate × 50 ms
    /// Large segments to it leave as packets of the wire, though nothing else is imposed on them: it loses some.
    bool cut = false;

    bool operator==(const PeerImpairment&) const = default;
};

/// What shall hold on one interface of a node.
struct ImpairSpec
{
    std::string interface; ///< empty: the one that routes to the first peer
    std::vector<PeerImpairment> peers;
    /// Never impaired: the far ends of ssh connections. One that is also a peer is protected by its ports alone.
    std::vector<std::string> protectedAddresses;
    std::vector<std::uint16_t> protectedPorts{22}; ///< TCP, as source or destination
    /// Without an agent: the node restores itself after this time unless it is told to wait on. The agent has its own.
    Nanoseconds deadMan = std::chrono::seconds(20);

    bool operator==(const ImpairSpec&) const = default;
};

/// What the tools and the kernel of a node can impose.
struct ImpairAbility
{
    bool rights = false; ///< may change the network
    bool tc = false; ///< the program, and likewise the next two
    bool nft = false;
    bool ip = false;
    bool htb = false; ///< of the kernel, and so is all that follows
    bool tbf = false;
    bool netem = false;
    bool u32 = false; ///< classes by address
    bool nftLoss = false; ///< random choice on the ingress hook
    bool ifb = false; ///< an interface through which arriving packets are cut to those of the wire
    std::string reason; ///< why nothing could be found out, when that is so

    [[nodiscard]] bool canRate() const noexcept { return rights && ip && tc && htb && u32 && tbf; }
    [[nodiscard]] bool canLose() const noexcept { return rights && ip && tc && htb && u32 && tbf && nft && nftLoss; }
    [[nodiscard]] bool canDelay() const noexcept { return rights && ip && tc && htb && u32 && tbf && netem; }
    /// What can be imposed and what cannot, why, and what helps.
    [[nodiscard]] std::string sentence() const;
    bool operator==(const ImpairAbility&) const = default;
};

enum class Backend
{
    Nothing, ///< no peer is impaired; nothing was changed
    Netem,
    TbfAndNft
};
[[nodiscard]] std::string_view backendName(Backend backend) noexcept; ///< "none", "netem", "tbf+nft"

/// What is in force, read back from the kernel after it was applied.
struct ImpairReport
{
    std::string interface;
    Backend backend = Backend::Nothing;
    std::vector<PeerImpairment> peers; ///< in the order of the spec, as the kernel has them
    std::vector<std::string> warnings;

    bool operator==(const ImpairReport&) const = default;
};

/// Counters of one peer since the impairment was applied.
struct PeerStatus
{
    std::string address;
    std::uint64_t sentPackets = 0;
    std::uint64_t sentBytes = 0;
    std::uint64_t lostPackets = 0; ///< arrived from it, by the imposed loss
    std::uint64_t overflowPackets = 0; ///< found the queue full
    std::uint64_t queuedBytes = 0;

    bool operator==(const PeerStatus&) const = default;
};

struct ImpairStatus
{
    std::string interface; ///< empty: nothing is imposed
    bool inForce = false; ///< the queues are still there and ours
    std::vector<PeerStatus> peers;
    PeerStatus others; ///< all that is not impaired

    bool operator==(const ImpairStatus&) const = default;
};

} // namespace millrace::impair
