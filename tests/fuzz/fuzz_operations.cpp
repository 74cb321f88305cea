// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/operations/chakra_trace.h"
#include "core/operations/goal_text.h"
#include "core/simulate/operations_simulation.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>

using namespace millrace;
using namespace millrace::operations;

namespace {

constexpr std::size_t mostSimulated = 64; // operations, and ranks
constexpr double mostBytesSimulated = 1e6;

void require(bool holds, const char* what)
{
    if (holds)
        return;
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
}

/// Every operation ends, with and without loss.
void checkSimulation(const Operations& operations, double loss)
{
    cluster::Cluster cluster;
    for (std::size_t i = 0; i < operations.ranks.size(); ++i) {
        cluster::Node node;
        node.name = "n" + std::to_string(i);
        node.nics.front().bitsPerSecond = 1e8;
        cluster.nodes.push_back(node);
    }
    cluster::Link link;
    link.settings.delay = std::chrono::microseconds(300);
    link.settings.loss = loss;
    cluster.links.push_back(link);
    simulate::TransportLaw law = simulate::headersOnly(1500);
    law.window = simulate::linuxWindows(1500);
    const simulate::Network network(cluster, law);
    std::vector<std::size_t> nodes(operations.ranks.size());
    std::iota(nodes.begin(), nodes.end(), std::size_t(0));
    simulate::OperationsSimulation simulation(operations, network, nodes);
    const simulate::Course course = simulation.run(std::vector<double>(nodes.size(), 0));
    require(course.messages == summaryOf(operations).messages, "every message is sent");
    for (const double finish : course.finish)
        require(std::isfinite(finish) && finish >= 0, "every rank ends");
}

void checkRead(const Result<Operations>& read)
{
    if (!read) {
        require(!read.error().what.empty() && read.error().what.find('\n') == std::string::npos, "one sentence");
        return;
    }
    require(bool(check(*read)), "what was read can be performed");
    const auto again = parseGoal(goalText(*read));
    require(bool(again), "what was written can be read");
    require(*again == *read, "and is the same");
    const OperationsSummary summary = summaryOf(*read);
    if (read->count() > mostSimulated || read->ranks.size() > mostSimulated || summary.bytes > mostBytesSimulated)
        return;
    checkSimulation(*read, 0);
    checkSimulation(*read, 0.05);
}

} // namespace

/// The last byte of the input is the number of Chakra's files, of equal parts of the rest; 0: it is GOAL.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size - 1);
    const std::size_t files = data[size - 1] % 5;
    if (files == 0) {
        checkRead(parseGoal(bytes));
        return 0;
    }
    std::vector<std::string_view> parts;
    for (std::size_t i = 0; i < files; ++i)
        parts.push_back(bytes.substr(i * (bytes.size() / files), bytes.size() / files));
    checkRead(parseChakra(parts));
    return 0;
}
