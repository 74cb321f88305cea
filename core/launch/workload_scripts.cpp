// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/workload_scripts.h"

#include <algorithm>

namespace millrace::launch {

namespace {

const std::string folder = "workloads/";

} // namespace

std::string scriptPath(std::string_view name)
{
    return "{run}/" + folder + std::string(name);
}

std::vector<PlacedFile> placedScripts(const std::vector<std::string_view>& names)
{
    std::vector<PlacedFile> files;
    for (const std::string_view name : names) {
        const auto script = std::ranges::find(workloadScripts(), name, &EmbeddedText::name);
        if (script != workloadScripts().end())
            files.push_back({.node = {},
                             .path = folder + std::string(name),
                             .content = std::string(script->text),
                             .executable = false,
                             .filled = false});
    }
    return files;
}

std::vector<PlacedFile> placedTorchPackage()
{
    std::vector<PlacedFile> files;
    for (const EmbeddedText& file : torchPackage())
        files.push_back({.node = {},
                         .path = folder + std::string(file.name),
                         .content = std::string(file.text),
                         .executable = false,
                         .filled = false});
    return files;
}

} // namespace millrace::launch
