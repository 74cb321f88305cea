// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/summary_codec.h"
#include "program_agent.h"

#include <QtTest>
#include <csignal>
#include <unistd.h>

using namespace millrace;
using namespace millrace::agent;
using namespace std::chrono_literals;

namespace {

std::uint64_t packetsIn(const std::filesystem::path& file)
{
    const auto output = runCommand({{"capinfos", "-McTm", file.string()}, {}, {}}, soon());
    if (!output || !output->succeeded())
        return ~std::uint64_t(0);
    return static_cast<std::uint64_t>(std::atoll(output->out.substr(output->out.rfind(',') + 1).c_str()));
}

} // namespace

/// Recordings by an agent in a network namespace of its own.
class TestAgentCapture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        ::signal(SIGPIPE, SIG_IGN);
        if (::geteuid() != 0)
            QSKIP("making a network namespace needs root");
        m_folder.emplace(*TemporaryFolder::make("mr-agent-capture"));
    }

    void init()
    {
        m_record = std::make_unique<Record>();
        auto agent = NodeAgent::start(m_host, serveCommand(), "test", m_record->events(), soon());
        QVERIFY2(agent, agent ? "" : agent.error().text().c_str());
        m_agent = *std::move(agent);
        QVERIFY(run("ip link set lo up"));
        m_spec = {};
        m_spec.interface = "lo";
        m_spec.filter = "icmp";
        m_spec.file = m_folder->path() / (std::string(QTest::currentTestFunction()) + ".pcap");
        m_spec.keepFree = 0;
    }

    void cleanup() { m_agent.reset(); }

    void recordsBetweenStartAndStop()
    {
        QVERIFY(ping(3));
        const auto id = m_agent->startCapture(m_spec, soon());
        QVERIFY2(id, id ? "" : id.error().text().c_str());
        QVERIFY(ping(50));
        const auto running = m_agent->captureStatus(*id, soon());
        QVERIFY(running && running->running);
        const auto stopped = m_agent->stopCapture(*id, soon());
        QVERIFY2(stopped, stopped ? "" : stopped.error().text().c_str());
        QVERIFY(ping(3));
        QVERIFY(!stopped->running && stopped->reason.empty());
        QCOMPARE(stopped->counts.writtenPackets, std::uint64_t(100));
        QCOMPARE(stopped->counts.droppedByKernel, std::uint64_t(0));
        QCOMPARE(stopped->files, std::vector{m_spec.file});
        QCOMPARE(packetsIn(m_spec.file), std::uint64_t(100));
        const auto again = m_agent->stopCapture(*id, soon());
        QVERIFY(again && *again == *stopped);
        QVERIFY(m_agent->removeCapture(*id, soon()));
        QVERIFY(!std::filesystem::exists(m_spec.file));
        QCOMPARE(m_agent->captureStatus(*id, soon()).error().code, ErrorCode::NotFound);
    }

    void blocksMakeTheFile()
    {
        const auto id = m_agent->startCapture(m_spec, soon());
        QVERIFY(id);
        QVERIFY(ping(20));
        QCOMPARE(m_agent->readCapture(*id, 0, 0, 100, soon()).error().code, ErrorCode::InvalidInput);
        QVERIFY(m_agent->stopCapture(*id, soon()));
        const auto whole = readFile(m_spec.file);
        QVERIFY(whole && whole->size() > 3000);
        std::string fetched;
        for (;;) {
            const auto block = m_agent->readCapture(*id, 0, fetched.size(), 777, soon());
            QVERIFY2(block, block ? "" : block.error().text().c_str());
            QCOMPARE(block->fileBytes, std::uint64_t(whole->size()));
            if (block->bytes.empty())
                break;
            fetched += block->bytes;
        }
        QVERIFY(fetched == *whole);
        QCOMPARE(m_agent->readCapture(*id, 1, 0, 100, soon()).error().code, ErrorCode::NotFound);
    }

    void theAnalysisTravelsAsAFile()
    {
        const auto id = m_agent->startCapture(m_spec, soon());
        QVERIFY(id && ping(20));
        QVERIFY(!m_agent->analyseCapture(*id, soon()));
        QVERIFY(m_agent->stopCapture(*id, soon()));
        const auto number = m_agent->analyseCapture(*id, soon());
        QVERIFY2(number, number ? "" : number.error().text().c_str());
        QCOMPARE(*number, std::size_t(1));
        QVERIFY(m_agent->analyseCapture(*id, soon()).value_or(9) == 1);
        const auto block = m_agent->readCapture(*id, *number, 0, 1 << 20, soon());
        QVERIFY(block && block->bytes.size() == block->fileBytes);
        const auto summary = analysis::decodeSummary(block->bytes);
        QVERIFY2(summary, summary ? "" : summary.error().text().c_str());
        QCOMPARE(summary->packets.all, std::uint64_t(40));
        QVERIFY(m_agent->removeCapture(*id, soon()));
        QVERIFY(!std::filesystem::exists(m_spec.file.string() + ".summary"));
    }

    void aFolderOfItsOwnGoesWithTheAgent()
    {
        m_spec.file.clear();
        m_spec.interface.clear();
        QVERIFY(run("ip link add d0 type veth peer name d1 && ip link set d1 up && ip addr add 10.5.0.1/24 dev d0 && "
                    "ip link set d0 up"));
        m_spec.filter = "arp";
        const auto id = m_agent->startCapture(m_spec, soon());
        QVERIFY2(id, id ? "" : id.error().text().c_str());
        QVERIFY(run("ping -c 1 -W 1 10.5.0.2; true"));
        const auto stopped = m_agent->stopCapture(*id, soon());
        QVERIFY(stopped && stopped->files.size() == 1);
        QCOMPARE(stopped->interface, std::string("d0"));
        QVERIFY(stopped->counts.writtenPackets > 0);
        QCOMPARE(packetsIn(stopped->files.front()), stopped->counts.writtenPackets);
        QVERIFY(m_agent->close(soon()));
        QVERIFY(!std::filesystem::exists(stopped->files.front().parent_path()));
    }

    void theEndOfTheAgentLeavesAWholeFile()
    {
        QVERIFY(m_agent->startCapture(m_spec, soon()));
        QVERIFY(ping(40));
        QVERIFY(m_agent->close(soon()));
        QCOMPARE(packetsIn(m_spec.file), std::uint64_t(80));
        QVERIFY(!std::filesystem::exists(m_spec.file.string() + ".part"));
    }

    void aKilledAgentLeavesNothing()
    {
        const auto id = m_agent->startCapture(m_spec, soon());
        QVERIFY(id);
        QVERIFY(ping(40));
        const auto folder = m_folder->path();
        const auto pid = m_agent->client().identity().pid;
        QVERIFY(::kill(static_cast<pid_t>(pid), SIGKILL) == 0);
        QVERIFY(m_record->wait([&] { return m_record->losses.size() == 1; }));
        QVERIFY(waitUntil([&] { return !isAlive(pid); }, 5s));
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            QVERIFY2(!entry.path().filename().string().starts_with("aKilled"), entry.path().c_str());
    }

    void whatCannotBe()
    {
        m_spec.filter = "icmq";
        const auto filter = m_agent->startCapture(m_spec, soon());
        QVERIFY(!filter);
        QCOMPARE(filter.error().code, ErrorCode::InvalidInput);
        QVERIFY(filter.error().text().find("\"icmq\"") != std::string::npos);
        m_spec.interface = "eth77";
        QCOMPARE(m_agent->startCapture(m_spec, soon()).error().code, ErrorCode::NotFound);
        m_spec.interface.clear(); // nothing is up but the loopback
        QCOMPARE(m_agent->startCapture(m_spec, soon()).error().code, ErrorCode::NotFound);
        QCOMPARE(m_agent->stopCapture(CaptureId{7}, soon()).error().code, ErrorCode::NotFound);
    }

private:
    bool run(const std::string& script)
    {
        const auto started = m_agent->startProcess(shell(script), soon());
        if (!started)
            return false;
        const ProcessExit* end = nullptr;
        const bool ended = m_record->wait([&] {
            for (const ProcessExit& exit : m_record->exits)
                if (exit.process == started->process)
                    end = &exit;
            return end != nullptr;
        });
        return ended && end->status.succeeded();
    }

    /// Each is two packets on the loopback interface.
    bool ping(int count) { return run(fmt::format("ping -c {} -i 0.002 127.0.0.1 >/dev/null", count)); }

    LocalHost m_host{"there", {"unshare", "-n"}};
    std::optional<TemporaryFolder> m_folder;
    std::unique_ptr<Record> m_record;
    std::unique_ptr<NodeAgent> m_agent;
    capture::CaptureSpec m_spec;
};

QTEST_APPLESS_MAIN(TestAgentCapture)
#include "tst_agent_capture.moc"
