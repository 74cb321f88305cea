// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/unknown.h"
#include "core/monitor/slowdown_evidence.h"

#include <QDirIterator>
#include <QtTest>
#include <algorithm>
#include <fstream>
#include <sstream>

using namespace millrace;
using namespace millrace::monitor;

namespace {

/// A slow-down of a real job of four workers behind interfaces of 200 Mbit/s, as blame/README.md describes it.
struct Recording
{
    std::string expected; ///< "load -1 0": the cause, then the link; or "stopped 2"
    Alarm alarm;
    std::vector<StepSight> steps;
    std::vector<LinkSample> links;
    std::vector<NodeSight> nodes;
};

Nanoseconds milliseconds(std::int64_t time)
{
    return std::chrono::seconds(1'700'000'000) + std::chrono::milliseconds(time);
}

StepSight stepOf(std::istream& in)
{
    constexpr std::size_t ranks = 4;
    StepSight step;
    std::int64_t wall = 0;
    in >> step.iteration >> wall;
    step.wall = milliseconds(wall);
    for (std::vector<double>* each : {&step.duration, &step.compute})
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            double tenths = 0;
            in >> tenths;
            each->push_back(1e-4 * tenths);
        }
    return step;
}

LinkSample linkOf(std::istream& in)
{
    LinkSample link;
    std::int64_t wall = 0;
    in >> wall >> link.from >> link.to >> link.bytes >> link.roundTrip >> link.retransmissions;
    link.wall = milliseconds(wall);
    link.roundTrip = link.roundTrip > 0 ? 1e-6 * link.roundTrip : unknown;
    return link;
}

NodeSight nodeOf(std::istream& in)
{
    NodeSight node;
    std::int64_t wall = 0;
    in >> wall >> node.rank >> node.span >> node.received >> node.sent >> node.waiting >> node.stopped;
    node.wall = milliseconds(wall);
    node.span *= 1e-3;
    node.received *= 1e3;
    node.sent *= 1e3;
    node.waiting *= 1e-3;
    node.stopped *= 1e-3;
    return node;
}

Recording recordingOf(const QString& file)
{
    Recording recording;
    recording.alarm.size = unknown;
    std::ifstream text(file.toStdString());
    for (std::string line; std::getline(text, line);) {
        std::istringstream in(line);
        std::string kind;
        in >> kind;
        if (kind == "expect")
            std::getline(in >> std::ws, recording.expected);
        else if (kind == "alarm") {
            std::int64_t wall = 0;
            in >> recording.alarm.onset >> recording.alarm.raised >> wall;
            recording.alarm.onsetWall = milliseconds(wall);
        } else if (kind == "s")
            recording.steps.push_back(stepOf(in));
        else if (kind == "l")
            recording.links.push_back(linkOf(in));
        else if (kind == "n")
            recording.nodes.push_back(nodeOf(in));
    }
    return recording;
}

/// `late`: ms between the true onset and the one that a detector gives.
Alarm blamed(const Recording& recording, std::int64_t late = 0)
{
    SlowdownEvidence evidence(4);
    for (const StepSight& step : recording.steps)
        evidence.take(step);
    for (const LinkSample& link : recording.links)
        evidence.take(link);
    for (const NodeSight& node : recording.nodes)
        evidence.take(node);
    Alarm alarm = recording.alarm;
    alarm.onsetWall += std::chrono::milliseconds(late);
    alarm.onset += late / 100; // iterations take about as long
    evidence.blame(alarm);
    return alarm;
}

std::string found(const Alarm& alarm)
{
    std::string text(causeName(alarm.cause));
    if (alarm.link)
        return text + " " + std::to_string(alarm.link->first) + " " + std::to_string(alarm.link->second);
    for (const int worker : alarm.workers)
        text += " " + std::to_string(worker);
    return text;
}

} // namespace

class TestRecordedBlame : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theCauseIsNamed_data()
    {
        QTest::addColumn<QString>("file");
        QDirIterator it(qEnvironmentVariable("MR_SOURCE") + QStringLiteral("/tests/core/monitor/blame"),
                        {QStringLiteral("*.txt")});
        while (it.hasNext()) {
            const QString file = it.next();
            QTest::newRow(qPrintable(it.fileName())) << file;
        }
    }

    void theCauseIsNamed()
    {
        QFETCH(QString, file);
        const Recording recording = recordingOf(file);
        QVERIFY(recording.steps.size() > 20 && recording.links.size() > 20 && recording.nodes.size() > 20);
        const Alarm alarm = blamed(recording);
        QVERIFY2(found(alarm) == recording.expected, (found(alarm) + ": " + alarm.sentence).c_str());
        if (alarm.cause == Cause::Unknown)
            return;
        QVERIFY2(alarm.causeSince > alarm.causeBefore, alarm.sentence.c_str());
        for (const std::int64_t late : {-200, 300}) {
            const Alarm shifted = blamed(recording, late);
            QVERIFY2(found(shifted) == recording.expected, (found(shifted) + ": " + shifted.sentence).c_str());
        }
    }

    /// Everybody waits on a busy machine; a load that is seen at one node says more. Without it the wait is the cause.
    void waitsForAProcessor()
    {
        Recording recording =
            recordingOf(qEnvironmentVariable("MR_SOURCE") + QStringLiteral("/tests/core/monitor/blame/udp-w0.txt"));
        const auto wait = [&recording](NodeSight& node) { return node.wall >= recording.alarm.onsetWall ? 0.9 : 0.01; };
        for (NodeSight& node : recording.nodes)
            node.waiting = wait(node);
        QCOMPARE(found(blamed(recording)), recording.expected);
        for (NodeSight& node : recording.nodes) {
            node.waiting = node.rank == 2 ? wait(node) : 0.01;
            node.received = node.sent = unknown;
        }
        recording.links.clear();
        const Alarm alarm = blamed(recording);
        QCOMPARE(found(alarm), std::string("starved 2"));
        QVERIFY2(alarm.causeSince > 0.1 && alarm.causeBefore < 0.002, alarm.sentence.c_str());
    }

    void withoutCountersNothingOfTheNetworkIsNamed()
    {
        Recording recording =
            recordingOf(qEnvironmentVariable("MR_SOURCE") + QStringLiteral("/tests/core/monitor/blame/udp-w0.txt"));
        // Round trips alone name the node, and no direction.
        recording.nodes.clear();
        const Alarm thin = blamed(recording);
        QVERIFY2(thin.cause == Cause::RoundTrips || thin.cause == Cause::Unknown, thin.sentence.c_str());
        QVERIFY2(!thin.link, thin.sentence.c_str());
        recording.links.clear();
        const Alarm none = blamed(recording);
        QCOMPARE(none.cause, Cause::Unknown);
        QVERIFY2(none.sentence.find("the cause is unknown") != std::string::npos, none.sentence.c_str());
    }
};

QTEST_GUILESS_MAIN(TestRecordedBlame)
#include "tst_recorded_blame.moc"
