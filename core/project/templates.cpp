// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/project/templates.h"

#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/base/text_marks.h"
#include "core/project/template_texts.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <fmt/format.h>

namespace millrace::project {

namespace {

Template shipped(std::string_view name, std::string_view title, std::string_view summary)
{
    const auto found = std::ranges::find(templateTexts(), fmt::format("{}.millrace", name), &EmbeddedText::name);
    assert(found != templateTexts().end());
    return {name, title, summary, found->text};
}

} // namespace

std::span<const Template> templates() noexcept
{
    static const std::array all = {
        shipped("quickstart", MR_TEXT("millrace::ui::StartPage", "Quickstart"),
                MR_TEXT("millrace::ui::StartPage",
                        "Five all-reduce strategies on four emulated nodes, with and without loss, in three minutes.")),
        shipped("traffic-study", MR_TEXT("millrace::ui::StartPage", "Traffic study"),
                MR_TEXT("millrace::ui::StartPage",
                        "The settings table of the traffic study: TensorFlow, Horovod and KungFu in 232 runs.")),
        shipped(
            "kungfu-strategies", MR_TEXT("millrace::ui::StartPage", "KungFu strategies"),
            MR_TEXT("millrace::ui::StartPage", "Every all-reduce strategy with two models on eight emulated nodes.")),
        shipped("loss-and-delay", MR_TEXT("millrace::ui::StartPage", "Loss and delay"),
                MR_TEXT("millrace::ui::StartPage",
                        "Two sites joined by a wide-area link whose delay and loss are varied.")),
        shipped("continents", MR_TEXT("millrace::ui::StartPage", "Continents"),
                MR_TEXT("millrace::ui::StartPage",
                        "Which machines to rent on four continents, what that costs, and averaging between them.")),
        shipped("simulated", MR_TEXT("millrace::ui::StartPage", "Simulated clusters"),
                MR_TEXT("millrace::ui::StartPage",
                        "All-reduce on 8 to 512 nodes and between oversubscribed racks, calculated.")),
        shipped("cross-traffic", MR_TEXT("millrace::ui::StartPage", "Cross traffic"),
                MR_TEXT("millrace::ui::StartPage",
                        "Four models under bursty, even and long-lived traffic at a bottleneck: the cross traffic "
                        "study, scaled.")),
        shipped(
            "detectors", MR_TEXT("millrace::ui::StartPage", "Detectors"),
            MR_TEXT(
                "millrace::ui::StartPage",
                "Training slowed down by 5 to 50 % from random moments on, to score the detectors of interference.")),
        shipped("kungfu-interference", MR_TEXT("millrace::ui::StartPage", "KungFu interference"),
                MR_TEXT("millrace::ui::StartPage",
                        "KungFu's figure 5: load on the root of a star, and the alarms that it raises.")),
        shipped("elastic", MR_TEXT("millrace::ui::StartPage", "Elastic training"),
                MR_TEXT("millrace::ui::StartPage",
                        "KungFu's figure 7: a training that grows from one worker to four and shrinks again.")),
        shipped("pytorch-ddp", MR_TEXT("millrace::ui::StartPage", "PyTorch DDP"),
                MR_TEXT("millrace::ui::StartPage",
                        "Two image models with PyTorch's DistributedDataParallel and Gloo on four emulated nodes.")),
        shipped("usage-samples", MR_TEXT("millrace::ui::StartPage", "Samples for a predictor"),
                MR_TEXT("millrace::ui::StartPage",
                        "82 short trainings with PyTorch, from which a predictor of network use can be trained.")),
        shipped(
            "remote", MR_TEXT("millrace::ui::StartPage", "Remote nodes"),
            MR_TEXT("millrace::ui::StartPage", "Four machines by ssh, with and without loss, all packets recorded.")),
        shipped("containers", MR_TEXT("millrace::ui::StartPage", "Containers"),
                MR_TEXT("millrace::ui::StartPage",
                        "Four containers reached by docker exec, with and without loss, all packets recorded.")),
        shipped("kubernetes", MR_TEXT("millrace::ui::StartPage", "Kubernetes pods"),
                MR_TEXT("millrace::ui::StartPage",
                        "Four pods reached by kubectl exec, with and without loss, all packets recorded.")),
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
                fmt::format("unknown template {}; available: {}", briefJson(Json(name)), join(names, ", ")));
}

} // namespace millrace::project
