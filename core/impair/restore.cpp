// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/impair/impairment.h"
#include "core/impair/node_state.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::impair {

namespace {

/// Returns kinds, handles and parents, which identify the kernel's own queues.
std::vector<std::string> shapes(const std::vector<Queue>& queues)
{
    std::vector<std::string> texts;
    for (const Queue& queue : queues)
        texts.push_back(fmt::format("{} {} {}", queue.kind, queue.handle, queue.root ? "root" : queue.parent));
    std::ranges::sort(texts);
    return texts;
}

Result<bool> removeTable(const Execute& execute, const ImpairRecord& record, const std::string& family)
{
    MR_TRY(there, hasLossTable(execute, record, family));
    if (!there)
        return false;
    MR_CHECK(read(execute, tool({"nft", "delete", "table", family, lossTable(record)})));
    MR_TRY(still, hasLossTable(execute, record, family));
    if (still)
        return fail(ErrorCode::Internal, "the rules of nftables in the table " + lossTable(record) + " do not go");
    return true;
}

/// Removes the rules first: nothing may be redirected to a removed interface.
Result<bool> removeRules(const Execute& execute, const ImpairRecord& record)
{
    bool changed = false;
    for (const std::string& family : lossFamilies(record)) {
        MR_TRY(removed, removeTable(execute, record, family));
        changed = changed || removed;
    }
    if (!record.cutsArriving)
        return changed;
    const std::string dev = arrivalInterface(record);
    const auto there = read(execute, tool({"ip", "-j", "link", "show", "dev", dev}));
    if (!there)
        return changed;
    MR_CHECK(read(execute, tool({"ip", "link", "del", "dev", dev})));
    return true;
}

Result<bool> removeQueues(const Execute& execute, const ImpairRecord& record, Restored& restored)
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
    return ours;
}

} // namespace

Result<Restored> restoreImpairment(const Execute& execute, const ImpairRecord& record)
{
    Restored restored;
    if (record.interface.empty())
        return restored;
    // Tries each even if another failed; returns the first failure.
    const auto rules = removeRules(execute, record);
    const auto queues = removeQueues(execute, record, restored);
    std::vector<Result<bool>> steps{rules};
    if (queues || queues.error().code != ErrorCode::NotFound)
        steps.push_back(queues);
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
    for (const std::string& family : lossFamilies(record))
        text += fmt::format("nft delete table {} {} 2>/dev/null; ", family, lossTable(record));
    if (record.cutsArriving)
        text += fmt::format("ip link del dev {} 2>/dev/null; ", arrivalInterface(record));
    return text
        + fmt::format("tc qdisc show dev {0} | grep -q '^qdisc htb {1} root .*default 0x{2:x} ' && "
                      "tc qdisc del dev {0} root; true",
                      dev, rootHandle, record.token);
}

} // namespace millrace::impair
