// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/crosstraffic/traffic_profile.h"
#include "core/crosstraffic/traffic_profile_json.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <functional>

using namespace millrace;
using namespace millrace::crosstraffic;
using namespace std::chrono_literals;

using Change = std::function<void(TrafficProfile&)>;
Q_DECLARE_METATYPE(Change)

namespace {

TrafficProfile good()
{
    TrafficProfile profile;
    profile.name = "web";
    profile.bitsPerSecond = 40e6;
    profile.sources = {"source"};
    profile.destinations = {"w0"};
    return profile;
}

TrafficProfile full()
{
    TrafficProfile profile = good();
    profile.pattern = Pattern::Burst;
    profile.bitsPerSecond = 123.456e6;
    profile.slowdown = 0.07;
    profile.sizes = {"file", 5'000'000, "sizes.txt", 1, 0.02, Convention::Interpolated};
    profile.exactVolume = false;
    profile.gapVariation = 2.5;
    profile.onTime = 30ms;
    profile.offTime = 70ms;
    profile.burstPeriod = 20ms;
    profile.burstWidth = 1500us;
    profile.burstShare = 0.45;
    profile.streams = 4;
    profile.file = "job.csv";
    profile.transport = Transport::Udp;
    profile.matrix = Matrix::AllToAll;
    profile.sources = {"a", "b"};
    profile.destinations = {"c", "d"};
    profile.dscp = 46;
    profile.congestionControl = "bbr";
    profile.flowBitsPerSecond = 1e7;
    profile.datagramBytes = 1200;
    profile.phases = {5s, 30s, 7s, 250ms};
    return profile;
}

/// Where the problems of this severity are.
std::vector<std::string> places(const Issues& issues, Severity severity)
{
    std::vector<std::string> where;
    for (const Issue& issue : issues)
        if (issue.severity == severity)
            where.push_back(issue.where);
    return where;
}

} // namespace

class TestTrafficProfile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void jsonKeepsEverything()
    {
        for (const TrafficProfile& profile : {good(), full(), TrafficProfile{}}) {
            Issues issues;
            QVERIFY(readProfile(toJson(profile), "p", issues) == profile);
            QVERIFY(issues.empty());
        }
    }

    void jsonLeavesDefaultsOut()
    {
        QCOMPARE(toJson(good()).dump(),
                 std::string(R"({"name":"web","pattern":"exponential","rate":"40Mbit",)"
                             R"("sources":["source"],"destinations":["w0"]})"));
    }

    void jsonAsPeopleWriteIt()
    {
        const Json json = Json::parse(R"({"name": "x", "pattern": "on-off", "rate": "1.5 Gbit/s", "sizes": "facebook",
            "on_time": "5ms", "matrix": "incast", "phases": {"loaded": "1min"}, "burst_share": 0.25})");
        Issues issues;
        const auto profile = readProfile(json, "cross_traffic[0]", issues);
        QVERIFY(issues.empty());
        QCOMPARE(profile.pattern, Pattern::OnOff);
        QCOMPARE(profile.bitsPerSecond, 1.5e9);
        QCOMPARE(profile.sizes.name, std::string("facebook"));
        QCOMPARE(profile.sizes.convention, Convention::Interpolated);
        QCOMPARE(profile.matrix, Matrix::Incast);
        QVERIFY(profile.phases.loaded == 60s);
        QCOMPARE(profile.burstShare, 0.25);
    }

    void jsonProblemsHaveTheirPlace()
    {
        const Json json = Json::parse(R"({"pattern": "poisson", "rate": "fast", "sizes": {"convention": "linear"},
            "phases": {"loaded": 20}, "sources": "a", "dscp": "EF", "burst_shore": 1})");
        Issues issues;
        QVERIFY(readProfile(json, "cross_traffic[2]", issues).pattern == Pattern::Exponential);
        QCOMPARE(places(issues, Severity::Error),
                 (std::vector<std::string>{"cross_traffic[2].pattern", "cross_traffic[2].rate",
                                           "cross_traffic[2].sizes.convention", "cross_traffic[2].sources",
                                           "cross_traffic[2].dscp", "cross_traffic[2].phases.loaded"}));
        QCOMPARE(places(issues, Severity::Warning), std::vector<std::string>{"cross_traffic[2]"});
    }

    void jsonOfTheWrongKind()
    {
        for (const char* text : {"3", "[]", "null", R"({"sizes": 3, "phases": [], "file": {}, "streams": 1e99})"}) {
            Issues issues;
            QVERIFY(readProfile(Json::parse(text), "p", issues).name.empty());
            QVERIFY2(hasErrors(issues), text);
        }
    }

    void aGoodProfileHasNoProblem()
    {
        QVERIFY(validate(good()).empty());
        for (const Pattern pattern : allPatterns()) {
            TrafficProfile profile = good();
            profile.pattern = pattern;
            profile.file = "load.config";
            QVERIFY2(validate(profile).empty(), std::string(patternName(pattern)).c_str());
        }
    }

    void oneProblem_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("where");
        QTest::addColumn<int>("severity");
        const auto row = [](const char* name, const char* where, Change change, Severity severity = Severity::Error) {
            QTest::newRow(name) << std::move(change) << QString::fromLatin1(where) << int(severity);
        };
        row("no name", "name", [](TrafficProfile& p) { p.name = " "; });
        row("reserved name", "name", [](TrafficProfile& p) { p.name = "none"; });
        row("no rate", "rate", [](TrafficProfile& p) { p.bitsPerSecond = 0; });
        row("negative rate", "rate", [](TrafficProfile& p) { p.bitsPerSecond = -1; });
        row("nan rate", "rate", [](TrafficProfile& p) { p.bitsPerSecond = NAN; });
        row("size name", "sizes.name", [](TrafficProfile& p) { p.sizes.name = "websearch"; });
        row("size file", "sizes.file", [](TrafficProfile& p) { p.sizes.name = "file"; });
        row("size unit", "sizes.unit_bytes",
            [](TrafficProfile& p) { p.sizes = {"file", 1, "f", 0, 1, Convention::Step}; });
        row("fixed 0", "sizes.bytes", [](TrafficProfile& p) { p.sizes = {"fixed", 0, "", 1460, 1, Convention::Step}; });
        row("scale", "sizes.scale", [](TrafficProfile& p) { p.sizes.scale = 0; });
        row("published 0", "sizes.bytes", [](TrafficProfile& p) {
            p.pattern = Pattern::PublishedPoisson;
            p.sizes.fixedBytes = 0;
        });
        row(
            "published sizes", "sizes",
            [](TrafficProfile& p) {
                p.pattern = Pattern::PublishedBurst;
                p.sizes.name = "facebook";
            },
            Severity::Warning);
        row("variation", "gap_variation", [](TrafficProfile& p) {
            p.pattern = Pattern::LogNormal;
            p.gapVariation = 0;
        });
        row("wide burst", "burst_width", [](TrafficProfile& p) {
            p.pattern = Pattern::Burst;
            p.burstWidth = 10ms;
        });
        row("share", "burst_share", [](TrafficProfile& p) {
            p.pattern = Pattern::Burst;
            p.burstShare = 1.01;
        });
        row("long period", "burst_period", [](TrafficProfile& p) {
            p.pattern = Pattern::Burst;
            p.burstPeriod = 21s;
        });
        row("on", "on_time", [](TrafficProfile& p) {
            p.pattern = Pattern::OnOff;
            p.onTime = 0s;
        });
        row(
            "few on", "phases.loaded",
            [](TrafficProfile& p) {
                p.pattern = Pattern::OnOff;
                p.onTime = 2s;
            },
            Severity::Note);
        row("trace", "file", [](TrafficProfile& p) { p.pattern = Pattern::Trace; });
        row("streams", "streams", [](TrafficProfile& p) {
            p.pattern = Pattern::Stream;
            p.streams = 0;
        });
        row("slowdown of flows", "slowdown", [](TrafficProfile& p) {
            p.slowdown = 0.1;
            p.bitsPerSecond = 0;
        });
        row("no source", "sources", [](TrafficProfile& p) { p.sources.clear(); });
        row("no destination", "destinations", [](TrafficProfile& p) { p.destinations.clear(); });
        row("twice", "sources", [](TrafficProfile& p) {
            p.sources = {"a", "a"};
            p.matrix = Matrix::Many;
        });
        row("itself", "destinations", [](TrafficProfile& p) { p.destinations = p.sources; });
        row("incast itself", "sources", [](TrafficProfile& p) {
            p.sources = {"a", "w0"};
            p.matrix = Matrix::Incast;
        });
        row(
            "unused", "matrix",
            [](TrafficProfile& p) {
                p.sources = {"a", "b"};
            },
            Severity::Note);
        row("dscp", "dscp", [](TrafficProfile& p) { p.dscp = 64; });
        row("datagram", "datagram_bytes", [](TrafficProfile& p) {
            p.transport = Transport::Udp;
            p.datagramBytes = 15;
        });
        row("datagram", "datagram_bytes", [](TrafficProfile& p) {
            p.transport = Transport::Udp;
            p.datagramBytes = 65'508;
        });
        row(
            "fragments", "datagram_bytes",
            [](TrafficProfile& p) {
                p.transport = Transport::Udp;
                p.datagramBytes = 1473;
            },
            Severity::Note);
        row(
            "udp control", "congestion_control",
            [](TrafficProfile& p) {
                p.transport = Transport::Udp;
                p.congestionControl = "cubic";
            },
            Severity::Warning);
        row(
            "endless udp", "rate",
            [](TrafficProfile& p) {
                p.transport = Transport::Udp;
                p.pattern = Pattern::Stream;
                p.bitsPerSecond = 0;
            },
            Severity::Warning);
        row("flow rate", "flow_rate", [](TrafficProfile& p) { p.flowBitsPerSecond = -3; });
        row("loaded", "phases.loaded", [](TrafficProfile& p) { p.phases.loaded = 0s; });
        row("recovery", "phases.recovery", [](TrafficProfile& p) { p.phases.recovery = -1s; });
    }
    void oneProblem()
    {
        QFETCH(const Change, change);
        QFETCH(const QString, where);
        QFETCH(const int, severity);
        TrafficProfile profile = good();
        change(profile);
        const Issues issues = validate(profile);
        QCOMPARE(issues.size(), std::size_t(1));
        QCOMPARE(issues.front().where, where.toStdString());
        QCOMPARE(int(issues.front().severity), severity);
        QVERIFY(!issues.front().example.empty());
    }

    void allProblemsAtOnce()
    {
        TrafficProfile profile = good();
        profile.bitsPerSecond = 0;
        profile.sizes.name = "?";
        profile.sources.clear();
        profile.dscp = -1;
        profile.phases.loaded = -1s;
        QCOMPARE(places(validate(profile), Severity::Error),
                 (std::vector<std::string>{"dscp", "phases.loaded", "rate", "sizes.name", "sources"}));
    }

    void hugeTimesAreNoTrouble()
    {
        TrafficProfile profile = good();
        profile.phases = {Nanoseconds::max(), Nanoseconds::max(), Nanoseconds::max(), Nanoseconds::max()};
        for (const Pattern pattern : allPatterns()) {
            profile.pattern = pattern;
            profile.burstWidth = profile.burstPeriod = Nanoseconds::max();
            profile.onTime = profile.offTime = Nanoseconds::max();
            QVERIFY(hasErrors(validate(profile)));
        }
    }

    void inWords()
    {
        QCOMPARE(describe(good()), std::string("exponential, 40.0 Mbit/s of web-search-study, tcp, source → w0"));
        TrafficProfile profile = good();
        profile.sizes.name = "fixed";
        profile.sizes.fixedBytes = 200'000;
        profile.sizes.scale = 0.02;
        QCOMPARE(describe(profile), std::string("exponential, 40.0 Mbit/s of 200 kB flows × 0.02, tcp, source → w0"));
        profile.pattern = Pattern::Stream;
        profile.bitsPerSecond = 0;
        profile.streams = 4;
        profile.dscp = 8;
        QCOMPARE(describe(profile), std::string("stream, unlimited in 4 connections, tcp DSCP 8, source → w0"));
        profile.slowdown = 0.1;
        profile.transport = Transport::Udp;
        profile.matrix = Matrix::Incast;
        profile.sources = {"a", "b"};
        QCOMPARE(describe(profile), std::string("stream, steps 10% longer, udp DSCP 8, incast a, b → w0"));
    }
};

QTEST_APPLESS_MAIN(TestTrafficProfile)
#include "tst_traffic_profile.moc"
