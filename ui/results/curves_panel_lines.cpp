// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/curves_panel_lines.h"

#include "core/report/run_identity.h"
#include "ui/base/colors.h"
#include "ui/base/format.h"
#include "ui/base/run_text.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace millrace::ui {
namespace {

/// Beyond so many lines marks along them would hide more than they tell apart.
constexpr std::size_t mostMarkedLines = 4 * seriesColorCount;
constexpr const char* nameFactor = "run_name";

std::vector<analysis::SeriesColumn> seriesColumnsOf(const report::Curve& line)
{
    std::vector<analysis::SeriesColumn> columns;
    columns.reserve(line.columns.size());
    for (const report::CurveColumn& each : line.columns)
        columns.push_back(each.column);
    return columns;
}

const store::Factor* findFactor(const report::CurveRun& run, const std::string& name)
{
    const auto found = std::ranges::find(run.factors, name, &store::Factor::name);
    return found == run.factors.end() ? nullptr : &*found;
}

report::Cell number(double value)
{
    return std::isnan(value) ? report::Cell() : report::Cell(value);
}

} // namespace

CurveSource::CurveSource(const report::Curve& line, const store::TimeRange& data)
    : m_range{data.begin, data.end}, m_whole(seriesColumnsOf(line))
{
}

void CurveSource::refine(const report::Curve& line, TimeRange stretch)
{
    const std::lock_guard lock(m_mutex);
    m_fine = seriesColumnsOf(line);
    m_stretch = stretch;
    ++m_revision;
}

std::uint64_t CurveSource::revision() const noexcept
{
    const std::lock_guard lock(m_mutex);
    return m_revision;
}

std::vector<analysis::SeriesColumn> CurveSource::columns(std::int64_t begin, std::int64_t end, std::size_t width) const
{
    if (end <= begin || width == 0)
        return {};
    const std::lock_guard lock(m_mutex);
    const bool fine = !m_stretch.isEmpty() && m_stretch.begin <= begin && end <= m_stretch.end;
    const auto& columns = fine ? m_fine : m_whole;
    auto first = std::ranges::lower_bound(columns, begin, {}, &analysis::SeriesColumn::lastTime);
    auto last = std::ranges::lower_bound(columns, end, {}, &analysis::SeriesColumn::firstTime);
    if (first != columns.begin())
        --first;
    if (last != columns.end())
        ++last;
    return first < last ? std::vector(first, last) : std::vector<analysis::SeriesColumn>();
}

CurveText::CurveText(const report::CurveSubject& subject, const std::vector<std::string>& groupBy,
                     const std::string& colourBy)
    : m_groups(report::curveGroups(subject.runs, groupBy)), m_areGroups(!groupBy.empty())
{
    const QString separator = QStringLiteral(" · ");
    for (const report::CurveGroup& group : m_groups) {
        const report::CurveRun& run = subject.runs[group.runs.front()];
        QStringList levels;
        if (m_areGroups) {
            for (std::size_t i = 0; i < groupBy.size(); ++i)
                levels.append(group.levels[i].empty()
                                  ? tr("without %1").arg(toQString(groupBy[i]))
                                  : toQString(groupBy[i]) + QLatin1Char('=') + toQString(group.levels[i]));
            m_names.append(levels.join(separator));
            m_details.append(tr("%n run(s)", nullptr, static_cast<int>(group.runs.size())));
            continue;
        }
        const store::Factor* name = findFactor(run, nameFactor);
        m_names.append(name ? toQString(name->level) : runNameText(run.campaign, run.position, subject.campaigns));
        for (const std::string& factor : subject.factors)
            if (const store::Factor* found = findFactor(run, factor); found && factor != nameFactor)
                levels.append(toQString(found->level));
        m_details.append(levels.join(separator));
    }
    if (colourBy.empty())
        return;
    const auto levels = report::curveGroups(subject.runs, {colourBy});
    std::vector<int> ofRun(subject.runs.size());
    for (std::size_t level = 0; level < levels.size(); ++level)
        for (const std::size_t run : levels[level].runs)
            ofRun[run] = static_cast<int>(level);
    for (const report::CurveGroup& group : m_groups)
        m_colors.push_back(ofRun[group.runs.front()] % seriesColorCount);
}

QString CurveText::name(const LineKey& key) const
{
    const QString name = m_names.value(static_cast<qsizetype>(key.group));
    return key.node.empty() ? name : name + QStringLiteral(" · ") + toQString(key.node);
}

QString CurveText::details(const LineKey& key) const
{
    return m_details.value(static_cast<qsizetype>(key.group));
}

int CurveText::color(const LineKey& key, std::size_t position) const
{
    if (!m_colors.empty())
        return m_colors[key.group];
    return static_cast<int>(m_groups.size() > mostMarkedLines ? position % seriesColorCount : position);
}

QStringList CurveText::notes(const std::vector<std::shared_ptr<const report::SeriesCurves>>& curves,
                             const report::CurveSubject& subject)
{
    QStringList sentences;
    std::int64_t samples = 0, damaged = 0;
    std::size_t leftOut = 0, otherUnit = 0;
    for (const auto& each : curves) {
        samples += each->samples;
        leftOut = std::max(leftOut, each->leftOut);
        otherUnit += each->otherUnit;
        for (const Issue& issue : each->issues)
            damaged += issue.count;
    }
    if (!curves.empty())
        sentences.append(tr("%n run(s)", nullptr, static_cast<int>(subject.runs.size()))
                         + tr(", %1 samples.").arg(formatCount(samples, QLocale())));
    if (subject.without > 0)
        sentences.append(tr("%n matching run(s) have no series.", nullptr, static_cast<int>(subject.without)));
    if (leftOut > 0)
        sentences.append(tr("Only the first %1 lines are drawn; filter the runs, or group them, to see the other %2.")
                             .arg(report::CurveOptions().mostLines)
                             .arg(leftOut));
    if (otherUnit > 0)
        sentences.append(tr("%n series are left out, as their unit differs from that of the first run.", nullptr,
                            static_cast<int>(otherUnit)));
    if (damaged > 0)
        sentences.append(tr("%n chunk(s) of samples are damaged and left out.", nullptr, static_cast<int>(damaged)));
    return sentences;
}

report::Table curveTable(const std::vector<std::shared_ptr<const report::SeriesCurves>>& curves,
                         const report::CurveSubject& subject, const CurveText& words,
                         const report::CurveOptions& options)
{
    const bool groups = words.areGroups();
    report::Table table;
    table.title = "Curves";
    table.columns = {{"series"}, {"unit"}, {"line", {}, {}, groups ? "the group" : "the run"}};
    if (!groups)
        for (report::Column column :
             {report::campaignColumn(), report::runColumn(), report::campaignIdColumn(), report::runIdColumn()})
            table.columns.push_back(std::move(column));
    table.columns.push_back({"node"});
    table.columns.push_back({"time", "time", "s",
                             options.time == report::CurveTime::Absolute         ? "since 1970-01-01T00:00:00Z"
                                 : options.time == report::CurveTime::SinceStart ? "since the start of the run"
                                                                                 : "since the first sample"});
    table.columns.push_back({"value", "value", "", groups ? "median of the runs" : "mean of the column"});
    table.columns.push_back({groups ? "lower_quartile" : "minimum"});
    table.columns.push_back({groups ? "upper_quartile" : "maximum"});
    table.columns.push_back({"count", "count", "", groups ? "runs" : "samples, of combined nodes nodes"});
    for (const auto& one : curves)
        for (const report::Curve& line : one->lines) {
            const LineKey key{line.group, line.node};
            for (const report::CurveColumn& each : line.columns) {
                auto& row = table.rows.emplace_back();
                row = {one->name, one->unit, words.name({line.group, {}}).toStdString()};
                if (!groups) {
                    const report::CurveRun& run = subject.runs[words.groups()[line.group].runs.front()];
                    row.emplace_back(static_cast<double>(run.campaign.value));
                    row.emplace_back(static_cast<double>(run.position));
                    row.emplace_back(run.campaignUuid);
                    row.emplace_back(run.uuid);
                }
                row.emplace_back(key.node);
                row.emplace_back(static_cast<double>(each.column.firstTime) * 1e-9);
                row.push_back(number(each.value));
                row.push_back(number(each.column.minimum));
                row.push_back(number(each.column.maximum));
                row.emplace_back(static_cast<double>(each.column.count));
            }
        }
    return table;
}

} // namespace millrace::ui
