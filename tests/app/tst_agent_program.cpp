// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/socket.h"
#include "program_agent.h"

#include <QtTest>
#include <csignal>
#include <sys/utsname.h>
#include <unistd.h>

using namespace millrace;
using namespace millrace::agent;
using namespace std::chrono_literals;

namespace {

SamplingSpec everything(Nanoseconds interval)
{
    SamplingSpec spec;
    spec.interval = interval;
    return spec;
}

std::vector<Sample> samplesOf(Record& record)
{
    return record.locked([&] {
        std::vector<Sample> all;
        for (const SampleBatch& batch : record.batches)
            all.insert(all.end(), batch.samples.begin(), batch.samples.end());
        return all;
    });
}

std::uint64_t loopbackBytes()
{
    return std::stoull(*readFile("/sys/class/net/lo/statistics/rx_bytes"));
}

const counters::InterfaceCounters* loopback(const Sample& sample)
{
    const auto it = std::ranges::find(sample.interfaces, "lo", &counters::InterfaceCounters::name);
    return it == sample.interfaces.end() ? nullptr : &*it;
}

/// Sends bytes through a fresh connection on the loopback interface and keeps it open.
struct Transfer
{
    explicit Transfer(std::size_t bytes)
    {
        auto listener = listenTcp({"127.0.0.1", 0});
        port = localEndpoint(listener->get())->port;
        one = *connectTcp({"127.0.0.1", port}, soon());
        other = *acceptTcp(listener->get(), soon());
        std::vector<char> buffer(1 << 16);
        for (std::size_t sent = 0, received = 0; received < bytes;) {
            if (const ssize_t put = ::write(one.get(), buffer.data(), std::min(buffer.size(), bytes - sent)); put > 0)
                sent += std::size_t(put);
            if (const ssize_t got = ::read(other.get(), buffer.data(), buffer.size()); got > 0)
                received += std::size_t(got);
        }
    }
    std::uint16_t port = 0;
    UniqueFd one;
    UniqueFd other;
};

} // namespace

class TestAgentProgram : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { ::signal(SIGPIPE, SIG_IGN); }

    void versionAndUsage()
    {
        const std::string program = serveCommand().argv.front();
        const auto version = runCommand({{program, "--version"}, {}, {}}, soon());
        QVERIFY(version && version->succeeded() && version->out.find('.') != std::string::npos);
        QCOMPARE(runCommand({{program}, {}, {}}, soon())->exitCode, 2);
        QCOMPARE(runCommand({{program, "serve", "--nonsense"}, {}, {}}, soon())->exitCode, 2);
        QCOMPARE(runCommand({{program, "enter"}, {}, {}}, soon())->exitCode, 2);
    }

    void garbageOnTheInputEndsItWithASentence()
    {
        const auto output = runCommand(serveCommand(), soon(), "GET / HTTP/1.1\r\n");
        QVERIFY(output);
        QCOMPARE(output->exitCode, 1);
        QVERIFY2(output->err.find("GET / HTTP") != std::string::npos, output->err.c_str());
        const auto empty = runCommand(serveCommand(), soon(), "");
        QVERIFY(empty && empty->succeeded());
        QCOMPARE(empty->err, std::string());
    }

    void identityAndRoundTrip()
    {
        Record record;
        ClientOptions options;
        options.name = "here";
        options.version = "test";
        options.ping = 20ms;
        LocalHost host("here");
        auto agent = NodeAgent::connect(*host.open(serveCommand()), options, record.events(), soon());
        QVERIFY(agent);
        QVERIFY(isAlive((*agent)->client().identity().pid));
        std::vector<double> trips;
        for (int i = 0; i < 200; ++i) {
            const Nanoseconds before = monotonicNow();
            QVERIFY((*agent)->client().request("ping", Json::object(), soon()));
            trips.push_back(double((monotonicNow() - before).count()) / 1000);
        }
        std::ranges::sort(trips);
        qInfo("ping: median %.0f us, 99th percentile %.0f us", trips[100], trips[198]);
        QVERIFY(trips[100] < 20'000);
        QVERIFY(waitUntil([&] { return (*agent)->client().roundTrip() > Nanoseconds(0); }, 5s));
        const Nanoseconds closing = monotonicNow();
        QVERIFY((*agent)->close(soon()));
        QVERIFY(monotonicNow() - closing < 10s);
    }

    void aFrozenAgentIsLostInTime()
    {
        Record record;
        ClientOptions options;
        options.name = "here";
        options.version = "test";
        options.ping = 100ms;
        options.lost = 600ms;
        LocalHost host("here");
        auto agent = NodeAgent::connect(*host.open(serveCommand()), options, record.events(), soon());
        QVERIFY(agent);
        const auto pid = static_cast<pid_t>((*agent)->client().identity().pid);
        const Nanoseconds before = monotonicNow();
        QCOMPARE(::kill(pid, SIGSTOP), 0);
        QVERIFY(record.wait([&] { return record.losses.size() == 1; }));
        const Nanoseconds taken = monotonicNow() - before;
        QVERIFY2(taken > 500ms && taken < 10s, std::to_string(taken.count()).c_str());
        QVERIFY(record.losses.front().text().find("has not answered") != std::string::npos);
        const Nanoseconds closing = monotonicNow();
        agent = fail(ErrorCode::Cancelled, "thrown away");
        QVERIFY(monotonicNow() - closing < 4s);
        QVERIFY(waitUntil([&] { return !isAlive(pid); }, 2s));
    }

    void snapshotTellsAboutThisMachine()
    {
        Record record;
        auto agent = startAgent(record);
        const auto snapshot = (*agent)->snapshot(soon());
        QVERIFY(snapshot);
        utsname names{};
        ::uname(&names);
        QCOMPARE(snapshot->at("kernel").get<std::string>(), std::string(names.release));
        QCOMPARE(snapshot->at("hostname").get<std::string>(), std::string(names.nodename));
        QCOMPARE(snapshot->at("cpu").at("count").get<long>(), ::sysconf(_SC_NPROCESSORS_ONLN));
        QVERIFY(snapshot->at("memory_bytes").get<std::uint64_t>() > 100'000'000);
        auto control = *readFile("/proc/sys/net/ipv4/tcp_congestion_control");
        control.pop_back();
        QCOMPARE(snapshot->at("congestion_control").at("default").get<std::string>(), control);
        QVERIFY(snapshot->at("sysctls").at("net.ipv4.tcp_rmem").is_string());
        bool found = false;
        for (const Json& interface : snapshot->at("interfaces")) {
            if (interface.at("name") != "lo")
                continue;
            found = true;
            QCOMPARE(interface.at("addresses").at(0).get<std::string>(), std::string("127.0.0.1/8"));
            QCOMPARE(interface.at("mtu").get<int>(), std::stoi(*readFile("/sys/class/net/lo/mtu")));
            QVERIFY(interface.at("offloads").contains("tso"));
        }
        QVERIFY(found);
    }

    void samplesAt100HzAgreeWithOtherSources()
    {
        Record record;
        auto agent = startAgent(record);
        const auto busy = (*agent)->startProcess(shell("while :; do :; done"), soon());
        QVERIFY(busy);
        const std::uint64_t bytesBefore = loopbackBytes();
        const auto sampling = (*agent)->startSampling(everything(10ms), soon());
        QVERIFY2(sampling, sampling ? "" : sampling.error().text().c_str());
        QVERIFY(record.wait([&] { return !record.batches.empty(); }));
        const Transfer transfer(20'000'000);
        std::this_thread::sleep_for(1s);
        const auto end = (*agent)->stopSampling(*sampling, soon());
        QVERIFY(end);
        const std::uint64_t bytesAfter = loopbackBytes();
        const auto status = (*agent)->stopProcess(busy->process, 1s, soon());
        QVERIFY(status);

        const auto samples = samplesOf(record);
        QCOMPARE(std::int64_t(samples.size()), end->taken);
        QCOMPARE(record.batches.back().missed, end->missed);
        // The last one comes when the sampling is stopped, off the beat.
        const Nanoseconds span = samples[samples.size() - 2].monotonic - samples.front().monotonic;
        // One that comes late, but before the next is due, is not missed.
        const std::int64_t ticks = end->taken - 1 + end->missed;
        QVERIFY(std::abs(ticks - (std::llround(double(span.count()) / 1e7) + 1)) <= 1);
        QVERIFY2(end->missed <= end->taken / 4, std::to_string(end->missed).c_str());
        for (std::size_t i = 1; i < samples.size(); ++i) {
            const Nanoseconds step = samples[i].monotonic - samples[i - 1].monotonic;
            QVERIFY(step > Nanoseconds(0));
            QVERIFY(std::chrono::abs((samples[i].wall - samples[i - 1].wall) - step) < 50ms);
            QVERIFY(loopback(samples[i])->receivedBytes >= loopback(samples[i - 1])->receivedBytes);
        }
        for (const SampleBatch& batch : record.batches)
            QVERIFY(batch.samples.size() <= 10);

        // The interface: between the readings of the other source.
        QVERIFY(loopback(samples.front())->receivedBytes >= bytesBefore);
        QVERIFY(loopback(samples.back())->receivedBytes <= bytesAfter);
        QVERIFY(loopback(samples.back())->receivedBytes - loopback(samples.front())->receivedBytes >= 20'000'000);
        // The process: as much as its exit said.
        const auto& last = samples.back().processes;
        QCOMPARE(last.size(), std::size_t(1));
        QVERIFY(last[0].process == busy->process);
        QCOMPARE(last[0].usage.processes, 1u);
        const Nanoseconds billed = record.exits.front().cpu;
        QVERIFY2(last[0].usage.cpu > 50ms && last[0].usage.cpu <= billed + 20ms && billed - last[0].usage.cpu < 500ms,
                 fmt::format("{} of {}", last[0].usage.cpu.count(), billed.count()).c_str());
        // The machine cannot have idled away the time of that process.
        QVERIFY(std::ranges::any_of(samples, [](const Sample& s) { return s.machine.has_value(); }));
    }

    void tcpCountersAreThoseOfTheSockets()
    {
        Record record;
        auto agent = startAgent(record);
        const Transfer transfer(5'000'000);
        SamplingSpec spec = everything(10ms);
        spec.ports = {transfer.port, transfer.port};
        const auto sampling = (*agent)->startSampling(spec, soon());
        QVERIFY(sampling);
        QVERIFY(record.wait([&] { return record.batches.size() >= 2; }));
        QVERIFY((*agent)->stopSampling(*sampling, soon()));
        for (const Sample& sample : samplesOf(record)) {
            QCOMPARE(sample.peers.size(), std::size_t(1));
            QCOMPARE(sample.peers[0].address, std::string("127.0.0.1"));
            QCOMPARE(sample.peers[0].sockets, 2u);
            QCOMPARE(sample.peers[0].receivedBytes, std::uint64_t(5'000'000));
            QCOMPARE(sample.peers[0].congestionControl, *congestionControlOf(transfer.one.get()));
        }
    }

    void samplingCostsLittle()
    {
        Record record;
        auto agent = startAgent(record);
        QVERIFY((*agent)->startProcess(shell("sleep 300"), soon()));
        const Nanoseconds start = monotonicNow();
        const auto before = (*agent)->health(soon());
        const auto sampling = (*agent)->startSampling(everything(10ms), soon());
        std::this_thread::sleep_for(2s);
        const auto end = (*agent)->stopSampling(*sampling, soon());
        const auto after = (*agent)->health(soon());
        QVERIFY(before && end && after);
        const double core = double((after->cpu - before->cpu).count()) / double((monotonicNow() - start).count());
        qInfo("sampling at 100 Hz: agent %.2f %% of a core, sampler %.0f us a sample, %lld missed", 100 * core,
              double(end->cpu.count()) / double(end->taken) / 1000, static_cast<long long>(end->missed));
#ifndef MR_SANITIZED
        QVERIFY(core < 0.05);
#endif
    }

    void samplingRefusals()
    {
        Record record;
        auto agent = startAgent(record);
        QCOMPARE((*agent)->startSampling(everything(9ms), soon()).error().code, ErrorCode::InvalidInput);
        SamplingSpec spec = everything(10ms);
        spec.ports = {5, 4};
        QCOMPARE((*agent)->startSampling(spec, soon()).error().code, ErrorCode::InvalidInput);
        QCOMPARE((*agent)->stopSampling(SamplingId{9}, soon()).error().code, ErrorCode::NotFound);
        const auto slow = (*agent)->startSampling(everything(1h), soon());
        QVERIFY(slow);
        const Nanoseconds before = monotonicNow();
        const auto end = (*agent)->stopSampling(*slow, soon());
        QVERIFY(end);
        QCOMPARE(end->taken, std::int64_t(2)); // the first and the last
        QVERIFY(monotonicNow() - before < 10s);
    }

    void probesThroughTwoAgents()
    {
        Record records[2];
        auto one = startAgent(records[0]);
        auto other = startAgent(records[1]);
        const auto responder = (*other)->startResponder({"127.0.0.1", 0}, soon());
        QVERIFY(responder);
        QCOMPARE((*other)->startResponder(*responder, soon()).error().code, ErrorCode::Io);
        const auto delay = (*one)->probeDelay({*responder, 20, 1ms, 64, 2s}, soon());
        QVERIFY(delay);
        QCOMPARE(delay->lost, 0);
        QVERIFY(delay->roundTrip.median > Nanoseconds(0) && delay->roundTrip.median < 20ms);
        const auto loss = (*one)->probeLoss({*responder, 1000, 10'000, 64, 3s}, soon());
        QVERIFY(loss);
        QVERIFY((*loss == probe::LossReport{1000, 1000, 0, 0}));
        const auto rate = (*one)->probeRate({*responder, 100e6, 300ms, 1514, 3s}, soon());
        QVERIFY(rate);
        QCOMPARE(rate->received, rate->sent);
        const double ratio = rate->achievedBitsPerSecond / rate->offeredBitsPerSecond;
        QVERIFY2(std::abs(ratio - 1) < 0.1, std::to_string(ratio).c_str());
        QVERIFY((*other)->stopResponder(*responder, soon()));
        QCOMPARE((*other)->stopResponder(*responder, soon()).error().code, ErrorCode::NotFound);
        const auto silent = (*one)->probeDelay({*responder, 5, 1ms, 64, 200ms}, soon());
        QCOMPARE(silent.error().code, ErrorCode::Unreachable);
    }

    void anotherVersionIsRefused()
    {
        LocalHost host("here");
        auto stream = host.open(serveCommand());
        QVERIFY(stream);
        const std::string frame =
            toFrame(toText(Request{1, "hello", {{"protocol", protocolVersion + 1}, {"version", "from the future"}}}));
        QVERIFY((*stream)->write(std::as_bytes(std::span(frame)), soon()));
        std::string text;
        std::array<std::byte, 4096> buffer;
        for (;;) {
            const auto got = (*stream)->read(buffer, soon());
            QVERIFY(got);
            if (*got == 0)
                break;
            text.append(reinterpret_cast<const char*>(buffer.data()), *got);
        }
        QVERIFY2(text.find("unsupported") != std::string::npos && text.find("from the future") != std::string::npos,
                 text.c_str());
        QVERIFY(waitUntil([&] { return (*stream)->errorTail().find("from the future") != std::string::npos; }, 2s));
    }
};

QTEST_APPLESS_MAIN(TestAgentProgram)
#include "tst_agent_program.moc"
