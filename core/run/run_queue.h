// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/run_observer.h"

#include <deque>
#include <optional>
#include <set>
#include <span>

namespace millrace::run {

/// The runs that are still to be made, in order, and those that the user holds back.
class RunQueue
{
public:
    explicit RunQueue(std::span<const int> positions);

    /// Exactly these, in this order; those left out are held back. What is not planned is ignored, as is a repetition.
    void setOrder(std::span<const int> positions);
    /// Before all others but the first `after`.
    void addNext(int position, std::size_t after = 0);
    /// False when it was neither waiting nor held back.
    bool remove(int position);
    [[nodiscard]] std::optional<int> takeNext();

    [[nodiscard]] int waitingCount() const noexcept { return static_cast<int>(m_waiting.size()); }
    [[nodiscard]] int heldBackCount() const noexcept { return static_cast<int>(m_heldBack.size()); }
    [[nodiscard]] CampaignQueue state() const;

private:
    std::deque<int> m_waiting;
    std::set<int> m_heldBack;
};

} // namespace millrace::run
