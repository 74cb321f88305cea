// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/imposed_conditions.h"

#include "core/base/units.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <future>

namespace millrace::run {

std::vector<impair::ImpairSpec> impairmentsOf(const NetworkPlan& network)
{
    const int count = static_cast<int>(network.nodes.size());
    std::vector<impair::ImpairSpec> specs(network.nodes.size());
    for (int from = 0; from < count; ++from) {
        impair::ImpairSpec& spec = specs[static_cast<std::size_t>(from)];
        spec.interface = network.node(from).interface;
        if (!network.node(from).controller.empty())
            spec.protectedAddresses = {network.node(from).controller};
        spec.protectedPorts = {network.node(from).sshPort};
        for (int to = 0; to < count; ++to) {
            const cluster::PathSettings& path = network.path(from, to);
            const cluster::PathSettings& back = network.path(to, from);
            // Loss of the return path is applied here as well, after the counters and captures of both ends.
            if (from != to && (isImposed(path) || back.loss > 0))
                spec.peers.push_back({network.node(to).address, path.bitsPerSecond, path.delay, path.jitter, back.loss,
                                      path.bitsPerSecond > 0 ? path.queueBytes : 0, true});
        }
    }
    return specs;
}

namespace {

constexpr Nanoseconds imposeTime = std::chrono::seconds(30);

std::string sentenceOf(const std::string& node, const impair::ImpairReport& report)
{
    std::string text = fmt::format("{}, {} by {}", node, report.interface, impair::backendName(report.backend));
    for (const impair::PeerImpairment& peer : report.peers)
        text += fmt::format("; to {}: rate {}, delay {}, jitter {}, queue {}, from there: loss {}", peer.address,
                            rateText(peer.bitsPerSecond), durationText(peer.delay), durationText(peer.jitter),
                            sizeText(peer.queueBytes), fractionText(peer.loss));
    for (const std::string& warning : report.warnings)
        text += "; " + warning;
    return text;
}

/// Applies to the nodes with impairments in parallel; the first error names its node.
Result<void> onEach(const std::vector<impair::ImpairSpec>& specs, const NetworkPlan& network, const char* doing,
                    const std::function<Result<void>(int)>& what)
{
    std::vector<std::pair<int, std::future<Result<void>>>> tasks;
    for (int node = 0; node < static_cast<int>(specs.size()); ++node)
        if (!specs[static_cast<std::size_t>(node)].peers.empty())
            tasks.emplace_back(node, std::async(std::launch::async, what, node));
    Result<void> all;
    for (auto& [node, task] : tasks)
        if (auto done = task.get(); !done && all)
            all = within(fmt::format("{} {}", doing, network.node(node).name), std::move(done).error());
    return all;
}

} // namespace

Result<std::vector<std::string>> imposeConditions(const RunPlan& plan, Testbed& testbed)
{
    const std::vector<impair::ImpairSpec> specs = impairmentsOf(plan.network);
    std::vector<std::string> sentences(specs.size());
    MR_CHECK(onEach(specs, plan.network, "imposing the conditions on", [&](int node) -> Result<void> {
        const auto place = static_cast<std::size_t>(node);
        MR_TRY(report, testbed.node(node).applyImpairment(specs[place], deadlineIn(imposeTime)));
        sentences[place] = sentenceOf(plan.network.node(node).name, report);
        return {};
    }));
    std::erase(sentences, std::string());
    return sentences;
}

Result<void> restoreConditions(const RunPlan& plan, Testbed& testbed)
{
    return onEach(impairmentsOf(plan.network), plan.network, "putting back the network of",
                  [&](int node) -> Result<void> {
                      MR_CHECK(testbed.node(node).restoreImpairment(deadlineIn(imposeTime)));
                      return {};
                  });
}

} // namespace millrace::run
