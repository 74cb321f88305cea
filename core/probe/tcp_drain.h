// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/base/socket.h"

#include <memory>

namespace millrace::probe {

/// Accepts TCP connections and discards what they send, in a separate thread, until destruction.
class TcpDrain
{
public:
    /// Port 0: any free one.
    [[nodiscard]] static Result<std::unique_ptr<TcpDrain>> start(const Endpoint& address);
    virtual ~TcpDrain() = default;
    [[nodiscard]] virtual Endpoint endpoint() const = 0;
};

} // namespace millrace::probe
