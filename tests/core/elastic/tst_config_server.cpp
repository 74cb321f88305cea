// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/elastic/config_client.h"
#include "core/elastic/config_server.h"
#include "core/elastic/membership_watch.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QtTest>
#include <atomic>
#include <poll.h>
#include <sys/socket.h>
#include <thread>

using namespace millrace;
using namespace millrace::elastic;
using namespace std::chrono_literals;

namespace {

/// Sends bytes and returns all that comes back until the other side closes, without ConfigClient.
std::string talk(const Endpoint& server, const std::string& bytes, Nanoseconds patience = 5s)
{
    const Deadline deadline = deadlineIn(patience);
    auto fd = connectTcp(server, deadline);
    if (!fd)
        return "no connection";
    for (std::size_t sent = 0; sent < bytes.size();) {
        const ssize_t count = ::send(fd->get(), bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
        if (count > 0)
            sent += static_cast<std::size_t>(count);
        else if (errno != EAGAIN || !waitReady(fd->get(), POLLOUT, deadline))
            break;
    }
    std::string answer;
    char buffer[4096];
    for (;;) {
        const ssize_t count = ::recv(fd->get(), buffer, sizeof buffer, 0);
        if (count > 0)
            answer.append(buffer, static_cast<std::size_t>(count));
        else if (count == 0 || errno != EAGAIN)
            return answer;
        else if (const auto ready = waitReady(fd->get(), POLLIN, deadline); !ready || !*ready)
            return answer;
    }
}

std::string statusOf(const std::string& answer)
{
    return answer.substr(0, answer.find("\r\n"));
}

std::string put(const std::string& body)
{
    return "PUT /put HTTP/1.1\r\nHost: x\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

std::unique_ptr<ConfigServer> started(ConfigServerOptions options = {})
{
    options.listen.address = "127.0.0.1";
    auto server = ConfigServer::start(std::move(options));
    return server ? *std::move(server) : nullptr;
}

const std::string get = "GET /get HTTP/1.1\r\nHost: x\r\n\r\n";
const std::string document =
    R"({"Runners":[{"IPv4":2130706433,"Port":38080}],"Workers":[{"IPv4":2130706433,"Port":10000}]})";

} // namespace

class TestConfigServer : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void rawRequests()
    {
        const auto server = started();
        QVERIFY(server);
        QCOMPARE(statusOf(talk(server->endpoint(), get)), std::string("HTTP/1.1 404 Not Found"));
        QCOMPARE(statusOf(talk(server->endpoint(), put(document))), std::string("HTTP/1.1 200 OK"));
        const std::string answer = talk(server->endpoint(), get);
        QVERIFY2(answer.ends_with("\r\n\r\n" + document), answer.c_str());
        QVERIFY(answer.find("Connection: close") != std::string::npos);
        QCOMPARE(statusOf(talk(server->endpoint(), put("{"))), std::string("HTTP/1.1 400 Bad Request"));
        QCOMPARE(statusOf(talk(server->endpoint(), "garbage\r\n\r\n")), std::string("HTTP/1.1 400 Bad Request"));
        QCOMPARE(statusOf(talk(server->endpoint(), put(std::string(2 << 20, 'x')))),
                 std::string("HTTP/1.1 413 Payload Too Large"));
        QCOMPARE(statusOf(talk(server->endpoint(), "GET /get HTTP/1.1\r\nX: " + std::string(20'000, 'x') + "\r\n\r\n")),
                 std::string("HTTP/1.1 431 Request Header Fields Too Large"));
        QVERIFY(!server->wait(0ns));
        talk(server->endpoint(), "GET /stop HTTP/1.1\r\nHost: x\r\n\r\n");
        QVERIFY(server->wait(5s));
    }

    /// Clients that send half of a request, or nothing, do not delay others.
    void slowClients()
    {
        const auto server = started();
        std::vector<UniqueFd> slow;
        for (int client = 0; client < 50; ++client) {
            slow.push_back(*connectTcp(server->endpoint(), deadlineIn(5s)));
            ::send(slow.back().get(), get.data(), static_cast<std::size_t>(client % 20), MSG_NOSIGNAL);
        }
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(statusOf(talk(server->endpoint(), get)), std::string("HTTP/1.1 404 Not Found"));
        QVERIFY(timer.elapsed() < 1000);
    }

    void oneChangeReleasesAllThatWait()
    {
        const auto server = started();
        std::atomic<int> released = 0;
        std::vector<std::thread> threads;
        for (int client = 0; client < 64; ++client)
            threads.emplace_back([&] {
                const ConfigClient waiting(server->endpoint(), {{"10.0.0.2", 1}, 2});
                const auto membership = waiting.next(0, deadlineIn(20s), {});
                if (membership && *membership && (*membership)->version == 1)
                    ++released;
            });
        std::this_thread::sleep_for(300ms);
        QCOMPARE(released.load(), 0);
        QElapsedTimer timer;
        timer.start();
        QVERIFY(ConfigClient(server->endpoint(), {{"10.0.0.1", 1}, 1}).ready(deadlineIn(5s)));
        for (std::thread& thread : threads)
            thread.join();
        QCOMPARE(released.load(), 64);
        QVERIFY2(timer.elapsed() < 1000, qPrintable(QString::number(timer.elapsed())));
    }

    void nothingNewInTime()
    {
        const auto server = started();
        const ConfigClient client(server->endpoint(), {{"10.0.0.1", 1}, 1});
        const auto membership = client.next(0, deadlineIn(1s), {});
        QVERIFY(membership && !*membership);
        std::stop_source stop;
        std::jthread stopper([&] {
            std::this_thread::sleep_for(100ms);
            stop.request_stop();
        });
        QElapsedTimer timer;
        timer.start();
        QVERIFY(client.next(0, deadlineIn(20s), {stop.get_token(), {}}));
        QVERIFY(timer.elapsed() < 2000);
    }

    /// A server that starts again goes on where it was, and those that waited do not notice.
    void aServerReturns()
    {
        const QTemporaryDir folder;
        const std::filesystem::path state = folder.filePath("state.json").toStdString();
        auto server = started({.listen = {}, .state = state});
        const Endpoint endpoint = server->endpoint();
        const ConfigClient first(endpoint, {{"10.0.0.1", 1}, 1});
        QVERIFY(first.ready(deadlineIn(5s)));
        MembershipWatch watch(endpoint, {{"10.0.0.3", 1}, 3});
        QTRY_COMPARE(watch.latest(), 1u);
        std::atomic<int> told = 0;
        watch.onNewer(1, [&told] { ++told; });
        server.reset();
        QCOMPARE(first.current(deadlineIn(200ms)).error().code, ErrorCode::Unreachable);
        auto again = ConfigServer::start({.listen = endpoint, .state = state});
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QCOMPARE(first.current(deadlineIn(5s))->version, 1u);
        QVERIFY(ConfigClient(endpoint, {{"10.0.0.2", 1}, 2}).ready(deadlineIn(5s)));
        QTRY_COMPARE(watch.latest(), 2u);
        QTRY_COMPARE(told.load(), 1);
    }

    /// Whatever was answered is in the file: a kill directly afterwards loses nothing.
    void whatIsAnsweredIsKept()
    {
        const QTemporaryDir folder;
        const std::filesystem::path state = folder.filePath("state.json").toStdString();
        const auto server = started({.listen = {}, .initial = 1000, .state = state});
        for (std::uint64_t worker = 1; worker <= 100; ++worker) {
            const ConfigClient client(server->endpoint(), {{"10.0.0.1", static_cast<std::uint16_t>(worker)}, worker});
            QVERIFY(client.ready(deadlineIn(5s)));
            const auto text = readFile(state);
            QVERIFY(text && text->find(incarnationText(worker)) != std::string::npos);
        }
    }

    void aDamagedStateIsRefused()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("state.json");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"book\":3}");
        file.close();
        const auto server = ConfigServer::start({.listen = {"127.0.0.1", 0}, .state = path.toStdString()});
        QVERIFY(!server);
        QVERIFY2(server.error().text().find("state.json") != std::string::npos, server.error().text().c_str());
    }

    void refusalsHaveTheReason()
    {
        const auto server = started();
        const ConfigClient client(server->endpoint(), {{"no address", 1}, 1});
        const auto refused = client.ready(deadlineIn(5s));
        QCOMPARE(refused.error().code, ErrorCode::InvalidInput);
        QVERIFY2(refused.error().what.find("numeric IPv4") != std::string::npos, refused.error().what.c_str());
    }

    void anotherProgramAnswers()
    {
        auto listener = *listenTcp({"127.0.0.1", 0});
        const Endpoint endpoint = *localEndpoint(listener.get());
        const std::jthread other([&] {
            for (int turn = 0; turn < 2; ++turn) {
                auto guest = acceptTcp(listener.get(), deadlineIn(5s));
                if (guest)
                    ::send(guest->get(), "SSH-2.0-x\r\n", 11, MSG_NOSIGNAL);
            }
        });
        const ConfigClient client(endpoint, {{"10.0.0.1", 1}, 1});
        QCOMPARE(client.current(deadlineIn(2s)).error().code, ErrorCode::Protocol);
        QVERIFY(connectTcp(endpoint, deadlineIn(2s))); // the second turn
    }

    /// A server that dies between a request and its answer.
    void noAnswerAtAll()
    {
        auto listener = *listenTcp({"127.0.0.1", 0});
        const std::jthread other([&listener] {
            auto guest = acceptTcp(listener.get(), deadlineIn(5s));
            char request[4096];
            if (guest && waitReady(guest->get(), POLLIN, deadlineIn(5s)))
                static_cast<void>(::recv(guest->get(), request, sizeof request, 0));
        });
        const ConfigClient client(*localEndpoint(listener.get()), {{"10.0.0.1", 1}, 1});
        QCOMPARE(client.current(deadlineIn(300ms)).error().code, ErrorCode::Unreachable); // after further attempts
    }

    void urls()
    {
        QVERIFY(*parseServerUrl("http://10.0.0.1:9100/get") == (Endpoint{"10.0.0.1", 9100}));
        QVERIFY(*parseServerUrl(" 10.0.0.1:9100") == (Endpoint{"10.0.0.1", 9100}));
        for (const char* bad : {"", "http://", "https://10.0.0.1:1", "node1:9100", "10.0.0.1", "10.0.0.1:0x"})
            QVERIFY(!parseServerUrl(bad));
    }
};

QTEST_GUILESS_MAIN(TestConfigServer)
#include "tst_config_server.moc"
