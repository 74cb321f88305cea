// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/launch/framework_adapter.h"
#include "core/launch/placement.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::launch {

/// First port if the system chooses the ports of a framework.
inline constexpr std::uint16_t firstFreePort = 1024;
inline constexpr std::uint16_t lastFreePort = 65535;

/// Base of the frameworks whose training is a Python script: Millrace's script or the user's program, its options, the
/// checks of models, optimizers, GPUs and extra options.
///
/// Extra options of a workload: "--name" goes to the training program, "launcher:--name" (or a single dash) to the
/// launcher, "env:NAME" into the environment; names without marks are those of `traits().options`.
class ScriptAdapter : public FrameworkAdapter
{
public:
    [[nodiscard]] Issues check(const Workload& workload, std::span<const PlacedNode> nodes) const override;

protected:
    /// `perRank`: each worker is started separately, so that a command may use {rank}.
    ScriptAdapter(FrameworkTraits traits, std::string_view script, bool perRank);

    /// Adds further problems of one framework.
    virtual void checkMore(const Workload& workload, std::span<const PlacedNode> nodes, Issues& issues) const;
    /// Returns the script with its options, without an interpreter if `bare`, or the user's program. The caller expands
    /// placeholders of one worker. `plan` from started().
    [[nodiscard]] std::vector<std::string> training(const LaunchRequest& request, const LaunchPlan& plan,
                                                    bool bare = false) const;
    /// Whether to start the user's program instead of our script.
    [[nodiscard]] static bool isOwn(const Workload& workload) { return !workload.command.empty(); }
    [[nodiscard]] static std::string python(const Workload& workload);
    /// Returns the program that starts the workers: the option "program", or `usual`, which is looked up in PATH.
    [[nodiscard]] static std::string program(const Workload& workload, const std::string& usual);
    /// Returns a plan with files, peers and ports, but no processes.
    [[nodiscard]] LaunchPlan started(const LaunchRequest& request, const std::vector<std::string_view>& scripts,
                                     std::uint16_t firstPort) const;
    /// Returns the environment of every Python worker, then `more`, then the workload's "env:" options.
    [[nodiscard]] static std::vector<std::pair<std::string, std::string>>
    environment(const Workload& workload, std::vector<std::pair<std::string, std::string>> more);
    /// Checks that each worker of a node has a separate port, from `first` to at most `last`.
    static void checkSlots(std::span<const PlacedNode> nodes, int first, int last, Issues& issues);
    static void problem(Issues& issues, std::string where, std::string sentence, Severity severity = Severity::Error);

private:
    void checkNames(const Workload& workload, Issues& issues) const;
    void checkGpus(const Workload& workload, std::span<const PlacedNode> nodes, Issues& issues) const;
    void checkExtras(const Workload& workload, Issues& issues) const;
    static void checkBatch(const Workload& workload, std::span<const PlacedNode> nodes, Issues& issues);
    void checkPlaceholders(const Workload& workload, Issues& issues) const;

    std::string m_script;
    bool m_perRank;
};

/// Returns the settings of the built-in worker's simulated device.
[[nodiscard]] std::vector<std::string> simulatedFactors(bool strategyToo);
/// Returns the models of a family.
[[nodiscard]] std::vector<std::string> modelNames(ModelFamily family);
/// Adds problems of the options "monitor" and "monitor_interval", which the built-in worker and PyTorch's script have.
void checkMonitor(const Workload& workload, Issues& issues);
/// Adds problems of the option "policy" of those. `howToResize`: what a user does to get workers that change; empty:
/// they do.
void checkPolicies(const Workload& workload, const std::string& howToResize, Issues& issues);
/// Names of a script and of what it imports: with PyTorch, with TensorFlow.
[[nodiscard]] std::vector<std::string_view> torchScripts(std::vector<std::string_view> scripts);
[[nodiscard]] std::vector<std::string_view> tensorflowScripts(std::string_view script);
/// Returns "image_size" and the other options of every script, then `more`.
[[nodiscard]] std::vector<std::string> scriptOptionNames(std::initializer_list<std::string_view> more);
/// Returns "--image-size" for "image_size".
[[nodiscard]] std::string optionName(std::string extra);
/// Returns the number of an extra option, or `otherwise` if it is absent or not a number.
[[nodiscard]] int numberOf(const SortedExtras& extras, const std::string& name, int otherwise);

} // namespace millrace::launch
