// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/trace.h"

#include "core/analysis/flow_columns.h"
#include "core/base/floor_divide.h"
#include "core/base/unknown.h"
#include "core/capture/packet.h"
#include "ui/base/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <filesystem>
#include <numeric>

namespace millrace::ui {
namespace {

struct TraceText
{
    Q_DECLARE_TR_FUNCTIONS(Trace)
};

/// Parses the number at `at`, which moves past it; -1 without one.
qlonglong numberAt(const QString& text, qsizetype& at)
{
    const qsizetype begin = at;
    while (at < text.size() && at - begin < 18 && text.at(at).isDigit())
        ++at;
    return at == begin ? -1 : text.mid(begin, at - begin).toLongLong();
}

/// Natural order in every locale: node2 before node10.
bool countsBefore(const QString& a, const QString& b)
{
    for (qsizetype i = 0, j = 0; i < a.size() && j < b.size(); ++i, ++j) {
        const QChar first = a.at(i), second = b.at(j);
        const qlonglong x = numberAt(a, i), y = numberAt(b, j);
        if ((x < 0) != (y < 0))
            return first < second; // a digit and a letter
        if (x != y)
            return x < y;
        if (i >= a.size() || j >= b.size())
            return i >= a.size() && j < b.size();
        if (a.at(i) != b.at(j))
            return a.at(i) < b.at(j);
    }
    return a.size() < b.size();
}

/// Ranks names before addresses, names in natural order.
void rankNames(Trace& trace)
{
    const auto& addresses = trace.summary.addresses;
    const auto before = [&](std::uint32_t a, std::uint32_t b) {
        const bool aNamed = trace.names[a] != trace.addresses[a], bNamed = trace.names[b] != trace.addresses[b];
        if (aNamed != bNamed)
            return aNamed;
        if (aNamed && trace.names[a] != trace.names[b])
            return countsBefore(trace.names[a], trace.names[b]);
        return addresses[a] < addresses[b];
    };
    std::vector<std::uint32_t> order(addresses.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, before);
    trace.addressRank.resize(addresses.size());
    for (std::uint32_t place = 0; place < order.size(); ++place)
        trace.addressRank[order[place]] = place;
}

void nameNodes(Trace& trace, Naming naming)
{
    trace.naming = naming;
    trace.names = trace.addresses;
    if (trace.run && naming == Naming::Nodes) {
        const std::vector<std::string> names = report::nodeNames(trace.summary, *trace.run);
        for (std::size_t i = 0; i < names.size(); ++i)
            if (!names[i].empty())
                trace.names[i] = toQString(names[i]);
    }
    rankNames(trace);
}

/// Replaces the names and paths of a run's recordings in a text.
std::string withCaptureNames(std::string text, const report::RecordedRun* run)
{
    if (run == nullptr)
        return text;
    const std::string folder = run->store.string() + ".files/";
    for (const auto& [file, name] : run->files)
        for (const std::string& known : {folder + file.substr(0, 2) + "/" + file, file})
            for (std::size_t at = text.find(known); at != std::string::npos; at = text.find(known, at + name.size()))
                text.replace(at, known.size(), name);
    return text;
}

void findPairs(Trace& trace)
{
    const auto key = [](std::uint32_t source, std::uint32_t destination) {
        return std::uint64_t(source) << 32 | destination;
    };
    std::vector<std::pair<std::uint64_t, std::uint32_t>> rows;
    rows.reserve(trace.pairs.size());
    for (std::uint32_t row = 0; row < trace.pairs.size(); ++row)
        rows.emplace_back(key(trace.pairs[row].source, trace.pairs[row].destination), row);
    std::ranges::sort(rows);
    trace.pairOfFlow.reserve(trace.summary.flows.size());
    for (const analysis::Flow& flow : trace.summary.flows) {
        const std::uint64_t wanted = key(flow.source, flow.destination);
        const auto found = std::ranges::lower_bound(rows, wanted, {}, &std::pair<std::uint64_t, std::uint32_t>::first);
        trace.pairOfFlow.push_back(found != rows.end() && found->first == wanted ? found->second : analysis::noRow);
    }
}

} // namespace

TimeRange Trace::range() const
{
    return summary.packets.all == 0 ? TimeRange{} : TimeRange{summary.first, summary.last + 1};
}

bool Trace::hasNames() const
{
    return run && std::ranges::any_of(report::nodeNames(summary, *run), [](const auto& name) { return !name.empty(); });
}

std::shared_ptr<const Trace> makeTrace(analysis::TrafficSummary summary, bool complete,
                                       std::shared_ptr<const report::RecordedRun> run, Naming naming)
{
    auto trace = std::make_shared<Trace>(std::make_shared<const analysis::TrafficSummary>(std::move(summary)));
    trace->run = std::move(run);
    trace->pairs = analysis::pairsOf(trace->summary);
    trace->nodes = analysis::nodesOf(trace->summary);
    trace->complete = complete;
    trace->addresses.reserve(trace->summary.addresses.size());
    for (const capture::IpAddress& address : trace->summary.addresses)
        trace->addresses.push_back(toQString(address.text()));
    nameNodes(*trace, naming);
    findPairs(*trace);
    return trace;
}

std::shared_ptr<const Trace> renamed(const Trace& trace, Naming naming)
{
    auto other = std::make_shared<Trace>(trace);
    nameNodes(*other, naming);
    return other;
}

QString captureName(const Trace& trace, const std::string& file)
{
    return toQString(report::captureName(trace.run.get(), file));
}

Issues problemsOf(const Trace& trace)
{
    Issues issues = trace.summary.issues;
    for (Issue& issue : issues) {
        issue.where = withCaptureNames(std::move(issue.where), trace.run.get());
        issue.example = withCaptureNames(std::move(issue.example), trace.run.get());
    }
    for (const analysis::TraceSource& source : trace.summary.sources) {
        const std::string file = report::captureName(trace.run.get(), source.file);
        for (Issue issue : source.info.issues) {
            issue.where = issue.where.empty() ? file : file + ", " + issue.where;
            issue.example = withCaptureNames(std::move(issue.example), trace.run.get());
            issues.push_back(std::move(issue));
        }
        for (const capture::CaptureInterface& one : source.info.interfaces) {
            const std::uint64_t missed = one.droppedByKernel.value_or(0) + one.droppedByInterface.value_or(0);
            if (missed > 0)
                issues.push_back({"packets-missed", Severity::Warning, 1,
                                  TraceText::tr("The capturing program missed %1 packets: they are in no number here.")
                                      .arg(missed)
                                      .toStdString(),
                                  one.name.empty() ? file : file + ", " + one.name});
        }
    }
    return issues;
}

FlowLoad loadOf(const analysis::FlowBins& bins, std::uint32_t flow, TimeRange range)
{
    FlowLoad load;
    if (range.isEmpty() || bins.width <= 0 || flow + 1 >= bins.begin.size())
        return load;
    const std::int64_t first = floorDivide(range.begin - bins.start, bins.width);
    const std::int64_t last = floorDivide(range.end - 1 - bins.start, bins.width);
    const auto begin = bins.index.begin() + static_cast<std::ptrdiff_t>(bins.begin[flow]);
    const auto end = bins.index.begin() + static_cast<std::ptrdiff_t>(bins.begin[flow + 1]);
    const auto from = std::lower_bound(begin, end, first);
    const auto to = std::upper_bound(from, end, last);
    for (auto i = static_cast<std::size_t>(from - bins.index.begin());
         i < static_cast<std::size_t>(to - bins.index.begin()); ++i) {
        load.packets += bins.packets[i];
        load.wireBytes += bins.wireBytes[i];
    }
    return load;
}

double rateOf(std::uint64_t bytes, std::int64_t nanoseconds)
{
    return nanoseconds > 0 ? static_cast<double>(bytes) * 8e9 / static_cast<double>(nanoseconds) : unknown;
}

TimeRange snapToBins(const Trace& trace, TimeRange range)
{
    const TimeRange all = trace.range();
    const TimeRange inside{std::max(range.begin, all.begin), std::min(range.end, all.end)};
    const analysis::FlowBins& bins = trace.summary.bins;
    if (inside.isEmpty() || bins.width <= 0)
        return inside;
    const std::int64_t first = floorDivide(inside.begin - bins.start, bins.width);
    const std::int64_t last = floorDivide(inside.end - 1 - bins.start, bins.width);
    return {bins.start + first * bins.width, bins.start + (last + 1) * bins.width};
}

QString protocolText(std::uint8_t protocol, std::uint16_t sourcePort, std::uint16_t destinationPort)
{
    if (protocol == capture::ip_protocol::udp
        && (sourcePort == capture::rocePort || destinationPort == capture::rocePort))
        return QStringLiteral("RoCEv2");
    const std::string_view name = analysis::protocolName(protocol);
    return name.empty() ? QString::number(protocol) : toQString(std::string(name));
}

QString flagsText(std::uint8_t flags)
{
    return toQString(analysis::tcpFlagsText(flags));
}

QString flowName(const Trace& trace, std::uint32_t flow)
{
    const analysis::Flow& one = trace.summary.flows[flow];
    return toQString(
        analysis::flowText(one, trace.names[one.source].toStdString(), trace.names[one.destination].toStdString()));
}

QString flowWithAddresses(const Trace& trace, std::uint32_t flow)
{
    const QString name = flowName(trace, flow);
    const QString addresses = toQString(analysis::flowText(trace.summary, trace.summary.flows[flow]));
    return name == addresses ? name : QStringLiteral("%1\n%2").arg(name, addresses);
}

QString pairName(const Trace& trace, std::uint32_t pair)
{
    const analysis::PairTraffic& row = trace.pairs[pair];
    return QStringLiteral("%1 → %2").arg(trace.names[row.source], trace.names[row.destination]);
}

QString nameWithAddress(const Trace& trace, std::uint32_t address)
{
    const QString& name = trace.names[address];
    return name == trace.addresses[address] ? name : QStringLiteral("%1 (%2)").arg(name, trace.addresses[address]);
}

QString pairWithAddresses(const Trace& trace, std::uint32_t pair)
{
    const analysis::PairTraffic& row = trace.pairs[pair];
    return QStringLiteral("%1 → %2").arg(nameWithAddress(trace, row.source), nameWithAddress(trace, row.destination));
}

QString shownName(const Trace& trace, const std::string& address)
{
    if (trace.run && trace.naming == Naming::Nodes)
        if (const auto known = trace.run->nodes.find(address); known != trace.run->nodes.end())
            return toQString(known->second);
    return toQString(address);
}

} // namespace millrace::ui
