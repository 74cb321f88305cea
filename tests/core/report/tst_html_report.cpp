// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/report/campaign_export.h"
#include "core/report/html_report.h"
#include "core/report/summary_tables.h"
#include "core/store/artefact_repository.h"
#include "tests/core/report/made_store.h"
#include "tests/core/report/markup_check.h"

#include <ctime>
#include <fmt/format.h>

namespace millrace::report {

namespace {

ReportOptions fixedTime()
{
    return {std::chrono::seconds(1'795'170'000), 2000, 500};
}

std::string pageOf(MadeStore& store)
{
    return need(htmlReport(store.database, store.campaign, fixedTime()));
}

/// The problem of a page, by the tests' own reader and, where it is installed, by xmllint.
std::string pageProblem(const std::string& page)
{
    if (const std::string problem = markupProblem(page); !problem.empty())
        return problem;
    QProcess lint;
    lint.start("xmllint", {"--html", "--noout", "-"});
    if (!lint.waitForStarted())
        return {};
    lint.write(page.data(), static_cast<qint64>(page.size()));
    lint.closeWriteChannel();
    if (!lint.waitForFinished())
        return "xmllint did not end";
    // libxml2 knows HTML 4: the elements of HTML 5 and of SVG are strange to it, everything else must please it.
    for (const QByteArray& line : lint.readAllStandardError().split('\n'))
        if (line.contains(" error ") && !line.contains("invalid\n")
            && !(line.contains("Tag ") && line.contains(" invalid")))
            return line.toStdString();
    return {};
}

bool holds(const std::string& page, const std::string& text)
{
    return page.find(text) != std::string::npos;
}

double cpuSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

} // namespace

class TestHtmlReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsTheWholeStory()
    {
        const auto store = quickstartStore();
        const std::string page = pageOf(*store);
        QCOMPARE(pageProblem(page), std::string());
        QVERIFY2(page.size() < 300'000, qPrintable(QString::number(page.size())));
        for (const char* section :
             {"results", "figures", "conditions", "failures", "setup", "environment", "runs", "provenance"})
            QVERIFY2(holds(page, fmt::format("<section id=\"{}\">", section)), section);
        for (const char* text :
             {"quickstart: strategies", "17 runs, 16 done, 1 failed; 15 in the results.", "BINARY_TREE_STAR",
              "closed its connection", "Left out: 1 warm-up run, 1 failed run.", "node0 ↔ node3", "6.1.0-25-amd64",
              "mode packet", "SCHED_FIFO was not allowed", "11111111-2222-4333-8444-555555555555",
              "2026-11-20T10:20:00.000000Z", "no packet was sent, so the loss is unknown", "resnet50", "95 % interval",
              "n = 1 to 2 runs each"})
            QVERIFY2(holds(page, text), text);
        QCOMPARE(QString::fromStdString(page).count("<svg "), 6);
        for (const char* outside : {"http://", "https://"}) {
            const QString rest = QString::fromStdString(page).replace("http://www.w3.org/2000/svg", "");
            QVERIFY2(!rest.contains(outside), outside);
        }
    }

    void isTheSameEveryTime()
    {
        const auto store = quickstartStore();
        const auto again = quickstartStore();
        QCOMPARE(pageOf(*store), pageOf(*again));
    }

    void honoursSourceDateEpoch()
    {
        Made made;
        MadeStore store({made});
        qputenv("SOURCE_DATE_EPOCH", "1700000000");
        QVERIFY(holds(need(htmlReport(store.database, store.campaign)), "2023-11-14T22:13:20.000000Z"));
        for (const char* wrong : {"yesterday", "-5", "1e9", "99999999999999"}) {
            qputenv("SOURCE_DATE_EPOCH", wrong);
            const auto page = htmlReport(store.database, store.campaign);
            QVERIFY2(!page && page.error().code == ErrorCode::InvalidInput, wrong);
        }
        qunsetenv("SOURCE_DATE_EPOCH");
        QVERIFY(htmlReport(store.database, store.campaign).has_value());
    }

    void hostileNamesDoNoHarm()
    {
        const std::string evil = "<script>alert(\"1\")</script>,'\n\"\xff\xfe&amp;</pre></title><!--\x1b[2J";
        Made made;
        made.factors = {textFactor(evil, evil), textFactor("strategy", "]]>")};
        made.metrics = {metric("step_mean", 1, evil), metric(evil, 2, "s")};
        made.gates = {{evil, evil, 1, 2, 3, 4, evil, store::Verdict::Fail, evil}};
        Made failed = made;
        failed.factors[0].level = evil + "2";
        failed.state = store::RunState::Failed;
        failed.error = evil;
        failed.errorCode = evil;
        MadeStore store({made, failed}, "{\"cluster\": {\"name\": \"</script><script>\"}}", evil, evil);
        store.addSeries(0, {"net.sent", evil, evil, {1, 2}, {1, 2}});
        store.addSeries(0, {"step.time", evil, "s", {1, 2, 3}, {1, 2, 3}});
        store::RunRepository repository(store.database, store.clock);
        const std::vector<store::Snapshot> snapshots = {{evil, "{\"kernel\": \"<b>\", \"a\": [{\"</td>\": 1}]}"},
                                                        {"other", "not json"}};
        need(repository.saveSnapshots(store.ids[0], snapshots));
        store::Artefact recording;
        recording.node = recording.sha256 = recording.interface = recording.filter = recording.direction = evil;
        recording.reason = recording.notes = evil;
        need(store::ArtefactRepository(store.database).save(store.ids[0], std::vector{recording}));
        const std::string page = pageOf(store);
        QCOMPARE(pageProblem(page), std::string());
        QVERIFY(holds(page, "id=\"recordings\""));
        QVERIFY(!holds(page, "<script"));
        QVERIFY(!holds(page, "<!--"));
        QVERIFY(!holds(page, "\x1b"));
        for (const ExportPart part :
             {ExportPart::Runs, ExportPart::Metrics, ExportPart::Gates, ExportPart::Captures, ExportPart::Series}) {
            std::string csv;
            need(exportCsv(store.database, store.campaign, part, {}, [&csv](std::string_view text) -> Result<void> {
                csv += text;
                return {};
            }));
            QCOMPARE(QString::fromStdString(csv).toUtf8().toStdString(), csv);
        }
    }

    void anEmptyCampaignHasAPage()
    {
        MadeStore store(std::vector<Made>{});
        const std::string page = pageOf(store);
        QCOMPARE(pageProblem(page), std::string());
        QVERIFY(holds(page, "this campaign has no runs"));
        QVERIFY(holds(page, "No run failed"));
        QVERIFY(!htmlReport(store.database, store::CampaignId{7}, fixedTime()));
    }

    void onlyFailuresHaveAPage()
    {
        std::vector<Made> runs(5);
        for (int i = 0; i < 5; ++i) {
            runs[static_cast<std::size_t>(i)].factors = {textFactor("strategy", i < 3 ? "RING" : "STAR")};
            runs[static_cast<std::size_t>(i)].repetition = i + 1;
            runs[static_cast<std::size_t>(i)].state = store::RunState::Failed;
            runs[static_cast<std::size_t>(i)].errorCode = "denied";
            runs[static_cast<std::size_t>(i)].error = "this user may not open /dev/net/tun";
        }
        MadeStore store(runs);
        const std::string page = pageOf(store);
        QCOMPARE(pageProblem(page), std::string());
        QVERIFY(holds(page, "No data: no run of this campaign counts. Left out: 5 failed runs."));
        QCOMPARE(QString::fromStdString(page).count("<td>denied</td>"), 1);
        QVERIFY(holds(page, "No run has recorded its conditions."));
    }

    void aSingleRepetitionShowsNoInterval()
    {
        Made made;
        made.factors = {textFactor("strategy", "RING")};
        made.metrics = {metric("step_mean", 0.25, "s"), metric("bus_bandwidth", std::nan(""), "bit/s")};
        MadeStore store({made});
        const std::string page = pageOf(store);
        QCOMPARE(pageProblem(page), std::string());
        QVERIFY(holds(page, "<td class=\"n\">250.0</td><td class=\"n\">–</td><td class=\"n\">–</td>"));
        QVERIFY(holds(page, "n = 1 run each, so no interval is known"));
    }

    void stopsWhenAsked()
    {
        const auto store = quickstartStore();
        std::stop_source stop;
        std::vector<std::string> steps;
        const JobContext job{stop.get_token(), [&](long long, long long, std::string_view step) {
                                 steps.emplace_back(step);
                                 if (step == "reading conditions")
                                     stop.request_stop();
                             }};
        const auto page = htmlReport(store->database, store->campaign, fixedTime(), job);
        QVERIFY(page.has_value() || page.error().code == ErrorCode::Cancelled);
        QCOMPARE(steps.front(), std::string("reading runs"));
        stop.request_stop();
        QCOMPARE(htmlReport(store->database, store->campaign, fixedTime(), job).error().code, ErrorCode::Cancelled);
    }

    void tenThousandRunsAreReportedInSeconds()
    {
        std::vector<Made> runs;
        for (int strategy = 0; strategy < 10; ++strategy)
            for (int delay = 0; delay < 10; ++delay)
                for (int repetition = 1; repetition <= 100; ++repetition) {
                    Made made;
                    made.factors = {textFactor("strategy", fmt::format("S{}", strategy)),
                                    numberFactor("delay", fmt::format("{}ms", delay + 1), 1e6 * (delay + 1), "ns")};
                    made.repetition = repetition;
                    for (const char* name : {"step_mean", "communication_mean", "samples_per_second", "bus_bandwidth",
                                             "sent_payload_per_step", "predicted_payload_per_step"})
                        made.metrics.push_back(metric(name, 1 + 0.01 * repetition + strategy, "s"));
                    made.gates = {{"rate", "node0→node1", 1e9, 1e9, 9e8, 1.1e9, "bit/s", store::Verdict::Pass, "fine"}};
                    runs.push_back(std::move(made));
                }
        MadeStore store(runs);
        const double begin = cpuSeconds();
        const std::string page = pageOf(store);
        const double spent = cpuSeconds() - begin;
        qInfo("10 000 runs: %.2f s of processor time, %zu bytes", spent, page.size());
#ifndef MR_SANITIZED
        QVERIFY2(spent < 4, qPrintable(QString::number(spent)));
#endif
        QCOMPARE(pageProblem(page), std::string());
        QVERIFY(holds(page, "The first 2000 of 10000 rows are shown"));
        QVERIFY(holds(page, "millrace-cli export"));
        QVERIFY2(page.size() < 2'000'000, qPrintable(QString::number(page.size())));
    }
};

} // namespace millrace::report

QTEST_APPLESS_MAIN(millrace::report::TestHtmlReport)
#include "tst_html_report.moc"
