// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "link.h"

#include <QtTest>
#include <atomic>
#include <condition_variable>
#include <csignal>

using namespace millrace;
using namespace millrace::agent;
using namespace std::chrono_literals;

namespace {

/// Waits for the cancellation of a job.
Result<Json> untilCancelled(const JobContext& job, std::atomic<int>& cancelled)
{
    std::mutex mutex;
    std::condition_variable_any changed;
    std::unique_lock lock(mutex);
    if (changed.wait_for(lock, job.stop, 20s, [] { return false; }) || !job.cancelled())
        return fail(ErrorCode::Timeout, "nobody cancelled it");
    ++cancelled;
    return fail(ErrorCode::Cancelled, "cancelled");
}

} // namespace

class TestAgentServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { ::signal(SIGPIPE, SIG_IGN); }

    void greetsAnswersAndEnds()
    {
        ServedLink link;
        link.server.handle("double", [](const Json& params, const JobContext&) -> Result<Json> {
            return Json{{"value", 2 * params.at("value").get<int>()}};
        });
        link.serve();
        RawController controller(*link.controllerSide);
        controller.hello();
        const auto greeting = controller.reply(1);
        QVERIFY(greeting);
        QCOMPARE(greeting->at("protocol").get<int>(), protocolVersion);
        QCOMPARE(greeting->at("version").get<std::string>(), std::string("1.2.3"));
        QCOMPARE(greeting->at("pid").get<int>(), int(::getpid()));
        controller.send(2, "double", {{"value", 21}});
        QCOMPARE(controller.reply(2)->at("value").get<int>(), 42);
        link.controllerSide->closeWrite();
        link.join();
        QVERIFY(link.result);
    }

    void anotherProtocolVersionIsRefusedWithBothVersions()
    {
        ServedLink link;
        link.serve();
        RawController controller(*link.controllerSide);
        controller.send(1, "hello", {{"protocol", protocolVersion + 1}, {"version", "9.9.9"}});
        const auto greeting = controller.reply(1);
        QVERIFY(!greeting);
        QCOMPARE(greeting.error().code, ErrorCode::Unsupported);
        for (const std::string& part :
             {std::string("1.2.3"), std::string("9.9.9"), "protocol " + std::to_string(protocolVersion),
              "protocol " + std::to_string(protocolVersion + 1)})
            QVERIFY2(greeting.error().what.find(part) != std::string::npos, greeting.error().what.c_str());
        link.join();
        QCOMPARE(link.result.error().code, ErrorCode::Unsupported);
    }

    void nothingBeforeHello()
    {
        ServedLink link;
        link.serve();
        RawController controller(*link.controllerSide);
        controller.send(1, "ping");
        link.join();
        QVERIFY(!link.result);
        QCOMPARE(link.result.error().code, ErrorCode::Protocol);
    }

    void errorsOfHandlersAreReplies()
    {
        ServedLink link;
        link.server.handle("fails", [](const Json&, const JobContext&) -> Result<Json> {
            return within("doing it", fail(ErrorCode::Denied, "not allowed"));
        });
        link.server.handle("throws",
                           [](const Json&, const JobContext&) -> Result<Json> { throw std::runtime_error("oh"); });
        link.server.handle("reads",
                           [](const Json& params, const JobContext&) -> Result<Json> { return params.at("missing"); });
        link.serve();
        RawController controller(*link.controllerSide);
        controller.hello();
        QVERIFY(controller.reply(1));
        controller.send(2, "fails");
        const auto failed = controller.reply(2);
        QCOMPARE(failed.error().code, ErrorCode::Denied);
        QCOMPARE(failed.error().text(), std::string("doing it: not allowed"));
        controller.send(3, "throws");
        QCOMPARE(controller.reply(3).error().code, ErrorCode::Internal);
        controller.send(4, "reads");
        const auto read = controller.reply(4);
        QCOMPARE(read.error().code, ErrorCode::InvalidInput);
        QVERIFY(read.error().what.find("reads") != std::string::npos);
        controller.send(5, "unknown");
        QCOMPARE(controller.reply(5).error().code, ErrorCode::Unsupported);
    }

    void aSlowHandlerDoesNotBlockPing()
    {
        std::atomic<int> begun = 0;
        std::atomic<int> cancelled = 0;
        ServedLink link;
        link.server.handle("slow", [&](const Json&, const JobContext& job) {
            ++begun;
            return untilCancelled(job, cancelled);
        });
        link.serve();
        RawController controller(*link.controllerSide);
        controller.hello();
        QVERIFY(controller.reply(1));
        // More than there are threads for handlers.
        for (int id = 2; id < 40; ++id)
            controller.send(id, "slow");
        QTRY_VERIFY(begun == 16);
        const Nanoseconds before = monotonicNow();
        controller.send(100, "ping");
        const auto answer = controller.reply(100);
        QVERIFY(answer);
        QVERIFY(monotonicNow() - before < 1s);
        QVERIFY(answer->at("mono_ns").get<std::int64_t>() >= before.count());
        link.controllerSide->closeWrite();
        link.join();
        QVERIFY(link.result);
        QCOMPARE(cancelled.load(), 16);
        QCOMPARE(begun.load(), 16); // the waiting ones were never begun
    }

    void cancelStopsOneHandler()
    {
        std::atomic<int> cancelled = 0;
        ServedLink link;
        link.server.handle("slow", [&](const Json&, const JobContext& job) { return untilCancelled(job, cancelled); });
        link.serve();
        RawController controller(*link.controllerSide);
        controller.hello();
        QVERIFY(controller.reply(1));
        controller.send(2, "slow");
        controller.send(3, "slow");
        controller.send(4, "cancel", {{"id", 2}});
        controller.send(5, "cancel", {{"id", 77}});
        controller.send(6, "cancel", {{"id", "x"}});
        QCOMPARE(controller.reply(2).error().code, ErrorCode::Cancelled);
        QCOMPARE(cancelled.load(), 1);
    }

    void closingCancelsThenUndoesInReverse()
    {
        std::atomic<int> cancelled = 0;
        std::atomic<bool> begun = false;
        std::string order;
        ServedLink link;
        link.server.handle("slow", [&](const Json&, const JobContext& job) -> Result<Json> {
            link.server.onClose([&] { order += cancelled == 1 ? "handler " : "too-early "; });
            begun = true;
            return untilCancelled(job, cancelled);
        });
        link.server.onClose([&] { order += "first"; });
        link.server.onClose([&] { order += "second "; });
        link.serve();
        RawController controller(*link.controllerSide);
        controller.hello();
        controller.send(2, "slow");
        QTRY_VERIFY(begun);
        link.controllerSide->closeWrite();
        link.join();
        QVERIFY(link.result);
        QCOMPARE(order, std::string("handler second first"));
        QCOMPARE(cancelled.load(), 1);
    }

    void brokenProtocolUndoesToo_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("text") << QByteArray("hello there");
        QTest::newRow("no JSON") << QByteArray::fromStdString(toFrame("{"));
        QTest::newRow("an event") << QByteArray::fromStdString(toFrame(R"({"event":"x"})"));
        QTest::newRow("a reply") << QByteArray::fromStdString(toFrame(R"({"id":1,"result":1})"));
        QTest::newRow("too long") << QByteArray("\x01\0\0\x01", 4);
    }
    void brokenProtocolUndoesToo()
    {
        QFETCH(QByteArray, bytes);
        std::atomic<bool> undone = false;
        ServedLink link;
        link.server.onClose([&] { undone = true; });
        link.serve();
        RawController controller(*link.controllerSide);
        controller.hello();
        controller.sendBytes(bytes.toStdString());
        link.join();
        QVERIFY(!link.result);
        QCOMPARE(link.result.error().code, ErrorCode::Protocol);
        QVERIFY(undone);
    }

    void cutOffAtEveryByteUndoesToo()
    {
        const std::string stream =
            toFrame(toText(Request{1, "hello", {{"protocol", protocolVersion}, {"version", "9"}}}));
        for (std::size_t length = 0; length <= stream.size(); length += 7) {
            std::atomic<bool> undone = false;
            ServedLink link;
            link.server.onClose([&] { undone = true; });
            link.serve();
            RawController(*link.controllerSide).sendBytes(stream.substr(0, length));
            link.controllerSide->closeWrite();
            link.join();
            QVERIFY(undone);
            QCOMPARE(link.result.has_value(), length == 0 || length == stream.size());
        }
    }

    void silenceForTheDeadManTimeEnds()
    {
        std::atomic<bool> undone = false;
        ServedLink link({"1", 300ms});
        link.server.onClose([&] { undone = true; });
        link.serve();
        RawController controller(*link.controllerSide);
        controller.hello();
        const Nanoseconds before = monotonicNow();
        for (int i = 0; i < 5; ++i) {
            std::this_thread::sleep_for(100ms);
            controller.send(10 + i, "ping");
        }
        QVERIFY(!undone);
        link.join();
        const Nanoseconds silent = monotonicNow() - before - 500ms;
        QVERIFY(undone);
        QCOMPARE(link.result.error().code, ErrorCode::Timeout);
        QVERIFY2(silent > 200ms && silent < 2s, std::to_string(silent.count()).c_str());
    }

    void beingToldToStopEnds()
    {
        std::atomic<bool> undone = false;
        ServedLink link;
        link.server.onClose([&] { undone = true; });
        link.serve();
        link.stop();
        QVERIFY(undone);
        QCOMPARE(link.result.error().code, ErrorCode::Cancelled);
    }

    void eventsOfManyThreadsArriveWholeAndInOrder()
    {
        constexpr int threads = 4;
        constexpr int each = 500;
        ServedLink link;
        link.server.handle("go", [&](const Json&, const JobContext&) -> Result<Json> {
            std::vector<std::jthread> senders;
            for (int t = 0; t < threads; ++t)
                senders.emplace_back([&link, t] {
                    for (int i = 0; i < each; ++i)
                        link.server.send({{"event", "n"}, {"thread", t}, {"n", i}, {"pad", std::string(200, 'p')}});
                });
            senders.clear();
            return Json("sent");
        });
        link.serve();
        RawController controller(*link.controllerSide);
        controller.hello();
        QVERIFY(controller.reply(1));
        controller.send(2, "go");
        std::array<int, threads> next{};
        for (int i = 0; i < threads * each; ++i) {
            const auto message = controller.receive();
            QVERIFY(message);
            const Json& body = std::get<Event>(*message).body;
            QCOMPARE(body.at("n").get<int>(), next.at(body.at("thread").get<std::size_t>())++);
        }
        // All that was sent before a handler's end comes before its reply.
        QCOMPARE(controller.reply(2)->get<std::string>(), std::string("sent"));
    }

    void sendingIsHeldBackWhileNobodyReads()
    {
        std::atomic<int> sent = 0;
        ServedLink link;
        std::jthread sender;
        const auto finish = qScopeGuard([&] { link.stop(); }); // lets the sender go
        link.server.handle("go", [&](const Json&, const JobContext&) -> Result<Json> {
            sender = std::jthread([&] {
                for (int i = 0; i < 24; ++i, ++sent)
                    link.server.send({{"event", "big"}, {"pad", std::string(1 << 20, 'p')}});
            });
            return Json();
        });
        link.serve();
        RawController controller(*link.controllerSide);
        controller.hello();
        controller.send(2, "go");
        QTRY_VERIFY_WITH_TIMEOUT(sent >= 7, 60'000);
        std::this_thread::sleep_for(100ms);
        QVERIFY2(sent < 12, std::to_string(sent).c_str());
        QVERIFY(link.server.waitingBytes() < 10u << 20);
        // Closing lets it go.
        link.stop();
        sender.join();
        QCOMPARE(sent.load(), 24);
    }

    void anAnswerTooLongIsAnError()
    {
        ServedLink link;
        link.server.handle("long", [](const Json&, const JobContext&) -> Result<Json> {
            return Json(std::string(maximumFrame, 'x'));
        });
        link.serve();
        RawController controller(*link.controllerSide);
        controller.hello();
        QVERIFY(controller.reply(1));
        controller.send(2, "long");
        QCOMPARE(controller.reply(2).error().code, ErrorCode::Internal);
    }
};

QTEST_APPLESS_MAIN(TestAgentServer)
#include "tst_agent_server.moc"
