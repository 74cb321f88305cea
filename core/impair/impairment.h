// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/impair/execute.h"
#include "core/impair/impair_plan.h"
#include "core/impair/impair_spec.h"

namespace millrace::impair {

/// Tries everything in a network namespace made for that; changes nothing on the node.
[[nodiscard]] Result<ImpairAbility> impairAbility(const Execute& execute);

/// Keeps the record where it outlives this program; called before the first change.
using Remember = std::function<Result<void>(const ImpairRecord&)>;

struct Applied
{
    ImpairRecord record; ///< for status() and restore(); without an interface when nothing was changed
    ImpairReport report;
};

/// Imposes a spec: all of it, or nothing. Refuses, before it changes anything, what the node cannot do (Unsupported),
/// and an interface whose queues are somebody else's (AlreadyExists, Locked). What the kernel says afterwards is
/// compared with what was asked for; GateNotMet when it differs. A failure on the way is undone.
[[nodiscard]] Result<Applied> applyImpairment(const Execute& execute, const ImpairSpec& spec, const Remember& remember);

[[nodiscard]] Result<ImpairStatus> impairmentStatus(const Execute& execute, const ImpairRecord& record);

struct Restored
{
    bool changed = false; ///< something of ours was there
    std::vector<std::string> warnings; ///< what is not as it was, although nothing of ours is left
};
/// Puts back what the record says, and looks. Removes nothing that is not ours; again: changes nothing. An interface
/// that has gone needs nothing. Fails when something of ours could not be removed.
[[nodiscard]] Result<Restored> restoreImpairment(const Execute& execute, const ImpairRecord& record);

/// The same as a script of a POSIX shell, for a node without an agent: what it finds of ours goes, what it does not
/// find is passed over.
[[nodiscard]] std::string restoreScript(const ImpairRecord& record);

} // namespace millrace::impair
