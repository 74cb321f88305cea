// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/impair/impairment.h"
#include "core/impair/node_state.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::impair {

namespace {

/// Kinds, handles and places: what the kernel makes by itself is told by them.
std::vector<std::string> shapes(const std::vector<Queue>& queues)
{
    std::vector<std::string> texts;
    for (const Queue& queue : queues)
        texts.push_back(fmt::format("{} {} {}", queue.kind, queue.handle, queue.root ? "root" : queue.parent));
    std::ranges::sort(texts);
    return texts;
}

Result<bool> removeRules(const Execute& execute, const ImpairRecord& record)
{
    if (!record.lossRules)
        return false;
    MR_TRY(there, hasLossTable(execute, record));
    if (!there)
        return false;
    MR_CHECK(read(execute, tool({"nft", "delete", "table", "netdev", lossTable(record)})));
    MR_TRY(still, hasLossTable(execute, record));
    if (still)
        return fail(ErrorCode::Internal, "the rules of nftables in the table " + lossTable(record) + " do not go");
    return true;
}

struct Removed
{
    bool ours = false;
    bool another = false; ///< run of Millrace impairs the interface now: its settings are not ours to change
};

Result<Removed> removeQueues(const Execute& execute, const ImpairRecord& record, Restored& restored)
{
    MR_TRY(state, readState(execute, record.interface));
    const bool ours = state.isOurs(record);
    if (ours) {
        MR_CHECK(read(execute, tool({"tc", "qdisc", "del", "dev", record.interface, "root"})));
        MR_TRY(after, readState(execute, record.interface));
        if (after.isOurs(record))
            return fail(ErrorCode::Internal, "the queue of Millrace on " + record.interface + " does not go");
        state = std::move(after);
    }
    if (shapes(state.queues) != shapes(record.queues))
        restored.warnings.push_back(fmt::format("the queues of {} are others than before, and not Millrace's ({})",
                                                record.interface,
                                                state.root() != nullptr ? state.root()->kind : "none at the root"));
    return Removed{ours, state.root() != nullptr && state.root()->handle == rootHandle};
}

/// One name after the other, since switching one may switch others.
Result<bool> restoreOffloads(const Execute& execute, const ImpairRecord& record, Restored& restored)
{
    if (record.offloads.empty())
        return false;
    bool changed = false;
    for (int round = 0; round < 2; ++round) {
        MR_TRY(now, readOffloads(execute, record.interface));
        for (const Offload& before : record.offloads) {
            const auto found = std::ranges::find(now, before.name, &Offload::name);
            if (found == now.end() || found->on == before.on || before.fixed)
                continue;
            changed = true;
            if (const auto set =
                    read(execute, tool({"ethtool", "-K", record.interface, before.name, before.on ? "on" : "off"}));
                !set && round == 1)
                restored.warnings.push_back(set.error().text());
        }
    }
    return changed;
}

Result<bool> restoreSegments(const Execute& execute, const ImpairRecord& record)
{
    if (record.gsoMaxSegments == 0)
        return false;
    MR_TRY(state, readState(execute, record.interface));
    if (state.link.gsoMaxSegments == record.gsoMaxSegments)
        return false;
    MR_CHECK(read(
        execute,
        tool({"ip", "link", "set", "dev", record.interface, "gso_max_segs", std::to_string(record.gsoMaxSegments)})));
    return true;
}

} // namespace

Result<Restored> restoreImpairment(const Execute& execute, const ImpairRecord& record)
{
    Restored restored;
    if (record.interface.empty())
        return restored;
    // Each is tried even when another failed; the first failure is told.
    const auto rules = removeRules(execute, record);
    const auto queues = removeQueues(execute, record, restored);
    std::vector<Result<bool>> steps{rules};
    if (queues)
        steps.emplace_back(queues->ours);
    else if (queues.error().code != ErrorCode::NotFound)
        steps.emplace_back(queues.error());
    const bool gone = !queues && queues.error().code == ErrorCode::NotFound;
    if (!gone && !(queues && queues->another)) {
        steps.push_back(restoreSegments(execute, record));
        steps.push_back(restoreOffloads(execute, record, restored));
    }
    for (const Result<bool>& step : steps) {
        if (!step)
            return within("restoring " + record.interface, step.error());
        restored.changed = restored.changed || *step;
    }
    return restored;
}

std::string restoreScript(const ImpairRecord& record)
{
    const std::string& dev = record.interface;
    std::string text = "PATH=\"$PATH:/usr/sbin:/sbin:/usr/bin:/bin\"; export PATH; ";
    if (record.lossRules)
        text += fmt::format("nft delete table netdev {} 2>/dev/null; ", lossTable(record));
    text += fmt::format("tc qdisc show dev {0} | grep -q '^qdisc htb {1} root .*default 0x{2:x} ' && "
                        "tc qdisc del dev {0} root; ",
                        dev, rootHandle, record.token);
    text += fmt::format("if ! tc qdisc show dev {} | grep -q '^qdisc htb {} root '; then ", dev, rootHandle);
    if (record.gsoMaxSegments > 0)
        text += fmt::format("ip link set dev {} gso_max_segs {}; ", dev, record.gsoMaxSegments);
    for (const Offload& offload : record.offloads)
        if (offload.on && !offload.fixed
            && (offload.name == "generic-receive-offload" || offload.name == "large-receive-offload"
                || offload.name == "tcp-segmentation-offload" || offload.name == "generic-segmentation-offload"))
            text += fmt::format("ethtool -K {} {} on 2>/dev/null; ", dev, offload.name);
    return text + "true; fi";
}

} // namespace millrace::impair
