// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/project/templates.h"

#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/project/template_texts.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace millrace::project {

std::span<const Template> templates() noexcept
{
    static const std::array all = {
        Template{"quickstart", "Quickstart",
                 "Five all-reduce strategies on four emulated nodes, with and without loss, in three minutes.",
                 quickstart_text},
        Template{"traffic-study", "Traffic study",
                 "The settings table of the traffic study: TensorFlow, Horovod and KungFu in 232 runs.",
                 traffic_study_text},
        Template{"kungfu-strategies", "KungFu strategies",
                 "Every all-reduce strategy with two models on eight emulated nodes.", kungfu_strategies_text},
        Template{"loss-and-delay", "Loss and delay",
                 "Two sites joined by a wide-area link whose delay and loss are varied.", loss_and_delay_text},
        Template{
            "cross-traffic", "Cross traffic",
            "Four models under bursty, even and long-lived traffic at a bottleneck: the cross traffic study, scaled.",
            cross_traffic_text},
        Template{"detectors", "Detectors",
                 "Training slowed down by 5 to 50 % from random moments on, to score the detectors of interference.",
                 detectors_text},
        Template{"kungfu-interference", "KungFu interference",
                 "KungFu's figure 5: load on the root of a star, and the alarms that it raises.",
                 kungfu_interference_text},
        Template{"pytorch-ddp", "PyTorch DDP",
                 "Two image models with PyTorch's DistributedDataParallel and Gloo on four emulated nodes.",
                 pytorch_ddp_text},
        Template{"remote", "Remote nodes", "Four machines by ssh, with and without loss, all packets recorded.",
                 remote_text},
    };
    return all;
}

Result<Template> findTemplate(std::string_view name)
{
    std::vector<std::string> names;
    for (const Template& candidate : templates()) {
        if (candidate.name == name)
            return candidate;
        names.emplace_back(candidate.name);
    }
    return fail(ErrorCode::NotFound,
                fmt::format("there is no template {}; there are {}", briefJson(Json(name)), join(names, ", ")));
}

} // namespace millrace::project
