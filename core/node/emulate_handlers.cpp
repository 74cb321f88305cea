// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/emulate_handlers.h"

#include "core/agent/agent_server.h"
#include "core/base/file_io.h"
#include "core/base/json_fields.h"
#include "core/emulate/emulated_cluster.h"
#include "core/emulate/stale_emulations.h"

#include <map>
#include <mutex>

namespace millrace::node {

namespace {

Result<std::string> textOf(const Json& params, const char* key)
{
    const auto it = params.is_object() ? params.find(key) : params.end();
    if (!params.is_object() || it == params.end() || !it->is_string())
        return fail(ErrorCode::InvalidInput, std::string("the request needs the text '") + key + "'");
    return it->get<std::string>();
}

/// Emulated clusters of this agent, by their ids. Called from many threads.
class Emulations
{
public:
    [[nodiscard]] Result<Json> start(const Json& params);
    [[nodiscard]] Result<Json> update(const Json& params);
    [[nodiscard]] Result<Json> health(const Json& params);
    [[nodiscard]] Result<Json> stop(const Json& params);
    void stopAll();

private:
    using ClusterPointer = std::shared_ptr<emulate::EmulatedCluster>;

    [[nodiscard]] Result<ClusterPointer> find(const Json& params);
    [[nodiscard]] static Result<Json> healthOf(emulate::EmulatedCluster& cluster, bool reset);

    std::mutex m_mutex;
    std::map<std::string, ClusterPointer> m_clusters; ///< null while one is being started
};

Json startReply(const emulate::EmulatedCluster& cluster, const std::vector<std::string>& stale)
{
    Json nodes = Json::array();
    for (const emulate::EmulatedNode& node : cluster.nodes())
        nodes.push_back({{"name", node.name}, {"address", node.address}, {"pid", node.init}});
    return {{"id", cluster.spec().id}, {"nodes", std::move(nodes)}, {"stale", stale}};
}

Result<Json> Emulations::start(const Json& params)
{
    if (!params.is_object() || !params.contains("spec"))
        return fail(ErrorCode::InvalidInput, "the request needs the object 'spec'");
    MR_TRY(spec, emulate::parseEmulationSpec(params["spec"]));
    emulate::EmulationOptions options;
    options.registryFolder = emulate::defaultRegistryFolder();
    if (params.contains("registry_folder")) {
        MR_TRY(folder, textOf(params, "registry_folder"));
        options.registryFolder = folder;
    }
    spec.sharedFolders.push_back(programFolder().string());
    {
        const std::lock_guard lock(m_mutex);
        if (!m_clusters.emplace(spec.id, nullptr).second)
            return fail(ErrorCode::AlreadyExists,
                        "an emulation with the id '" + spec.id + "' runs already; stop it first");
    }
    const std::vector<std::string> stale = emulate::removeStaleEmulations(options.registryFolder);
    auto started = emulate::EmulatedCluster::start(spec, options);
    const std::lock_guard lock(m_mutex);
    if (!started) {
        m_clusters.erase(spec.id);
        return std::move(started).error();
    }
    ClusterPointer& cluster = m_clusters[spec.id];
    cluster = *std::move(started);
    return startReply(*cluster, stale);
}

Result<Emulations::ClusterPointer> Emulations::find(const Json& params)
{
    MR_TRY(id, textOf(params, "id"));
    const std::lock_guard lock(m_mutex);
    const auto it = m_clusters.find(id);
    if (it == m_clusters.end() || !it->second)
        return fail(ErrorCode::NotFound, "no emulation with the id '" + id + "' runs");
    return it->second;
}

Result<Json> Emulations::update(const Json& params)
{
    MR_TRY(cluster, find(params));
    const auto paths = params.find("paths");
    if (paths == params.end() || !paths->is_array())
        return fail(ErrorCode::InvalidInput, "the request needs the array 'paths'");
    const emulate::EmulationSpec spec = cluster->spec();
    std::vector<emulate::PathUpdate> updates;
    for (const Json& path : *paths) {
        MR_TRY(update, emulate::parsePathUpdate(path, spec));
        updates.push_back(update);
    }
    MR_CHECK(cluster->update(updates));
    return Json::object();
}

Result<Json> Emulations::healthOf(emulate::EmulatedCluster& cluster, bool reset)
{
    MR_TRY(health, cluster.health(reset));
    return Json{{"health", toJson(health)}, {"problems", healthProblems(health, cluster.spec())}};
}

Result<Json> Emulations::health(const Json& params)
{
    MR_TRY(cluster, find(params));
    const auto reset = params.find("reset");
    if (reset != params.end() && !reset->is_boolean())
        return fail(ErrorCode::InvalidInput, "'reset' must be true or false");
    return healthOf(*cluster, reset != params.end() && reset->get<bool>());
}

Result<Json> Emulations::stop(const Json& params)
{
    MR_TRY(cluster, find(params));
    auto last = healthOf(*cluster, false);
    const std::lock_guard lock(m_mutex);
    m_clusters.erase(cluster->spec().id);
    cluster.reset();
    return last;
}

void Emulations::stopAll()
{
    const std::lock_guard lock(m_mutex);
    m_clusters.clear();
}

} // namespace

void registerEmulateHandlers(agent::AgentServer& server)
{
    auto emulations = std::make_shared<Emulations>();
    const auto add = [&](const char* method, Result<Json> (Emulations::*answer)(const Json&)) {
        server.handle(method, [emulations, answer](const Json& params, const JobContext&) {
            return ((*emulations).*answer)(params);
        });
    };
    add("emulate.start", &Emulations::start);
    add("emulate.update", &Emulations::update);
    add("emulate.health", &Emulations::health);
    add("emulate.stop", &Emulations::stop);
    server.onClose([emulations] { emulations->stopAll(); });
}

} // namespace millrace::node
