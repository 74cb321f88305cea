// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/imported_run.h"

#include "core/base/json_fields.h"
#include "core/monitor/log_line.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::studies {

namespace {

bool isUnreadable(const Issues& issues)
{
    return std::ranges::any_of(
        issues, [](const Issue& issue) { return issue.kind == "bad-file" || issue.kind == "empty-file"; });
}

bool hasWarnings(const Issues& issues)
{
    return std::ranges::any_of(issues, [](const Issue& issue) { return issue.severity != Severity::Note; });
}

} // namespace

Json issuesJson(const Issues& issues)
{
    Json list = Json::array();
    for (const Issue& issue : issues)
        list.push_back({{"kind", issue.kind},
                        {"count", issue.count},
                        {"example", monitor::validUtf8(issue.example)},
                        {"where", monitor::validUtf8(issue.where)}});
    return list;
}

std::string uuidOf(std::string_view sha256)
{
    std::string digits(sha256.substr(0, 32));
    digits.resize(32, '0');
    digits[12] = '8';
    digits[16] = "89ab"[static_cast<std::size_t>(digits[16]) % 4];
    return fmt::format("{}-{}-{}-{}-{}", digits.substr(0, 8), digits.substr(8, 4), digits.substr(12, 4),
                       digits.substr(16, 4), digits.substr(20));
}

std::string provenanceOf(const ImportedRun& run, std::string_view study, std::string_view folder)
{
    Json files = Json::array();
    for (const SourceFile& file : run.files)
        files.push_back({{"file", monitor::validUtf8(file.path)},
                         {"at", monitor::validUtf8(file.location)},
                         {"format", file.format},
                         {"bytes", file.bytes},
                         {"rows", file.rows},
                         {"sha256", file.sha256},
                         {"issues", issuesJson(file.issues)}});
    const Json json{{"imported",
                     {{"study", study},
                      {"folder", monitor::validUtf8(folder)},
                      {"name", monitor::validUtf8(run.name)},
                      {"identity", monitor::validUtf8(run.identity)},
                      {"content", run.key},
                      {"files", std::move(files)},
                      {"issues", issuesJson(run.issues)}}}};
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool ImportedRun::hasContent() const
{
    const auto cannotBeRead = [](const SourceFile& file) { return file.rows == 0 && isUnreadable(file.issues); };
    if (!files.empty() && std::ranges::all_of(files, cannotBeRead))
        return false;
    if (!metrics.empty() || !series.empty() || !events.empty())
        return true;
    const bool hasDamage = hasWarnings(issues) || std::ranges::any_of(files, [&](const SourceFile& file) {
                               return hasWarnings(file.issues) && !cannotBeRead(file);
                           });
    return hasDamage && !isUnreadable(issues);
}

} // namespace millrace::studies
