// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <string>

namespace CLI {
class App;
}

namespace millrace::worker {

/// `millrace-worker config-server`: who takes part in an elastic training.
struct ConfigServerCommand
{
    std::string listen = "0.0.0.0:9100";
    int initial = 1;
    int workers = 0; ///< 0: all that are ready
    std::string init;
    std::string state;
    std::string ttl;

    void declare(CLI::App& command);
    /// Serves until a client asks for the end, the time is over, or a signal; returns the signal, or 0.
    [[nodiscard]] Result<int> run() const;
};

} // namespace millrace::worker
