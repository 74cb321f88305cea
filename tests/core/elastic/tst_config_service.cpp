// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/elastic/config_service.h"

#include <QtTest>
#include <random>

using namespace millrace;
using namespace millrace::elastic;

namespace {

const std::string document =
    R"({"Runners":[{"IPv4":2130706433,"Port":38080}],"Workers":[{"IPv4":2130706433,"Port":10000}]})";
const std::string nobody = R"({"Runners":[],"Workers":[]})";
const std::string peer = R"({"IPv4":2130706433,"Port":10001})";

ConfigService::Answer ask(ConfigService& service, const char* method, const char* target, const std::string& body = {})
{
    return service.handle(method, target, body, Nanoseconds(0));
}

} // namespace

class TestConfigService : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    /// Both servers of KungFu, by the answers that they were seen to give.
    void theirDialects_data()
    {
        QTest::addColumn<QString>("read");
        QTest::addColumn<QString>("write");
        QTest::addColumn<QString>("forgetBy");
        QTest::addColumn<QString>("forget");
        QTest::addRow("example server") << "/get"
                                        << "/put"
                                        << "GET"
                                        << "/reset";
        QTest::addRow("server, POST") << "/config"
                                      << "/config"
                                      << "POST"
                                      << "/config";
        QTest::addRow("server, DELETE") << "/config"
                                        << "/config"
                                        << "DELETE"
                                        << "/config";
    }
    void theirDialects()
    {
        QFETCH(QString, read);
        QFETCH(QString, write);
        QFETCH(QString, forgetBy);
        QFETCH(QString, forget);
        ConfigService service{MembershipBook()};
        const auto get = [&] { return ask(service, "GET", qPrintable(read)); };
        const auto put = [&](const std::string& body) { return ask(service, "PUT", qPrintable(write), body); };
        QVERIFY(get() == (ConfigService::Answer{404, "No Config Found."}));
        QVERIFY(put(document) == ConfigService::Answer());
        QVERIFY(get() == (ConfigService::Answer{200, document}));
        QCOMPARE(put("{").status, 400); // theirs says 200
        QCOMPARE(put(R"({"Workers":[{"IPv4":1,"Port":1}]})").status, 400);
        QVERIFY(get() == (ConfigService::Answer{200, document}));
        QVERIFY(ask(service, qPrintable(forgetBy), qPrintable(forget)) == ConfigService::Answer());
        QCOMPARE(get().status, 404);
        QCOMPARE(put(document).status, 200);
        QCOMPARE(put(nobody).status, 200); // stops everything
        QVERIFY(get() == (ConfigService::Answer{200, nobody}));
        QCOMPARE(put(document).status, 403);
        QVERIFY(service.book().current().stopped);
        QVERIFY(!service.ends());
        QCOMPARE(ask(service, "GET", "/stop").status, 200);
        QVERIFY(service.ends());
    }

    void singleWorkers()
    {
        ConfigService service{MembershipBook()};
        QCOMPARE(ask(service, "POST", "/addworker", peer).status, 404);
        QCOMPARE(ask(service, "PUT", "/put", document).status, 200);
        QCOMPARE(ask(service, "GET", "/addworker", peer).status, 405);
        QCOMPARE(ask(service, "POST", "/addworker", peer).status, 200);
        QCOMPARE(ask(service, "POST", "/addworker", peer).status, 400);
        QVERIFY(ask(service, "GET", "/get").body.find("10001") != std::string::npos);
        QCOMPARE(ask(service, "POST", "/removeworker", peer).status, 200);
        QCOMPARE(ask(service, "GET", "/get").body, document);
        QCOMPARE(ask(service, "GET", "/clear").status, 200);
        QCOMPARE(ask(service, "POST", "/addworker", peer).status, 403);
    }

    void methodsAndPaths()
    {
        ConfigService service{MembershipBook()};
        QVERIFY(ask(service, "PATCH", "/config").status == 405);
        QVERIFY(ask(service, "PUT", "/members").status == 405);
        QVERIFY(ask(service, "GET", "/ready").status == 405);
        const auto unknown = ask(service, "GET", "/members/1");
        QCOMPARE(unknown.status, 404);
        QVERIFY(unknown.body.find("/resize") != std::string::npos);
    }

    void ours()
    {
        ConfigService service{MembershipBook()};
        const auto ready = [&](int port, const char* incarnation) {
            const std::string id = std::string("\"") + incarnation + "\"";
            return ask(service, "POST", "/ready",
                       "{\"address\":\"10.0.0.1\",\"port\":" + std::to_string(port) + ",\"incarnation\":" + id + "}");
        };
        QCOMPARE(ready(10000, "0000000000000001").status, 200);
        QCOMPARE(ready(10001, "0000000000000002").status, 200);
        QCOMPARE(service.book().current().version, 2u);
        QCOMPARE(ready(0, "0000000000000002").status, 400);
        QCOMPARE(ready(10001, "2").status, 400);
        QCOMPARE(ask(service, "POST", "/resize", R"({"workers":1,"version":1})").status, 409);
        QCOMPARE(ask(service, "POST", "/resize", R"({"workers":1,"version":2})").status, 200);
        QCOMPARE(service.book().current().members.size(), std::size_t(1));
        QCOMPARE(ask(service, "POST", "/resize", R"({"workers":-1})").status, 400);
        QCOMPARE(ask(service, "POST", "/resize", R"({"workers":2})").status, 200);
        QCOMPARE(ask(service, "POST", "/suspect",
                     R"({"version":4,"reporter":"0000000000000002","culprit":"0000000000000001"})")
                     .status,
                 200);
        QCOMPARE(service.book().current().members.front().endpoint.port, 10001);
        QCOMPARE(ask(service, "POST", "/suspect", R"({"version":4})").status, 400);
        QVERIFY(*parseMembership(ask(service, "GET", "/members").body) == service.book().current());
        const auto copy = ConfigService::restored(service.state());
        QVERIFY(copy && copy->state() == service.state());
        QVERIFY(!ConfigService::restored("{}"));
    }

    void waitsAreBounded()
    {
        const ConfigService service{MembershipBook()};
        QVERIFY(!service.waitFor("GET", "/members"));
        QVERIFY(!service.waitFor("POST", "/members?after=1"));
        QVERIFY(!service.waitFor("GET", "/members?after=x"));
        QVERIFY(service.waitFor("GET", "/members?after=3")->atMost == std::chrono::seconds(60));
        QVERIFY(service.waitFor("GET", "/members?wait=5&after=3")->atMost == std::chrono::seconds(5));
        QVERIFY(service.waitFor("GET", "/members?after=3&wait=99999999999")->atMost == std::chrono::seconds(60));
        QCOMPARE(service.waitFor("GET", "/members?after=3&wait=1")->after, 3u);
    }

    void anyRequest()
    {
        std::mt19937 random(11);
        const std::vector<std::string> methods = {"GET", "PUT", "POST", "DELETE", ""};
        const std::vector<std::string> targets = {
            "/get", "/put", "/config", "/members?after=", "/ready", "/suspect", "/resize", "/addworker", "?", ""};
        ConfigService service{MembershipBook()};
        for (int turn = 0; turn < 20'000; ++turn) {
            std::string body = turn % 2 == 0 ? document : R"({"workers":3,"version":1,"reporter":"0000000000000001"})";
            for (int change = 0; change < 2; ++change)
                body[random() % body.size()] = static_cast<char>(random() % 256);
            const std::string target = targets[random() % targets.size()] + static_cast<char>(random() % 128);
            const auto answer = service.handle(methods[random() % methods.size()], target, body, Nanoseconds(turn));
            QVERIFY(answer.status >= 200 && answer.status < 500);
            static_cast<void>(service.waitFor("GET", target));
        }
    }
};

QTEST_APPLESS_MAIN(TestConfigService)
#include "tst_config_service.moc"
