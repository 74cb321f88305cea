// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/common.h"

#include "app/headless/command.h"
#include "app/headless/exit_code.h"
#include "core/base/file_io.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/project/templates.h"
#include "core/project/trusted_projects.h"
#include "core/report/svg_figure.h"
#include "core/store/run_repository.h"
#include "core/store/store_file.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>

namespace millrace::headless {

int complain(const Error& error)
{
    fmt::print(stderr, "millrace-cli: {}\n", error.text());
    return exitCodeOf(error);
}

Result<project::ProjectFile> readProject(const std::string& name, const launch::Frameworks& frameworks)
{
    std::error_code ignored;
    std::filesystem::path file = name;
    if (!std::filesystem::exists(file, ignored)) {
        const auto known = project::findTemplate(name);
        if (!known)
            return file.has_extension()
                ? fail(ErrorCode::NotFound, fmt::format("there is no project file {}", file.string()))
                : within(fmt::format("there is no project file {}", file.string()), known.error());
        file = name + ".millrace";
        if (!std::filesystem::exists(file, ignored)) {
            MR_CHECK(writeFileAtomically(file, known->text));
            MR_TRY(made, project::ProjectFile::open(file, frameworks));
            (void)project::TrustedProjects::ofUser().add(project::runningParts(made.project, file.parent_path()), file);
            return made;
        }
    }
    if (store::isSqliteFile(file))
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} is a result store; name the project, a file *.millrace", file.string()));
    return project::ProjectFile::open(file, frameworks);
}

Result<project::ProjectFile> openProject(const std::string& name, const launch::Frameworks& frameworks)
{
    MR_TRY(file, readProject(name, frameworks));
    const Issues problems = file.problems();
    if (hasErrors(problems))
        return file;
    for (const Issue& problem : problems)
        if (problem.severity == Severity::Warning)
            fmt::print(stderr, "millrace-cli: {}: {}\n", file.file().string(), issueText(problem));
    return file;
}

Result<project::ProjectFile> openSoundProject(const std::string& name, const launch::Frameworks& frameworks)
{
    MR_TRY(file, openProject(name, frameworks));
    if (hasErrors(file.problems()))
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} has errors; see millrace-cli check {}", file.file().string(), name));
    return file;
}

Result<store::CampaignRecord> chooseStoredCampaign(store::Database& database, const std::string& uuid)
{
    const SystemClock clock;
    store::RunRepository repository(database, clock);
    MR_TRY(campaigns, repository.campaigns());
    for (const store::CampaignRecord& campaign : campaigns)
        if (!uuid.empty() && uuid == std::to_string(campaign.id.value))
            return campaign;
    for (const store::CampaignRecord& campaign : campaigns)
        if (campaign.uuid.starts_with(uuid))
            return campaign;
    if (campaigns.empty())
        return fail(ErrorCode::NotFound, fmt::format("{} contains no campaign yet", database.file().string()));
    return fail(
        ErrorCode::InvalidInput,
        fmt::format("{} has no campaign \"{}\", and none whose id starts with it; the latest is campaign {}, {}",
                    database.file().string(), uuid, campaigns.front().id.value, campaigns.front().uuid));
}

JobContext announcing(JobContext job)
{
    job.report = [last = std::string()](long long, long long, std::string_view step) mutable {
        if (step.empty() || step == last)
            return;
        last = step;
        fmt::print(stderr, "{}\n", last);
    };
    return job;
}

std::string secondsText(double seconds)
{
    return humanDuration(std::chrono::nanoseconds(std::llround(1e9 * seconds)));
}

void printLine(const nlohmann::ordered_json& object)
{
    fmt::print("{}\n", object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    std::fflush(stdout);
}

Result<void> checkDrawingName(const std::filesystem::path& file)
{
    static constexpr std::array<std::string_view, 13> others = {
        ".png", ".pdf", ".jpg", ".jpeg", ".eps", ".ps", ".gif", ".tif", ".tiff", ".webp", ".bmp", ".emf", ".svgz"};
    if (std::ranges::find(others, lowerCase(file.extension().string())) == others.end())
        return {};
    return fail(ErrorCode::InvalidInput,
                fmt::format("{}: drawings are written as SVG; end the name with .svg, or export PNG and PDF from the "
                            "window",
                            file.string()));
}

Result<void> writeStandardOutput(std::string_view text)
{
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        return failErrno("writing to standard output");
    return {};
}

Result<void> writeOutput(const std::filesystem::path& file, const std::string& text)
{
    return file == "-" ? writeStandardOutput(text) : writeFileAtomically(file, text);
}

Result<void> writeFigures(const std::filesystem::path& folder, const std::vector<report::FigureSpec>& figures)
{
    if (folder.empty())
        return {};
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    for (const report::FigureSpec& figure : figures)
        MR_CHECK(writeOutput(folder / (figure.name + ".svg"), report::toSvg(figure)));
    return {};
}

} // namespace millrace::headless
