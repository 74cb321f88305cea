// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/unique_fd.h"
#include "core/elastic/membership.h"

#include <optional>
#include <string_view>

namespace millrace::elastic {

/// "10.0.0.1:9100" or "http://10.0.0.1:9100/get"; what follows the port does not matter.
[[nodiscard]] Result<Endpoint> parseServerUrl(std::string_view text);

/// One worker's requests to a configuration server. While the server is away, each is tried again until its deadline;
/// then Unreachable. InvalidInput for what the server refuses. One thread.
class ConfigClient
{
public:
    ConfigClient(Endpoint server, Member self) : m_server(std::move(server)), m_self(std::move(self)) { }

    [[nodiscard]] Result<Membership> current(Deadline deadline) const;
    /// Waits for a version above this one. Nothing at the deadline, also while the server is away, and when the job is
    /// stopped.
    [[nodiscard]] Result<std::optional<Membership>> next(std::uint64_t after, Deadline deadline,
                                                         const JobContext& job) const;
    [[nodiscard]] Result<void> ready(Deadline deadline) const;
    [[nodiscard]] Result<void> leave(Deadline deadline) const;
    /// This worker reports another member of that version.
    [[nodiscard]] Result<void> suspect(std::uint64_t version, std::uint64_t culprit, Deadline deadline) const;
    /// 0 ends the training.
    [[nodiscard]] Result<void> resize(int workers, Deadline deadline) const;

private:
    [[nodiscard]] Result<void> post(const char* path, std::string body, Deadline deadline) const;

    Endpoint m_server;
    Member m_self;
};

} // namespace millrace::elastic
