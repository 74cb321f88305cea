// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <string>

namespace millrace::emulate {

enum class AbilityKind
{
    Root, ///< namespaces can be made at once
    UserNamespace, ///< after enterUserNamespace
    None
};

/// What this process may do about emulated clusters.
struct EmulationAbility
{
    AbilityKind kind = AbilityKind::None;
    std::string reason; ///< for None: what exactly is missing and how to get it, one sentence
};

/// Finds out by trying, in a short-lived child, to make namespaces and an interface in them.
[[nodiscard]] EmulationAbility emulationAbility();
/// Makes this process root of a user namespace of its own. Only while it has a single thread.
[[nodiscard]] Result<void> enterUserNamespace();

} // namespace millrace::emulate
