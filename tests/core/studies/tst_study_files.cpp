// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/audit.h"
#include "core/studies/multi_cloud/files.h"
#include "core/studies/multi_cloud/mapping.h"
#include "core/studies/multi_cloud/monitor.h"
#include "tests/core/studies/made_study.h"
#include "tests/core/studies/study_parts.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <map>
#include <sys/stat.h>

using namespace millrace;
using namespace millrace::studies;
using namespace millrace::studies::multi_cloud;
namespace fs = std::filesystem;

/// What of a folder is taken, and what is said of the rest.
class TestStudyFiles : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    int m_stores = 0;

    [[nodiscard]] fs::path place(const std::string& name) const
    {
        return fs::path(m_folder.path().toStdString()) / name;
    }
    PartStore newStore(const std::string& study) { return {place(fmt::format("{}.mrdb", m_stores++)), study}; }

private Q_SLOTS:
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

    /// A profile of which no row is used says what is wrong with the measurement; one without a row says nothing.
    void damageAloneIsStored()
    {
        const fs::path folder = place("damaged/experiment-set-3");
        const std::string header = madeProfile(1).substr(0, madeProfile(1).find('\n') + 1);
        writeFile(folder / "shifted/iperf-profile-vm-gpu-2-eu-160thread.csv",
                  header + "2023-05-16_11-24-10,vm-gpu-2,gc-t4-1-eu,34.140.26.231,MBytes,37.9,16.710\n");
        writeFile(folder / "bare/iperf-profile-vm-gpu-2-eu-160thread.csv", header);
        PartStore store = newStore("multi-cloud");
        for (int time = 0; time < 2; ++time) {
            const StudyImportOutcome outcome = store.import(folder.parent_path());
            QCOMPARE(outcome.runs.size(), std::size_t(2));
            QCOMPARE(outcome.runs[0].name, std::string("experiment-set-3/bare-160thread"));
            QVERIFY(outcome.runs[0].fate == RunFate::LeftOut);
            QVERIFY(outcome.runs[1].fate == (time == 0 ? RunFate::Stored : RunFate::AlreadyThere));
            QCOMPARE(store.runs(true), 1);
        }
        const auto audit = auditStudy(store.database(), "multi-cloud", {});
        QVERIFY2(audit, audit ? "" : audit.error().text().c_str());
        const Finding* shifted = findingNamed(*audit, "shifted-rows");
        QVERIFY(shifted != nullptr);
        QCOMPARE(shifted->evidenceCount, std::size_t(1));
        QCOMPARE(shifted->evidence[0].line, std::uint64_t(2));
    }

    /// Files whose name belongs to the study but that are not imported are reported with the reason.
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
        QVERIFY(says("hivemind-84-gc-t4-1.csv", "broken link"));
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
        auto log = studies::multi_cloud::readWandbLog(text, "m.csv");
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

QTEST_APPLESS_MAIN(TestStudyFiles)
#include "tst_study_files.moc"
