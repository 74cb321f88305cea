// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/imported_run.h"
#include "core/studies/multi_cloud_monitor.h"
#include "core/studies/multi_cloud_peer.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::studies {

/// A peer or baseline of a training run with what was computed from its log.
struct TrainingHost
{
    std::string host;
    std::string file; ///< below the imported folder
    HostPlace place;
    importers::WandbLog log;
    PeerValues values;
    double interfaces = 1; ///< whose rates are summed; 2: each byte is in the log twice
};

/// All logs of one run number.
struct TrainingRun
{
    std::string name; ///< "hivemind-77"
    std::vector<TrainingHost> hosts; ///< in the order of their names
    std::string monitorFile;
    std::optional<importers::WandbLog> monitor;
    MonitorValues monitored; ///< of the monitor; empty without one
    const MappedRun* mapped = nullptr; ///< null: the mapping does not know the run
    bool published = false; ///< a figure or a number of the publication uses it
    const MappedModel* model = nullptr;

    [[nodiscard]] bool isBaseline() const;
};

/// Collects numbers; those that are not known are left out.
class MetricList
{
public:
    explicit MetricList(std::vector<store::Metric>& metrics) : m_metrics(metrics) { }
    void add(std::string_view name, std::string_view subject, double value, std::string_view unit,
             std::string_view how);

private:
    std::vector<store::Metric>& m_metrics;
};

/// What is known of the run from the mapping, as factors.
[[nodiscard]] std::vector<store::Factor> factorsOf(const TrainingRun& run);
/// Sets `interfaces` of the hosts of a provider that all log about twice what the other providers' hosts log, sent and
/// received. Single hosts that sent more than others are something else: late peers fetch the model from them.
void findDoubledInterfaces(TrainingRun& run);
/// Marks epochs whose averaging took one part of the peers three times as long as others.
void flagSplitEpochs(TrainingRun& run);
void addTrainingMetrics(ImportedRun& imported, const TrainingRun& run, const MultiCloudMapping& mapping);
/// Costs as the study shares traffic out, and from each host's own traffic (E 3.4, 5.7 c and d).
void addCostMetrics(ImportedRun& imported, const TrainingRun& run, const MultiCloudMapping& mapping);
/// Averaging rounds, epochs, which peer is which host.
void addTrainingEvents(ImportedRun& imported, const TrainingRun& run, const MultiCloudMapping& mapping);
void addTrainingSeries(ImportedRun& imported, const TrainingRun& run);

} // namespace millrace::studies
