// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/e2e/cli_runner.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace millrace;

namespace {

const char* const framework = R"json({
  "format": "millrace-framework",
  "name": "shell",
  "summary": "Steps by a shell",
  "backends": ["pipe"],
  "processes": [
    {"label": "server", "per": "once", "service": true, "ready": "listening",
     "command": ["/bin/sh", "-c", "echo listening; exec sleep 600"]},
    {"command": ["/bin/sh", "{run}/steps.sh", "{rank}", "{steps}"]}
  ],
  "files": [
    {"path": "steps.sh", "content": "i=0\nwhile [ $i -lt $2 ]; do sleep 0.02; echo $1: step $i took 0.02 s; i=$((i+1)); done\n"}
  ],
  "lines": [{"pattern": "{rank:d}: step {step:d} took {seconds:f} s", "event": "step"}]
})json";

const char* const project = R"json({
  "format": "millrace-project",
  "version": 1,
  "name": "own",
  "clusters": [{"name": "lab", "nodes": 2}],
  "workloads": [{"name": "job", "framework": "shell", "model": "none", "steps": 5, "warmup_steps": 0}],
  "grids": [{"name": "grid", "cluster": "lab", "workload": "job", "gate": {"enabled": false},
             "factors": [{"name": "steps", "levels": [3, 5]}]}]
})json";

} // namespace

/// A framework that only a JSON file describes, from the list to finished runs.
class TestOwnFramework : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path folder() const { return m_folder.path().toStdString(); }

private Q_SLOTS:
    void init()
    {
        qputenv("MILLRACE_FRAMEWORKS", (m_folder.path() + "/frameworks").toUtf8());
        std::filesystem::create_directories(folder() / "frameworks");
        QVERIFY(bool(writeFileAtomically(folder() / "frameworks" / "shell.json", framework)));
        QVERIFY(bool(writeFileAtomically(folder() / "own.millrace", project)));
    }

    void itIsListed()
    {
        const auto listed = e2e::cli(folder(), {"frameworks"});
        QVERIFY2(listed.code == 0 && listed.err.empty(), listed.text());
        QVERIFY(listed.out.find("shell            Steps by a shell\n") != std::string::npos);
        QVERIFY(listed.out.find("pytorch-ddp") < listed.out.find("shell "));
    }

    void whatIsWrongWithItIsSaid()
    {
        QVERIFY(bool(writeFileAtomically(folder() / "frameworks" / "wrong.json", "{\"name\": \"wrong\"}")));
        const auto listed = e2e::cli(folder(), {"frameworks"});
        QCOMPARE(listed.code, 0);
        QVERIFY2(listed.err.find("wrong.json: format: write \"millrace-framework\"") != std::string::npos,
                 listed.text());
        QVERIFY(listed.out.find("wrong") == std::string::npos);
        std::filesystem::remove(folder() / "frameworks" / "wrong.json");
    }

    void itIsCheckedAndPlanned()
    {
        const auto checked = e2e::cli(folder(), {"check", "own.millrace"});
        QVERIFY2(checked.code == 0, checked.text());
        const auto planned = e2e::cli(folder(), {"run", "own.millrace", "--dry-run", "--steps"});
        QVERIFY2(planned.code == 0, planned.text());
        QVERIFY2(planned.out.find("steps.sh' 1 5") != std::string::npos, planned.out.c_str());
    }

    void itRuns()
    {
        if (const std::string why = e2e::whyNotHere(); !why.empty())
            QSKIP(why.c_str());
        const auto before = e2e::footprint();
        const auto finished = e2e::cli(folder(), {"run", "own.millrace", "--json"});
        QVERIFY2(finished.code == 0, finished.text() + finished.out.c_str());
        const std::string left = e2e::leftSince(before);
        QVERIFY2(left.empty(), left.c_str());
        const auto exported = e2e::cli(folder(), {"export", "own.mrdb", "--json"});
        QVERIFY2(QString::fromStdString(exported.out)
                         .count("\"name\":\"step_median\",\"subject\":\"\",\"value\":0.02,\"unit\":\"s\"")
                     == 2,
                 exported.text());
    }
};

QTEST_GUILESS_MAIN(TestOwnFramework)
#include "tst_own_framework.moc"
