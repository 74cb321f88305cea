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

/// Permission of this process to emulate clusters.
struct EmulationAbility
{
    AbilityKind kind = AbilityKind::None;
    std::string reason; ///< for None: the missing permission and how to get it, one sentence
};

/// Finds out by trying, in a short-lived child, to create namespaces and an interface in them.
[[nodiscard]] EmulationAbility emulationAbility();
/// Makes this process root of a new user namespace. Only while it has a single thread.
[[nodiscard]] Result<void> enterUserNamespace();

} // namespace millrace::emulate
