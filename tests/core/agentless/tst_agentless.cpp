// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agentless/agentless.h"
#include "core/agentless/socket_text.h"
#include "core/base/file_io.h"
#include "core/base/local_host.h"
#include "core/base/process.h"

#include <QtTest>
#include <csignal>
#include <filesystem>
#include <thread>

using namespace millrace;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

/// What the node reported, from its thread.
struct Heard
{
    std::mutex mutex;
    std::vector<agent::ProcessLine> lines;
    std::vector<agent::ProcessExit> exits;
    std::vector<agent::Sample> samples;
    std::optional<Error> lost;

    agent::NodeCallbacks events()
    {
        const auto locked = [this](auto what) {
            return [this, what](const auto& value) {
                const std::lock_guard lock(mutex);
                what(value);
            };
        };
        return {locked([this](const agent::ProcessLine& line) { lines.push_back(line); }),
                locked([this](const agent::ProcessExit& exit) { exits.push_back(exit); }),
                locked([this](const agent::SampleBatch& batch) {
                    samples.insert(samples.end(), batch.samples.begin(), batch.samples.end());
                }),
                {},
                locked([this](const Error& error) { lost = error; })};
    }
    template <typename T>
    std::size_t count(const std::vector<T>& all)
    {
        const std::lock_guard lock(mutex);
        return all.size();
    }
    bool isLost()
    {
        const std::lock_guard lock(mutex);
        return lost.has_value();
    }
};

Command sh(const std::string& text)
{
    return {{"/bin/sh", "-c", text}, {}, {}};
}

/// Processes whose command line holds this text.
int running(const std::string& text)
{
    const auto output = runCommand({{"pgrep", "-c", "-f", text}, {}, {}}, deadlineIn(10s));
    return output ? std::atoi(output->out.c_str()) : -1;
}

} // namespace

/// The agent that works by plain commands, with this machine as its node.
class TestAgentless : public QObject
{
    Q_OBJECT

    std::optional<TemporaryFolder> m_folder;
    std::unique_ptr<Heard> m_heard;
    std::unique_ptr<agent::NodeAgent> m_node;

    void start()
    {
        auto node = agentless::makeAgentlessNode(std::make_shared<LocalHost>("here"), {m_folder->path().string(), "1"},
                                                 m_heard->events(), deadlineIn(20s));
        QVERIFY2(node.has_value(), node ? "" : node.error().text().c_str());
        m_node = *std::move(node);
    }

private Q_SLOTS:
    void init()
    {
        std::signal(SIGPIPE, SIG_IGN);
        m_folder.emplace(*TemporaryFolder::make("mr-agentless-"));
        m_heard = std::make_unique<Heard>();
    }

    void cleanup()
    {
        if (m_node)
            QVERIFY(m_node->close(deadlineIn(30s)).has_value());
        m_node.reset();
        QVERIFY(fs::is_empty(m_folder->path()));
    }

    void linesOfBothOutputsAndTheExit()
    {
        start();
        const auto started = m_node->startProcess(sh("echo \"one $X\"; echo two >&2; printf 'no end'; i=0; while [ $i "
                                                     "-lt 300000 ]; do i=$((i+1)); done; exit 3"),
                                                  deadlineIn(10s));
        QVERIFY2(started.has_value(), started ? "" : started.error().text().c_str());
        QTRY_COMPARE_WITH_TIMEOUT(m_heard->count(m_heard->exits), std::size_t(1), 20'000);
        QCOMPARE(m_heard->exits[0].status, (ExitStatus{3, 0}));
        QVERIFY(m_heard->exits[0].cpu > 10ms);
        QCOMPARE(m_heard->lines.size(), std::size_t(3));
        std::vector<std::string> out;
        for (const auto& line : m_heard->lines) {
            if (line.stream == agent::OutputStream::Output)
                out.push_back(line.text);
            else
                QCOMPARE(line.text, std::string("two"));
            QVERIFY(std::chrono::abs(line.wall - wallNow()) < 30s);
        }
        QCOMPARE(out, (std::vector<std::string>{"one ", "no end"}));
    }

    void aProgramThatIsNotThere()
    {
        start();
        const auto started = m_node->startProcess({{"no-such-program"}, {}, {}}, deadlineIn(10s));
        QVERIFY(!started);
        QCOMPARE(started.error().code, ErrorCode::NotFound);
    }

    void whatHasLeftItsGroupIsEndedToo()
    {
        start();
        const auto started = m_node->startProcess(
            sh("setsid sh -c 'trap \"\" TERM; while :; do sleep 7.31; done' & setsid sleep 731.1 & echo go; wait"),
            deadlineIn(10s));
        QVERIFY(started.has_value());
        QTRY_COMPARE_WITH_TIMEOUT(m_heard->count(m_heard->lines), std::size_t(1), 10'000);
        const auto status = m_node->stopProcess(started->process, 500ms, deadlineIn(30s));
        QVERIFY2(status.has_value(), status ? "" : status.error().text().c_str());
        QCOMPARE(status->signal, SIGTERM);
        QCOMPARE(m_heard->count(m_heard->exits), std::size_t(1));
        QCOMPARE(running("sleep 73[1].1|sleep 7[.]31"), 0);
    }

    void aSignalReachesTheGroup()
    {
        start();
        const auto started = m_node->startProcess(sh("exec sleep 60"), deadlineIn(10s));
        QVERIFY(m_node->signalProcess(started->process, SIGKILL, deadlineIn(10s)).has_value());
        QTRY_COMPARE_WITH_TIMEOUT(m_heard->count(m_heard->exits), std::size_t(1), 10'000);
        QCOMPARE(m_heard->exits[0].status, (ExitStatus{0, SIGKILL}));
        QVERIFY(!m_node->signalProcess(started->process, SIGTERM, deadlineIn(10s)));
    }

    /// Some are killed before they have opened their outputs.
    void anExitIsSeenHoweverEarly()
    {
        start();
        for (std::size_t round = 1; round <= 20; ++round) {
            const auto started = m_node->startProcess(sh("exec sleep 60"), deadlineIn(10s));
            QVERIFY(started && m_node->signalProcess(started->process, SIGKILL, deadlineIn(10s)));
            QTRY_COMPARE_WITH_TIMEOUT(m_heard->count(m_heard->exits), round, 10'000);
        }
    }

    void closingEndsWhatRuns()
    {
        start();
        QVERIFY(m_node->startProcess(sh("setsid sleep 732.2 & sleep 732.2"), deadlineIn(10s)).has_value());
        QTRY_VERIFY_WITH_TIMEOUT(running("^sleep 732[.]2") == 2, 5000);
        QVERIFY(m_node->close(deadlineIn(30s)).has_value());
        m_node.reset();
        QCOMPARE(running("sleep 732[.]2"), 0);
    }

    void theShellOnTheNodeIsKilled()
    {
        start();
        QVERIFY(m_node->startProcess(sh("sleep 733.3"), deadlineIn(10s)).has_value());
        QTRY_VERIFY_WITH_TIMEOUT(running("^sleep 733[.]3") == 1, 5000);
        // The first shell alone; the second one has the folder below this one in its arguments too, but leads a
        // session.
        const auto killed =
            runCommand(sh("for p in $(pgrep -f 'sh " + m_folder->path().string()
                          + " '); do [ \"$(ps -o sid= -p $p | tr -d ' ')\" != $p ] && kill -9 $p; done; true"),
                       deadlineIn(10s));
        QVERIFY(killed.has_value());
        QTRY_VERIFY_WITH_TIMEOUT(m_heard->isLost(), 15'000);
        // A killed child of this process keeps its number, so that only the missing beats tell.
        QTRY_VERIFY_WITH_TIMEOUT(running("sleep 733[.]3") == 0, 45'000);
        QTRY_VERIFY_WITH_TIMEOUT(fs::is_empty(m_folder->path()), 20'000);
        m_node.reset();
    }

    void filesComeAndGo()
    {
        start();
        const auto folder = m_node->openWork("", deadlineIn(10s));
        QVERIFY(folder.has_value());
        std::string bytes(9 << 20, '\0');
        for (std::size_t i = 0; i < bytes.size(); ++i)
            bytes[i] = static_cast<char>(i * 7919 >> 3);
        const auto put = m_node->putFile("a b/c'd.bin", bytes, true, deadlineIn(60s));
        QVERIFY2(put.has_value(), put ? "" : put.error().text().c_str());
        QVERIFY(*readFile(fs::path(*folder) / "a b/c'd.bin") == bytes);
        const auto back = m_node->readFile("a b/c'd.bin", 64 << 20, deadlineIn(60s));
        QVERIFY2(back.has_value(), back ? "" : back.error().text().c_str());
        QVERIFY(*back == bytes);
        const auto list = m_node->listFiles(deadlineIn(10s));
        QCOMPARE(list->size(), std::size_t(1));
        QCOMPARE(list->front().path, std::string("a b/c'd.bin"));
        QCOMPARE(list->front().bytes, std::uint64_t(bytes.size()));
        QVERIFY(!m_node->putFile("../x", "x", false, deadlineIn(10s)));
        QVERIFY(!m_node->putFile(".millrace/beat", "x", false, deadlineIn(10s)));
        QCOMPARE(m_node->readFile("none", 10, deadlineIn(10s)).error().code, ErrorCode::NotFound);
    }

    void countersAreSampled()
    {
        start();
        agent::SamplingSpec spec;
        spec.interval = 200ms;
        const auto sampling = m_node->startSampling(spec, deadlineIn(10s));
        QVERIFY2(sampling.has_value(), sampling ? "" : sampling.error().text().c_str());
        std::this_thread::sleep_for(2s);
        const auto end = m_node->stopSampling(*sampling, deadlineIn(10s));
        QVERIFY2(end.has_value(), end ? "" : end.error().text().c_str());
        QVERIFY(end->taken >= 3);
        QCOMPARE(m_heard->count(m_heard->samples), std::size_t(end->taken));
        const auto& first = m_heard->samples.front();
        const auto& last = m_heard->samples.back();
        QVERIFY(std::ranges::any_of(first.interfaces, [](const auto& each) { return each.name == "lo"; }));
        QVERIFY(first.machine.has_value());
        QVERIFY(first.availableMemory > 0);
        QVERIFY(last.wall - first.wall > 1500ms);
        QVERIFY(last.machine->idle + last.machine->user + last.machine->system
                > first.machine->idle + first.machine->user + first.machine->system);
    }

    void packetsAreRecorded()
    {
        if (::geteuid() != 0)
            QSKIP("recording needs root");
        start();
        capture::CaptureSpec spec;
        spec.interface = "lo";
        spec.filter = "udp port 39517";
        spec.keepFree = 0;
        const auto capture = m_node->startCapture(spec, deadlineIn(20s));
        QVERIFY2(capture.has_value(), capture ? "" : capture.error().text().c_str());
        QVERIFY(runCommand({{"bash", "-c", "for i in 1 2 3 4 5; do echo x >/dev/udp/127.0.0.1/39517; done"}, {}, {}},
                           deadlineIn(10s))
                    .has_value());
        const auto status = m_node->stopCapture(*capture, deadlineIn(20s));
        QVERIFY2(status.has_value(), status ? "" : status.error().text().c_str());
        QVERIFY(!status->running);
        QCOMPARE(status->reason, std::string());
        // Some of the five may be refused, once the first has been answered by "port unreachable".
        QVERIFY(status->counts.writtenPackets >= 1);
        QCOMPARE(status->counts.droppedByKernel, std::uint64_t(0));
        const auto block = m_node->readCapture(*capture, 0, 0, 1 << 20, deadlineIn(10s));
        QVERIFY(block.has_value());
        QCOMPARE(block->bytes.size(), std::size_t(status->counts.writtenBytes));
        QCOMPARE(static_cast<unsigned char>(block->bytes[0]), static_cast<unsigned char>(0xd4));
        QCOMPARE(m_node->analyseCapture(*capture, deadlineIn(10s)).error().code, ErrorCode::Unsupported);
        QVERIFY(m_node->removeCapture(*capture, deadlineIn(10s)).has_value());
        QVERIFY(!fs::exists(status->files.front()));
        spec.interface = "nosuch0";
        QCOMPARE(m_node->startCapture(spec, deadlineIn(20s)).error().code, ErrorCode::NotFound);
    }

    void theNodeTellsAboutItself()
    {
        start();
        const auto snapshot = m_node->snapshot(deadlineIn(20s));
        QVERIFY2(snapshot.has_value(), snapshot ? "" : snapshot.error().text().c_str());
        QVERIFY(snapshot->at("memory_bytes").get<std::uint64_t>() > 1'000'000);
        cluster::PreflightQuestion question;
        question.interface = "lo";
        question.folder = m_folder->path().string();
        const auto facts = m_node->preflight(question, deadlineIn(30s));
        QVERIFY2(facts.has_value(), facts ? "" : facts.error().text().c_str());
        QCOMPARE(facts->interface, std::string("lo"));
        QCOMPARE(facts->root, ::geteuid() == 0);
        QVERIFY(facts->folderWritable);
        QVERIFY(facts->freeBytes > 0);
        QVERIFY(facts->processors > 0);
        QVERIFY(std::chrono::abs(*facts->clock.offset) < 100ms);
        QCOMPARE(m_node->probeLoss({}, deadlineIn(5s)).error().code, ErrorCode::Unsupported);
    }

    void aFolderThatCannotBeMade()
    {
        const auto node =
            agentless::makeAgentlessNode(std::make_shared<LocalHost>("here"), {"/proc/none", "1"}, {}, deadlineIn(20s));
        QVERIFY(!node);
        QVERIFY(node.error().text().find("/proc/none") != std::string::npos);
    }

    void socketsOfSs()
    {
        const auto peers = agentless::parseSockets(
            "State Recv-Q Send-Q Local Address:Port Peer Address:PortProcess\n"
            "ESTAB 0 0 10.0.0.1:5000 10.0.0.2:6000\n"
            "\t cubic wscale:7,7 rto:204 rtt:2.5/0.5 mss:1448 cwnd:10 bytes_sent:1000 bytes_retrans:100 "
            "bytes_acked:900 bytes_received:7 delivery_rate 8000bps unacked:3 retrans:0/2\n"
            "ESTAB 0 0 [::ffff:10.0.0.1]:5000 [::ffff:10.0.0.2]:6001\n"
            "\t bbr rtt:1.5/0.5 cwnd:20 bytes_acked:100 delivery_rate 800bps\n"
            "ESTAB 0 0 10.0.0.1:22 10.0.0.3:7000\n\t cubic rtt:9/1\n"
            "rubbish\n\t more:rubbish\n",
            {5000, 5000});
        QCOMPARE(peers.size(), std::size_t(1));
        const counters::PeerTcp& peer = peers.front();
        QCOMPARE(peer.address, std::string("10.0.0.2"));
        QCOMPARE(peer.sockets, 2U);
        QCOMPARE(peer.ackedBytes, std::uint64_t(1000));
        QCOMPARE(peer.retransmittedBytes, std::uint64_t(100));
        QCOMPARE(peer.retransmissions, std::uint64_t(2));
        QCOMPARE(peer.unackedSegments, std::uint64_t(3));
        QCOMPARE(peer.minimumRtt.count(), 1'500'000);
        QCOMPARE(peer.meanRtt.count(), 2'000'000);
        QCOMPARE(peer.meanWindow, 15.0);
        QCOMPARE(peer.deliveryRate, 1100.0);
        QCOMPARE(peer.congestionControl, std::string("cubic,bbr"));
    }
};

QTEST_GUILESS_MAIN(TestAgentless)
#include "tst_agentless.moc"
