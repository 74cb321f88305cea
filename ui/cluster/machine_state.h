// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace millrace::ui {

/// One thing that emulated clusters need or can use, as it is on this machine.
struct MachineFact
{
    enum State
    {
        Good,
        Limited, ///< works, with a restriction
        Missing
    };

    QString name;
    State state = Good;
    QString value;
    QString remedy; ///< what to do; empty where nothing needs to be done

    bool operator==(const MachineFact&) const = default;
};

struct MachineState
{
    std::vector<MachineFact> facts;
    QStringList congestionControls; ///< that this kernel offers, the default first
};

/// Finds out by trying; takes up to a few seconds.
[[nodiscard]] MachineState readMachineState(const JobContext& job);
/// Only the congestion controls, which is quick.
[[nodiscard]] QStringList readCongestionControls();

} // namespace millrace::ui
