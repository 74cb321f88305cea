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

/// Where a framework lets the system choose its ports.
inline constexpr std::uint16_t firstFreePort = 1024;
inline constexpr std::uint16_t lastFreePort = 65535;

/// What the frameworks whose training is a Python script have in common: a script of ours or the user's program, its
/// options, the checks of models, optimizers, GPUs and extra options.
///
/// Extra options of a workload: "--name" goes to the training program, "launcher:--name" (or a single dash) to the
/// launcher, "env:NAME" into the environment; names without marks are those of `traits().options`.
class ScriptAdapter : public FrameworkAdapter
{
public:
    [[nodiscard]] Issues check(const Workload& workload, std::span<const PlacedNode> nodes) const override;

protected:
    /// `perRank`: each worker is started by itself, so that a command may use {rank}.
    ScriptAdapter(FrameworkTraits traits, std::string_view script, bool perRank);

    /// Further problems of one framework.
    virtual void checkMore(const Workload& workload, std::span<const PlacedNode> nodes, Issues& issues) const;
    /// The script with its options, without an interpreter in front of it where `bare`, or the user's program.
    /// Placeholders of one worker are left to the caller. `plan` as started() made it.
    [[nodiscard]] std::vector<std::string> training(const LaunchRequest& request, const LaunchPlan& plan,
                                                    bool bare = false) const;
    /// Whether the user's program is to be started instead of our script.
    [[nodiscard]] static bool isOwn(const Workload& workload) { return !workload.command.empty(); }
    [[nodiscard]] static std::string python(const Workload& workload);
    /// The program that starts the workers: the option "program", or `usual`, which is looked up in PATH.
    [[nodiscard]] static std::string program(const Workload& workload, const std::string& usual);
    /// A plan with files, peers and ports, but no processes.
    [[nodiscard]] LaunchPlan started(const LaunchRequest& request, std::initializer_list<std::string_view> scripts,
                                     std::uint16_t firstPort) const;
    /// What every Python worker gets, then `more`, then the workload's "env:" options.
    [[nodiscard]] static std::vector<std::pair<std::string, std::string>>
    environment(const Workload& workload, std::vector<std::pair<std::string, std::string>> more);
    /// Where each worker of a node has a port of its own, from `first` to at most `last`.
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

/// Settings that only the built-in worker's pretended device has.
[[nodiscard]] std::vector<std::string> simulatedFactors(bool strategyToo);
/// The models of ours that a family has.
[[nodiscard]] std::vector<std::string> modelNames(ModelFamily family);
/// "image_size" and the others that every script takes, then `more`.
[[nodiscard]] std::vector<std::string> scriptOptionNames(std::initializer_list<std::string_view> more);
/// "--image-size" for "image_size".
[[nodiscard]] std::string optionName(std::string extra);
/// The number of an extra option, or `otherwise` where it is absent or none.
[[nodiscard]] int numberOf(const SortedExtras& extras, const std::string& name, int otherwise);

} // namespace millrace::launch
