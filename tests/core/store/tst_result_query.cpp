// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/store/result_query.h"
#include "tests/core/store/store_fixture.h"

#include <chrono>
#include <cmath>
#include <ctime>
#include <fmt/format.h>
#include <map>

using namespace millrace;
using namespace millrace::store;

namespace {

constexpr int runCount = 10'000;

double cpuSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// How long work takes, in CPU time: the machine may be busy.
template <typename Work>
double secondsOf(Work work)
{
    const double before = cpuSeconds();
    work();
    return cpuSeconds() - before;
}

const char* const strategies[] = {"RING", "STAR", "TREE", "CLIQUE"};

RunRecord makeRun(int i, Random& random)
{
    RunRecord run;
    run.cell = fmt::format("{:016x}", mixSeed(static_cast<std::uint64_t>(i)));
    run.position = i;
    run.warmup = i % 50 == 0;
    run.factors.push_back({"framework", "builtin", {}, ""});
    run.factors.push_back({"strategy", strategies[random.below(4)], {}, ""});
    const double loss = static_cast<double>(random.below(5)) / 100;
    run.factors.push_back({"loss", fmt::format("{}%", loss * 100), loss, ""});
    const auto batch = static_cast<double>(8u << random.below(5));
    run.factors.push_back({"batch", fmt::format("{}", batch), batch, ""});
    run.factors.push_back({"model", random.below(2) == 0 ? "resnet50" : "vgg16", {}, ""});
    run.factors.push_back({"workers", "4", 4, ""});
    run.factors.push_back({"delay", "10ms", 0.01, "s"});
    // Some runs lack a factor.
    if (i % 7 == 0)
        run.factors.push_back({"cross traffic", "burst", {}, ""});
    return run;
}

const Factor* factorOf(const RunRecord& run, const std::string& name)
{
    for (const Factor& factor : run.factors)
        if (factor.name == name)
            return &factor;
    return nullptr;
}

} // namespace

class TestResultQuery : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        Random random(1);
        std::vector<RunRecord> planned;
        for (int i = 0; i < runCount; ++i)
            planned.push_back(makeRun(i, random));
        RunRepository runs(m_store.database, m_store.clock);
        m_campaign = need(runs.createCampaign({}, planned));
        m_runs = need(runs.runs(m_campaign));
        QCOMPARE(m_runs.size(), std::size_t(runCount));
        giveResults(random);
    }

    void countsAndFilters()
    {
        ResultQuery query(m_store.database);
        ResultFilter filter = all();
        QCOMPARE(need(query.count(filter)), std::int64_t(runCount));
        filter.states = {RunState::Done};
        filter.factors = {{"strategy", {"RING", "TREE"}}, {"loss", {"1%"}}, {"ignored", {}}};
        filter.withWarmup = false;
        filter.withExcluded = false;
        std::vector<RunId> expected;
        for (const RunRecord& run : m_runs) {
            const std::string strategy = factorOf(run, "strategy")->level;
            if (run.state == RunState::Done && (strategy == "RING" || strategy == "TREE")
                && factorOf(run, "loss")->level == "1%" && !run.warmup && !run.excluded)
                expected.push_back(run.id);
        }
        QVERIFY(expected.size() > 100);
        QCOMPARE(need(query.count(filter)), static_cast<std::int64_t>(expected.size()));
        std::vector<RunId> found;
        for (const ResultRow& row : need(query.all(filter)))
            found.push_back(row.run.id);
        QCOMPARE(found, expected);
        std::int64_t sum = 0;
        for (const auto& [state, count] : need(query.index(all())).states) {
            QCOMPARE(count, std::count_if(m_runs.begin(), m_runs.end(), [&, s = state](const auto& r) {
                         return r.state == s;
                     }));
            sum += count;
        }
        QCOMPARE(sum, std::int64_t(runCount));
        filter.campaigns = {CampaignId{12345}};
        QCOMPARE(need(query.count(filter)), std::int64_t(0));
    }

    void rowsAreWhole()
    {
        ResultQuery query(m_store.database);
        const ResultIndex index = need(query.index(all()));
        const auto rows = need(query.rows(std::span(index.runs).first(20)));
        QCOMPARE(rows.size(), std::size_t(20));
        for (std::size_t i = 0; i < 20; ++i) {
            QCOMPARE(rows[i].run, m_runs[i]);
            const auto metric = m_throughput.find(m_runs[i].id);
            QCOMPARE(rows[i].metrics.size(), metric == m_throughput.end() ? std::size_t(0) : std::size_t(2));
            if (metric != m_throughput.end() && !std::isnan(metric->second))
                QCOMPARE(rows[i].metrics[1].value, metric->second);
        }
    }

    void sortsAndPages_data()
    {
        QTest::addColumn<int>("by");
        QTest::addColumn<QString>("name");
        using By = ResultOrder::By;
        for (const bool descending : {false, true}) {
            const char* suffix = descending ? " down" : " up";
            for (const auto& [label, by, name] :
                 {std::tuple("position", By::Position, ""), std::tuple("campaign", By::Campaign, ""),
                  std::tuple("id", By::Id, ""), std::tuple("repetition", By::Repetition, ""),
                  std::tuple("state", By::State, ""), std::tuple("started", By::Started, ""),
                  std::tuple("duration", By::Duration, ""), std::tuple("number", By::Factor, "loss"),
                  std::tuple("text", By::Factor, "strategy"), std::tuple("lacking", By::Factor, "cross traffic"),
                  std::tuple("metric", By::Metric, "throughput"), std::tuple("unknown", By::Metric, "nothing")})
                QTest::newRow(qPrintable(QString(label) + suffix)) << int(by) * 2 + int(descending) << QString(name);
        }
    }

    void sortsAndPages()
    {
        QFETCH(int, by);
        QFETCH(QString, name);
        ResultOrder order;
        order.by = static_cast<ResultOrder::By>(by / 2);
        order.descending = by % 2 == 1;
        order.name = name.toStdString();
        const std::vector<RunId> expected = slowOrder(order);
        ResultQuery query(m_store.database);
        QVERIFY(need(query.index(all(), order)).runs == expected);
    }

    void sortsByFurtherKeys()
    {
        ResultOrder order{ResultOrder::By::Factor, "strategy", {}, false, {}};
        order.then = {{ResultOrder::By::Factor, "loss", {}, true, {}},
                      {ResultOrder::By::Metric, "throughput", {}, false, {}}};
        std::vector<const RunRecord*> expected;
        for (const RunRecord& run : m_runs)
            expected.push_back(&run);
        const auto throughput = [this](const RunRecord& run) {
            const auto found = m_throughput.find(run.id);
            const bool lacks = found == m_throughput.end() || std::isnan(found->second);
            return std::pair(lacks, lacks ? 0 : found->second);
        };
        std::ranges::stable_sort(expected, [&](const RunRecord* a, const RunRecord* b) {
            const std::string &s = factorOf(*a, "strategy")->level, &t = factorOf(*b, "strategy")->level;
            const double k = *factorOf(*a, "loss")->number, l = *factorOf(*b, "loss")->number;
            return s != t ? s < t : k != l ? k > l : throughput(*a) < throughput(*b);
        });
        ResultQuery query(m_store.database);
        const auto found = need(query.index(all(), order)).runs;
        QCOMPARE(found.size(), expected.size());
        for (std::size_t i = 0; i < found.size(); ++i)
            QCOMPARE(found[i], expected[i]->id);
    }

    void severalCampaigns()
    {
        TestStore two(3);
        RunRepository runs(two.database, two.clock);
        std::vector<RunRecord> planned(2);
        planned[0].cell = "first";
        planned[1].cell = "second";
        planned[1].position = 1;
        const CampaignId second = need(runs.createCampaign({}, planned));
        ResultQuery query(two.database);
        QStringList found;
        for (const ResultRow& row : need(query.all({})))
            found.append(QStringLiteral("%1/%2").arg(row.run.campaign.value).arg(row.run.position));
        QCOMPARE(found.join(' '), QStringLiteral("1/0 1/1 1/2 2/0 2/1")); // campaign by campaign
        const ResultOrder newest{ResultOrder::By::Campaign, {}, {}, true, {}};
        QCOMPARE(need(query.all({}, newest)).front().run.campaign, second);
        QCOMPARE(need(query.all({}, newest)).front().run.position, 0);
    }

    void indexCounts()
    {
        ResultQuery query(m_store.database);
        ResultFilter filter = all();
        filter.factors = {{"strategy", {"RING"}}};
        const ResultIndex index = need(query.index(filter, {ResultOrder::By::Duration, {}, {}, true, {}}));
        std::int64_t counted = 0;
        for (const auto& [state, count] : index.states)
            counted += count;
        QCOMPARE(counted, need(query.count(filter)));
        QCOMPARE(static_cast<std::int64_t>(index.runs.size()), need(query.count(filter)));
        filter.factors = {{"strategy", {"NONE"}}};
        QVERIFY(need(query.index(filter)).states.empty() && need(query.index(filter)).runs.empty());
        QVERIFY(need(query.rows({})).empty());
        const auto missing = query.rows(std::vector{RunId{987654}});
        QVERIFY(!missing && missing.error().code == ErrorCode::NotFound);
    }

    void factorsAndWhatDiffers()
    {
        ResultQuery query(m_store.database);
        const auto factors = need(query.factors(all()));
        std::string names;
        for (const FactorSummary& factor : factors) {
            names += factor.name + " ";
            std::map<std::string, std::int64_t> counts;
            for (const RunRecord& run : m_runs)
                if (const Factor* level = factorOf(run, factor.name))
                    ++counts[level->level];
            QCOMPARE(factor.levels.size(), counts.size());
            for (const FactorLevelCount& level : factor.levels)
                QCOMPARE(level.runs, counts[level.level]);
        }
        QCOMPARE(names, std::string("framework strategy loss batch model workers delay cross traffic "));
        QCOMPARE(factors[3].levels.front().level, std::string("8"));
        QCOMPARE(factors[3].levels.back().level, std::string("128"));
        names.clear();
        for (const FactorSummary& factor : need(query.onlyWhatDiffers(all())))
            names += factor.name + " ";
        QCOMPARE(names, std::string("strategy loss batch model cross traffic "));
        ResultFilter ring = all();
        ring.factors = {{"strategy", {"RING"}}, {"model", {"vgg16"}}};
        names.clear();
        for (const FactorSummary& factor : need(query.onlyWhatDiffers(ring)))
            names += factor.name + " ";
        QCOMPARE(names, std::string("loss batch cross traffic "));
        const auto metrics = need(query.metrics(all()));
        QCOMPARE(metrics.size(), std::size_t(2));
        QCOMPARE(metrics[1].name, std::string("throughput"));
        QCOMPARE(metrics[1].runs, static_cast<std::int64_t>(m_throughput.size()));
    }

    void supersededRunsAreLeftOut()
    {
        RunRepository runs(m_store.database, m_store.clock);
        ResultQuery query(m_store.database);
        const CampaignId campaign = need(runs.createCampaign({}, std::vector(1, RunRecord())));
        const RunId id = need(runs.runs(campaign)).front().id;
        need(runs.claim(id));
        need(runs.repeat(id, "killed", PartialData::Keep));
        ResultFilter filter;
        filter.campaigns = {campaign};
        QCOMPARE(need(query.count(filter)), std::int64_t(1));
        filter.withSuperseded = true;
        QCOMPARE(need(query.count(filter)), std::int64_t(2));
    }

    void isFastEnough()
    {
#ifdef MR_SANITIZED
        QSKIP("sanitizers slow down");
#endif
        Database reader = need(Database::openReadOnly(m_store.file));
        ResultQuery query(reader);
        std::size_t rows = 0;
        const double list = secondsOf([&] { rows = need(query.all(all())).size(); });
        QCOMPARE(rows, std::size_t(runCount));
        ResultOrder order;
        order.by = ResultOrder::By::Metric;
        order.name = "throughput";
        double slowest = 0, sorted = 0;
        std::vector<RunId> runs;
        sorted = secondsOf([&] { runs = need(query.index(all(), order)).runs; });
        for (std::size_t first = 0; first + 100 <= runs.size(); first += 200)
            slowest =
                std::max(slowest, secondsOf([&] { (void)need(query.rows(std::span(runs).subspan(first, 100))); }));
        qInfo("10 000 runs in %.0f ms, sorted by a metric in %.0f ms, slowest page of 100 %.1f ms", list * 1e3,
              sorted * 1e3, slowest * 1e3);
        QVERIFY2(sorted <= 0.1, qPrintable(QString::number(sorted)));
        QVERIFY2(list <= 0.5, qPrintable(QString::number(list)));
        QVERIFY2(slowest <= 0.020, qPrintable(QString::number(slowest)));
    }

private:
    ResultFilter all() const
    {
        ResultFilter filter;
        filter.campaigns = {m_campaign};
        return filter;
    }

    /// Most runs end, some fail, some wait; metrics and times are made up.
    void giveResults(Random& random)
    {
        auto transaction = need(m_store.database.begin());
        Statement update = need(m_store.database.prepare(
            "UPDATE runs SET state = ?, started_ns = ?, duration_ns = ?, excluded = ? WHERE id = ?"));
        Statement metric = need(m_store.database.prepare(
            "INSERT INTO metrics (run_id, name, subject, value, unit, how) VALUES (?, ?, ?, ?, '1/s', '')"));
        for (RunRecord& run : m_runs) {
            const std::uint64_t dice = random.below(20);
            if (dice == 0)
                continue;
            run.state = dice < 3 ? RunState::Failed : RunState::Done;
            run.started = Nanoseconds(1'000 + static_cast<std::int64_t>(random.below(3000)));
            run.duration = Nanoseconds(1 + static_cast<std::int64_t>(random.below(50)));
            run.excluded = dice == 7;
            need(update.run(stateName(run.state), run.started, run.duration, run.excluded, run.id));
            if (run.state != RunState::Done)
                continue;
            const double value = random.below(100) == 0 ? std::nan("") : std::floor(random.uniform() * 500) / 4;
            m_throughput[run.id] = value;
            need(metric.run(run.id, "throughput", "", value));
            need(metric.run(run.id, "steps", "", 20.0));
            for (int rank = 0; rank < 2; ++rank)
                need(metric.run(run.id, "throughput", fmt::format("rank {}", rank), random.uniform()));
        }
        need(transaction.commit());
    }

    /// The order by a stable sort of all runs: by key, those without last, then by id.
    std::vector<RunId> slowOrder(const ResultOrder& order) const
    {
        using Key = std::tuple<int, double, std::string>;
        std::vector<std::pair<Key, RunId>> keys;
        for (const RunRecord& run : m_runs)
            keys.emplace_back(keyOf(run, order), run.id);
        std::stable_sort(keys.begin(), keys.end(), [&](const auto& a, const auto& b) {
            const bool lacksA = std::get<0>(a.first) == 9;
            const bool lacksB = std::get<0>(b.first) == 9;
            if (lacksA != lacksB)
                return lacksB;
            return order.descending ? b.first < a.first : a.first < b.first;
        });
        std::vector<RunId> ids;
        for (const auto& key : keys)
            ids.push_back(key.second);
        return ids;
    }

    std::tuple<int, double, std::string> keyOf(const RunRecord& run, const ResultOrder& order) const
    {
        const std::tuple<int, double, std::string> lacking = {9, 0, ""};
        switch (order.by) {
        case ResultOrder::By::Position: return {0, run.position, ""};
        case ResultOrder::By::Campaign: return {0, 0, ""};
        case ResultOrder::By::Id: return {1, 0, run.uuid};
        case ResultOrder::By::Repetition: return {0, run.repetition, ""};
        case ResultOrder::By::State: return {1, 0, std::string(stateName(run.state))};
        case ResultOrder::By::Started:
            return run.started.count() == 0 ? lacking
                                            : std::tuple(0, static_cast<double>(run.started.count()), std::string());
        case ResultOrder::By::Duration:
            return run.started.count() == 0 ? lacking
                                            : std::tuple(0, static_cast<double>(run.duration.count()), std::string());
        case ResultOrder::By::Factor: {
            const Factor* factor = factorOf(run, order.name);
            if (factor == nullptr)
                return lacking;
            return factor->number ? std::tuple(0, *factor->number, std::string()) : std::tuple(1, 0.0, factor->level);
        }
        case ResultOrder::By::Metric: break;
        }
        const auto at = m_throughput.find(run.id);
        if (order.name != "throughput" || at == m_throughput.end() || std::isnan(at->second))
            return lacking;
        return {0, at->second, ""};
    }

    TestStore m_store;
    CampaignId m_campaign;
    std::vector<RunRecord> m_runs;
    std::map<RunId, double> m_throughput;
};

QTEST_APPLESS_MAIN(TestResultQuery)
#include "tst_result_query.moc"
