// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/study.h"

#include "core/base/text.h"
#include "core/studies/registry.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::studies {

std::span<const Study> studies()
{
    static const std::vector<Study> all = [] {
        std::vector<Study> made;
        for (const auto make : registeredStudies)
            made.push_back(make());
        return made;
    }();
    return all;
}

const Study* findStudy(std::string_view name)
{
    const std::span<const Study> all = studies();
    const auto found = std::ranges::find_if(
        all, [name](const Study& study) { return study.name == name || (!name.empty() && study.letter == name); });
    return found == all.end() ? nullptr : &*found;
}

std::span<const importers::FileFormat* const> studyFormats()
{
    static const std::vector<const importers::FileFormat*> all = [] {
        std::vector<const importers::FileFormat*> formats;
        for (const Study& study : studies())
            formats.insert(formats.end(), study.formats.begin(), study.formats.end());
        return formats;
    }();
    return all;
}

Result<std::unique_ptr<StudySource>> openStudy(std::string_view study, const std::filesystem::path& folder,
                                               const StudyOptions& options, const JobContext& job)
{
    const Study* found = findStudy(study);
    if (found == nullptr) {
        std::vector<std::string> names;
        for (const Study& each : studies().first(studies().size() - 1))
            names.emplace_back(each.name);
        return fail(
            ErrorCode::InvalidInput,
            fmt::format("unknown study \"{}\"; available: {} and {}", study, join(names, ", "), studies().back().name));
    }
    std::error_code code;
    if (!std::filesystem::exists(folder, code))
        return fail(ErrorCode::NotFound, fmt::format("{} is not there", folder.string()));
    return found->open(folder, options, job);
}

namespace {

/// `most` ends the search early.
Result<std::vector<std::string_view>> recognise(const std::filesystem::path& folder, std::size_t most,
                                                const JobContext& job)
{
    std::vector<std::string_view> found;
    for (const Study& study : studies()) {
        const bool isStudy = !study.publication.empty(); // otherwise files of no study
        if (found.size() == most || (!isStudy && !found.empty()))
            break;
        const auto source = openStudy(study.name, folder, {}, job);
        if (source && !(*source)->entries().empty())
            found.push_back(study.name);
        if (!source && source.error().code != ErrorCode::InvalidInput)
            return source.error();
    }
    return found;
}

} // namespace

Result<std::vector<std::string_view>> recogniseStudies(const std::filesystem::path& folder, const JobContext& job)
{
    return recognise(folder, studies().size(), job);
}

Result<std::optional<std::string_view>> recogniseStudy(const std::filesystem::path& folder, const JobContext& job)
{
    MR_TRY(found, recognise(folder, 1, job));
    return found.empty() ? std::optional<std::string_view>() : std::optional(found.front());
}

} // namespace millrace::studies
