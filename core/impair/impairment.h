// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/impair/execute.h"
#include "core/impair/impair_plan.h"
#include "core/impair/impair_spec.h"

namespace millrace::impair {

/// Tries everything in a temporary network namespace; changes nothing on the node.
[[nodiscard]] Result<ImpairAbility> impairAbility(const Execute& execute);

/// Stores the record where it outlives this program; called before the first change.
using Remember = std::function<Result<void>(const ImpairRecord&)>;

struct Applied
{
    ImpairRecord record; ///< for status() and restore(); without an interface when nothing was changed
    ImpairReport report;
};

/// Applies a spec: all of it, or nothing. Refuses, before any change, what the node does not support (Unsupported), and
/// an interface with foreign queues (AlreadyExists, Locked). Reads the kernel's settings back and compares them with
/// the spec; GateNotMet if they differ. A failure in between is undone.
[[nodiscard]] Result<Applied> applyImpairment(const Execute& execute, const ImpairSpec& spec, const Remember& remember);

[[nodiscard]] Result<ImpairStatus> impairmentStatus(const Execute& execute, const ImpairRecord& record);

struct Restored
{
    bool changed = false; ///< found an impairment of Millrace
    std::vector<std::string> warnings; ///< deviations from the previous state, although Millrace left nothing
};
/// Restores the state in the record, and checks it. Removes only our own queues and rules; a second call changes
/// nothing. An interface that disappeared needs nothing. Fails if a part of the impairment could not be removed.
[[nodiscard]] Result<Restored> restoreImpairment(const Execute& execute, const ImpairRecord& record);

/// Returns the same as a POSIX shell script, for a node without an agent: removes existing objects of Millrace and
/// ignores what is missing.
[[nodiscard]] std::string restoreScript(const ImpairRecord& record);

} // namespace millrace::impair
