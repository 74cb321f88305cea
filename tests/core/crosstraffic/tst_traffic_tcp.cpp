// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/crosstraffic/running_receiver.h"

#include "core/base/random.h"
#include "core/base/socket.h"
#include "core/crosstraffic/traffic_wire.h"

#include <cmath>
#include <fstream>
#include <poll.h>

using namespace millrace;
using namespace millrace::crosstraffic;
using namespace std::chrono_literals;

namespace {

UniqueFd connectTo(std::uint16_t port)
{
    auto fd = connectTcp({"127.0.0.1", port}, deadlineIn(2s));
    return fd ? *std::move(fd) : UniqueFd();
}

/// True when the other side has ended the connection.
bool isClosed(int fd)
{
    char byte = 0;
    return waitReady(fd, POLLIN, deadlineIn(2s)).value_or(false) && ::recv(fd, &byte, 1, 0) <= 0;
}

std::size_t memory()
{
    const auto text = readFile("/proc/self/statm");
    return text ? std::stoul(text->substr(text->find(' '))) * 4096 : 0;
}

} // namespace

class TestTrafficTcp : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyByteArrives()
    {
        RunningReceiver receiver;
        QVERIFY(receiver.ready);
        TrafficOrder order = orderTo(receiver.port());
        std::uint64_t bytes = 0;
        for (int i = 0; i < 200; ++i) {
            order.flows.push_back({Nanoseconds(i * 1'000'000), static_cast<std::uint64_t>(1 + i * i * 50), 0, 0});
            bytes += order.flows.back().bytes;
        }
        Lines said;
        const auto records = runSender(order, {}, said.sink(), {});
        receiver.stop();
        QVERIFY(records);
        QCOMPARE(records->size(), order.flows.size());
        for (std::size_t i = 0; i < records->size(); ++i) {
            const FlowRecord& record = (*records)[i];
            QCOMPARE(record.index, static_cast<std::uint32_t>(i));
            QCOMPARE(record.end, FlowEnd::Completed);
            QCOMPARE(record.ackedBytes, order.flows[i].bytes);
            QVERIFY(record.completion > 0ns && record.completion < 1s);
            QVERIFY(record.startError() >= 0ns);
            QVERIFY(record.ideal > 0ns);
        }
        QCOMPARE(said.sum("traffic-end", "acked_bytes"), static_cast<double>(bytes));
        QCOMPARE(said.sum("traffic-rate", "acked_bytes"), static_cast<double>(bytes));
        QCOMPARE(said.sum("traffic-rate", "sent_bytes"), static_cast<double>(bytes));
        QCOMPARE(receiver.lines.sum("traffic-rate", "received_bytes"), static_cast<double>(bytes));
        QCOMPARE(receiver.lines.sum("traffic-end", "flows"), 200.0);
        QCOMPARE(receiver.lines.sum("traffic-end", "refused"), 0.0);
        QVERIFY(receiver.result);
    }

    /// What a plain socket reads is what was planned: the head is part of it.
    void noByteMoreThanPlanned()
    {
        const auto listener = listenTcp({"127.0.0.1", 0});
        TrafficOrder order = orderTo(localEndpoint(listener->get())->port);
        const std::vector<std::uint64_t> sizes{1, 2, 15, 16, 17, 1448, 100'000};
        for (std::size_t i = 0; i < sizes.size(); ++i)
            order.flows.push_back({Nanoseconds(i * 20'000'000), sizes[i], 0, 0});
        std::vector<std::uint64_t> read;
        std::jthread peer([&] {
            std::vector<char> buffer(65'536);
            for (std::size_t i = 0; i < sizes.size(); ++i) {
                auto fd = acceptTcp(listener->get(), deadlineIn(5s));
                std::uint64_t& sum = read.emplace_back(0);
                while (fd && waitReady(fd->get(), POLLIN, deadlineIn(5s)).value_or(false)) {
                    const auto count = ::recv(fd->get(), buffer.data(), buffer.size(), 0);
                    if (count <= 0)
                        break;
                    sum += static_cast<std::uint64_t>(count);
                }
            }
        });
        Lines said;
        const auto records = runSender(order, {}, said.sink(), {});
        peer.join();
        QVERIFY(records && records->size() == sizes.size());
        QCOMPARE(read, sizes);
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            QCOMPARE((*records)[i].end, FlowEnd::Completed);
            QCOMPARE((*records)[i].ackedBytes, sizes[i]);
        }
        QCOMPARE(said.sum("traffic-end", "sent_bytes"), said.sum("traffic-end", "acked_bytes"));
    }

    /// More flows than anyone can open: what begins completes, late, and one sentence says what did not.
    void moreFlowsThanCanBeOpened()
    {
        RunningReceiver receiver;
        TrafficOrder order = orderTo(receiver.port());
        order.duration = 300ms;
        order.drain = 20s;
        for (int i = 0; i < 60'000; ++i)
            order.flows.push_back({Nanoseconds(i * 1'000LL), 200, 0, 0});
        Lines said;
        const auto records = runSender(order, {}, said.sink(), {});
        QVERIFY(records);
        const FlowSummary summary = summarise(*records);
        QCOMPARE(summary.failed, std::size_t(0));
        QCOMPARE(summary.cut, std::size_t(0));
        QVERIFY(summary.completed > 100);
        QCOMPARE(said.sum("traffic-end", "not_begun"), 60'000.0 - static_cast<double>(summary.completed));
        const auto lines = said.all();
        const auto isError = [](const std::string& line) { return line.find("traffic-error") != std::string::npos; };
        QCOMPARE(std::ranges::count_if(lines, isError), std::ptrdiff_t(1));
        const std::string& error = *std::ranges::find_if(lines, isError);
        QVERIFY2(error.find("of 60000 flows") != std::string::npos && error.find("did not start") != std::string::npos
                     && error.find("lower the rate") != std::string::npos,
                 error.c_str());
    }

    void endlessFlowAtARate()
    {
        RunningReceiver receiver;
        TrafficOrder order = orderTo(receiver.port());
        order.duration = 1s;
        order.flowBitsPerSecond = 5e6;
        order.flows = {{0ns, 0, 0, 0}};
        const auto folder = TemporaryFolder::make("traffic");
        const auto file = folder->path() / "start";
        // The start overrides the rate of flows without end.
        QVERIFY(writeFileAtomically(file, startText({wallNow() + 50ms, 20e6})));
        Lines said;
        const auto records = runSender(order, file, said.sink(), {});
        QVERIFY(records && records->size() == 1);
        const FlowRecord& record = records->front();
        QCOMPARE(record.end, FlowEnd::Completed);
        QVERIFY(std::chrono::abs(record.completion - 1s) < 200ms);
        QVERIFY2(std::abs(record.goodput() / 20e6 - 1) < 0.1, qPrintable(QString::number(record.goodput())));
    }

    void refused()
    {
        std::uint16_t port = 0;
        {
            RunningReceiver receiver;
            port = receiver.port();
        }
        TrafficOrder order = orderTo(port);
        order.flows = {{0ns, 1000, 0, 0}, {1ms, 0, 0, 0}};
        Lines said;
        const auto records = runSender(order, {}, said.sink(), {});
        QVERIFY(records && records->size() == 2);
        for (const FlowRecord& record : *records) {
            QCOMPARE(record.end, FlowEnd::Failed);
            QCOMPARE(record.error, std::string("Connection refused"));
            QCOMPARE(record.ackedBytes, std::uint64_t(0));
        }
        QCOMPARE(said.sum("traffic-end", "failed"), 2.0);
    }

    void aReceiverThatClosesEarly()
    {
        const auto listener = listenTcp({"127.0.0.1", 0});
        TrafficOrder order = orderTo(localEndpoint(listener->get())->port);
        order.flows = {{0ns, 100'000'000, 0, 0}, {0ns, 100'000'000, 0, 0}};
        std::jthread peer([&] {
            for (int i = 0; i < 2; ++i) {
                auto fd = acceptTcp(listener->get(), deadlineIn(2s));
                std::this_thread::sleep_for(20ms);
            }
        });
        Lines said;
        const auto records = runSender(order, {}, said.sink(), {});
        QVERIFY(records && records->size() == 2);
        for (const FlowRecord& record : *records) {
            QCOMPARE(record.end, FlowEnd::Failed);
            QVERIFY(!record.error.empty());
            QVERIFY(record.ackedBytes < record.bytes);
        }
    }

    void whatDoesNotAnswerIsCut()
    {
        const auto listener = listenTcp({"127.0.0.1", 0});
        TrafficOrder order = orderTo(localEndpoint(listener->get())->port);
        order.flows = {{0ns, 100'000'000, 0, 0}};
        order.drain = 100ms;
        Lines said;
        const Nanoseconds begin = monotonicNow();
        const auto records = runSender(order, {}, said.sink(), {});
        QVERIFY(monotonicNow() - begin < 2s);
        QVERIFY(records && records->size() == 1);
        QCOMPARE(records->front().end, FlowEnd::Cut);
        QVERIFY(records->front().ackedBytes > 0 && records->front().ackedBytes < 100'000'000);
        QVERIFY(records->front().startError() + records->front().completion >= 400ms);
    }

    void stoppedOnTheWay()
    {
        RunningReceiver receiver;
        TrafficOrder order = orderTo(receiver.port());
        order.duration = 1h;
        order.flows = {{0ns, 0, 0, 0}, {30min, 1, 0, 0}};
        std::stop_source stop;
        Lines said;
        std::jthread stopper([&] {
            std::this_thread::sleep_for(100ms);
            stop.request_stop();
        });
        const Nanoseconds begin = monotonicNow();
        const auto records = runSender(order, {}, said.sink(), JobContext{stop.get_token(), {}});
        QVERIFY(monotonicNow() - begin < 2s);
        QVERIFY(records && records->size() == 1);
        QCOMPARE(records->front().end, FlowEnd::Cut);
        QVERIFY(records->front().ackedBytes > 0);
        QCOMPARE(said.sum("traffic-end", "not_begun"), 1.0);
    }

    void waitsForTheWholeStartFile()
    {
        RunningReceiver receiver;
        TrafficOrder order = orderTo(receiver.port());
        order.flows = {{20ms, 1000, 0, 0}};
        const auto folder = TemporaryFolder::make("traffic");
        const auto file = folder->path() / "start";
        Lines said;
        Nanoseconds begin{0};
        std::jthread starter([&] {
            QVERIFY(said.waitFor("traffic-ready"));
            std::ofstream(file) << "179";
            std::this_thread::sleep_for(50ms);
            begin = wallNow() + 100ms;
            QVERIFY(writeFileAtomically(file, startText({begin, 0})));
        });
        const auto records = runSender(order, file, said.sink(), {});
        starter.join();
        QVERIFY(records && records->size() == 1);
        QCOMPARE(records->front().plannedStart / 1us, (begin + 20ms) / 1us);
        QVERIFY(records->front().startError() >= -1us && records->front().startError() < 100ms);
        QCOMPARE(said.sum("traffic-start", "planned_ns"), static_cast<double>(begin.count()));
    }

    void aDamagedStartFile()
    {
        const auto folder = TemporaryFolder::make("traffic");
        const auto file = folder->path() / "start";
        QVERIFY(writeFileAtomically(file, "now\n"));
        Lines said;
        const auto records = runSender(orderTo(1), file, said.sink(), {});
        QVERIFY(!records);
        QCOMPARE(records.error().code, ErrorCode::Corrupt);
    }

    void stoppedBeforeTheStart()
    {
        std::stop_source stop;
        Lines said;
        std::jthread stopper([&] {
            said.waitFor("traffic-ready");
            stop.request_stop();
        });
        const auto records = runSender(orderTo(1), "/nonexistent/start", said.sink(), JobContext{stop.get_token(), {}});
        QVERIFY(records && records->empty());
    }

    void unknownCongestionControl()
    {
        TrafficOrder order = orderTo(1);
        order.congestionControl = "fastest";
        Lines said;
        const auto records = runSender(order, {}, said.sink(), {});
        QVERIFY(!records);
        QVERIFY(records.error().what.find("\"fastest\"") != std::string::npos);
        QVERIFY(said.all().empty());
        order.congestionControl = "reno";
        QVERIFY(runSender(order, {}, said.sink(), {}));
    }

    void names()
    {
        TrafficOrder order = orderTo(1);
        order.targets[0].address = "localhost";
        Lines said;
        const auto records = runSender(order, {}, said.sink(), {});
        QVERIFY(!records);
        QCOMPARE(records.error().code, ErrorCode::InvalidInput);
    }

    void overIpv6()
    {
        RunningReceiver receiver("::1");
        if (!receiver.ready)
            QSKIP("no IPv6 here");
        TrafficOrder order = orderTo(receiver.port());
        order.targets[0].address = "::1";
        order.source = "::1";
        order.dscp = 46;
        order.flows = {{0ns, 100'000, 0, 0}};
        Lines said;
        const auto records = runSender(order, {}, said.sink(), {});
        QVERIFY(records && records->size() == 1);
        QCOMPARE(records->front().end, FlowEnd::Completed);
    }

    void hostileConnections()
    {
        RunningReceiver receiver;
        const UniqueFd garbage = connectTo(receiver.port());
        QCOMPARE(::send(garbage.get(), "GET / HTTP/1.1\r\n\r\n", 18, 0), ssize_t(18));
        QVERIFY(isClosed(garbage.get()));
        {
            const UniqueFd early = connectTo(receiver.port());
            QCOMPARE(::send(early.get(), "MRC1", 4, 0), ssize_t(4));
        }
        // A size that never comes costs nothing; a head in single bytes is a head.
        const UniqueFd huge = connectTo(receiver.port());
        for (const unsigned char byte : encode(ConnectionHead{1, ~std::uint64_t(0)}))
            QCOMPARE(::send(huge.get(), &byte, 1, 0), ssize_t(1));
        QCOMPARE(::send(huge.get(), "0123456789", 10, 0), ssize_t(10));
        // More than the head said: the rest is not counted.
        const UniqueFd more = connectTo(receiver.port());
        const auto head = encode(ConnectionHead{2, 19});
        std::string text(head.begin(), head.end());
        text += "abcdef";
        QCOMPARE(::send(more.get(), text.data(), text.size(), 0), static_cast<ssize_t>(text.size()));
        QVERIFY(isClosed(more.get()));
        std::this_thread::sleep_for(50ms);
        receiver.stop();
        QCOMPARE(receiver.lines.sum("traffic-end", "received_bytes"), 26.0 + 19.0);
        QCOMPARE(receiver.lines.sum("traffic-end", "flows"), 2.0);
        QCOMPARE(receiver.lines.sum("traffic-end", "refused"), 2.0);
    }

    /// Sizes of the study's web search, a thousandth of them as large.
    void tenThousandFlows()
    {
        RunningReceiver receiver;
        TrafficOrder order = orderTo(receiver.port());
        order.duration = 4s;
        order.drain = 10s;
        Random random(7);
        std::uint64_t bytes = 0;
        for (int i = 0; i < 10'000; ++i) {
            const auto size = static_cast<std::uint64_t>(1460 * std::pow(20'000, std::pow(random.uniform(), 4)));
            order.flows.push_back({Nanoseconds(i * 400'000LL), size, 0, 0});
            bytes += size;
        }
        Lines said;
        const std::size_t before = memory();
        const auto records = runSender(order, {}, said.sink(), {});
        QVERIFY(memory() < before + (std::size_t(200) << 20));
        QVERIFY(records);
        const FlowSummary summary = summarise(*records);
        QCOMPARE(summary.completed, std::size_t(10'000));
        QCOMPARE(summary.bytes, bytes);
        qInfo("start error: median %.0f us, p99 %.0f us", summary.startErrorMedian * 1e6, summary.startErrorP99 * 1e6);
    }
};

QTEST_GUILESS_MAIN(TestTrafficTcp)
#include "tst_traffic_tcp.moc"
