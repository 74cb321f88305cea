// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/finding.h"
#include "tests/core/studies/made_study.h"

#include <QTest>
#include <cmath>
#include <functional>

using namespace millrace;
using namespace millrace::studies;

namespace {

using Runs = std::vector<ImportedRun>;
using Change = std::function<void(Runs&)>;

ImportedRun baseline(const std::string& name)
{
    ImportedRun run;
    run.name = name;
    setFactor(run, "kind", "baseline");
    setFactor(run, "task", "CV");
    setFactor(run, "model", "CONV");
    setFactor(run, "gpu", "T4");
    setFactor(run, "target_batch", "32768", 32768);
    addFile(run, name + "-resnet50-gc-t4-1.csv");
    addMetric(run, "throughput", 40, {}, "samples/s");
    addMetric(run, "throughput_published", 40, {}, "samples/s");
    addMetric(run, "timer_coverage", 0.99);
    addMetric(run, "samples", 40'000);
    addMetric(run, "ledger_forward", 400, {}, "s");
    addMetric(run, "ledger_backward", 600, {}, "s");
    addMetric(run, "implied_flops", 40e12, {}, "FLOP/s");
    addMetric(run, "flops_peak", 65e12, {}, "FLOP/s");
    return run;
}

ImportedRun hivemind(const std::string& name, const std::string& experiment, const std::string& provider)
{
    ImportedRun run;
    run.name = name;
    setFactor(run, "kind", "hivemind");
    setFactor(run, "task", "CV");
    setFactor(run, "model", "CONV");
    setFactor(run, "gpu", "T4");
    setFactor(run, "experiment", experiment);
    addMetric(run, "granularity", 5);
    addMetric(run, "granularity_published", 5);
    addMetric(run, "throughput_published", 100, {}, "samples/s");
    addMetric(run, "runtime", 7200, {}, "s");
    addMetric(run, "averaging_time", 10, {}, "s");
    addMetric(run, "averaging_time_published", 10, {}, "s");
    for (int i = 1; i <= 4; ++i) {
        const std::string host = fmt::format("{}-t4-{}", provider, i);
        addFile(run, fmt::format("{}-{}.csv", name, host));
        addMetric(run, "rounds", 8, host);
        addMetric(run, "rounds_published", 8, host);
        addMetric(run, "averaging_time", 10 + 0.1 * i, host, "s");
        addMetric(run, "sent", (2 + 0.5 * i) * 1e9, host, "B");
        addMetric(run, "sent_published", (2 + 0.5 * i) * 1e9, host, "B");
    }
    for (int epoch = 1; epoch <= 8; ++epoch) {
        store::Event event;
        event.wall = Nanoseconds(epoch * 1'000'000'000LL);
        event.kind = "epoch";
        event.json = fmt::format(
            R"({{"epoch":{0},"samples":1000,"seconds":10,"line":{0},"file":"{1}-vm-monitor.csv"}})", epoch, name);
        run.events.push_back(std::move(event));
    }
    return run;
}

/// A study in which nothing is wrong.
Runs sound()
{
    ImportedRun network;
    network.name = "profile";
    setFactor(network, "kind", "network");
    addFile(network, "iperf-profile-gc-t4-1.csv");
    return {baseline("baseline-1"), hivemind("hivemind-1", "C-4", "gc"), hivemind("hivemind-2", "A-8", "gc"), network};
}

void setPeers(ImportedRun& run, std::string_view metric, std::initializer_list<double> values)
{
    auto value = values.begin();
    for (store::Metric& each : run.metrics)
        if (each.name == metric && !each.subject.empty() && value != values.end())
            each.value = *value++;
}

void dropEpochs(ImportedRun& run, std::size_t left)
{
    run.events.resize(left);
}

ImportedRun point(const std::string& name, double label)
{
    ImportedRun run;
    run.name = name;
    setFactor(run, "what", "iterations");
    setFactor(run, "series", "burst-tcp");
    setFactor(run, "traffic", "burst");
    setFactor(run, "model", "bert");
    setFactor(run, "set", "main");
    setFactor(run, "nodes", "3", 3);
    setFactor(run, "load", fmt::format("{}Gbit", label), label * 1e9);
    addFile(run, "burst_data_iter_bert24.csv");
    addMetric(run, "step_mean", 1.5, {}, "s");
    addMetric(run, "step_p99", 1.6, {}, "s");
    addMetric(run, "step_count", 1001 + label);
    addMetric(run, "cross_rate", label * 1e9, {}, "bit/s");
    addMetric(run, "requirement", 14.3e9, {}, "bit");
    return run;
}

Runs soundFlumen()
{
    Runs runs;
    for (int label = 1; label <= 8; ++label)
        runs.push_back(point(fmt::format("burst-tcp bert {}", label), label));
    ImportedRun cdf;
    cdf.name = "BERT_8G_burst_TCP";
    setFactor(cdf, "what", "cdf");
    setFactor(cdf, "load", "8Gbit", 8e9);
    addFile(cdf, "BERT_8G_burst_TCP.csv");
    addMetric(cdf, "step_median", 1.5, {}, "s");
    addMetric(cdf, "step_mean_table", 1.5, {}, "s");
    runs.push_back(cdf);
    ImportedRun samples;
    samples.name = "samples";
    setFactor(samples, "what", "samples");
    addFile(samples, "sample.csv");
    addMetric(samples, "rate_mean", 8e9, {}, "bit/s");
    addMetric(samples, "rate_mean_published", 8e9, {}, "bit/s");
    addMetric(samples, "share_above_line", 0);
    runs.push_back(samples);
    return runs;
}

ImportedRun tumRun(const std::string& name, const std::string& topology)
{
    ImportedRun run;
    run.name = name;
    setFactor(run, "topology", topology);
    addFile(run, "worker-0-tcpdump.pcap");
    for (const char* metric :
         {"table2_throughput_low", "flows_time_error", "data_per_step", "bytes_all", "iteration_mean"}) {
        addMetric(run, metric, 10);
        addMetric(run, std::string(metric) + "_published", 10);
    }
    return run;
}
Runs soundTum()
{
    return {tumRun("one", "RING"), tumRun("two", "CLIQUE")};
}

Runs soundKungfu()
{
    ImportedRun run;
    run.name = "fig8";
    addFile(run, "fig8-sync-sgd.log");
    addMetric(run, "throughput", 30, {}, "samples/s");
    addMetric(run, "throughput_published", 30, {}, "samples/s");
    addMetric(run, "throughput_interval", 2, {}, "samples/s");
    addMetric(run, "throughput_interval_published", 2, {}, "samples/s");
    return {run};
}

Runs soundOf(const std::string& study)
{
    return study == "multi-cloud" ? sound()
        : study == "flumen"       ? soundFlumen()
        : study == "tum"          ? soundTum()
                                  : soundKungfu();
}

Change issue(const std::string& run, const std::string& kind)
{
    return [=](Runs& runs) {
        addFile(runNamed(runs, run), "odd.csv", {{kind, Severity::Warning, 3, "what stands there", "odd.csv line 12"}});
    };
}

} // namespace
Q_DECLARE_METATYPE(Change)

/// Every finding appears on a study that has the fault, and not on one without it.
class TestAudit : public QObject
{
    Q_OBJECT

    static void row(const char* finding, const std::string& study, Change change)
    {
        QTest::newRow(qPrintable(QString("%1: %2").arg(study.c_str(), finding)))
            << QString(finding) << QString::fromStdString(study) << std::move(change);
    }

private Q_SLOTS:
    void aSoundStudyHasNoFindings()
    {
        for (const char* study : {"multi-cloud", "flumen", "tum", "kungfu"}) {
            const Audit audit = MadeStudy(study, soundOf(study)).audit();
            QVERIFY2(audit.findings.empty(),
                     audit.findings.empty() ? ""
                                            : qPrintable(QString("%1: %2").arg(study, audit.findings[0].name.c_str())));
        }
    }

    void findings_data()
    {
        QTest::addColumn<QString>("finding");
        QTest::addColumn<QString>("study");
        QTest::addColumn<Change>("change");
        const std::string cloud = "multi-cloud";
        row("timer-coverage", cloud, [](Runs& runs) {
            setMetric(runNamed(runs, "baseline-1"), "timer_coverage", 0.5);
            setMetric(runNamed(runs, "baseline-1"), "throughput_published", 80);
            setMetric(runNamed(runs, "baseline-1"), "ledger_forward", 0);
            setMetric(runNamed(runs, "baseline-1"), "ledger_backward", 500);
        });
        row("granularity", cloud, [](Runs& runs) { setMetric(runNamed(runs, "hivemind-1"), "granularity", 9); });
        row("flop-plausibility", cloud,
            [](Runs& runs) { setMetric(runNamed(runs, "baseline-1"), "implied_flops", 359e12); });
        row("no-optimizer-step", cloud,
            [](Runs& runs) { setFactor(runNamed(runs, "baseline-1"), "target_batch", "65536", 65536); });
        row("mean-of-rates", cloud,
            [](Runs& runs) { setMetric(runNamed(runs, "baseline-1"), "ledger_forward", 1400); });
        row("averaging-rule", cloud, [](Runs& runs) {
            setPeers(runNamed(runs, "hivemind-1"), "rounds_published", {8, 7, 8, 8});
        });
        row("unequal-rounds", cloud, [](Runs& runs) {
            setPeers(runNamed(runs, "hivemind-1"), "rounds", {8, 6, 8, 8});
            setPeers(runNamed(runs, "hivemind-1"), "rounds_published", {8, 6, 8, 8});
        });
        row("zero-epochs", cloud, [](Runs& runs) {
            runNamed(runs, "hivemind-1").events[5].json =
                R"({"epoch":6,"samples":0,"seconds":10,"line":6,"file":"hivemind-1-vm-monitor.csv"})";
        });
        row("swarm-split", cloud, [](Runs& runs) {
            setPeers(runNamed(runs, "hivemind-1"), "averaging_time", {19, 18, 98, 18});
        });
        row("doubled-interfaces", cloud, [](Runs& runs) {
            for (const char* host : {"gc-t4-3", "gc-t4-4"})
                addMetric(runNamed(runs, "hivemind-2"), "interfaces", 2, host);
            setPeers(runNamed(runs, "hivemind-2"), "sent_published", {2.5e9, 3e9, 7e9, 8e9});
        });
        row("single-stream-rows", cloud, issue("profile", "single-stream-row"));
        row("repeated-profiles", cloud, [](Runs& runs) {
            ImportedRun copy = runNamed(runs, "profile");
            copy.name = "copy";
            for (int i = 0; i < 5; ++i) {
                store::Event event;
                event.wall = Nanoseconds((i + 1) * 1'000'000'000LL);
                event.kind = "network-probe";
                event.json = fmt::format(R"({{"from":"a","to":"b","rate":{},"rtt":0.1,"line":2,"file":"p.csv"}})", i);
                copy.events.push_back(event);
                runNamed(runs, "profile").events.push_back(std::move(event));
            }
            runs.push_back(std::move(copy));
        });
        row("equal-volume", cloud, [](Runs& runs) {
            setPeers(runNamed(runs, "hivemind-1"), "sent", {4.41e9, 4.411e9, 4.409e9, 4.41e9});
            setPeers(runNamed(runs, "hivemind-1"), "sent_published", {4.41e9, 4.411e9, 4.409e9, 4.41e9});
        });
        row("few-epochs", cloud, [](Runs& runs) { dropEpochs(runNamed(runs, "hivemind-1"), 3); });
        row("cost-shares", cloud, [](Runs& runs) {
            addMetric(runNamed(runs, "hivemind-1"), "cost_external", 6.3, "GC", "$/h");
            addMetric(runNamed(runs, "hivemind-1"), "cost_external_published", 4.329, "GC", "$/h");
        });
        row("cost-of-other-runs", cloud, [](Runs& runs) {
            setFactor(runNamed(runs, "hivemind-2"), "experiment_d", "D-1");
            addMetric(runNamed(runs, "hivemind-2"), "cost_total_published", 0.6, "AWS", "$/h");
        });
        row("reused-egress", cloud, [](Runs& runs) {
            setPeers(runNamed(runs, "hivemind-2"), "sent", {19e9, 19.1e9, 18.9e9, 19e9});
            setPeers(runNamed(runs, "hivemind-2"), "sent_published", {19e9, 19.1e9, 18.9e9, 19e9});
        });
        row("gigabytes", cloud, [](Runs& runs) {
            setPeers(runNamed(runs, "hivemind-2"), "sent_published", {2.45e9, 2.94e9, 3.43e9, 3.92e9});
        });
        row("mislabelled-hosts", cloud, [](Runs& runs) {
            setFactor(runNamed(runs, "hivemind-2"), "gpu", "8xV100+T4");
            addFile(runNamed(runs, "hivemind-2"), "hivemind-124-VxP100.csv");
        });
        row("shifted-rows", cloud, issue("profile", "shifted-row"));
        row("text-cells", cloud, issue("baseline-1", "text-cell"));
        const std::string flumen = "flumen";
        for (const auto& [finding, kind] : {std::pair{"label-collisions", "label-not-rate"},
                                            {"double-labels", "double-label"},
                                            {"section-lines", "section-line"},
                                            {"text-cells", "not-a-number"},
                                            {"equal-rates", "equal-rates"},
                                            {"rate-outlasts-load", "rate-falls"},
                                            {"replaced-rates", "replaced-rate"},
                                            {"replaced-iterations", "replaced-iterations"},
                                            {"removed-points", "removed-from-figure"},
                                            {"warm-up", "warm-up-kept"},
                                            {"other-distributions", "cdf-and-table-differ"},
                                            {"baseline-of-other-nodes", "baseline-of-other-nodes"},
                                            {"wrong-node-count", "wrong-node-count"},
                                            {"unweighted-windows", "unweighted-windows"}})
            row(finding, flumen, issue("burst-tcp bert 3", kind));
        row("p99-is-maximum", flumen,
            [](Runs& runs) { setMetric(runNamed(runs, "burst-tcp bert 3"), "step_count", 100); });
        row("pooled-ranks", flumen, [](Runs& runs) {
            for (ImportedRun& run : runs)
                setMetric(run, "step_count", 900);
        });
        row("mislabelled-cdf", flumen,
            [](Runs& runs) { setMetric(runNamed(runs, "BERT_8G_burst_TCP"), "step_median", 2.6); });
        row("above-line-rate", flumen,
            [](Runs& runs) { setMetric(runNamed(runs, "samples"), "share_above_line", 0.317); });
        row("unweighted-windows", flumen,
            [](Runs& runs) { setMetric(runNamed(runs, "samples"), "rate_mean_published", 9.3e9); });
        const std::string tum = "tum";
        for (const auto& [finding, metric] : {std::pair{"interval-of-windows", "table2_throughput_low"},
                                              {"flow-times", "flows_time_error"},
                                              {"drifting-steps", "data_per_step"},
                                              {"magic-rows", "bytes_all"},
                                              {"other-figures", "iteration_mean"}})
            row(finding, tum, [metric = std::string(metric)](Runs& runs) {
                setMetric(runNamed(runs, "one"), metric + "_published", 5.5);
            });
        row("zones", tum, issue("one", "unknown-zone"));
        row("missing-captures", tum, issue("one", "no-traffic"));
        row("substring-filter", tum, [](Runs& runs) {
            setFactor(runNamed(runs, "one"), "topology", "TREE");
            setFactor(runNamed(runs, "two"), "topology", "BINARY_TREE_STAR");
        });
        row("doubled-lines", "kungfu", [](Runs& runs) {
            addMetric(runNamed(runs, "fig8"), "rates", 9);
            addMetric(runNamed(runs, "fig8"), "rates_published", 16);
            setMetric(runNamed(runs, "fig8"), "throughput_published", 53);
        });
        row("interval-of-values", "kungfu",
            [](Runs& runs) { setMetric(runNamed(runs, "fig8"), "throughput_interval_published", 5); });
        row("stated-rates", "kungfu",
            [](Runs& runs) { setMetric(runNamed(runs, "fig8"), "throughput_published", 33); });
    }
    void findings()
    {
        QFETCH(QString, finding);
        QFETCH(QString, study);
        QFETCH(Change, change);
        Runs runs = soundOf(study.toStdString());
        change(runs);
        const Audit audit = MadeStudy(study.toStdString(), std::move(runs)).audit();
        QString found;
        for (const Finding& each : audit.findings)
            found += QString::fromStdString(each.name) + " ";
        const Finding* wanted = findingNamed(audit, finding.toStdString());
        QVERIFY2(wanted != nullptr, qPrintable("found only: " + found));
        QCOMPARE(audit.findings.size(), std::size_t(1));
        QVERIFY(wanted->evidenceCount >= 1 && !wanted->evidence.empty());
        QVERIFY(!wanted->sentence.empty() && !wanted->effect.empty() && !wanted->title.empty());
        QVERIFY2(wanted->sentence.find("nan") == std::string::npos, wanted->sentence.c_str());
    }

    void evidenceHasFileAndLine()
    {
        Runs runs = sound();
        issue("profile", "shifted-row")(runs);
        runNamed(runs, "hivemind-1").events[5].json =
            R"({"epoch":6,"samples":0,"seconds":10,"line":1203,"file":"hivemind-1-vm-monitor.csv"})";
        setPeers(runNamed(runs, "hivemind-1"), "rounds_published", {8, 7, 8, 8});
        const Audit audit = MadeStudy("multi-cloud", std::move(runs)).audit();
        const Finding* shifted = findingNamed(audit, "shifted-rows");
        QVERIFY(shifted != nullptr);
        QCOMPARE(shifted->evidence[0].file, std::string("odd.csv"));
        QCOMPARE(shifted->evidence[0].line, std::uint64_t(12));
        QCOMPARE(shifted->evidenceCount, std::size_t(3));
        const Finding* zero = findingNamed(audit, "zero-epochs");
        QVERIFY(zero != nullptr && zero->evidence[0].line == 1203);
        const Finding* rule = findingNamed(audit, "averaging-rule");
        QVERIFY(rule != nullptr);
        QCOMPARE(rule->evidence[0].file, std::string("hivemind-1-gc-t4-2.csv"));
        QCOMPARE(rule->evidence[0].runName, std::string("hivemind-1"));
        // The gravest first.
        QVERIFY(std::ranges::is_sorted(audit.findings, std::ranges::greater(), &Finding::severity));
    }

    void explainsTheFactorOf32()
    {
        Runs runs = sound();
        setMetric(runNamed(runs, "baseline-1"), "implied_flops", 359e12);
        const Audit possible = MadeStudy("multi-cloud", runs).audit();
        QVERIFY(findingNamed(possible, "flop-plausibility")->sentence.find("Divided by 32") != std::string::npos);
        setMetric(runNamed(runs, "baseline-1"), "implied_flops", 40 * 65e12);
        const Audit impossible = MadeStudy("multi-cloud", std::move(runs)).audit();
        QVERIFY(findingNamed(impossible, "flop-plausibility")->sentence.find("does not explain") != std::string::npos);
    }

    /// What a publication does not use is in no headline, and evidence does not begin with a head that is not there.
    void runsThatNoPublicationUses()
    {
        Runs runs = sound();
        const auto fault = [&runs](const std::string& name, const char* published) {
            ImportedRun run = hivemind(name, "A-8", "gc");
            setFactor(run, "published", published);
            std::erase_if(run.factors, [](const store::Factor& factor) { return factor.name == "model"; });
            std::erase_if(run.factors, [](const store::Factor& factor) { return factor.name == "gpu"; });
            setMetric(run, "granularity", 10);
            setPeers(run, "rounds_published", {8, 7, 8, 8});
            run.events[5].json = R"({"epoch":6,"samples":0,"seconds":10,"line":6,"file":"monitor.csv"})";
            runs.push_back(std::move(run));
        };
        fault("hivemind-8", "yes");
        fault("hivemind-9", "no");
        const Audit audit = MadeStudy("multi-cloud", std::move(runs)).audit();
        for (const char* name : {"granularity", "averaging-rule", "zero-epochs"}) {
            const Finding* finding = findingNamed(audit, name);
            QVERIFY2(finding != nullptr, name);
            QCOMPARE(finding->evidenceCount, std::size_t(1));
            QCOMPARE(finding->evidence[0].runName, std::string("hivemind-8"));
            QVERIFY2(finding->sentence.find("1 run that no publication uses") != std::string::npos,
                     finding->sentence.c_str());
            QVERIFY2(!finding->evidence[0].text.starts_with(":"), finding->evidence[0].text.c_str());
        }
        QVERIFY(findingNamed(audit, "granularity")->sentence.find("2.00 times") != std::string::npos);
    }

    void evidenceIsBounded()
    {
        Runs runs;
        for (int i = 0; i < 300; ++i)
            runs.push_back(baseline(fmt::format("baseline-{}", i)));
        for (ImportedRun& run : runs)
            setMetric(run, "samples", 10);
        const Audit audit = MadeStudy("multi-cloud", std::move(runs)).audit();
        const Finding* finding = findingNamed(audit, "no-optimizer-step");
        QVERIFY(finding != nullptr);
        QCOMPARE(finding->evidence.size(), Finding::listedEvidence);
        QCOMPARE(finding->evidenceCount, std::size_t(300));
    }

    void whatCannotBeLookedAtIsSaid()
    {
        const Audit audit = MadeStudy("multi-cloud", {baseline("baseline-1")}).audit();
        QVERIFY(std::ranges::any_of(
            audit.notes, [](const std::string& note) { return note.find("several machines") != std::string::npos; }));
        MadeStudy study("flumen", soundFlumen());
        const auto none = auditStudy(study.database(), "multi-cloud", {});
        QVERIFY(!none && none.error().code == ErrorCode::NotFound);
        const auto refused = auditStudy(study.database(), "nonsense", {});
        QVERIFY(!refused && refused.error().code == ErrorCode::InvalidInput);
        const auto other = auditStudy(study.database(), "flumen", "ffffffff-none");
        QVERIFY(!other && other.error().code == ErrorCode::NotFound);
        std::stop_source stop;
        stop.request_stop();
        const auto cancelled = auditStudy(study.database(), "flumen", {}, {stop.get_token(), {}});
        QVERIFY(!cancelled && cancelled.error().code == ErrorCode::Cancelled);
    }

    void damagedEventsAndSnapshots()
    {
        Runs runs = sound();
        for (const char* json : {"", "{", "[1,2]", R"({"samples":"x","seconds":0})", R"({"line":-1,"file":7})", "\xff"})
            for (ImportedRun& run : runs)
                run.events.push_back({Nanoseconds(1), Nanoseconds(0), "epoch", "", "", json});
        setMetric(runNamed(runs, "baseline-1"), "throughput", 0);
        setMetric(runNamed(runs, "hivemind-1"), "granularity", 0);
        const Audit audit = MadeStudy("multi-cloud", std::move(runs)).audit();
        QVERIFY(findingNamed(audit, "zero-epochs") == nullptr);
    }

    void placesOfLines()
    {
        QCOMPARE(lineOf("a.csv line 12"), std::uint64_t(12));
        QCOMPARE(lineOf("a.csv: line 12, column b"), std::uint64_t(12));
        QCOMPARE(lineOf("a.csv:7"), std::uint64_t(7));
        QCOMPARE(lineOf("a.csv"), std::uint64_t(0));
        QCOMPARE(lineOf(""), std::uint64_t(0));
        QVERIFY(lineOf("line 99999999999999999999999999") < std::uint64_t(1'000'000'000'000));
    }
};

QTEST_GUILESS_MAIN(TestAudit)
#include "tst_audit.moc"
