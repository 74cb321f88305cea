// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace millrace::exposition {

/// Serves a text at http://127.0.0.1:PORT/metrics, on a thread of its own and to this machine only. A client that sends
/// nothing, or reads nothing, for ten seconds is dropped.
class MetricsPage
{
public:
    /// The text of one answer; called on the page's thread, one call at a time.
    using Source = std::function<std::string()>;

    /// `port` 0: any free one.
    [[nodiscard]] static Result<std::unique_ptr<MetricsPage>> start(std::uint16_t port, Source source);
    /// Returns after the last call of the source.
    ~MetricsPage();

    [[nodiscard]] std::uint16_t port() const;

private:
    class Parts;
    explicit MetricsPage(std::unique_ptr<Parts> parts);

    std::unique_ptr<Parts> m_parts;
};

} // namespace millrace::exposition
