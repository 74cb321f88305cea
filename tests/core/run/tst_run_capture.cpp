// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/fakes/run_story.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::run;
using namespace millrace::test;
using namespace std::chrono_literals;
using store::RunState;
using store::Verdict;

namespace {

/// A recording without packets.
std::string emptyPcap()
{
    const unsigned char head[24] = {0xd4, 0xc3, 0xb2, 0xa1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0};
    return {reinterpret_cast<const char*>(head), sizeof head};
}

struct CaptureStory : RunStory
{
    explicit CaptureStory(StoryStore& store) : RunStory(store)
    {
        plan.capture.enabled = true;
        plan.captureFolder = *store.artefacts.folder().incoming();
        for (const int rank : {0, 1}) {
            goodWorker(rank, 3);
            FakeMachine& node = machine(rank);
            node.recording = emptyPcap();
            node.recorded.running = false;
            node.recorded.files = {"/run/recording.pcap"};
            node.recorded.counts.received = 7;
            node.recorded.counts.writtenBytes = node.recording.size();
        }
    }
};

} // namespace

/// Recordings of remote nodes: fetched, analysed, stored.
class TestRunCapture : public QObject
{
    Q_OBJECT

    std::optional<StoryStore> m_store;

    CaptureStory story() { return CaptureStory(*m_store); }
    std::vector<store::Artefact> artefacts(const RunStory& run)
    {
        return *m_store->artefacts.artefacts(run.id, store::ArtefactRepository::Summaries::Read);
    }

private Q_SLOTS:
    void initTestCase() { m_store.emplace(); }

    void recordingsAreFetchedAndKept()
    {
        CaptureStory run = story();
        run.execute();
        QVERIFY2(run.outcome.state == RunState::Done, run.errorText().c_str());
        QCOMPARE(run.gate("capture", "node1")->verdict, Verdict::Pass);
        const auto kept = artefacts(run);
        QCOMPARE(kept.size(), std::size_t(2));
        QCOMPARE(kept[0].bytes, std::uint64_t(24));
        QCOMPARE(kept[0].received, std::uint64_t(7));
        QVERIFY(!kept[1].sha256.empty());
        QCOMPARE(run.count("capture-stop"), 2);
        QCOMPARE(run.machine(0).calls("readCapture"), 2); // a block, and the end
        QCOMPARE(run.machine(0).calls("removeCapture"), 1);
    }

    void onlyTheAnalysisIsKept()
    {
        CaptureStory run = story();
        run.plan.capture.keepFiles = false;
        run.execute();
        QVERIFY2(run.outcome.state == RunState::Done, run.errorText().c_str());
        const auto kept = artefacts(run);
        QCOMPARE(kept.size(), std::size_t(2));
        QVERIFY(kept[0].sha256.empty());
        QVERIFY(!kept[0].summary.empty());
        QVERIFY(std::filesystem::is_empty(run.plan.captureFolder));
    }

    void aRecordingThatIsDamagedIsKeptUnanalysed()
    {
        CaptureStory run = story();
        run.machine(1).recording = "no capture at all, whatever its name says";
        run.execute();
        QVERIFY2(run.outcome.state == RunState::Done, run.errorText().c_str());
        QVERIFY(run.event("capture-warning", "was not analysed") != nullptr);
        QCOMPARE(artefacts(run).size(), std::size_t(2));
    }

    void packetsThatWereDroppedAreTold()
    {
        CaptureStory run = story();
        run.machine(0).recorded.counts.droppedByKernel = 3;
        run.machine(1).recorded.reason = "the disk is full";
        run.machine(1).recorded.notes = {{"frames-above-mtu", Severity::Warning, 2, "2 frames are above the MTU", {}}};
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Done);
        QCOMPARE(run.gate("capture", "node0")->verdict, Verdict::Unknown);
        QVERIFY(run.gate("capture", "node0")->sentence.find("3 of 7") != std::string::npos);
        QVERIFY(run.gate("capture", "node1")->sentence.find("the disk is full") != std::string::npos);
        QCOMPARE(run.count("capture-warning"), 2);
        QVERIFY(artefacts(run)[1].notes.find("frames-above-mtu") != std::string::npos);
    }

    void aNodeThatCannotRecord()
    {
        CaptureStory run = story();
        run.machine(1).errors["startCapture"] = fail(ErrorCode::Denied, "no right to record");
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Failed);
        QCOMPARE(run.errorText(), std::string("recording on node1: no right to record"));
        QCOMPARE(run.machine(0).calls("stopCapture"), 1);
        QCOMPARE(run.machine(1).calls("stopCapture"), 0);
        QVERIFY(run.machine(0).started().empty());
    }

    void aRecordingThatDoesNotEndSpoilsNothingElse()
    {
        CaptureStory run = story();
        run.machine(1).errors["stopCapture"] = fail(ErrorCode::Timeout, "no answer");
        run.machine(0).recorded.files.clear();
        run.execute();
        QVERIFY2(run.outcome.state == RunState::Done, run.errorText().c_str());
        QVERIFY(run.gate("capture", "node1")->sentence.find("no answer") != std::string::npos);
        QVERIFY(run.gate("capture", "node0")->sentence.find("has no file") != std::string::npos);
        QVERIFY(artefacts(run).empty());
    }

    void recordingsOfAFailedRunAreKept()
    {
        CaptureStory run = story();
        run.worker(1, [](const FakeProcess& process) { process.exits(1s, {1, 0}); });
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Failed);
        QCOMPARE(artefacts(run).size(), std::size_t(2));
        QCOMPARE(run.gate("capture", "node0")->verdict, Verdict::Pass);
    }
};

QTEST_GUILESS_MAIN(TestRunCapture)
#include "tst_run_capture.moc"
