// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/command.h"
#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "app/headless/import_study_command.h"
#include "app/headless/import_view.h"
#include "core/base/text.h"
#include "core/importers/text_time.h"
#include "core/studies/tum/import.h"

#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace millrace::headless {

namespace {

struct ImportOptions
{
    std::filesystem::path folder;
    std::filesystem::path store;
    std::filesystem::path publishedJson;
    std::string zone = "Europe/Berlin";
    std::vector<std::string> zoneWords;
    bool dryRun = false;
    bool figures = false;
};

/// "IST=+02:00"
Result<std::pair<std::string, std::int64_t>> zoneWordOf(const std::string& text)
{
    const std::size_t equals = text.find('=');
    const auto offset = equals == std::string::npos ? std::nullopt : importers::zoneOffset(text.substr(equals + 1));
    if (!offset || equals == 0)
        return fail(ErrorCode::InvalidInput, "--zone-word " + text + " is not like IST=+02:00");
    return std::pair(text.substr(0, equals), *offset);
}

Result<studies::tum::TumImportRequest> requestOf(const ImportOptions& options)
{
    studies::tum::TumImportRequest request;
    request.folder = options.folder;
    request.publishedJson = options.publishedJson;
    MR_TRY(zone, analysis::WallZone::parse(options.zone));
    request.options.published.wallZone = zone;
    request.options.packets.zone = zone;
    for (const std::string& text : options.zoneWords) {
        MR_TRY(word, zoneWordOf(text));
        request.options.packets.zoneWords.insert(word);
    }
    return request;
}

/// Returns the default store of a folder, in the current directory.
std::filesystem::path storeOf(const ImportOptions& options)
{
    if (!options.store.empty())
        return options.store;
    std::error_code ignored;
    return std::filesystem::weakly_canonical(options.folder, ignored).filename().string() + ".mrdb";
}

Result<int> execute(const ImportOptions& options, const Environment& environment)
{
    MR_TRY(request, requestOf(options));
    const JobContext job = importJob(environment);
    std::optional<store::Database> database;
    if (!options.dryRun) {
        // A folder that is no campaign leaves no store behind.
        MR_CHECK(studies::tum::findTumRuns(request.folder));
        MR_TRY(opened, store::Database::openOrCreate(storeOf(options)));
        database.emplace(std::move(opened));
    }
    if (!request.publishedJson.empty()) {
        std::error_code error;
        std::filesystem::create_directories(request.publishedJson, error);
        if (error)
            return failErrno("making the folder " + request.publishedJson.string(), error.value());
    }
    const auto onRun = [&](const studies::tum::TumImportedRun& run) {
        if (environment.quiet || environment.json)
            return;
        fmt::print(stderr, "{}{}: {}\n", job.report ? "\r\033[K" : "", run.folder.name, studies::fateName(run.fate));
    };
    auto outcome = studies::tum::importTum(request, database ? &*database : nullptr, onRun, job);
    if (job.report)
        fmt::print(stderr, "\r\033[K");
    if (!outcome)
        return std::move(outcome).error();
    MR_CHECK(writeOutput("-", environment.json ? importJson(*outcome) : importText(*outcome, options.figures)));
    return int(withoutAny(*outcome) ? SomeRunsFailed : Success);
}

void addTumOptions(CLI::App& tum, ImportOptions& options)
{
    tum.add_option("FOLDER", options.folder, "Folder of a campaign, or of one run")->required();
    tum.add_option("--store", options.store, "Result store; default: the folder's name with the extension .mrdb");
    tum.add_flag("--dry-run", options.dryRun, "Read and analyse only; store nothing");
    tum.add_flag("--figures", options.figures, "List all figures of every run, as published and right");
    tum.add_option("--published-json", options.publishedJson,
                   "Also write the JSON files as the study's tool does, into this folder");
    tum.add_option("--zone", options.zone, "Time zone of the study's tool and of times without a zone")
        ->capture_default_str();
    tum.add_option("--zone-word", options.zoneWords, "What a zone's letters mean: IST=+02:00; repeatable");
}

int importTumFolder(const ImportOptions& options, const Environment& environment)
{
    const auto code = execute(options, environment);
    return code ? *code : complain(code.error());
}

/// Converts the options of `import auto` for a folder of the traffic study.
ImportOptions tumOptionsOf(const StudyImportOptions& study)
{
    ImportOptions options;
    options.folder = study.folder;
    options.store = study.store.empty() ? std::filesystem::path("tum.mrdb") : study.store;
    options.dryRun = study.dryRun;
    return options;
}

} // namespace

CommandBody addImportCommand(CLI::App& app)
{
    auto options = std::make_shared<ImportOptions>();
    auto studyOptions = std::make_shared<StudyImportOptions>();
    CLI::App* command = app.add_subcommand("import", "Bring other people's data into a result store");
    command->require_subcommand(1);
    addTumOptions(*command->add_subcommand("tum", "A campaign folder of the traffic study, or one of its runs"),
                  *options);
    addStudyImports(*command, *studyOptions);
    return [options, studyOptions](const Environment& environment) {
        if (studyOptions->study.empty())
            return importTumFolder(*options, environment);
        const auto found = chosenStudies(*studyOptions, environment.job());
        if (!found)
            return complain(found.error());
        if (found->size() > 1 && !environment.quiet)
            fmt::print(stderr, "millrace-cli: {} contains several studies: {}\n", studyOptions->folder.string(),
                       fmt::join(*found, ", "));
        int code = Success;
        for (const std::string_view study : *found) {
            const int one = study == "tum" ? importTumFolder(tumOptionsOf(*studyOptions), environment)
                                           : importStudyFolder(*studyOptions, study, environment);
            code = code == Success ? one : code;
            if (one != Success && one != SomeRunsFailed)
                break;
        }
        return code;
    };
}

} // namespace millrace::headless
