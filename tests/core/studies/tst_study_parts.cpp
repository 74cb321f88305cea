// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"
#include "core/store/result_query.h"
#include "core/store/run_repository.h"
#include "core/studies/audit.h"
#include "core/studies/multi_cloud_files.h"
#include "core/studies/multi_cloud_mapping.h"
#include "core/studies/multi_cloud_monitor.h"
#include "core/studies/study_figure.h"
#include "core/studies/study_import.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <sys/stat.h>

using namespace millrace;
using namespace millrace::studies;
namespace fs = std::filesystem;

namespace {

fs::path sharedData()
{
    const std::string data = qEnvironmentVariable("MILLRACE_STUDY_DATA").toStdString();
    return data.empty() ? fs::path(qEnvironmentVariable("MR_SOURCE").toStdString()) / "../shared/data" : fs::path(data);
}

void writeFile(const fs::path& file, const std::string& text)
{
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
}

void copyInto(const fs::path& from, const fs::path& to)
{
    fs::create_directories(to.parent_path());
    fs::copy(from, to, fs::copy_options::recursive | fs::copy_options::overwrite_existing);
}

/// All bits of a number.
std::string bitsOf(double value)
{
    return fmt::format("{:016x}", std::bit_cast<std::uint64_t>(value));
}

std::string cellText(const report::Cell& cell)
{
    return std::visit(
        [](const auto& value) -> std::string {
            using Value = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<Value, double>)
                return bitsOf(value);
            else if constexpr (std::is_same_v<Value, std::string>)
                return value;
            else if constexpr (std::is_same_v<Value, report::Quantity>)
                return bitsOf(value.value) + value.unit;
            else
                return "–";
        },
        cell);
}

/// Everything that figures and audit say of a store, without the numbers of runs in it.
std::vector<std::string> allThatIsSaid(store::Database& database, const std::string& study)
{
    std::vector<std::string> lines;
    Issues issues;
    for (const Recipe& recipe : recipesOf(study, loadRecipes({}, issues))) {
        const auto figure = makeStudyFigure(database, recipe, {});
        if (!figure) {
            lines.push_back(recipe.name + ": " + figure.error().text());
            continue;
        }
        for (const auto& row : figure->table.rows) {
            std::string line = recipe.name;
            for (const report::Cell& cell : row)
                line += " | " + cellText(cell);
            lines.push_back(line);
        }
        for (const std::string& note : figure->notes)
            lines.push_back(recipe.name + ": " + note);
    }
    const auto audit = auditStudy(database, study, {});
    if (!audit)
        return {audit.error().text()};
    for (const Finding& finding : audit->findings) {
        lines.push_back(fmt::format("finding {} {} {}", finding.name, finding.evidenceCount, finding.sentence));
        for (const analysis::PublishedFigure& figure : finding.figures)
            lines.push_back(fmt::format("{} {} {} {} {}", figure.name, figure.subject, bitsOf(figure.asPublished),
                                        bitsOf(figure.right), figure.remark));
        for (const Evidence& evidence : finding.evidence)
            lines.push_back(fmt::format("{} {} {} {} {}", evidence.runName, evidence.node, evidence.file, evidence.line,
                                        evidence.text));
    }
    for (const Claim& claim : audit->claims)
        lines.push_back(fmt::format("claim {} {} {} {} {}", claim.name, verdictName(claim.verdict),
                                    bitsOf(claim.computed), bitsOf(claim.measured), claim.remark));
    lines.insert(lines.end(), audit->notes.begin(), audit->notes.end());
    return lines;
}

/// The first line in which two differ, for the message of a test.
std::string firstDifference(const std::vector<std::string>& a, const std::vector<std::string>& b)
{
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i)
        if (i >= a.size() || i >= b.size() || a[i] != b[i])
            return fmt::format("line {}:\n  {}\n  {}", i, i < a.size() ? a[i] : "(none)",
                               i < b.size() ? b[i] : "(none)");
    return {};
}

/// A store that is imported into, part by part.
class PartStore
{
public:
    PartStore(const fs::path& file, std::string study) : m_study(std::move(study))
    {
        auto database = store::Database::openOrCreate(file);
        if (!database)
            qFatal("%s", database.error().text().c_str());
        m_database.emplace(*std::move(database));
    }
    StudyImportOutcome import(const fs::path& folder, const fs::path& mapping = {})
    {
        StudyImportRequest request;
        request.study = m_study;
        request.folder = folder;
        request.options.mapping = mapping;
        auto outcome = importStudy(request, &*m_database, {});
        if (!outcome)
            qFatal("%s", outcome.error().text().c_str());
        return *std::move(outcome);
    }
    [[nodiscard]] std::vector<std::string> said() { return allThatIsSaid(*m_database, m_study); }
    [[nodiscard]] std::int64_t runs(bool withSuperseded = false)
    {
        store::ResultFilter filter;
        filter.withSuperseded = withSuperseded;
        return store::ResultQuery(*m_database).count(filter).value_or(-1);
    }
    [[nodiscard]] store::Database& database() { return *m_database; }

private:
    std::string m_study;
    std::optional<store::Database> m_database;
};

const std::string peerColumns = "_step,_runtime,_timestamp,01_general/step,01_general/locally_processed_samples,"
                                "01_general/dataset_iteration_count,01_general/lr,02_timing/dataload_time_s,"
                                "02_timing/dataload_cuda_move_time_s,02_timing/forward_time_s,"
                                "02_timing/loss_calc_time_s,02_timing/backward_time_s,02_timing/opt_step_time_s,"
                                "02_timing/step_time_s,03_hivemind/global_epoch,03_hivemind/num_peers,"
                                "bandwidth/net_sent_sys_bandwidth_Mbits,bandwidth/net_recv_sys_bandwidth_Mbits\n";

/// A peer with an averaging every twelve steps.
std::string madePeer(int steps, double rate)
{
    std::string text = peerColumns;
    int second = 0;
    for (int step = 0; step < steps; ++step) {
        const bool isSync = step % 12 == 11;
        second += isSync ? 5 : 1;
        const double optimizer = isSync ? 4.5 : 0.01;
        text += fmt::format("{0},{1},{2},{0},{3},0,0.0001,0.1,0.02,0.1,0.03,0.15,{4},{5},{6},2,{7},{8}\n", step, second,
                            1'680'000'000 + second, (step + 1) * 32, optimizer, 0.4 + optimizer, (step + 1) / 12, rate,
                            rate * 1.1);
    }
    return text;
}

std::string madeMonitor(int epochs, double rate)
{
    std::string text = "_step,_runtime,_timestamp,03_hivemind/global_epoch,03_hivemind/num_peers,"
                       "03_hivemind/optimistic_total_samples_per_second,03_hivemind/epoch_s,"
                       "03_hivemind/epoch_based_sps,03_hivemind/per_epoch_training_samples,"
                       "03_hivemind/global_samples_accumulated\n";
    for (int second = 0; second < epochs * 20; ++second) {
        const bool isNew = second % 20 == 19;
        text += fmt::format("{0},{0},{1},{2},2,{3},{4}\n", second, 1'680'000'000 + second, (second + 1) / 20, rate,
                            isNew ? fmt::format("20,{},{},{}", rate, rate * 20, second) : fmt::format(",,,{}", second));
    }
    return text;
}

std::string madeProfile(double rate)
{
    std::string text = "timestamp,local_hostname,target_hostname,target_ip,bandwidth,bandwidth_metric,avg_ping_ms\n";
    for (int i = 0; i < 5; ++i)
        text += fmt::format("2023-04-09_22-17-{:02},gc-t4-1-us,gc-t4-5-eu,1.2.3.4,{},Mbits/sec,103.{}\n", 10 + i,
                            rate + i, i);
    return text;
}

/// Runs whose numbers are those of published ones, so that recipes and claims take them.
void makeMultiCloud(const fs::path& folder)
{
    for (const int run : {77, 79, 81}) {
        for (int peer = 1; peer <= 2; ++peer)
            writeFile(folder / fmt::format("wandb/hivemind-{}-gc-t4-{}.csv", run, peer),
                      madePeer(30 + run % 7, 10.3 * run + peer));
        writeFile(folder / fmt::format("wandb/hivemind-{}-vm-monitor.csv", run), madeMonitor(4, 100.1 + run / 3.0));
    }
    writeFile(folder / "networking/experiment-set-1/1-1/iperf-profile-gc-t4-1-us.csv", madeProfile(210.7));
    writeFile(folder / "networking/experiment-set-1/1-2/iperf-profile-gc-t4-1-us.csv", madeProfile(198.3));
}

void makeFlumen(const fs::path& folder)
{
    std::string iterations, rates;
    for (int load = 0; load < 20; ++load) {
        iterations += fmt::format("{},{},0.01,{}\n", load, 0.8 + 0.013 * load * load, 0.9 + 0.02 * load * load);
        rates += fmt::format("{},{},{}\n", load, load * 1000.7, 3.1);
    }
    writeFile(folder / "iperf/processed_results/iperf_data_iter_bert24.txt", iterations);
    writeFile(folder / "iperf/processed_results/iperf_data_bw_bert24.txt", rates);
    std::string cdf;
    for (int i = 0; i < 300; ++i)
        cdf += fmt::format("{}, {}\n", 1 + i * 0.003, i / 299.0);
    writeFile(folder / "cdfs/processed_results/BERT_8G_burst_TCP.csv", cdf);
    writeFile(folder / "cdfs/processed_results/BERT_8G_consist_TCP.csv", cdf + "2.5, 1\n");
}

std::vector<fs::path> filesBelow(const fs::path& folder)
{
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file())
            files.push_back(entry.path().lexically_relative(folder));
    std::ranges::sort(files);
    return files;
}

} // namespace

/// One study in a store is one set of runs, whatever parts it was imported in, in which order, with which copies and
/// mappings.
class TestStudyParts : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    int m_stores = 0;

    [[nodiscard]] fs::path place(const std::string& name) const
    {
        return fs::path(m_folder.path().toStdString()) / name;
    }
    PartStore newStore(const std::string& study) { return {place(fmt::format("{}.mrdb", m_stores++)), study}; }

    /// The made study, or the published one; false: it is not here.
    bool bringData(const QString& data, const fs::path& whole)
    {
        if (data == QLatin1String("multi-cloud"))
            makeMultiCloud(whole);
        else if (data == QLatin1String("flumen"))
            makeFlumen(whole);
        else if (!fs::exists(sharedData() / "multi-cloud"))
            return false;
        else if (data == QLatin1String("published flumen"))
            copyInto(sharedData() / "flumen", whole);
        else
            for (const char* part : {"multi-cloud", "multi-cloud-odd"})
                copyInto(sharedData() / part, whole / part);
        return true;
    }

    void checkSame(PartStore& store, const std::vector<std::string>& expected, const char* how)
    {
        const std::string difference = firstDifference(expected, store.said());
        QVERIFY2(difference.empty(), fmt::format("{}: {}", how, difference).c_str());
    }

private Q_SLOTS:
    void partsMakeTheWhole_data()
    {
        QTest::addColumn<QString>("study");
        for (const char* name : {"multi-cloud", "flumen", "published multi-cloud", "published flumen"})
            QTest::newRow(name) << QString::fromLatin1(name).section(QLatin1Char(' '), -1);
    }
    void partsMakeTheWhole()
    {
        QFETCH(QString, study);
        const QString data = QString::fromLatin1(QTest::currentDataTag());
        const std::string name = study.toStdString();
        const fs::path base = place(data.toStdString());
        const fs::path whole = base / "whole";
        if (!bringData(data, whole))
            QSKIP("the published data are not here (MILLRACE_STUDY_DATA)");
        PartStore reference = newStore(name);
        reference.import(whole);
        const std::vector<std::string> expected = reference.said();
        QVERIFY2(expected.size() > 20, fmt::format("only {} lines are said", expected.size()).c_str());

        // Every second file: runs and joined tables are torn apart.
        const std::vector<fs::path> files = filesBelow(whole);
        for (std::size_t i = 0; i < files.size(); ++i)
            copyInto(whole / files[i], base / (i % 2 == 0 ? "even" : "odd") / files[i]);
        PartStore halves = newStore(name);
        halves.import(base / "even");
        halves.import(base / "odd");
        checkSame(halves, expected, "two halves");
        QCOMPARE(halves.runs(), reference.runs());
        PartStore reversed = newStore(name);
        reversed.import(base / "odd");
        reversed.import(base / "even");
        checkSame(reversed, expected, "the halves in the other order");
        QCOMPARE(reversed.runs(), reference.runs());

        const auto again = reference.import(whole);
        QVERIFY(std::ranges::all_of(again.runs, [](const auto& run) { return run.fate == RunFate::AlreadyThere; }));
        reference.import(base / "even");
        reference.import(base / "odd" / files[1]);
        checkSame(reference, expected, "parts of what is there already");
        QCOMPARE(reference.runs(true), reference.runs());

        copyInto(whole, base / "copied" / "first");
        copyInto(whole, base / "copied" / "second (copy)");
        PartStore copies = newStore(name);
        copies.import(base / "copied");
        checkSame(copies, expected, "with a copy of everything");
        PartStore copiesLater = newStore(name);
        copiesLater.import(base / "even");
        copiesLater.import(base / "copied");
        checkSame(copiesLater, expected, "with copies later");
        QCOMPARE(copiesLater.runs(), copies.runs());
    }

    /// Files that came later make the run another one; the older is kept, and counts nowhere.
    void grownRunSupersedes()
    {
        const fs::path whole = place("grown/whole");
        makeMultiCloud(whole);
        PartStore reference = newStore("multi-cloud");
        reference.import(whole);
        const fs::path growing = place("grown/growing");
        copyInto(whole, growing);
        fs::remove(growing / "wandb/hivemind-79-gc-t4-2.csv");
        writeFile(growing / "wandb/hivemind-81-gc-t4-1.csv", madePeer(8, 840));
        PartStore store = newStore("multi-cloud");
        store.import(growing);
        copyInto(whole, growing);
        const StudyImportOutcome grown = store.import(growing);
        QCOMPARE(grown.superseded, std::size_t(2));
        QCOMPARE(store.runs(), reference.runs());
        QCOMPARE(store.runs(true), reference.runs() + 2);
        checkSame(store, reference.said(), "a run that grew");
        const auto shown = storedStudies(store.database());
        QVERIFY(shown && shown->size() == 1);
        QCOMPARE(shown->front().runs, reference.runs());
    }

    /// The mapping belongs to the study in the store: the order of mapping and parts makes no difference.
    void mappingBeforeAndAfter()
    {
        const fs::path whole = place("mapped/whole");
        makeMultiCloud(whole);
        writeFile(place("map.json"),
                  R"({"runs": [{"run": "hivemind-77", "experiment": "A-2", "set": "A", "task": "CV", "model": "CONV",
                                "gpu": "T4", "gpus": 2, "target_batch": 16384}]})");
        copyInto(whole / "wandb", place("mapped/a/wandb"));
        copyInto(whole / "networking", place("mapped/b/networking"));
        PartStore reference = newStore("multi-cloud");
        reference.import(whole, place("map.json"));
        const auto expected = reference.said();
        PartStore plain = newStore("multi-cloud");
        plain.import(whole);
        QVERIFY(!firstDifference(expected, plain.said()).empty());
        QCOMPARE(plain.import(whole, place("map.json")).superseded, std::size_t(1));
        checkSame(plain, expected, "the mapping afterwards");
        QCOMPARE(plain.runs(), reference.runs());

        PartStore before = newStore("multi-cloud");
        before.import(place("mapped/a"), place("map.json"));
        before.import(place("mapped/b"));
        before.import(place("mapped/a"));
        checkSame(before, expected, "the mapping before");
        PartStore after = newStore("multi-cloud");
        after.import(place("mapped/a"));
        after.import(place("mapped/b"), place("map.json"));
        checkSame(after, expected, "the mapping with the other part");
    }

    /// What cannot be read again is not lost, and not torn apart.
    void partsThatAreGone()
    {
        const fs::path whole = place("gone/whole");
        makeMultiCloud(whole);
        PartStore reference = newStore("multi-cloud");
        reference.import(whole);
        const fs::path first = place("gone/first");
        copyInto(whole, first);
        PartStore store = newStore("multi-cloud");
        store.import(first);
        fs::remove_all(first);
        writeFile(place("gone/second/hivemind-79-gc-t4-2.csv"), madePeer(40, 1));
        const StudyImportOutcome outcome = store.import(place("gone/second"));
        QCOMPARE(outcome.runs.size(), std::size_t(1));
        QVERIFY(outcome.runs.front().fate == RunFate::LeftOut);
        QCOMPARE(outcome.runs.front().issues.back().kind, std::string("part-not-there"));
        checkSame(store, reference.said(), "one file of a run whose others are gone");
        QCOMPARE(store.runs(true), reference.runs());
    }

    void copyUnderAnotherNameIsSuperseded()
    {
        const fs::path whole = place("renamed/whole");
        makeMultiCloud(whole);
        PartStore reference = newStore("multi-cloud");
        reference.import(whole);
        copyInto(whole / "networking/experiment-set-1/1-1", place("renamed/loose/profiles"));
        PartStore store = newStore("multi-cloud");
        store.import(place("renamed/loose"));
        QCOMPARE(store.runs(), 1);
        store.import(whole);
        checkSame(store, reference.said(), "a profile that came without its set first");
        QCOMPARE(store.runs(), reference.runs());
    }

    void emptyAndForeignImportsLeaveNothing()
    {
        const fs::path whole = place("foreign/whole");
        makeMultiCloud(whole);
        PartStore store = newStore("multi-cloud");
        store.import(whole);
        const auto expected = store.said();
        writeFile(place("foreign/other/notes.csv"), "a,b\n1,2\n");
        StudyImportRequest request;
        request.study = "multi-cloud";
        request.folder = place("foreign/other");
        const auto outcome = importStudy(request, &store.database(), {});
        QVERIFY(!outcome && outcome.error().code == ErrorCode::InvalidInput);
        checkSame(store, expected, "after a folder of something else");
        const SystemClock clock;
        QCOMPARE(store::RunRepository(store.database(), clock).campaigns()->size(), std::size_t(1));
    }

    /// A run of which nothing can be used is not stored, neither now nor "already there" the next time.
    void nothingUsableIsNotStored()
    {
        const fs::path folder = place("semi");
        std::string text = madePeer(30, 5);
        std::ranges::replace(text, ',', ';');
        writeFile(folder / "hivemind-79-gc-t4-1.csv", text);
        writeFile(folder / "hivemind-81-gc-t4-1.csv", madePeer(30, 5));
        PartStore store = newStore("multi-cloud");
        for (int time = 0; time < 2; ++time) {
            const StudyImportOutcome outcome = store.import(folder);
            QCOMPARE(outcome.runs.size(), std::size_t(2));
            QCOMPARE(outcome.runs[0].name, std::string("hivemind-79"));
            QVERIFY(outcome.runs[0].fate == RunFate::LeftOut);
            QVERIFY(std::ranges::find(outcome.runs[0].issues, "bad-file", &Issue::kind)
                    != outcome.runs[0].issues.end());
            QVERIFY(outcome.runs[1].fate == (time == 0 ? RunFate::Stored : RunFate::AlreadyThere));
            QCOMPARE(store.runs(true), 1);
        }
    }

    /// Whatever is in the tree by its name, and was not taken, is told with its reason.
    void whatIsPassedOverIsTold()
    {
        const fs::path folder = place("odd");
        writeFile(folder / "hivemind-79-vm-monitor.csv", madeMonitor(4, 100));
        writeFile(folder / "hivemind-79-gc-t4-1.csv", "version https://git-lfs.github.com/spec/v1\noid sha256:00\n");
        writeFile(folder / "hivemind-79-gc-t4-2.csv", "<!DOCTYPE html><html><body>404</body></html>\n");
        writeFile(folder / "hivemind-79-gc-t4-3.csv", "hello world\n");
        const std::string peer = madePeer(30, 5);
        writeFile(folder / "hivemind-79-gc-t4-4.csv", peer.substr(peer.find('\n') + 1));
        writeFile(folder / "hivemind-79-gc-t4-5.csv", peer.substr(0, 200));
        writeFile(folder / "hivemind-79-gc-t4-6.csv", peer.substr(0, peer.find('\n') + 1));
        const std::string monitor = madeMonitor(4, 100);
        writeFile(folder / "hivemind-81-vm-monitor.csv", monitor.substr(monitor.find('\n') + 1));
        writeFile(folder / "hivemind-81-gc-t4-1.csv", peer);
        writeFile(folder / "hivemind-82-gc-t4-1.csv.gz", "\x1f\x8b\x08");
        writeFile(folder / "experiment-set-1/1-1/iperf-profile-gc-t4-1-us.csv", "a,b\n1,2\n");
        writeFile(folder / "README.md", "of no study\n");
        fs::create_symlink("/dev/zero", folder / "hivemind-83-gc-t4-1.csv");
        fs::create_symlink("nowhere", folder / "hivemind-84-gc-t4-1.csv");
        fs::create_directory_symlink("experiment-set-1", folder / "linked");
        QCOMPARE(::mkfifo((folder / "hivemind-85-gc-t4-1.csv").c_str(), 0600), 0);

        PartStore store = newStore("multi-cloud");
        const StudyImportOutcome outcome = store.import(folder);
        std::map<std::string, std::string> told;
        for (const Issue& issue : outcome.issues)
            if (issue.kind == "passed-over")
                told[issue.where] = issue.example;
        const auto says = [&](const char* file, const char* reason) {
            return told.contains(file) && told[file].find(reason) != std::string::npos;
        };
        QVERIFY(says("hivemind-82-gc-t4-1.csv.gz", "gzip"));
        QVERIFY(says("experiment-set-1/1-1/iperf-profile-gc-t4-1-us.csv", "header"));
        QVERIFY(says("hivemind-83-gc-t4-1.csv", "device"));
        QVERIFY(says("hivemind-84-gc-t4-1.csv", "nowhere"));
        QVERIFY(says("hivemind-85-gc-t4-1.csv", "pipe"));
        QVERIFY(says("linked", "link to a folder"));
        QCOMPARE(told.size(), std::size_t(6));
        QCOMPARE(outcome.runs.size(), std::size_t(2));
        const auto bad = [](const StudyImportedRun& run) {
            std::int64_t count = 0;
            for (const Issue& issue : run.issues)
                count += issue.kind == "bad-file" ? issue.count : 0;
            return count;
        };
        QCOMPARE(bad(outcome.runs[0]), 6);
        QCOMPARE(bad(outcome.runs[1]), 1); // the monitor, of which "no-monitor" alone would not tell
    }

    /// Names as they are in the study's repository.
    void hostsOfThePublishedNames()
    {
        using Names = std::pair<std::string, std::string>;
        QCOMPARE(runAndHost("hivemind-77-gc-t4-1"), Names("hivemind-77", "gc-t4-1"));
        QCOMPARE(runAndHost("baseline-75-convnext_large-gc-t4-1"), Names("baseline-75", "gc-t4-1"));
        QCOMPARE(runAndHost("baseline-6-resnet152-lambda-a10"), Names("baseline-6", "lambda-a10"));
        QCOMPARE(runAndHost("baseline-362-whisper-tiny-gc-t4-1"), Names("baseline-362", "gc-t4-1"));
        QCOMPARE(runAndHost("baseline-390-whisper-small-vastai-A100"), Names("baseline-390", "vastai-A100"));
        const auto mapping = loadMultiCloudMapping({});
        QVERIFY(mapping);
        const auto place = [&](const char* run, const char* host) { return mapping->placeOf(run, host); };
        QCOMPARE(place("baseline-6", "lambda-a10").provider, std::string("Lambda"));
        QCOMPARE(place("baseline-6", "lambda-a10").gpu, std::string("A10"));
        QCOMPARE(place("hivemind-330", "lambda-a10-3").provider, std::string("Lambda"));
        QCOMPARE(place("experiment-set-3/3-R.0", "8xv100").provider, std::string("on-prem"));
        QCOMPARE(place("hivemind-153", "8xV100").gpu, std::string("8xV100"));
        QCOMPARE(place("baseline-362", "gc-t4-1").provider, std::string("GC"));
        QCOMPARE(place("baseline-390", "vastai-A100").provider, std::string("vast.ai"));
    }

    /// The series that the study published in workbooks only.
    void workbooksAreRead()
    {
        const fs::path book =
            fs::path(qEnvironmentVariable("MR_SOURCE").toStdString()) / "tests/core/importers/tools/made.xlsx";
        copyInto(book, place("books/instantaneous/instantaneous_figure_data.xlsx"));
        PartStore store = newStore("flumen");
        const StudyImportOutcome outcome = store.import(place("books"));
        QCOMPARE(outcome.runs.size(), std::size_t(1));
        QCOMPARE(outcome.runs[0].name, std::string("RN50_8_30ave"));
        QCOMPARE(outcome.runs[0].series, std::size_t(2));
        const fs::path published = sharedData() / "flumen-workbooks";
        if (!fs::exists(published))
            return;
        // The same figures from the workbook as from the CSV that was saved from it.
        copyInto(published / "generated_load_sample.xlsx", place("xlsx/sample_loads/generated_load_sample.xlsx"));
        copyInto(published / "iperf_figure_data.xlsx", place("xlsx/iperf_figure_data.xlsx"));
        copyInto(sharedData() / "flumen/sample_loads/generated_load_sample.csv",
                 place("csv/sample_loads/generated_load_sample.csv"));
        StudyImportOutcome fromBook = newStore("flumen").import(place("xlsx"));
        StudyImportOutcome fromText = newStore("flumen").import(place("csv"));
        QCOMPARE(fromBook.runs.size(), std::size_t(1));
        QCOMPARE(fromBook.runs[0].name, fromText.runs[0].name);
        QCOMPARE(fromBook.runs[0].metrics, fromText.runs[0].metrics);
        QVERIFY(std::ranges::find(fromBook.issues, "workbook", &Issue::kind) != fromBook.issues.end());
        PartStore both = newStore("flumen");
        both.import(place("xlsx"));
        both.import(place("csv"));
        QCOMPARE(both.runs(), 1);
    }

    /// A rate that no swarm has is not known; the others of the run count.
    void impossibleRates()
    {
        std::string text = madeMonitor(5, 100);
        for (const char* rate : {"1e308", "-575"}) {
            const std::size_t row = text.find(",20,100,2000,", text.find(",20,100,2000,") + 1);
            QVERIFY(row != text.npos);
            text.replace(row, 8, fmt::format(",20,{},", rate));
        }
        auto log = importers::readWandbLog(text, "m.csv");
        QVERIFY(log);
        const MonitorValues values = monitorValues(*log);
        QCOMPARE(values.epochs.size(), std::size_t(5));
        QCOMPARE(values.epochs[1].flaw, std::string("bad-rate"));
        QCOMPARE(values.epochs[2].flaw, std::string("bad-rate"));
        QCOMPARE(values.publishedRate, 100.0);
        QCOMPARE(values.rate(), 100.0);
    }

    void severalStudiesInAFolder()
    {
        makeMultiCloud(place("several/a"));
        makeFlumen(place("several/b"));
        const auto found = recogniseStudies(place("several"));
        QVERIFY(found);
        QCOMPARE(*found, (std::vector<std::string_view>{"multi-cloud", "flumen"}));
        QCOMPARE(recogniseStudies(place("several/b")).value_or({}), (std::vector<std::string_view>{"flumen"}));
        writeFile(place("several/c/x.csv"), "time,rate\n1,2\n2,3\n3,4\n");
        QCOMPARE(recogniseStudies(place("several/c")).value_or({}), (std::vector<std::string_view>{"files"}));
    }
};

QTEST_APPLESS_MAIN(TestStudyParts)
#include "tst_study_parts.moc"
