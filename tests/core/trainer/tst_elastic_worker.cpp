// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/elastic/config_client.h"
#include "core/elastic/config_server.h"
#include "core/trainer/elastic_worker.h"
#include "tests/core/collective/ranks.h"

#include <QtTest>
#include <atomic>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>

using namespace millrace;
using namespace millrace::trainer;
using namespace std::chrono_literals;
using Json = nlohmann::ordered_json;

namespace {

/// Workers as threads of this process, each with a log in memory, and the configuration server.
class Job
{
public:
    explicit Job(int workers, int initial, std::optional<int> wanted = {}) : m_peers(collective::loopbackPeers(workers))
    {
        auto server = elastic::ConfigServer::start({.listen = {"127.0.0.1", 0}, .initial = initial, .workers = wanted});
        if (!server)
            qFatal("%s", server.error().text().c_str());
        m_server = *std::move(server);
        spec.session.strategy = collective::Strategy::RingAllReduce;
        spec.session.deadline = 2s;
        spec.model = *findModel("slp-mnist");
        spec.batch = 16;
        spec.warmupSteps = 2;
        spec.steps = 40;
        spec.verifyEvery = 1;
        spec.compute.duration = 2ms;
        spec.peers = m_peers;
        spec.elastic = ElasticSpec{m_server->endpoint(), {}, 5s};
        m_workers.resize(static_cast<std::size_t>(workers));
    }
    ~Job()
    {
        for (int id = 0; id < static_cast<int>(m_workers.size()); ++id)
            stop(id);
    }

    void start(int id)
    {
        Worker& worker = m_workers[static_cast<std::size_t>(id)];
        if (worker.thread.joinable())
            worker.thread.join();
        worker.stop = {};
        worker.thread = std::thread([this, id, own = spec, token = worker.stop.get_token()]() mutable {
            own.rank = id;
            TrainingLog log(
                id,
                [this, id](std::string_view lines) -> Result<void> {
                    const std::lock_guard lock(m_mutex);
                    m_events[id].push_back(Json::parse(lines.substr(0, lines.find('\n'))));
                    if (m_events[id].back()["event"] == "step")
                        m_lastStep = std::max(m_lastStep, number(m_events[id].back()));
                    return {};
                },
                m_clock);
            auto report = trainElastic(own, log, {token, {}});
            const std::lock_guard lock(m_mutex);
            if (report)
                m_reports[id] = *report;
            else
                m_errors[id] = report.error();
        });
    }
    void stop(int id)
    {
        Worker& worker = m_workers[static_cast<std::size_t>(id)];
        worker.stop.request_stop();
        if (worker.thread.joinable())
            worker.thread.join();
    }
    void join()
    {
        for (Worker& worker : m_workers)
            if (worker.thread.joinable())
                worker.thread.join();
    }

    /// Number of the last finished step of any worker, of both phases together.
    std::int64_t lastStep()
    {
        const std::lock_guard lock(m_mutex);
        return m_lastStep;
    }
    std::vector<Json> of(int id, const std::string& name)
    {
        const std::lock_guard lock(m_mutex);
        std::vector<Json> found;
        for (const Json& event : m_events[id])
            if (event["event"] == name)
                found.push_back(event);
        return found;
    }
    std::int64_t number(const Json& step) const
    {
        return step["step"].get<std::int64_t>() + (step["warmup"] ? 0 : spec.warmupSteps);
    }
    /// Whether every step of both phases was finished by a worker, and none after the last.
    bool finishedAllSteps()
    {
        std::set<std::int64_t> steps;
        for (int id = 0; id < static_cast<int>(m_workers.size()); ++id)
            for (const Json& event : of(id, "step"))
                steps.insert(number(event));
        return static_cast<int>(steps.size()) == spec.warmupSteps + spec.steps
            && *steps.rbegin() == spec.warmupSteps + spec.steps - 1;
    }
    elastic::ConfigClient client() { return elastic::ConfigClient(m_server->endpoint(), {{"127.0.0.1", 1}, 1}); }
    std::unique_ptr<elastic::ConfigServer>& server() { return m_server; }
    std::map<int, std::optional<TrainReport>> reports() { return m_reports; }
    std::map<int, Error> errors() { return m_errors; }
    QByteArray errorText()
    {
        std::string text;
        for (const auto& [id, error] : m_errors)
            text += "worker " + std::to_string(id) + ": " + error.text() + "\n";
        return QByteArray::fromStdString(text);
    }

    TrainSpec spec;

private:
    struct Worker
    {
        std::stop_source stop;
        std::thread thread;
    };
    SystemClock m_clock;
    collective::PeerList m_peers;
    std::unique_ptr<elastic::ConfigServer> m_server;
    std::vector<Worker> m_workers;
    std::mutex m_mutex;
    std::map<int, std::vector<Json>> m_events;
    std::map<int, std::optional<TrainReport>> m_reports;
    std::map<int, Error> m_errors;
    std::int64_t m_lastStep = -1;
};

} // namespace

class TestElasticWorker : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aFixedListTrainsAsBefore()
    {
        Job job(3, 3);
        for (int id = 0; id < 3; ++id)
            job.start(id);
        job.join();
        QVERIFY2(job.errors().empty(), job.errorText().constData());
        QVERIFY(job.finishedAllSteps());
        for (int id = 0; id < 3; ++id) {
            QCOMPARE(int(job.of(id, "step").size()), 42);
            QCOMPARE(int(job.of(id, "verify").size()), 40);
            QCOMPARE(int(job.of(id, "resize").size()), 1);
            QCOMPARE(job.of(id, "resize").front()["cause"], "start");
            QCOMPARE(int(job.of(id, "end").size()), 1);
        }
    }

    /// The newcomer gets the state and goes on with the same step; sums are verified in every step.
    void aWorkerJoins()
    {
        Job job(3, 2);
        job.spec.steps = 200;
        job.start(0);
        job.start(1);
        QTRY_VERIFY(job.lastStep() >= 20);
        job.start(2);
        job.join();
        QVERIFY2(job.errors().empty(), job.errorText().constData());
        QVERIFY(job.finishedAllSteps());
        const auto resizes = job.of(0, "resize");
        QCOMPARE(int(resizes.size()), 2);
        QCOMPARE(resizes[1]["from"], 2);
        QCOMPARE(resizes[1]["to"], 3);
        QCOMPARE(resizes[1]["cause"], "join");
        QCOMPARE(resizes[1]["redone_steps"], 0);
        QCOMPARE(job.number(job.of(2, "step").front()), resizes[1]["step"].get<std::int64_t>());
        QVERIFY(resizes[1]["resize_ns"].get<std::int64_t>() < 300'000'000);
    }

    void theScheduleIsFollowed()
    {
        Job job(4, 4, 1);
        job.spec.steps = 150;
        job.spec.elastic->schedule = {{0, 1}, {20, 3}, {60, 2}, {100, 4}};
        for (int id = 0; id < 4; ++id)
            job.start(id);
        job.join();
        QVERIFY2(job.errors().empty(), job.errorText().constData());
        QVERIFY(job.finishedAllSteps());
        std::map<int, std::pair<int, int>> changes; // by version; a worker that was no member has no number before
        for (int id = 0; id < 4; ++id)
            for (const Json& event : job.of(id, "resize"))
                if (event["from"] != 0)
                    changes.try_emplace(event["version"], event["from"].get<int>(), event["to"].get<int>());
        QByteArray told;
        for (const auto& [version, change] : changes)
            told += QByteArray::number(version) + ": " + QByteArray::number(change.first) + " to "
                + QByteArray::number(change.second) + "; ";
        QVERIFY2(changes == (std::map<int, std::pair<int, int>>{{2, {1, 3}}, {3, {3, 2}}, {4, {2, 4}}}), told);
    }

    void theScheduleEndsTheTraining()
    {
        Job job(2, 2);
        job.spec.steps = 10'000;
        job.spec.elastic->schedule = {{30, 0}};
        job.start(0);
        job.start(1);
        job.join();
        QVERIFY2(job.errors().empty(), job.errorText().constData());
        QVERIFY(job.lastStep() >= 29 && job.lastStep() < 100);
        QCOMPARE(int(job.of(1, "end").size()), 1);
    }

    /// Nothing is lost: the step in progress is repeated by the survivors.
    void survivorsGoOn()
    {
        Job job(4, 4);
        job.spec.steps = 150;
        for (int id = 0; id < 4; ++id)
            job.start(id);
        QTRY_VERIFY(job.lastStep() >= 30);
        job.stop(0); // the first rank
        const std::int64_t at = job.lastStep();
        job.join();
        QCOMPARE(int(job.errors().size()), 1);
        QCOMPARE(job.errors()[0].code, ErrorCode::Cancelled);
        QVERIFY(job.finishedAllSteps());
        for (int id = 1; id < 4; ++id) {
            const auto resizes = job.of(id, "resize");
            QCOMPARE(int(resizes.size()), 2);
            QCOMPARE(resizes[1]["cause"], "failure");
            QCOMPARE(resizes[1]["to"], 3);
            QVERIFY(resizes[1]["redone_steps"].get<int>() <= 1);
            QVERIFY(resizes[1]["step"].get<std::int64_t>() >= at);
            QVERIFY(resizes[1]["resize_ns"].get<std::int64_t>() < 1'000'000'000);
            QCOMPARE(int(job.of(id, "noticed").size()), 1);
        }
    }

    void aWorkerReturns()
    {
        Job job(3, 3);
        job.spec.steps = 300;
        for (int id = 0; id < 3; ++id)
            job.start(id);
        QTRY_VERIFY(job.lastStep() >= 30);
        job.stop(2);
        QTRY_VERIFY(job.of(0, "resize").size() == 2);
        job.start(2);
        job.join();
        QVERIFY(job.finishedAllSteps());
        QCOMPARE(job.of(0, "resize").back()["to"], 3);
        QCOMPARE(int(job.of(2, "end").size()), 1);
    }

    void trainingGoesOnWithoutTheServer()
    {
        Job job(2, 2);
        job.spec.steps = 100;
        job.start(0);
        job.start(1);
        QTRY_VERIFY(job.lastStep() >= 10);
        job.server().reset();
        job.join();
        QVERIFY2(job.errors().empty(), job.errorText().constData());
        QVERIFY(job.finishedAllSteps());
    }

    /// A server that starts without its state does not know who has waited; they report again.
    void aServerThatHasForgotten()
    {
        Job job(2, 2);
        const Endpoint endpoint = job.server()->endpoint();
        job.start(0);
        QTest::qWait(300);
        job.server().reset();
        auto another = elastic::ConfigServer::start({.listen = endpoint, .initial = 2});
        QVERIFY2(another, another ? "" : another.error().text().c_str());
        job.server() = *std::move(another);
        job.start(1);
        QTRY_VERIFY_WITH_TIMEOUT(job.lastStep() == job.spec.warmupSteps + job.spec.steps - 1, 20000);
        job.join();
        QVERIFY2(job.errors().empty(), job.errorText().constData());
    }

    /// A failure needs the server: its absence has a name.
    void aFailureWithoutTheServer()
    {
        Job job(2, 2);
        job.spec.steps = 10'000;
        job.spec.elastic->serverDeadline = 500ms;
        job.start(0);
        job.start(1);
        QTRY_VERIFY(job.lastStep() >= 10);
        job.server().reset();
        job.stop(1);
        job.join();
        QCOMPARE(job.errors()[0].code, ErrorCode::Unreachable);
        QVERIFY2(job.errors()[0].text().find("configuration server") != std::string::npos,
                 job.errors()[0].text().c_str());
    }

    void otherSettingsAreRefused()
    {
        Job job(2, 2);
        job.start(0);
        job.spec.batch = 17;
        job.start(1);
        job.join();
        QCOMPARE(job.errors()[0].code, ErrorCode::InvalidInput);
        QCOMPARE(job.errors()[1].code, ErrorCode::InvalidInput);
    }
};

QTEST_GUILESS_MAIN(TestElasticWorker)
#include "tst_elastic_worker.moc"
