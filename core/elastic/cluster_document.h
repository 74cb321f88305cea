// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/base/socket.h"
#include "core/elastic/resize_schedule.h"

#include <string>
#include <string_view>
#include <vector>

namespace millrace::elastic {

/// A cluster as KungFu's configuration server stores it: a runner on each host, and the workers in the order of their
/// ranks. In its JSON an address is a number: 127.0.0.1 is 2130706433.
struct ClusterDocument
{
    std::vector<Endpoint> runners;
    std::vector<Endpoint> workers;

    bool operator==(const ClusterDocument&) const = default;
};

/// InvalidInput with the first problem: not JSON, a wrong field, two runners on a host, a worker named twice, or a
/// worker on a host without a runner.
[[nodiscard]] Result<ClusterDocument> parseClusterDocument(std::string_view json);
[[nodiscard]] std::string clusterDocumentText(const ClusterDocument& document);
/// A single worker or runner, {"IPv4": …, "Port": …}.
[[nodiscard]] Result<Endpoint> parsePeer(std::string_view json);

/// Grows by KungFu's rule: the host with the fewest workers, the first of several, gets the next port after its
/// highest, or 10000; shrinks at the end. InvalidInput without a runner.
[[nodiscard]] Result<ClusterDocument> resized(ClusterDocument document, int workers);
/// Adds the runner of the host with its first worker. InvalidInput for a worker that is in the document.
[[nodiscard]] Result<ClusterDocument> withWorker(ClusterDocument document, const Endpoint& worker);
/// Removes the runner of the host with its last worker. InvalidInput for a worker that is not in the document.
[[nodiscard]] Result<ClusterDocument> withoutWorker(ClusterDocument document, const Endpoint& worker);

} // namespace millrace::elastic
