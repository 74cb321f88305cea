// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Processes, counters, files and facts of a node without the agent, with scripts in the places of its programs.

#include "tests/core/agentless/plain_node.h"

using namespace millrace;
using namespace millrace::test;
using namespace std::chrono_literals;

namespace {

Command sh(const std::string& text)
{
    return {{"/bin/sh", "-c", text}, {}, {}};
}

} // namespace

class TestPlainNode : public QObject
{
    Q_OBJECT

    std::optional<PlainNode> m_node;

    PlainNode& node() { return *m_node; }
    Reports& reports() { return m_node->reports; }
    void start(const std::vector<std::string>& variables = {})
    {
        const auto started = node().start(false, variables);
        QVERIFY2(started, started ? "" : started.error().text().c_str());
    }
    void awaitExits(std::size_t count) { QTRY_COMPARE(reports().count(reports().exits), count); }

private Q_SLOTS:
    void init() { m_node.emplace(); }
    void cleanup() { m_node.reset(); }

    /// The process does not lead its group yet: `setsid` takes a while.
    void aSignalRightAfterTheStart()
    {
        node().program("setsid", "[ -e $D/slow ] && /bin/sleep 0.2; exec /usr/bin/setsid \"$@\"");
        start();
        QVERIFY(writeFileAtomically(node().path("slow"), ""));
        std::vector<agent::ProcessId> ids;
        for (const int signal : {SIGKILL, SIGTERM}) {
            const auto started = node()->startProcess(sh("exec /bin/sleep 60"), soon());
            QVERIFY2(started, started ? "" : started.error().text().c_str());
            ids.push_back(started->process);
            const auto sent = node()->signalProcess(started->process, signal, soon());
            QVERIFY2(sent, sent ? "" : sent.error().text().c_str());
        }
        awaitExits(2);
        for (const agent::ProcessExit& exit : reports().exits) // in any order
            QCOMPARE(exit.status.signal, exit.process == ids[0] ? SIGKILL : SIGTERM);
    }

    void signalsToNobody()
    {
        start();
        const auto started = node()->startProcess(sh("exit 0"), soon());
        QVERIFY(started);
        awaitExits(1);
        QCOMPARE(node()->signalProcess(started->process, SIGTERM, soon()).error().code, ErrorCode::NotFound);
        QCOMPARE(node()->signalProcess(started->process, 0, soon()).error().code, ErrorCode::InvalidInput);
        QCOMPARE(node()->signalProcess(agent::ProcessId{77}, SIGTERM, soon()).error().code, ErrorCode::NotFound);
        QCOMPARE(node()->stopProcess(agent::ProcessId{77}, 1s, soon()).error().code, ErrorCode::NotFound);
        QCOMPARE(node()->stopProcess(started->process, -1s, soon()).error().code, ErrorCode::InvalidInput);
        QCOMPARE(*node()->stopProcess(started->process, 1s, soon()), ExitStatus());
    }

    void environmentFolderAndTemporaryFiles()
    {
        start();
        const std::string folder = *node()->openWork("", soon());
        QVERIFY(node()->putFile("in/here/file", "x", false, soon()));
        Command command = sh("echo \"$A $(pwd) $TMPDIR\"");
        command.environment = {{"A", "it's"}};
        QVERIFY(node()->startProcess(command, soon()));
        awaitExits(1);
        command.folder = "in/here";
        command.environment.emplace_back("TMPDIR", "/own");
        QVERIFY(node()->startProcess(command, soon()));
        awaitExits(2);
        QCOMPARE(reports().lines[0].text, "it's " + folder + " " + folder + "/.millrace/tmp");
        QCOMPARE(reports().lines[1].text, "it's " + folder + "/in/here /own");
        command.folder = "none";
        const auto none = node()->startProcess(command, soon());
        QVERIFY(!none && none.error().code == ErrorCode::NotFound);
        QVERIFY2(says(none.error(), folder + "/none cannot be used: "), none.error().text().c_str());
        command.folder = "../out";
        QCOMPARE(node()->startProcess(command, soon()).error().code, ErrorCode::InvalidInput);
        QCOMPARE(node()->startProcess({{}, {}, {}}, soon()).error().code, ErrorCode::InvalidInput);
        QTRY_COMPARE(node()->health(soon())->processes, std::int64_t(0)); // those that did not start do not count
    }

    void stoppedPolitelyAndCounted()
    {
        start();
        const auto started = node()->startProcess(
            sh("trap 'echo bye; exit 5' TERM; echo on; while :; do /bin/sleep 0.02; done"), soon());
        QTRY_COMPARE(reports().count(reports().lines), std::size_t(1));
        QCOMPARE(node()->health(soon())->processes, std::int64_t(1));
        const auto status = node()->stopProcess(started->process, 2s, soon());
        QVERIFY2(status, status ? "" : status.error().text().c_str());
        QCOMPARE(status->exitCode, 5);
        QVERIFY(std::ranges::count(reports().lines, std::string("bye"), &agent::ProcessLine::text) == 1);
    }

    void theShellAroundAProcessIsKilled()
    {
        start();
        QVERIFY(node()->startProcess(sh("/bin/sleep 0.1; kill -9 $PPID"), soon()));
        awaitExits(1);
        QCOMPARE(reports().exits.front().status.signal, SIGKILL);
    }

    void countersAndSockets()
    {
        node().program(
            "ss", "printf 'ESTAB 0 0 10.0.0.1:5000 10.0.0.2:6000\\n\\t cubic rtt:2.5/0.5 cwnd:10 bytes_acked:900\\n'");
        start();
        agent::SamplingSpec spec;
        spec.interval = 100ms;
        spec.tcp = true;
        spec.ports = {5000, 5000};
        const auto sampling = node()->startSampling(spec, soon());
        QVERIFY2(sampling, sampling ? "" : sampling.error().text().c_str());
        QTRY_VERIFY(reports().count(reports().samples) >= 2);
        const auto end = node()->stopSampling(*sampling, soon());
        QVERIFY(end && end->taken >= 2);
        QCOMPARE(node()->stopSampling(*sampling, soon()).error().code, ErrorCode::NotFound);
        const agent::Sample& first = reports().samples.front();
        QVERIFY(first.machine && !first.interfaces.empty() && first.availableMemory > 0);
        QCOMPARE(first.peers.front().ackedBytes, std::uint64_t(900));
    }

    void countersThatCannotBeRead()
    {
        node().program("head", "[ \"$3\" = /proc/stat ] && exec echo 'nothing to be read'; exec /usr/bin/head \"$@\"");
        start();
        agent::SamplingSpec spec;
        spec.interval = 1ms;
        QCOMPARE(node()->startSampling(spec, soon()).error().code, ErrorCode::InvalidInput);
        spec.interval = 100ms;
        for (int i = 0; i < 6; ++i) { // none of them takes the place of another
            const auto unread = node()->startSampling(spec, soon());
            QVERIFY(!unread && !says(unread.error(), "samplings at most"));
        }
        spec.machine = false;
        for (int i = 0; i < 4; ++i)
            QVERIFY(node()->startSampling(spec, soon()));
        const auto fifth = node()->startSampling(spec, soon());
        QVERIFY(!fifth && says(fifth.error(), "a node has 4 samplings at most"));
    }

    /// As of busybox.
    void aDateWithoutNanoseconds()
    {
        node().program("date", "echo \"${1%%%*}1732400000N\" | tr -d +");
        start();
        const auto clock = node()->compareClock(2, soon());
        QVERIFY2(clock, clock ? "" : clock.error().text().c_str());
        QVERIFY(std::chrono::abs(*clock->offset) < 1s);
        agent::SamplingSpec spec;
        spec.interval = 100ms;
        const auto sampling = node()->startSampling(spec, soon());
        QVERIFY(sampling);
        QVERIFY(std::chrono::abs(reports().samples.front().wall - wallNow()) < 5s);
    }

    void filesThatCannotBeWritten()
    {
        start();
        QVERIFY(node()->putFile("file", "x", false, soon()));
        const auto below = node()->putFile("file/below", "x", false, soon());
        QVERIFY(!below);
        QVERIFY2(says(below.error(), "writing ") && says(below.error(), "here: mkdir: "), below.error().text().c_str());
        node().program("sha256sum", "echo 0000");
        const auto damaged = node()->putFile("other", "x", false, soon());
        QVERIFY(!damaged);
        QVERIFY2(says(damaged.error(), "finishing ") && says(damaged.error(), "it came damaged"),
                 damaged.error().text().c_str());
        node().program("cat", "echo 'cat: write error: No space left on device' >&2; exit 1");
        const auto full = node()->putFile("full", "x", false, soon());
        QVERIFY(!full);
        QCOMPARE(full.error().code, ErrorCode::DiskFull);
        node().program("cat", "echo 'cat: full: Permission denied' >&2; exit 1");
        QCOMPARE(node()->putFile("denied", "x", false, soon()).error().code, ErrorCode::Denied);
        node().program("cat", "exit 1");
        const auto wordless = node()->putFile("wordless", "x", false, soon());
        QVERIFY2(says(wordless.error(), "a command failed without a word"), wordless.error().text().c_str());
        node().program("tail", "echo 'tail: read error' >&2; exit 1");
        const auto unread = node()->readFile("file", 10, soon());
        QVERIFY(!unread || unread->empty());
        node().program("cat", "exec /bin/cat \"$@\"");
    }

    void facts()
    {
        node().program(
            "ip",
            "echo '[{\"ifname\":\"eth7\",\"mtu\":9000,\"flags\":[\"UP\"],\"addr_info\":[{\"family\":\"inet\","
            "\"local\":\"10.0.0.7\",\"prefixlen\":24},{\"family\":\"inet6\"}]},{\"no\":\"name\"}]'");
        node().program("ss", "printf 'LISTEN 0 128 0.0.0.0:4000 0.0.0.0:*\\nLISTEN 0 128 [::]:9 [::]:*\\n'");
        node().program("tc", "true");
        start();
        cluster::PreflightQuestion question;
        question.address = "10.0.0.7";
        question.firstPort = 3990;
        question.lastPort = 4010;
        const auto facts = node()->preflight(question, soon());
        QVERIFY2(facts, facts ? "" : facts.error().text().c_str());
        QCOMPARE(facts->interface, std::string("eth7"));
        QCOMPARE(facts->usedPorts, std::vector<int>{4000});
        QCOMPARE(facts->nics.size(), std::size_t(1));
        QCOMPARE(facts->nics.front().addresses, std::vector<std::string>{"10.0.0.7/24"});
        QVERIFY(facts->nics.front().up && facts->nics.front().mtu == 9000);
        QVERIFY(facts->folderWritable && facts->freeBytes > 0 && facts->processors > 0);
        const auto snapshot = node()->snapshot(soon());
        QVERIFY(snapshot && snapshot->at("interfaces").at(0).at("name") == "eth7");
        QCOMPARE(snapshot->at("load").size(), std::size_t(3));
        QVERIFY(!facts->congestionControls.empty());
        for (const std::string& name : facts->congestionControls)
            QVERIFY2(std::ranges::all_of(name, [](char c) { return c > ' ' && c < 127; }), name.c_str());
        QVERIFY(node()->reachPeers("10.0.0.7", 1500, {"10.0.0.8"}, soon())->empty());
        node().program("ip", "echo nonsense");
        QVERIFY(node()->preflight(question, soon())->nics.empty());
    }

    void theDelayByPing()
    {
        node().program("ping",
                       "printf '%s\n' \"$*\" >>$D/asked\ncase $* in *'-i 0.02'*) exit 2;; esac\n"
                       "for t in 3.0 1.0 2.0; do echo \"64 bytes from 10.0.0.2: icmp_seq=1 ttl=64 time=$t ms\"; done");
        start();
        probe::DelaySpec spec;
        spec.responder.address = "10.0.0.2";
        spec.packets = 4;
        const auto report = node()->probeDelay(spec, soon());
        QVERIFY2(report, report ? "" : report.error().text().c_str());
        QCOMPARE(report->roundTrips, (std::vector<Nanoseconds>{3ms, 1ms, 2ms}));
        QVERIFY(report->roundTrip.median == 2ms && report->lost == 1 && report->sent == 4);
        QCOMPARE(int(std::ranges::count(node().read("asked"), '\n')), 2); // older ones want longer intervals
        node().program("ping", "exit 1");
        QCOMPARE(node()->probeDelay(spec, soon()).error().code, ErrorCode::Unreachable);
        node().program("ping", "echo 'ping: socket: Operation not permitted' >&2; exit 2");
        const auto denied = node()->probeDelay(spec, soon());
        QVERIFY(!denied && denied.error().code == ErrorCode::Unsupported);
        QVERIFY2(says(denied.error(), "Operation not permitted"), denied.error().text().c_str());
        for (const Error& error :
             {node()->probeLoss({}, soon()).error(), node()->probeRate({}, soon()).error(),
              node()->startResponder({}, soon()).error(), node()->stopResponder({}, soon()).error()})
            QCOMPARE(error.code, ErrorCode::Unsupported);
    }

    void nodesThatCannotBeUsed()
    {
        node().program("mkdir", "echo 'mkdir: cannot create directory: No space left on device' >&2; exit 1");
        const auto full = node().start();
        QVERIFY(!full && full.error().code == ErrorCode::DiskFull);
        QVERIFY2(says(full.error(), "using here without the agent"), full.error().text().c_str());
        for (const char* program : {"setsid", "grep", "sed", "sleep", "cat", "tail", "head", "wc"})
            node().program(program, "true");
        const auto poor = node().start(false, {}, "/nonexistent");
        QVERIFY(!poor && poor.error().code == ErrorCode::Unsupported);
        QVERIFY2(says(poor.error(), "the program mkfifo is missing there; install it"), poor.error().text().c_str());
    }

    void foldersAreThoseOfTheUserThere()
    {
        std::filesystem::create_directories(node().path("home"));
        for (const auto& [asked, made] :
             {std::pair("", "cache/millrace/runs"), std::pair("~", "home"), std::pair("~/deep/er", "home/deep/er")}) {
            const auto host = std::make_shared<LocalHost>(
                "here",
                std::vector<std::string>{"/usr/bin/env", "HOME=" + node().path("home").string(),
                                         "XDG_CACHE_HOME=" + node().path("cache").string()});
            auto made_ = agentless::makeAgentlessNode(host, {asked, "1", false}, {}, soon());
            QVERIFY2(made_, made_ ? "" : made_.error().text().c_str());
            const std::string folder = *(*made_)->openWork("", soon());
            QVERIFY2(folder.starts_with(node().path(made).string() + "/plain-"), folder.c_str());
            QVERIFY((*made_)->close(soon()));
            QVERIFY(!std::filesystem::exists(folder));
        }
    }
};

QTEST_GUILESS_MAIN(TestPlainNode)
#include "tst_plain_node.moc"
