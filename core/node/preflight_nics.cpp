// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agent/nic_queue.h"
#include "core/base/process.h"
#include "core/base/text.h"
#include "core/impair/impairment.h"
#include "core/node/interface_facts.h"
#include "core/node/preflight_facts.h"

#include <algorithm>

namespace millrace::node {

namespace {

void addQueue(cluster::NicFacts& nic, const JobContext& job)
{
    if (const std::string tc = findProgram("tc"); !tc.empty())
        agent::addQueue(nic, printed({tc, "-s", "-r", "-j", "qdisc", "show", "dev", nic.name}, job));
}

bool isAsked(const cluster::NicFacts& nic, const cluster::PreflightQuestion& question)
{
    if (!question.interface.empty())
        return nic.name == question.interface;
    return !question.address.empty() && std::ranges::any_of(nic.addresses, [&](const std::string& address) {
        return address.substr(0, address.find('/')) == question.address;
    });
}

/// Runs commands on this node, each with a timeout.
impair::Execute executeHere(const JobContext& job)
{
    return [&job](const Command& command) { return runCommand(command, deadlineIn(std::chrono::seconds(5)), {}, job); };
}

} // namespace

void addNics(cluster::NodeFacts& facts, const cluster::PreflightQuestion& question, const JobContext& job)
{
    constexpr std::size_t most = 256;
    constexpr int mostQueues = 16;
    int queuesAsked = 0;
    for (const InterfaceFacts& interface : interfaceFacts()) {
        if (facts.nics.size() >= most)
            break;
        cluster::NicFacts nic;
        nic.name = interface.name;
        std::ranges::copy_if(interface.addresses, std::back_inserter(nic.addresses), isIpv4WithPrefix);
        nic.up = interface.isUp;
        nic.mtu = interface.mtu;
        nic.bitsPerSecond = static_cast<double>(interface.megabitsPerSecond.value_or(0)) * 1e6;
        nic.driver = interface.driver;
        nic.offloads = interface.offloads;
        const bool asked = facts.interface.empty() && isAsked(nic, question);
        if (asked)
            facts.interface = nic.name;
        if (asked || (nic.up && !nic.addresses.empty() && queuesAsked++ < mostQueues))
            addQueue(nic, job);
        facts.nics.push_back(std::move(nic));
    }
}

void addFeatures(cluster::NodeFacts& facts, const JobContext& job)
{
    const char* names[] = {"htb", "u32", "tbf", "netem", "ifb", "nft-loss"};
    for (const char* name : names)
        facts.features[name] = std::nullopt;
    const auto ability = impair::impairAbility(executeHere(job));
    if (!ability || !ability->rights || !ability->tc || !ability->ip) {
        facts.featureReason = !ability ? ability.error().text()
            : !ability->rights         ? ability->reason.empty() ? "only root can try" : ability->reason
                                       : "the package iproute2 is missing";
        return;
    }
    const bool there[] = {ability->htb, ability->u32, ability->tbf, ability->netem, ability->ifb, ability->nftLoss};
    for (std::size_t i = 0; i < std::size(names); ++i)
        facts.features[names[i]] = there[i];
}

} // namespace millrace::node
