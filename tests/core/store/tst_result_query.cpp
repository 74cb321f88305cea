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
        for (const auto& [state, count] : need(query.countByState(all()))) {
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
        const ResultPage page = need(query.page(all(), {}, 20));
        QCOMPARE(page.rows.size(), std::size_t(20));
        for (std::size_t i = 0; i < 20; ++i) {
            QCOMPARE(page.rows[i].run, m_runs[i]);
            const auto metric = m_throughput.find(m_runs[i].id);
            QCOMPARE(page.rows[i].metrics.size(), metric == m_throughput.end() ? std::size_t(0) : std::size_t(2));
            if (metric != m_throughput.end() && !std::isnan(metric->second))
                QCOMPARE(page.rows[i].metrics[1].value, metric->second);
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
                 {std::tuple("position", By::Position, ""), std::tuple("cell", By::Cell, ""),
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
        std::vector<RunId> found;
        std::optional<ResultCursor> cursor;
        do {
            const ResultPage page = need(query.page(all(), order, 3001, cursor));
            for (const ResultRow& row : page.rows)
                found.push_back(row.run.id);
            cursor = page.next;
        } while (cursor);
        QCOMPARE(found.size(), expected.size());
        QVERIFY(found == expected);
    }

    void firstPageCounts()
    {
        ResultQuery query(m_store.database);
        ResultFilter filter = all();
        filter.factors = {{"strategy", {"RING"}}};
        for (const auto by : {ResultOrder::By::Position, ResultOrder::By::Duration}) {
            const ResultOrder order{by, {}, {}, true};
            const CountedPage counted = need(query.firstPage(filter, order, 100));
            const ResultPage page = need(query.page(filter, order, 100));
            QVERIFY(counted.states == need(query.countByState(filter)));
            QCOMPARE(counted.page.rows.size(), std::size_t(100));
            QVERIFY(counted.page.next && counted.page.next->run == page.next->run);
            QVERIFY(counted.page.next->key == page.next->key);
            for (std::size_t i = 0; i < 100; ++i)
                QVERIFY(counted.page.rows[i].run == page.rows[i].run);
        }
        filter.factors = {{"strategy", {"NONE"}}};
        QVERIFY(need(query.firstPage(filter, {}, 100)).states.empty());
    }

    void pagesEndExactly()
    {
        ResultQuery query(m_store.database);
        ResultFilter filter = all();
        filter.states = {RunState::Failed};
        const auto count = static_cast<std::size_t>(need(query.count(filter)));
        QVERIFY(!need(query.page(filter, {}, count)).next);
        QVERIFY(need(query.page(filter, {}, count - 1)).next.has_value());
        filter.states = {RunState::Preparing};
        const ResultPage empty = need(query.page(filter, {}, 10));
        QVERIFY(empty.rows.empty() && !empty.next);
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
        ResultPage page = need(query.page(all(), order, 100));
        double slowest = 0;
        for (int i = 0; i < 50 && page.next; ++i)
            slowest = std::max(slowest, secondsOf([&] { page = need(query.page(all(), order, 100, page.next)); }));
        qInfo("10 000 runs in %.0f ms, slowest page of 100 sorted by a metric %.1f ms", list * 1e3, slowest * 1e3);
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
        case ResultOrder::By::Cell: return {1, 0, run.cell};
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
