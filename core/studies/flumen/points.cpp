// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/flumen/points.h"

#include "core/base/file_io.h"
#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <tuple>

namespace millrace::studies::flumen {

namespace {

constexpr std::size_t mostPointBytes = std::size_t(4) << 20; ///< the study's files have 2 KiB
constexpr std::size_t mostFlumenPoints = 5'000; ///< the study has 300
constexpr double fallenShare = 0.02; ///< a smaller drop may be noise

/// All points under construction.
class Join
{
public:
    Join(const FlumenFolder& folder, const JobContext& job) : m_folder(folder), m_job(job) { }

    Result<FlumenPoints> execute()
    {
        for (const FlumenFormat format : {FlumenFormat::Iterations, FlumenFormat::Rates, FlumenFormat::ReferenceRates})
            for (const FlumenFile& file : m_folder.files)
                if (file.format == format)
                    MR_CHECK(read(file));
        addReferences();
        addBaselines();
        std::ranges::stable_sort(m_result.points, {}, [](const LoadPoint& point) {
            return std::tuple(point.series->name, point.model == nullptr ? std::string_view() : point.model->name,
                              std::string_view(point.set), point.label.number);
        });
        for (LoadPoint& point : m_result.points)
            judge(point);
        judgeRates();
        giveIssuesToFirst();
        return std::move(m_result);
    }

private:
    [[nodiscard]] std::string placeOf(std::optional<std::size_t> table, std::uint64_t line) const
    {
        return table ? fmt::format("{} line {}", m_result.tables[*table].file->name, line) : std::string();
    }
    [[nodiscard]] std::string placeOf(const LoadPoint& point) const
    {
        if (point.iterations)
            return placeOf(point.iterationTable, point.iterations->line);
        if (point.rate)
            return placeOf(point.rateTable, point.rate->line);
        return placeOf(point.referenceTable, point.reference ? point.reference->line : 0);
    }
    void tell(LoadPoint& point, const char* kind, Severity severity, std::string sentence) const
    {
        countIssue(point.issues, {kind, severity, 1, std::move(sentence), placeOf(point)});
    }

    Result<void> read(const FlumenFile& file)
    {
        if (m_job.cancelled())
            return fail(ErrorCode::Cancelled, "reading the tables was cancelled");
        const bool withModel = file.format != FlumenFormat::ReferenceRates;
        if (file.series == nullptr || (withModel && file.model == nullptr)) {
            countIssue(m_result.issues,
                       {"unknown-series", Severity::Warning, 1,
                        "a table of loads without traffic, transport and model in its name or folder", file.name});
            return {};
        }
        const auto text = readFile(file.path, mostPointBytes);
        const auto done = text ? take(file, sha256(*text)) : Result<void>(text.error());
        if (!done && done.error().code == ErrorCode::Cancelled)
            return done.error();
        if (!done)
            countIssue(m_result.issues, {"bad-file", Severity::Warning, 1, done.error().text(), file.name});
        return {};
    }

    Result<void> take(const FlumenFile& file, std::string digest)
    {
        if (file.format == FlumenFormat::Iterations) {
            MR_TRY(table, readIterationTable(file.path, m_job));
            m_result.tables.push_back({&file, std::move(digest), table.rows.size(), std::move(table.issues), {}});
            for (const IterationRow& row : table.rows)
                if (hasRoom(file))
                    addIterations(file, row);
            return {};
        }
        MR_TRY(table, readRateTable(file.path, m_job));
        m_result.tables.push_back({&file, std::move(digest), table.rows.size(), std::move(table.issues), {}});
        for (const RateRow& row : table.rows)
            if (!hasRoom(file))
                break;
            else if (file.format == FlumenFormat::Rates)
                addRate(file, row);
            else
                addReference(file, row);
        return {};
    }

    [[nodiscard]] bool hasRoom(const FlumenFile& file)
    {
        if (m_result.points.size() < mostFlumenPoints)
            return true;
        countIssue(m_result.issues,
                   {"row-limit", Severity::Warning, 1,
                    fmt::format("more than {} loads; import the folders one by one", mostFlumenPoints), file.name});
        return false;
    }

    LoadPoint& added(const FlumenFile& file, const LoadLabel& label, std::string set)
    {
        LoadPoint& point = m_result.points.emplace_back();
        point.series = file.series;
        point.model = file.format == FlumenFormat::ReferenceRates ? nullptr : file.model;
        point.set = std::move(set);
        point.label = label;
        return point;
    }
    [[nodiscard]] std::size_t table() const noexcept { return m_result.tables.size() - 1; }
    [[nodiscard]] static std::string setOf(const FlumenFile& file) { return file.extended ? "extended" : "main"; }
    [[nodiscard]] static bool isOf(const LoadPoint& point, const FlumenFile& file, const LoadLabel& label)
    {
        return point.series == file.series && point.model == file.model && point.set == setOf(file)
            && point.label.number == label.number;
    }

    void addIterations(const FlumenFile& file, const IterationRow& row)
    {
        const bool again =
            std::ranges::any_of(m_result.points, [&](const LoadPoint& each) { return isOf(each, file, row.label); });
        LoadPoint& point = added(file, row.label, setOf(file));
        point.iterations = row;
        point.iterationTable = table();
        if (again)
            tell(point, "double-label", Severity::Warning,
                 fmt::format("label {} occurs more than once", shortest(row.label.number)));
    }

    void addRate(const FlumenFile& file, const RateRow& row)
    {
        const auto partner = std::ranges::find_if(m_result.points, [&](const LoadPoint& each) {
            return isOf(each, file, row.label) && each.iterations && !each.rate;
        });
        LoadPoint& point = partner == m_result.points.end() ? added(file, row.label, setOf(file)) : *partner;
        point.rate = row;
        point.rateTable = table();
    }

    void addReference(const FlumenFile& file, const RateRow& row)
    {
        LoadPoint& point = added(file, row.label, row.section.starts_with("LONG") ? "long" : "short");
        point.reference = row;
        point.referenceTable = table();
    }

    /// The reference measurement of a load: 3 minutes for the tables, 5 for the extended ones.
    void addReferences()
    {
        const std::vector<LoadPoint> all = m_result.points;
        for (LoadPoint& point : m_result.points) {
            if (point.model == nullptr)
                continue;
            const std::string_view set = point.set == "extended" ? "long" : "short";
            const auto found = std::ranges::find_if(all, [&](const LoadPoint& each) {
                return each.model == nullptr && each.series == point.series && each.set == set
                    && each.label.number == point.label.number;
            });
            if (found == all.end())
                continue;
            point.reference = found->reference;
            point.referenceTable = found->referenceTable;
        }
    }

    /// From the same table, otherwise from another series with the same transport, otherwise from the workbook.
    [[nodiscard]] std::optional<FlumenBaseline> baselineOf(const LoadPoint& point) const
    {
        const LoadPoint* best = nullptr;
        for (const LoadPoint& each : m_result.points) {
            const bool fits = each.label.number == 0 && each.iterations && each.model == point.model
                && each.series->transport == point.series->transport;
            const auto nearness = [&](const LoadPoint& of) {
                return std::pair(of.series == point.series, of.series->nodes == point.series->nodes);
            };
            if (fits && (best == nullptr || nearness(each) > nearness(*best)))
                best = &each;
        }
        const auto workbook = workbookBaseline(point.series->transport, point.model->name);
        if (best != nullptr)
            return FlumenBaseline{best->iterations->mean, best->iterations->count, best->series->nodes, placeOf(*best)};
        if (workbook)
            return FlumenBaseline{workbook->mean, workbook->count, point.series->nodes, ""};
        return std::nullopt;
    }

    void addBaselines()
    {
        for (LoadPoint& point : m_result.points)
            if (point.model != nullptr)
                point.baseline = baselineOf(point);
    }

    void judge(LoadPoint& point) const
    {
        const std::string label = shortest(point.label.number);
        if (point.label.number > 30 || std::isnan(point.label.requested))
            tell(point, "label-not-rate", Severity::Note,
                 std::isnan(point.label.requested)
                     ? fmt::format("label {} is not a rate: it asks for more than the link can carry", label)
                     : fmt::format("label {} means {} Gbit/s{}", label, shortest(point.label.requested / 1e9),
                                   point.label.repetition > 1 ? ", second run" : ""));
        if (point.model == nullptr) {
            tell(point, "unweighted-windows", Severity::Warning,
                 "the mean and the truncated mean are over windows of as many packets, not over time");
            return;
        }
        if (!point.iterations)
            tell(point, "no-iterations", Severity::Warning, fmt::format("label {} has no iteration times", label));
        else if (!point.rate && !point.reference && point.label.number != 0)
            tell(point, "no-rate", Severity::Warning, fmt::format("label {} has no rate of the cross traffic", label));
        if (point.set == "extended")
            tell(point, "extended-row", Severity::Note,
                 "a load beyond what the link carries; its rate is that of a reference measurement of 5 minutes");
        if (point.iterations)
            judgeIterations(point);
        judgeBaseline(point);
    }

    void judgeIterations(LoadPoint& point) const
    {
        const IterationRow& row = *point.iterations;
        if (row.count > 0 && row.count < leastForP99)
            tell(point, "p99-is-maximum", Severity::Note,
                 fmt::format("of {} values the study's p99 is the maximum", row.count));
        if (row.deviation > 2 * (row.p99 - row.mean) && row.p99 >= row.mean)
            tell(point, "warm-up-kept", Severity::Warning,
                 fmt::format("the deviation of {:.4g} s is larger than that of 99 % of the values, whose largest is "
                             "{:.4g} s: a few are long",
                             row.deviation, row.p99));
    }

    void judgeBaseline(LoadPoint& point) const
    {
        if (!point.baseline)
            tell(point, "no-baseline", Severity::Note, "no iterations without cross traffic with this transport");
        else if (point.baseline->source.empty())
            tell(point, "baseline-from-workbook", Severity::Note,
                 fmt::format("iterations without cross traffic are only in the study's workbook: {} s",
                             point.baseline->mean));
        else if (point.baseline->nodes != point.series->nodes)
            tell(point, "baseline-of-other-nodes", Severity::Note,
                 fmt::format("iterations without cross traffic are of {} nodes, these of {}: {}", point.baseline->nodes,
                             point.series->nodes, point.baseline->source));
    }

    [[nodiscard]] static bool sameTable(const LoadPoint& a, const LoadPoint& b)
    {
        return a.series == b.series && a.model == b.model && a.set == b.set && a.rateTable == b.rateTable;
    }

    /// Compares the rates of one table.
    void judgeRates()
    {
        const std::vector<LoadPoint>& all = m_result.points;
        for (LoadPoint& point : m_result.points) {
            if (!point.rate || std::isnan(point.label.requested))
                continue;
            const LoadPoint* higher = nullptr;
            for (const LoadPoint& each : all) {
                if (&each == &point || !each.rate || !sameTable(each, point))
                    continue;
                if (each.rate->mean == point.rate->mean)
                    tell(point, "equal-rates", Severity::Warning,
                         fmt::format("label {} has exactly the rate of label {}", shortest(point.label.number),
                                     shortest(each.label.number)));
                const bool lowerLoad = each.label.requested < point.label.requested;
                if (lowerLoad && (higher == nullptr || each.rate->mean > higher->rate->mean))
                    higher = &each;
            }
            if (higher != nullptr && point.rate->mean < higher->rate->mean * (1 - fallenShare))
                tell(point, "rate-falls", Severity::Warning,
                     fmt::format("label {} measured {:.2f} Gbit/s, label {} before it {:.2f}: the measurement outlasts "
                                 "the load, or it is that of another run",
                                 shortest(point.label.number), point.rate->mean / 1e9, shortest(higher->label.number),
                                 higher->rate->mean / 1e9));
        }
    }

    void giveIssuesToFirst()
    {
        for (std::size_t i = 0; i < m_result.points.size(); ++i) {
            const LoadPoint& point = m_result.points[i];
            for (const auto& table : {point.iterationTable, point.rateTable, point.referenceTable})
                if (table && !m_result.tables[*table].firstPoint)
                    m_result.tables[*table].firstPoint = i;
        }
    }

    const FlumenFolder& m_folder;
    const JobContext& m_job;
    FlumenPoints m_result;
};

} // namespace

Result<FlumenPoints> readFlumenPoints(const FlumenFolder& folder, const JobContext& job)
{
    return Join(folder, job).execute();
}

std::string nameOf(const LoadPoint& point)
{
    const std::string label = shortest(point.label.number);
    if (point.model == nullptr)
        return fmt::format("{} rate {} {}", point.series->name, label, point.set);
    return fmt::format("{} {} {}{}", point.series->name, point.model->name, label,
                       point.set == "extended" ? " extended" : "");
}

} // namespace millrace::studies::flumen
