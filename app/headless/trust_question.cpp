// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/trust_question.h"

#include "app/headless/terminal_prompts.h"
#include "core/base/text.h"
#include "core/project/trusted_projects.h"

#include <fmt/format.h>

namespace millrace::headless {

Result<void> askForTrust(const project::ProjectFile& file, bool trusted, const JobContext& job)
{
    const auto list = project::TrustedProjects::ofUser();
    const project::RunningParts parts = project::runningParts(file.project, file.file().parent_path());
    if (trusted || list.trusts(parts))
        return {};
    std::string question =
        fmt::format("{} was not made by your Millrace, or has been changed elsewhere. It\n", file.file().string());
    for (const std::string& sentence : parts.sentences)
        question += fmt::format("  - {}\n", sentence);
    MR_TRY(answer, TerminalPrompts().confirm(question + "Run this?", job));
    if (answer == true)
        return list.add(parts, file.file());
    return fail(ErrorCode::Denied,
                answer ? std::string("nothing was started")
                       : fmt::format("{} was not made by your Millrace, and it {}; read it, then run it from a "
                                     "terminal and answer the question, or add --trust",
                                     file.file().string(), join(parts.sentences, "; it ")));
}

} // namespace millrace::headless
