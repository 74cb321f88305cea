// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/elastic/config_client.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <csignal>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <sched.h>
#include <set>
#include <unistd.h>

using namespace millrace;
using namespace std::chrono_literals;
using Json = nlohmann::json;

namespace {

constexpr int workers = 4;
constexpr int steps = 900;

QString program()
{
    return qEnvironmentVariable("MR_BIN") + "/millrace-worker";
}

QString address(int worker)
{
    return QString("127.0.0.%1").arg(10 + worker);
}

int ip(const QStringList& arguments)
{
    return QProcess::execute("ip", arguments);
}

/// A network namespace of this process alone, whose loopback addresses can be cut off: the rule for local addresses
/// usually comes before all others.
bool enterNetwork()
{
    return unshare(CLONE_NEWNET) == 0 && ip({"link", "set", "lo", "up"}) == 0
        && ip({"rule", "add", "pref", "100", "lookup", "local"}) == 0
        && ip({"rule", "del", "pref", "0", "lookup", "local"}) == 0;
}

void cutOff(int worker, bool cut)
{
    for (const char* direction : {"from", "to"})
        ip({"rule", cut ? "add" : "del", direction, address(worker), "pref", "0", "blackhole"});
}

/// Processes of one scenario.
class Scenario
{
public:
    Scenario()
    {
        QStringList peers;
        for (int worker = 0; worker < workers; ++worker)
            peers << address(worker) + ":10000";
        m_peers = peers.join(',');
        startServer();
        for (int worker = 0; worker < workers; ++worker)
            start(worker);
    }
    ~Scenario()
    {
        for (const auto& [worker, processes] : m_workers)
            for (const auto& process : processes)
                if (process->state() != QProcess::NotRunning)
                    process->kill();
        if (m_server)
            m_server->kill();
        for (const auto& [worker, processes] : m_workers)
            for (const auto& process : processes)
                process->waitForFinished();
        if (m_server)
            m_server->waitForFinished();
    }

    void startServer()
    {
        m_server = std::make_unique<QProcess>();
        m_server->start(program(),
                        {"config-server", "--listen", "127.0.0.1:9100", "--initial", QString::number(workers),
                         "--state", m_folder.filePath("state.json")});
        m_server->waitForReadyRead(5000);
    }
    void killServer()
    {
        m_server->kill();
        m_server->waitForFinished();
    }
    void start(int worker)
    {
        auto process = std::make_unique<QProcess>();
        process->setStandardOutputFile(log(worker), QIODevice::Append);
        process->start(program(),
                       {"train",
                        "--rank",
                        QString::number(worker),
                        "--peers",
                        m_peers,
                        "--config-server",
                        "127.0.0.1:9100",
                        "--model",
                        "slp-mnist",
                        "--compute-time",
                        "2ms",
                        "--steps",
                        QString::number(steps),
                        "--warmup",
                        "0",
                        "--verify-every",
                        "1",
                        "--deadline",
                        "400ms",
                        "--server-deadline",
                        "3s"});
        process->waitForStarted();
        m_workers[worker].push_back(std::move(process));
    }
    [[nodiscard]] bool runs(int worker)
    {
        QProcess& process = *m_workers[worker].back();
        return process.state() != QProcess::NotRunning && !process.waitForFinished(0);
    }
    void signal(int worker, int number)
    {
        if (runs(worker))
            ::kill(static_cast<pid_t>(m_workers[worker].back()->processId()), number);
    }

    [[nodiscard]] bool allEndWithin(Nanoseconds time)
    {
        const Deadline deadline = deadlineIn(time);
        for (const auto& [worker, processes] : m_workers)
            for (const auto& process : processes)
                if (process->state() != QProcess::NotRunning
                    && !process->waitForFinished(static_cast<int>(timeLeft(deadline).count() / 1'000'000)))
                    return false;
        return true;
    }

    /// What is wrong with the outcome; empty: the right state, or errors that have a name.
    [[nodiscard]] std::string verdict()
    {
        std::set<int> finished;
        bool succeeded = false;
        for (const auto& [worker, processes] : m_workers) {
            for (const auto& process : processes) {
                const bool ended = process->exitStatus() == QProcess::NormalExit;
                succeeded |= ended && process->exitCode() == 0;
                const QByteArray words = process->readAllStandardError();
                if (ended && process->exitCode() != 0 && !words.startsWith("millrace-worker: "))
                    return "worker " + std::to_string(worker) + " ended with " + std::to_string(process->exitCode())
                        + " without a word";
                if (!words.isEmpty())
                    m_errors += words.toStdString();
            }
            QFile file(log(worker));
            if (!file.open(QIODevice::ReadOnly))
                continue;
            while (!file.atEnd()) {
                const QByteArray line = file.readLine();
                const Json event = Json::parse(line.toStdString(), nullptr, false);
                if (!event.is_object())
                    continue; // text for people, or cut by a kill
                if (event["event"] == "verify" && event["ok"] == false)
                    return "a sum is wrong: " + line.toStdString();
                if (event["event"] == "step")
                    finished.insert(event["step"].get<int>());
                if (event["event"] == "resize" && event["redone_steps"].get<int>() > 1)
                    return "more than one step was repeated: " + line.toStdString();
            }
        }
        if (succeeded && (static_cast<int>(finished.size()) != steps || *finished.rbegin() != steps - 1))
            return "a worker succeeded, but " + std::to_string(finished.size()) + " steps were finished";
        if (!succeeded && m_errors.empty())
            return "nobody succeeded, and nobody said why";
        m_succeeded = succeeded;
        return {};
    }
    [[nodiscard]] bool succeeded() const noexcept { return m_succeeded; }
    [[nodiscard]] const std::string& errors() const noexcept { return m_errors; }

private:
    [[nodiscard]] QString log(int worker) const { return m_folder.filePath(QString("worker-%1.log").arg(worker)); }

    QTemporaryDir m_folder;
    QString m_peers;
    std::unique_ptr<QProcess> m_server;
    std::map<int, std::vector<std::unique_ptr<QProcess>>> m_workers;
    std::string m_errors;
    bool m_succeeded = false;
};

} // namespace

/// Kills, freezes and cuts of workers and kills of the configuration server, at random times and during resizes: the
/// training ends with every step finished once and every sum right, or with a sentence that says why not.
class TestElasticFates : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        if (geteuid() != 0)
            QSKIP("cutting a worker off needs root");
        if (!enterNetwork())
            QSKIP("this kernel has no network namespaces, or \"ip\" is missing");
    }

    void seeds_data()
    {
        QTest::addColumn<int>("seed");
        const int count = qEnvironmentVariableIntValue("MILLRACE_SEEDS");
        for (int seed = 1; seed <= (count > 0 ? count : 12); ++seed)
            QTest::addRow("seed %d", seed) << seed;
    }
    void seeds()
    {
        QFETCH(int, seed);
        std::mt19937 random(static_cast<unsigned>(seed));
        const auto below = [&random](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
        Scenario scenario;
        const elastic::ConfigClient client({"127.0.0.1", 9100}, {{"127.0.0.1", 1}, 1});
        QStringList story;
        QElapsedTimer timer;
        timer.start();
        std::multimap<int, std::function<void()>> due; // what ends later, by ms
        const auto settle = [&](int until) {
            while (!due.empty() && due.begin()->first <= until) {
                QTest::qWait(std::max(0, due.begin()->first - static_cast<int>(timer.elapsed())));
                const auto action = due.begin()->second;
                due.erase(due.begin());
                action();
            }
            QTest::qWait(std::max(0, until - static_cast<int>(timer.elapsed())));
        };
        int at = 0;
        bool serverRuns = true;
        for (int event = 0; event < 4; ++event) {
            at += 50 + below(350);
            settle(at);
            const int worker = below(workers);
            const int later = at + 50 + below(1200);
            switch (below(6)) {
            case 0:
                story << QString("%1 kill %2").arg(at).arg(worker);
                scenario.signal(worker, SIGKILL);
                if (below(2) == 0)
                    due.emplace(later, [&scenario, worker] {
                        if (!scenario.runs(worker))
                            scenario.start(worker);
                    });
                break;
            case 1:
                story << QString("%1 freeze %2 until %3").arg(at).arg(worker).arg(later);
                scenario.signal(worker, SIGSTOP);
                due.emplace(later, [&scenario, worker] { scenario.signal(worker, SIGCONT); });
                break;
            case 2:
                story << QString("%1 cut %2 until %3").arg(at).arg(worker).arg(later);
                cutOff(worker, true);
                due.emplace(later, [worker] { cutOff(worker, false); });
                break;
            case 3:
                if (!serverRuns)
                    break;
                story << QString("%1 kill the server until %2").arg(at).arg(later);
                scenario.killServer();
                serverRuns = false;
                due.emplace(later, [&] {
                    scenario.startServer();
                    serverRuns = true;
                });
                break;
            default: {
                const int size = 1 + below(workers);
                story << QString("%1 resize to %2").arg(at).arg(size);
                static_cast<void>(client.resize(size, deadlineIn(50ms)));
            }
            }
        }
        while (!due.empty())
            settle(due.rbegin()->first);
        const QByteArray told = story.join(", ").toUtf8();
        QVERIFY2(scenario.allEndWithin(60s), ("does not end: " + told).constData());
        const std::string wrong = scenario.verdict();
        QVERIFY2(wrong.empty(), (wrong + " after " + told.toStdString()).c_str());
        qInfo("%s: %s%s", told.constData(),
              scenario.succeeded() ? "finished" : "gave up: ", scenario.succeeded() ? "" : scenario.errors().c_str());
    }
};

QTEST_GUILESS_MAIN(TestElasticFates)
#include "tst_elastic_fates.moc"
