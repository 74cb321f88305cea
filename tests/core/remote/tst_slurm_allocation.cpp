// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Nodes of Slurm, with scripts in the places of salloc, sbatch, squeue, scancel and srun.

#include "core/base/file_io.h"
#include "core/base/local_host.h"
#include "core/base/text.h"
#include "core/remote/slurm_allocation.h"
#include "core/remote/slurm_host.h"

#include <QtTest>

#include <csignal>

using namespace millrace;
using namespace millrace::remote;
using namespace std::chrono_literals;

namespace {

bool says(const Error& error, std::string_view text)
{
    return error.text().find(text) != std::string::npos;
}

} // namespace

class TestSlurmAllocation : public QObject
{
    Q_OBJECT

    std::optional<TemporaryFolder> m_folder;
    std::shared_ptr<Host> m_login;

    std::filesystem::path path(const std::string& name) const { return m_folder->path() / name; }
    /// $Q is the file with what squeue prints.
    void program(const std::string& name, const std::string& script)
    {
        QVERIFY(writeFileAtomically(path(name), "#!/bin/sh\nQ=" + path("queue").string() + "\n" + script + "\n"));
        std::filesystem::permissions(path(name), std::filesystem::perms::owner_all);
    }
    void queue(const std::string& text) { QVERIFY(writeFileAtomically(path("queue"), text)); }
    bool isQueued() const { return std::filesystem::exists(path("queue")); }
    Result<std::unique_ptr<SlurmAllocation>> obtain(int nodes = 2, Nanoseconds longest = 10s,
                                                    const JobContext& job = {}, const cluster::SlurmAccess& access = {})
    {
        return SlurmAllocation::obtain(m_login, access, nodes, deadlineIn(longest), job);
    }

private Q_SLOTS:
    void init()
    {
        std::signal(SIGPIPE, SIG_IGN);
        m_folder.emplace(*TemporaryFolder::make("mr-slurm-"));
        m_login = std::make_shared<LocalHost>(
            "login", std::vector<std::string>{"env", "PATH=" + m_folder->path().string() + ":" + std::getenv("PATH")});
        program("salloc", "echo \"$@\" >\"$Q.asked\"; echo '42|RUNNING|None|sn[1-2]|59:30' >\"$Q\"; exec cat");
        // What salloc enters takes a moment to show.
        program(
            "squeue",
            "i=0; while [ $i -lt 500 ] && ! [ -s \"$Q\" ] && ! [ -e \"$Q.gone\" ]; do sleep 0.01; i=$((i+1)); done\n"
            "cat \"$Q\" 2>/dev/null; true");
        program("scancel", "rm -f \"$Q\"; : >\"$Q.gone\"");
        program("srun",
                "while :; do case $1 in --chdir=*) cd \"${1#--chdir=}\"; shift; break;; *) shift;; esac; done; exec "
                "\"$@\"");
    }

    void obtainedUsedAndGivenBack()
    {
        cluster::SlurmAccess access;
        access.partition = "gpu";
        access.account = "lab";
        access.time = 90s;
        access.options = {"--constraint=ib"};
        auto allocation = obtain(2, 10s, {}, access);
        QVERIFY2(allocation, allocation ? "" : allocation.error().text().c_str());
        QCOMPARE((*allocation)->job(), std::string("42"));
        QCOMPARE((*allocation)->nodes(), (std::vector<std::string>{"sn1", "sn2"}));
        QCOMPARE(std::string(trim(*readFile(path("queue.asked")))),
                 "--job-name=" + (*allocation)->jobName()
                     + " --nodes=2 --time=2 --partition=gpu --account=lab --exclusive --constraint=ib cat");
        const SlurmJobState state = *(*allocation)->state(deadlineIn(5s));
        QVERIFY(state.state == "RUNNING" && state.timeLeft == 59min + 30s);

        const auto node = *(*allocation)->node("sn1");
        QCOMPARE(node->name(), std::string("sn1"));
        Command command{{"sh", "-c", "echo \"$A $(pwd)\"; exit 3"}, {{"A", "a b"}}, {}};
        auto output = node->run(command, deadlineIn(5s));
        QVERIFY(output && output->out == "a b /\n" && output->exitCode == 3);
        command.folder = "/usr";
        QCOMPARE(node->run(command, deadlineIn(5s))->out, std::string("a b /usr\n"));
        auto stream = node->open({{"cat"}, {}, {}});
        QVERIFY(stream && (*stream)->write(std::as_bytes(std::span("xy", 2)), deadlineIn(5s)));
        std::byte bytes[2] = {};
        QCOMPARE(*(*stream)->read(bytes, deadlineIn(5s)), std::size_t(2));
        stream->reset();
        const auto late = node->run({{"sleep", "99"}, {}, {}}, deadlineIn(50ms));
        QVERIFY(!late && says(late.error(), "on sn1 by srun"));
        const auto other = (*allocation)->node("sn7");
        QVERIFY(!other);
        QVERIFY2(says(other.error(), "sn7 is not among the nodes that Slurm gave: sn1, sn2"),
                 other.error().text().c_str());

        QVERIFY((*allocation)->release(deadlineIn(5s)));
        QVERIFY((*allocation)->release(deadlineIn(5s)));
        QVERIFY(!isQueued());
        const auto taken = (*allocation)->state(deadlineIn(5s));
        QVERIFY(!taken && taken.error().code == ErrorCode::PeerFailed);
        QVERIFY2(says(taken.error(), "Slurm has taken back the nodes of job 42"), taken.error().text().c_str());
    }

    void aJobThatWaits()
    {
        program("salloc", "echo '43|PENDING|Priority||1:00:00' >\"$Q\"; exec cat");
        std::string told;
        JobContext job;
        job.report = [&](long long, long long, std::string_view step) {
            told = step;
            if (step.find("job 43") != std::string_view::npos)
                queue("43|RUNNING|None|sn9|1:00:00\n");
        };
        const auto allocation = obtain(1, 10s, job);
        QVERIFY2(allocation, allocation ? "" : allocation.error().text().c_str());
        QCOMPARE(told, std::string("waiting for Slurm: job 43 is PENDING (Priority)"));
        QCOMPARE((*allocation)->nodes(), std::vector<std::string>{"sn9"});
    }

    void jobsThatDoNotStart_data()
    {
        QTest::addColumn<QString>("line"); // of squeue
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("limit") << "43|PENDING|PartitionTimeLimit||1:00" << int(ErrorCode::Unsupported)
                               << "request fewer nodes, less time or another partition";
        QTest::newRow("busy") << "43|PENDING|Resources||1:00" << int(ErrorCode::Timeout)
                              << "job 43 is PENDING (Resources) still";
        QTest::newRow("nonsense") << "slurm is down today" << int(ErrorCode::Protocol)
                                  << "squeue answered \"slurm is down today\"";
    }
    void jobsThatDoNotStart()
    {
        QFETCH(QString, line);
        QFETCH(int, code);
        QFETCH(QString, sentence);
        program("salloc", "echo '" + line.toStdString() + "' >\"$Q\"; exec cat");
        const auto allocation = obtain(2, 3s);
        QVERIFY(!allocation);
        QCOMPARE(int(allocation.error().code), code);
        QVERIFY2(says(allocation.error(), sentence.toStdString()), allocation.error().text().c_str());
        QVERIFY(says(allocation.error(), "asking Slurm on login for 2 nodes"));
        QVERIFY(!isQueued());
    }

    void cancelledWhileItWaits()
    {
        program("salloc", "echo '43|PENDING|Resources||1:00' >\"$Q\"; exec cat");
        std::stop_source stop;
        const JobContext job{stop.get_token(), [&stop](long long, long long, std::string_view step) {
                                 if (step.find("job 43") != std::string_view::npos)
                                     stop.request_stop();
                             }};
        const auto allocation = obtain(2, 10s, job);
        QVERIFY(!allocation);
        QCOMPARE(allocation.error().code, ErrorCode::Cancelled);
        QVERIFY2(says(allocation.error(), "cancelled while job 43 waited"), allocation.error().text().c_str());
        QVERIFY(!isQueued());
    }

    void aJobThatLeavesTheQueue()
    {
        program("salloc",
                "echo '43|PENDING|Resources||1:00' >\"$Q\"; echo 'salloc: revoked by an operator' >&2; exec cat");
        JobContext job;
        job.report = [&](long long, long long, std::string_view) {
            QVERIFY(writeFileAtomically(path("queue.gone"), ""));
            std::filesystem::remove(path("queue"));
        };
        const auto allocation = obtain(2, 10s, job);
        QVERIFY(!allocation);
        QCOMPARE(allocation.error().code, ErrorCode::PeerFailed);
        QVERIFY2(says(allocation.error(), "job 43 has left the queue: salloc: revoked by an operator"),
                 allocation.error().text().c_str());
    }

    void sbatchWhereSallocIsRefused()
    {
        program("salloc", ": >\"$Q.gone\"; echo 'salloc: error: not on this node' >&2; exit 1");
        program("sbatch", "echo '44|RUNNING|None|sn3|UNLIMITED' >\"$Q\"; echo '44;cluster'");
        auto allocation = obtain(1);
        QVERIFY2(allocation, allocation ? "" : allocation.error().text().c_str());
        QCOMPARE((*allocation)->job(), std::string("44"));
        QVERIFY(!(*allocation)->state(deadlineIn(5s))->timeLeft);
        allocation->reset();
        QVERIFY(!isQueued());
        program("sbatch", "echo 'sbatch: error: neither' >&2; exit 1");
        const auto refused = obtain(1);
        QVERIFY(!refused && refused.error().code == ErrorCode::Unsupported);
        QVERIFY2(says(refused.error(), "Slurm granted no nodes: salloc: error: not on this node"),
                 refused.error().text().c_str());
        program("sbatch", "echo hello");
        const auto odd = obtain(1);
        QVERIFY(!odd && odd.error().code == ErrorCode::Protocol);
        QVERIFY2(says(odd.error(), "sbatch answered \"hello\""), odd.error().text().c_str());
    }

    void aControllerThatDoesNotAnswer()
    {
        program("squeue", "echo 'slurm_load_jobs error: Unable to contact slurm controller' >&2; exit 1");
        const auto allocation = obtain(1);
        QVERIFY(!allocation);
        QCOMPARE(allocation.error().code, ErrorCode::Unreachable);
        QVERIFY2(says(allocation.error(), "Unable to contact slurm controller"), allocation.error().text().c_str());
    }

    void whatIsNotAsked()
    {
        QCOMPARE(obtain(0).error().code, ErrorCode::InvalidInput);
        cluster::SlurmAccess access;
        access.options = {"--nodes=7"};
        QCOMPARE(obtain(1, 10s, {}, access).error().code, ErrorCode::InvalidInput);
        access.options = {"--oversubscribe"};
        QCOMPARE(std::ranges::count(slurmArguments(access, 1, "x"), std::string("--exclusive")), 0);
    }

    void times_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("seconds"); // -1: none
        QTest::newRow("minutes") << "4:58" << 298;
        QTest::newRow("hours") << "1:04:58" << 3898;
        QTest::newRow("days") << "2-01:04:58" << 176698;
        for (const char* text : {"UNLIMITED", "", "5", "1-2:3", "x-1:2:3", "1:x", "-1:00", "99999-0:0:0"})
            QTest::newRow(text) << text << -1;
    }
    void times()
    {
        QFETCH(QString, text);
        QFETCH(int, seconds);
        const auto time = parseSlurmTime(text.toStdString());
        QCOMPARE(time ? int(time->count()) : -1, seconds);
    }

    void linesOfSqueue()
    {
        QCOMPARE(*parseSlurmJob("  \n"), SlurmJobState());
        QCOMPARE(*parseSlurmJob("7|RUNNING|None|a[1-2],b|4:58\n"),
                 (SlurmJobState{"7", "RUNNING", "None", {"a1", "a2", "b"}, 298s}));
        for (const char* line : {"7|RUNNING|None|a1", "x|RUNNING|None|a1|1:00", "7|RUNNING|None|a[1-|1:00"})
            QVERIFY2(!parseSlurmJob(line), line);
    }
};

QTEST_GUILESS_MAIN(TestSlurmAllocation)
#include "tst_slurm_allocation.moc"
