// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/capture/made_capture.h"
#include "tests/ui/trace/made_pcap.h"
#include "tests/ui/trace/made_traffic.h"
#include "ui/trace/trace_session.h"

#include <QSignalSpy>
#include <QtTest>

#include <atomic>
#include <thread>

using namespace millrace;
using namespace millrace::ui;
using namespace std::chrono_literals;

class TestTraceSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { qputenv("XDG_CACHE_HOME", m_folder.path().toUtf8()); }
    void readsARealFile();
    void partialSummariesArrive();
    void severalFilesBecomeOne();
    void filesOfOneClock();
    void oneBadFileOfTwo();
    void cancelTakesLittleTime();
    void readingAgainDropsTheOld();
    void errors_data();
    void errors();
    void wrongFilter();
    void destroyedWhileReading();

private:
    [[nodiscard]] QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    [[nodiscard]] QString star(const char* name, int packets = 200) const
    {
        const QString file = path(name);
        test::writeStar(file.toStdString(), packets);
        return file;
    }

    QTemporaryDir m_folder;
};

void TestTraceSession::readsARealFile()
{
    TraceSession session;
    QSignalSpy finished(&session, &TraceSession::finished);
    session.read({{star("real.pcap")}, {}, {}});
    QVERIFY(session.isReading());
    QVERIFY(finished.wait());
    QVERIFY(!session.isReading());
    const Trace& trace = *session.trace();
    QVERIFY(trace.complete);
    QCOMPARE(trace.summary.packets.all, std::uint64_t(2 + 3 * (200 + 100)));
    QCOMPARE(trace.summary.flows.size(), std::size_t(6));
    QCOMPARE(trace.pairs.size(), std::size_t(6));
    QCOMPARE(trace.nodes.size(), std::size_t(4));
    QCOMPARE(trace.range().begin, test::madeEpoch * 1'000'000'000);
    for (std::size_t flow = 0; flow < 6; ++flow)
        QCOMPARE(trace.pairs[trace.pairOfFlow[flow]].source, trace.summary.flows[flow].source);
}

void TestTraceSession::partialSummariesArrive()
{
    TraceSession session;
    std::atomic<int> step = 0;
    session.setReader([&](const auto&, const analysis::AnalysisRequest& request,
                          const JobContext&) -> Result<analysis::TrafficSummary> {
        for (std::uint32_t flows = 1; flows <= 3; ++flows) {
            request.onPartial(test::madeTraffic({4, flows, 8, 10, 1}));
            while (step < static_cast<int>(flows))
                std::this_thread::sleep_for(1ms);
        }
        return test::madeTraffic({4, 4, 8, 10, 1});
    });
    std::vector<std::pair<std::size_t, bool>> seen;
    connect(&session, &TraceSession::changed, this, [&] {
        seen.emplace_back(session.trace()->summary.flows.size(), session.trace()->complete);
        ++step;
    });
    QSignalSpy finished(&session, &TraceSession::finished);
    session.read({{QStringLiteral("any")}, {}, {}});
    QVERIFY(finished.wait());
    QCOMPARE(seen, (std::vector<std::pair<std::size_t, bool>>{{1, false}, {2, false}, {3, false}, {4, true}}));
}

/// Each file has one direction of a connection: round trips are known once the clocks are said to be one.
void TestTraceSession::filesOfOneClock()
{
    std::vector<test::MadeRecord> there, back;
    for (int i = 0; i < 50; ++i) {
        const std::int64_t time = test::madeEpoch * 1'000'000'000 + i * 1'000'000LL;
        const auto number = static_cast<std::uint32_t>(i) * 100;
        there.push_back(
            {time, test::ethernet(0x0800, test::ipv4({}, test::tcp({.sequence = number, .payload = 100})))});
        const test::TcpFields answer{.source = 5001, .destination = 40000, .acknowledgement = number + 100};
        back.push_back(
            {time + 250'000,
             test::ethernet(0x0800, test::ipv4({.source = 0x0a000002, .destination = 0x0a000001}, test::tcp(answer)))});
    }
    test::writeBytes(path("there.pcap").toStdString(), test::pcapFile({.nanoseconds = true}, there));
    test::writeBytes(path("back.pcap").toStdString(), test::pcapFile({.nanoseconds = true}, back));
    for (const bool oneClock : {false, true}) {
        TraceSession session;
        QSignalSpy finished(&session, &TraceSession::finished);
        TraceRequest request{{path("back.pcap"), path("there.pcap")}, {}, {}};
        request.oneClock = oneClock;
        session.read(request);
        QVERIFY(finished.wait());
        const analysis::TrafficSummary& summary = session.trace()->summary;
        QCOMPARE(summary.flows.size(), std::size_t(2));
        QCOMPARE(summary.sources.size(), std::size_t(2));
        QCOMPARE(summary.flows[0].rttCount, oneClock ? std::uint64_t(50) : std::uint64_t(0));
        if (oneClock)
            QVERIFY(std::abs(summary.flows[0].rttMean - 250e-6) < 1e-9);
    }
}

void TestTraceSession::severalFilesBecomeOne()
{
    TraceSession session;
    QSignalSpy finished(&session, &TraceSession::finished);
    session.read({{star("a.pcap"), star("b.pcap", 100)}, {}, {}});
    QVERIFY(finished.wait());
    QCOMPARE(session.trace()->summary.sources.size(), std::size_t(2));
    QCOMPARE(session.trace()->summary.flows.size(), std::size_t(6)); // of the same addresses and ports
}

void TestTraceSession::oneBadFileOfTwo()
{
    TraceSession session;
    QSignalSpy finished(&session, &TraceSession::finished);
    session.read({{star("good.pcap"), path("missing.pcap")}, {}, {}});
    QVERIFY(finished.wait());
    const Issues& issues = session.trace()->summary.issues;
    QVERIFY(
        std::any_of(issues.begin(), issues.end(), [](const Issue& issue) { return issue.kind == "file-not-read"; }));
    QCOMPARE(session.trace()->summary.flows.size(), std::size_t(6));
}

void TestTraceSession::cancelTakesLittleTime()
{
    TraceSession session;
    std::atomic<bool> stopped = false;
    session.setReader([&](const auto&, const analysis::AnalysisRequest& request,
                          const JobContext& job) -> Result<analysis::TrafficSummary> {
        request.onPartial(test::madeTraffic({4, 2, 8, 10, 1}));
        while (!job.cancelled())
            std::this_thread::sleep_for(1ms);
        stopped = true;
        return fail(ErrorCode::Cancelled, "stopped");
    });
    QSignalSpy changed(&session, &TraceSession::changed), failed(&session, &TraceSession::failed);
    // The best of three: other programs run at the same time.
    qint64 best = std::numeric_limits<qint64>::max();
    for (int attempt = 1; attempt <= 3; ++attempt) {
        stopped = false;
        session.read({{QStringLiteral("any")}, {}, {}});
        QTRY_COMPARE(changed.size(), attempt);
        QElapsedTimer clock;
        clock.start();
        session.cancel();
        QVERIFY(!session.isReading());
        while (!stopped && clock.elapsed() < 5000)
            std::this_thread::sleep_for(1ms);
        best = std::min(best, clock.elapsed());
    }
    QVERIFY2(best <= 100, qPrintable(QString::number(best)));
    QTest::qWait(20);
    QVERIFY(failed.isEmpty());
    QCOMPARE(changed.size(), 3);
    QVERIFY(!session.trace()->complete); // what was known stays
}

void TestTraceSession::readingAgainDropsTheOld()
{
    TraceSession session;
    std::atomic<int> call = 0;
    session.setReader([&](const auto&, const auto&, const JobContext& job) -> Result<analysis::TrafficSummary> {
        if (++call == 1) {
            while (!job.cancelled())
                std::this_thread::sleep_for(1ms);
            return test::madeTraffic({4, 1, 1, 1, 1});
        }
        return test::madeTraffic({4, 5, 5, 1, 1});
    });
    QSignalSpy finished(&session, &TraceSession::finished);
    session.read({{QStringLiteral("first")}, {}, {}});
    QTRY_COMPARE(call.load(), 1);
    session.read({{QStringLiteral("second")}, {}, {}});
    QVERIFY(finished.wait());
    QTest::qWait(20);
    QCOMPARE(finished.size(), 1);
    QCOMPARE(session.trace()->summary.flows.size(), std::size_t(5));
}

void TestTraceSession::errors_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("exists");
    QTest::addColumn<QString>("says");
    QTest::newRow("missing") << QByteArray() << false << QStringLiteral("bad.pcap");
    QTest::newRow("empty") << QByteArray() << true << QStringLiteral("bad.pcap");
    QTest::newRow("text") << QByteArray("ingress,1,2,3\nsome lines of text, as people write them\n") << true
                          << QStringLiteral("bad.pcap");
}

void TestTraceSession::errors()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const bool, exists);
    QFETCH(const QString, says);
    const QString name = path("bad.pcap");
    QFile::remove(name);
    QFile file(name);
    if (exists)
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    file.close();
    TraceSession session;
    QString text;
    connect(&session, &TraceSession::failed, this,
            [&](const Error& error) { text = QString::fromStdString(error.text()); });
    session.read({{name}, {}, {}});
    QTRY_VERIFY(!text.isEmpty());
    QVERIFY2(text.contains(says), qPrintable(text));
    QVERIFY2(!text.contains(QStringLiteral("errno")), qPrintable(text));
    QVERIFY(!session.trace());
}

void TestTraceSession::wrongFilter()
{
    TraceSession session;
    QSignalSpy finished(&session, &TraceSession::finished), rejected(&session, &TraceSession::filterRejected);
    session.read({{star("f.pcap")}, QStringLiteral("host and host"), {}});
    QVERIFY(rejected.wait());
    QVERIFY(!rejected.front().front().toString().isEmpty());
    QVERIFY(!session.trace());
    session.read({{star("f.pcap")}, QStringLiteral("dst host 10.0.0.3"), {}});
    QVERIFY(finished.wait());
    QCOMPARE(session.trace()->summary.packets.all, std::uint64_t(200));
}

void TestTraceSession::destroyedWhileReading()
{
    std::atomic<bool> stopped = false;
    {
        TraceSession session;
        session.setReader([&](const auto&, const analysis::AnalysisRequest& request,
                              const JobContext& job) -> Result<analysis::TrafficSummary> {
            while (!job.cancelled())
                request.onPartial(test::madeTraffic({4, 2, 8, 10, 1}));
            stopped = true;
            return fail(ErrorCode::Cancelled, "stopped");
        });
        session.read({{QStringLiteral("any")}, {}, {}});
        QTest::qWait(20);
    }
    QTRY_VERIFY(stopped);
    QThreadPool::globalInstance()->waitForDone();
    QTest::qWait(10);
}

QTEST_MAIN(TestTraceSession)
#include "tst_trace_session.moc"
