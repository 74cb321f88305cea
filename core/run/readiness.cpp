// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/readiness.h"

#include "core/launch/frameworks.h"
#include "core/run/imposed_conditions.h"

#include <fmt/format.h>
#include <future>

namespace millrace::run {

namespace {

constexpr Nanoseconds askTime = std::chrono::seconds(30);
constexpr std::uint64_t leastDisk = std::uint64_t(16) << 20;

cluster::PreflightQuestion questionOf(const RunPlan& plan, const Testbed& testbed, int node)
{
    cluster::PreflightQuestion question;
    question.interface = plan.network.node(node).interface;
    question.address = plan.network.node(node).address;
    question.folder = testbed.folder(node);
    // A range of all ports does not show which will be used.
    if (plan.settings.traits().usesPlannedPorts) {
        question.firstPort = plan.launch.firstPort;
        question.lastPort = plan.launch.lastPort;
    }
    return question;
}

cluster::NodeNeeds needsOfNode(const RunPlan& plan, const impair::ImpairSpec& spec, std::size_t node)
{
    cluster::NodeNeeds needs;
    needs.captures = plan.capture.enabled;
    needs.impairments = !spec.peers.empty();
    needs.slots = plan.network.nodes[node].slots;
    needs.diskBytes = leastDisk;
    return needs;
}

} // namespace

Result<std::vector<Readiness>> checkReadiness(const RunPlan& plan, Testbed& testbed, const JobContext& job)
{
    std::vector<std::future<Result<cluster::NodeFacts>>> answers;
    for (int node = 0; node < testbed.nodeCount(); ++node)
        answers.push_back(std::async(std::launch::async, [&plan, &testbed, &job, node] {
            return testbed.node(node).preflight(questionOf(plan, testbed, node), deadlineIn(askTime), job);
        }));
    const std::vector<impair::ImpairSpec> specs = impairmentsOf(plan.network);
    std::vector<Readiness> all;
    std::optional<Error> error;
    for (std::size_t node = 0; node < answers.size(); ++node) {
        auto facts = answers[node].get();
        const std::string& name = plan.network.nodes[node].name;
        if (!facts) {
            if (!error)
                error = within("checking " + name, std::move(facts).error());
            continue;
        }
        Readiness ready{*std::move(facts), {}};
        ready.findings = cluster::judgeNode(ready.facts, needsOfNode(plan, specs[node], node));
        for (const cluster::Finding& finding : ready.findings)
            if (finding.light == cluster::Light::Red && !error)
                error = fail(ErrorCode::Unsupported,
                             fmt::format("{}: {}{}{}", name, finding.sentence, finding.remedy.empty() ? "" : "; ",
                                         finding.remedy));
        all.push_back(std::move(ready));
    }
    if (error)
        return *error;
    return all;
}

} // namespace millrace::run
