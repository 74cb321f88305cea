// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/run_observer.h"

#include <deque>
#include <optional>
#include <set>
#include <span>

namespace millrace::run {

/// Runs still to make, in order, and those held back by the user.
class RunQueue
{
public:
    explicit RunQueue(std::span<const int> positions);

    /// Sets exactly these, in this order; those left out are held back. Unplanned and repeated positions are ignored.
    void setOrder(std::span<const int> positions);
    /// Inserts before all others but the first `after`.
    void addNext(int position, std::size_t after = 0);
    /// Returns false if it was neither waiting nor held back.
    bool remove(int position);
    [[nodiscard]] std::optional<int> takeNext();
    /// The first of those that wait, at most so many, behind `first`.
    [[nodiscard]] std::vector<int> after(int first, std::size_t most) const;

    [[nodiscard]] int waitingCount() const noexcept { return static_cast<int>(m_waiting.size()); }
    [[nodiscard]] int heldBackCount() const noexcept { return static_cast<int>(m_heldBack.size()); }
    [[nodiscard]] CampaignQueue state() const;

private:
    std::deque<int> m_waiting;
    std::set<int> m_heldBack;
};

} // namespace millrace::run
