// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/import_study_command.h"

#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "app/headless/import_study_view.h"
#include "core/studies/multi_cloud/mapping.h"

#include <cstdio>
#include <fmt/format.h>
#include <optional>
#include <unistd.h>

namespace millrace::headless {

namespace {

constexpr unsigned mostThreads = 256;

void addOptions(CLI::App& command, StudyImportOptions& options)
{
    command.add_option("DIR", options.folder, "Folder with the study's files, or one of them");
    command.add_option("--store", options.store, "Result store; default: the study's name with the extension .mrdb");
    command.add_flag("--dry-run", options.dryRun, "Read only; store nothing");
    command.add_option("--threads", options.threads, "That read; default: as many as the machine has cores")
        ->check(CLI::Range(1U, mostThreads));
    if (command.get_name() == "multi-cloud" || command.get_name() == "auto")
        command
            .add_option("--mapping", options.mapping,
                        "Table that describes each run (JSON); overrides the built-in one")
            ->check(CLI::ExistingFile);
    if (command.get_name() == "multi-cloud")
        command.add_option("--write-mapping", options.writtenMapping,
                           "Write the table that is shipped, to edit it; - for standard output");
    command.callback([&options, &command] { options.study = command.get_name(); });
}

/// A folder without data of the study leaves no store behind.
Result<store::Database> openStore(const std::filesystem::path& store, const studies::StudyImportRequest& request,
                                  const JobContext& job)
{
    std::error_code ignored;
    if (!std::filesystem::exists(store, ignored)) {
        MR_TRY(source, studies::openStudy(request.study, request.folder, request.options, {job.stop, {}}));
        if (source->entries().empty())
            return fail(ErrorCode::InvalidInput, request.folder.string() + " contains no run of this study");
    }
    return store::Database::openOrCreate(store);
}

/// Returns the command that resumes a stopped import.
std::string goOnWith(const StudyImportView& view, const StudyImportOptions& options)
{
    std::string command = fmt::format("millrace-cli import {} '{}'", view.study, view.folder.string());
    if (!view.store.empty())
        command += fmt::format(" --store '{}'", view.store.string());
    if (!options.mapping.empty())
        command += fmt::format(" --mapping '{}'", options.mapping.string());
    return command;
}

Result<int> execute(const StudyImportOptions& options, std::string_view study, const Environment& environment)
{
    const JobContext job = importJob(environment);
    StudyImportView view{std::string(study), options.folder, {}, {}, false};
    const studies::StudyImportRequest request{view.study, options.folder, {options.mapping}, options.threads};
    std::optional<store::Database> database;
    if (!options.dryRun) {
        view.store = options.store.empty() ? std::filesystem::path(view.study + ".mrdb") : options.store;
        MR_TRY(opened, openStore(view.store, request, job));
        database.emplace(std::move(opened));
    }
    studies::StudyImportOutcome soFar;
    const auto onRun = [&soFar](const studies::StudyImportedRun& run) {
        soFar.runs.push_back(run);
        soFar.files += run.files;
        soFar.bytes += run.bytes;
    };
    auto outcome = studies::importStudy(request, database ? &*database : nullptr, onRun, job);
    if (job.report)
        fmt::print(stderr, "\r\033[K");
    if (!outcome && outcome.error().code != ErrorCode::Cancelled)
        return std::move(outcome).error();
    view.stopped = !outcome;
    view.outcome = outcome ? *std::move(outcome) : std::move(soFar);
    MR_CHECK(writeOutput("-", environment.json ? studyImportJson(view) : studyImportText(view)));
    if (!view.stopped)
        return int(hasBadFiles(view.outcome) ? SomeRunsFailed : Success);
    fmt::print(stderr, "millrace-cli: the import was stopped; what was stored is kept, continue with: {}\n",
               goOnWith(view, options));
    return environment.signals.exitCode() != 0 ? environment.signals.exitCode() : int(Interrupted);
}

} // namespace

void addStudyImports(CLI::App& import, StudyImportOptions& options)
{
    for (const studies::StudyInfo& info : studies::studies()) {
        if (info.name == "tum") // has a separate command
            continue;
        CLI::App* command =
            import.add_subcommand(std::string(info.name), fmt::format("{}: {}", info.title, info.folder));
        if (!info.letter.empty())
            command->alias(std::string(info.letter));
        addOptions(*command, options);
    }
    CLI::App* recognised = import.add_subcommand("auto", "All studies found in the folder");
    addOptions(*recognised, options);
}

Result<std::vector<std::string_view>> chosenStudies(const StudyImportOptions& options, const JobContext& job)
{
    if (options.study != "auto")
        return std::vector<std::string_view>{options.study};
    if (options.folder.empty())
        return fail(ErrorCode::InvalidInput, "import auto needs the folder DIR");
    MR_TRY(found, studies::recogniseStudies(options.folder, job));
    if (found.empty())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} contains no known study; see millrace-cli import --help", options.folder.string()));
    return found;
}

JobContext importJob(const Environment& environment)
{
    JobContext job = environment.job();
    if (!environment.quiet && !environment.json && ::isatty(STDERR_FILENO) == 1)
        job.report = [](long long done, long long total, std::string_view step) {
            if (total > 0)
                fmt::print(stderr, "\r{} {} %\033[K", step, done * 100 / total);
        };
    return job;
}

int importStudyFolder(const StudyImportOptions& options, std::string_view study, const Environment& environment)
{
    if (!options.writtenMapping.empty()) {
        const auto written =
            writeOutput(options.writtenMapping, std::string(studies::multi_cloud::shippedMultiCloudMapping()));
        if (!written)
            return complain(written.error());
        if (options.folder.empty())
            return Success;
    }
    if (options.folder.empty())
        return complain(fail(ErrorCode::InvalidInput, fmt::format("import {} needs the folder DIR", study)));
    const auto code = execute(options, study, environment);
    return code ? *code : complain(code.error());
}

} // namespace millrace::headless
