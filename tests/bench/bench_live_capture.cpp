// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// TCP in MTU-sized frames from one namespace to another, over and over: nothing recorded, recorded by LiveCapture, and
// by tcpdump, in turn. Prints the throughput that is left, the packet rate, and what was dropped. Needs root, iperf3
// and tcpdump.

#include "core/base/file_io.h"
#include "core/base/process.h"
#include "core/base/statistics.h"
#include "core/capture/live_capture.h"

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <fmt/format.h>
#include <map>
#include <sched.h>
#include <sys/resource.h>
#include <thread>

using namespace millrace;
using namespace std::chrono_literals;

namespace {

std::string shell(const std::string& script)
{
    const auto output = runCommand({{"/bin/sh", "-c", script}, {}, {}}, deadlineIn(120s));
    if (output && output->succeeded())
        return output->out;
    fmt::print(stderr, "{}: {}\n", script, output ? output->err : output.error().text());
    std::exit(1);
}

struct Measured
{
    double gigabits = 0;
    double packetsPerSecond = 0;
    double dropped = 0;
    double cpu = 0; ///< of the recorder, cores
};

struct Bench
{
    int seconds = 4;
    std::string filter;
    std::string rate = "0"; ///< of the transfer, bit/s; 0: as fast as it goes
    std::filesystem::path folder;
    std::string holder; ///< pid of a process in the other namespace

    [[nodiscard]] double transfer() const
    {
        const std::string text = shell(
            fmt::format("iperf3 -c 10.9.0.2 -t {} -b {} -C cubic -f k | awk '/receiver/ {{print $7}}'", seconds, rate));
        return std::atof(text.c_str()) / 1e6;
    }

    [[nodiscard]] Measured none() const { return {transfer(), 0, 0, 0}; }

    [[nodiscard]] Measured ours(std::uint64_t buffer) const
    {
        capture::CaptureSpec spec;
        spec.kernelBuffer = buffer;
        spec.interface = "b0";
        spec.filter = filter;
        spec.file = folder / "ours.pcap";
        auto capture = capture::LiveCapture::start(spec);
        if (!capture) {
            fmt::print(stderr, "{}\n", capture.error().text());
            std::exit(1);
        }
        rusage before{};
        ::getrusage(RUSAGE_SELF, &before);
        Measured measured{transfer(), 0, 0, 0};
        const auto status = (*capture)->stop();
        rusage after{};
        ::getrusage(RUSAGE_SELF, &after);
        const auto cpu = [](const rusage& use) {
            return double(use.ru_utime.tv_sec + use.ru_stime.tv_sec)
                + double(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e6;
        };
        measured.packetsPerSecond = double(status.counts.writtenPackets) / seconds;
        measured.dropped = double(status.counts.droppedByKernel);
        measured.cpu = (cpu(after) - cpu(before)) / seconds;
        return measured;
    }

    [[nodiscard]] Measured tcpdump(const std::string& options) const
    {
        const auto file = folder / "tcpdump.pcap";
        std::filesystem::remove(file);
        std::vector<std::string> argv{
            "/bin/sh", "-c", fmt::format("exec tcpdump -i b0 -s 100 {} -w {} {}", options, file.string(), filter)};
        auto process = ChildProcess::start({argv, {}, {}});
        while (!std::filesystem::exists(file))
            std::this_thread::sleep_for(10ms);
        std::this_thread::sleep_for(200ms);
        Measured measured{transfer(), 0, 0, 0};
        process->signalGroup(SIGINT);
        const auto status = process->wait(deadlineIn(10s));
        std::string words(4096, '\0');
        words.resize(
            static_cast<std::size_t>(std::max<ssize_t>(0, ::read(process->errors.get(), words.data(), words.size()))));
        (void)status;
        for (std::size_t at = 0; (at = words.find('\n', at)) != std::string::npos; ++at) {
            const std::string line = words.substr(at + 1, words.find('\n', at + 1) - at - 1);
            if (line.find("captured") != std::string::npos)
                measured.packetsPerSecond = std::atof(line.c_str()) / seconds;
            if (line.find("dropped by kernel") != std::string::npos)
                measured.dropped = std::atof(line.c_str());
        }
        return measured;
    }
};

} // namespace

int main(int argc, char** argv)
{
    CLI::App app("Live recording beside tcpdump");
    Bench bench;
    int rounds = 3;
    std::string folder = "/tmp";
    app.add_option("--rounds", rounds, "Rounds");
    app.add_option("--seconds", bench.seconds, "Seconds of each transfer");
    app.add_option("--rate", bench.rate, "Rate of the transfer in bit/s, as iperf3 reads it (4G); 0: no limit");
    app.add_option("--filter", bench.filter, "Packet filter");
    app.add_option("--folder", folder, "Where the files go");
    CLI11_PARSE(app, argc, argv);
    bench.folder = folder;

    if (::unshare(CLONE_NEWNET) != 0) {
        fmt::print(stderr, "making a network namespace needs root\n");
        return 1;
    }
    auto other = ChildProcess::start({{"unshare", "-n", "sleep", "1000"}, {}, {}});
    std::this_thread::sleep_for(200ms);
    const std::string pid = std::to_string(other->pid());
    shell("ip link set lo up; ip link add b0 type veth peer name b1; ip link set b1 netns " + pid);
    shell("ip addr add 10.9.0.1/24 dev b0; ip link set b0 up; ethtool -K b0 tso off gso off gro off >/dev/null");
    shell("nsenter -n -t " + pid
          + " sh -c 'ip link set lo up; ip addr add 10.9.0.2/24 dev b1; ip link set b1 up; "
            "ethtool -K b1 tso off gso off gro off >/dev/null'");
    auto server = ChildProcess::start({{"nsenter", "-n", "-t", pid, "iperf3", "-s"}, {}, {}});
    std::this_thread::sleep_for(300ms);
    (void)bench.transfer();

    const std::vector<std::pair<std::string, std::function<Measured()>>> ways = {
        {"nothing", [&] { return bench.none(); }},
        {"Millrace", [&] { return bench.ours(capture::CaptureSpec().kernelBuffer); }},
        {"Millrace, 2 MiB", [&] { return bench.ours(2 << 20); }},
        {"Millrace, 8 MiB", [&] { return bench.ours(8 << 20); }},
        {"tcpdump", [&] { return bench.tcpdump(""); }},
        {"tcpdump -B 32768", [&] { return bench.tcpdump("-B 32768"); }},
    };
    std::map<std::string, std::vector<double>> gigabits;
    fmt::print("{:18} {:>8} {:>10} {:>9} {:>7}\n", "recorded by", "Gbit/s", "packets/s", "dropped", "cores");
    for (int round = 0; round < rounds; ++round)
        for (const auto& [name, run] : ways) {
            const Measured measured = run();
            gigabits[name].push_back(measured.gigabits);
            fmt::print("{:18} {:8.2f} {:10.0f} {:9.0f} {:7.2f}\n", name, measured.gigabits, measured.packetsPerSecond,
                       measured.dropped, measured.cpu);
            std::fflush(stdout);
        }
    const double free = median(gigabits["nothing"]);
    for (const auto& [name, run] : ways)
        fmt::print("{}: median {:.2f} Gbit/s, {:+.1f} %\n", name, median(gigabits[name]),
                   100 * (median(gigabits[name]) / free - 1));
    server->stop(1s);
    other->stop(1s);
    return 0;
}
