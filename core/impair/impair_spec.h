// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::impair {

/// Impairment of the packets between a node and one address. 0: not impaired.
struct PeerImpairment
{
    std::string address; ///< IPv4 or IPv6, as in the node's packets. Packets to it get:
    double bitsPerSecond = 0; ///< Ethernet frames without preamble and checksum, as tc counts
    Nanoseconds delay{0}; ///< one way
    Nanoseconds jitter{0};
    /// Loss of packets from it, per packet of the wire, 0 to 1. Applied after the interface's counters and captures,
    /// like a loss on the last metre: both ends count and record the packets as sent.
    double loss = 0;
    std::uint64_t queueBytes = 0; ///< 0: default, the larger of 256 KiB and rate × 50 ms
    /// Sends large segments to it as packets of the wire, even without other impairments: it drops some.
    bool cut = false;

    bool operator==(const PeerImpairment&) const = default;
};

/// Requested impairments of one interface of a node.
struct ImpairSpec
{
    std::string interface; ///< empty: the one that routes to the first peer
    std::vector<PeerImpairment> peers;
    /// Never impaired: the far ends of ssh connections. One that is also a peer is protected only by its ports.
    std::vector<std::string> protectedAddresses;
    std::vector<std::uint16_t> protectedPorts{22}; ///< TCP, as source or destination
    /// Without an agent: timeout after which the node restores itself unless renewed. The agent has its own.
    Nanoseconds deadMan = std::chrono::seconds(20);

    bool operator==(const ImpairSpec&) const = default;
};

/// Impairments supported by the tools and the kernel of a node.
struct ImpairAbility
{
    bool rights = false; ///< may change the network
    bool tc = false; ///< the program, and likewise the next two
    bool nft = false;
    bool ip = false;
    bool htb = false; ///< of the kernel, as all following ones
    bool tbf = false;
    bool netem = false;
    bool u32 = false; ///< classes by address
    bool nftLoss = false; ///< random choice on the ingress hook
    bool ifb = false; ///< an interface that cuts arriving packets to those of the wire
    std::string reason; ///< why the check failed, if it did

    [[nodiscard]] bool canRate() const noexcept { return rights && ip && tc && htb && u32 && tbf; }
    [[nodiscard]] bool canLose() const noexcept { return rights && ip && tc && htb && u32 && tbf && nft && nftLoss; }
    [[nodiscard]] bool canDelay() const noexcept { return rights && ip && tc && htb && u32 && tbf && netem; }
    /// Returns what is supported, what is not and why, and the remedy.
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

/// Active settings, read back from the kernel.
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
    std::uint64_t lostPackets = 0; ///< arrived from it, dropped by the imposed loss
    std::uint64_t overflowPackets = 0; ///< dropped by the full queue
    std::uint64_t queuedBytes = 0;

    bool operator==(const PeerStatus&) const = default;
};

struct ImpairStatus
{
    std::string interface; ///< empty: nothing is imposed
    bool inForce = false; ///< the queues still exist and are ours
    std::vector<PeerStatus> peers;
    PeerStatus others; ///< all other traffic

    bool operator==(const ImpairStatus&) const = default;
};

} // namespace millrace::impair
