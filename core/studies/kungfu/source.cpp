// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/importers/line_reader.h"
#include "core/monitor/log_parser.h"
#include "core/studies/found_files.h"
#include "core/studies/kungfu/study.h"
#include "core/studies/log_run.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace millrace::studies::kungfu {

namespace {

constexpr std::uint64_t linesLookedAt = 20'000;

/// What the lines of a log reveal about its origin.
struct Signs
{
    std::string framework; ///< from its result; empty: not stated
    std::string optimizer;
    std::set<std::string> workers; ///< that print a mean
    bool interference = false;
    bool resize = false;
    bool noise = false;
    bool variance = false;
    bool result = false;
    bool means = false;
    bool reports = false; ///< of TensorFlow, after KungFu's prefix

    [[nodiscard]] std::string figure() const
    {
        if (interference)
            return "fig5";
        if (resize)
            return "fig7";
        if (noise || variance)
            return "fig8";
        if (result)
            return optimizer.find("nccl") == optimizer.npos ? "fig9" : "fig10";
        if (means && workers.size() > 1) // every rank prints only in the monitoring benchmark
            return "fig8";
        return reports ? "fig6" : std::string();
    }
    /// The option of the program that prints such lines.
    [[nodiscard]] std::string optimizerOf(const std::string& figure) const
    {
        if (!optimizer.empty())
            return optimizer;
        if (figure == "fig5")
            return "sync-sgd-monitor";
        if (figure == "fig8")
            return noise ? "noise-scale" : variance ? "variance" : "sync-sgd";
        return {};
    }
};

void look(Signs& signs, const monitor::LogEvent& event)
{
    if (const auto* metric = std::get_if<monitor::MetricEvent>(&event)) {
        signs.noise |= metric->name == "gradient-noise-scale";
        signs.variance |= metric->name == "gradient-variance";
        signs.interference |= metric->name == "votes" || metric->name == "all-reduce-throughput";
        signs.reports |= !metric->origin.worker.empty()
            && (metric->name == "samples-per-second" || metric->name == "global-steps-per-second");
    } else if (const auto* result = std::get_if<monitor::ResultEvent>(&event)) {
        if (result->unit == "samples/s" && !result->final) {
            signs.means = true;
            signs.workers.insert(result->origin.worker);
        }
        for (const auto& [name, value] : result->settings) {
            signs.result |= name == "np" && result->spread.has_value();
            if (name == "framework")
                signs.framework = value;
            if (name == "kf-opt")
                signs.optimizer = value;
        }
    } else if (std::holds_alternative<monitor::SwitchEvent>(event)) {
        signs.interference = true;
    } else if (const auto* resize = std::get_if<monitor::ResizeEvent>(&event)) {
        signs.resize |= resize->duration.has_value();
    }
}

Result<Signs> signsOf(const std::filesystem::path& file)
{
    Signs signs;
    MR_TRY(parser, monitor::makeLogParser("kungfu"));
    MR_TRY(lines, importers::LineReader::open(file));
    while (lines.number() < linesLookedAt) {
        MR_TRY(line, lines.next());
        if (!line)
            break;
        for (auto event = parser->parse(*line, monitor::Stream::Out, {}); event; event = parser->more())
            look(signs, *event);
    }
    return signs;
}

/// Logs of figures 5 to 10, distinguished by the content of their lines.
class KungfuSource final : public StudySource
{
public:
    explicit KungfuSource(std::filesystem::path folder) : m_folder(std::move(folder)) { }

    Result<void> scan(const JobContext& job)
    {
        MR_TRY(files, recogniseFolder(m_folder, m_issues, job));
        for (const FoundFile& file : files) {
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "looking at the logs was cancelled");
            const bool isLog = file.what.format == &importers::frameworkLogFormat;
            const auto signs = isLog ? signsOf(file.file) : Result<Signs>(Signs{});
            const std::string figure = signs ? signs->figure() : std::string();
            if (figure.empty()) {
                countIssue(m_issues,
                           {"not-of-this-study", Severity::Note, 1,
                            fmt::format("{}: {}", file.below, file.what.match.why), file.below});
                continue;
            }
            m_entries.push_back({file.file.stem().string(), {file.file}, file.bytes});
            m_figures.push_back(figure);
            m_signs.push_back(*signs);
        }
        return {};
    }

    Result<ImportedRun> read(std::size_t entry, const std::function<bool(std::string_view)>& known,
                             const JobContext& job) const override
    {
        const std::filesystem::path& file = m_entries.at(entry).files.front();
        MR_TRY(source, sourceFileOf(file, m_folder, "framework-log", job));
        const std::string key = sha256("kungfu " + source.sha256);
        ImportedRun run;
        if (!known || !known(key)) {
            const LogFile log{file, "kungfu", -1};
            MR_TRY(read, readLogRun(std::span(&log, 1), m_folder, job));
            run = std::move(read);
            addFactors(run, entry);
        }
        run.name = m_entries[entry].name;
        run.key = key;
        return run;
    }

private:
    void addFactors(ImportedRun& run, std::size_t entry) const
    {
        run.factors.insert(run.factors.begin(), {"figure", m_figures[entry], {}, {}});
        const auto optimizer = std::ranges::find(run.factors, std::string("optimizer"), &store::Factor::name);
        const std::string told = m_signs[entry].optimizerOf(m_figures[entry]);
        if (optimizer == run.factors.end() && !told.empty())
            run.factors.push_back({"optimizer", told, {}, {}});
    }

    std::filesystem::path m_folder;
    std::vector<std::string> m_figures; ///< of the entries
    std::vector<Signs> m_signs;
};

} // namespace

Result<std::unique_ptr<StudySource>> openKungfu(const std::filesystem::path& folder, const StudyOptions&,
                                                const JobContext& job)
{
    auto source = std::make_unique<KungfuSource>(folder);
    MR_CHECK(source->scan(job));
    if (source->entries().empty())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} has no log of KungFu's figures: no results of its benchmarks or Horovod's, no "
                                "resizes, votes, noise scales or variances",
                                folder.string()));
    return std::unique_ptr<StudySource>(std::move(source));
}

Study study()
{
    return {{"kungfu", "C", "Adaptive training with KungFu",
             "Mai, Li, Wagenländer, Fertakis, Brabete, Pietzuch: KungFu: Making Training in Distributed Machine "
             "Learning Adaptive. OSDI 2020",
             "logs of its figures: KungFu, Horovod and TensorFlow benchmarks"},
            openKungfu,
            auditKungfu};
}

} // namespace millrace::studies::kungfu
