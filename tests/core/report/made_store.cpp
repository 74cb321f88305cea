// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "tests/core/report/made_store.h"

#include "core/store/series_repository.h"
#include "core/store/store_writer.h"

#include <cmath>
#include <fmt/format.h>
#include <random>

namespace millrace::report {

using namespace std::chrono_literals;

namespace {

std::string cellKey(const std::vector<store::Factor>& factors)
{
    std::string key;
    for (const store::Factor& factor : factors)
        key += factor.name + "=" + factor.level + "\n";
    return sha256(key).substr(0, 16);
}

std::vector<store::RunRecord> plannedRecords(const std::vector<Made>& runs)
{
    std::vector<store::RunRecord> records;
    for (const Made& made : runs) {
        store::RunRecord record;
        const int position = static_cast<int>(records.size()) + 1;
        record.uuid = fmt::format("00000000-0000-4000-8000-{:012}", position);
        record.cell = cellKey(made.factors);
        record.repetition = made.repetition;
        record.block = made.repetition;
        record.position = position;
        record.warmup = made.warmup;
        record.factors = made.factors;
        records.push_back(std::move(record));
    }
    return records;
}

} // namespace

MadeStore::MadeStore(const std::vector<Made>& runs, std::string spec, std::string project, std::string grid)
{
    store::RunRepository repository(database, clock);
    store::CampaignRecord record;
    record.uuid = "11111111-2222-4333-8444-555555555555";
    record.projectName = std::move(project);
    record.projectPath = "/projects/quick.millrace";
    record.gridName = std::move(grid);
    record.specJson = std::move(spec);
    record.seed = 7;
    record.toolVersion = "0.1.0";
    campaign = need(repository.createCampaign(record, plannedRecords(runs)));
    for (const store::RunRecord& run : need(repository.runs(campaign)))
        ids.push_back(run.id);
    auto transaction = need(database.begin());
    auto end = need(database.prepare("UPDATE runs SET state = ?, excluded = ?, exclusion_reason = ?, error_text = ?, "
                                     "error_code = ?, started_ns = ?, ended_ns = ?, duration_ns = ? WHERE id = ?"));
    auto addMetric = need(database.prepare("INSERT INTO metrics VALUES (?, ?, ?, ?, ?, ?)"));
    auto addGate = need(database.prepare("INSERT INTO gates VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const Made& made = runs[i];
        const Nanoseconds start = clock.wall() + static_cast<int>(i) * 10s;
        const bool planned = made.state == store::RunState::Planned;
        const auto time = [planned](Nanoseconds value) {
            return planned ? std::optional<std::int64_t>() : value.count();
        };
        need(end.run(store::stateName(made.state), made.excluded, made.excluded ? "noisy neighbour" : "", made.error,
                     made.errorCode, time(start), time(start + 4s), time(4s), ids[i]));
        for (const store::Metric& each : made.metrics)
            need(addMetric.run(ids[i], each.name, each.subject, each.value, each.unit, each.how));
        for (const store::GateResult& gate : made.gates)
            need(addGate.run(ids[i], gate.name, gate.subject, gate.requested, gate.achieved, gate.low, gate.high,
                             gate.unit, store::verdictName(gate.verdict), gate.sentence));
    }
    need(transaction.commit());
    sql("UPDATE store_info SET value = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee' WHERE key = 'uuid'");
}

void MadeStore::addSeries(std::size_t run, const analysis::Series& series)
{
    (void)need(store::SeriesRepository(database).save(ids[run], series));
}

void MadeStore::sql(const std::string& statement)
{
    need(database.execute(statement));
}

store::Factor textFactor(std::string name, std::string level)
{
    return {std::move(name), std::move(level), {}, {}};
}

store::Factor numberFactor(std::string name, std::string level, double number, std::string unit)
{
    return {std::move(name), std::move(level), number, std::move(unit)};
}

store::Metric metric(std::string name, double value, std::string unit)
{
    std::string how = "how " + name + " is made";
    return {std::move(name), {}, value, std::move(unit), std::move(how)};
}

namespace {

constexpr int quickSteps = 20, quickWarmup = 2, quickRanks = 4;

std::vector<store::Metric> quickMetrics(double step, double loss, double payload)
{
    const double gradient = 102'334'368;
    return {metric("steps", quickSteps),
            metric("step_mean", step, "s"),
            metric("communication_mean", step - 0.005, "s"),
            metric("compute_mean", 0.005, "s"),
            metric("samples_per_second", 128 / step, "samples/s"),
            metric("bus_bandwidth", 1.5 * 8 * gradient / (step - 0.005), "bit/s"),
            metric("algorithm_bandwidth", 8 * gradient / (step - 0.005), "bit/s"),
            metric("sent_payload_per_step", payload * 1.004, "B"),
            metric("predicted_payload_per_step", payload, "B"),
            metric("retransmitted_bytes", loss * payload * 22, "B"),
            metric("switch_lateness_median", 3e-6, "s"),
            metric("switch_lateness_p99", 40e-6, "s"),
            metric("switch_lateness_max", 900e-6, "s"),
            metric("switch_cpu", 0.6, "cores"),
            metric("lost_packets", loss * 1e5, "packets")};
}

std::vector<store::GateResult> quickGates(double loss, bool lossKnown)
{
    using store::Verdict;
    std::vector<store::GateResult> gates;
    for (int node = 0; node < 3; ++node) {
        const std::string pair = fmt::format("node{}↔node{}", node, node + 1);
        gates.push_back({"round trip", pair, 0.002, 0.00204, 0.0018, 0.0022, "s", Verdict::Pass,
                         "median of 40 echoes 2.04 ms, requested 2.00 ms"});
        gates.push_back({"rate", pair, 1e9, 0.987e9, 0.95e9, 1.05e9, "bit/s", Verdict::Pass,
                         "a packet train arrived at 987 Mbit/s, requested 1.00 Gbit/s"});
    }
    gates.push_back({"loss", "node0→node1", loss, lossKnown ? loss * 1.1 : std::nan(""), 0, 0.02, "",
                     lossKnown ? Verdict::Pass : Verdict::Unknown,
                     lossKnown ? "22 of 2000 packets lost" : "no packet was sent, so the loss is unknown"});
    gates.push_back({"congestion control", "rank 0", 1, 1, 1, 1, "", Verdict::Pass, "requested cubic, used cubic"});
    return gates;
}

void addQuickSeries(MadeStore& store, std::size_t run, double step, std::mt19937& random)
{
    std::normal_distribution<double> noise(0, 0.03);
    std::uniform_real_distribution<double> rate(0.2e9, 0.98e9);
    const std::int64_t start = store.clock.wall().count() + static_cast<std::int64_t>(run) * 10'000'000'000;
    for (int rank = 0; rank < quickRanks; ++rank) {
        analysis::Series steps{"step.time", fmt::format("rank {}", rank), "s", {}, {}};
        analysis::Series sent{"net.sent", fmt::format("node{}", rank), "bit/s", {}, {}};
        for (int i = 0; i < quickSteps + quickWarmup; ++i) {
            steps.times.push_back(start + static_cast<std::int64_t>(i * step * 1e9));
            steps.values.push_back((i < quickWarmup ? 3 : 1) * step * (1 + noise(random)));
        }
        const auto samples = static_cast<int>(step * 22 * 100);
        for (int i = 0; i < samples; ++i) {
            sent.times.push_back(start + std::int64_t(i) * 10'000'000);
            sent.values.push_back(std::fmod(i * 0.01, step) < 0.005 ? 0 : rate(random));
        }
        store.addSeries(run, steps);
        store.addSeries(run, sent);
    }
}

constexpr const char* quickSpec = R"json({"grid": {"name": "strategies", "cluster": "four", "workload": "resnet",
 "factors": [{"name": "strategy", "levels": ["STAR", "RING", "BINARY_TREE_STAR", "CLIQUE"]},
 {"name": "loss", "levels": ["0%", "1%"]}], "repetitions": 2, "warmup_runs": 1},
 "cluster": {"name": "four", "nodes": [{"name": "node0"}, {"name": "node1"}, {"name": "node2"},
 {"name": "node3", "nics": [{"name": "eth0", "rate": "10Gbit"}]}],
 "links": [{"rate": "1Gbit", "delay": "1ms"}, {"from": "node0", "to": "node3", "delay": "5ms"}],
 "bottleneck": {"from": "node0", "to": "node1", "rate": "500Mbit"}},
 "workload": {"name": "resnet", "framework": "builtin", "model": "resnet50", "batch": 32, "steps": 20,
 "compute_time": "5ms"}})json";

constexpr const char* quickHost = R"json({"hostname": "%1", "kernel": "6.1.0-25-amd64", "architecture": "x86_64",
 "distribution": "Debian GNU/Linux 12 (bookworm)", "cpu": {"model": "EPYC 7B13", "count": 2},
 "memory_bytes": 16777216000, "load": [0.5, 0.25, 0.125], "clock_source": "tsc",
 "congestion_control": {"default": "cubic", "available": "reno cubic", "allowed": "reno cubic"},
 "sysctls": {"net.ipv4.tcp_rmem": "4096 131072 6291456"},
 "interfaces": [{"name": "eth0", "mtu": 1500, "up": true}], "tools": {"ip": null}, "wall_ns": 1})json";

} // namespace

std::unique_ptr<MadeStore> quickstartStore()
{
    const std::vector<std::pair<std::string, double>> strategies = {
        {"STAR", 0.41}, {"RING", 0.22}, {"BINARY_TREE_STAR", 0.27}, {"CLIQUE", 0.145}};
    std::vector<Made> runs;
    std::vector<double> steps;
    const auto add = [&](const std::string& strategy, double step, double loss, int repetition) {
        Made made;
        made.factors = {textFactor("strategy", strategy), numberFactor("loss", loss > 0 ? "1%" : "0%", loss)};
        made.repetition = repetition;
        steps.push_back(step * (1 + 60 * loss) * (1 + 0.01 * repetition));
        made.metrics = quickMetrics(steps.back(), loss, 6 * 102'334'368.0);
        made.gates = quickGates(loss, repetition == 1 || loss > 0);
        runs.push_back(made);
    };
    add("STAR", 0.41, 0, 1);
    runs.back().warmup = true;
    for (int repetition = 1; repetition <= 2; ++repetition)
        for (const auto& [strategy, step] : strategies)
            for (const double loss : {0.0, 0.01})
                add(strategy, step, loss, repetition);
    runs.back().state = store::RunState::Failed;
    runs.back().metrics.clear();
    runs.back().errorCode = "peer-failed";
    runs.back().error = "rank 2 (10.77.0.3:10000) closed its connection";
    auto store = std::make_unique<MadeStore>(runs, quickSpec, "quickstart", "strategies");
    store->sql("UPDATE campaigns SET state = 'failed'");
    std::mt19937 random(1);
    store::RunRepository repository(store->database, store->clock);
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (runs[i].state == store::RunState::Done)
            addQuickSeries(*store, i, steps[i], random);
    std::vector<store::Snapshot> snapshots = {
        {{}, R"({"id": "run-1", "network": "10.77.0.0/24", "mtu": 1500, "mode": "packet", "backend": "switch",
              "congestion_control": "cubic", "seed": 1})"}};
    for (int node = 0; node < 4; ++node)
        snapshots.push_back(
            {fmt::format("node{}", node), QString(quickHost).arg(QString("node%1").arg(node)).toStdString()});
    need(repository.saveSnapshots(store->ids[1], snapshots));
    auto writer = need(store::StoreWriter::start(store->database));
    need(writer->addEvent(store->ids[1],
                          {store->clock.wall(),
                           store->clock.monotonic(),
                           "switch-health",
                           {},
                           R"({"mode": "packet", "notes": ["SCHED_FIFO was not allowed"]})",
                           {}}));
    need(writer->flush());
    return store;
}

bool equalsGolden(const std::string& text, const std::string& name)
{
    const std::filesystem::path file =
        std::filesystem::path(qgetenv("MR_SOURCE").toStdString()) / "tests/core/report/golden" / name;
    const auto expected = readFile(file);
    if (expected && *expected == text)
        return true;
    const std::filesystem::path came = std::filesystem::temp_directory_path() / ("came-" + name);
    (void)writeFileAtomically(came, text);
    qWarning("%s differs from %s", came.c_str(), file.c_str());
    return false;
}

} // namespace millrace::report
