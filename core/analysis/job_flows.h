// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/traffic.h"
#include "core/base/result.h"

#include <span>
#include <string>
#include <vector>

namespace millrace::analysis {

struct PortRange
{
    std::uint16_t first = 0;
    std::uint16_t last = 0;

    [[nodiscard]] bool contains(std::uint16_t port) const noexcept { return port >= first && port <= last; }
    bool operator==(const PortRange&) const = default;
};

/// "29500", "10000-10003,29500"; empty: none. InvalidInput names the invalid part.
[[nodiscard]] Result<std::vector<PortRange>> parsePorts(std::string_view text);

enum class TrafficClass : std::uint8_t
{
    Job, ///< of the training job
    Cross, ///< of cross traffic
    Other
};

/// Ports and addresses that a run knows of its connections.
struct KnownPorts
{
    std::vector<PortRange> job; ///< at least one end of each of the job's connections; empty: unknown
    std::vector<PortRange> cross; ///< at least one end of each flow of cross traffic; takes precedence
    std::vector<capture::IpAddress> nodes; ///< both ends are among them; empty: any

    bool operator==(const KnownPorts&) const = default;
};

/// The class of every flow.
[[nodiscard]] std::vector<TrafficClass> classesOf(const TrafficSummary& summary, const KnownPorts& ports);
/// The rows of the flows of one class.
[[nodiscard]] std::vector<std::uint32_t> flowsOfClass(std::span<const TrafficClass> classes, TrafficClass wanted);

/// How the flows of a job were identified.
enum class FlowBasis
{
    All, ///< not identified: all flows
    Chosen, ///< given by the user
    Ports, ///< by the ports of the run, then as Shape
    Shape ///< heavy, long-lived connections
};

/// The flows whose traffic has the steps of a job.
struct JobFlows
{
    FlowBasis basis = FlowBasis::All;
    std::vector<std::uint32_t> flows; ///< rows in TrafficSummary::flows, ascending
    std::size_t among = 0; ///< number of flows that they were chosen from
    double share = 1; ///< of the bytes of all flows of the summary
};

/// The flows among those given that carry the data of synchronous training: connections that live at least half as long
/// as the longest one and move at least a tenth of the bytes of the largest. Excluded before: connections that never
/// pause, when others do (endless streams), and those to a server's port whose connections are mostly short (requests,
/// cross traffic). A direction that only acknowledges is excluded, too. Never empty, unless there are no bytes.
[[nodiscard]] JobFlows findJobFlows(const TrafficSummary& summary, std::span<const std::uint32_t> among,
                                    FlowBasis basis = FlowBasis::Shape);
/// The same among the flows of the job if its ports are known, otherwise among all but those of cross traffic.
[[nodiscard]] JobFlows findJobFlows(const TrafficSummary& summary, const KnownPorts& ports = {});
/// These flows, without a choice; empty: all.
[[nodiscard]] JobFlows givenFlows(const TrafficSummary& summary, std::vector<std::uint32_t> flows);

/// "6 of 230 flows (91.2 % of the bytes), chosen as heavy and long-lived".
[[nodiscard]] std::string jobFlowsText(const JobFlows& flows);

} // namespace millrace::analysis
