// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agent/node_agent.h"
#include "core/base/file_io.h"
#include "core/base/local_host.h"
#include "core/base/process.h"
#include "core/base/text.h"
#include "core/base/version.h"
#include "core/remote/slurm_allocation.h"

#include <QtTest>
#include <csignal>
#include <future>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace millrace;
using namespace millrace::remote;
using namespace std::chrono_literals;

namespace {

Deadline soon()
{
    return deadlineIn(20s);
}

std::string output(std::vector<std::string> argv)
{
    const auto finished = runCommand({std::move(argv), {}, {}}, soon());
    return finished ? finished->out : finished.error().text();
}

std::string queue()
{
    return output({"squeue", "--noheader", "--format=%i %j %T"});
}

bool queueIsEmpty()
{
    const Deadline end = deadlineIn(10s);
    while (!queue().empty() && timeLeft(end).count() > 0)
        QTest::qWait(100);
    return queue().empty();
}

} // namespace

/// Against a Slurm of its own: munged, slurmctld and three slurmds, each in a network namespace.
class TestSlurm : public QObject
{
    Q_OBJECT

    std::optional<TemporaryFolder> m_folder;
    std::shared_ptr<LocalHost> m_login = std::make_shared<LocalHost>("login");
    std::string m_why = "it was not started";

    [[nodiscard]] static std::string script()
    {
        return std::string(qgetenv("MR_SOURCE")) + "/tests/support/slurm_cluster.sh";
    }
private Q_SLOTS:
    void initTestCase()
    {
        ::signal(SIGPIPE, SIG_IGN);
        m_folder.emplace(*TemporaryFolder::make("mr-slurm-"));
        const std::string folder = m_folder->path() / "slurm";
        const auto started = runCommand({{script(), "start", folder, "3"}, {}, {}}, deadlineIn(60s));
        if (!started || !started->succeeded()) {
            m_why = started ? std::string(trim(started->out + started->err)) : started.error().text();
            return;
        }
        qputenv("SLURM_CONF", QByteArray::fromStdString(std::string(trim(started->out))));
        m_why.clear();
    }
    void cleanupTestCase()
    {
        if (m_folder)
            (void)runCommand({{script(), "stop", m_folder->path() / "slurm"}, {}, {}}, deadlineIn(30s));
    }

    void times()
    {
        QVERIFY(parseSlurmTime("4:58") == 298s);
        QVERIFY(parseSlurmTime("1:04:58") == 3898s);
        QVERIFY(parseSlurmTime("2-01:04:58") == 172'800s + 3898s);
        for (const char* text : {"UNLIMITED", "INVALID", "", "N/A", "7", "1:2:3:4", "-1:00", "1-04:58", "a:b"})
            QVERIFY2(!parseSlurmTime(text), text);
    }

    void linesOfTheQueue()
    {
        const auto waits = parseSlurmJob("12|PENDING|Resources||10:00\n");
        QVERIFY(waits && *waits == (SlurmJobState{"12", "PENDING", "Resources", {}, 600s}));
        const auto runs = parseSlurmJob("12|RUNNING|None|n[01-02],g1|UNLIMITED");
        QVERIFY(runs && *runs == (SlurmJobState{"12", "RUNNING", "None", {"n01", "n02", "g1"}, {}}));
        QVERIFY(parseSlurmJob("\n")->job.empty());
        for (const char* text : {"x|RUNNING|None|n1|1:00", "12|RUNNING", "slurm_load_jobs error", "1|R|N|n[1-|1:00"})
            QVERIFY2(!parseSlurmJob(text), text);
    }

    void arguments()
    {
        cluster::SlurmAccess access;
        access.time = 90s;
        QCOMPARE(join(slurmArguments(access, 3, "j"), " "), std::string("--job-name=j --nodes=3 --time=2 --exclusive"));
        access.partition = "gpu";
        access.account = "me";
        access.options = {"--oversubscribe", "--gres=gpu:1"};
        QCOMPARE(join(slurmArguments(access, 1, "j"), " "),
                 std::string("--job-name=j --nodes=1 --time=2 --partition=gpu --account=me --oversubscribe "
                             "--gres=gpu:1"));
    }

    void nodesAndCommandsOnThem()
    {
        if (!m_why.empty())
            QSKIP(("no Slurm here: " + m_why).c_str());
        cluster::SlurmAccess access;
        access.time = 5min;
        auto allocation = SlurmAllocation::obtain(m_login, access, 2, soon());
        QVERIFY2(allocation, allocation ? "" : allocation.error().text().c_str());
        QCOMPARE(join((*allocation)->nodes(), " "), std::string("sn1 sn2"));
        QCOMPARE(queue(), (*allocation)->job() + " " + (*allocation)->jobName() + " RUNNING\n");
        const auto state = (*allocation)->state(soon());
        QVERIFY(state && state->timeLeft && *state->timeLeft <= 5min && *state->timeLeft > 4min);
        for (const std::string& name : (*allocation)->nodes()) {
            const auto node = *(*allocation)->node(name);
            QCOMPARE(node->name(), name);
            const auto hostname = node->run({{"hostname"}, {}, {}}, soon());
            QVERIFY2(hostname, hostname ? "" : hostname.error().text().c_str());
            QCOMPARE(hostname->out, name + "\n");
        }
        const auto node = *(*allocation)->node("sn2");
        const Command quoting{{"sh", "-c", "echo \"$A|$PWD|$1\"; exit 7", "sh", "a  'b\" $c"}, {{"A", "x y"}}, "/tmp"};
        const auto finished = node->run(quoting, soon());
        QVERIFY(finished);
        QCOMPARE(finished->exitCode, 7);
        QCOMPARE(finished->out, std::string("x y|/tmp|a  'b\" $c\n"));
        QVERIFY(!(*allocation)->node("sn3"));
        QVERIFY((*allocation)->release(soon()));
        QVERIFY2(queue().empty(), queue().c_str());
        QVERIFY(!(*allocation)->state(soon()));
    }

    void anAgentBySrun()
    {
        if (!m_why.empty())
            QSKIP(("no Slurm here: " + m_why).c_str());
        auto allocation = SlurmAllocation::obtain(m_login, {}, 1, soon());
        QVERIFY2(allocation, allocation ? "" : allocation.error().text().c_str());
        const auto node = *(*allocation)->node((*allocation)->nodes().front());
        const Command serve{{std::string(qgetenv("MR_BIN")) + "/millrace-agent", "serve"}, {}, {}};
        auto agent = agent::NodeAgent::start(*node, serve, std::string(programVersion), {}, soon());
        QVERIFY2(agent, agent ? "" : agent.error().text().c_str());
        const auto snapshot = (*agent)->snapshot(soon());
        QVERIFY(snapshot);
        QCOMPARE((*snapshot)["hostname"].get<std::string>(), node->name());
        // A big answer and many small ones go through srun unharmed.
        const auto facts = (*agent)->preflight({}, soon());
        QVERIFY2(facts, facts ? "" : facts.error().text().c_str());
        QVERIFY(facts->nic("eth0") && facts->nic("eth0")->addresses.front().starts_with("10.79."));
        const auto clock = (*agent)->compareClock(100, soon());
        QVERIFY(clock && clock->uncertainty < 1s);
        QVERIFY((*agent)->close(soon()));
        agent->reset();
        allocation->reset();
        QVERIFY2(queueIsEmpty(), queue().c_str());
    }

    void aQueueThatIsFull()
    {
        if (!m_why.empty())
            QSKIP(("no Slurm here: " + m_why).c_str());
        auto first = SlurmAllocation::obtain(m_login, {}, 3, soon());
        QVERIFY2(first, first ? "" : first.error().text().c_str());
        std::string words;
        JobContext job;
        job.report = [&](long long, long long, std::string_view step) { words = step; };
        const auto second = SlurmAllocation::obtain(m_login, {}, 1, deadlineIn(4s), job);
        QVERIFY(!second);
        QCOMPARE(second.error().code, ErrorCode::Timeout);
        QVERIFY2(second.error().text().find("is PENDING (") != std::string::npos, second.error().text().c_str());
        QVERIFY2(words.starts_with("waiting for Slurm: job "), words.c_str());
        QCOMPARE(queue(), (*first)->job() + " " + (*first)->jobName() + " RUNNING\n");

        std::stop_source stop;
        auto waiting = std::async(std::launch::async, [&] {
            return SlurmAllocation::obtain(m_login, {}, 2, deadlineIn(60s), JobContext{stop.get_token(), {}});
        });
        const Deadline end = deadlineIn(10s);
        while (queue().find("PENDING") == std::string::npos && timeLeft(end).count() > 0)
            QTest::qWait(50);
        QElapsedTimer timer;
        timer.start();
        stop.request_stop();
        const auto cancelled = waiting.get();
        QVERIFY(!cancelled && cancelled.error().code == ErrorCode::Cancelled);
        QVERIFY2(timer.elapsed() < 5000, qPrintable(QString::number(timer.elapsed())));
        QCOMPARE(queue(), (*first)->job() + " " + (*first)->jobName() + " RUNNING\n");
        first->reset();
        QVERIFY2(queueIsEmpty(), queue().c_str());
    }

    void requestsThatAreRefused()
    {
        if (!m_why.empty())
            QSKIP(("no Slurm here: " + m_why).c_str());
        cluster::SlurmAccess access;
        access.partition = "nowhere";
        const auto wrong = SlurmAllocation::obtain(m_login, access, 1, soon());
        QVERIFY(!wrong);
        QVERIFY2(wrong.error().text().find("Invalid partition") != std::string::npos, wrong.error().text().c_str());
        const auto many = SlurmAllocation::obtain(m_login, {}, 4, soon());
        QVERIFY(!many);
        QVERIFY2(many.error().text().find("Slurm granted no nodes: ") != std::string::npos,
                 many.error().text().c_str());
        QVERIFY(!SlurmAllocation::obtain(m_login, {}, 0, soon()));
        QVERIFY(queue().empty());
    }

    void sbatchWhereSallocIsRefused()
    {
        if (!m_why.empty())
            QSKIP(("no Slurm here: " + m_why).c_str());
        const auto fake = m_folder->path() / "fake";
        std::filesystem::create_directories(fake);
        QVERIFY(
            writeFileAtomically(fake / "salloc", "#!/bin/sh\necho 'salloc: error: not on this node' >&2\nexit 1\n"));
        std::filesystem::permissions(fake / "salloc", std::filesystem::perms::owner_all);
        const auto login = std::make_shared<LocalHost>(
            "login", std::vector<std::string>{"env", "PATH=" + fake.string() + ":" + qgetenv("PATH").toStdString()});
        auto allocation = SlurmAllocation::obtain(login, {}, 2, soon());
        QVERIFY2(allocation, allocation ? "" : allocation.error().text().c_str());
        const auto node = *(*allocation)->node("sn1");
        QCOMPARE(node->run({{"hostname"}, {}, {}}, soon())->out, std::string("sn1\n"));
        allocation->reset();
        QVERIFY2(queueIsEmpty(), queue().c_str());
    }

    void aControllerThatIsKilled()
    {
        if (!m_why.empty())
            QSKIP(("no Slurm here: " + m_why).c_str());
        int ready[2];
        QVERIFY(::pipe(ready) == 0);
        const pid_t child = ::fork();
        if (child == 0) {
            auto allocation = SlurmAllocation::obtain(m_login, {}, 2, soon());
            const char answer = allocation ? 'y' : 'n';
            (void)!::write(ready[1], &answer, 1);
            for (;;)
                ::pause();
        }
        char answer = 0;
        pollfd descriptor{ready[0], POLLIN, 0};
        QVERIFY(::poll(&descriptor, 1, 20'000) == 1 && ::read(ready[0], &answer, 1) == 1);
        const std::string before = queue();
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        QCOMPARE(answer, 'y');
        QVERIFY2(before.find("RUNNING") != std::string::npos, before.c_str());
        QVERIFY2(queueIsEmpty(), queue().c_str());
        ::close(ready[0]);
        ::close(ready[1]);
    }
};

QTEST_GUILESS_MAIN(TestSlurm)
#include "tst_slurm.moc"
