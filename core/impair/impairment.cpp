// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/impair/impairment.h"

#include "core/base/seconds.h"
#include "core/base/text.h"
#include "core/impair/node_state.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <random>

namespace millrace::impair {

namespace {

bool any(const std::vector<PeerImpairment>& peers, bool (*wants)(const PeerImpairment&))
{
    return std::ranges::any_of(peers, wants);
}

Result<void> checkAbility(const ImpairAbility& ability, const std::vector<PeerImpairment>& peers)
{
    const bool delays = any(peers, [](const PeerImpairment& p) { return p.delay.count() > 0 || p.jitter.count() > 0; });
    const bool loses = any(peers, [](const PeerImpairment& p) { return p.loss > 0; });
    const bool limits = any(peers, [](const PeerImpairment& p) { return p.bitsPerSecond > 0; });
    if ((delays && !ability.canDelay()) || (loses && !ability.canLose()) || (limits && !ability.canRate()))
        return fail(ability.rights ? ErrorCode::Unsupported : ErrorCode::Denied,
                    fmt::format("{}{}{}{}cannot be imposed on this node: {}", delays ? "a delay " : "",
                                loses ? "a loss " : "", limits ? "a rate " : "",
                                delays + loses + limits > 1 ? "together " : "", ability.sentence()));
    return {};
}

/// Finds the interface for each peer by one command: over ssh each takes time.
Result<std::vector<std::string>> routesTo(const Execute& execute, const std::vector<PeerImpairment>& peers)
{
    std::vector<std::string> argv{"sh", "-c", "for a; do ip -j route get \"$a\" || exit; echo; done", "sh"};
    for (const PeerImpairment& peer : peers)
        argv.push_back(peer.address);
    MR_TRY(output, execute(tool(argv)));
    std::vector<std::string> interfaces;
    for (const std::string_view line : split(output.out, '\n')) {
        if (trim(line).empty() || interfaces.size() == peers.size())
            continue;
        MR_TRY(interface, parseRoute(line));
        interfaces.push_back(std::move(interface));
    }
    if (interfaces.size() == peers.size())
        return interfaces;
    return fail(ErrorCode::Unreachable,
                fmt::format("this node has no way to the peer {}: {}", peers[interfaces.size()].address,
                            trim(split(output.err, '\n').front())));
}

Result<std::string> interfaceOf(const Execute& execute, const ImpairSpec& spec)
{
    MR_TRY(routes, routesTo(execute, spec.peers));
    const std::string interface = spec.interface.empty() ? routes.front() : spec.interface;
    for (std::size_t i = 0; i < routes.size(); ++i)
        if (routes[i] != interface)
            return fail(ErrorCode::InvalidInput,
                        fmt::format("the route to the peer {} uses {}, not {}; impair one interface at a time, or give "
                                    "the peer's address on that network",
                                    spec.peers[i].address, routes[i], interface));
    if (interface == "lo" || !isInterfaceName(interface))
        return fail(ErrorCode::InvalidInput,
                    fmt::format("the peers are reached by the interface '{}', which cannot be impaired", interface));
    return interface;
}

std::vector<std::string> warningsOf(const ImpairSpec& spec, const ImpairRecord& record)
{
    const auto peers = impairedPeers(spec);
    std::vector<std::string> warnings;
    const bool loses = any(peers, [](const PeerImpairment& p) { return p.loss > 0; });
    if (loses && !record.cutsArriving)
        warnings.emplace_back("this kernel has no interface of the kind ifb: packets that the card puts together on "
                              "arrival (GRO) are lost together; load the module ifb");
    if (record.backend == Backend::TbfAndNft && any(peers, [](const PeerImpairment& p) { return p.bitsPerSecond > 0; }))
        warnings.emplace_back("the rate is limited at the sending node: its TCP sees the queue and fills it less than "
                              "a queue in the network");
    if (const auto queues = std::ranges::count_if(
            record.queues, [](const Queue& queue) { return queue.handle == "0:" && !queue.root; });
        queues > 1)
        warnings.push_back(fmt::format("the {} queues of {} are one while it is impaired, for unimpaired packets too: "
                                       "one processor core limits what it sends",
                                       queues, record.interface));
    if (any(peers, [](const PeerImpairment& p) { return p.jitter.count() > 0; }))
        warnings.emplace_back("netem puts packets out of order where the jitter is larger than their distance in time");
    for (const std::string& address : spec.protectedAddresses)
        if (std::ranges::any_of(peers, [&](const PeerImpairment& p) { return p.address == address; }))
            warnings.push_back(fmt::format("{} is a peer and the end of an ssh connection: only the ports of ssh are "
                                           "kept free of the impairment",
                                           address));
    return warnings;
}

/// Records the state of the interface; refuses foreign queues.
Result<ImpairRecord> prepare(const ImpairSpec& spec, const ImpairAbility& ability, const NodeState& before)
{
    if (auto foreign = foreignQueues(spec.interface, before.queues, before.ingressFilters, before.egressFilters))
        return *std::move(foreign);
    ImpairRecord record;
    record.interface = spec.interface;
    std::random_device device;
    record.token = 0x8000U + device() % 0x7fff;
    record.backend = ability.netem ? Backend::Netem : Backend::TbfAndNft;
    const auto peers = impairedPeers(spec);
    for (const PeerImpairment& peer : peers)
        record.addresses.push_back(peer.address);
    record.queues = before.queues;
    record.lossRules = any(peers, [](const PeerImpairment& p) { return p.loss > 0; });
    record.cutsArriving = record.lossRules && ability.ifb;
    return record;
}

Result<void> change(const Execute& execute, const ImpairSpec& spec, const ImpairRecord& record, int mtu)
{
    for (const std::string& piece : queuePlan(spec, record, mtu))
        MR_CHECK(read(execute, feed(piece, {"tc", "-batch", "-"})));
    if (record.cutsArriving) {
        MR_CHECK(read(execute, feed(arrivalPlan(record), {"ip", "-batch", "-"})));
        MR_CHECK(read(execute, feed(arrivalQueuePlan(record, mtu), {"tc", "-batch", "-"})));
    }
    if (record.lossRules)
        MR_CHECK(read(execute, feed(lossPlan(spec, record), {"nft", "-f", "-"})));
    return {};
}

bool near(double wanted, double got, double relative)
{
    return std::abs(wanted - got) <= std::abs(wanted) * relative;
}

Error differs(const std::string& address, std::string_view what, double wanted, double got)
{
    return fail(
        ErrorCode::GateNotMet,
        fmt::format("the kernel has another {} to {} than requested: {} instead of {}", what, address, got, wanted));
}

/// Returns the kernel's settings as an impairment, compared field by field. The tools print six digits of netem's
/// numbers.
Result<PeerImpairment> compared(const PeerImpairment& wanted, const NodeState& state, std::size_t index,
                                const ImpairRecord& record)
{
    static const Queue none;
    const Queue* cutting = state.queueAt(classOf(index));
    const Queue* inner = state.queueAt(innerPlaceOf(index));
    const Queue* queue = cutting == nullptr || !isShaped(wanted) ? cutting : inner;
    if (queue == nullptr || !state.filterTo(classOf(index), wanted.address))
        return fail(ErrorCode::GateNotMet,
                    fmt::format("the kernel has no {} for {}", queue ? "filter" : "queue", wanted.address));
    queue = isShaped(wanted) ? inner : &none;
    PeerImpairment got;
    got.address = wanted.address;
    got.cut = wanted.cut;
    got.bitsPerSecond = queue->bytesPerSecond * 8;
    got.delay = fromSeconds(queue->delaySeconds);
    got.jitter = fromSeconds(queue->jitterSeconds);
    got.loss = state.lossOf(wanted.address);
    got.queueBytes = queue->kind == "tbf" ? static_cast<std::uint64_t>(queue->limit) : wanted.queueBytes;
    const double tolerance = record.backend == Backend::Netem ? 1e-4 : 1e-6;
    if (!near(wanted.bitsPerSecond, got.bitsPerSecond, tolerance)
        && std::abs(wanted.bitsPerSecond - got.bitsPerSecond) >= 9)
        return differs(wanted.address, "rate in bit/s", wanted.bitsPerSecond, got.bitsPerSecond);
    if (!near(wanted.loss, got.loss, 1e-4) && std::abs(wanted.loss - got.loss) > 1e-9)
        return differs(wanted.address, "loss", wanted.loss, got.loss);
    for (const auto& [name, asked, had] :
         {std::tuple("delay in ns", wanted.delay, got.delay), std::tuple("jitter in ns", wanted.jitter, got.jitter)})
        if (!near(static_cast<double>(asked.count()), static_cast<double>(had.count()), 1e-4)
            && std::abs((asked - had).count()) > 100)
            return differs(wanted.address, name, static_cast<double>(asked.count()), static_cast<double>(had.count()));
    if (!near(static_cast<double>(wanted.queueBytes), static_cast<double>(got.queueBytes), 0.02))
        return differs(wanted.address, "queue in bytes", static_cast<double>(wanted.queueBytes),
                       static_cast<double>(got.queueBytes));
    return got;
}

Result<ImpairReport> readBack(const Execute& execute, const ImpairSpec& spec, const ImpairRecord& record)
{
    MR_TRY(state, readState(execute, record));
    if (!state.isOurs(record))
        return fail(ErrorCode::GateNotMet, "the queue at the root of " + record.interface + " is not the one set up");
    ImpairReport report;
    report.interface = record.interface;
    report.backend = record.backend;
    std::size_t index = 0;
    for (const PeerImpairment& peer : spec.peers) {
        if (!isImpaired(peer)) {
            report.peers.push_back(peer);
            continue;
        }
        MR_TRY(got, compared(impairedPeers(spec)[index], state, index, record));
        report.peers.push_back(std::move(got));
        ++index;
    }
    return report;
}

} // namespace

Result<Applied> applyImpairment(const Execute& execute, const ImpairSpec& asked, const Remember& remember)
{
    MR_CHECK(checkSpec(asked));
    ImpairSpec spec = asked;
    if (impairedPeers(spec).empty())
        return Applied{{}, {spec.interface, Backend::Nothing, spec.peers, {}}};
    MR_TRY(ability, impairAbility(execute));
    MR_CHECK(checkAbility(ability, impairedPeers(spec)));
    MR_TRY(interface, interfaceOf(execute, spec));
    spec.interface = std::move(interface);
    MR_TRY(before, readState(execute, spec.interface));
    MR_TRY(record, prepare(spec, ability, before));
    MR_CHECK(remember(record));
    auto done = change(execute, spec, record, before.link.mtu);
    auto report = done ? readBack(execute, spec, record) : Result<ImpairReport>(done.error());
    if (!report) {
        Error error = within("impairing " + record.interface, std::move(report).error());
        if (const auto undone = restoreImpairment(execute, record); !undone)
            error.what += "; and undoing it failed: " + undone.error().text();
        return error;
    }
    report->warnings = warningsOf(spec, record);
    return Applied{std::move(record), *std::move(report)};
}

} // namespace millrace::impair
