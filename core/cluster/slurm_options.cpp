// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/slurm_options.h"

#include "core/base/json_fields.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace millrace::cluster {

namespace {

/// Options with a value after '='. Without it, Slurm would take the next argument for the value.
constexpr std::array<std::string_view, 41> valuedSlurmOptions = {"account",
                                                                 "begin",
                                                                 "comment",
                                                                 "constraint",
                                                                 "core-spec",
                                                                 "cores-per-socket",
                                                                 "cpu-freq",
                                                                 "cpus-per-gpu",
                                                                 "cpus-per-task",
                                                                 "deadline",
                                                                 "delay-boot",
                                                                 "dependency",
                                                                 "distribution",
                                                                 "exclude",
                                                                 "extra-node-info",
                                                                 "gpu-bind",
                                                                 "gpu-freq",
                                                                 "gpus",
                                                                 "gpus-per-node",
                                                                 "gpus-per-socket",
                                                                 "gpus-per-task",
                                                                 "gres",
                                                                 "gres-flags",
                                                                 "hint",
                                                                 "licenses",
                                                                 "mem",
                                                                 "mem-per-cpu",
                                                                 "mem-per-gpu",
                                                                 "mincpus",
                                                                 "nodelist",
                                                                 "ntasks",
                                                                 "ntasks-per-core",
                                                                 "ntasks-per-node",
                                                                 "ntasks-per-socket",
                                                                 "partition",
                                                                 "qos",
                                                                 "reservation",
                                                                 "sockets-per-node",
                                                                 "switches",
                                                                 "threads-per-core",
                                                                 "tmp"};
/// Options with or without a value.
constexpr std::array<std::string_view, 8> bareSlurmOptions = {
    "contiguous", "exclusive", "immediate", "nice", "oversubscribe", "overcommit", "share", "use-min-nodes"};

bool isAmong(const auto& names, std::string_view name)
{
    return std::ranges::find(names, name) != names.end();
}

} // namespace

std::string whyNoSlurmOption(std::string_view option)
{
    const std::string shown = briefJson(Json(std::string(option)));
    if (!option.starts_with("--") || option.size() == 2)
        return fmt::format("{} is not handed to Slurm: write options as one word with two dashes, like "
                           "\"--constraint=skylake\"",
                           shown);
    if (std::ranges::any_of(option, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 127; }))
        return fmt::format("{} is not passed to Slurm: it contains a control character", shown);
    const std::size_t equals = option.find('=');
    const std::string_view name = option.substr(2, equals == option.npos ? option.npos : equals - 2);
    if (isAmong(bareSlurmOptions, name))
        return {};
    if (!isAmong(valuedSlurmOptions, name))
        return fmt::format("{} is not handed to Slurm; known are --{}, --{}", shown,
                           fmt::join(valuedSlurmOptions, ", --"), fmt::join(bareSlurmOptions, ", --"));
    if (equals == option.npos || equals + 1 == option.size())
        return fmt::format("{} needs its value in the same word: \"--{}=…\"", shown, name);
    return {};
}

} // namespace millrace::cluster
