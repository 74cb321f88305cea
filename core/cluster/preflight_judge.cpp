// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/preflight_judge.h"

#include "core/base/text.h"
#include "core/base/units.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::cluster {

namespace {

using namespace std::chrono_literals;

constexpr double busyLoad = 0.5; ///< of each processor
constexpr std::uint64_t leastInodes = 10'000;
constexpr std::uint64_t leastMemory = std::uint64_t(512) << 20;
constexpr Nanoseconds wrongClock = 1s;

/// Judges one node topic by topic; at least one finding per topic.
class NodeJudge
{
public:
    NodeJudge(const NodeFacts& facts, const NodeNeeds& needs) : m_facts(facts), m_needs(needs) { }

    std::vector<Finding> run()
    {
        rights();
        tools();
        disk();
        clock();
        nic();
        queue();
        tcp();
        load();
        ports();
        peers();
        kernel();
        return std::move(m_findings);
    }

private:
    void say(const char* topic, Light light, std::string sentence, std::string remedy = {})
    {
        m_findings.push_back({topic, light, std::move(sentence), std::move(remedy)});
    }
    /// Adds a green finding unless the topic has others.
    void good(const char* topic, std::string sentence)
    {
        if (std::ranges::find(m_findings, topic, &Finding::topic) == m_findings.end())
            say(topic, Light::Green, std::move(sentence));
    }

    void rights()
    {
        const bool all = m_facts.root || m_facts.sudo.value_or(false);
        const std::string remedy = "connect as root, or allow sudo without a password for this user; if the cluster's "
                                   "access has \"rights\": \"none\", choose \"automatic\"";
        if (m_needs.impairments && !all && !m_facts.netAdmin)
            say("rights", Light::Red,
                fmt::format("the user {} may not change the network, which the run's conditions need", m_facts.user),
                remedy);
        if (m_needs.captures && !all && !m_facts.netRaw)
            say("rights", Light::Red, fmt::format("the user {} may not record packets", m_facts.user), remedy);
        good("rights", fmt::format("{}{}", m_facts.user, m_facts.root ? "" : all ? ", by sudo" : ", an ordinary user"));
    }

    void tools()
    {
        for (const std::string& name : m_needs.tools)
            if (const ToolFacts* tool = m_facts.tool(name); tool == nullptr || !tool->found)
                say("tools", Light::Red, fmt::format("the program {} is missing", name),
                    fmt::format("install {}", name));
        for (const std::string& name : m_needs.packages)
            if (const ToolFacts* package = m_facts.package(name); package == nullptr || !package->found)
                say("tools", Light::Red, fmt::format("the Python package {} is missing", name),
                    fmt::format("install {} for the Python that the workload uses", name));
        if (m_needs.gpu && m_facts.gpus.empty())
            say("tools", Light::Red, "no GPU was found", "use a backend that needs none, or install nvidia-smi");
        good("tools", "all that is needed is there");
    }

    void disk()
    {
        const std::string room = humanSize(static_cast<double>(m_facts.freeBytes));
        if (m_facts.folder.empty()) {
            say("disk", Light::Unknown, "no folder was asked about");
            return;
        }
        if (!m_facts.folderWritable)
            say("disk", Light::Red, fmt::format("no write permission for {}", m_facts.folder),
                "choose another folder in the cluster's access");
        if (m_facts.freeBytes < m_needs.diskBytes)
            say("disk", Light::Red,
                fmt::format("{} are free at {}, {} are needed", room, m_facts.folder,
                            humanSize(static_cast<double>(m_needs.diskBytes))),
                "free some space, or choose another folder in the cluster's access");
        else if (m_facts.freeBytes / 2 < m_needs.diskBytes)
            say("disk", Light::Yellow, fmt::format("{} are free at {}, hardly more than needed", room, m_facts.folder));
        if (m_facts.freeInodes > 0 && m_facts.freeInodes < leastInodes)
            say("disk", Light::Yellow,
                fmt::format("{} has room for {} more files only", m_facts.folder, m_facts.freeInodes));
        good("disk", fmt::format("{} are free at {}", room, m_facts.folder));
    }

    void clock()
    {
        const ClockFacts& clock = m_facts.clock;
        if (!clock.offset) {
            say("clock", Light::Unknown, "the clock was not compared");
            return;
        }
        const Nanoseconds size(std::abs(clock.offset->count()));
        const std::string text =
            fmt::format("{} {} this machine, known to ±{}", humanDuration(size),
                        clock.offset->count() < 0 ? "behind" : "ahead of", humanDuration(clock.uncertainty));
        if (size > wrongClock + clock.uncertainty)
            say("clock", Light::Yellow, "the clock is " + text, "set it, best by NTP or PTP");
        if (m_needs.ownClock && clock.synchronised && !*clock.synchronised)
            say("clock", Light::Yellow, "no service synchronises the clock; it is " + text,
                "start an NTP service such as chrony, or compare clocks by the captures");
        good("clock", "the clock is " + text);
    }

    void nic()
    {
        const NicFacts* nic = m_facts.nic(m_facts.interface);
        if (nic == nullptr) {
            say("nic", Light::Red, "the interface of the experiment was not found",
                "write the node's address or its NIC into the project");
            return;
        }
        if (!nic->up)
            say("nic", Light::Red, fmt::format("{} is down", nic->name), fmt::format("ip link set {} up", nic->name));
        if (nic->mtu < m_needs.mtu)
            say("nic", Light::Red,
                fmt::format("{} has an MTU of {}, {} is requested", nic->name, nic->mtu, m_needs.mtu),
                fmt::format("ip link set {} mtu {}, or lower the cluster's MTU", nic->name, m_needs.mtu));
        if (nic->bitsPerSecond > 0 && nic->bitsPerSecond < m_needs.bitsPerSecond)
            say("nic", Light::Yellow,
                fmt::format("{} runs at {}, {} is requested", nic->name, humanRate(nic->bitsPerSecond),
                            humanRate(m_needs.bitsPerSecond)),
                "the run cannot be faster than the NIC");
        if (const auto lro = nic->offloads.find("lro"); m_needs.captures && lro != nic->offloads.end() && lro->second)
            say("nic", Light::Yellow,
                fmt::format("{} joins received packets (LRO); captures show fewer of them", nic->name),
                fmt::format("ethtool -K {} lro off", nic->name));
        good("nic",
             fmt::format("{}, {}, MTU {}", nic->name,
                         nic->bitsPerSecond > 0 ? humanRate(nic->bitsPerSecond) : "speed not known", nic->mtu));
    }

    void queue()
    {
        const NicFacts* nic = m_facts.nic(m_facts.interface);
        for (const std::string& sentence : m_facts.putInOrder)
            say("queue", Light::Yellow, sentence, "no action needed");
        if (nic == nullptr || nic->queueOwner == QueueOwner::Unknown)
            say("queue", Light::Unknown, "the queue of the interface is unknown");
        else if (nic->queueOwner == QueueOwner::Millrace)
            say("queue", Light::Red, fmt::format("{} still has an impairment of Millrace", nic->name),
                fmt::format("wait until the run that uses the node has ended; if there is none, run on the node: "
                            "~/.cache/millrace/programs/*/millrace-agent clean-up, and if that finds nothing: tc qdisc "
                            "del dev {} root",
                            nic->name));
        else if (nic->queueOwner == QueueOwner::Foreign)
            say("queue", m_needs.impairments ? Light::Red : Light::Yellow,
                fmt::format("somebody has set up a queue \"{}\" on {}{}", nic->rootQueue, nic->name,
                            m_needs.impairments ? "; Millrace does not replace it" : ", which may limit the run"),
                fmt::format("find its owner; if it is not needed: tc qdisc del dev {} root", nic->name));
        else
            good("queue", nic->rootQueue.empty() ? "none" : nic->rootQueue + " of the kernel");
    }

    void tcp()
    {
        const std::string& wanted = m_needs.congestionControl;
        if (m_facts.congestionControls.empty()) {
            say("tcp", Light::Unknown, "the congestion controls are unknown");
            return;
        }
        if (!wanted.empty() && std::ranges::count(m_facts.congestionControls, wanted) == 0)
            say("tcp", Light::Red,
                fmt::format("the congestion control {} is not there, only {}", wanted,
                            join(m_facts.congestionControls, ", ")),
                fmt::format("modprobe tcp_{}", wanted));
        good("tcp", fmt::format("{} of {}", m_facts.congestionControl, join(m_facts.congestionControls, ", ")));
    }

    void load()
    {
        const int processors = std::max(m_facts.processors, 1);
        if (m_facts.load / processors > busyLoad)
            say("load", Light::Yellow,
                fmt::format("{:.1f} processes compete for {} processors", m_facts.load, processors),
                "wait, or end what else runs there");
        for (const BusyProcess& process : m_facts.busy)
            if (process.measures || process.cpuShare > busyLoad)
                say("load", Light::Yellow,
                    fmt::format("{} ({}) of {} uses {:.0f} % of a processor{}", process.command, process.pid,
                                process.user, process.cpuShare * 100,
                                process.measures ? " and measures or trains, too" : ""),
                    "wait, or ask its owner");
        if (m_needs.slots > processors)
            say("load", Light::Yellow, fmt::format("{} workers would share {} processors", m_needs.slots, processors),
                "reduce the node's slots");
        if (m_facts.availableMemory > 0 && m_facts.availableMemory < leastMemory)
            say("load", Light::Yellow,
                fmt::format("{} of memory are left", humanSize(static_cast<double>(m_facts.availableMemory))));
        good("load",
             fmt::format("load {:.1f} on {} processors, {} of memory left", m_facts.load, processors,
                         humanSize(static_cast<double>(m_facts.availableMemory))));
    }

    void ports()
    {
        std::vector<std::string> used;
        for (const int port : m_facts.usedPorts)
            used.push_back(std::to_string(port));
        if (!used.empty())
            say("ports", Light::Red,
                fmt::format("{} {} in use: {}", used.size() == 1 ? "a port" : "ports", used.size() == 1 ? "is" : "are",
                            join(used, ", ")),
                "end what listens there, or choose other ports");
        good("ports", "free");
    }

    void peers()
    {
        const NicFacts* nic = m_facts.nic(m_facts.interface);
        for (const PeerReach& peer : m_facts.peers) {
            if (!peer.answers)
                say("peers", Light::Unknown, fmt::format("whether {} is reached could not be tried", peer.address));
            else if (!*peer.answers)
                say("peers", Light::Red, fmt::format("{} does not answer on the experiment's network", peer.address),
                    "check addresses, routes and firewalls between the nodes");
            else if (nic != nullptr && peer.pathMtu && *peer.pathMtu < nic->mtu)
                say("peers", Light::Red,
                    fmt::format("packets of {} bytes do not reach {}, those of {} do", nic->mtu, peer.address,
                                *peer.pathMtu),
                    fmt::format("ip link set {} mtu {}, on all nodes alike", nic->name, *peer.pathMtu));
        }
        good("peers",
             m_facts.peers.empty() ? std::string("none was requested")
                                   : fmt::format("{} answer", m_facts.peers.size()));
    }

    void kernel()
    {
        for (const std::string& feature : m_needs.features) {
            const auto found = m_facts.features.find(feature);
            if (found == m_facts.features.end() || !found->second)
                say("kernel", Light::Unknown,
                    fmt::format("whether the kernel has {} is unknown{}{}", feature,
                                m_facts.featureReason.empty() ? "" : ": ", m_facts.featureReason));
            else if (!*found->second)
                say("kernel", Light::Red,
                    fmt::format("the kernel {} has no {}, which the run's conditions need", m_facts.kernel, feature),
                    feature == "nft-loss" ? std::string("modprobe nft_numgen, or another kernel")
                                          : fmt::format("modprobe sch_{}, or another kernel", feature));
        }
        good("kernel", m_facts.kernel);
    }

    const NodeFacts& m_facts;
    const NodeNeeds& m_needs;
    std::vector<Finding> m_findings;
};

} // namespace

std::string_view lightName(Light light) noexcept
{
    switch (light) {
    case Light::Green: return "green";
    case Light::Unknown: return "unknown";
    case Light::Yellow: return "yellow";
    case Light::Red: return "red";
    }
    return "unknown";
}

const std::vector<std::string>& preflightTopics()
{
    static const std::vector<std::string> topics = {"reach", "rights", "tools", "disk",  "clock",  "nic",     "queue",
                                                    "tcp",   "load",   "ports", "peers", "kernel", "versions"};
    return topics;
}

Light lightOf(std::span<const Finding> findings, std::string_view topic) noexcept
{
    Light light = Light::Green;
    for (const Finding& finding : findings)
        if (finding.topic == topic)
            light = std::max(light, finding.light);
    return light;
}

Light worst(std::span<const Finding> findings) noexcept
{
    Light light = Light::Green;
    for (const Finding& finding : findings)
        light = std::max(light, finding.light);
    return light;
}

std::vector<Finding> judgeNode(const NodeFacts& facts, const NodeNeeds& needs)
{
    return NodeJudge(facts, needs).run();
}

} // namespace millrace::cluster
