// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/session_parts.h"

#include "core/base/random.h"
#include "core/base/text.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <numeric>
#include <random>

namespace millrace::collective {

namespace {

constexpr std::size_t mostSchedules = 4096;

std::uint64_t settingsHash(const PeerList& peers, const SessionOptions& options)
{
    return stableHash(fmt::format("1|{}|{}|{}|{}|{}|{}|{}", peerListText(peers), strategyName(options.strategy),
                                  chunkHashName(options.hash), options.segmentBytes, options.allLinks, options.streams,
                                  partsText(options.parts)));
}

Result<void> checkOptions(const PeerList& peers, int rank, const SessionOptions& options)
{
    if (rank < 0 || rank >= peers.size())
        return fail(ErrorCode::InvalidInput, fmt::format("rank {} is not in the list of {} peers", rank, peers.size()));
    if (options.deadline <= Nanoseconds(0) || options.connectDeadline <= Nanoseconds(0))
        return fail(ErrorCode::InvalidInput, "the deadlines must be longer than zero");
    if (options.streams < 1 || options.streams > mostStreams)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("two ranks have 1 to {} streams, not {}", mostStreams, options.streams));
    if (!options.parts.empty() && resolve(options.strategy, peers) != Strategy::Pairwise)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} has equal parts; those by rank are of PAIRWISE", strategyName(options.strategy)));
    if (!options.parts.empty() && options.parts.size() != static_cast<std::size_t>(peers.size()))
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} parts are not one for each of {} ranks", options.parts.size(), peers.size()));
    return {};
}

} // namespace

SessionStatistics::Peer SessionStatistics::total() const
{
    Peer sum;
    for (const Peer& peer : peers) {
        sum.sentBytes += peer.sentBytes;
        sum.receivedBytes += peer.receivedBytes;
        sum.sentMessages += peer.sentMessages;
        sum.receivedMessages += peer.receivedMessages;
        sum.waited += peer.waited;
    }
    return sum;
}

bool Session::Parts::isPlanned(const Planned& plan, const TensorList& tensors, std::size_t elementBytes) const
{
    if (plan.elementBytes != elementBytes)
        return false;
    const bool named = !isSharded(strategy) && hash == ChunkHash::Name;
    return std::equal(plan.tensors.begin(), plan.tensors.end(), tensors.begin(), tensors.end(),
                      [named](const Tensor& one, const Tensor& other) {
                          return one.begin == other.begin && one.elements == other.elements
                              && (!named || one.name == other.name);
                      });
}

/// Lists tend to repeat in the same order, so the search begins after the last hit.
const Schedule& Session::Parts::scheduleFor(const TensorList& tensors, std::size_t elementBytes)
{
    const std::size_t count = planned.size();
    for (std::size_t step = 0; step < count; ++step) {
        const std::size_t index = (lastPlanned + step) % count;
        if (isPlanned(*planned[index], tensors, elementBytes)) {
            lastPlanned = index + 1;
            return planned[index]->schedule;
        }
    }
    if (count == mostSchedules)
        planned.clear();
    const ChunkRule rule{strategy, hash, pairs.size(), segmentBytes, elementBytes, streams, shardParts};
    Movement movement = allReduceMovement(tensors, rule, pairs);
    if (changes != 0)
        movement.tag = mixSeed(movement.tag ^ changes);
    planned.push_back(std::make_unique<Planned>(
        Planned{tensors, elementBytes, Schedule(std::move(movement), rank, elementBytes, streams)}));
    lastPlanned = planned.size();
    return planned.back()->schedule;
}

Result<void> Session::Parts::run(const Schedule& schedule, Values values, Operator operation,
                                 std::vector<SessionStatistics::Pair>* counts)
{
    if (detector->failure())
        return detector->failure()->error;
    auto result = engine.run(schedule, values.data, reduceFunction(operation, values.type), counts);
    return result ? Result<void>() : end(std::move(result).error());
}

/// All ranks agree first on a name, then on whether it works everywhere. No node, then, has the memory alone.
Result<void> Session::Parts::shareMemory(Session& session)
{
    const bool isMaster = onHost.front() == rank;
    const bool several = onHost.size() > 1;
    const int members = static_cast<int>(onHost.size());
    const auto nameOf = [](std::uint64_t number) { return fmt::format("/millrace-{:016x}", number); };
    std::random_device device;
    const std::uint64_t own = (static_cast<std::uint64_t>(device()) << 32) | device();
    bool works = members <= NodeMemory::mostMembers;
    if (isMaster && several && works)
        works = node.create(nameOf(own), members).has_value();
    const auto names = session.exchange(own);
    const std::string name = names ? nameOf((*names)[static_cast<std::size_t>(onHost.front())]) : std::string();
    if (names && !isMaster && works)
        works =
            node.open(name, members, static_cast<int>(std::ranges::find(onHost, rank) - onHost.begin())).has_value();
    const auto answers = names ? session.exchange(works ? 1 : 0) : names;
    if (isMaster && several)
        NodeMemory::unlink(nameOf(own));
    if (!answers)
        return answers.error();
    const std::vector<int> masters = peers.masters();
    if (std::ranges::count(*answers, 1u) < size || masters.size() == static_cast<std::size_t>(size)) {
        node.close();
        return {};
    }
    alone = masters.size() == 1;
    pairs = pairsOfMasters(strategy, peers);
    return {};
}

/// Calls a function of the node's memory if this host has several ranks; waiting there answers the other ranks.
Result<void> Session::Parts::onNode(const std::function<Result<void>(const NodeMemory::Check&)>& call)
{
    if (!node.isOpen())
        return {};
    detector->noteProgress();
    const auto check = [this](bool waiting) -> Result<void> {
        if (!waiting) {
            detector->noteProgress();
            return detector->look();
        }
        std::vector<int> missing;
        for (const int member : node.missing())
            missing.push_back(onHost[static_cast<std::size_t>(member)]);
        for (const int peer : missing)
            if (peer != rank && detector->control().hasLeft(peer) && !detector->failure())
                return detector->raise(detector->words().died(peer, "has left the session"));
        return detector->checkProgress([&missing] { return missing; });
    };
    if (auto result = call(check); !result)
        return end(std::move(result).error());
    detector->noteProgress();
    return {};
}

Result<void> Session::Parts::allReduce(const TensorList& tensors, Values arena, Operator operation)
{
    if (detector->failure())
        return detector->failure()->error;
    if (!node.isOpen())
        return run(scheduleFor(tensors, elementBytes(arena.type)), arena, operation, &pairCounts);
    const auto elements = [](std::size_t sum, const Tensor& tensor) { return sum + tensor.elements; };
    if (std::accumulate(tensors.begin(), tensors.end(), std::size_t(0), elements) != arena.elements)
        return end(fail(ErrorCode::InvalidInput, "through shared memory, the tensors must be all of the arena"));
    if (alone)
        return onNode([&](const auto& check) { return node.allReduce(arena, operation, check); });
    MR_CHECK(onNode([&](const auto& check) { return node.reduce(arena, operation, check); }));
    MR_CHECK(run(scheduleFor(tensors, elementBytes(arena.type)), arena, operation, &pairCounts));
    return onNode([&](const auto& check) { return node.broadcast(arena, check); });
}

std::vector<int> Session::Parts::withoutOffer() const
{
    std::vector<int> ranks;
    for (int peer = 0; peer < size; ++peer) {
        if (peer != rank && !detector->control().offered(peer, exchanges))
            ranks.push_back(peer);
    }
    return ranks;
}

/// Ends the session at the first error: the others learn the culprit.
Error Session::Parts::end(Error error)
{
    if (ended)
        return error;
    ended = true;
    if (!detector->failure())
        error = detector->raise(detector->words().own(std::move(error)));
    detector->control().abort(detector->failure()->reason, detector->failure()->culprit);
    return error;
}

Result<std::unique_ptr<Session>> Session::connect(const PeerList& peers, int rank, const SessionOptions& options,
                                                  const JobContext& job, UniqueFd listener)
{
    MR_CHECK(checkOptions(peers, rank, options));
    const Edges edges = options.allLinks ? Edges::all(peers.size()) : Edges(graphPairs(options.strategy, peers));
    auto mesh = connectMesh(peers, rank, edges,
                            {.deadline = deadlineIn(options.connectDeadline),
                             .congestionControl = options.congestionControl,
                             .socketBufferBytes = options.socketBufferBytes,
                             .streams = options.streams,
                             .settings = settingsHash(peers, options),
                             .epoch = options.epoch,
                             .listener = std::move(listener)},
                            job);
    if (!mesh)
        return std::move(mesh).error();
    MR_TRY(session, over(*std::move(mesh), peers, rank, options, job));
    if (options.sharedMemory && options.allLinks)
        MR_CHECK(session->m_parts->shareMemory(*session));
    return session;
}

Result<std::unique_ptr<Session>> Session::over(Mesh mesh, const PeerList& peers, int rank,
                                               const SessionOptions& options, const JobContext& job)
{
    MR_CHECK(checkOptions(peers, rank, options));
    MR_TRY(detector, FailureDetector::make(peers, rank, mesh, options.deadline, options.patience, job));
    return std::unique_ptr<Session>(
        new Session(std::make_unique<Parts>(peers, rank, options, mesh, std::move(detector))));
}

Session::Session(std::unique_ptr<Parts> parts) : m_parts(std::move(parts)) { }

Session::~Session() = default;

int Session::rank() const noexcept
{
    return m_parts->rank;
}

int Session::size() const noexcept
{
    return m_parts->size;
}

Strategy Session::strategy() const noexcept
{
    return m_parts->strategy;
}

const std::string& Session::congestionControl() const noexcept
{
    return m_parts->congestionControl;
}

Result<void> Session::allReduce(const TensorList& tensors, std::span<float> arena, Operator operation)
{
    return allReduce(tensors, Values(arena), operation);
}

Result<void> Session::allReduce(const TensorList& tensors, Values arena, Operator operation)
{
    for (const Tensor& tensor : tensors) {
        if (tensor.begin > arena.elements || tensor.elements > arena.elements - tensor.begin)
            return m_parts->end(fail(ErrorCode::InvalidInput,
                                     fmt::format("tensor {} ends at element {} of an arena of {}", tensor.name,
                                                 tensor.begin + tensor.elements, arena.elements)));
    }
    return m_parts->allReduce(tensors, arena, operation);
}

Result<void> Session::useStrategy(Strategy strategy, int root)
{
    Parts& parts = *m_parts;
    if (!parts.allLinks || parts.node.isOpen())
        return parts.end(fail(ErrorCode::InvalidInput,
                              "the strategy can change only in a session with all links and "
                              "without shared memory"));
    if (root < 0 || root >= parts.size)
        return parts.end(
            fail(ErrorCode::InvalidInput, fmt::format("rank {} is not one of the {} ranks", root, parts.size)));
    parts.strategy = resolve(strategy, parts.peers);
    parts.pairs = graphPairs(parts.strategy, parts.peers, root);
    parts.shardParts.clear();
    parts.planned.clear();
    parts.lastPlanned = 0;
    parts.pairCounts.clear();
    parts.changes = mixSeed(parts.changes ^ stableHash(fmt::format("{} {}", strategyName(parts.strategy), root)));
    return {};
}

Result<std::vector<std::uint64_t>> Session::exchange(std::uint64_t value)
{
    Parts& parts = *m_parts;
    FailureDetector& detector = *parts.detector;
    if (detector.failure())
        return detector.failure()->error;
    detector.control().offer(++parts.exchanges, value);
    detector.noteProgress();
    for (auto missing = parts.withoutOffer(); !missing.empty(); missing = parts.withoutOffer()) {
        for (const int peer : missing) {
            if (detector.control().hasLeft(peer) && !detector.failure())
                return parts.end(detector.raise(detector.words().died(peer, "has left the session")));
        }
        if (auto result = detector.waitForProgress([&] { return parts.withoutOffer(); }); !result)
            return parts.end(std::move(result).error());
    }
    std::vector<std::uint64_t> values;
    for (int peer = 0; peer < parts.size; ++peer)
        values.push_back(peer == parts.rank ? value : detector.control().offered(peer, parts.exchanges).value_or(0));
    return values;
}

Result<void> Session::barrier()
{
    MR_CHECK(exchange(0));
    return {};
}

Result<bool> Session::checksumsAgree(std::uint64_t checksum)
{
    MR_TRY(values, exchange(checksum));
    return std::all_of(values.begin(), values.end(), [&](std::uint64_t value) { return value == checksum; });
}

Result<void> Session::computeUntil(Deadline time)
{
    auto result = m_parts->detector->sleepUntil(time);
    return result ? Result<void>() : m_parts->end(std::move(result).error());
}

Result<void> Session::sleepUntilWoken(std::optional<Deadline> time)
{
    auto result = m_parts->detector->sleepUntilWoken(time);
    return result ? Result<void>() : m_parts->end(std::move(result).error());
}

void Session::wakeUp() const noexcept
{
    m_parts->detector->wakeUp();
}

SessionStatistics Session::statistics() const
{
    SessionStatistics statistics = m_parts->engine.statistics();
    statistics.sharedBytes = m_parts->node.writtenBytes();
    statistics.pairs = m_parts->pairCounts;
    return statistics;
}

bool Session::sharesMemory() const noexcept
{
    return m_parts->node.isOpen();
}

std::optional<TcpTotals> Session::tcpToOtherHosts() const
{
    TcpTotals sum;
    for (const int peer : m_parts->onOtherHosts) {
        std::vector<int> connections = m_parts->engine.connectionsTo(peer);
        connections.push_back(m_parts->detector->control().fd(peer));
        for (const int fd : connections) {
            if (fd < 0)
                continue;
            const auto one = tcpTotals(fd);
            if (!one)
                return std::nullopt;
            sum += *one;
        }
    }
    return sum;
}

std::optional<int> Session::culprit() const noexcept
{
    const auto& failure = m_parts->detector->failure();
    return failure && failure->culprit >= 0 ? std::optional(failure->culprit) : std::nullopt;
}

void Session::close()
{
    if (!m_parts->ended)
        m_parts->detector->control().sayGoodbye();
    m_parts->ended = true;
}

std::uint64_t checksum(std::span<const float> values) noexcept
{
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const float value : values)
        hash = (hash ^ std::bit_cast<std::uint32_t>(value)) * 0x100000001b3u;
    return hash;
}

} // namespace millrace::collective
