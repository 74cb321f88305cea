// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/node.h"
#include "core/run/node_source.h"
#include "tests/fakes/manual_clock.h"

#include <map>
#include <memory>
#include <mutex>
#include <set>

namespace millrace::test {

class FakeMachine;

/// A process on a fake machine. Delays are from now.
class FakeProcess
{
public:
    FakeProcess(FakeMachine& machine, agent::ProcessId id, std::string command)
        : m_machine(&machine), m_id(id), m_command(std::move(command))
    {
    }
    [[nodiscard]] agent::ProcessId id() const noexcept { return m_id; }
    [[nodiscard]] const std::string& command() const noexcept { return m_command; } ///< words joined by spaces
    /// The text is made when it is printed, from the machine's clocks.
    using Text = std::function<std::string(Nanoseconds monotonic, Nanoseconds wall)>;
    void prints(Nanoseconds delay, Text text, agent::OutputStream stream = agent::OutputStream::Output) const;
    void prints(Nanoseconds delay, std::string text, agent::OutputStream stream = agent::OutputStream::Output) const;
    void complains(Nanoseconds delay, std::string text) const; ///< on standard error
    void exits(Nanoseconds delay, ExitStatus status = {}) const;

private:
    FakeMachine* m_machine;
    agent::ProcessId m_id;
    std::string m_command;
};

/// State behind a FakeNode, which outlives it: what it shall do, and the calls it received. Members may be changed
/// before a run, and by scripts and hooks.
class FakeMachine
{
public:
    FakeMachine(ManualClock& clock, std::string name);

    std::string name;
    std::string agentless; ///< see ReachedNode::agentless
    Nanoseconds uptime = std::chrono::minutes(5); ///< its monotonic clock when the story begins
    Nanoseconds ahead{0}; ///< of its wall clock
    cluster::NodeFacts facts; ///< answer of preflight; the clock is filled in
    std::map<std::string, Error> errors; ///< by function: "startProcess"; "reach" for the connection
    std::map<std::string, std::function<void()>> hooks; ///< likewise; called before the function does anything
    std::map<std::string, std::function<void(FakeProcess)>> scripts; ///< of processes whose command contains the key
    std::function<void(const std::string& path, const std::string& text)> onFile;
    std::function<void(agent::Sample&)> onSample; ///< completes every sample
    std::map<std::string, std::string> files;
    bool ignoresStop = false; ///< processes are killed, but their exits are not reported
    Nanoseconds roundTrip = std::chrono::milliseconds(1);
    double loss = 0; ///< of probes
    double bitsPerSecond = 1e9; ///< of probes
    std::string recording; ///< content of every recorded file
    capture::CaptureStatus recorded; ///< answer of stopCapture()

    [[nodiscard]] ManualClock& clock() const noexcept { return m_clock; }
    [[nodiscard]] Nanoseconds monotonic() const { return uptime + m_clock.elapsed(); }
    [[nodiscard]] Nanoseconds wall() const { return m_clock.wall() + ahead; }
    /// Breaks the connection: reported once, every later call fails.
    void lose(std::string why);
    /// Another sample, besides the regular ones.
    void sample();

    [[nodiscard]] int calls(const std::string& function) const;
    [[nodiscard]] std::vector<std::string> started() const; ///< commands, in order
    [[nodiscard]] int running() const; ///< processes

private:
    friend class FakeNode;
    friend class FakeProcess;
    friend class FakeCluster;
    struct Process
    {
        std::string command;
        bool running = true;
        bool killed = false; ///< prints nothing more
    };

    Result<void> enter(const std::string& function);
    void print(agent::ProcessId id, const std::string& text, agent::OutputStream stream);
    void end(agent::ProcessId id, ExitStatus status);
    void beat(agent::SamplingId sampling, Nanoseconds interval);

    ManualClock& m_clock;
    mutable std::recursive_mutex m_mutex;
    agent::NodeCallbacks m_callbacks;
    std::optional<Error> m_lost;
    std::map<std::string, int> m_calls;
    std::vector<Process> m_processes; ///< by id, from 1
    std::set<agent::SamplingId> m_samplings;
    std::int64_t m_next = 0; ///< of samplings and captures
    agent::Sample m_counters; ///< as sampled last
};

/// A node without a kernel: a session on a fake machine.
class FakeNode final : public agent::Node
{
public:
    FakeNode(FakeMachine& machine, agent::NodeCallbacks callbacks);
    ~FakeNode() override;

    Result<agent::StartedProcess> startProcess(const Command& command, Deadline deadline) override;
    Result<ExitStatus> stopProcess(agent::ProcessId process, Nanoseconds grace, Deadline deadline) override;
    Result<agent::SamplingId> startSampling(const agent::SamplingSpec& spec, Deadline deadline) override;
    Result<agent::SamplingEnd> stopSampling(agent::SamplingId sampling, Deadline deadline) override;
    Result<agent::CaptureId> startCapture(const capture::CaptureSpec& spec, Deadline deadline) override;
    Result<capture::CaptureStatus> stopCapture(agent::CaptureId capture, Deadline deadline) override;
    Result<std::size_t> analyseCapture(agent::CaptureId capture, Deadline deadline, const JobContext& job) override;
    Result<agent::FileBlock> readCapture(agent::CaptureId capture, std::size_t file, std::uint64_t offset,
                                         std::uint64_t bytes, Deadline deadline) override;
    Result<void> removeCapture(agent::CaptureId capture, Deadline deadline) override;
    Result<Json> snapshot(Deadline deadline) override;
    Result<cluster::NodeFacts> preflight(const cluster::PreflightQuestion& question, Deadline deadline,
                                         const JobContext& job) override;
    Result<std::vector<cluster::PeerReach>> reachPeers(const std::string& address, int mtu,
                                                       const std::vector<std::string>& peers, Deadline deadline,
                                                       const JobContext& job) override;
    Result<Endpoint> startResponder(const Endpoint& address, Deadline deadline) override;
    Result<void> stopResponder(const Endpoint& address, Deadline deadline) override;
    Result<probe::DelayReport> probeDelay(const probe::DelaySpec& spec, Deadline deadline,
                                          const JobContext& job) override;
    Result<probe::LossReport> probeLoss(const probe::LossSpec& spec, Deadline deadline, const JobContext& job) override;
    Result<probe::RateReport> probeRate(const probe::RateSpec& spec, Deadline deadline, const JobContext& job) override;
    Result<Endpoint> startDrain(const Endpoint& address, Deadline deadline) override;
    Result<void> stopDrain(const Endpoint& address, Deadline deadline) override;
    Result<probe::TcpRateReport> probeTcpRate(const probe::TcpRateSpec& spec, Deadline deadline,
                                              const JobContext& job) override;
    Result<impair::ImpairReport> applyImpairment(const impair::ImpairSpec& spec, Deadline deadline) override;
    Result<agent::RestoreReport> restoreImpairment(Deadline deadline) override;
    Result<std::string> openWork(const std::string& folder, Deadline deadline) override;
    Result<void> putFile(const std::string& path, std::string_view bytes, bool executable, Deadline deadline,
                         const JobContext& job) override;
    Result<std::string> readFile(const std::string& path, std::size_t limit, Deadline deadline) override;
    Result<void> close(Deadline deadline) override;

private:
    FakeMachine& m_machine;
};

/// A remote cluster of fake machines.
class FakeCluster final : public run::NodeSource
{
public:
    FakeCluster(ManualClock& clock, const std::vector<std::string>& names);

    [[nodiscard]] FakeMachine& machine(std::size_t position) { return *m_machines[position]; }
    [[nodiscard]] FakeMachine& named(const std::string& name);
    run::FoundNetworks found; ///< answer of networks()

    Result<run::ReachedNode> reach(const run::RunNode& node, Deadline deadline, const JobContext& job) override;
    Result<std::unique_ptr<agent::Node>> start(const run::ReachedNode& node, const std::string& folder,
                                               agent::NodeCallbacks events, Deadline deadline) override;
    const run::FoundNetworks& networks() const override { return found; }
    Result<void> fetch(const run::RunNode& node, const std::string& from, const std::filesystem::path& to,
                       const JobContext& job) override;

private:
    std::vector<std::unique_ptr<FakeMachine>> m_machines;
};

} // namespace millrace::test
