// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/elastic/cluster_document.h"

#include <algorithm>
#include <arpa/inet.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace millrace::elastic {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint16_t runnerPort = 38080;
constexpr std::uint16_t firstWorkerPort = 10000;

Error bad(std::string what)
{
    return fail(ErrorCode::InvalidInput, std::move(what));
}

Json jsonOf(const Endpoint& endpoint)
{
    in_addr address{};
    inet_pton(AF_INET, endpoint.address.c_str(), &address);
    return {{"IPv4", ntohl(address.s_addr)}, {"Port", endpoint.port}};
}

Json jsonOf(const std::vector<Endpoint>& endpoints)
{
    Json list = Json::array();
    for (const Endpoint& endpoint : endpoints)
        list.push_back(jsonOf(endpoint));
    return list;
}

Result<Endpoint> endpointOf(const Json& json, const std::string& where)
{
    if (!json.is_object() || !json.contains("IPv4") || !json.contains("Port"))
        return bad(fmt::format("{} is not an object with IPv4 and Port", where));
    const Json& number = json["IPv4"];
    const Json& port = json["Port"];
    if (!number.is_number_unsigned() || number.get<std::uint64_t>() > UINT32_MAX)
        return bad(fmt::format("IPv4 of {} is not an address as a number, such as 2130706433 for 127.0.0.1", where));
    if (!port.is_number_unsigned() || port.get<std::uint64_t>() < 1 || port.get<std::uint64_t>() > 65535)
        return bad(fmt::format("Port of {} is not from 1 to 65535", where));
    const in_addr address{htonl(number.get<std::uint32_t>())};
    char text[INET_ADDRSTRLEN] = {};
    inet_ntop(AF_INET, &address, text, sizeof text);
    return Endpoint{text, port.get<std::uint16_t>()};
}

Result<std::vector<Endpoint>> endpointsOf(const Json& json, const char* name)
{
    std::vector<Endpoint> endpoints;
    if (!json.contains(name) || json[name].is_null())
        return endpoints;
    const Json& list = json[name];
    if (!list.is_array() || list.size() > static_cast<std::size_t>(mostWorkers))
        return bad(fmt::format("{} is not a list of at most {} entries", name, mostWorkers));
    for (std::size_t index = 0; index < list.size(); ++index) {
        MR_TRY(endpoint, endpointOf(list[index], fmt::format("{}[{}]", name, index)));
        endpoints.push_back(std::move(endpoint));
    }
    return endpoints;
}

Result<Json> parsed(std::string_view text)
{
    Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded() || !json.is_object())
        return bad("this is not a JSON object");
    return json;
}

bool isOn(const std::vector<Endpoint>& endpoints, const std::string& address)
{
    return std::ranges::find(endpoints, address, &Endpoint::address) != endpoints.end();
}

Result<void> check(const ClusterDocument& document)
{
    std::vector<Endpoint> sorted = document.workers;
    std::ranges::sort(sorted);
    if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end())
        return bad(fmt::format("worker {} is named twice", endpointText(*twice)));
    std::vector<std::string> hosts;
    for (const Endpoint& runner : document.runners)
        hosts.push_back(runner.address);
    std::ranges::sort(hosts);
    if (const auto twice = std::ranges::adjacent_find(hosts); twice != hosts.end())
        return bad(fmt::format("host {} has two runners", *twice));
    for (const Endpoint& worker : document.workers)
        if (!std::ranges::binary_search(hosts, worker.address))
            return bad(fmt::format("worker {} is on a host without a runner", endpointText(worker)));
    return {};
}

} // namespace

Result<ClusterDocument> parseClusterDocument(std::string_view text)
{
    MR_TRY(json, parsed(text));
    MR_TRY(runners, endpointsOf(json, "Runners"));
    MR_TRY(workers, endpointsOf(json, "Workers"));
    ClusterDocument document{std::move(runners), std::move(workers)};
    MR_CHECK(check(document));
    return document;
}

std::string clusterDocumentText(const ClusterDocument& document)
{
    return Json{{"Runners", jsonOf(document.runners)}, {"Workers", jsonOf(document.workers)}}.dump();
}

Result<Endpoint> parsePeer(std::string_view text)
{
    MR_TRY(json, parsed(text));
    return endpointOf(json, "the peer");
}

Result<ClusterDocument> resized(ClusterDocument document, int workers)
{
    if (workers < 0 || workers > mostWorkers)
        return bad(fmt::format("{} is not a number of workers from 0 to {}", workers, mostWorkers));
    if (document.runners.empty() && workers > static_cast<int>(document.workers.size()))
        return bad("a cluster without a runner cannot grow");
    if (static_cast<int>(document.workers.size()) > workers)
        document.workers.resize(static_cast<std::size_t>(workers));
    while (static_cast<int>(document.workers.size()) < workers) {
        const auto on = [&document](const Endpoint& runner) {
            return std::ranges::count(document.workers, runner.address, &Endpoint::address);
        };
        const auto emptiest = std::ranges::min_element(document.runners, {}, on);
        int port = firstWorkerPort;
        for (const Endpoint& worker : document.workers)
            if (worker.address == emptiest->address)
                port = std::max(port, worker.port + 1);
        if (on(*emptiest) == 0)
            port = firstWorkerPort;
        if (port > 65535)
            return bad(fmt::format("host {} has no free port above its highest", emptiest->address));
        document.workers.push_back({emptiest->address, static_cast<std::uint16_t>(port)});
    }
    return document;
}

Result<ClusterDocument> withWorker(ClusterDocument document, const Endpoint& worker)
{
    if (std::ranges::find(document.workers, worker) != document.workers.end())
        return bad(fmt::format("worker {} is in the cluster already", endpointText(worker)));
    if (!isOn(document.runners, worker.address))
        document.runners.push_back({worker.address, runnerPort});
    document.workers.push_back(worker);
    return document;
}

Result<ClusterDocument> withoutWorker(ClusterDocument document, const Endpoint& worker)
{
    if (std::erase(document.workers, worker) == 0)
        return bad(fmt::format("worker {} is not in the cluster", endpointText(worker)));
    if (!isOn(document.workers, worker.address))
        std::erase_if(document.runners, [&](const Endpoint& runner) { return runner.address == worker.address; });
    return document;
}

} // namespace millrace::elastic
