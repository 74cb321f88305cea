// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/studies/files/study.h"
#include "core/studies/files/tool_file.h"
#include "core/studies/found_files.h"
#include "core/studies/log_run.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <mutex>

namespace millrace::studies::files {

namespace {

using importers::FileFormat;
using importers::FileKind;

/// How packet files become runs.
const Study& trafficStudy()
{
    return *std::ranges::find_if(studies(), [](const Study& study) { return study.readTraffic != nullptr; });
}

/// Arbitrary files: each is one or more runs; logs of ranks are grouped.
class FilesSource final : public StudySource
{
public:
    FilesSource(std::filesystem::path folder, std::vector<importers::TableMapping> mappings)
        : m_folder(std::move(folder)), m_mappings(std::move(mappings))
    {
    }

    Result<void> scan(const JobContext& job)
    {
        MR_TRY(files, recogniseFolder(m_folder, m_issues, job));
        std::map<std::string, std::size_t> logs;
        for (FoundFile& file : files) {
            if (file.what.format->kind == FileKind::Log)
                addLog(file, logs);
            else if (file.what.format->kind == FileKind::Traffic)
                addEntry(file, file.below, 0, 1);
            else
                MR_CHECK(addTool(file, job));
        }
        return {};
    }

    Result<ImportedRun> read(std::size_t entry, const std::function<bool(std::string_view)>& known,
                             const JobContext& job) const override
    {
        const Place& place = m_places.at(entry);
        const std::string& name = m_entries.at(entry).name;
        if (place.format->kind == FileKind::Log)
            return readLogs(place, name, known, job);
        const std::filesystem::path& file = m_entries[entry].files.front();
        if (place.format->kind == FileKind::Traffic)
            return trafficStudy().readTraffic(file, *place.format, m_folder, known, job);
        MR_TRY(tool, toolFile(file, *place.format, job));
        if (place.index >= tool->runs.size())
            return fail(ErrorCode::Io, fmt::format("{} changed while it was read; import it again", file.string()));
        ImportedRun run = importedRunOf(*tool, place.index);
        if (!known || !known(run.key))
            return run;
        ImportedRun there;
        there.name = run.name;
        there.key = run.key;
        return there;
    }

private:
    struct Place
    {
        const FileFormat* format = nullptr;
        std::size_t index = 0; ///< of the run in its file
        std::vector<LogFile> logs;
    };

    void addEntry(const FoundFile& file, std::string name, std::size_t index, std::size_t of)
    {
        m_entries.push_back({std::move(name), {file.file}, file.bytes / of});
        m_places.push_back({file.what.format, index, {}});
    }

    /// The number of runs in a file is known only after reading it.
    Result<void> addTool(const FoundFile& file, const JobContext& job)
    {
        const auto tool = toolFile(file.file, *file.what.format, job);
        if (!tool && tool.error().code == ErrorCode::Cancelled)
            return tool.error();
        if (!tool) {
            countIssue(m_issues, {"bad-file", Severity::Warning, 1, tool.error().text(), file.below});
            return {};
        }
        const auto& runs = (*tool)->runs;
        for (std::size_t i = 0; i < runs.size(); ++i)
            addEntry(file, runs[i].name.empty() ? file.below : fmt::format("{} {}", file.below, runs[i].name), i,
                     runs.size());
        return {};
    }

    void addLog(const FoundFile& file, std::map<std::string, std::size_t>& logs)
    {
        const RankName rank = rankOfName(file.file.filename().string());
        const std::string key =
            fmt::format("{}\n{}\n{}", file.file.parent_path().string(), rank.stem, file.what.match.framework);
        const auto known = rank.rank < 0 ? logs.end() : logs.find(key);
        const auto sameRank = [&](const LogFile& log) { return log.rank == rank.rank; };
        if (known != logs.end() && std::ranges::none_of(m_places[known->second].logs, sameRank)) {
            m_entries[known->second].files.push_back(file.file);
            m_entries[known->second].bytes += file.bytes;
            m_places[known->second].logs.push_back({file.file, file.what.match.framework, rank.rank});
            return;
        }
        if (rank.rank >= 0)
            logs[key] = m_entries.size();
        addEntry(file, file.below, 0, 1);
        m_places.back().logs.push_back({file.file, file.what.match.framework, rank.rank});
    }

    Result<ImportedRun> readLogs(const Place& place, const std::string& name,
                                 const std::function<bool(std::string_view)>& known, const JobContext& job) const
    {
        std::string sums;
        std::vector<LogFile> logs = place.logs;
        for (LogFile& log : logs) {
            if (logs.size() == 1) // a single number in a name says nothing
                log.rank = -1;
            MR_TRY(source, sourceFileOf(log.file, m_folder, "framework-log", job));
            sums += fmt::format("{} {} {}\n", source.sha256, log.rank, log.framework);
        }
        ImportedRun run;
        const std::string key = sha256(sums);
        if (!known || !known(key)) {
            MR_TRY(read, readLogRun(logs, m_folder, job));
            run = std::move(read);
            run.factors.push_back({"tool", "log", {}, {}});
        }
        run.name = name;
        run.key = key;
        return run;
    }

    /// Keeps the last file: its runs are requested one after the other.
    Result<std::shared_ptr<const ToolFile>> toolFile(const std::filesystem::path& file, const FileFormat& format,
                                                     const JobContext& job) const
    {
        const std::lock_guard lock(m_mutex);
        if (m_last && m_lastFile == file)
            return m_last;
        m_last.reset();
        MR_TRY(tool, readToolFile(file, format, m_folder, m_mappings, job));
        m_last = std::make_shared<const ToolFile>(std::move(tool));
        m_lastFile = file;
        return m_last;
    }

    std::filesystem::path m_folder;
    std::vector<importers::TableMapping> m_mappings;
    std::vector<Place> m_places; ///< of the entries
    mutable std::mutex m_mutex;
    mutable std::shared_ptr<const ToolFile> m_last;
    mutable std::filesystem::path m_lastFile;
};

Result<std::unique_ptr<StudySource>> openFiles(const std::filesystem::path& folder, const StudyOptions& options,
                                               const JobContext& job)
{
    std::vector<importers::TableMapping> mappings;
    if (!options.mapping.empty()) {
        MR_TRY(text, readFile(options.mapping, std::size_t(4) << 20));
        MR_TRY(parsed, importers::parseTableMappings(text, options.mapping.filename().string()));
        mappings = std::move(parsed);
    }
    auto source = std::make_unique<FilesSource>(folder, std::move(mappings));
    MR_CHECK(source->scan(job));
    if (!source->entries().empty())
        return std::unique_ptr<StudySource>(std::move(source));
    std::string why;
    for (const Issue& issue : source->issues())
        why = why.empty() ? issue.example : why;
    return fail(
        ErrorCode::InvalidInput,
        fmt::format("{} has no file in a known format: {}, training logs, captures or tables with columns of numbers{}",
                    folder.string(), importers::toolTitles(), why.empty() ? "" : " (" + why + ")"));
}

} // namespace

Study study()
{
    return {{"files", "", "Files of other tools", "", importers::toolTitles() + ", training logs, captures and tables"},
            openFiles};
}

} // namespace millrace::studies::files
