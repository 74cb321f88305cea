// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/usage_labels.h"

#include "core/analysis/summary_codec.h"
#include "core/analysis/traffic_pass.h"
#include "core/analysis/traffic_views.h"
#include "core/base/clock.h"
#include "core/base/statistics.h"
#include "core/store/artefact_repository.h"
#include "core/store/recorded_network.h"
#include "core/store/run_repository.h"
#include "core/store/series_kinds.h"
#include "core/store/series_repository.h"
#include "core/store/series_subject.h"

#include <algorithm>
#include <optional>

namespace millrace::run {

namespace {

/// Packets of one node.
struct NodePackets
{
    std::string address;
    analysis::TrafficSummary summary;

    /// Bytes between two addresses; nothing: any. No bins without such traffic.
    [[nodiscard]] analysis::BinnedSeries bins(const std::string& source, const std::string& destination) const
    {
        analysis::TrafficSelection selection;
        if (!source.empty())
            selection.source = rowOf(source);
        if (!destination.empty())
            selection.destination = rowOf(destination);
        return analysis::seriesOf(summary, selection);
    }

private:
    /// A row behind the last one, if the address is in no packet.
    [[nodiscard]] std::uint32_t rowOf(const std::string& text) const
    {
        const auto found = std::ranges::find(summary.addresses, text, &capture::IpAddress::text);
        return static_cast<std::uint32_t>(found - summary.addresses.begin());
    }
};

/// Reads what a run recorded.
class UsageReader
{
public:
    UsageReader(store::Database& database, store::RunId run, const cluster::Cluster& cluster, int workers,
                const JobContext& job)
        : m_database(database), m_series(database), m_run(run), m_cluster(cluster), m_workers(workers), m_job(job)
    {
    }

    Result<UsageLabels> read()
    {
        m_window = stepWindow();
        UsageLabels labels;
        labels.computeSeconds = computeSeconds();
        MR_TRY(isCaptured, readCaptures(labels));
        labels.isCaptured = isCaptured;
        if (!isCaptured)
            for (const cluster::Node& node : m_cluster.nodes) {
                addCounters(predict::Resource::Receive, store::series::netReceived.name, node.name, labels.received);
                addCounters(predict::Resource::Transmit, store::series::netSent.name, node.name, labels.sent);
            }
        return labels;
    }

private:
    std::optional<analysis::Series> seriesOf(std::string_view name, const std::string& subject,
                                             const store::TimeRange& range = {})
    {
        const auto found = m_series.find(m_run, name, subject);
        if (!found || !*found)
            return std::nullopt;
        Issues issues;
        auto series = m_series.read((*found)->id, issues, range);
        if (!series || !issues.empty())
            return std::nullopt;
        return *std::move(series);
    }

    /// From the latest end of a rank's first step to the latest end of a last one.
    store::TimeRange stepWindow()
    {
        std::int64_t begin = 0, end = 0;
        for (int rank = 0; rank < m_workers; ++rank)
            if (const auto steps = seriesOf(store::series::stepTime.name, store::rankSubject(rank));
                steps && !steps->times.empty()) {
                begin = std::max(begin, steps->times.front());
                end = std::max(end, steps->times.back());
            }
        return begin < end ? store::TimeRange{begin, end} : store::TimeRange();
    }

    double computeSeconds()
    {
        std::vector<double> medians;
        for (int rank = 0; rank < m_workers; ++rank)
            if (const auto steps = seriesOf(store::series::stepCompute.name, store::rankSubject(rank), m_window);
                steps && !steps->values.empty())
                medians.push_back(median(steps->values));
        return medians.empty() ? unknown : mean(medians);
    }

    void addCounters(predict::Resource resource, std::string_view name, const std::string& node,
                     std::vector<predict::ResourceLabels>& labels)
    {
        auto series = seriesOf(name, node, m_window);
        if (series && series->times.empty()) // recorded by another clock than that of the steps
            series = seriesOf(name, node);
        if (series)
            if (auto found = predict::labelsOf(resource, *series))
                labels.push_back(*std::move(found));
    }

    /// The analysis of all packets of a node; nothing where some are missing.
    std::optional<analysis::TrafficSummary> summaryOf(const store::Artefact& capture)
    {
        if (!capture.filter.empty() || capture.direction != "both" || capture.droppedByKernel > 0
            || !capture.reason.empty())
            return std::nullopt;
        auto summary = !capture.summary.empty()
            ? analysis::decodeSummary(capture.summary)
            : analysis::analyseCapture(m_artefacts.folder().fileOf(capture.sha256), {}, m_job);
        return summary ? std::optional(*std::move(summary)) : std::nullopt;
    }

    /// Analyses of the captures by node; none where a node has no capture that can be used.
    Result<std::vector<NodePackets>> packetsOfNodes()
    {
        std::vector<NodePackets> packets;
        MR_TRY(captures, m_artefacts.artefacts(m_run, store::ArtefactRepository::Summaries::Read));
        if (captures.empty())
            return packets;
        const SystemClock clock;
        MR_TRY(snapshots, store::RunRepository(m_database, clock).snapshots(m_run));
        const auto names = store::nodesByAddress(snapshots);
        for (const cluster::Node& node : m_cluster.nodes) {
            if (m_job.cancelled())
                return fail(ErrorCode::Cancelled, "reading the captures was cancelled");
            const auto capture = std::ranges::find(captures, node.name, &store::Artefact::node);
            const auto name = std::ranges::find(names, node.name, &std::pair<const std::string, std::string>::second);
            auto summary = capture == captures.end() || name == names.end() ? std::nullopt : summaryOf(*capture);
            if (!summary)
                return std::vector<NodePackets>();
            packets.push_back({name->first, *std::move(summary)});
        }
        return packets;
    }

    /// False: there are no captures that can be used.
    Result<bool> readCaptures(UsageLabels& labels)
    {
        MR_TRY(packets, packetsOfNodes());
        for (const NodePackets& node : packets) {
            add(predict::Resource::Receive, {node.bins({}, node.address)}, labels.received);
            std::vector<analysis::BinnedSeries> sent;
            if (m_cluster.kind == cluster::ClusterKind::Emulated) {
                // The emulated NIC is behind the interface, whose packets may be faster than it: count arrivals.
                for (const NodePackets& other : packets)
                    if (other.address != node.address)
                        sent.push_back(other.bins(node.address, other.address));
            } else {
                sent.push_back(node.bins(node.address, {}));
            }
            add(predict::Resource::Transmit, std::move(sent), labels.sent);
        }
        return !packets.empty();
    }

    void add(predict::Resource resource, std::vector<analysis::BinnedSeries> parts,
             std::vector<predict::ResourceLabels>& labels) const
    {
        // A longer capture may have bins of twice the width.
        std::int64_t widest = 1;
        for (const analysis::BinnedSeries& part : parts)
            widest = std::max(widest, part.width);
        for (analysis::BinnedSeries& part : parts)
            part = analysis::coarsen(part, widest / part.width);
        const auto bins = analysis::sumOf(parts);
        if (!bins)
            return;
        const bool isWhole = m_window == store::TimeRange();
        labels.push_back(predict::labelsOf(
            resource, *bins,
            isWhole ? analysis::extent(*bins)
                    : analysis::BinRange{bins->binOf(m_window.begin), bins->binOf(m_window.end) + 1}));
    }

    store::Database& m_database;
    store::SeriesRepository m_series;
    store::ArtefactRepository m_artefacts{m_database};
    store::RunId m_run;
    const cluster::Cluster& m_cluster;
    int m_workers;
    const JobContext& m_job;
    store::TimeRange m_window;
};

} // namespace

Result<UsageLabels> readUsageLabels(store::Database& database, store::RunId run, const cluster::Cluster& cluster,
                                    int workers, const JobContext& job)
{
    return UsageReader(database, run, cluster, workers, job).read();
}

} // namespace millrace::run
