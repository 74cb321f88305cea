// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/imported_run.h"
#include "core/studies/multi_cloud/monitor.h"
#include "core/studies/multi_cloud/peer.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::studies::multi_cloud {

/// A peer or baseline of a training run with the values from its log.
struct TrainingHost
{
    std::string host;
    std::string file; ///< below the imported folder
    HostPlace place;
    WandbLog log;
    PeerValues values;
    double interfaces = 1; ///< whose rates are summed; 2: each byte is in the log twice
};

/// All logs of one run number.
struct TrainingRun
{
    std::string name; ///< "hivemind-77"
    std::vector<TrainingHost> hosts; ///< in the order of their names
    std::string monitorFile;
    std::optional<WandbLog> monitor;
    MonitorValues monitored; ///< of the monitor; empty without one
    const MappedRun* mapped = nullptr; ///< null: the run is not in the mapping
    bool published = false; ///< a figure or a number of the publication uses it
    const MappedModel* model = nullptr;

    [[nodiscard]] bool isBaseline() const;
};

/// Collects numbers; unknown ones are left out.
class MetricList
{
public:
    explicit MetricList(std::vector<store::Metric>& metrics) : m_metrics(metrics) { }
    void add(std::string_view name, std::string_view subject, double value, std::string_view unit,
             std::string_view how);

private:
    std::vector<store::Metric>& m_metrics;
};

/// The run's entry in the mapping, as factors.
[[nodiscard]] std::vector<store::Factor> factorsOf(const TrainingRun& run);
/// Sets `interfaces` of the hosts of a provider that all log about twice what the other providers' hosts log, sent and
/// received. Single hosts that sent more than others have another cause: late peers fetch the model from them.
void findDoubledInterfaces(TrainingRun& run);
/// Marks epochs in which the averaging of one part of the peers took three times as long as that of others.
void flagSplitEpochs(TrainingRun& run);
void addTrainingMetrics(ImportedRun& imported, const TrainingRun& run, const MultiCloudMapping& mapping);
/// Costs with the traffic shares of the study, and from each host's own traffic.
void addCostMetrics(ImportedRun& imported, const TrainingRun& run, const MultiCloudMapping& mapping);
/// Averaging rounds, epochs, matching of peers with hosts.
void addTrainingEvents(ImportedRun& imported, const TrainingRun& run, const MultiCloudMapping& mapping);
void addTrainingSeries(ImportedRun& imported, const TrainingRun& run);

} // namespace millrace::studies::multi_cloud
