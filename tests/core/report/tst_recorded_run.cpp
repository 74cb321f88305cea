// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/recorded_run.h"
#include "core/store/artefact_repository.h"
#include "core/store/event_repository.h"
#include "tests/core/report/made_store.h"

#include <QtTest>

namespace millrace::report {

namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t start = 1'795'167'760 * second;

store::Artefact recording(const std::string& node, char hash, int ordinal = 0)
{
    store::Artefact made;
    made.node = node;
    made.sha256 = std::string(64, hash);
    made.ordinal = ordinal;
    return made;
}

std::filesystem::path fileOf(const MadeStore& made, char hash)
{
    return store::ArtefactFolder(made.folder.path() / "results.mrdb").fileOf(std::string(64, hash));
}

/// Two runs with recordings; both recorded the empty capture "e".
std::unique_ptr<MadeStore> storeWithRecordings()
{
    std::vector<Made> planned(2);
    planned[1].repetition = 2;
    auto made = std::make_unique<MadeStore>(planned);
    store::ArtefactRepository artefacts(made->database);
    need(artefacts.save(made->ids[0], std::vector{recording("node0", 'a'), recording("node1", 'e')}));
    need(artefacts.save(made->ids[1],
                        std::vector{recording("node0", 'b'), recording("node0", 'c', 1), recording("node1", 'e')}));
    store::RunRepository runs(made->database, made->clock);
    need(runs.saveSnapshots(
        made->ids[1],
        std::vector<store::Snapshot>{{"", R"({"nodes": [{"name": "node0", "address": "10.77.0.1"},
                                                   {"name": "node1", "address": "10.77.0.2"}, {"name": "lost"}]})"},
                                     {"node0", R"({"nodes": [{"name": "wrong", "address": "10.77.0.3"}]})"}}));
    return made;
}

} // namespace

class TestRecordedRun : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isFoundByItsFiles()
    {
        const auto made = storeWithRecordings();
        const std::vector both{fileOf(*made, 'b'), fileOf(*made, 'e')};
        const auto run = need(recordedRunOf(both));
        QVERIFY(run.has_value());
        QVERIFY(run->run.id == made->ids[1]);
        QVERIFY((run->nodes == std::map<std::string, std::string>{{"10.77.0.1", "node0"}, {"10.77.0.2", "node1"}}));
        QCOMPARE(captureName(&*run, both[0]), std::string("node0.pcap"));
        QCOMPARE(captureName(&*run, fileOf(*made, 'c')), std::string("node0-1.pcap"));
        QCOMPARE(captureName(&*run, "/tmp/other.pcap"), std::string("other.pcap"));
        QCOMPARE(captureName(nullptr, "/tmp/other.pcap"), std::string("other.pcap"));
        // The same content in both runs: the latest that has all of the files.
        QVERIFY(need(recordedRunOf(std::vector{fileOf(*made, 'e')}))->run.id == made->ids[1]);
        QVERIFY(need(recordedRunOf(std::vector{fileOf(*made, 'a'), fileOf(*made, 'e')}))->run.id == made->ids[0]);
    }

    void otherFilesAreOfNoRun()
    {
        const auto made = storeWithRecordings();
        const auto none = [](std::vector<std::filesystem::path> files) { return !need(recordedRunOf(files)); };
        QVERIFY(none({}));
        QVERIFY(none({"/tmp/a.pcap"}));
        QVERIFY(none({fileOf(*made, 'd')})); // no run names it
        QVERIFY(none({fileOf(*made, 'a'), fileOf(*made, 'b')})); // of different runs
        QVERIFY(none({fileOf(*made, 'a'), "/tmp/a.pcap"}));
        const std::string hash(64, 'a');
        QVERIFY(none({"/nowhere/x.mrdb.files/aa/" + hash + ".pcap"})); // without its store
        QVERIFY(none({made->folder.path() / "results.mrdb.files/bb" / (hash + ".pcap")}));
    }

    void stepsOfAllRanks()
    {
        const auto made = storeWithRecordings();
        // Two warm-up steps of 2 s, three of 1 s; rank 1 begins 10 ms and ends 30 ms later than rank 0.
        for (int rank = 0; rank < 2; ++rank) {
            analysis::Series series{"step.time", "rank " + std::to_string(rank), "s", {}, {}};
            std::int64_t end = start + rank * 10'000'000;
            for (int step = 0; step < 5; ++step) {
                const std::int64_t length = (step < 2 ? 2 : 1) * second;
                end += length;
                series.times.push_back(end + rank * 20'000'000);
                series.values.push_back(static_cast<double>(length + rank * 20'000'000) * 1e-9);
            }
            made->addSeries(1, series);
        }
        store::EventRepository events(made->database);
        need(events.save(made->ids[1],
                         std::vector<store::Event>{
                             {Nanoseconds(start + 4 * second + 1000), {}, "phase", "node0", "benchmark", {}},
                             {Nanoseconds(start + 4 * second + 12'000'000), {}, "phase", "node1", "benchmark", {}}}));
        const auto run = need(recordedRunOf(std::vector{fileOf(*made, 'b')}));
        QCOMPARE(run->events.size(), std::size_t(2));
        QCOMPARE(run->steps.size(), std::size_t(5));
        QCOMPARE(run->steps[0], (RecordedStep{start, start + 2 * second + 30'000'000, 1, true}));
        QCOMPARE(run->steps[1].number, 2);
        QVERIFY(run->steps[1].warmup);
        QCOMPARE(run->steps[2], (RecordedStep{start + 4 * second, start + 5 * second + 30'000'000, 1, false}));
        QCOMPARE(run->steps[4].number, 3);
    }

    void namesByRow()
    {
        const auto made = storeWithRecordings();
        const auto run = need(recordedRunOf(std::vector{fileOf(*made, 'b')}));
        analysis::TrafficSummary traffic;
        for (const char* text : {"10.77.0.2", "192.168.0.1", "10.77.0.1"})
            traffic.addresses.push_back(*capture::IpAddress::parse(text));
        QCOMPARE(nodeNames(traffic, *run), (std::vector<std::string>{"node1", "", "node0"}));
    }
};

} // namespace millrace::report

QTEST_APPLESS_MAIN(millrace::report::TestRecordedRun)
#include "tst_recorded_run.moc"
