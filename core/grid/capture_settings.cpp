// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/grid/capture_settings.h"

#include "core/grid/grid_json.h"

#include "core/base/units.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::grid {

namespace {

const std::vector<std::string> directionNames = {"both", "in", "out"};
constexpr std::size_t longestInterface = 15; // IFNAMSIZ
constexpr std::uint64_t leastMaximum = std::uint64_t(64) << 10;

bool canBeInterface(const std::string& name)
{
    return !name.empty() && name.size() <= longestInterface && name != "." && name != ".."
        && std::ranges::all_of(name, [](char c) { return c > ' ' && c != '/' && c != ':' && c != '\x7f'; });
}

} // namespace

std::string captureDirectionName(CaptureDirection direction)
{
    return directionNames[static_cast<std::size_t>(direction)];
}

Issues validate(const CaptureSettings& settings)
{
    Issues issues;
    const auto error = [&issues](const char* where, std::string sentence) {
        issues.push_back({"capture", Severity::Error, 1, std::move(sentence), where});
    };
    if (!canBeInterface(settings.interface))
        error(
            "interface",
            "is no name of an interface (1 to 15 characters without blanks, '/' and ':'); write \"experiment\" for the "
            "NIC that carries the experiment");
    if (settings.snapLength < 14 || settings.snapLength > 262144)
        error("snap_length", "must be from 14 to 262144 bytes");
    if (settings.maximumBytes != 0 && settings.maximumBytes < leastMaximum)
        error("maximum_size", fmt::format("must be at least {}, or 0 for no limit", sizeText(leastMaximum)));
    if (settings.analyseOnNode && settings.keepFiles)
        issues.push_back({"capture", Severity::Note, 1,
                          "the files travel to the store all the same, because they are kept", "analyse_on_node"});
    return issues;
}

CaptureSettings readCapture(const Json& json, const std::string& path, Issues& issues)
{
    CaptureSettings settings;
    JsonFields fields(json, path, issues);
    fields.boolean("enabled", settings.enabled);
    fields.text("interface", settings.interface);
    fields.text("filter", settings.filter);
    fields.integer("snap_length", settings.snapLength, 14, 262144);
    auto direction = static_cast<std::size_t>(settings.direction);
    fields.choice("direction", direction, directionNames);
    settings.direction = static_cast<CaptureDirection>(direction);
    fields.size("maximum_size", settings.maximumBytes);
    fields.boolean("keep_files", settings.keepFiles);
    fields.boolean("analyse_on_node", settings.analyseOnNode);
    fields.reportUnknown();
    return settings;
}

Json toJson(const CaptureSettings& settings)
{
    const CaptureSettings usual;
    Json json = Json::object();
    if (settings.enabled != usual.enabled)
        json["enabled"] = settings.enabled;
    if (settings.interface != usual.interface)
        json["interface"] = settings.interface;
    if (settings.filter != usual.filter)
        json["filter"] = settings.filter;
    if (settings.snapLength != usual.snapLength)
        json["snap_length"] = settings.snapLength;
    if (settings.direction != usual.direction)
        json["direction"] = captureDirectionName(settings.direction);
    if (settings.maximumBytes != usual.maximumBytes)
        json["maximum_size"] = sizeText(settings.maximumBytes);
    if (settings.keepFiles != usual.keepFiles)
        json["keep_files"] = settings.keepFiles;
    if (settings.analyseOnNode != usual.analyseOnNode)
        json["analyse_on_node"] = settings.analyseOnNode;
    return json;
}

} // namespace millrace::grid
