// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/project/measured_cluster.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::project {

namespace {

cluster::Cluster emulatedLike(const cluster::Cluster& measured, const std::string& name)
{
    cluster::Cluster made;
    made.name = name;
    made.nodes = measured.nodes;
    for (cluster::Node& node : made.nodes) {
        cluster::Nic nic;
        if (!node.nics.empty())
            nic.bitsPerSecond = node.nics.front().bitsPerSecond;
        node.nics = {nic};
        node.host.clear();
    }
    return made;
}

} // namespace

std::string measuredName(const cluster::Cluster& measured)
{
    return measured.name + ", measured";
}

Result<void> checkMeasuredName(const cluster::Cluster& measured, const std::string& name)
{
    if (name == measured.name)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("what was measured on \"{}\" is there already; its links would impose it once more. "
                                "Give the name of another cluster",
                                name));
    return {};
}

Result<void> putMeasured(Project& project, const cluster::Cluster& measured, const std::string& name,
                         const cluster::NetworkMatrix& matrix)
{
    MR_CHECK(checkMeasuredName(measured, name));
    const auto found = std::ranges::find(project.clusters, name, &cluster::Cluster::name);
    cluster::Cluster changed = found == project.clusters.end() ? emulatedLike(measured, name) : *found;
    MR_CHECK(cluster::putMatrix(changed, matrix));
    if (found == project.clusters.end())
        project.clusters.push_back(std::move(changed));
    else
        *found = std::move(changed);
    return {};
}

} // namespace millrace::project
