// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/log_run.h"

#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/importers/line_reader.h"
#include "core/monitor/log_line.h"
#include "core/monitor/log_parser.h"
#include "core/studies/log_run_values.h"

#include <algorithm>
#include <fstream>

namespace millrace::studies {

namespace {

/// The number after "examples/sec: " in a line that repeats it.
std::optional<double> repeatedRate(std::string_view line)
{
    constexpr std::string_view word = "examples/sec: ";
    const std::size_t place = line.rfind(word);
    if (place == line.npos)
        return std::nullopt;
    const auto value = parseDouble(trim(line.substr(place + word.size())));
    return value ? std::optional(*value) : std::nullopt;
}

Result<void> readLog(const LogFile& log, SourceFile& source, LogRunValues& values, const JobContext& job)
{
    MR_TRY(parser, monitor::makeLogParser(log.framework, {log.rank, {}, 0}));
    MR_TRY(lines, importers::LineReader::open(log.file));
    for (;;) {
        MR_TRY(line, lines.next());
        if (!line)
            break;
        if (lines.number() % 4096 == 0 && job.cancelled())
            return fail(ErrorCode::Cancelled, "reading a log was cancelled");
        const std::uint64_t silent = parser->counts().silent;
        for (auto event = parser->parse(*line, monitor::Stream::Out, {}); event; event = parser->more())
            values.take(*event, source.path, lines.number());
        if (parser->counts().silent > silent)
            if (const auto rate = repeatedRate(*line)) {
                values.repeated(*rate);
                countIssue(
                    source.issues,
                    {"repeated-line", Severity::Note, 1, monitor::validUtf8(line->substr(0, 200)), lines.place()});
            }
    }
    source.rows = lines.number();
    for (const Issues& issues : {parser->issues(), lines.issues()})
        for (Issue issue : issues) {
            if (!issue.where.starts_with(source.path))
                issue.where = source.path + " " + issue.where;
            countIssue(source.issues, issue);
        }
    return {};
}

} // namespace

Result<SourceFile> sourceFileOf(const std::filesystem::path& file, const std::filesystem::path& folder,
                                std::string_view format, const JobContext& job)
{
    SourceFile source;
    std::error_code error;
    const std::filesystem::path below = std::filesystem::relative(file, folder, error);
    source.path = error || below.empty() || below == "." ? file.filename().string() : below.string();
    source.format = format;
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        return failErrno("reading " + file.string());
    Sha256 sum;
    std::string block(std::size_t(1) << 18, '\0');
    while (stream) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "reading a file was cancelled");
        stream.read(block.data(), static_cast<std::streamsize>(block.size()));
        const auto count = static_cast<std::size_t>(stream.gcount());
        sum.add(std::string_view(block).substr(0, count));
        source.bytes += count;
    }
    source.sha256 = sum.finish();
    return source;
}

Result<ImportedRun> readLogRun(std::span<const LogFile> files, const std::filesystem::path& folder,
                               const JobContext& job)
{
    ImportedRun run;
    LogRunValues values;
    for (const LogFile& log : files) {
        MR_TRY(source, sourceFileOf(log.file, folder, "framework-log", job));
        if (const auto read = readLog(log, source, values, job); !read) {
            if (read.error().code == ErrorCode::Cancelled)
                return read.error();
            source.issues.push_back({"bad-file", Severity::Warning, 1, read.error().text(), source.path});
        }
        run.files.push_back(std::move(source));
    }
    values.finish(run, files.empty() ? std::string() : files.front().framework);
    return run;
}

} // namespace millrace::studies
