// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ranks.h"

#include <QtTest>
#include <csignal>
#include <cstring>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace millrace;
using namespace millrace::collective;
using namespace std::chrono_literals;

namespace {

/// Longer than a busy machine keeps a process waiting for a processor.
constexpr Nanoseconds deadline = 3s;

/// What a rank's process writes when it has failed.
struct Report
{
    ErrorCode code = ErrorCode::Internal;
    int culprit = -1;
    Nanoseconds at{0};
    char text[400]{};
};

/// Reduces until something fails. `computing` ranks spend most of their time between the operations.
[[noreturn]] void runRank(const PeerList& peers, int rank, Strategy strategy, bool computing, int reportFd)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    auto session = Session::connect(peers, rank, {.strategy = strategy, .deadline = deadline});
    Result<void> result;
    if (!session)
        result = session.error();
    std::vector<float> arena(200000, 0.0f);
    const TensorList tensors = tensorsOfSizes(std::vector<std::size_t>{100000, 99990, 10});
    while (result) {
        result = (*session)->allReduce(tensors, arena);
        if (result && computing)
            result = (*session)->computeUntil(deadlineIn(20ms));
    }
    Report report;
    report.code = result.error().code;
    report.culprit = session ? (*session)->culprit().value_or(-1) : -1;
    report.at = monotonicNow();
    std::strncpy(report.text, result.error().text().c_str(), sizeof report.text - 1);
    [[maybe_unused]] const auto written = ::write(reportFd, &report, sizeof report);
    ::_exit(0);
}

/// One process per rank of a session, killed with this object.
class Crew
{
public:
    Crew(int ranks, Strategy strategy, bool computing) : m_peers(loopbackPeers(ranks))
    {
        for (int rank = 0; rank < ranks; ++rank) {
            PipeEnds pipe = *makePipe();
            const pid_t pid = ::fork();
            if (pid == 0)
                runRank(m_peers, rank, strategy, computing, pipe.write.get());
            m_pids.push_back(pid);
            m_reports.push_back(std::move(pipe.read));
        }
    }
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;
    ~Crew()
    {
        for (const pid_t pid : m_pids) {
            ::kill(pid, SIGKILL);
            ::waitpid(pid, nullptr, 0);
        }
    }

    [[nodiscard]] const PeerList& peers() const { return m_peers; }
    void signal(int rank, int number) const { ::kill(m_pids[static_cast<std::size_t>(rank)], number); }
    /// Nothing if it does not report in time.
    [[nodiscard]] std::optional<Report> report(int rank, Nanoseconds patience) const
    {
        const int fd = m_reports[static_cast<std::size_t>(rank)].get();
        const auto ready = waitReady(fd, POLLIN, deadlineIn(patience));
        Report report;
        if (!ready || !*ready || ::read(fd, &report, sizeof report) != sizeof report)
            return std::nullopt;
        return report;
    }

private:
    PeerList m_peers;
    std::vector<pid_t> m_pids;
    std::vector<UniqueFd> m_reports;
};

struct Setting
{
    Strategy strategy;
    int ranks;
    int victim;
    bool computing;
};

const std::vector<Setting> settings{
    {Strategy::RingAllReduce, 4, 2, false},   {Strategy::Star, 3, 0, false},     {Strategy::Star, 3, 2, true},
    {Strategy::HalvingDoubling, 5, 4, false}, {Strategy::Pairwise, 4, 1, false}, {Strategy::Ring, 3, 1, true},
};

/// Hits the victim of every crew at once, so that the waits overlap. Every other rank must name it.
void hitAndCheck(int signal, Nanoseconds within)
{
    std::vector<std::unique_ptr<Crew>> crews;
    for (const Setting& setting : settings)
        crews.push_back(std::make_unique<Crew>(setting.ranks, setting.strategy, setting.computing));
    std::this_thread::sleep_for(300ms);
    const Nanoseconds hit = monotonicNow();
    for (std::size_t index = 0; index < settings.size(); ++index)
        crews[index]->signal(settings[index].victim, signal);
    for (std::size_t index = 0; index < settings.size(); ++index) {
        const Setting& setting = settings[index];
        for (int rank = 0; rank < setting.ranks; ++rank) {
            if (rank == setting.victim)
                continue;
            const auto report = crews[index]->report(rank, 20s);
            const std::string where = std::string(strategyName(setting.strategy)) + " rank " + std::to_string(rank);
            QVERIFY2(report, where.c_str());
            QVERIFY2(report->code == ErrorCode::PeerFailed, (where + ": " + report->text).c_str());
            QVERIFY2(report->culprit == setting.victim, (where + ": " + report->text).c_str());
            QVERIFY2(std::strstr(report->text, crews[index]->peers().describe(setting.victim).c_str()), report->text);
            QVERIFY2(report->at > hit && report->at - hit < within,
                     (where + " took " + std::to_string((report->at - hit).count() / 1'000'000) + " ms").c_str());
        }
    }
}

} // namespace

class TestPeerFailure : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aKilledRankIsNamedAtOnce() { hitAndCheck(SIGKILL, deadline / 2); }
    /// The deadline starts with the last progress; nobody waits for two deadlines one after the other.
    void aFrozenRankIsNamedWithinTheDeadline() { hitAndCheck(SIGSTOP, 2 * deadline - 500ms); }
};

QTEST_APPLESS_MAIN(TestPeerFailure)
#include "tst_peer_failure.moc"
