// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/process.h"
#include "core/base/socket.h"
#include "core/base/text.h"
#include "core/node/preflight_facts.h"

#include <algorithm>
#include <atomic>
#include <thread>

namespace millrace::node {

namespace {

constexpr int headers = 28; // IPv4 and ICMP

class Pinger
{
public:
    Pinger(std::string source, const JobContext& job)
        : m_program(findProgram("ping")), m_source(std::move(source)), m_job(job)
    {
    }

    cluster::PeerReach ask(const std::string& peer, int mtu) const
    {
        cluster::PeerReach reach;
        reach.address = peer;
        if (m_program.empty() || !isIpv4(peer))
            return reach;
        const auto output = ping(peer, {});
        if (!output)
            return reach;
        const bool noRoute = output->err.find("nreachable") != std::string::npos;
        if (output->exitCode > 1 && !noRoute)
            return reach;
        reach.answers = output->succeeded();
        if (!*reach.answers)
            return reach;
        reach.roundTrip = shortestOf(output->out);
        reach.pathMtu = largestTo(peer, mtu);
        return reach;
    }

private:
    Result<CommandOutput> ping(const std::string& peer, std::vector<std::string> more) const
    {
        std::vector<std::string> argv = {m_program, "-n", "-c", "3", "-i", "0.2", "-W", "1"};
        if (!m_source.empty())
            argv.insert(argv.end(), {"-I", m_source});
        argv.insert(argv.end(), more.begin(), more.end());
        argv.push_back(peer);
        return runCommand({argv, {{"LC_ALL", "C"}}, {}}, deadlineIn(std::chrono::seconds(6)), {}, m_job);
    }

    /// "rtt min/avg/max/mdev = 0.026/0.030/0.040/0.005 ms"
    static std::optional<Nanoseconds> shortestOf(std::string_view text)
    {
        const std::size_t line = text.find("min/avg/max");
        const std::size_t equals = text.find("= ", line);
        if (line == std::string_view::npos || equals == std::string_view::npos)
            return std::nullopt;
        const std::string_view rest = text.substr(equals + 2);
        const auto milliseconds = parseDouble(rest.substr(0, rest.find('/')));
        if (!milliseconds)
            return std::nullopt;
        return Nanoseconds(static_cast<std::int64_t>(*milliseconds * 1e6));
    }

    std::optional<int> largestTo(const std::string& peer, int mtu) const
    {
        std::vector<int> sizes = {9000, 4352, 1500, 1492, 1480, 1450, 1400, 1280, 576};
        std::erase_if(sizes, [&](int size) { return size >= mtu; });
        sizes.insert(sizes.begin(), mtu);
        for (const int size : sizes) {
            if (size <= headers || m_job.cancelled())
                return std::nullopt;
            const auto output = ping(peer, {"-M", "do", "-s", std::to_string(size - headers)});
            if (!output)
                return std::nullopt;
            if (output->succeeded())
                return size;
        }
        return std::nullopt;
    }

    std::string m_program;
    std::string m_source;
    const JobContext& m_job;
};

} // namespace

std::vector<cluster::PeerReach> reachPeers(const std::string& source, int mtu, const std::vector<std::string>& peers,
                                           const JobContext& job)
{
    constexpr std::size_t atOnce = 8;
    const Pinger pinger(source, job);
    std::vector<cluster::PeerReach> answers(peers.size());
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < std::min(atOnce, peers.size()); ++i)
        threads.emplace_back([&] {
            for (std::size_t at = next++; at < peers.size() && !job.cancelled(); at = next++)
                answers[at] = pinger.ask(peers[at], mtu);
        });
    threads.clear();
    return answers;
}

} // namespace millrace::node
