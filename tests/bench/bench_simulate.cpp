// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// How long the simulation of one all-reduce takes, and the memory at the end: rings by the recurrence, other strategies
// event by event. SimGrid 3.32 needs 4.4 µs for a message of a ring of 1 000 ranks (network model CM02).

#include "core/base/clock.h"
#include "core/base/seconds.h"
#include "core/simulate/all_reduce.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <sys/resource.h>

using namespace millrace;
using namespace millrace::simulate;

namespace {

cluster::Cluster clusterOf(std::size_t nodes)
{
    cluster::Cluster cluster;
    for (std::size_t i = 0; i < nodes; ++i) {
        cluster::Node node;
        node.name = fmt::format("n{}", i);
        node.nics.front().bitsPerSecond = 10e9;
        cluster.nodes.push_back(std::move(node));
    }
    cluster::Link link;
    link.settings.delay = std::chrono::microseconds(10);
    cluster.links.push_back(link);
    return cluster;
}

void measure(const std::string& name, std::size_t nodes, std::size_t elements)
{
    const Nanoseconds begin = monotonicNow();
    const Network network(clusterOf(nodes), headersOnly(1500));
    AllReduceSpec spec;
    spec.strategy = *collective::parseStrategy(name);
    spec.tensors = {elements};
    spec.nodes = nodesOfRanks(network.cluster());
    AllReduce operation(spec, network);
    const Nanoseconds made = monotonicNow();
    const Course course = operation.run(std::vector<double>(nodes, 0));
    const double running = seconds(monotonicNow() - made);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    fmt::print(
        "{:<16} {:>6} ranks  {:>10} messages  made in {:9.3f} ms  simulated in {:9.3f} ms  {:7.1f} ns a message  "
        "all-reduce {:.6f} s  peak {:.0f} MiB\n",
        name, nodes, course.messages, 1e3 * seconds(made - begin), 1e3 * running,
        1e9 * running / static_cast<double>(course.messages), course.end(),
        static_cast<double>(usage.ru_maxrss) / 1024);
}

} // namespace

int main(int argc, char** argv)
{
    CLI::App app("Time of the simulation of one all-reduce");
    std::string strategy;
    std::size_t nodes = 0;
    std::size_t elements = 25'000'000;
    app.add_option("--strategy", strategy, "only this one");
    app.add_option("--nodes", nodes, "of it");
    app.add_option("--elements", elements, "float32 values");
    CLI11_PARSE(app, argc, argv);
    if (!strategy.empty()) {
        measure(strategy, nodes, elements);
        return 0;
    }
    for (const char* each :
         {"RING_ALLREDUCE", "STAR", "BINARY_TREE", "MULTI_BINARY_TREE_STAR", "HALVING_DOUBLING", "PAIRWISE"})
        measure(each, 64, elements);
    for (const char* each : {"RING_ALLREDUCE", "BINARY_TREE", "HALVING_DOUBLING", "PAIRWISE"})
        measure(each, 1024, elements);
    measure("BINARY_TREE", 10'000, elements);
    measure("RING_ALLREDUCE", 10'000, elements);
}
