// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tests/e2e/cli_runner.h"

namespace e2e {

/// Machines with OpenSSH servers on this one (tests/support/ssh_nodes.sh), n1, n2, …, and the programs that run in the
/// controller's network. Ends them when it is destroyed.
class RemoteBed
{
public:
    /// Fails the test program's current function by an empty folder(), with why() saying why.
    RemoteBed(int machines, std::vector<std::string> options = {});
    ~RemoteBed();
    RemoteBed(const RemoteBed&) = delete;
    RemoteBed& operator=(const RemoteBed&) = delete;

    /// Why it could not be made; empty: it is ready.
    [[nodiscard]] const std::string& why() const noexcept { return m_why; }
    [[nodiscard]] std::filesystem::path folder() const { return m_folder->path(); }
    [[nodiscard]] std::filesystem::path sshConfig() const { return folder() / "ssh_config"; }
    /// millrace-cli in the controller's network, in the bed's folder; its ssh configuration is appended.
    [[nodiscard]] Finished cli(std::vector<std::string> arguments, int seconds = 120) const;
    [[nodiscard]] millrace::ChildProcess startCli(const std::vector<std::string>& arguments) const;
    /// What the last one printed.
    [[nodiscard]] std::string cliText() const;
    /// As it was made, for the next test: its ssh configuration and known hosts, and neither project nor store. The
    /// programs that were put on the machines stay there.
    void renew() const;
    /// Puts the programs where the first campaign would put them, which takes longer.
    void putPrograms() const;
    /// A command in all namespaces of a machine, without ssh.
    millrace::CommandOutput on(int machine, std::vector<std::string> argv) const;
    /// A process in all namespaces of a machine.
    [[nodiscard]] std::string pidOf(int machine) const;
    /// In the network of the controller, for example to pull a cable out.
    millrace::CommandOutput beside(std::vector<std::string> argv) const;
    /// Switches a machine off.
    void kill(int machine) const;
    /// Millrace's state on a machine, one line each: processes, queues, tables, files other than deployed programs.
    [[nodiscard]] std::vector<std::string> leftOn(int machine) const;
    /// The same of all machines that live, after waiting up to `seconds` for it to become nothing.
    [[nodiscard]] std::string leftOnAll(int seconds = 40) const;

private:
    [[nodiscard]] std::vector<std::string> inside(const std::string& pid, std::vector<std::string> argv) const;

    int m_machines;
    std::string m_why;
    std::string m_configuration;
    std::string m_knownHosts;
    std::optional<millrace::TemporaryFolder> m_folder;
    std::optional<millrace::ChildProcess> m_script;
    std::string m_network; ///< of the controller: a process in it
};

/// A project of one remote cluster over the machines, and the grid "grid".
struct RemoteProject
{
    int nodes = 4;
    std::string framework = "builtin";
    std::string model = "slp-mnist";
    int batch = 8;
    int steps = 5;
    int warmupSteps = 1;
    std::string computeTime = "2ms"; ///< empty: none
    std::string factors = R"([{"name": "strategy", "levels": ["RING_ALLREDUCE"]}])";
    std::string links = {}; ///< objects
    int repetitions = 1;
    bool gate = true;
    std::string capture = {}; ///< the object "capture" of the grid, or empty
    std::string workloadMore = {}; ///< further members of the workload, with a comma in front
    std::string agent = "automatic"; ///< cluster::AgentUse
    std::string rights = "automatic"; ///< cluster::Rights
    bool experimentAddresses = true; ///< named in the project; else found
};
[[nodiscard]] std::string projectText(const RemoteProject& project);

} // namespace e2e
