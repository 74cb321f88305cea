// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/e2e/remote_bed.h"

#include "core/base/file_io.h"
#include "core/base/sha256.h"
#include "core/base/text.h"

#include <csignal>
#include <cstdlib>
#include <fmt/format.h>
#include <thread>
#include <unistd.h>

using namespace millrace;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace e2e {

namespace {

std::string script()
{
    const char* source = std::getenv("MR_SOURCE");
    return std::string(source != nullptr ? source : ".") + "/tests/support/ssh_nodes.sh";
}

} // namespace

RemoteBed::RemoteBed(int machines, std::vector<std::string> options) : m_machines(machines)
{
    if (::geteuid() != 0) {
        m_why = "machines of their own need root";
        return;
    }
    if (!fs::exists("/usr/sbin/sshd")) {
        m_why = "OpenSSH's server is not installed";
        return;
    }
    m_folder.emplace(*TemporaryFolder::make("mr-bed-"));
    std::vector<std::string> argv = {script(), "--own"};
    argv.insert(argv.end(), options.begin(), options.end());
    const std::string ready = (folder() / "ready").string();
    for (const std::string& word :
         {std::to_string(machines), folder().string(), std::string("--"), std::string("/bin/sh"), std::string("-c"),
          "echo $$ >" + ready + ".new; mv " + ready + ".new " + ready + "; exec sleep 3600"})
        argv.push_back(word);
    auto started = ChildProcess::start({argv, {}, {}}, StartOptions{SIGKILL});
    if (!started) {
        m_why = started.error().text();
        return;
    }
    m_script.emplace(*std::move(started));
    for (const Deadline end = deadlineIn(30s); !fs::exists(ready) && timeLeft(end) > 0ns && !m_script->poll();)
        std::this_thread::sleep_for(10ms);
    const auto pid = readFile(ready);
    if (pid)
        m_network = std::string(trim(*pid));
    else
        m_why = "the machines did not come up";
    m_configuration = readFile(sshConfig()).value_or("");
    m_knownHosts = readFile(folder() / "known_hosts").value_or("");
}

RemoteBed::~RemoteBed()
{
    if (m_script)
        (void)m_script->stop(5s);
}

void RemoteBed::renew() const
{
    (void)writeFileAtomically(sshConfig(), m_configuration);
    (void)writeFileAtomically(folder() / "known_hosts", m_knownHosts);
    std::vector<fs::path> old;
    for (const auto& entry : fs::directory_iterator(folder()))
        if (const std::string name = entry.path().filename().string();
            name.starts_with("small.") || name.starts_with("cli."))
            old.push_back(entry.path());
    for (const fs::path& each : old)
        fs::remove_all(each);
}

void RemoteBed::putPrograms() const
{
    for (const char* name : {"millrace-agent", "millrace-worker"}) {
        const std::string bytes = readFile(program(name)).value_or("");
        Sha256 hash;
        hash.add(bytes);
        const std::string place = "~/.cache/millrace/programs/" + hash.finish().substr(0, 16);
        const std::string put = fmt::format("umask 077; mkdir -p {0}; cat >{0}/{1}; chmod 755 {0}/{1}", place, name);
        for (int machine = 1; machine <= m_machines; ++machine)
            (void)runCommand({inside(pidOf(machine), {"-a", "--", "/bin/sh", "-c", put}), {}, {}}, deadlineIn(20s),
                             bytes);
    }
}

std::vector<std::string> RemoteBed::inside(const std::string& pid, std::vector<std::string> argv) const
{
    std::vector<std::string> all = {"nsenter", "-t", pid};
    all.insert(all.end(), argv.begin(), argv.end());
    return all;
}

std::string RemoteBed::pidOf(int machine) const
{
    const auto text = readFile(folder() / fmt::format("pid.n{}", machine));
    return text ? std::string(trim(*text)) : std::string("0");
}

CommandOutput RemoteBed::on(int machine, std::vector<std::string> argv) const
{
    argv.insert(argv.begin(), {"-a", "--"});
    const auto output = runCommand({inside(pidOf(machine), std::move(argv)), {}, {}}, deadlineIn(20s));
    return output ? *output : CommandOutput{-1, 0, {}, output.error().text()};
}

CommandOutput RemoteBed::beside(std::vector<std::string> argv) const
{
    argv.insert(argv.begin(), {"-n", "-m", "--"});
    const auto output = runCommand({inside(m_network, std::move(argv)), {}, {}}, deadlineIn(20s));
    return output ? *output : CommandOutput{-1, 0, {}, output.error().text()};
}

Finished RemoteBed::cli(std::vector<std::string> arguments, int seconds) const
{
    arguments = trusting(std::move(arguments));
    std::vector<std::string> argv = {"-n", "-m", "--wd=" + folder().string(), "--", program("millrace-cli").string()};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    argv.insert(argv.end(), {"--ssh-config", sshConfig().string()});
    const Command command{inside(m_network, std::move(argv)), {}, folder()};
    const auto output = runCommand(command, deadlineIn(std::chrono::seconds(seconds)));
    if (!output)
        return {-1, {}, output.error().text()};
    return {output->signal != 0 ? 128 + output->signal : output->exitCode, output->out, output->err};
}

ChildProcess RemoteBed::startCli(const std::vector<std::string>& arguments) const
{
    std::vector<std::string> argv = {"-n",
                                     "-m",
                                     "--",
                                     "/bin/sh",
                                     "-c",
                                     "cd \"$0\" && exec \"$@\" 2>cli.log >cli.out",
                                     folder().string(),
                                     program("millrace-cli").string()};
    const std::vector<std::string> trusted = trusting(arguments);
    argv.insert(argv.end(), trusted.begin(), trusted.end());
    argv.insert(argv.end(), {"--ssh-config", sshConfig().string()});
    auto process = ChildProcess::start({inside(m_network, std::move(argv)), {}, folder()});
    return *std::move(process);
}

std::string RemoteBed::cliText() const
{
    std::string text;
    for (const char* file : {"cli.log", "cli.out"})
        text += readFile(folder() / file).value_or(std::string());
    return text;
}

void RemoteBed::kill(int machine) const
{
    (void)runCommand({{"kill", "-9", pidOf(machine)}, {}, {}}, deadlineIn(5s));
}

std::vector<std::string> RemoteBed::leftOn(int machine) const
{
    static const char* const look = R"(
for p in /proc/[0-9]*; do
  c=$(cat $p/cmdline 2>/dev/null | tr '\000' ' ')
  case "$c" in
    *millrace*|*tcpdump*|*torch*|*"python3 "*) echo "process $c" ;;
  esac
done
ip -o link show type ifb 2>/dev/null | sed 's/^/interface /'
tc qdisc show | grep -v 'qdisc noqueue\|qdisc pfifo_fast\|qdisc mq ' | sed 's/^/queue /'
nft list tables 2>/dev/null | sed 's/^/nft /'
ls -d /run/disk/*/.cache/millrace/runs/* /run/disk/*/millrace-*/* 2>/dev/null | sed 's/^/file /'
find /run/disk -name '*.pcap*' | sed 's/^/capture /'
)";
    // By its standard input, so that it does not find its own words in a command line.
    const auto output =
        runCommand({inside(pidOf(machine), {"-a", "--", "/bin/sh", "-s"}), {}, {}}, deadlineIn(20s), look);
    std::vector<std::string> left;
    if (!output)
        return {output.error().text()};
    for (const std::string_view line : split(output->out, '\n'))
        if (!trim(line).empty())
            left.push_back(fmt::format("n{}: {}", machine, line));
    return left;
}

std::string RemoteBed::leftOnAll(int seconds) const
{
    for (const Deadline end = deadlineIn(std::chrono::seconds(seconds));;) {
        std::vector<std::string> all;
        for (int machine = 1; machine <= m_machines; ++machine)
            if (fs::exists("/proc/" + pidOf(machine)))
                for (std::string& line : leftOn(machine))
                    all.push_back(std::move(line));
        if (all.empty() || timeLeft(end) == 0ns)
            return join(all, "\n");
        std::this_thread::sleep_for(200ms);
    }
}

std::string projectText(const RemoteProject& project)
{
    std::string nodes;
    for (int k = 1; k <= project.nodes; ++k)
        nodes += fmt::format(R"({}{{"name": "n{}", "host": "n{}", "nics": [{{"name": "{}", "address": "{}"}}]}})",
                             k == 1 ? "" : ",\n      ", k, k, project.experimentAddresses ? "" : "eth1",
                             project.experimentAddresses ? fmt::format("10.79.0.{}", k) : std::string());
    return fmt::format(R"({{
  "format": "millrace-project",
  "version": 1,
  "name": "small",
  "clusters": [
    {{"name": "machines", "kind": "remote", "access": {{"agent": "{}", "rights": "{}"}}, "links": [{}], "nodes": [
      {}]}}
  ],
  "workloads": [
    {{"name": "job", "framework": "{}", "model": "{}", "batch": {}, "steps": {}, "warmup_steps": {},
     "deadline": "5s"{}{}}}
  ],
  "grids": [
    {{"name": "grid", "cluster": "machines", "workload": "job", "repetitions": {}, "gate": {{"enabled": {}}},{}
     "factors": {}}}
  ]
}}
)",
                       project.agent, project.rights, project.links, nodes, project.framework, project.model,
                       project.batch, project.steps, project.warmupSteps,
                       project.computeTime.empty() ? "" : ", \"compute_time\": \"" + project.computeTime + "\"",
                       project.workloadMore, project.repetitions, project.gate,
                       project.capture.empty() ? "" : " \"capture\": " + project.capture + ",", project.factors);
}

} // namespace e2e
