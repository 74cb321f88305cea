// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// An all-reduce of one chunk for each pair of graphs in SimGrid, whose network model is then plain max-min sharing: the
// independent opinion of tst_simgrid. Prints the seconds.
//
//     simgrid_all_reduce STRATEGY RANKS ELEMENTS BYTES_PER_SECOND LATENCY_SECONDS TRUNK_BYTES_PER_SECOND UNEVEN
//
// TRUNK: between the ranks of the first half and the others, each direction; 0: none. UNEVEN: rank r has only
// 1 - UNEVEN (r mod 4) of the rate.

#include "core/collective/chunk_plan.h"
#include "core/collective/graph.h"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <simgrid/s4u.hpp>
#include <string>

namespace s4u = simgrid::s4u;
using namespace millrace;

namespace {

struct Role
{
    std::vector<int> contributors;
    std::vector<int> reduceTo;
    std::vector<int> broadcastFrom;
    std::vector<int> broadcastTo;
};

s4u::Mailbox* mailbox(std::size_t chunk, char phase, int from, int to)
{
    return s4u::Mailbox::by_name(std::to_string(chunk) + phase + std::to_string(from) + "-" + std::to_string(to));
}

void receive(std::size_t chunk, char phase, const std::vector<int>& senders, int rank)
{
    std::vector<s4u::CommPtr> all;
    std::vector<int*> values(senders.size());
    for (std::size_t i = 0; i < senders.size(); ++i)
        all.push_back(mailbox(chunk, phase, senders[i], rank)->get_async<int>(&values[i]));
    s4u::Comm::wait_all(all);
}

/// A connection has one message on the way at a time.
std::map<std::pair<int, int>, s4u::MutexPtr> connections;

void send(std::size_t chunk, char phase, int rank, const std::vector<int>& receivers, double bytes)
{
    for (const int to : receivers)
        s4u::Actor::create("s", s4u::this_actor::get_host(), [=] {
            static int payload = 0;
            auto& connection = connections[{rank, to}];
            if (!connection)
                connection = s4u::Mutex::create();
            connection->lock();
            mailbox(chunk, phase, rank, to)->put(&payload, static_cast<std::uint64_t>(bytes));
            connection->unlock();
        });
}

void work(const Role& role, std::size_t chunk, int rank, double bytes)
{
    receive(chunk, 'r', role.contributors, rank);
    send(chunk, 'r', rank, role.reduceTo, bytes);
    receive(chunk, 'b', role.broadcastFrom, rank);
    send(chunk, 'b', rank, role.broadcastTo, bytes);
}

} // namespace

int main(int argc, char** argv)
{
    s4u::Engine engine(&argc, argv);
    if (argc != 8) {
        std::fprintf(stderr, "see the head of the source\n");
        return 2;
    }
    for (const char* setting :
         {"network/model:CM02", "network/bandwidth-factor:1", "network/latency-factor:1", "network/crosstraffic:0",
          "network/weight-S:0", "network/TCP-gamma:1e15", "contexts/stack-size:64"})
        s4u::Engine::set_config(setting);
    const auto strategy = collective::parseStrategy(argv[1]);
    const int ranks = std::atoi(argv[2]);
    const auto elements = static_cast<std::size_t>(std::atoll(argv[3]));
    const double rate = std::atof(argv[4]), latency = std::atof(argv[5]), trunk = std::atof(argv[6]);
    const double uneven = std::atof(argv[7]);

    auto* zone = s4u::create_full_zone("zone");
    std::vector<s4u::Host*> hosts;
    std::vector<s4u::Link*> up, down;
    std::vector<Endpoint> endpoints;
    for (int rank = 0; rank < ranks; ++rank) {
        const std::string name = "h" + std::to_string(rank);
        const double own = rate * (1 - uneven * (rank % 4));
        hosts.push_back(zone->create_host(name, 1e9));
        up.push_back(zone->create_link(name + "-up", own)->set_latency(latency)->seal());
        down.push_back(zone->create_link(name + "-down", own)->set_latency(0)->seal());
        endpoints.push_back({"10.0.0." + std::to_string(rank + 1), 10000});
    }
    std::vector<s4u::Link*> trunks;
    for (int way = 0; trunk > 0 && way < 2; ++way)
        trunks.push_back(zone->create_link("trunk" + std::to_string(way), trunk)->set_latency(0)->seal());
    for (int from = 0; from < ranks; ++from)
        for (int to = 0; to < ranks; ++to) {
            if (from == to)
                continue;
            const auto at = [](int rank) { return static_cast<std::size_t>(rank); };
            std::vector<s4u::LinkInRoute> route = {s4u::LinkInRoute(up[at(from)])};
            if (const bool low = from < ranks / 2; !trunks.empty() && low != (to < ranks / 2))
                route.emplace_back(trunks[low ? 0 : 1]);
            route.emplace_back(down[at(to)]);
            zone->add_route(hosts[at(from)]->get_netpoint(), hosts[at(to)]->get_netpoint(), nullptr, nullptr, route,
                            false);
        }
    zone->seal();

    const auto pairs = collective::graphPairs(*strategy, collective::PeerList(endpoints));
    const collective::ChunkRule rule{*strategy, collective::ChunkHash::Balanced, pairs.size(), std::size_t(1) << 40};
    const auto chunks = collective::planChunks(collective::tensorsOfSizes(std::vector{elements}), rule);
    for (std::size_t chunk = 0; chunk < chunks.size(); ++chunk) {
        const auto& pair = pairs[chunks[chunk].pair];
        const double bytes = static_cast<double>(chunks[chunk].elements() * sizeof(float)) + 16;
        for (int rank = 0; rank < ranks; ++rank) {
            const Role role{pair.reduce.predecessors(rank), pair.reduce.successors(rank),
                            pair.broadcast.predecessors(rank), pair.broadcast.successors(rank)};
            s4u::Actor::create("a", hosts[static_cast<std::size_t>(rank)], [=] { work(role, chunk, rank, bytes); });
        }
    }
    engine.run();
    std::printf("%.12g\n", s4u::Engine::get_clock());
    return 0;
}
