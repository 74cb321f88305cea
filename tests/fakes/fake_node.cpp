// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/fakes/fake_node.h"

#include "core/base/local_host.h"
#include "core/base/text.h"

#include <algorithm>
#include <csignal>

namespace millrace::test {

using namespace std::chrono_literals;

void FakeProcess::prints(Nanoseconds delay, Text text, agent::OutputStream stream) const
{
    m_machine->clock().after(delay, [machine = m_machine, id = m_id, text = std::move(text), stream] {
        machine->print(id, text(machine->monotonic(), machine->wall()), stream);
    });
}

void FakeProcess::prints(Nanoseconds delay, std::string text, agent::OutputStream stream) const
{
    prints(
        delay, [text = std::move(text)](Nanoseconds, Nanoseconds) { return text; }, stream);
}

void FakeProcess::complains(Nanoseconds delay, std::string text) const
{
    prints(delay, std::move(text), agent::OutputStream::Errors);
}

void FakeProcess::exits(Nanoseconds delay, ExitStatus status) const
{
    m_machine->clock().after(delay, [machine = m_machine, id = m_id, status] { machine->end(id, status); });
}

FakeMachine::FakeMachine(ManualClock& clock, std::string name_) : name(std::move(name_)), m_clock(clock)
{
    facts.hostname = name;
    facts.user = "root";
    facts.root = true;
    facts.folder = "/run/" + name;
    facts.folderWritable = true;
    facts.freeBytes = std::uint64_t(1) << 40;
    facts.interface = "eth0";
    cluster::NicFacts nic;
    nic.name = "eth0";
    nic.up = true;
    nic.mtu = 1500;
    facts.nics = {nic};
    facts.processors = 4;
    counters::InterfaceCounters counters;
    counters.name = "eth0";
    m_counters.interfaces = {counters};
    m_counters.machine.emplace();
}

Result<void> FakeMachine::enter(const std::string& function)
{
    std::function<void()> hook;
    {
        const std::lock_guard lock(m_mutex);
        ++m_calls[function];
        if (const auto found = hooks.find(function); found != hooks.end())
            hook = found->second;
    }
    if (hook)
        hook();
    const std::lock_guard lock(m_mutex);
    if (m_lost)
        return *m_lost;
    const auto error = errors.find(function);
    return error == errors.end() ? Result<void>() : Result<void>(error->second);
}

void FakeMachine::lose(std::string why)
{
    const std::lock_guard lock(m_mutex);
    if (m_lost)
        return;
    m_lost = fail(ErrorCode::Unreachable, std::move(why));
    if (m_callbacks.onLost)
        m_callbacks.onLost(*m_lost);
}

void FakeMachine::print(agent::ProcessId id, const std::string& text, agent::OutputStream stream)
{
    const std::lock_guard lock(m_mutex);
    const bool isKilled = m_processes[static_cast<std::size_t>(id.value - 1)].killed;
    if (!isKilled && !m_lost && m_callbacks.onLine)
        m_callbacks.onLine({id, stream, text, monotonic(), wall()});
}

void FakeMachine::end(agent::ProcessId id, ExitStatus status)
{
    const std::lock_guard lock(m_mutex);
    Process& process = m_processes[static_cast<std::size_t>(id.value - 1)];
    process.killed = status.signal == SIGKILL;
    if (!std::exchange(process.running, false) || m_lost || !m_callbacks.onExit)
        return;
    m_callbacks.onExit({id, status, 10ms, 1 << 20, monotonic(), wall()});
}

void FakeMachine::sample()
{
    const std::lock_guard lock(m_mutex);
    m_counters.monotonic = monotonic();
    m_counters.wall = wall();
    if (onSample)
        onSample(m_counters);
    if (!m_lost && m_callbacks.onSamples)
        m_callbacks.onSamples({agent::SamplingId{1}, 0, {m_counters}});
}

void FakeMachine::beat(agent::SamplingId sampling, Nanoseconds interval)
{
    m_clock.after(interval, [this, sampling, interval] {
        {
            const std::lock_guard lock(m_mutex);
            if (!m_samplings.contains(sampling))
                return;
        }
        sample();
        beat(sampling, interval);
    });
}

int FakeMachine::calls(const std::string& function) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_calls.find(function);
    return found == m_calls.end() ? 0 : found->second;
}

std::vector<std::string> FakeMachine::started() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<std::string> commands;
    for (const Process& process : m_processes)
        commands.push_back(process.command);
    return commands;
}

int FakeMachine::running() const
{
    const std::lock_guard lock(m_mutex);
    return static_cast<int>(std::ranges::count(m_processes, true, &Process::running));
}

FakeNode::FakeNode(FakeMachine& machine, agent::NodeCallbacks callbacks) : m_machine(machine)
{
    const std::lock_guard lock(m_machine.m_mutex);
    m_machine.m_callbacks = std::move(callbacks);
}

FakeNode::~FakeNode()
{
    const std::lock_guard lock(m_machine.m_mutex);
    m_machine.m_callbacks = {};
    m_machine.m_samplings.clear();
    for (FakeMachine::Process& process : m_machine.m_processes)
        process.running = false;
}

Result<agent::StartedProcess> FakeNode::startProcess(const Command& command, Deadline)
{
    MR_CHECK(m_machine.enter("startProcess"));
    const std::string text = join(command.argv, " ");
    agent::ProcessId id;
    {
        const std::lock_guard lock(m_machine.m_mutex);
        m_machine.m_processes.push_back({text});
        id.value = static_cast<std::int64_t>(m_machine.m_processes.size());
    }
    for (const auto& [key, script] : m_machine.scripts)
        if (text.find(key) != std::string::npos)
            script(FakeProcess(m_machine, id, text));
    return agent::StartedProcess{id, 100 + id.value};
}

Result<ExitStatus> FakeNode::stopProcess(agent::ProcessId process, Nanoseconds, Deadline)
{
    MR_CHECK(m_machine.enter("stopProcess"));
    const ExitStatus status{0, SIGTERM};
    if (!m_machine.ignoresStop)
        m_machine.end(process, status);
    return status;
}

Result<agent::SamplingId> FakeNode::startSampling(const agent::SamplingSpec& spec, Deadline)
{
    MR_CHECK(m_machine.enter("startSampling"));
    agent::SamplingId id;
    {
        const std::lock_guard lock(m_machine.m_mutex);
        id.value = ++m_machine.m_next;
        m_machine.m_samplings.insert(id);
    }
    m_machine.sample();
    m_machine.beat(id, spec.interval);
    return id;
}

Result<agent::SamplingEnd> FakeNode::stopSampling(agent::SamplingId sampling, Deadline)
{
    MR_CHECK(m_machine.enter("stopSampling"));
    m_machine.sample();
    const std::lock_guard lock(m_machine.m_mutex);
    m_machine.m_samplings.erase(sampling);
    return agent::SamplingEnd{};
}

Result<agent::CaptureId> FakeNode::startCapture(const capture::CaptureSpec&, Deadline)
{
    MR_CHECK(m_machine.enter("startCapture"));
    const std::lock_guard lock(m_machine.m_mutex);
    return agent::CaptureId{++m_machine.m_next};
}

Result<capture::CaptureStatus> FakeNode::stopCapture(agent::CaptureId, Deadline)
{
    MR_CHECK(m_machine.enter("stopCapture"));
    return m_machine.recorded;
}

Result<std::size_t> FakeNode::analyseCapture(agent::CaptureId, Deadline, const JobContext&)
{
    MR_CHECK(m_machine.enter("analyseCapture"));
    return std::size_t(1);
}

Result<agent::FileBlock> FakeNode::readCapture(agent::CaptureId, std::size_t, std::uint64_t offset, std::uint64_t bytes,
                                               Deadline)
{
    MR_CHECK(m_machine.enter("readCapture"));
    const std::string& all = m_machine.recording;
    return agent::FileBlock{offset < all.size() ? all.substr(offset, bytes) : std::string(), offset, all.size()};
}

Result<void> FakeNode::removeCapture(agent::CaptureId, Deadline)
{
    return m_machine.enter("removeCapture");
}

Result<Json> FakeNode::snapshot(Deadline)
{
    MR_CHECK(m_machine.enter("snapshot"));
    return Json{{"hostname", m_machine.name}};
}

Result<cluster::NodeFacts> FakeNode::preflight(const cluster::PreflightQuestion&, Deadline, const JobContext&)
{
    MR_CHECK(m_machine.enter("preflight"));
    cluster::NodeFacts facts = m_machine.facts;
    facts.clock.offset = m_machine.ahead;
    facts.clock.uncertainty = 100us;
    return facts;
}

Result<std::vector<cluster::PeerReach>>
FakeNode::reachPeers(const std::string&, int mtu, const std::vector<std::string>& peers, Deadline, const JobContext&)
{
    MR_CHECK(m_machine.enter("reachPeers"));
    std::vector<cluster::PeerReach> all;
    for (const std::string& peer : peers)
        all.push_back({peer, true, m_machine.roundTrip, mtu});
    return all;
}

Result<Endpoint> FakeNode::startResponder(const Endpoint& address, Deadline)
{
    MR_CHECK(m_machine.enter("startResponder"));
    return address;
}

Result<void> FakeNode::stopResponder(const Endpoint&, Deadline)
{
    return m_machine.enter("stopResponder");
}

Result<probe::DelayReport> FakeNode::probeDelay(const probe::DelaySpec& spec, Deadline, const JobContext&)
{
    MR_CHECK(m_machine.enter("probeDelay"));
    probe::DelayReport report;
    report.sent = spec.packets;
    report.roundTrips.assign(static_cast<std::size_t>(spec.packets), m_machine.roundTrip);
    report.roundTrip = {m_machine.roundTrip, m_machine.roundTrip, m_machine.roundTrip};
    return report;
}

Result<probe::LossReport> FakeNode::probeLoss(const probe::LossSpec& spec, Deadline, const JobContext&)
{
    MR_CHECK(m_machine.enter("probeLoss"));
    const double received = (1 - m_machine.loss) * spec.packets;
    return probe::LossReport{spec.packets, static_cast<std::uint32_t>(received), 0, 0};
}

Result<probe::RateReport> FakeNode::probeRate(const probe::RateSpec& spec, Deadline, const JobContext&)
{
    MR_CHECK(m_machine.enter("probeRate"));
    probe::RateReport report;
    report.sent = report.received = 1000;
    report.frameBytes = 1514;
    report.offeredBitsPerSecond = spec.bitsPerSecond;
    report.achievedBitsPerSecond = std::min(spec.bitsPerSecond, m_machine.bitsPerSecond);
    return report;
}

Result<Endpoint> FakeNode::startDrain(const Endpoint& address, Deadline)
{
    MR_CHECK(m_machine.enter("startDrain"));
    return address;
}

Result<void> FakeNode::stopDrain(const Endpoint&, Deadline)
{
    return m_machine.enter("stopDrain");
}

Result<probe::TcpRateReport> FakeNode::probeTcpRate(const probe::TcpRateSpec& spec, Deadline, const JobContext&)
{
    MR_CHECK(m_machine.enter("probeTcpRate"));
    probe::TcpRateReport report;
    report.elapsed = spec.duration;
    report.bitsPerSecond = m_machine.bitsPerSecond;
    report.roundTrip = m_machine.roundTrip;
    report.congestionControl = "cubic";
    return report;
}

Result<impair::ImpairReport> FakeNode::applyImpairment(const impair::ImpairSpec& spec, Deadline)
{
    MR_CHECK(m_machine.enter("applyImpairment"));
    impair::ImpairReport report;
    report.interface = spec.interface;
    report.peers = spec.peers;
    return report;
}

Result<agent::RestoreReport> FakeNode::restoreImpairment(Deadline)
{
    MR_CHECK(m_machine.enter("restoreImpairment"));
    return agent::RestoreReport{true, {}};
}

Result<std::string> FakeNode::openWork(const std::string&, Deadline)
{
    MR_CHECK(m_machine.enter("openWork"));
    return "/run/" + m_machine.name;
}

Result<void> FakeNode::putFile(const std::string& path, std::string_view bytes, bool, Deadline, const JobContext&)
{
    MR_CHECK(m_machine.enter("putFile"));
    const std::string text(bytes);
    {
        const std::lock_guard lock(m_machine.m_mutex);
        m_machine.files[path] = text;
    }
    if (m_machine.onFile)
        m_machine.onFile(path, text);
    return {};
}

Result<std::string> FakeNode::readFile(const std::string& path, std::size_t, Deadline)
{
    MR_CHECK(m_machine.enter("readFile"));
    const std::lock_guard lock(m_machine.m_mutex);
    const auto file = m_machine.files.find(path);
    if (file == m_machine.files.end())
        return fail(ErrorCode::NotFound, "there is no file " + path);
    return file->second;
}

Result<void> FakeNode::close(Deadline)
{
    return m_machine.enter("close");
}

FakeCluster::FakeCluster(ManualClock& clock, const std::vector<std::string>& names)
{
    for (const std::string& name : names) {
        m_machines.push_back(std::make_unique<FakeMachine>(clock, name));
        found[name] = {"10.0.0." + std::to_string(m_machines.size()), "eth0", {}, 22};
    }
}

FakeMachine& FakeCluster::named(const std::string& name)
{
    return **std::ranges::find(m_machines, name, [](const auto& machine) { return machine->name; });
}

Result<run::ReachedNode> FakeCluster::reach(const run::RunNode& node, Deadline, const JobContext&)
{
    FakeMachine& machine = named(node.name);
    MR_CHECK(machine.enter("reach"));
    return run::ReachedNode{
        std::make_shared<LocalHost>(node.name), {"/opt/millrace-agent"}, "/opt", false, machine.agentless};
}

Result<std::unique_ptr<agent::Node>> FakeCluster::start(const run::ReachedNode& node, const std::string&,
                                                        agent::NodeCallbacks events, Deadline)
{
    FakeMachine& machine = named(node.host->name());
    MR_CHECK(machine.enter("start"));
    return std::unique_ptr<agent::Node>(std::make_unique<FakeNode>(machine, std::move(events)));
}

Result<void> FakeCluster::fetch(const run::RunNode& node, const std::string&, const std::filesystem::path&,
                                const JobContext&)
{
    MR_CHECK(named(node.name).enter("fetch"));
    return fail(ErrorCode::Unsupported, "files of fake nodes are read by their sessions");
}

} // namespace millrace::test
