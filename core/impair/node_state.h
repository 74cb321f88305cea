// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/impair/execute.h"
#include "core/impair/impair_plan.h"
#include "core/impair/interface_state.h"

namespace millrace::impair {

/// What the tools say about an interface now.
struct NodeState
{
    LinkFacts link;
    std::vector<Queue> queues;
    std::size_t ingressFilters = 0; ///< of a clsact or ingress queue
    std::size_t egressFilters = 0;
    std::vector<AddressFilter> filters; ///< at the root, where that is ours
    std::vector<LossRule> lossRules; ///< of our table

    [[nodiscard]] const Queue* root() const noexcept;
    [[nodiscard]] const Queue* queueAt(std::string_view parent) const noexcept;
    [[nodiscard]] bool filterTo(const std::string& flow, const std::string& address) const;
    [[nodiscard]] double lossOf(const std::string& address) const noexcept; ///< 0: no rule
    [[nodiscard]] bool isOurs(const ImpairRecord& record) const noexcept;
};

/// Its queues and filters; NotFound when there is no such interface.
[[nodiscard]] Result<NodeState> readState(const Execute& execute, const std::string& interface);
/// And what the record's impairment has made.
[[nodiscard]] Result<NodeState> readState(const Execute& execute, const ImpairRecord& record);
/// Whether the record's table of loss rules is there.
[[nodiscard]] Result<bool> hasLossTable(const Execute& execute, const ImpairRecord& record, const std::string& family);

} // namespace millrace::impair
