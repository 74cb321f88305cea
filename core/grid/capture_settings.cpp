// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/grid/capture_settings.h"

#include "core/base/field_json.h"
#include "core/grid/grid_json.h"

#include <algorithm>

namespace millrace::grid {

namespace {

constexpr std::size_t longestInterface = 15; // IFNAMSIZ

bool canBeInterface(const std::string& name)
{
    return !name.empty() && name.size() <= longestInterface && name != "." && name != ".."
        && std::ranges::all_of(name, [](char c) { return c > ' ' && c != '/' && c != ':' && c != '\x7f'; });
}

} // namespace

std::string captureDirectionName(CaptureDirection direction)
{
    return std::string(captureDirectionNames[static_cast<std::size_t>(direction)]);
}

Issues validate(const CaptureSettings& settings)
{
    Issues issues = checkFields(captureFields, settings, "capture");
    if (!canBeInterface(settings.interface))
        issues.push_back({"capture", Severity::Error, 1,
                          "not an interface name (1 to 15 characters without blanks, '/' and ':'); write "
                          "\"experiment\" for the NIC that carries the experiment",
                          "interface"});
    if (settings.analyseOnNode && settings.keepFiles)
        issues.push_back({"capture", Severity::Note, 1,
                          "the files travel to the store all the same, because they are kept", "analyse_on_node"});
    return issues;
}

CaptureSettings readCapture(const Json& json, const std::string& path, Issues& issues)
{
    CaptureSettings settings;
    JsonFields fields(json, path, issues);
    readFields(fields, captureFields, settings);
    fields.reportUnknown();
    return settings;
}

Json toJson(const CaptureSettings& settings)
{
    Json json = Json::object();
    writeFields(json, captureFields, settings);
    return json;
}

} // namespace millrace::grid
