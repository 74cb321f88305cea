// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/integration/cluster_bench.h"

#include "core/base/file_io.h"
#include "core/base/process.h"
#include "core/base/seconds.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>

namespace millrace::tests {

namespace {

[[noreturn]] void giveUp(const std::string& text)
{
    fmt::print(stderr, "{}\n", text);
    std::fflush(stderr);
    std::abort();
}

constexpr int iperfPort = 5201;

template <typename T>
T must(Result<T> result, const std::string& what)
{
    if (!result)
        giveUp(what + ": " + result.error().text());
    return *std::move(result);
}

} // namespace

cluster::Cluster plainCluster(int nodes)
{
    cluster::Cluster cluster;
    cluster.name = "bench";
    for (int i = 0; i < nodes; ++i)
        cluster.nodes.emplace_back().name = fmt::format("n{}", i);
    return cluster;
}

cluster::Link linkOf(double bitsPerSecond, Nanoseconds delay, Nanoseconds jitter, double loss)
{
    cluster::Link link;
    link.settings.bitsPerSecond = bitsPerSecond;
    link.settings.delay = delay;
    link.settings.jitter = jitter;
    link.settings.loss = loss;
    return link;
}

std::string ownProgram()
{
    return std::filesystem::read_symlink("/proc/self/exe").string();
}

std::vector<std::string> enterPrefix(pid_t node)
{
    return {ownProgram(), "enter", std::to_string(node), "--"};
}

ClusterBench::ClusterBench(const emulate::EmulationSpec& spec)
    : m_cluster(must(emulate::EmulatedCluster::start(spec), "starting the cluster"))
{
}

Command ClusterBench::inside(int node, std::vector<std::string> argv) const
{
    std::vector<std::string> whole = enterPrefix(m_cluster->nodes()[static_cast<std::size_t>(node)].init);
    whole.insert(whole.end(), argv.begin(), argv.end());
    return {std::move(whole), {{"LC_ALL", "C"}}, {}};
}

CommandOutput ClusterBench::run(int node, std::vector<std::string> argv, Nanoseconds longest) const
{
    return must(runCommand(inside(node, std::move(argv)), deadlineIn(longest)), "running a program in a node");
}

InterfaceCounters ClusterBench::counters(int node) const
{
    const pid_t init = m_cluster->nodes()[static_cast<std::size_t>(node)].init;
    const std::string text = must(readFile(fmt::format("/proc/{}/net/dev", init)), "reading counters");
    const auto start = text.find("eth0:");
    std::array<unsigned long long, 10> field{};
    if (start == std::string::npos
        || std::sscanf(text.c_str() + start + 5, "%llu %llu %llu %llu %llu %llu %llu %llu %llu %llu", &field[0],
                       &field[1], &field[2], &field[3], &field[4], &field[5], &field[6], &field[7], &field[8],
                       &field[9])
            != 10)
        giveUp("no counters of eth0");
    return {field[9], field[8], field[1], field[0]};
}

std::vector<double> ClusterBench::ping(int from, int to, int count, double intervalSeconds) const
{
    const std::string& address = m_cluster->nodes()[static_cast<std::size_t>(to)].address;
    const CommandOutput output =
        run(from, {"ping", "-n", "-c", std::to_string(count), "-i", shortest(intervalSeconds), "-W", "2", address},
            std::chrono::seconds(60));
    std::vector<double> times;
    for (const std::string_view line : split(output.out, '\n')) {
        const auto mark = line.find("time=");
        if (mark != std::string_view::npos)
            times.push_back(std::strtod(std::string(line.substr(mark + 5)).c_str(), nullptr));
    }
    return times;
}

ChildProcess ClusterBench::start(int node, std::vector<std::string> argv) const
{
    return must(ChildProcess::start(inside(node, std::move(argv))), "starting a program in a node");
}

void ClusterBench::awaitListener(int node, int port) const
{
    constexpr std::string_view listening = " 0A ";
    const pid_t init = m_cluster->nodes()[static_cast<std::size_t>(node)].init;
    const std::string local = fmt::format(":{:04X} ", port);
    for (const Deadline deadline = deadlineIn(std::chrono::seconds(20)); timeLeft(deadline).count() > 0;
         std::this_thread::sleep_for(std::chrono::milliseconds(5)))
        for (const char* file : {"tcp", "tcp6"}) {
            const std::string text = must(readFile(fmt::format("/proc/{}/net/{}", init, file)), "reading sockets");
            for (const std::string_view line : split(text, '\n'))
                if (line.find(local) != std::string_view::npos && line.find(listening) != std::string_view::npos)
                    return;
        }
    giveUp(fmt::format("nobody listens at port {}", port));
}

std::string ClusterBench::iperf(int from, int to, std::vector<std::string> options, Nanoseconds longest) const
{
    // The ends come before whatever else this machine does: their speed is not what is measured.
    ChildProcess server = start(to, {"nice", "-n", "-20", "iperf3", "-s", "-1"});
    awaitListener(to, iperfPort);
    std::vector<std::string> client{
        "nice", "-n", "-20", "iperf3", "-J", "-c", m_cluster->nodes()[static_cast<std::size_t>(to)].address};
    client.insert(client.end(), options.begin(), options.end());
    const CommandOutput output = run(from, client, longest);
    (void)server.stop(std::chrono::seconds(2));
    if (!output.succeeded())
        giveUp("iperf3: " + output.out + output.err);
    return output.out;
}

double wireRate(double goodput, int mtu)
{
    return goodput * (mtu + 14) / (mtu - 52);
}

bool isDelayOf(double achieved, double requested, const emulate::EmulationHealth& health)
{
    const double late = std::min(2e3 * seconds(health.lateness99), 1.0);
    return achieved >= 0.95 * requested && achieved <= 1.05 * requested + late;
}

bool oneOfThree(const std::function<bool()>& attempt)
{
    for (int i = 0; i < 3; ++i) {
        if (attempt())
            return true;
    }
    return false;
}

} // namespace millrace::tests
