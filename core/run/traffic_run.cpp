// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/traffic_run.h"

#include "core/run/testbed.h"
#include "core/store/event_kinds.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::run {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t mostLogBytes = std::size_t(256) << 20;
const std::string folder = "cross-traffic";

double bitsPerSecond(std::uint64_t bytes, Nanoseconds time)
{
    return 8e9 * static_cast<double>(bytes) / static_cast<double>(time.count());
}

} // namespace

TrafficRun::TrafficRun(const TrafficPlan& plan, Testbed& testbed, Recorder& recorder)
    : m_plan(plan), m_testbed(testbed), m_recorder(recorder)
{
    m_record.acked.resize(plan.senders.size());
    m_record.flows.resize(plan.senders.size());
    m_record.logs.resize(plan.senders.size());
    for (const int node : plan.receivers)
        m_processes.push_back({.node = node, .id = {}, .lastRate = {}, .lastErrors = {}});
    for (std::size_t i = 0; i < plan.senders.size(); ++i)
        m_processes.push_back(
            {.node = plan.senders[i].node, .sender = static_cast<int>(i), .id = {}, .lastRate = {}, .lastErrors = {}});
}

Result<void> TrafficRun::start()
{
    for (Process& process : m_processes) {
        if (const std::string& why = m_testbed.agentless(process.node); !why.empty())
            return fail(ErrorCode::Unsupported,
                        fmt::format("{} takes part in cross traffic, which needs the agent on that node ({})",
                                    nodeName(process.node), why));
        if (process.sender < 0) {
            MR_CHECK(startProcess(
                process,
                {"receive", "--address", m_testbed.plan(process.node).address, "--port", std::to_string(m_plan.port)}));
            continue;
        }
        const auto& sender = m_plan.senders[static_cast<std::size_t>(process.sender)];
        launch::PlacedFile order;
        order.path = folder + "/order.json";
        order.content = crosstraffic::orderText(sender.order);
        if (auto placed = m_testbed.place(process.node, order); !placed)
            return within("putting the order of cross traffic on " + nodeName(process.node), std::move(placed).error());
        MR_CHECK(startProcess(process,
                              {"send", "--order", "{run}/" + order.path, "--start", "{run}/" + folder + "/start",
                               "--log", "{run}/" + folder + "/flows.csv"}));
    }
    return {};
}

Result<void> TrafficRun::startProcess(Process& process, std::vector<std::string> arguments)
{
    Command command;
    command.argv = {"{agent}", "traffic"};
    command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
    auto started = m_testbed.node(process.node)
                       .startProcess(m_testbed.filled(process.node, std::move(command)), deadlineIn(callTime));
    if (!started)
        return within("starting cross traffic on " + nodeName(process.node), std::move(started).error());
    process.id = started->process;
    return {};
}

bool TrafficRun::isReady() const
{
    return std::ranges::all_of(m_processes, &Process::ready);
}

bool TrafficRun::isEnded() const
{
    return std::ranges::all_of(m_processes, [](const Process& process) { return process.sender < 0 || process.ended; });
}

TrafficRun::Process* TrafficRun::find(int node, agent::ProcessId id)
{
    const auto it = std::ranges::find_if(
        m_processes, [&](const Process& process) { return process.node == node && process.id == id; });
    return it == m_processes.end() ? nullptr : &*it;
}

Result<bool> TrafficRun::take(int node, const agent::ProcessLine& line)
{
    Process* process = find(node, line.process);
    if (process == nullptr)
        return false;
    if (line.stream == agent::OutputStream::Errors) {
        process->lastErrors += line.text + "\n";
        if (process->lastErrors.size() > keptErrorBytes)
            process->lastErrors.erase(0, process->lastErrors.size() - keptErrorBytes);
        return true;
    }
    auto said = monitor::parseTrafficLine(line.text);
    if (!said)
        return true;
    said->wall -= m_testbed.clockOffset(node);
    using Kind = monitor::TrafficLine::Kind;
    switch (said->kind) {
    case Kind::Ready: process->ready = true; break;
    case Kind::Start: process->lastRate = said->wall; break;
    case Kind::Rate: MR_CHECK(takeRate(*process, *said)); break;
    case Kind::End:
        process->ended = true;
        MR_CHECK(m_recorder.event(process->sender < 0 ? store::events::crossTrafficReceived
                                                      : store::events::crossTrafficSent,
                                  nodeName(node), {}, nullptr, line.text));
        break;
    case Kind::Error:
        m_record.problems.push_back(nodeName(node) + ": " + said->what);
        MR_CHECK(m_recorder.event(store::events::crossTrafficError, nodeName(node), said->what));
        break;
    }
    return true;
}

Result<void> TrafficRun::takeRate(Process& process, const monitor::TrafficLine& line)
{
    const Nanoseconds since = process.lastRate ? line.wall - *process.lastRate : Nanoseconds(0);
    process.lastRate = line.wall;
    if (since <= 0ns)
        return {};
    const std::string& node = nodeName(process.node);
    if (process.sender < 0)
        return m_recorder.value(store::series::crossReceived, node, line.wall,
                                bitsPerSecond(line.receivedBytes, since));
    m_record.acked[static_cast<std::size_t>(process.sender)].push_back(
        {line.wall - since, line.wall, static_cast<double>(line.ackedBytes)});
    MR_CHECK(m_recorder.value(store::series::crossSent, node, line.wall, bitsPerSecond(line.sentBytes, since)));
    return m_recorder.value(store::series::crossAcked, node, line.wall, bitsPerSecond(line.ackedBytes, since));
}

Result<bool> TrafficRun::take(int node, const agent::ProcessExit& exit)
{
    Process* process = find(node, exit.process);
    if (process == nullptr)
        return false;
    process->exited = true;
    if (process->stopped || (process->ended && exit.status.succeeded()))
        return true;
    return fail(ErrorCode::PeerFailed,
                fmt::format("cross traffic on {} ended with {}; its last words: {}", nodeName(node),
                            exitText(exit.status), process->lastErrors.empty() ? "none" : process->lastErrors));
}

Result<void> TrafficRun::begin(Nanoseconds wall, double rate)
{
    m_begin = wall;
    m_record.rate = rate;
    std::size_t endless = 0;
    for (const TrafficSender& sender : m_plan.senders)
        endless += static_cast<std::size_t>(std::ranges::count(sender.order.flows, 0u, &crosstraffic::Flow::bytes));
    for (const TrafficSender& sender : m_plan.senders) {
        crosstraffic::TrafficStart start;
        start.wall = wall + m_testbed.clockOffset(sender.node);
        if (rate > 0 && endless > 0)
            start.flowBitsPerSecond = rate / static_cast<double>(endless);
        launch::PlacedFile file;
        file.path = folder + "/start";
        file.content = crosstraffic::startText(start);
        if (auto placed = m_testbed.place(sender.node, file); !placed)
            return within("telling " + nodeName(sender.node) + " when cross traffic begins", std::move(placed).error());
    }
    return {};
}

Result<void> TrafficRun::steer(double rate)
{
    return begin(m_begin, rate);
}

Result<void> TrafficRun::finish()
{
    if (std::exchange(m_finishing, true))
        return {};
    Result<void> all;
    for (auto process = m_processes.rbegin(); process != m_processes.rend(); ++process) {
        if (!process->id)
            continue;
        process->stopped = true;
        if (!process->exited)
            (void)m_testbed.node(process->node).stopProcess(process->id, 2s, deadlineIn(callTime));
        if (process->sender >= 0)
            if (auto read = readLog(*process); !read && all)
                all = std::move(read);
    }
    return all;
}

Result<void> TrafficRun::readLog(const Process& process)
{
    auto text = m_testbed.node(process.node).readFile(folder + "/flows.csv", mostLogBytes, deadlineIn(60s));
    if (!text)
        return within("reading the flow log of " + nodeName(process.node), std::move(text).error());
    Issues issues;
    MR_TRY(flows, crosstraffic::parseFlowLog(*text, issues));
    const Nanoseconds offset = m_testbed.clockOffset(process.node);
    for (crosstraffic::FlowRecord& flow : flows) {
        flow.start -= offset;
        flow.plannedStart -= offset;
    }
    const auto sender = static_cast<std::size_t>(process.sender);
    m_record.flows[sender] = std::move(flows);
    m_record.logs[sender] = *std::move(text);
    return m_recorder.issues(nodeName(process.node), issues);
}

const std::string& TrafficRun::nodeName(int node) const
{
    return m_testbed.plan(node).name;
}

} // namespace millrace::run
