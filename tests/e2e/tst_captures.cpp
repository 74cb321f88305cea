// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/summary_codec.h"
#include "core/base/json_fields.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/store/artefact_repository.h"
#include "core/store/event_repository.h"
#include "core/store/run_repository.h"
#include "tests/e2e/cli_runner.h"
#include "tests/e2e/stored_runs.h"

#include <QtTest>
#include <cmath>
#include <csignal>
#include <fmt/format.h>
#include <fstream>
#include <sys/mount.h>
#include <thread>

using namespace millrace;
using namespace e2e;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

std::string toolText(const std::vector<std::string>& argv)
{
    const auto output = runCommand({argv, {{"LC_ALL", "C"}}, {}}, deadlineIn(120s));
    return output && output->succeeded() ? output->out : "failed: " + (output ? output->err : output.error().text());
}

std::uint64_t packetsIn(const fs::path& file)
{
    const std::string text = toolText({"capinfos", "-McTm", file.string()});
    if (text.starts_with("failed"))
        return ~std::uint64_t(0);
    return static_cast<std::uint64_t>(std::atoll(text.substr(text.rfind(',') + 1).c_str()));
}

/// Sums of two columns that tshark prints of every packet.
std::pair<double, double> sums(const fs::path& file, const char* first, const char* second)
{
    const std::string text = toolText(
        {"tshark", "-n", "-r", file.string(), "-T", "fields", "-E", "occurrence=f", "-e", first, "-e", second});
    std::pair<double, double> sum{0, 0};
    for (const std::string_view line : split(text, '\n')) {
        const auto fields = split(line, '\t');
        sum.first += fields.empty() ? 0 : std::atof(std::string(fields[0]).c_str());
        sum.second += fields.size() < 2 ? 0 : std::atof(std::string(fields[1]).c_str());
    }
    return sum;
}

/// What is in the latest campaign of a store.
struct Stored
{
    explicit Stored(const fs::path& file) : database(store::Database::openReadOnly(file))
    {
        if (!database)
            return;
        store::RunRepository repository(*database, clock);
        const auto campaigns = repository.campaigns();
        if (campaigns && !campaigns->empty())
            runs = *repository.runs(campaigns->front().id);
    }
    std::vector<store::Artefact> artefacts(store::RunId run)
    {
        return *store::ArtefactRepository(*database).artefacts(run, store::ArtefactRepository::Summaries::Read);
    }
    std::vector<store::GateResult> captureGates(store::RunId run)
    {
        auto gates = *store::RunRepository(*database, clock).gates(run);
        std::erase_if(gates, [](const auto& gate) { return gate.name != "capture"; });
        return gates;
    }
    double metric(store::RunId run, const std::string& name, const std::string& subject)
    {
        const auto metrics = store::RunRepository(*database, clock).metrics(run);
        for (const auto& metric : *metrics)
            if (metric.name == name && metric.subject == subject)
                return metric.value;
        return std::nan("");
    }
    bool hasEvent(store::RunId run, const std::string& kind, const std::string& words)
    {
        const auto page = store::EventRepository(*database).events(run, {kind, {}, 0, 1000});
        return page && std::ranges::any_of(page->events, [&](const auto& event) {
                   return event.text.find(words) != std::string::npos;
               });
    }
    [[nodiscard]] fs::path fileOf(const store::Artefact& artefact)
    {
        return store::ArtefactRepository(*database).folder().fileOf(artefact.sha256);
    }

    Result<store::Database> database;
    SystemClock clock;
    std::vector<store::RunRecord> runs;
};

} // namespace

class TestCaptures : public QObject
{
    Q_OBJECT

    std::optional<TemporaryFolder> m_folder;
    std::vector<std::string> m_before;

    [[nodiscard]] const fs::path& folder() const { return m_folder->path(); }
    [[nodiscard]] fs::path store() const { return folder() / "small.mrdb"; }
    void write(const e2e::SmallProject& project) const
    {
        std::ofstream(folder() / "small.millrace") << e2e::projectText(project);
    }
    /// Regular files below <store>.files.
    [[nodiscard]] std::vector<std::string> storedFiles() const
    {
        std::vector<std::string> names;
        std::error_code error;
        for (auto it = fs::recursive_directory_iterator(store().string() + ".files", error);
             !error && it != fs::recursive_directory_iterator(); it.increment(error))
            if (it->is_regular_file())
                names.push_back(it->path().string());
        return names;
    }

private Q_SLOTS:
    void init()
    {
        const std::string reason = e2e::whyNotHere();
        if (!reason.empty())
            QSKIP(reason.c_str());
        m_folder.emplace(*TemporaryFolder::make("mr-e2e-"));
        m_before = e2e::footprint();
    }

    void cleanup()
    {
        if (!m_folder)
            return;
        const std::string left = e2e::leftSince(m_before);
        QVERIFY2(left.empty(), left.c_str());
        m_folder.reset();
    }

    void everyNodeIsRecorded()
    {
        write({.nodes = 4,
               .model = "mobilenetv2/4",
               .strategies = R"(["RING_ALLREDUCE"])",
               .steps = 1,
               .link = R"({"delay": "200us", "rate": "500Mbit"})",
               .capture = R"({"enabled": true, "direction": "out"})"});
        const auto finished = e2e::cli(folder(), {"run", "small.millrace", "--no-report"});
        QVERIFY2(finished.code == 0, finished.text());
        Stored stored(store());
        QCOMPARE(stored.runs.size(), std::size_t(1));
        const auto run = stored.runs[0].id;
        const auto artefacts = stored.artefacts(run);
        QCOMPARE(artefacts.size(), std::size_t(4));
        for (const store::Artefact& artefact : artefacts) {
            const fs::path file = stored.fileOf(artefact);
            QVERIFY2(fs::exists(file), file.c_str());
            QCOMPARE(std::uint64_t(fs::file_size(file)), artefact.bytes);
            QCOMPARE(toolText({"sha256sum", file.string()}).substr(0, 64), artefact.sha256);
            QCOMPARE(packetsIn(file), artefact.packets);
            QVERIFY(artefact.packets > 1000);
            QCOMPARE(artefact.droppedByKernel, std::uint64_t(0));
            QCOMPARE(artefact.received, artefact.packets);
            QCOMPARE(artefact.interface, std::string("eth0"));
            QCOMPARE(artefact.snapLength, 100);
            QVERIFY(artefact.notes.empty() && artefact.reason.empty());
            QVERIFY(artefact.start < artefact.stop);
            const auto [wire, payload] = sums(file, "frame.len", "tcp.len");
            QCOMPARE(wire, double(artefact.wireBytes));
            // The counters of the interface, with the headers and retransmissions taken off.
            const double counted = stored.metric(run, "sent_payload", artefact.node);
            const std::string both =
                fmt::format("{}: {:.0f} recorded, {:.0f} counted", artefact.node, payload, counted);
            qInfo("%s", both.c_str());
            QVERIFY2(std::abs(payload - counted) < 0.01 * counted, both.c_str());
        }
        const auto gates = stored.captureGates(run);
        QCOMPARE(gates.size(), std::size_t(4));
        for (const auto& gate : gates)
            QVERIFY(gate.verdict == store::Verdict::Pass);
        QVERIFY(stored.database->integrityCheck()->empty());
        QCOMPARE(storedFiles().size(), std::size_t(4));
    }

    void stepsAreThoseOfTheRun()
    {
        write({.model = "resnet50/50",
               .strategies = R"(["RING_ALLREDUCE"])",
               .steps = 15,
               .computeTime = "60ms",
               .link = R"({"delay": "200us", "rate": "500Mbit"})",
               .capture = R"({"enabled": true})"});
        const auto finished = e2e::cli(folder(), {"run", "small.millrace", "--no-report"});
        QVERIFY2(finished.code == 0, finished.text());
        const auto analysed =
            e2e::cli(folder(), {"--json", "analyze", "1", "--store", store().string(), "--steps", "--csv", "tables"});
        QVERIFY2(analysed.code == 0, analysed.text());
        const auto json = Json::parse(analysed.out);
        const auto steps = json.at("steps").at("rows").size();
        std::string result;
        for (const auto& row : json.at("step-summary").at("rows"))
            if (row.at(0) == "result")
                result = row.at(1).get<std::string>();
        Stored stored(store());
        const double metric = stored.metric(stored.runs[0].id, "traffic_steps", "");
        // On a machine that is too busy both say that they do not know.
        if (result == "reliable") {
            QCOMPARE(metric, static_cast<double>(steps));
            QVERIFY(stored.metric(stored.runs[0].id, "traffic_steps_matched", "") >= 0.9);
        } else {
            QVERIFY(std::isnan(metric));
        }
        const double theory = stored.metric(stored.runs[0].id, "captured_to_theory", "");
        QVERIFY2(std::abs(theory - 1) < 0.001, qPrintable(QString::number(theory)));
        const auto csv = readFile(folder() / "tables" / "steps.csv");
        QVERIFY(csv);
        QCOMPARE(static_cast<std::size_t>(std::ranges::count(*csv, '\n')), steps + 1);
        // What cannot be is said.
        QVERIFY(e2e::cli(folder(), {"analyze", "7", "--store", store().string()}).err.find("no run 7")
                != std::string::npos);
        QVERIFY(
            e2e::cli(folder(), {"analyze", "1", "--store", store().string(), "--job-ports", "9x"}).err.find("\"9x\"")
            != std::string::npos);
    }

    void bigFramesAreSaid()
    {
        write({.strategies = R"(["RING"])",
               .link = R"({"rate": "1Gbit"})",
               .capture = R"({"enabled": true, "filter": "tcp"})",
               .mode = "fast"});
        const auto finished = e2e::cli(folder(), {"run", "small.millrace", "--no-report"});
        QVERIFY2(finished.code == 0, finished.text());
        Stored stored(store());
        const auto run = stored.runs[0].id;
        QVERIFY(stored.artefacts(run)[0].notes.find("frames-above-mtu") != std::string::npos);
        QVERIFY(stored.hasEvent(run, "capture-warning", "MTU"));
        QCOMPARE(stored.artefacts(run)[0].filter, std::string("tcp"));
    }

    void onlyTheAnalysisIsKept_data()
    {
        QTest::addColumn<bool>("onNode");
        QTest::newRow("here") << false;
        QTest::newRow("on the nodes") << true;
    }

    void onlyTheAnalysisIsKept()
    {
        QFETCH(bool, onNode);
        write({.strategies = R"(["RING"])",
               .capture = fmt::format(R"({{"enabled": true, "keep_files": false, "analyse_on_node": {}}})", onNode)});
        const auto finished = e2e::cli(folder(), {"run", "small.millrace", "--no-report"});
        QVERIFY2(finished.code == 0, finished.text());
        Stored stored(store());
        const auto artefacts = stored.artefacts(stored.runs[0].id);
        QCOMPARE(artefacts.size(), std::size_t(2));
        for (const store::Artefact& artefact : artefacts) {
            QVERIFY(artefact.sha256.empty());
            const auto summary = analysis::decodeSummary(artefact.summary);
            QVERIFY2(summary, summary ? "" : summary.error().text().c_str());
            QCOMPARE(summary->packets.all, artefact.packets);
            QCOMPARE(summary->wireBytes, artefact.wireBytes);
            QVERIFY(summary->packets.tcp > 100);
        }
        QVERIFY(storedFiles().empty());
        QVERIFY(stored.database->integrityCheck()->empty());
    }

    /// Where nodes do not see the folder of the store (they have a /dev/shm of their own), files come in blocks.
    void filesAreFetchedInBlocks()
    {
        const fs::path far = fs::path("/dev/shm") / folder().filename();
        fs::create_directory(far);
        write({.model = "mobilenetv2", .strategies = R"(["RING"])", .capture = R"({"enabled": true})"});
        const auto finished =
            e2e::cli(folder(), {"run", "small.millrace", "--no-report", "--store", (far / "small.mrdb").string()});
        std::vector<store::Artefact> artefacts;
        bool good = finished.code == 0;
        {
            Stored stored(far / "small.mrdb");
            if (good)
                artefacts = stored.artefacts(stored.runs[0].id);
            for (const store::Artefact& artefact : artefacts)
                good = good && packetsIn(stored.fileOf(artefact)) == artefact.packets;
            good = good && stored.database->integrityCheck()->empty();
        }
        fs::remove_all(far);
        QVERIFY2(good, finished.text());
        QCOMPARE(artefacts.size(), std::size_t(2));
        QVERIFY(artefacts[0].packets > 1000);
    }

    void aRecordingThatEndsEarlyIsAWarning()
    {
        write({.model = "mobilenetv2",
               .strategies = R"(["RING"])",
               .capture = R"({"enabled": true, "maximum_size": "64KiB"})"});
        const auto finished = e2e::cli(folder(), {"run", "small.millrace", "--no-report"});
        QVERIFY2(finished.code == 0, finished.text());
        Stored stored(store());
        QVERIFY(stored.runs[0].state == store::RunState::Done);
        for (const store::Artefact& artefact : stored.artefacts(stored.runs[0].id)) {
            QVERIFY(artefact.reason.find("maximum size") != std::string::npos);
            QVERIFY(artefact.bytes <= 65536 && artefact.bytes > 65000);
            QCOMPARE(packetsIn(stored.fileOf(artefact)), artefact.packets);
        }
        for (const auto& gate : stored.captureGates(stored.runs[0].id)) {
            QVERIFY(gate.verdict == store::Verdict::Unknown);
            QVERIFY(gate.sentence.starts_with("warning: "));
        }
        QVERIFY(stored.hasEvent(stored.runs[0].id, "capture-warning", "maximum size"));
    }

    void aFullDiskEndsTheCampaign()
    {
        if (::mount("tmpfs", folder().c_str(), "tmpfs", 0, "size=100m") != 0)
            QSKIP("mounting a small file system needs root");
        write({.capture = R"({"enabled": true})"});
        const auto finished = e2e::cli(folder(), {"run", "small.millrace", "--no-report"});
        const std::string all = finished.out + finished.err;
        ::umount2(folder().c_str(), MNT_DETACH);
        QVERIFY2(finished.code != 0 && all.find("must stay free") != std::string::npos, finished.text());
    }

    void anInterfaceThatIsNotThere()
    {
        write({.strategies = R"(["RING"])", .capture = R"({"enabled": true, "interface": "eth7"})"});
        const auto finished = e2e::cli(folder(), {"run", "small.millrace", "--no-report"});
        QCOMPARE(finished.code, 1);
        Stored stored(store());
        QVERIFY2(stored.runs[0].errorText.find("eth7") != std::string::npos, stored.runs[0].errorText.c_str());
        QVERIFY2(stored.runs[0].errorText.find("node") != std::string::npos, stored.runs[0].errorText.c_str());
        QVERIFY(storedFiles().empty());
    }

    void failedAndCancelledRunsKeepTheirs_data()
    {
        QTest::addColumn<bool>("cancelled");
        QTest::newRow("failed") << false;
        QTest::newRow("cancelled") << true;
    }

    void failedAndCancelledRunsKeepTheirs()
    {
        QFETCH(bool, cancelled);
        write({.strategies = R"(["RING"])", .steps = 2000, .computeTime = "10ms", .capture = R"({"enabled": true})"});
        auto process = e2e::startCli(folder(), {"run", "small.millrace", "--no-report"});
        const std::vector<std::string> words = {e2e::program("millrace-worker").string(), "--rank 1 "};
        QVERIFY(waitFor([&] { return !e2e::ownPidsOf(words).empty(); }, 30s));
        std::this_thread::sleep_for(700ms);
        if (cancelled)
            ::kill(process.pid(), SIGINT);
        else
            for (const int pid : e2e::ownPidsOf(words))
                ::kill(pid, SIGKILL);
        QVERIFY(process.wait(deadlineIn(30s)).has_value());
        Stored stored(store());
        QVERIFY(stored.runs[0].state == (cancelled ? store::RunState::Cancelled : store::RunState::Failed));
        const auto artefacts = stored.artefacts(stored.runs[0].id);
        QCOMPARE(artefacts.size(), std::size_t(2));
        for (const store::Artefact& artefact : artefacts) {
            QVERIFY(artefact.packets > 0);
            QCOMPARE(packetsIn(stored.fileOf(artefact)), artefact.packets);
        }
        QVERIFY(stored.database->integrityCheck()->empty());
    }

    void aKilledControllerLeavesNothingHalf()
    {
        write({.repetitions = 2, .steps = 10, .computeTime = "20ms", .capture = R"({"enabled": true})"});
        Random random(5);
        for (int kills = 0; kills < 5; ++kills) {
            auto process = e2e::startCli(folder(), {"run", "small.millrace", kills == 0 ? "--new" : "--resume"});
            if (kills == 0)
                QVERIFY(waitFor([&] { return !Stored(store()).runs.empty(); }, 30s));
            std::this_thread::sleep_for(std::chrono::milliseconds(200 + random.below(1600)));
            ::kill(process.pid(), SIGKILL);
            (void)process.wait(deadlineIn(5s));
            const std::string left = e2e::leftSince(m_before);
            QVERIFY2(left.empty(), left.c_str());
            for (const std::string& file : storedFiles()) {
                if (fs::path(file).parent_path().filename() == "incoming")
                    continue; // what was being fetched; the next writer removes it
                QVERIFY2(file.ends_with(".pcap"), file.c_str());
                QVERIFY2(packetsIn(file) != ~std::uint64_t(0), file.c_str()); // whole
            }
            Stored stored(store());
            const auto issues = stored.database->integrityCheck();
            QVERIFY(issues && !hasErrors(*issues)); // orphans are warnings
        }
        const auto finished = e2e::cli(folder(), {"run", "small.millrace", "--resume", "--no-report"});
        QVERIFY2(finished.code == 0, finished.text());
        Stored stored(store());
        QCOMPARE(stored.runs.size(), std::size_t(4));
        for (const auto& run : stored.runs)
            QCOMPARE(stored.artefacts(run.id).size(), std::size_t(2));
        for (const std::string& file : storedFiles())
            QVERIFY2(fs::path(file).parent_path().filename() != "incoming", file.c_str());
        const auto issues = stored.database->integrityCheck();
        QVERIFY2(issues->empty(), issues->empty() ? "" : issueText(issues->front()).c_str());
    }

    void withoutTheSettingNothingIsRecorded()
    {
        write({.strategies = R"(["RING"])"});
        QCOMPARE(e2e::cli(folder(), {"run", "small.millrace", "--no-report"}).code, 0);
        Stored stored(store());
        QVERIFY(stored.artefacts(stored.runs[0].id).empty());
        QVERIFY(stored.captureGates(stored.runs[0].id).empty());
        QVERIFY(!fs::exists(store().string() + ".files"));
    }
};

QTEST_APPLESS_MAIN(TestCaptures)
#include "tst_captures.moc"
