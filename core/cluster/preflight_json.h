// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/wire.h"
#include "core/cluster/preflight_judge.h"

#include <array>

namespace millrace {

// The values of preflight.h between controller and agent, and in a run's snapshot: every member, unknown ones null.
// Absent members are as in an empty value.

template <>
struct WireForm<cluster::ToolFacts>
{
    using T = cluster::ToolFacts;
    static constexpr const char* what = "the node's tool";
    static constexpr std::tuple fields{wireOptional("name", &T::name), wireOptional("found", &T::found),
                                       wireOptional("version", &T::version)};
};

template <>
struct WireNames<cluster::QueueOwner>
{
    static constexpr int count = 4;
    static constexpr std::string_view name(cluster::QueueOwner owner)
    {
        return std::array<std::string_view, count>{"unknown", "kernel", "millrace",
                                                   "foreign"}[static_cast<std::size_t>(owner)];
    }
};

template <>
struct WireForm<cluster::NicFacts>
{
    using T = cluster::NicFacts;
    static constexpr const char* what = "the node's NIC";
    static constexpr std::tuple fields{wireOptional("name", &T::name),
                                       wireOptional("addresses", &T::addresses),
                                       wireOptional("up", &T::up),
                                       wireOptional("mtu", &T::mtu),
                                       wireOptional("bits_per_second", &T::bitsPerSecond),
                                       wireOptional("driver", &T::driver),
                                       wireOptional("offloads", &T::offloads),
                                       wireOptional("root_queue", &T::rootQueue),
                                       wireOptional("queue_owner", &T::queueOwner)};
};

template <>
struct WireForm<cluster::BusyProcess>
{
    using T = cluster::BusyProcess;
    static constexpr const char* what = "the node's process";
    static constexpr std::tuple fields{wireOptional("pid", &T::pid), wireOptional("user", &T::user),
                                       wireOptional("command", &T::command), wireOptional("cpu_share", &T::cpuShare),
                                       wireOptional("measures", &T::measures)};
};

template <>
struct WireForm<cluster::GpuFacts>
{
    using T = cluster::GpuFacts;
    static constexpr const char* what = "the node's GPU";
    static constexpr std::tuple fields{wireOptional("name", &T::name), wireOptional("driver", &T::driver),
                                       wireOptional("memory_bytes", &T::memoryBytes),
                                       wireOptional("busy_share", &T::busyShare)};
};

template <>
struct WireForm<cluster::ClockFacts>
{
    using T = cluster::ClockFacts;
    static constexpr const char* what = "the node's clock";
    static constexpr std::tuple fields{
        wireOptional("offset_ns", &T::offset), wireOptional("uncertainty_ns", &T::uncertainty),
        wireOptional("synchronised", &T::synchronised), wireOptional("kernel_error_ns", &T::kernelError)};
    /// To thirty years: two of them can be subtracted.
    static void settle(T& clock);
};

template <>
struct WireForm<cluster::PeerReach>
{
    using T = cluster::PeerReach;
    static constexpr const char* what = "the node's view of a peer";
    static constexpr std::tuple fields{wireOptional("address", &T::address), wireOptional("answers", &T::answers),
                                       wireOptional("round_trip_ns", &T::roundTrip),
                                       wireOptional("path_mtu", &T::pathMtu)};
};

template <>
struct WireForm<cluster::PreflightQuestion>
{
    using T = cluster::PreflightQuestion;
    static constexpr const char* what = "the node's pre-flight question";
    static constexpr std::tuple fields{
        wireOptional("interface", &T::interface), wireOptional("address", &T::address),
        wireOptional("folder", &T::folder),       wireOptional("first_port", &T::firstPort),
        wireOptional("last_port", &T::lastPort),  wireOptional("tools", &T::tools),
        wireOptional("python", &T::python)};
};

template <>
struct WireForm<cluster::NodeFacts>
{
    using T = cluster::NodeFacts;
    static constexpr const char* what = "the node's facts";
    static constexpr std::tuple fields{wireOptional("hostname", &T::hostname),
                                       wireOptional("machine_id", &T::machineId),
                                       wireOptional("kernel", &T::kernel),
                                       wireOptional("architecture", &T::architecture),
                                       wireOptional("user", &T::user),
                                       wireOptional("root", &T::root),
                                       wireOptional("net_admin", &T::netAdmin),
                                       wireOptional("net_raw", &T::netRaw),
                                       wireOptional("sudo", &T::sudo),
                                       wireOptional("put_in_order", &T::putInOrder),
                                       wireOptional("tools", &T::tools),
                                       wireOptional("packages", &T::packages),
                                       wireOptional("folder", &T::folder),
                                       wireOptional("folder_writable", &T::folderWritable),
                                       wireOptional("free_bytes", &T::freeBytes),
                                       wireOptional("free_inodes", &T::freeInodes),
                                       wireOptional("clock", &T::clock),
                                       wireOptional("interface", &T::interface),
                                       wireOptional("nics", &T::nics),
                                       wireOptional("congestion_control", &T::congestionControl),
                                       wireOptional("congestion_controls", &T::congestionControls),
                                       wireOptional("processors", &T::processors),
                                       wireOptional("load", &T::load),
                                       wireOptional("memory_bytes", &T::memoryBytes),
                                       wireOptional("available_memory", &T::availableMemory),
                                       wireOptional("busy", &T::busy),
                                       wireOptional("gpus", &T::gpus),
                                       wireOptional("used_ports", &T::usedPorts),
                                       wireOptional("features", &T::features),
                                       wireOptional("feature_reason", &T::featureReason),
                                       wireOptional("peers", &T::peers)};
};

} // namespace millrace

namespace millrace::cluster {

using millrace::fromJson;
using millrace::toJson;

[[nodiscard]] Json toJson(const Finding& finding);

} // namespace millrace::cluster
