// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/distribution.h"
#include "core/base/text.h"
#include "core/base/unknown.h"
#include "core/store/metric_kinds.h"
#include "core/studies/flumen/runs.h"
#include "core/studies/flumen/tables.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::studies::flumen {

namespace {

constexpr std::size_t mostRows = 5'000'000;
constexpr double counterBytes = 4; ///< bytes per unit of the RDMA counter
constexpr double counterRange = 4294967296.0; ///< it passes through 32 bits

/// Rows of a fixed number of numbers; other lines are counted, except a last line with the number of rows.
struct Rows
{
    std::vector<std::vector<double>> rows;
    std::optional<double> count; ///< stated by the last line
};

std::vector<double> rowOf(const std::vector<std::string_view>& fields, char separator)
{
    std::vector<double> numbers;
    for (const std::string_view field : fields) {
        if (field.empty() && separator == ' ')
            continue;
        const auto number = parseDouble(field);
        if (!number || !std::isfinite(*number))
            return {};
        numbers.push_back(*number);
    }
    return numbers;
}

class RowReader
{
public:
    RowReader(const FlumenFile& file, ImportedRun& run, std::size_t columns, char separator)
        : m_file(file), m_run(run), m_columns(columns), m_separator(separator)
    {
    }

    Result<Rows> read(const JobContext& job)
    {
        MR_TRY(lines, openLines(m_file, m_separator));
        SourceFile& source = m_run.files.front();
        std::optional<double> alone;
        for (std::size_t row = 0; row < lines.rows(); ++row) {
            if (row % 1024 == 0 && job.cancelled())
                return fail(ErrorCode::Cancelled, "reading the file was cancelled");
            take(lines, row, source.issues, alone);
        }
        m_rows.count = alone;
        source.rows = m_rows.rows.size();
        if (m_rows.rows.empty())
            return fail(ErrorCode::InvalidInput, fmt::format("{} has no row of {} numbers", m_file.name, m_columns));
        return std::move(m_rows);
    }

private:
    void take(const importers::CsvTable& lines, std::size_t row, Issues& issues, std::optional<double>& alone)
    {
        const auto count = [&](const char* kind, Severity severity) { lines.count(issues, kind, severity, row); };
        const std::vector<std::string_view> fields = lines.fields(row);
        const bool hasWords = std::ranges::any_of(fields, [](std::string_view field) { return !field.empty(); });
        if (!hasWords && (fields.size() == 1 || m_separator == ' ')) // a line of commas is not empty
            return count("empty-line", Severity::Note);
        std::vector<double> numbers = rowOf(fields, m_separator);
        if (alone)
            lines.count(issues, "damaged-line", Severity::Warning, row, "a row after the count that ends the file");
        alone.reset();
        if (m_columns > 1 && numbers.size() == 1)
            alone = numbers.front();
        else if (numbers.size() != m_columns && numbers.empty() && lines.line(row) == 1)
            count("header", Severity::Note);
        else if (numbers.size() != m_columns)
            count("damaged-line", Severity::Warning);
        else if (m_rows.rows.size() >= mostRows)
            count("row-limit", Severity::Warning);
        else
            m_rows.rows.push_back(std::move(numbers));
    }

    const FlumenFile& m_file;
    ImportedRun& m_run;
    std::size_t m_columns;
    char m_separator;
    Rows m_rows;
};

void checkCount(const std::optional<double>& stated, std::size_t found, const FlumenFile& file, ImportedRun& run)
{
    if (!stated)
        countIssue(run.files.front().issues,
                   {"no-count", Severity::Warning, 1,
                    "the last line is not the number of rows: the program was stopped early", file.name});
    else if (*stated != static_cast<double>(found))
        countIssue(run.files.front().issues,
                   {"wrong-count", Severity::Warning, 1,
                    fmt::format("expected {} rows from the last line, found {}", *stated, found), file.name});
}

/// read_bw.py: leaves out 3 lines, then the count, then values of at most a quarter of the mean at the end; that mean
/// counts the last line as a rate.
double publishedClientMean(const Rows& rows)
{
    std::vector<double> values;
    for (std::size_t i = 3; i < rows.rows.size(); ++i)
        values.push_back(rows.rows[i][0]);
    if (values.empty())
        return unknown;
    double sum = rows.count.value_or(0);
    for (const double value : values)
        sum += value;
    const double mean = sum / static_cast<double>(values.size() + (rows.count ? 1 : 0));
    while (!values.empty() && values.back() <= mean / 4)
        values.pop_back();
    sum = 0;
    for (const double value : values)
        sum += value;
    return values.empty() ? unknown : sum / static_cast<double>(values.size()) * 1e9;
}

} // namespace

Result<void> fillClientRate(const FlumenFile& file, ImportedRun& run, const JobContext& job)
{
    MR_TRY(rows, RowReader(file, run, 2, ' ').read(job));
    checkCount(rows.count, rows.rows.size(), file, run);
    std::vector<RateSample> samples;
    double bits = 0;
    for (std::size_t i = 0; i < rows.rows.size(); ++i) {
        samples.emplace_back(rows.rows[i][1] / 1e3, rows.rows[i][0] * 1e9);
        bits += i == 0 ? 0 : rows.rows[i][0] * 1e9; // of a nominal second each
    }
    const double span = samples.back().first - samples.front().first;
    addMetric(run, "cross_rate_published", publishedClientMean(rows), "bit/s",
              "first 3 samples and small ones at the end left out");
    if (span > 0)
        addMetric(run, store::metrics::crossOffered.name, bits / span, "bit/s",
                  "bytes of flows that ended ÷ time between the samples");
    addRateSamples(std::move(samples), "", file, run);
    run.issues.push_back({"credited-at-end", Severity::Note, 1,
                          "the bytes of a flow are counted in the second in which it ended", file.name});
    return {};
}

Result<void> fillServerBytes(const FlumenFile& file, ImportedRun& run, const JobContext& job)
{
    MR_TRY(rows, RowReader(file, run, 3, ' ').read(job));
    std::vector<RateSample> samples;
    double bytes = 0, time = 0, packets = 0;
    for (const std::vector<double>& row : rows.rows) {
        if (!(row[0] > 0) || row[2] < 0) {
            countIssue(run.files.front().issues,
                       {"damaged-line", Severity::Warning, 1, "a period without time, or bytes below 0", file.name});
            continue;
        }
        time += row[0] / 1e3;
        bytes += row[2];
        packets = row[1];
        samples.emplace_back(time, row[2] * 8e3 / row[0]);
    }
    if (samples.empty())
        return fail(ErrorCode::InvalidInput, fmt::format("{} has no time interval", file.name));
    addMetric(run, "received", bytes, "B", "of all periods");
    addMetric(run, "received_packets", packets, "packets", "since the start of the server");
    addRateSamples(std::move(samples), "", file, run);
    addMetric(run, "cross_received", bytes * 8 / time, "bit/s", "bytes ÷ time of all periods");
    return {};
}

Result<void> fillRdmaProbe(const FlumenFile& file, ImportedRun& run, const JobContext& job)
{
    MR_TRY(rows, RowReader(file, run, 2, ',').read(job));
    std::vector<RateSample> samples;
    double time = 0, bits = 0;
    for (std::size_t i = 1; i < rows.rows.size(); ++i) {
        const double seconds = rows.rows[i][0];
        double difference = rows.rows[i][1] - rows.rows[i - 1][1];
        if (!(seconds > 0) || std::abs(difference) >= counterRange) {
            countIssue(run.files.front().issues,
                       {"damaged-line", Severity::Warning, 1,
                        "no time since the sample before, or no counter of 32 bits",
                        fmt::format("{} row {}", file.name, i + 1)});
            continue;
        }
        if (difference < 0) {
            difference += counterRange;
            countIssue(run.files.front().issues,
                       {"counter-wrapped", Severity::Note, 1, "the counter began again",
                        fmt::format("{} row {}", file.name, i + 1)});
        }
        time += seconds;
        bits += difference * counterBytes * 8;
        samples.emplace_back(time, difference * counterBytes * 8 / seconds);
    }
    if (samples.empty())
        return fail(ErrorCode::InvalidInput, fmt::format("{} has fewer than two samples", file.name));
    addMetric(run, "received", bits / 8, "B", "counter differences × 4");
    addMetric(run, "received_rate", bits / time, "bit/s", "counter differences × 32 ÷ time");
    addRateSamples(std::move(samples), "", file, run);
    return {};
}

Result<void> fillFlowDurations(const FlumenFile& file, ImportedRun& run, const JobContext& job)
{
    MR_TRY(rows, RowReader(file, run, 1, ' ').read(job));
    const double stated = rows.rows.back()[0];
    const bool counted = rows.rows.size() > 1 && stated == static_cast<double>(rows.rows.size() - 1);
    if (counted)
        rows.rows.pop_back();
    else
        countIssue(run.files.front().issues,
                   {"no-count", Severity::Warning, 1, "the last line is not the number of flows: it counts as a flow",
                    file.name});
    run.files.front().rows = rows.rows.size();
    analysis::Series series{"flow.duration", "", "s", {}, {}};
    for (const std::vector<double>& row : rows.rows) {
        if (row[0] < 0) {
            countIssue(run.files.front().issues,
                       {"negative-time", Severity::Warning, 1, fmt::format("{} us", row[0]), file.name});
            continue;
        }
        series.times.push_back(nanosecondsOf(static_cast<double>(series.times.size())));
        series.values.push_back(row[0] / 1e6);
    }
    if (series.values.empty())
        return fail(ErrorCode::InvalidInput, fmt::format("{} has no flow times", file.name));
    analysis::Moments moments;
    for (const double value : series.values)
        moments.add(value);
    addMetric(run, "flows", moments.weight(), "", "flows that ended");
    addMetric(run, "flow_duration_mean", moments.mean(), "s", "until the sender's system had taken all bytes");
    for (const auto& [name, share] : {std::pair("flow_duration_median", 0.5), std::pair("flow_duration_p99", 0.99)})
        addMetric(run, name, analysis::quantile(series.values, share, analysis::QuantileType::Linear), "s",
                  "quantile of type 7 of the same");
    run.series.push_back(std::move(series));
    return {};
}

Result<void> fillWindowRates(const FlumenFile& file, ImportedRun& run, const JobContext& job)
{
    MR_TRY(table, readNumberTable(file.path, job));
    run.files.front().issues = table.issues;
    run.files.front().rows = table.rows.size();
    std::vector<RateSample> samples;
    std::size_t summaries = 0;
    for (const NumberRow& row : table.rows) {
        if (row.values.size() == 6 && ++summaries == 1) {
            addMetric(run, "cross_rate_windows_published", row.values[1] * 1e9, "bit/s",
                      "mean of the windows, not weighted by time");
            addMetric(run, "cross_rate_truncated_published", row.values[2] * 1e9, "bit/s",
                      "mean of the windows within one deviation of their mean");
            addMetric(run, "cross_windows_published", row.values[3], "", "windows");
            addMetric(run, "cross_time_published", row.values[4], "s", "sum of time differences");
            addMetric(run, "cross_deviation_published", row.values[5] * 1e9, "bit/s", "deviation of the windows");
            run.factors.push_back({"label", shortest(row.values[0]), row.values[0], ""});
        } else if (row.values.size() == 2 && std::isfinite(row.values[0]) && std::isfinite(row.values[1])) {
            samples.emplace_back(row.values[0], row.values[1] * 1e9);
        } else {
            countIssue(run.files.front().issues,
                       {"column-count", Severity::Warning, 1, fmt::format("a row of {} numbers", row.values.size()),
                        fmt::format("{} line {}", file.name, row.line)});
        }
    }
    if (!samples.empty())
        addRateSamples(samples, "", file, run);
    run.issues.push_back({"unweighted-windows", Severity::Warning, 1,
                          "mean and truncated mean are over windows of as many packets, not over time", file.name});
    std::ranges::stable_sort(samples, {}, &RateSample::first);
    return addPeriod(samples, run, job);
}

} // namespace millrace::studies::flumen
