// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/node_networks.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::run {

namespace {

/// Returns the NIC that the project requests for a node; the default means no request.
cluster::Nic wishedNic(const cluster::Node& node)
{
    cluster::Nic nic = node.nics.empty() ? cluster::Nic() : node.nics.front();
    if (nic.name == cluster::Nic().name && nic.address.empty())
        nic.name.clear();
    return nic;
}

} // namespace

cluster::NodeFacts networkFacts(const std::string& hostname, std::string_view ipJson)
{
    cluster::NodeFacts facts;
    facts.hostname = hostname;
    const Json links = Json::parse(ipJson, nullptr, false);
    if (!links.is_array())
        return facts;
    for (const Json& link : links) {
        if (!link.is_object() || !link.value("ifname", Json()).is_string())
            continue;
        cluster::NicFacts nic;
        nic.name = link["ifname"].get<std::string>();
        const Json flags = link.value("flags", Json::array());
        nic.up = std::ranges::count(flags, Json("UP")) > 0;
        for (const Json& address : link.value("addr_info", Json::array()))
            if (address.is_object() && address.value("local", Json()).is_string()
                && address.value("prefixlen", Json()).is_number_integer())
                nic.addresses.push_back(
                    fmt::format("{}/{}", address["local"].get<std::string>(), address["prefixlen"].get<int>()));
        facts.nics.push_back(std::move(nic));
    }
    return facts;
}

Result<FoundNetworks> chooseNetworks(std::span<const cluster::Node> nodes, std::span<const cluster::NodeFacts> facts)
{
    std::vector<cluster::Nic> wished;
    for (const cluster::Node& node : nodes)
        wished.push_back(wishedNic(node));
    MR_TRY(nics, cluster::chooseNics(wished, facts));
    FoundNetworks networks;
    for (std::size_t i = 0; i < nics.size(); ++i) {
        FoundNetwork& found = networks[nodes[i].name];
        found.address = nics[i].address;
        found.interface = nics[i].name;
    }
    return networks;
}

} // namespace millrace::run
