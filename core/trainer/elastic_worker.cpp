// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/trainer/elastic_worker.h"

#include "core/base/units.h"
#include "core/elastic/config_client.h"
#include "core/elastic/membership_watch.h"
#include "core/trainer/adaptation.h"
#include "core/trainer/step_loop.h"

#include <algorithm>
#include <fcntl.h>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <new>
#include <random>

namespace millrace::trainer {
namespace {

using collective::PeerList;
using collective::Session;
using elastic::ConfigClient;
using elastic::Member;
using elastic::Membership;

/// Elements of the received state compared with what was sent, besides the ends of every tensor.
constexpr std::size_t verifiedOfState = 1 << 16;
constexpr Nanoseconds probePeriod = std::chrono::milliseconds(200);
constexpr Nanoseconds probeDeadline = std::chrono::seconds(1);
constexpr Nanoseconds shortest = std::chrono::milliseconds(200);

Member newMember(const Endpoint& endpoint)
{
    std::random_device device;
    return {endpoint, (static_cast<std::uint64_t>(device()) << 32 | device()) | 1};
}

int positionOf(const Membership& membership, const Member& self)
{
    const auto found = std::ranges::find(membership.members, self.incarnation, &Member::incarnation);
    return found == membership.members.end() ? -1 : static_cast<int>(found - membership.members.begin());
}

PeerList peersOf(const Membership& membership)
{
    std::vector<Endpoint> endpoints;
    for (const Member& member : membership.members)
        endpoints.push_back(member.endpoint);
    return PeerList(std::move(endpoints));
}

bool isOfOthers(ErrorCode code)
{
    return code == ErrorCode::PeerFailed || code == ErrorCode::Unreachable || code == ErrorCode::Timeout;
}

class ElasticWorker
{
public:
    ElasticWorker(const TrainSpec& spec, TrainingLog& log, const ComputeModel& compute, JobContext job)
        : m_spec(spec), m_log(log), m_job(std::move(job)), m_self(newMember(spec.peers[spec.rank])),
          m_client(spec.elastic->server, m_self), m_loop(spec, log, compute, true),
          m_adaptation(spec, log), m_setting{spec.session.strategy, 0, spec.batch},
          m_pattern(spec.seed ^ 0x7374617465u) // other values than those of the gradients
    {
    }

    Result<std::optional<TrainReport>> run();

private:
    [[nodiscard]] Deadline serverDeadline() const { return deadlineIn(m_spec.elastic->serverDeadline); }
    /// Whether the endpoints of the members accept connections; a worker that is cut off would only disturb them.
    [[nodiscard]] bool reaches(const Membership& membership) const;
    [[nodiscard]] Result<void> becomeReady();
    [[nodiscard]] Result<bool> await();
    [[nodiscard]] Result<void> lookAfterMembers();
    [[nodiscard]] Result<void> form();
    [[nodiscard]] Result<void> synchronise();
    [[nodiscard]] Result<void> trainOn();
    /// Reports the culprit of an error of others; returns any other error.
    [[nodiscard]] Result<void> recover(Error error);
    /// The first rank asks for the number of workers that the schedule wants from here on.
    void request();
    [[nodiscard]] Result<void> finish();
    void leaveSession();

    const TrainSpec& m_spec;
    TrainingLog& m_log;
    JobContext m_job;
    Member m_self;
    ConfigClient m_client;
    UniqueFd m_listener;
    StepLoop m_loop;
    Adaptation m_adaptation;
    policy::Setting m_setting; ///< as far as this worker knows it
    SyntheticGradient m_pattern; ///< of the state
    std::unique_ptr<elastic::MembershipWatch> m_watch;

    Membership m_membership; ///< the last known version
    bool m_isMember = false; ///< of that version
    PeerList m_peers; ///< of the last version with this worker
    int m_position = 0; ///< own rank there
    std::unique_ptr<Session> m_session;
    std::optional<std::stop_callback<std::function<void()>>> m_onStop; ///< ends the session
    bool m_hasState = false;
    bool m_isReady = false; ///< was, at least once
    bool m_isLate = false; ///< the training had members before this worker was ready for the first time
    std::optional<int> m_wanted; ///< number of workers that a policy has decided
    std::optional<int> m_requested; ///< number of workers that this worker, as the first rank, has asked for
    Deadline m_requestAgain{};
    Deadline m_reached = std::chrono::steady_clock::now(); ///< all members, while this worker was none
    std::int64_t m_attempted = 0; ///< steps begun
    Deadline m_lastStep{}; ///< end of the last finished step
    std::optional<Deadline> m_noticed; ///< when it was clear that the members change
    ResizeReport m_change; ///< of the members, from its notice to its first step
    collective::TcpTotals m_sent;
};

Result<std::optional<TrainReport>> ElasticWorker::run()
{
    MR_TRY(listener, listenTcp(m_spec.peers[m_spec.rank], std::max(128, 4 * m_spec.peers.size())));
    m_listener = std::move(listener);
    m_watch = std::make_unique<elastic::MembershipWatch>(m_spec.elastic->server, m_self);
    MR_CHECK(becomeReady());
    for (;;) {
        MR_TRY(takesPart, await());
        if (!takesPart)
            break;
        auto trained = form();
        if (trained)
            trained = trainOn();
        if (!trained)
            MR_CHECK(recover(std::move(trained).error()));
        else if (m_loop.finished())
            break;
    }
    MR_CHECK(finish());
    return m_hasState ? std::optional(m_loop.report()) : std::nullopt;
}

bool ElasticWorker::reaches(const Membership& membership) const
{
    // One that has ended is reported later, not waited for.
    return std::ranges::all_of(membership.members, [this](const Member& member) {
        return member.endpoint == m_self.endpoint
            || probeTcp(member.endpoint, deadlineIn(probeDeadline)) != Reach::Silent;
    });
}

Result<void> ElasticWorker::becomeReady()
{
    const Deadline patience = serverDeadline();
    for (;;) {
        MR_TRY(current, m_client.current(serverDeadline()));
        if (!m_hasState && !m_isReady)
            m_isLate = !current.members.empty();
        if (current.stopped || reaches(current) || timeLeft(patience) == Nanoseconds(0))
            break;
        MR_CHECK(m_client.next(current.version, deadlineIn(probePeriod), m_job));
        if (m_job.cancelled())
            return fail(ErrorCode::Cancelled, "stopped before it took part in the training");
    }
    m_isReady = true;
    return m_client.ready(serverDeadline());
}

/// If nobody else is left among the members, only those that wait can see that one has ended. One that is silent may be
/// so because this worker is cut off.
Result<void> ElasticWorker::lookAfterMembers()
{
    const Deadline now = std::chrono::steady_clock::now();
    bool silent = false;
    for (const Member& member : m_membership.members) {
        const Reach reach = probeTcp(member.endpoint, now + probeDeadline);
        if (reach == Reach::Refuses)
            return m_client.suspect(m_membership.version, member.incarnation, serverDeadline());
        silent = silent || reach == Reach::Silent;
    }
    if (!silent)
        m_reached = now;
    if (now - m_reached > m_spec.elastic->serverDeadline)
        return fail(ErrorCode::Unreachable,
                    fmt::format("no connection with the workers that train for {}, while this one waits to take part",
                                humanDuration(now - m_reached)));
    return {};
}

/// Waits for the next version with this worker; false if the training ends before.
Result<bool> ElasticWorker::await()
{
    const Deadline repaired = serverDeadline();
    for (;;) {
        MR_TRY(newer, m_client.next(m_membership.version, deadlineIn(std::chrono::seconds(1)), m_job));
        if (m_job.cancelled())
            return fail(ErrorCode::Cancelled, "stopped while waiting to take part in the training");
        if (!newer) {
            // Again, for a server that has started without its state and does not know this worker; else it changes
            // nothing.
            MR_CHECK(m_client.ready(serverDeadline()));
            if (m_isMember && timeLeft(repaired) == Nanoseconds(0))
                return fail(ErrorCode::Timeout,
                            fmt::format("the configuration server {} has no new list of workers after {}",
                                        endpointText(m_spec.elastic->server), m_peers.describe(m_position)));
            if (!m_isMember)
                MR_CHECK(lookAfterMembers());
            continue;
        }
        const bool wasMember = std::exchange(m_isMember, positionOf(*newer, m_self) >= 0);
        m_membership = *std::move(newer);
        if (m_membership.stopped)
            return false;
        if (m_isMember)
            return true;
        m_reached = std::chrono::steady_clock::now();
        m_change = {}; // as a newcomer, it was none of those before
        m_noticed.reset();
        if (wasMember)
            MR_CHECK(becomeReady());
    }
}

Result<void> ElasticWorker::form()
{
    const Deadline decided = std::chrono::steady_clock::now();
    m_noticed = m_noticed.value_or(decided);
    m_peers = peersOf(m_membership);
    m_position = positionOf(m_membership, m_self);
    m_log.setLeading(m_position == 0);
    std::stop_source stop;
    m_onStop.emplace(m_job.stop, [stop]() mutable { stop.request_stop(); });
    // A newer version makes this one impossible: some of its members have gone on.
    m_watch->onNewer(m_membership.version, [stop]() mutable { stop.request_stop(); });
    collective::SessionOptions options = m_spec.session;
    options.allLinks = true;
    options.epoch = m_membership.version;
    options.connectDeadline = std::min(options.connectDeadline, std::max(options.deadline, shortest));
    auto session = Session::connect(m_peers, m_position, options, {stop.get_token(), {}},
                                    UniqueFd(fcntl(m_listener.get(), F_DUPFD_CLOEXEC, 0)));
    m_watch->onNewer(0, {});
    if (!session)
        return std::move(session).error();
    m_session = *std::move(session);
    const Deadline connected = std::chrono::steady_clock::now();
    m_loop.use(*m_session, m_peers);
    MR_CHECK(synchronise());
    const Deadline synchronised = std::chrono::steady_clock::now();
    m_change.version = m_membership.version;
    m_change.to = m_peers.size();
    m_change.decide = decided - *m_noticed;
    m_change.connect = connected - decided;
    m_change.state = synchronised - connected;
    m_change.total = synchronised - *m_noticed;
    return {};
}

/// All members know afterwards how many steps are finished, and have the state.
Result<void> ElasticWorker::synchronise()
{
    MR_CHECK(m_loop.compareSettings());
    constexpr std::uint64_t withState = 2; // below: no state; 1: and others trained before
    const auto own = m_hasState ? static_cast<std::uint64_t>(m_loop.done()) + withState : m_isLate ? 1 : 0;
    MR_TRY(states, m_session->exchange(own));
    const std::uint64_t newest = std::ranges::max(states);
    if (newest < withState && std::ranges::min(states) == 1)
        return fail(ErrorCode::Corrupt,
                    "no worker that has the state of the training is left; start the training again");
    const std::int64_t done = newest < withState ? 0 : static_cast<std::int64_t>(newest - withState);
    std::vector<int> holders;
    for (std::size_t rank = 0; rank < states.size(); ++rank) {
        if (states[rank] == newest)
            holders.push_back(static_cast<int>(rank));
    }
    if (newest >= withState && holders.size() < states.size()) {
        const std::span<float> state = m_loop.gradients();
        if (own == newest)
            m_pattern.fill(state, done, 0);
        MR_CHECK(m_session->share(collective::Values(state), holders));
        if (const auto wrong = m_pattern.check(state, m_spec.model.tensors, done, 1, verifiedOfState))
            return fail(ErrorCode::Corrupt,
                        fmt::format("element {} of the received state is {} and not {}", wrong->element, wrong->found,
                                    wrong->expected));
    }
    // Strategy and batch are part of the state.
    MR_TRY(settings, m_session->exchange(m_setting.word()));
    const std::uint64_t setting = settings[holders.empty() ? 0 : static_cast<std::size_t>(holders.front())];
    MR_CHECK(m_loop.adopt(policy::Setting::ofWord(setting)));
    m_setting = m_loop.setting();
    MR_CHECK(m_session->barrier());
    m_change.redone = std::max<std::int64_t>(0, m_attempted - done);
    m_hasState = true;
    m_loop.continueAfter(done);
    m_attempted = done;
    return {};
}

Result<void> ElasticWorker::trainOn()
{
    MR_CHECK(m_log.connected(*m_session, m_change.connect));
    for (bool first = true; !m_loop.finished(); first = false) {
        request();
        const Deadline begin = std::chrono::steady_clock::now();
        m_attempted = m_loop.done() + 1;
        MR_TRY(changes, m_loop.step(m_watch->latest() > m_membership.version));
        m_lastStep = std::chrono::steady_clock::now();
        if (first) {
            m_change.step = m_loop.done() - 1;
            m_change.firstStep = m_lastStep - begin;
            MR_CHECK(m_log.resized(m_change));
            m_change = {.from = m_peers.size()};
            m_noticed.reset();
        }
        MR_TRY(wanted, m_adaptation.afterStep(*m_session, m_loop, first));
        m_setting = m_loop.setting();
        if (wanted)
            m_wanted = wanted;
        if (changes) {
            m_noticed = m_lastStep;
            break;
        }
    }
    MR_CHECK(m_session->barrier());
    leaveSession();
    return {};
}

void ElasticWorker::leaveSession()
{
    if (!m_session)
        return;
    if (const auto totals = m_session->tcpToOtherHosts())
        m_sent += *totals;
    m_session->close();
    m_session.reset();
}

Result<void> ElasticWorker::recover(Error error)
{
    const Deadline now = std::chrono::steady_clock::now();
    const auto known = m_session ? m_session->culprit() : std::nullopt;
    leaveSession();
    if (m_job.cancelled())
        return error;
    // Connecting was given up for a newer version.
    if (error.code == ErrorCode::Cancelled)
        return {};
    if (!isOfOthers(error.code))
        return error;
    if (!m_change.failed) {
        m_change.failed = true;
        m_change.detect = m_lastStep == Deadline{} ? Nanoseconds(0) : Nanoseconds(now - m_lastStep);
        m_noticed = now;
        MR_CHECK(m_log.noticed(error, m_peers, known));
    }
    std::vector<int> culprits = known ? std::vector(1, *known) : m_peers.describedIn(error.what);
    std::erase(culprits, m_position);
    if (culprits.empty())
        return {};
    const Member& culprit = m_membership.members[static_cast<std::size_t>(culprits.front())];
    return m_client.suspect(m_membership.version, culprit.incarnation, serverDeadline());
}

void ElasticWorker::request()
{
    if (m_position != 0)
        return;
    const auto wanted = m_wanted ? m_wanted : elastic::workersAt(m_spec.elastic->schedule, m_loop.done());
    const Deadline now = std::chrono::steady_clock::now();
    if (!wanted || wanted == m_requested || now < m_requestAgain)
        return;
    // The training goes on while the server is away.
    if (m_client.resize(*wanted, now + shortest))
        m_requested = wanted;
    else
        m_requestAgain = now + std::chrono::seconds(5);
}

/// Workers that wait to take part end, too.
Result<void> ElasticWorker::finish()
{
    if (m_loop.finished() && m_position == 0)
        static_cast<void>(m_client.resize(0, deadlineIn(std::chrono::seconds(2))));
    else
        static_cast<void>(m_client.leave(deadlineIn(shortest)));
    if (!m_hasState)
        return {};
    MR_CHECK(m_log.sent(m_sent));
    return m_log.end(m_loop.report(), m_spec, m_spec.session.strategy);
}

} // namespace

Result<std::optional<TrainReport>> trainElastic(const TrainSpec& spec, TrainingLog& log, const JobContext& job)
{
    const auto run = [&]() -> Result<std::optional<TrainReport>> {
        MR_CHECK(validate(spec));
        MR_TRY(compute, ComputeModel::make(spec.compute, spec.model, spec.batch, spec.rank));
        MR_CHECK(log.start(spec, compute.nominal()));
        try {
            return ElasticWorker(spec, log, compute, job).run();
        } catch (const std::bad_alloc&) {
            return notEnoughMemory(spec.model);
        }
    };
    auto report = run();
    // The failure itself has priority over one of logging it.
    if (!report)
        static_cast<void>(log.error(report.error(), spec.peers, std::nullopt));
    return report;
}

} // namespace millrace::trainer
