// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/base/socket.h"
#include "core/elastic/cluster_document.h"

#include <filesystem>
#include <memory>
#include <optional>

namespace millrace::elastic {

struct ConfigServerOptions
{
    Endpoint listen; ///< port 0: any free one
    int initial = 1; ///< the first version waits for so many ready workers
    std::optional<int> workers = {}; ///< so many take part from the beginning; else all that are ready
    std::optional<ClusterDocument> document = {}; ///< stored at the start
    std::filesystem::path state = {}; ///< written at every change, and read at the start if it exists; empty: none
};

/// A ConfigService over HTTP, on a thread of its own. A client that sends nothing, or reads nothing, for ten seconds is
/// dropped and does not delay others. Connections close after each answer, as KungFu's do.
class ConfigServer
{
public:
    [[nodiscard]] static Result<std::unique_ptr<ConfigServer>> start(ConfigServerOptions options);
    /// Ends it at once; waiting clients are dropped.
    ~ConfigServer();

    [[nodiscard]] Endpoint endpoint() const;
    /// Returns when a client has asked for the end, or after the time; true if one has.
    [[nodiscard]] bool wait(Nanoseconds atMost) const;

private:
    class Parts;
    explicit ConfigServer(std::unique_ptr<Parts> parts);

    std::unique_ptr<Parts> m_parts;
};

} // namespace millrace::elastic
