// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/job_flows.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>

namespace millrace::analysis {

namespace {

constexpr double leastOfAll = 0.001; ///< share of the bytes, for a connection to count as relevant
constexpr double leastOfLargest = 0.1; ///< share of the largest connection's bytes
constexpr double leastOfLongest = 0.5; ///< share of the longest connection's time
constexpr double leastPayload = 0.1; ///< share relative to the other direction, for a direction with data of its own
constexpr double endless = 0.93; ///< share of the bins of its time, for a connection that never pauses
constexpr std::size_t manyConnections = 8; ///< to one port of a server

/// The directions of a connection that are among the flows.
struct Connection
{
    std::vector<std::uint32_t> flows; ///< ascending; one or two
    double bytes = 0;
    std::int64_t first = 0;
    std::int64_t last = 0;
    bool left = false; ///< excluded

    [[nodiscard]] double time() const { return static_cast<double>(last - first); }
};

std::vector<Connection> connectionsOf(const TrafficSummary& summary, std::span<const std::uint32_t> among)
{
    std::vector<char> wanted(summary.flows.size(), 0);
    for (const std::uint32_t row : among)
        wanted[row] = 1;
    std::vector<Connection> connections;
    for (const std::uint32_t row : among) {
        const Flow& flow = summary.flows[row];
        const bool both = flow.reverse != noRow && flow.reverse < wanted.size() && wanted[flow.reverse] != 0;
        if (both && flow.reverse < row)
            continue; // with its other direction
        Connection connection{{row}, static_cast<double>(flow.wireBytes), flow.first, flow.last};
        if (both && flow.reverse != row) {
            const Flow& back = summary.flows[flow.reverse];
            connection.flows.push_back(flow.reverse);
            connection.bytes += static_cast<double>(back.wireBytes);
            connection.first = std::min(connection.first, back.first);
            connection.last = std::max(connection.last, back.last);
        }
        connections.push_back(std::move(connection));
    }
    return connections;
}

/// The largest value among the connections that are not excluded.
template <typename Value>
double largest(const std::vector<Connection>& connections, Value value)
{
    double most = 0;
    for (const Connection& connection : connections)
        if (!connection.left)
            most = std::max(most, value(connection));
    return most;
}

/// Excludes those below a bound, but never all.
template <typename Value>
void leaveOut(std::vector<Connection>& connections, double least, Value value)
{
    for (Connection& connection : connections)
        connection.left = connection.left || value(connection) < least;
}

double bytesOf(const Connection& connection)
{
    return connection.bytes;
}

/// Share of the bins between its first and its last packet in which a direction sends.
double busyShare(const TrafficSummary& summary, const Connection& connection)
{
    const FlowBins& bins = summary.bins;
    double most = 0;
    for (const std::uint32_t flow : connection.flows) {
        if (flow + 1 >= bins.begin.size() || bins.begin[flow + 1] <= bins.begin[flow])
            continue;
        const std::uint64_t from = bins.begin[flow], to = bins.begin[flow + 1];
        const auto span = static_cast<double>(bins.index[to - 1] - bins.index[from]) + 1;
        most = std::max(most, static_cast<double>(to - from) / span);
    }
    return most;
}

/// Endless streams, unless all connections are.
void leaveOutEndless(const TrafficSummary& summary, std::vector<Connection>& connections, double least)
{
    std::vector<Connection*> streams;
    double pausing = 0;
    for (Connection& connection : connections) {
        if (connection.left)
            continue;
        if (busyShare(summary, connection) >= endless)
            streams.push_back(&connection);
        else
            pausing = std::max(pausing, connection.bytes);
    }
    if (pausing < least)
        return;
    for (Connection* stream : streams)
        stream->left = true;
}

/// An end of a connection: address, port, protocol.
using End = std::tuple<std::uint32_t, std::uint16_t, std::uint8_t>;

std::pair<End, End> endsOf(const TrafficSummary& summary, const Connection& connection)
{
    const Flow& flow = summary.flows[connection.flows.front()];
    return {{flow.source, flow.sourcePort, flow.protocol}, {flow.destination, flow.destinationPort, flow.protocol}};
}

/// Connections to a port that has many, most of them short.
void leaveOutRequests(const TrafficSummary& summary, std::vector<Connection>& connections, double longTime)
{
    struct Count
    {
        std::size_t all = 0, lasting = 0;
    };
    std::map<End, Count> counts;
    for (const Connection& connection : connections) {
        const auto [one, other] = endsOf(summary, connection);
        for (const End& end : {one, other}) {
            ++counts[end].all;
            counts[end].lasting += connection.time() >= longTime ? 1 : 0;
        }
    }
    std::vector<Connection*> requests;
    bool others = false;
    for (Connection& connection : connections) {
        const auto [one, other] = endsOf(summary, connection);
        const Count& count = counts[one].all > counts[other].all ? counts[one] : counts[other];
        if (count.all >= manyConnections && 2 * count.lasting < count.all)
            requests.push_back(&connection);
        else
            others = others || (!connection.left && connection.time() >= longTime);
    }
    if (!others)
        return;
    for (Connection* request : requests)
        request->left = true;
}

/// The directions of the connections with data of their own.
std::vector<std::uint32_t> dataFlows(const TrafficSummary& summary, const std::vector<Connection>& connections)
{
    std::vector<std::uint32_t> rows;
    for (const Connection& connection : connections) {
        if (connection.left)
            continue;
        double most = 0;
        for (const std::uint32_t row : connection.flows)
            most = std::max(most, static_cast<double>(summary.flows[row].payloadBytes));
        for (const std::uint32_t row : connection.flows)
            if (static_cast<double>(summary.flows[row].payloadBytes) >= leastPayload * most)
                rows.push_back(row);
    }
    std::ranges::sort(rows);
    return rows;
}

double shareOf(const TrafficSummary& summary, std::span<const std::uint32_t> rows)
{
    double all = 0, some = 0;
    for (const Flow& flow : summary.flows)
        all += static_cast<double>(flow.wireBytes);
    for (const std::uint32_t row : rows)
        some += static_cast<double>(summary.flows[row].wireBytes);
    return all > 0 ? some / all : 1;
}

bool anyOf(const std::vector<PortRange>& ranges, const Flow& flow)
{
    return std::ranges::any_of(ranges, [&](const PortRange& range) {
        return range.contains(flow.sourcePort) || range.contains(flow.destinationPort);
    });
}

std::vector<std::uint32_t> allRows(const TrafficSummary& summary)
{
    std::vector<std::uint32_t> rows(summary.flows.size());
    std::iota(rows.begin(), rows.end(), 0u);
    return rows;
}

} // namespace

Result<std::vector<PortRange>> parsePorts(std::string_view text)
{
    std::vector<PortRange> ranges;
    if (trim(text).empty())
        return ranges;
    const auto portOf = [](std::string_view part) -> std::optional<std::uint16_t> {
        const auto number = parseInteger(trim(part));
        return number && *number >= 0 && *number <= 65535 ? std::optional(static_cast<std::uint16_t>(*number))
                                                          : std::nullopt;
    };
    for (const std::string_view part : split(text, ',')) {
        const std::size_t dash = part.find('-');
        const auto first = portOf(part.substr(0, dash));
        const auto last = dash == std::string_view::npos ? first : portOf(part.substr(dash + 1));
        if (!first || !last || *last < *first)
            return fail(ErrorCode::InvalidInput,
                        fmt::format("\"{}\" is not a port or a range of ports such as 10000-10003", part));
        ranges.push_back({*first, *last});
    }
    return ranges;
}

std::vector<TrafficClass> classesOf(const TrafficSummary& summary, const KnownPorts& ports)
{
    std::vector<char> known(summary.addresses.size(), ports.nodes.empty() ? 1 : 0);
    for (std::size_t row = 0; row < known.size() && !ports.nodes.empty(); ++row)
        known[row] = std::ranges::find(ports.nodes, summary.addresses[row]) != ports.nodes.end() ? 1 : 0;
    std::vector<TrafficClass> classes;
    classes.reserve(summary.flows.size());
    for (const Flow& flow : summary.flows) {
        if (known[flow.source] == 0 || known[flow.destination] == 0)
            classes.push_back(TrafficClass::Other);
        else if (anyOf(ports.cross, flow))
            classes.push_back(TrafficClass::Cross);
        else
            classes.push_back(anyOf(ports.job, flow) ? TrafficClass::Job : TrafficClass::Other);
    }
    return classes;
}

std::vector<std::uint32_t> flowsOfClass(std::span<const TrafficClass> classes, TrafficClass wanted)
{
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = 0; row < classes.size(); ++row)
        if (classes[row] == wanted)
            rows.push_back(row);
    return rows;
}

JobFlows findJobFlows(const TrafficSummary& summary, std::span<const std::uint32_t> among, FlowBasis basis)
{
    std::vector<Connection> connections = connectionsOf(summary, among);
    const auto time = [](const Connection& connection) { return connection.time(); };
    const double all = std::accumulate(connections.begin(), connections.end(), 0.0,
                                       [](double sum, const Connection& one) { return sum + one.bytes; });
    // Each bound refers to the connections left by the previous ones.
    leaveOut(connections, std::min(leastOfAll * all, largest(connections, bytesOf)), bytesOf);
    leaveOutEndless(summary, connections, 10 * leastOfAll * all);
    const double heavy = leastOfLargest * largest(connections, bytesOf);
    const double longest =
        largest(connections, [&](const Connection& one) { return one.bytes < heavy ? 0.0 : one.time(); });
    leaveOutRequests(summary, connections, leastOfLongest * longest);
    leaveOut(connections,
             leastOfLongest
                 * largest(connections, [&](const Connection& one) { return one.bytes < heavy ? 0.0 : one.time(); }),
             time);
    leaveOut(connections, leastOfLargest * largest(connections, bytesOf), bytesOf);
    JobFlows job;
    job.basis = basis;
    job.among = among.size();
    job.flows = dataFlows(summary, connections);
    job.share = shareOf(summary, job.flows);
    return job;
}

JobFlows findJobFlows(const TrafficSummary& summary, const KnownPorts& ports)
{
    const std::vector<TrafficClass> classes = classesOf(summary, ports);
    if (const auto rows = flowsOfClass(classes, TrafficClass::Job); !rows.empty())
        return findJobFlows(summary, rows, FlowBasis::Ports);
    const auto others = flowsOfClass(classes, TrafficClass::Other);
    return others.empty() ? findJobFlows(summary, allRows(summary)) : findJobFlows(summary, others);
}

JobFlows givenFlows(const TrafficSummary& summary, std::vector<std::uint32_t> flows)
{
    JobFlows given;
    given.basis = flows.empty() ? FlowBasis::All : FlowBasis::Chosen;
    given.flows = flows.empty() ? allRows(summary) : std::move(flows);
    given.among = summary.flows.size();
    given.share = shareOf(summary, given.flows);
    return given;
}

std::string jobFlowsText(const JobFlows& flows)
{
    const std::string count =
        fmt::format("{} of {} flows ({:.1f} % of the bytes)", flows.flows.size(), flows.among, 100 * flows.share);
    switch (flows.basis) {
    case FlowBasis::Chosen: return count + ", chosen by the user";
    case FlowBasis::Ports: return count + ", the heavy, long-lived ones on the ports of the job";
    case FlowBasis::Shape: return count + ", chosen as heavy and long-lived";
    case FlowBasis::All: break;
    }
    return count;
}

} // namespace millrace::analysis
