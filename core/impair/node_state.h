// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/impair/execute.h"
#include "core/impair/impair_plan.h"
#include "core/impair/interface_state.h"

namespace millrace::impair {

/// Current state of an interface, from the tools' output.
struct NodeState
{
    LinkFacts link;
    std::vector<Queue> queues;
    std::size_t ingressFilters = 0; ///< of a clsact or ingress queue
    std::size_t egressFilters = 0;
    std::vector<AddressFilter> filters; ///< at the root, if that is ours
    std::vector<LossRule> lossRules; ///< of our table

    [[nodiscard]] const Queue* root() const noexcept;
    [[nodiscard]] const Queue* queueAt(std::string_view parent) const noexcept;
    [[nodiscard]] bool filterTo(const std::string& flow, const std::string& address) const;
    [[nodiscard]] double lossOf(const std::string& address) const noexcept; ///< 0: no rule
    [[nodiscard]] bool isOurs(const ImpairRecord& record) const noexcept;
};

/// Reads its queues and filters; NotFound if there is no such interface.
[[nodiscard]] Result<NodeState> readState(const Execute& execute, const std::string& interface);
/// Reads the state together with the objects of the record's impairment.
[[nodiscard]] Result<NodeState> readState(const Execute& execute, const ImpairRecord& record);
/// Whether the record's table of loss rules exists.
[[nodiscard]] Result<bool> hasLossTable(const Execute& execute, const ImpairRecord& record, const std::string& family);

} // namespace millrace::impair
