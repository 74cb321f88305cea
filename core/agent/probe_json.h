// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/message.h"
#include "core/base/wire.h"
#include "core/probe/report.h"

namespace millrace {

template <>
struct WireForm<Endpoint>
{
    using T = Endpoint;
    static constexpr const char* what = "the agent's endpoint";
    static constexpr std::tuple fields{wire("address", &T::address), wire("port", &T::port)};
};

template <>
struct WireForm<probe::DelaySpec>
{
    using T = probe::DelaySpec;
    static constexpr const char* what = "the agent's delay probe";
    static constexpr std::tuple fields{wire("responder", &T::responder), wire("packets", &T::packets),
                                       wire("spacing_ns", &T::spacing), wire("payload_bytes", &T::payloadBytes),
                                       wire("patience_ns", &T::patience)};
};

template <>
struct WireForm<probe::DelayDistribution>
{
    using T = probe::DelayDistribution;
    static constexpr const char* what = "the agent's distribution of delays";
    static constexpr std::tuple fields{wire("minimum_ns", &T::minimum), wire("median_ns", &T::median),
                                       wire("p99_ns", &T::p99)};
};

template <>
struct WireForm<probe::DelayReport>
{
    using T = probe::DelayReport;
    static constexpr const char* what = "the agent's delay report";
    static constexpr std::tuple fields{wire("sent", &T::sent), wire("lost", &T::lost),
                                       wire("round_trips_ns", &T::roundTrips), wire("round_trip", &T::roundTrip),
                                       wire("forward", &T::forward)};
};

template <>
struct WireForm<probe::LossSpec>
{
    using T = probe::LossSpec;
    static constexpr const char* what = "the agent's loss probe";
    static constexpr std::tuple fields{wire("responder", &T::responder), wire("packets", &T::packets),
                                       wire("packets_per_second", &T::packetsPerSecond),
                                       wire("payload_bytes", &T::payloadBytes), wire("patience_ns", &T::patience)};
};

template <>
struct WireForm<probe::LossReport>
{
    using T = probe::LossReport;
    static constexpr const char* what = "the agent's loss report";
    static constexpr std::tuple fields{wire("sent", &T::sent), wire("received", &T::received),
                                       wire("duplicates", &T::duplicates), wire("local_drops", &T::localDrops)};
};

template <>
struct WireForm<probe::RateSpec>
{
    using T = probe::RateSpec;
    static constexpr const char* what = "the agent's rate probe";
    static constexpr std::tuple fields{wire("responder", &T::responder), wire("bits_per_second", &T::bitsPerSecond),
                                       wire("duration_ns", &T::duration), wire("frame_bytes", &T::frameBytes),
                                       wire("patience_ns", &T::patience)};
};

template <>
struct WireForm<probe::RateReport>
{
    using T = probe::RateReport;
    static constexpr const char* what = "the agent's rate report";
    static constexpr std::tuple fields{wire("sent", &T::sent),
                                       wire("received", &T::received),
                                       wire("local_drops", &T::localDrops),
                                       wire("frame_bytes", &T::frameBytes),
                                       wire("offered_bits_per_second", &T::offeredBitsPerSecond),
                                       wire("achieved_bits_per_second", &T::achievedBitsPerSecond)};
};

template <>
struct WireForm<probe::TcpRateSpec>
{
    using T = probe::TcpRateSpec;
    static constexpr const char* what = "the agent's TCP rate probe";
    static constexpr std::tuple fields{wire("drain", &T::drain), wire("streams", &T::streams),
                                       wire("warm_up_ns", &T::warmUp), wire("duration_ns", &T::duration),
                                       wire("patience_ns", &T::patience)};
};

template <>
struct WireForm<probe::TcpRateReport>
{
    using T = probe::TcpRateReport;
    static constexpr const char* what = "the agent's TCP rate report";
    static constexpr std::tuple fields{wire("acknowledged_bytes", &T::acknowledgedBytes),
                                       wire("retransmitted_bytes", &T::retransmittedBytes),
                                       wire("elapsed_ns", &T::elapsed),
                                       wire("bits_per_second", &T::bitsPerSecond),
                                       wire("round_trip_ns", &T::roundTrip),
                                       wire("congestion_control", &T::congestionControl)};
};

} // namespace millrace
