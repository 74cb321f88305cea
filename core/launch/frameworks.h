// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/launch/launch_plan.h"
#include "core/launch/model_size.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::launch {

class FrameworkAdapter;

/// Capabilities of a training framework. The first backend and strategy are its defaults. An empty list: any text is
/// accepted.
struct FrameworkTraits
{
    std::string name;
    std::vector<std::string> backends;
    std::vector<std::string> strategies; ///< with `hasStrategy`
    std::vector<std::string> models; ///< of Millrace's script; a user's program accepts any
    std::vector<std::string> optimizers; ///< likewise
    std::optional<ModelFamily> family = {}; ///< of its script's models, if each step all-reduces their gradients
    bool hasStrategy = false; ///< the all-reduce strategy is configurable …
    std::string strategyBackend = {}; ///< … with this backend only; empty: with all
    bool needsCommand = false; ///< Workload::command must name a program or script
    bool takesCommand = false; ///< optional; without a command, a script of Millrace is started
    std::vector<std::string> ignoredFactors; ///< known factors without effect on it
    std::vector<std::string> options; ///< extra options with a meaning
    std::vector<std::string> tools; ///< programs that its nodes need …
    std::vector<std::string> packages; ///< … and Python packages
    std::string summary; ///< one sentence for lists
    std::filesystem::path file; ///< its description; empty for built-in ones

    // Properties of its workers that the engine relies on.
    bool comesWithMillrace = false; ///< the program is deployed to the nodes with the agent
    bool usesPlannedPorts = false; ///< connections use the ports of the launch plan only
    bool endsItsWaits = false; ///< every wait of a worker ends at Workload::deadline with a reason
    bool simulatesCompute = false; ///< waits for the compute time instead of computing; needs little processor time
    bool survivesFailures = false; ///< its other workers go on when one fails, and one that is started again joins
    bool sendsOnlySteps = false; ///< no traffic outside of the all-reduces of the steps
    bool followsGraphs = false; ///< each all-reduce moves the bytes of the strategy's graphs (core/collective)
    bool reportsChecks = false; ///< workers print their congestion control and the verification of sums
    bool performsOperations = false; ///< its steps are Workload::operations
    bool scalesModels = false; ///< models may be written "resnet50/4"

    [[nodiscard]] bool hasStrategyWith(std::string_view backend) const noexcept
    {
        return hasStrategy && (strategyBackend.empty() || strategyBackend == backend);
    }
};

/// The frameworks that workloads may name: the built-in ones, then added ones. A value that is cheap to copy. Traits
/// and adapters stay valid as long as a copy of the object from which they came, those of the built-in ones for ever.
/// Two are equal if one is a copy of the other.
class Frameworks
{
public:
    /// The built-in ones.
    Frameworks();

    [[nodiscard]] std::span<const FrameworkTraits> all() const noexcept;
    [[nodiscard]] std::vector<std::string> names() const;
    /// Returns null for an unknown name.
    [[nodiscard]] const FrameworkTraits* find(std::string_view name) const noexcept;
    /// Traits without any property for an unknown framework.
    [[nodiscard]] const FrameworkTraits& traitsOf(const Workload& workload) const noexcept;
    /// Returns null for an unknown name.
    [[nodiscard]] std::shared_ptr<const FrameworkAdapter> adapter(std::string_view name) const;

    /// Replaces an added one of the same name. InvalidInput for the name of a built-in framework.
    [[nodiscard]] Result<void> add(std::shared_ptr<const FrameworkAdapter> adapter);

    /// Fills in the framework's first backend and strategy if none is given.
    [[nodiscard]] Workload withDefaults(Workload workload) const;
    /// Returns the problems of this workload on these nodes, `where` relative to the workload. Without nodes: its
    /// problems on any.
    [[nodiscard]] Issues check(const Workload& workload, std::span<const PlacedNode> nodes) const;

    bool operator==(const Frameworks&) const = default;

private:
    struct List;

    std::shared_ptr<const List> m_list;
};

} // namespace millrace::launch
