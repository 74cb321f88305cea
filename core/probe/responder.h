// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/base/socket.h"

#include <memory>

namespace millrace::probe {

/// Answers echo packets and counts trains of packets on a UDP port, in a separate thread, until destruction. Keeps the
/// last 16 trains.
class Responder
{
public:
    /// Port 0: any free one.
    [[nodiscard]] static Result<std::unique_ptr<Responder>> start(const Endpoint& address);
    virtual ~Responder() = default;
    [[nodiscard]] virtual Endpoint endpoint() const = 0;
};

} // namespace millrace::probe
