// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "link.h"

#include <QtTest>
#include <atomic>
#include <csignal>

using namespace millrace;
using namespace millrace::agent;
using namespace std::chrono_literals;

namespace {

/// Counts what a client reports.
struct Watch
{
    ClientOptions options()
    {
        ClientOptions all;
        all.name = "node7";
        all.version = "4.5.6";
        all.ping = 50ms;
        all.lost = lost;
        all.onEvent = [this](const Event& event) {
            const std::lock_guard lock(mutex);
            events.push_back(event.body.dump());
        };
        all.onLost = [this](const Error& error) {
            const std::lock_guard lock(mutex);
            losses.push_back(error);
        };
        return all;
    }
    std::size_t lossCount()
    {
        const std::lock_guard lock(mutex);
        return losses.size();
    }

    Nanoseconds lost = 10s;
    std::mutex mutex;
    std::vector<std::string> events;
    std::vector<Error> losses;
};

Result<std::unique_ptr<AgentClient>> connected(Link& link, Watch& watch)
{
    return AgentClient::connect(std::move(link.controllerSide), watch.options(), deadlineIn(5s));
}

bool contains(const Error& error, std::string_view part)
{
    return error.text().find(part) != std::string::npos;
}

} // namespace

class TestAgentClient : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { ::signal(SIGPIPE, SIG_IGN); }

    void shakesHandsAsksAndCloses()
    {
        ServedLink link;
        link.server.handle("echo", [](const Json& params, const JobContext&) -> Result<Json> { return params; });
        link.serve();
        Watch watch;
        auto client = connected(link, watch);
        QVERIFY(client);
        QCOMPARE((*client)->identity().version, std::string("1.2.3"));
        QCOMPARE((*client)->identity().pid, std::int64_t(::getpid()));
        const auto answer = (*client)->request("echo", {{"a", 1}}, deadlineIn(5s));
        QVERIFY(answer);
        QCOMPARE(answer->dump(), std::string(R"({"a":1})"));
        const auto refused = (*client)->request("nope", Json::object(), deadlineIn(5s));
        QCOMPARE(refused.error().code, ErrorCode::Unsupported);
        QTRY_VERIFY((*client)->roundTrip() > Nanoseconds(0));
        QVERIFY((*client)->roundTrip() < 1s);
        QVERIFY((*client)->close(deadlineIn(5s)));
        QCOMPARE((*client)->request("echo", Json::object(), deadlineIn(1s)).error().code, ErrorCode::Unreachable);
        client->reset();
        QCOMPARE(watch.lossCount(), std::size_t(0));
    }

    void refusesAnAgentOfAnotherVersion()
    {
        Link link;
        std::jthread agent([&] {
            std::array<std::byte, 1024> buffer;
            (void)link.agentSide->read(buffer, deadlineIn(5s));
            const std::string frame = toFrame(toText(
                Reply{1, Result<Json>(Json{{"protocol", 99}, {"version", "7.7.7"}, {"pid", 1}, {"hostname", "h"}})}));
            (void)link.agentSide->write(std::as_bytes(std::span(frame)), deadlineIn(5s));
            ::shutdown(link.agentFd, SHUT_RDWR);
        });
        Watch watch;
        const auto client = connected(link, watch);
        QVERIFY(!client);
        QCOMPARE(client.error().code, ErrorCode::Unsupported);
        QVERIFY(contains(client.error(), "7.7.7") && contains(client.error(), "4.5.6")
                && contains(client.error(), "node7"));
    }

    void serverRefusesUs()
    {
        Link link;
        std::jthread agent([&] {
            std::array<std::byte, 1024> buffer;
            (void)link.agentSide->read(buffer, deadlineIn(5s));
            const std::string frame =
                toFrame(toText(Reply{1, fail(ErrorCode::Unsupported, "0.9 and 4.5.6 do not fit")}));
            (void)link.agentSide->write(std::as_bytes(std::span(frame)), deadlineIn(5s));
            ::shutdown(link.agentFd, SHUT_RDWR);
        });
        Watch watch;
        const auto client = connected(link, watch);
        QVERIFY(!client);
        QCOMPARE(client.error().code, ErrorCode::Unsupported);
    }

    void aProgramThatIsNoAgentIsNoticedAtOnce()
    {
        Link link;
        const std::string text = "Welcome to node7\n";
        (void)link.agentSide->write(std::as_bytes(std::span(text)), deadlineIn(5s));
        Watch watch;
        const auto client = connected(link, watch);
        QVERIFY(!client);
        QCOMPARE(client.error().code, ErrorCode::Protocol);
        QVERIFY2(contains(client.error(), "Welcome to node7"), client.error().text().c_str());
    }

    void anAgentThatEndsIsLostOnceWithItsLastWords()
    {
        ServedLink link;
        std::atomic<bool> asked = false;
        link.server.handle("wait", [&](const Json&, const JobContext& job) -> Result<Json> {
            asked = true;
            while (!job.cancelled())
                std::this_thread::sleep_for(5ms);
            return Json();
        });
        link.serve();
        Watch watch;
        auto client = connected(link, watch);
        QVERIFY(client);
        std::jthread death([&] {
            while (!asked)
                std::this_thread::sleep_for(1ms);
            ::shutdown(link.agentFd, SHUT_RDWR);
        });
        const Nanoseconds before = monotonicNow();
        const auto answer = (*client)->request("wait", Json::object(), deadlineIn(20s));
        QVERIFY(!answer);
        QVERIFY(monotonicNow() - before < 5s);
        QCOMPARE(answer.error().code, ErrorCode::Unreachable);
        QVERIFY(contains(answer.error(), "node7") && contains(answer.error(), "the last words"));
        QTRY_COMPARE(watch.lossCount(), std::size_t(1));
        QVERIFY((*client)->isLost());
        QVERIFY(watch.losses.front() == answer.error());
        QVERIFY(!(*client)->request("wait", Json::object(), deadlineIn(20s)));
        client->reset();
        QCOMPARE(watch.lossCount(), std::size_t(1));
    }

    void anAgentThatFallsSilentIsLostInTime()
    {
        Link link;
        std::jthread agent([&] { // greets, then never answers
            std::array<std::byte, 1024> buffer;
            (void)link.agentSide->read(buffer, deadlineIn(5s));
            const std::string frame = toFrame(toText(Reply{
                1,
                Result<Json>(Json{{"protocol", protocolVersion}, {"version", "1"}, {"pid", 1}, {"hostname", "h"}})}));
            (void)link.agentSide->write(std::as_bytes(std::span(frame)), deadlineIn(5s));
        });
        Watch watch;
        watch.lost = 300ms;
        auto client = connected(link, watch);
        QVERIFY(client);
        const Nanoseconds before = monotonicNow();
        QTRY_COMPARE(watch.lossCount(), std::size_t(1));
        const Nanoseconds taken = monotonicNow() - before;
        QVERIFY2(taken > 250ms && taken < 2s, std::to_string(taken.count()).c_str());
        QCOMPARE(watch.losses.front().code, ErrorCode::Unreachable);
        const Nanoseconds closing = monotonicNow();
        client->reset(); // does not wait for it to end in order
        QVERIFY(monotonicNow() - closing < 2s);
        QCOMPARE(watch.lossCount(), std::size_t(1));
    }

    void aTimeoutTellsTheAgentToGiveUp()
    {
        std::atomic<bool> cancelled = false;
        ServedLink link;
        link.server.handle("slow", [&](const Json&, const JobContext& job) -> Result<Json> {
            while (!job.cancelled())
                std::this_thread::sleep_for(2ms);
            cancelled = true;
            return Json("late");
        });
        link.serve();
        Watch watch;
        auto client = connected(link, watch);
        const auto answer = (*client)->request("slow", Json::object(), deadlineIn(50ms));
        QVERIFY(!answer);
        QCOMPARE(answer.error().code, ErrorCode::Timeout);
        QVERIFY(contains(answer.error(), "slow"));
        QTRY_VERIFY(cancelled);
        QVERIFY(!(*client)->isLost());
    }

    void aCancelledRequestReturnsAtOnce()
    {
        std::atomic<bool> cancelled = false;
        ServedLink link;
        link.server.handle("slow", [&](const Json&, const JobContext& job) -> Result<Json> {
            while (!job.cancelled())
                std::this_thread::sleep_for(2ms);
            cancelled = true;
            return Json();
        });
        link.serve();
        Watch watch;
        auto client = connected(link, watch);
        std::stop_source source;
        std::jthread canceller([&] {
            std::this_thread::sleep_for(50ms);
            source.request_stop();
        });
        const auto answer = (*client)->request("slow", Json::object(), deadlineIn(20s), {source.get_token(), {}});
        QVERIFY(!answer);
        QCOMPARE(answer.error().code, ErrorCode::Cancelled);
        QTRY_VERIFY(cancelled);
    }

    void manyThreadsAskAtOnce()
    {
        ServedLink link;
        link.server.handle("echo", [](const Json& params, const JobContext&) -> Result<Json> { return params; });
        link.serve();
        Watch watch;
        auto client = connected(link, watch);
        std::atomic<int> right = 0;
        {
            std::vector<std::jthread> threads;
            for (int t = 0; t < 8; ++t)
                threads.emplace_back([&, t] {
                    for (int i = 0; i < 100; ++i) {
                        const Json value = {{"thread", t}, {"i", i}};
                        const auto answer = (*client)->request("echo", value, deadlineIn(10s));
                        right += answer && *answer == value ? 1 : 0;
                    }
                });
        }
        QCOMPARE(right.load(), 800);
    }

    void eventsComeInOrderAndBeforeTheReply()
    {
        ServedLink link;
        link.server.handle("go", [&](const Json&, const JobContext&) -> Result<Json> {
            for (int i = 0; i < 1000; ++i)
                link.server.send({{"event", "n"}, {"n", i}});
            return Json();
        });
        link.serve();
        Watch watch;
        auto client = connected(link, watch);
        QVERIFY((*client)->request("go", Json::object(), deadlineIn(10s)));
        const std::lock_guard lock(watch.mutex);
        QCOMPARE(watch.events.size(), std::size_t(1000));
        for (std::size_t i = 0; i < 1000; ++i)
            QCOMPARE(watch.events[i], R"({"event":"n","n":)" + std::to_string(i) + "}");
    }

    void aRequestTooLongIsRefusedHere()
    {
        ServedLink link;
        link.serve();
        Watch watch;
        auto client = connected(link, watch);
        const auto answer = (*client)->request("echo", std::string(maximumFrame, 'x'), deadlineIn(5s));
        QVERIFY(!answer);
        QCOMPARE(answer.error().code, ErrorCode::InvalidInput);
        QVERIFY(!(*client)->isLost());
    }
};

QTEST_APPLESS_MAIN(TestAgentClient)
#include "tst_agent_client.moc"
