// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"
#include "core/collective/session.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ctime>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iostream>

// One rank of an all-reduce benchmark. Every case is NAME:ITERATIONS:COUNT[,COUNT…] with counts of float32 elements;
// all counts of a case are reduced in one operation. Prints one JSON object per case with the seconds of each
// iteration.

namespace {

using namespace millrace;
using namespace millrace::collective;

constexpr int warmUps = 3;

struct Case
{
    std::string name;
    int iterations = 1;
    std::vector<std::size_t> counts;
};

Result<Case> parseCase(const std::string& text)
{
    const auto fields = split(text, ':');
    if (fields.size() != 3)
        return fail(ErrorCode::InvalidInput, fmt::format("\"{}\" is not NAME:ITERATIONS:COUNT,…", text));
    MR_TRY(iterations, parseInteger(fields[1]));
    Case result{std::string(fields[0]), static_cast<int>(iterations), {}};
    for (const auto part : split(fields[2], ',')) {
        MR_TRY(count, parseInteger(part));
        result.counts.push_back(static_cast<std::size_t>(count));
    }
    return result;
}

/// All ranks run on one machine, so its clock gives them a common start: the next full 5 ms.
void startTogether()
{
    constexpr long period = 5'000'000;
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    time.tv_nsec = (time.tv_nsec / period + 1) * period;
    time.tv_sec += time.tv_nsec / 1'000'000'000;
    time.tv_nsec %= 1'000'000'000;
    ::clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nullptr);
}

double cpuSeconds()
{
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

Result<void> runCase(Session& session, const Case& work)
{
    const TensorList tensors = tensorsOfSizes(work.counts);
    const std::size_t elements = tensors.back().begin + tensors.back().elements;
    std::vector<float> arena(elements);
    std::vector<double> seconds;
    double cpu = 0;
    for (int iteration = 0; iteration < warmUps + work.iterations; ++iteration) {
        std::fill(arena.begin(), arena.end(), static_cast<float>(session.rank() + 1));
        MR_CHECK(session.barrier());
        startTogether();
        const double cpuBefore = cpuSeconds();
        const Nanoseconds before = monotonicNow();
        MR_CHECK(session.allReduce(tensors, arena));
        const Nanoseconds took = monotonicNow() - before;
        if (iteration >= warmUps) {
            cpu += cpuSeconds() - cpuBefore;
            seconds.push_back(std::chrono::duration<double>(took).count());
        }
    }
    const int n = session.size();
    const auto expected = static_cast<float>(n * (n + 1) / 2);
    if (!std::all_of(arena.begin(), arena.end(), [expected](float value) { return value == expected; }))
        return fail(ErrorCode::Internal, "the sum is wrong");
    fmt::print("{{\"case\":\"{}\",\"rank\":{},\"ranks\":{},\"cpu\":{:.6f},\"seconds\":[{:.7f}]}}\n", work.name,
               session.rank(), n, cpu / work.iterations, fmt::join(seconds, ","));
    return {};
}

Result<void> runRank(int rank, const std::string& peerText, const SessionOptions& options,
                     const std::vector<std::string>& cases)
{
    MR_TRY(peers, parsePeerList(peerText));
    MR_TRY(session, Session::connect(peers, rank, options));
    for (const std::string& text : cases) {
        MR_TRY(work, parseCase(text));
        MR_CHECK(runCase(*session, work));
    }
    MR_CHECK(session->barrier());
    session->close();
    return {};
}

} // namespace

int main(int argc, char** argv)
{
    CLI::App app("One rank of an all-reduce benchmark");
    int rank = 0;
    std::string peers;
    std::string strategy = "RING_ALLREDUCE";
    std::vector<std::string> cases;
    SessionOptions options;
    app.add_option("--rank", rank)->required();
    app.add_option("--peers", peers, "ADDRESS:PORT,…")->required();
    app.add_option("--strategy", strategy)->capture_default_str();
    app.add_option("--congestion-control", options.congestionControl, "empty: the system's default");
    app.add_option("--segment-bytes", options.segmentBytes, "0: by rule");
    app.add_option("--socket-buffer-bytes", options.socketBufferBytes, "0: the kernel tunes them");
    app.add_option("cases", cases, "NAME:ITERATIONS:COUNT,…")->required();
    CLI11_PARSE(app, argc, argv);
    const auto parsed = parseStrategy(strategy);
    if (parsed)
        options.strategy = *parsed;
    const auto result = parsed ? runRank(rank, peers, options, cases) : Result<void>(parsed.error());
    if (!result)
        std::cerr << "bench_collective: " << result.error().text() << '\n';
    return result ? 0 : 1;
}
