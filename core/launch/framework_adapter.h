// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/launch/expected_traffic.h"
#include "core/launch/frameworks.h"
#include "core/launch/launch_plan.h"

#include <memory>
#include <optional>
#include <span>

namespace millrace::launch {

/// Knowledge about one training framework. Only plans, without access to hosts. Immutable, so that threads may share
/// it.
class FrameworkAdapter
{
public:
    virtual ~FrameworkAdapter() = default;

    [[nodiscard]] const FrameworkTraits& traits() const noexcept { return m_traits; }
    /// Returns the problems of this workload on these nodes, `where` relative to the workload ("backend"). In addition
    /// to validate(Workload), which needs no nodes.
    [[nodiscard]] virtual Issues check(const Workload& workload, std::span<const PlacedNode> nodes) const = 0;
    /// Plans a request that check() accepts.
    [[nodiscard]] virtual Result<LaunchPlan> plan(const LaunchRequest& request) const = 0;
    /// Returns nothing if no formula is known.
    [[nodiscard]] virtual std::optional<CollectiveTraffic> traffic(const Workload& workload,
                                                                   std::span<const PlacedNode> nodes) const = 0;
    /// Returns what each worker trains, by the table of the scripts' models; nothing if that is not known, or if it
    /// changes during the training.
    [[nodiscard]] virtual std::optional<TrainedModel> trainedModel(const Workload& workload) const
    {
        return traits().family ? scriptModel(workload, *traits().family) : std::nullopt;
    }

protected:
    explicit FrameworkAdapter(FrameworkTraits traits) : m_traits(std::move(traits)) { }

private:
    FrameworkTraits m_traits;
};

[[nodiscard]] std::shared_ptr<const FrameworkAdapter> makeBuiltinAdapter();
[[nodiscard]] std::shared_ptr<const FrameworkAdapter> makeElasticAdapter();
/// Operations of a GOAL file.
[[nodiscard]] std::shared_ptr<const FrameworkAdapter> makeOperationsAdapter();
[[nodiscard]] std::shared_ptr<const FrameworkAdapter> makePytorchAdapter();
[[nodiscard]] std::shared_ptr<const FrameworkAdapter> makeTorchElasticAdapter();
[[nodiscard]] std::shared_ptr<const FrameworkAdapter> makeHorovodAdapter();
/// MultiWorkerMirroredStrategy.
[[nodiscard]] std::shared_ptr<const FrameworkAdapter> makeTensorflowAdapter();
/// ParameterServerStrategy.
[[nodiscard]] std::shared_ptr<const FrameworkAdapter> makeTensorflowServerAdapter();
[[nodiscard]] std::shared_ptr<const FrameworkAdapter> makeKungfuAdapter();
[[nodiscard]] std::shared_ptr<const FrameworkAdapter> makeHivemindAdapter();
[[nodiscard]] std::shared_ptr<const FrameworkAdapter> makeCommandAdapter();

} // namespace millrace::launch
