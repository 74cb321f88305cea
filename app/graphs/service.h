// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/graphs/request.h"

#include <functional>
#include <string>

namespace millrace::graphs {

/// Number of the protocol; a change that older controllers cannot read raises it.
inline constexpr int protocolVersion = 1;

/// Takes one JSON object without a line break. Called from two threads, one at a time. False: nobody reads any more,
/// all work is cancelled.
using SendLine = std::function<bool(const Json&)>;
/// Returns the next line, or nothing at the end of the input. Called on one thread.
using NextLine = std::function<std::optional<std::string>()>;

/// Answers requests until the input ends and all of them are done. Requests are executed one after the other on a
/// thread of their own, cancellations at once. Each answer has the id of its request and an "event": "epoch" any number
/// of times, then one of "done", "error" and "cancelled".
void serve(const NextLine& next, const SendLine& send);

} // namespace millrace::graphs
