// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/message.h"
#include "core/base/wire.h"
#include "core/impair/impair_spec.h"

namespace millrace::agent {

struct RestoreReport
{
    bool changed = false; ///< impairments were active
    std::vector<std::string> warnings; ///< deviations from the previous state, although Millrace left nothing

    bool operator==(const RestoreReport&) const = default;
};

} // namespace millrace::agent

namespace millrace {

template <>
struct WireForm<impair::PeerImpairment>
{
    using T = impair::PeerImpairment;
    static constexpr const char* what = "the agent's impairment of a peer";
    static constexpr std::tuple fields{wire("address", &T::address), wire("bits_per_second", &T::bitsPerSecond),
                                       wire("delay_ns", &T::delay),  wire("jitter_ns", &T::jitter),
                                       wire("loss", &T::loss),       wire("queue_bytes", &T::queueBytes),
                                       wire("cut", &T::cut)};
};

template <>
struct WireForm<impair::ImpairSpec>
{
    using T = impair::ImpairSpec;
    static constexpr const char* what = "the agent's impairment";
    static constexpr std::tuple fields{wire("interface", &T::interface), wire("peers", &T::peers),
                                       wire("protected_addresses", &T::protectedAddresses),
                                       wire("protected_ports", &T::protectedPorts), wire("dead_man_ns", &T::deadMan)};
};

template <>
struct WireForm<impair::ImpairAbility>
{
    using T = impair::ImpairAbility;
    static constexpr const char* what = "the agent's ability to impair";
    static constexpr std::tuple fields{
        wire("rights", &T::rights),    wire("tc", &T::tc),   wire("nft", &T::nft),      wire("ip", &T::ip),
        wire("htb", &T::htb),          wire("tbf", &T::tbf), wire("netem", &T::netem),  wire("u32", &T::u32),
        wire("nft_loss", &T::nftLoss), wire("ifb", &T::ifb), wire("reason", &T::reason)};
};

template <>
struct WireNames<impair::Backend>
{
    static constexpr int count = 3;
    static std::string_view name(impair::Backend backend) { return impair::backendName(backend); }
};

template <>
struct WireForm<impair::ImpairReport>
{
    using T = impair::ImpairReport;
    static constexpr const char* what = "the agent's report of an impairment";
    static constexpr std::tuple fields{wire("interface", &T::interface), wire("backend", &T::backend),
                                       wire("peers", &T::peers), wire("warnings", &T::warnings)};
};

template <>
struct WireForm<impair::PeerStatus>
{
    using T = impair::PeerStatus;
    static constexpr const char* what = "the agent's status of a peer";
    static constexpr std::tuple fields{wire("address", &T::address),
                                       wire("sent_packets", &T::sentPackets),
                                       wire("sent_bytes", &T::sentBytes),
                                       wire("lost_packets", &T::lostPackets),
                                       wire("overflow_packets", &T::overflowPackets),
                                       wire("queued_bytes", &T::queuedBytes)};
};

template <>
struct WireForm<impair::ImpairStatus>
{
    using T = impair::ImpairStatus;
    static constexpr const char* what = "the agent's status of an impairment";
    static constexpr std::tuple fields{wire("interface", &T::interface), wire("in_force", &T::inForce),
                                       wire("peers", &T::peers), wire("others", &T::others)};
};

template <>
struct WireForm<agent::RestoreReport>
{
    using T = agent::RestoreReport;
    static constexpr const char* what = "the agent's report of a restoration";
    static constexpr std::tuple fields{wire("changed", &T::changed), wire("warnings", &T::warnings)};
};

} // namespace millrace
