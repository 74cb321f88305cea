// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/store/database.h"
#include "core/store/run_repository.h"
#include "core/store/store_writer.h"
#include "tests/e2e/cli_runner.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace millrace;

/// millrace-cli replay, as a user types it: on a store that a real run made, and on logs.
class TestReplayCommand : public QObject
{
    Q_OBJECT

    QTemporaryDir m_temporary;

    std::filesystem::path folder() const { return m_temporary.path().toStdString(); }

    static std::filesystem::path studyLog(const char* name)
    {
        const std::string data = qEnvironmentVariable("MILLRACE_STUDY_DATA").toStdString();
        return (data.empty() ? std::filesystem::path(qEnvironmentVariable("MR_SOURCE").toStdString()) / "../shared/data"
                             : std::filesystem::path(data))
            / "kungfu-logs" / name;
    }

private Q_SLOTS:
    void aRealRun()
    {
        e2e::SmallProject project;
        project.strategies = R"(["RING"])";
        QVERIFY(writeFileAtomically(folder() / "p.millrace", e2e::projectText(project)));
        const auto made = e2e::cli(folder(), {"run", "p.millrace"});
        if (made.code == 4)
            QSKIP(made.text().constData());
        QVERIFY2(made.code == 0, made.text());

        // Open for writing elsewhere meanwhile.
        auto database = store::Database::open(folder() / "p.mrdb");
        QVERIFY(database);
        const auto replayed = e2e::cli(folder(), {"replay", "1", "--store", "p.mrdb"});
        QVERIFY2(replayed.code == 0, (replayed.out + replayed.err).c_str());
        QVERIFY2(replayed.out.find("metric step_mean") != std::string::npos, replayed.out.c_str());
        QVERIFY(replayed.err.find("step 4") != std::string::npos);

        const auto json = e2e::cli(folder(), {"replay", "1", "--store", "p.mrdb", "--json"});
        QVERIFY2(json.code == 0, json.text());
        const std::size_t last = json.out.rfind('\n', json.out.size() - 2);
        const auto report = nlohmann::json::parse(json.out.substr(last + 1));
        QCOMPARE(report["differences"].get<int>(), 0);
        QVERIFY(report["iterations"].get<int>() >= 2 * project.steps);
        QCOMPARE(report["framework"].get<std::string>(), std::string("builtin"));

        // A value that nobody measured.
        const SystemClock clock;
        store::RunRepository repository(*database, clock);
        const auto campaigns = *repository.campaigns();
        const auto run = (*repository.runs(campaigns.front().id)).front();
        const store::Metric wrong{"step_mean", {}, 1234.0, "s", "made up"};
        QVERIFY(repository.saveMetrics(run.id, std::span(&wrong, 1)));
        const auto differs = e2e::cli(folder(), {"replay", "1", "--store", "p.mrdb", "--quiet"});
        QCOMPARE(differs.code, 1);
        QVERIFY2(differs.out.find("1234 s") != std::string::npos, differs.out.c_str());
    }

    void logs()
    {
        if (!std::filesystem::exists(studyLog("fig9-kungfu-32.log")))
            QSKIP("no study data: set MILLRACE_STUDY_DATA to the folder that holds kungfu-logs");
        const auto kungfu = e2e::cli(folder(), {"replay", studyLog("fig9-kungfu-32.log").string()});
        QVERIFY2(kungfu.code == 0, kungfu.text());
        QVERIFY2(kungfu.out.find("43.429 samples/s ± 1.21232, 32 workers") != std::string::npos, kungfu.out.c_str());
        QVERIFY(kungfu.out.find("Read as output of kungfu") != std::string::npos);
        const auto horovod = e2e::cli(folder(), {"replay", "--json", studyLog("fig9-horovod-32.log").string()});
        QVERIFY2(horovod.code == 0, horovod.text());
        const std::size_t last = horovod.out.rfind('\n', horovod.out.size() - 2);
        const auto report = nlohmann::json::parse(horovod.out.substr(last + 1));
        QCOMPARE(report["framework"].get<std::string>(), std::string("horovod"));
        QCOMPARE(report["iterations"].get<int>(), 4);
    }

    void whatGoesWrong()
    {
        QCOMPARE(e2e::cli(folder(), {"replay"}).code, 2);
        QCOMPARE(e2e::cli(folder(), {"replay", "nowhere.log"}).code, 3);
        QCOMPARE(e2e::cli(folder(), {"replay", "1", "--store", "nowhere.mrdb"}).code, 3);
        QVERIFY(writeFileAtomically(folder() / "a.log", "Iter #0: 12.9 img/sec per GPU\n"));
        QCOMPARE(e2e::cli(folder(), {"replay", "a.log"}).code, 0);
        QCOMPARE(e2e::cli(folder(), {"replay", "a.log", "--speed", "0"}).code, 2);
        QCOMPARE(e2e::cli(folder(), {"replay", "a.log", "--framework", "caffe"}).code, 2);
        QCOMPARE(e2e::cli(folder(), {"replay", "1.mrdb"}).code, 3);
    }
};

QTEST_APPLESS_MAIN(TestReplayCommand)
#include "tst_replay_command.moc"
