// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/published_view.h"

#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "core/base/json_fields.h"
#include "core/report/published_report.h"
#include "core/report/safe_text.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace millrace::headless {

namespace {

Json filesJson(const studies::PublishedAnalysis& analysis)
{
    Json files = Json::array();
    for (const studies::PublishedFile& file : analysis.files) {
        Json issues = Json::array();
        for (const Issue& issue : file.issues)
            issues.push_back({{"kind", issue.kind},
                              {"count", issue.count},
                              {"example", report::validUtf8(issue.example)},
                              {"where", report::validUtf8(issue.where)}});
        files.push_back({{"file", report::validUtf8(file.file.string())},
                         {"format", file.format},
                         {"bytes", file.bytes},
                         {"packets", file.packets},
                         {"issues", std::move(issues)}});
    }
    return files;
}

std::string textOf(const studies::PublishedAnalysis& analysis)
{
    winsize size{};
    const std::size_t width = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
    std::string text;
    for (const studies::PublishedSection& section : analysis.sections)
        if (!section.figures.empty())
            text +=
                (text.empty() ? "" : "\n") + report::publishedText(std::string(section.title), section.figures, width);
    std::string damage;
    for (const studies::PublishedFile& file : analysis.files)
        for (const Issue& issue : file.issues)
            damage +=
                report::oneLine(fmt::format("{}: {}: {}", file.file.filename().string(), issue.kind, issueText(issue)))
                + "\n";
    return damage.empty() ? text : text + "\n" + damage;
}

} // namespace

Result<int> analyzeAsPublished(const studies::PublishedRequest& request, const Environment& environment)
{
    JobContext job = environment.job();
    const bool shown = !environment.quiet && !environment.json && ::isatty(STDERR_FILENO) == 1;
    if (shown)
        job.report = [](long long done, long long total, std::string_view step) {
            if (total > 0)
                fmt::print(stderr, "\r{} {} %\033[K", step, done * 100 / total);
        };
    auto analysed = studies::analysePublished(request, job);
    if (shown)
        fmt::print(stderr, "\r\033[K");
    if (!analysed)
        return std::move(analysed).error();
    Json json{{"files", filesJson(*analysed)}};
    for (const studies::PublishedSection& section : analysed->sections) {
        json[section.key] = report::publishedJson(section.figures);
        json.update(section.more);
    }
    MR_CHECK(writeOutput(
        "-", environment.json ? json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n" : textOf(*analysed)));
    return int(Success);
}

} // namespace millrace::headless
