// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/multi_cloud/wandb_log.h"

#include "core/base/statistics.h"
#include "core/base/unknown.h"
#include "core/importers/csv_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <unordered_map>

namespace millrace::studies::multi_cloud {

namespace {

constexpr double notLogged = unknown;

/// The cells that complete a step, in the order of `Part`; a peer has the last two, a baseline the one before.
constexpr std::array<std::string_view, 16> partNames = {"_step",
                                                        "_runtime",
                                                        "01_general/step",
                                                        "01_general/locally_processed_samples",
                                                        "01_general/dataset_iteration_count",
                                                        "01_general/lr",
                                                        "02_timing/dataload_time_s",
                                                        "02_timing/dataload_cuda_move_time_s",
                                                        "02_timing/forward_time_s",
                                                        "02_timing/loss_calc_time_s",
                                                        "02_timing/backward_time_s",
                                                        "02_timing/opt_step_time_s",
                                                        "02_timing/step_time_s",
                                                        "01_general/step_based_sps",
                                                        "03_hivemind/global_epoch",
                                                        "03_hivemind/num_peers"};
using Parts = std::array<double, partNames.size()>;
constexpr std::size_t firstTraining = 2;

Result<WandbKind> kindOf(const importers::CsvTable& table)
{
    if (table.column("03_hivemind/optimistic_total_samples_per_second") || table.column("03_hivemind/epoch_based_sps"))
        return WandbKind::Monitor;
    if (table.column("01_general/step_based_sps"))
        return WandbKind::Baseline;
    if (table.column("02_timing/opt_step_time_s") && table.column("03_hivemind/global_epoch"))
        return WandbKind::Peer;
    return fail(ErrorCode::InvalidInput,
                fmt::format("{} has the columns of no training log; a peer's has 02_timing/opt_step_time_s and "
                            "03_hivemind/global_epoch, a monitor's 03_hivemind/epoch_based_sps",
                            table.name()));
}

WandbStep stepOf(const Parts& parts, std::size_t row, std::uint64_t line, double timestamp)
{
    return {row,      line,      timestamp, parts[1],  parts[3],  parts[6],  parts[7], parts[8],
            parts[9], parts[10], parts[11], parts[12], parts[13], parts[14], parts[15]};
}

/// Assembles steps from rows.
class Assembly
{
public:
    explicit Assembly(WandbLog& log) : m_log(log), m_timestamps(log.column("_timestamp"))
    {
        m_pending.fill(notLogged);
        for (std::size_t part = 0; part < partNames.size(); ++part) {
            const bool baseline = log.kind == WandbKind::Baseline;
            m_needed[part] = part < 13 || (part == 13) == baseline;
            const std::vector<double>& values = log.column(partNames[part]);
            m_columns[part] = values.empty() ? nullptr : &values;
        }
    }

    void run()
    {
        for (std::size_t row = 0; row < m_log.rows(); ++row)
            addRow(row);
        if (std::ranges::any_of(m_pending.begin() + firstTraining, m_pending.end(),
                                [](double value) { return !std::isnan(value); }))
            countIssue(m_log.issues,
                       {"incomplete-step", Severity::Note, 1, "the last step has no end",
                        fmt::format("{} line {}", m_log.name, m_log.lines.back())});
    }

private:
    void addRow(std::size_t row)
    {
        bool complete = true;
        for (std::size_t part = 0; part < partNames.size(); ++part) {
            const double value = m_columns[part] != nullptr ? (*m_columns[part])[row] : notLogged;
            if (std::isnan(m_pending[part]) || value > m_pending[part])
                m_pending[part] = value;
            complete = complete && (!m_needed[part] || !std::isnan(m_pending[part]));
        }
        if (!complete)
            return;
        const double timestamp = m_timestamps.empty() ? notLogged : m_timestamps[row];
        m_log.steps.push_back(stepOf(m_pending, row, m_log.lines[row], timestamp));
        m_pending.fill(notLogged);
    }

    WandbLog& m_log;
    const std::vector<double>& m_timestamps;
    std::array<const std::vector<double>*, partNames.size()> m_columns{};
    std::array<bool, partNames.size()> m_needed{};
    Parts m_pending{};
};

[[nodiscard]] bool isSameRow(const WandbLog& log, std::size_t a, std::size_t b)
{
    return std::ranges::all_of(log.columns, [a, b](const WandbColumn& column) {
        const double left = column.values[a], right = column.values[b];
        return left == right || (std::isnan(left) && std::isnan(right));
    });
}

/// An export numbers its rows: a row repeated with the same number and the same cells is read once.
void dropRepeatedRows(WandbLog& log)
{
    const std::vector<double> numbers = log.column("_step");
    std::unordered_map<double, std::size_t> first;
    std::vector<std::size_t> kept;
    for (std::size_t row = 0; row < log.rows(); ++row) {
        const bool isNew = numbers.empty() || std::isnan(numbers[row]) || first.try_emplace(numbers[row], row).second;
        if (isNew || !isSameRow(log, first[numbers[row]], row))
            kept.push_back(row);
        else
            countIssue(log.issues,
                       {"repeated-row", Severity::Warning, 1,
                        fmt::format("the row of line {} once more", log.lines[first[numbers[row]]]),
                        fmt::format("{} line {}", log.name, log.lines[row])});
    }
    if (kept.size() == log.rows())
        return;
    const auto keep = [&kept](auto& values) {
        for (std::size_t i = 0; i < kept.size(); ++i)
            values[i] = values[kept[i]];
        values.resize(kept.size());
    };
    keep(log.lines);
    for (WandbColumn& column : log.columns)
        keep(column.values);
}

/// A time of 0, or after the year 2255, is invalid: it is replaced by the row's seconds since the start, or unknown.
void repairTimestamps(WandbLog& log)
{
    const auto times = std::ranges::find(log.columns, "_timestamp", &WandbColumn::name);
    if (times == log.columns.end())
        return;
    const std::vector<double> runtimes = log.column("_runtime");
    const auto isTime = [](double time) { return time > 0 && time < 9e9; };
    std::vector<double> starts;
    for (std::size_t row = 0; row < std::min(runtimes.size(), times->values.size()); ++row)
        if (isTime(times->values[row]) && !std::isnan(runtimes[row]))
            starts.push_back(times->values[row] - runtimes[row]);
    const double start = starts.empty() ? notLogged : median(starts);
    for (std::size_t row = 0; row < times->values.size(); ++row) {
        double& time = times->values[row];
        if (std::isnan(time) || isTime(time))
            continue;
        countIssue(log.issues,
                   {"bad-timestamp", Severity::Warning, 1,
                    fmt::format("{} is not a time; it is taken from the seconds since the start", time),
                    fmt::format("{} line {}", log.name, log.lines[row])});
        const double told = runtimes.empty() ? notLogged : start + runtimes[row];
        time = isTime(told) ? told : notLogged;
    }
}

} // namespace

const std::vector<double>& WandbLog::column(std::string_view wanted) const noexcept
{
    static const std::vector<double> none;
    const auto found = std::ranges::lower_bound(columns, wanted, {}, &WandbColumn::name);
    return found == columns.end() || found->name != wanted ? none : found->values;
}

bool isWandbHeader(std::string_view firstLine)
{
    return firstLine.find("_runtime") != std::string_view::npos
        && (firstLine.find("03_hivemind/") != std::string_view::npos
            || firstLine.find("02_timing/") != std::string_view::npos);
}

Result<WandbLog> readWandbLog(std::string text, const std::string& name)
{
    MR_TRY(table, importers::CsvTable::parse(std::move(text), name, {.delimiter = ','}));
    MR_TRY(kind, kindOf(table));
    WandbLog log;
    log.kind = kind;
    log.name = name;
    log.issues = table.issues();
    for (std::size_t row = 0; row < table.rows(); ++row)
        log.lines.push_back(table.line(row));
    for (std::size_t column = 0; column < table.header().size(); ++column) {
        std::vector<double> values = table.numbers(column, log.issues);
        if (std::ranges::any_of(values, [](double value) { return !std::isnan(value); }))
            log.columns.push_back({table.header()[column], std::move(values)});
    }
    std::ranges::stable_sort(log.columns, {}, &WandbColumn::name);
    dropRepeatedRows(log);
    repairTimestamps(log);
    if (log.kind != WandbKind::Monitor)
        Assembly(log).run();
    return log;
}

const importers::FileFormat wandbFormat{
    .name = "wandb-csv",
    .kind = importers::FileKind::Table,
    .sign = importers::FormatSign::Header,
    .match = [](const importers::FileHead& head) {
        const auto has = [&](const char* word) { return head.header().find(word) != std::string::npos; };
        const bool isWandb = has("_timestamp") && (has("_step") || has("_runtime"));
        return importers::matchIf(isWandb, 0.95, "its header has _step, _runtime or _timestamp");
    }};

} // namespace millrace::studies::multi_cloud
