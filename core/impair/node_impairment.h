// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/impair/impairment.h"

#include <mutex>
#include <optional>

namespace millrace::impair {

/// The impairments of one node during one session: at most one spec is active. Any thread; one change at a time.
class NodeImpairment
{
public:
    /// Where the undo record is kept while the impairment is active.
    struct Undo
    {
        Remember remember; ///< before each first change
        std::function<Result<void>()> forget; ///< after a complete restoration; if it fails, so does restore()
    };

    NodeImpairment(Execute execute, Undo undo);

    [[nodiscard]] Result<ImpairAbility> ability() const;
    /// Restores the active impairments first.
    [[nodiscard]] Result<ImpairReport> apply(const ImpairSpec& spec);
    /// Without an interface if there are no impairments.
    [[nodiscard]] Result<ImpairStatus> status();
    [[nodiscard]] Result<Restored> restore();

private:
    [[nodiscard]] Result<Restored> restoreLocked();

    Execute m_execute;
    Undo m_undo;
    std::mutex m_mutex;
    std::optional<ImpairRecord> m_record;
};

} // namespace millrace::impair
