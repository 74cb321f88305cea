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

Json filesJson(const importers::PublishedAnalysis& analysis)
{
    Json files = Json::array();
    for (const importers::PublishedFile& file : analysis.files) {
        Json issues = Json::array();
        for (const Issue& issue : file.issues)
            issues.push_back({{"kind", issue.kind},
                              {"count", issue.count},
                              {"example", report::validUtf8(issue.example)},
                              {"where", report::validUtf8(issue.where)}});
        files.push_back({{"file", report::validUtf8(file.file.string())},
                         {"format", importers::formatName(file.format)},
                         {"bytes", file.bytes},
                         {"packets", file.packets},
                         {"issues", std::move(issues)}});
    }
    return files;
}

Json delaysJson(const importers::PublishedAnalysis& analysis)
{
    const auto known = [](double value) { return value == value ? Json(value) : Json(); };
    const auto host = [&](std::uint32_t id) {
        return report::validUtf8(id < analysis.hosts.size() ? analysis.hosts[id] : std::string());
    };
    Json flows = Json::array();
    for (const analysis::FlowDelay& flow : analysis.delays)
        flows.push_back({{"source", host(flow.source)},
                         {"destination", host(flow.destination)},
                         {"source_port", flow.sourcePort},
                         {"destination_port", flow.destinationPort},
                         {"published_pairs", flow.pairs},
                         {"published_retransmits", flow.retransmits},
                         {"published_unmatched", flow.unmatched + flow.beforeFirst},
                         {"published_adds_up", flow.addsUp()},
                         {"published_mean", known(flow.mean)},
                         {"right_pairs", flow.rightPairs},
                         {"right_mean", known(flow.rightMean)},
                         {"right_minimum", known(flow.rightMinimum)},
                         {"clock_offset", known(flow.clockOffset)}});
    return flows;
}

std::string textOf(const importers::PublishedAnalysis& analysis)
{
    winsize size{};
    const std::size_t width = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
    std::string text = report::publishedText("Traffic study", analysis.figures, width);
    if (!analysis.rates.empty())
        text += "\n" + report::publishedText("Cross-traffic study", analysis.rates, width);
    std::string damage;
    for (const importers::PublishedFile& file : analysis.files)
        for (const Issue& issue : file.issues)
            damage +=
                report::oneLine(fmt::format("{}: {}: {}", file.file.filename().string(), issue.kind, issueText(issue)))
                + "\n";
    return damage.empty() ? text : text + "\n" + damage;
}

} // namespace

Result<int> analyzeAsPublished(const importers::PublishedRequest& request, const Environment& environment)
{
    JobContext job = environment.job();
    const bool shown = !environment.quiet && !environment.json && ::isatty(STDERR_FILENO) == 1;
    if (shown)
        job.report = [](long long done, long long total, std::string_view step) {
            if (total > 0)
                fmt::print(stderr, "\r{} {} %\033[K", step, done * 100 / total);
        };
    auto analysed = importers::analysePublished(request, job);
    if (shown)
        fmt::print(stderr, "\r\033[K");
    if (!analysed)
        return std::move(analysed).error();
    const Json json{{"files", filesJson(*analysed)},
                    {"traffic_study", report::publishedJson(analysed->figures)},
                    {"cross_traffic_study", report::publishedJson(analysed->rates)},
                    {"delays", delaysJson(*analysed)}};
    MR_CHECK(writeOutput(
        "-", environment.json ? json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n" : textOf(*analysed)));
    return int(Success);
}

} // namespace millrace::headless
