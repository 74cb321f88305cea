// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/recorded_network.h"

#include <nlohmann/json.hpp>

namespace millrace::store {

std::map<std::string, std::string> nodesByAddress(std::span<const Snapshot> snapshots)
{
    std::map<std::string, std::string> names;
    for (const Snapshot& snapshot : snapshots) {
        const auto network = nlohmann::json::parse(snapshot.json, nullptr, false);
        if (!snapshot.node.empty() || !network.is_object() || !network.contains("nodes"))
            continue;
        for (const auto& node : network["nodes"])
            if (node.is_object() && node.contains("name") && node.contains("address") && node["name"].is_string()
                && node["address"].is_string())
                names.emplace(node["address"].get<std::string>(), node["name"].get<std::string>());
    }
    names.erase(std::string());
    return names;
}

} // namespace millrace::store
