// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::impair {

/// What happens to packets that a node sends to one address. 0: nothing is imposed.
struct PeerImpairment
{
    std::string address; ///< IPv4 or IPv6, as the node's packets carry it
    double bitsPerSecond = 0; ///< Ethernet frames without preamble and checksum, as tc counts
    Nanoseconds delay{0}; ///< one way
    Nanoseconds jitter{0};
    double loss = 0; ///< probability per packet, 0 to 1
    std::uint64_t queueBytes = 0; ///< 0: by rule, the larger of 256 KiB and rate × 50 ms

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
    /// Segmentation offloads off while impaired, so that loss hits packets of the wire and captures show them.
    bool splitSegments = true;
    /// Without an agent: the node restores itself after this time unless it is told to wait on. The agent has its own.
    Nanoseconds deadMan = std::chrono::seconds(20);

    bool operator==(const ImpairSpec&) const = default;
};

/// What the tools and the kernel of a node can impose.
struct ImpairAbility
{
    bool rights = false; ///< may change the network
    bool tc = false; ///< the program, and likewise the next three
    bool nft = false;
    bool ethtool = false;
    bool ip = false;
    bool htb = false; ///< of the kernel, and so is all that follows
    bool tbf = false;
    bool netem = false;
    bool blackhole = false; ///< the queue that loses packets without telling the sender
    bool u32 = false; ///< classes by address
    bool nftLoss = false; ///< random choice on the egress hook
    std::string reason; ///< why nothing could be found out, when that is so

    [[nodiscard]] bool canRate() const noexcept { return rights && ip && tc && htb && u32 && (netem || tbf); }
    [[nodiscard]] bool canLose() const noexcept
    {
        return rights && ip && tc && htb && u32 && (netem || (nft && nftLoss && tbf));
    }
    [[nodiscard]] bool canDelay() const noexcept { return rights && ip && tc && htb && u32 && netem; }
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

/// One segmentation setting that was changed.
struct OffloadChange
{
    std::string name; ///< as ethtool calls it ("tx-tcp-segmentation"), or "gso_max_segs"
    std::string before;
    std::string during;

    bool operator==(const OffloadChange&) const = default;
};

/// What is in force, read back from the kernel after it was applied.
struct ImpairReport
{
    std::string interface;
    Backend backend = Backend::Nothing;
    std::vector<PeerImpairment> peers; ///< in the order of the spec, as the kernel has them
    std::vector<OffloadChange> offloads;
    std::vector<std::string> warnings;

    bool operator==(const ImpairReport&) const = default;
};

/// Counters of one peer since the impairment was applied.
struct PeerStatus
{
    std::string address;
    std::uint64_t sentPackets = 0;
    std::uint64_t sentBytes = 0;
    std::uint64_t lostPackets = 0; ///< by the imposed loss; with netem also those that found its queue full
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
