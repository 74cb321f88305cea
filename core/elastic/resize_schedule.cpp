// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/elastic/resize_schedule.h"

#include "core/base/text.h"

#include <fmt/format.h>

namespace millrace::elastic {
namespace {

constexpr std::int64_t mostSteps = 1'000'000'000'000;

struct Syntax
{
    ScheduleSyntax syntax;
    const char* name;
    const char* example;
};
constexpr Syntax syntaxes[] = {
    {ScheduleSyntax::StepSize, "step:size", "10:2,100:0"},
    {ScheduleSyntax::SizeSteps, "size:steps", "1:3,2:3"},
    {ScheduleSyntax::StepsSize, "steps:size", "3:1,3:2"},
};

const Syntax& described(ScheduleSyntax syntax)
{
    return syntaxes[static_cast<std::size_t>(syntax)];
}

Error badPair(std::string_view pair, std::string_view why, ScheduleSyntax syntax)
{
    return fail(ErrorCode::InvalidInput,
                fmt::format("\"{}\" {}; write {}, for example {}", pair, why, described(syntax).name,
                            described(syntax).example));
}

} // namespace

Result<ScheduleSyntax> parseScheduleSyntax(std::string_view name)
{
    for (const Syntax& syntax : syntaxes)
        if (name == syntax.name)
            return syntax.syntax;
    return fail(ErrorCode::InvalidInput, fmt::format("\"{}\" is not step:size, size:steps or steps:size", name));
}

Result<ResizeSchedule> parseResizeSchedule(std::string_view text, ScheduleSyntax syntax)
{
    ResizeSchedule schedule;
    std::int64_t begin = 0; // of the next stretch
    for (const std::string_view part : split(text, ',')) {
        const std::string_view pair = trim(part);
        const auto numbers = split(pair, ':');
        const auto first = parseInteger(numbers.front());
        const auto second = numbers.size() == 2 ? parseInteger(numbers.back()) : Result<std::int64_t>(-1);
        if (numbers.size() != 2 || !first || !second || *first < 0 || *second < 0)
            return badPair(pair, "is not a pair of whole numbers", syntax);
        const std::int64_t workers = syntax == ScheduleSyntax::SizeSteps ? *first : *second;
        const std::int64_t steps = syntax == ScheduleSyntax::SizeSteps ? *second : *first;
        if (workers > mostWorkers || steps > mostSteps)
            return badPair(pair, "has a number that is too large", syntax);
        if (syntax == ScheduleSyntax::StepSize) {
            if (!schedule.empty() && steps <= schedule.back().step)
                return badPair(pair, "is not after the pair before it", syntax);
            schedule.push_back({steps, static_cast<int>(workers)});
            continue;
        }
        if (steps == 0)
            return badPair(pair, "lasts no step", syntax);
        schedule.push_back({begin, static_cast<int>(workers)});
        begin += steps;
    }
    return schedule;
}

std::string resizeScheduleText(const ResizeSchedule& schedule)
{
    std::vector<std::string> pairs;
    for (const Resize& resize : schedule)
        pairs.push_back(fmt::format("{}:{}", resize.step, resize.workers));
    return join(pairs, ",");
}

std::optional<int> workersAt(const ResizeSchedule& schedule, std::int64_t step)
{
    std::optional<int> workers;
    for (const Resize& resize : schedule) {
        if (resize.step > step)
            break;
        workers = resize.workers;
    }
    return workers;
}

} // namespace millrace::elastic
