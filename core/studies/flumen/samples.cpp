// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/distribution.h"
#include "core/analysis/periodicity.h"
#include "core/analysis/rate_bins.h"
#include "core/base/text.h"
#include "core/base/unknown.h"
#include "core/studies/flumen/runs.h"
#include "core/studies/flumen/tables.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace millrace::studies::flumen {

namespace {

constexpr std::int64_t binWidth = 500'000; ///< nanoseconds
constexpr std::int64_t longestHold = 1'000'000'000;
constexpr std::size_t firstLag = 8; ///< bins; shorter lags reflect the memory of the traffic
constexpr std::size_t lastLag = 240;
constexpr std::size_t mostRateBins = std::size_t(1) << 21;
constexpr std::size_t mostPeaks = 5;
constexpr std::size_t mostSamples = 5'000'000;
constexpr std::size_t mostHosts = 16;
constexpr double sameMean = 1e-3; ///< tolerated difference of a stated mean, as a share

double numberIn(const std::vector<std::string_view>& fields, std::size_t column)
{
    if (column >= fields.size() || fields[column].empty())
        return unknown;
    const auto number = parseDouble(fields[column]);
    return number && std::isfinite(*number) ? *number : unknown;
}

/// One pair of columns of a sheet of several hosts.
struct HostColumns
{
    std::string host;
    std::size_t column = 0;
    std::vector<RateSample> samples;
    double stated = unknown; ///< mean next to the samples, bit/s
};

/// Two header lines: hosts above "timestamp, bw_est", three times.
class HostSheet
{
public:
    HostSheet(const importers::CsvTable& lines, Issues& issues) : m_lines(lines), m_issues(issues) { }

    Result<std::vector<HostColumns>> read(const JobContext& job)
    {
        for (std::size_t row = 0; row < m_lines.rows(); ++row) {
            if (row % 1024 == 0 && job.cancelled())
                return fail(ErrorCode::Cancelled, "reading the samples was cancelled");
            take(row);
        }
        return std::move(m_hosts);
    }

private:
    using Fields = std::vector<std::string_view>;

    void take(std::size_t row)
    {
        const Fields fields = m_lines.fields(row);
        if (m_hosts.empty()) {
            takeHeader(fields, row);
            return;
        }
        bool any = false;
        takeStated(fields);
        for (HostColumns& host : m_hosts) {
            const double time = numberIn(fields, host.column), rate = numberIn(fields, host.column + 1);
            if (std::isnan(time) || std::isnan(rate)) {
                if (host.column + 1 < fields.size()
                    && !(fields[host.column].empty() && fields[host.column + 1].empty()))
                    m_lines.count(m_issues, "not-a-number", Severity::Warning, row);
                continue;
            }
            any = true;
            if (host.samples.size() < mostSamples)
                host.samples.emplace_back(time, rate * 1e9);
        }
        if (!any)
            m_lines.count(m_issues, "empty-line", Severity::Note, row);
    }

    /// Next to the samples: "Dara Ave" and below it the mean.
    void takeStated(const Fields& fields)
    {
        for (std::size_t i = m_hosts.back().column + 2; i < fields.size(); ++i)
            for (std::size_t h = 0; h < m_hosts.size(); ++h) {
                const double value = numberIn(fields, i);
                if (fields[i].starts_with(m_hosts[h].host))
                    m_statedColumns[i] = h;
                else if (const auto found = m_statedColumns.find(i);
                         found != m_statedColumns.end() && found->second == h && !std::isnan(value))
                    m_hosts[h].stated = value * 1e9;
            }
    }

    void takeHeader(const Fields& fields, std::size_t row)
    {
        for (std::size_t i = 0; i + 1 < fields.size() && m_hosts.size() < mostHosts; ++i)
            if (fields[i] == "timestamp")
                m_hosts.push_back({hostAbove(i), i, {}, unknown});
        if (m_hosts.empty())
            m_above = fields;
        else
            takeStated(fields);
        m_lines.count(m_issues, "header", Severity::Note, row);
    }

    /// "Cowan" is above its times or its rates: "zeros removed>,Abtin (Both)".
    [[nodiscard]] std::string hostAbove(std::size_t column) const
    {
        for (std::size_t i = column; i < std::min(m_above.size(), column + 2); ++i) {
            const std::string_view word = m_above[i].substr(0, m_above[i].find_first_of(" ("));
            if (!word.empty() && word != "TCP" && word != "ML")
                return std::string(word);
        }
        return fmt::format("column {}", column + 1);
    }

    const importers::CsvTable& m_lines;
    Issues& m_issues;
    Fields m_above;
    std::vector<HostColumns> m_hosts;
    std::map<std::size_t, std::size_t> m_statedColumns; ///< column to host
};

/// The rate in bins of 0.5 ms (sample and hold); empty where that needs too many bins.
analysis::BinnedSeries binned(std::span<const RateSample> samples)
{
    analysis::Series series{"traffic.rate", "", "bit/s", {}, {}};
    for (const auto& [time, rate] : samples) {
        series.times.push_back(nanosecondsOf(time));
        series.values.push_back(rate);
    }
    auto bins = analysis::binRates(series, binWidth, longestHold, mostRateBins);
    return bins ? *std::move(bins) : analysis::BinnedSeries();
}

std::vector<double> valuesOf(const analysis::BinnedSeries& bins)
{
    const analysis::BinRange range = analysis::extent(bins);
    if (range.bins() < 16 || range.bins() > static_cast<std::int64_t>(mostRateBins))
        return {};
    std::vector<double> values(static_cast<std::size_t>(range.bins()), 0);
    for (std::size_t i = 0; i < bins.size(); ++i)
        values[static_cast<std::size_t>(bins.index[i] - range.from)] = bins.bytes[i];
    return values;
}

void addPeaks(const std::vector<double>& correlation, ImportedRun& run)
{
    std::vector<std::size_t> peaks;
    for (std::size_t lag = firstLag + 1; lag + 1 < correlation.size(); ++lag)
        if (correlation[lag] > correlation[lag - 1] && correlation[lag] >= correlation[lag + 1])
            peaks.push_back(lag);
    std::ranges::sort(peaks, std::greater(), [&](std::size_t lag) { return correlation[lag]; });
    peaks.resize(std::min(peaks.size(), mostPeaks));
    for (const std::size_t lag : peaks)
        addMetric(run, "autocorrelation", correlation[lag], "", "of the rate held on bins of 0.5 ms, at this lag",
                  fmt::format("{:g} ms", static_cast<double>(lag) * binWidth / 1e6));
}

/// The line that the study drew: two points of its long-term mean.
double statedMean(const NumberTable& table)
{
    const auto column =
        std::ranges::find_if(table.header, [](const std::string& name) { return name.starts_with("Long Term"); });
    if (column == table.header.end() || table.rows.empty())
        return unknown;
    const auto index = static_cast<std::size_t>(column - table.header.begin()) + 1;
    const std::vector<double>& values = table.rows.front().values;
    return index < values.size() ? values[index] * 1e9 : unknown;
}

/// A sheet's mean may cover other rows than those in the sheet.
void checkStated(const HostColumns& host, const std::string& name, const FlumenFile& file, ImportedRun& run)
{
    if (std::isnan(host.stated))
        return;
    addMetric(run, "rate_stated", host.stated, "bit/s", "mean that the study's sheet states", name);
    analysis::Moments moments;
    for (const RateSample& sample : host.samples)
        moments.add(sample.second);
    if (std::abs(moments.mean() / host.stated - 1) > sameMean)
        countIssue(run.issues,
                   {"stated-mean-differs", Severity::Warning, 1,
                    fmt::format("{}: the sheet states {:.3f} Gbit/s, the mean of its column is {:.3f}", name,
                                host.stated / 1e9, moments.mean() / 1e9),
                    file.name});
}

void addIndicator(const NumberTable& table, ImportedRun& run)
{
    if (table.header.size() < 3 || !table.header[2].starts_with("Burst"))
        return;
    analysis::Series series{"traffic.burst", "", "share", {}, {}};
    for (const NumberRow& row : table.rows)
        if (row.values.size() > 2 && std::isfinite(row.values[0]) && std::isfinite(row.values[2])) {
            series.times.push_back(nanosecondsOf(row.values[0]));
            series.values.push_back(row.values[2]);
        }
    if (!series.times.empty())
        run.series.push_back(std::move(series));
}

} // namespace

void addMetric(ImportedRun& run, std::string_view name, double value, const char* unit, std::string how,
               std::string subject)
{
    if (std::isfinite(value))
        run.metrics.push_back({std::string(name), std::move(subject), value, unit, std::move(how)});
}

std::int64_t nanosecondsOf(double seconds) noexcept
{
    return std::llround(std::clamp(seconds, -9.2e9, 9.2e9) * 1e9);
}

void addRateSamples(std::vector<RateSample> samples, const std::string& subject, const FlumenFile& file,
                    ImportedRun& run)
{
    for (std::size_t i = 1; i < samples.size(); ++i)
        if (samples[i].first < samples[i - 1].first)
            countIssue(run.files.front().issues,
                       {"time-backwards", Severity::Warning, 1,
                        fmt::format("{} s after {} s", samples[i].first, samples[i - 1].first), file.name});
    std::ranges::stable_sort(samples, {}, &RateSample::first);
    analysis::Moments plain, weighted;
    double peak = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        plain.add(samples[i].second);
        peak = std::max(peak, samples[i].second);
        if (i + 1 < samples.size() && samples[i + 1].first > samples[i].first)
            weighted.add(samples[i].second, samples[i + 1].first - samples[i].first);
    }
    const bool ofHost = !subject.empty();
    const auto add = [&](const char* cross, const char* host, double value, const char* unit, const char* how) {
        addMetric(run, ofHost ? host : cross, value, unit, how, subject);
    };
    add("cross_windows", "rate_windows", plain.weight(), "", "samples");
    const char* unweighted = "mean of the samples, which all have the same number of packets: not weighted by time";
    if (!ofHost)
        addMetric(run, "cross_rate", plain.mean(), "bit/s", unweighted);
    addMetric(run, "rate_mean_published", plain.mean(), "bit/s", unweighted, subject);
    addMetric(run, "rate_mean", weighted.mean(), "bit/s", "each sample held until the next one ÷ time", subject);
    add("cross_deviation", "rate_deviation", plain.deviation(), "bit/s", "standard deviation of the samples");
    add("cross_peak", "rate_peak", peak, "bit/s", "largest sample");
    if (!samples.empty())
        add("cross_time", "rate_time", samples.back().first - samples.front().first, "s", "last − first sample");
    analysis::Series series{"traffic.rate", subject, "bit/s", {}, {}};
    for (const auto& [time, rate] : samples) {
        series.times.push_back(nanosecondsOf(time));
        series.values.push_back(rate);
    }
    if (!series.times.empty())
        run.series.push_back(std::move(series));
}

Result<void> addPeriod(std::span<const RateSample> samples, ImportedRun& run, const JobContext& job)
{
    if (samples.size() < 2)
        return {};
    const analysis::BinnedSeries bins = binned(samples);
    const std::vector<double> values = valuesOf(bins);
    if (values.empty())
        return {};
    MR_TRY(period, analysis::findPeriod(bins, {}, {}, job));
    addMetric(run, "periodic", period.found ? 1 : 0, "", "1: periodic; 0: noise looks as periodic");
    if (period.found) {
        addMetric(run, "traffic_period", period.period, "s", "after which the rate repeats, by its autocorrelation");
        addMetric(run, "traffic_period_strength", period.strength, "",
                  "mean autocorrelation at multiples of the period");
    }
    addPeaks(analysis::autocorrelation(values, std::min(values.size() / 2, lastLag)), run);
    return {};
}

Result<void> fillRateSamples(const FlumenFile& file, ImportedRun& run, const JobContext& job)
{
    MR_TRY(table, readNumberTable(file, job));
    std::vector<RateSample> samples;
    for (const NumberRow& row : table.rows)
        if (row.values.size() > 1 && std::isfinite(row.values[0]) && std::isfinite(row.values[1]))
            samples.emplace_back(row.values[0], row.values[1] * 1e9);
    run.files.front().rows = samples.size();
    run.files.front().issues = table.issues;
    if (samples.empty())
        return fail(ErrorCode::InvalidInput, fmt::format("{} has no row of time and rate", file.name));
    addMetric(run, "cross_rate_stated", statedMean(table), "bit/s", "long-term mean that the study drew");
    addRateSamples(samples, "", file, run);
    addIndicator(table, run);
    run.issues.push_back({"unweighted-windows", Severity::Warning, 1,
                          "the samples are of windows of as many packets each; their mean is not that over time",
                          file.name});
    std::ranges::stable_sort(samples, {}, &RateSample::first);
    return addPeriod(samples, run, job);
}

Result<void> fillHostSamples(const FlumenFile& file, ImportedRun& run, const JobContext& job)
{
    MR_TRY(lines, openLines(file));
    SourceFile& source = run.files.front();
    MR_TRY(hosts, HostSheet(lines, source.issues).read(job));
    for (HostColumns& host : hosts)
        source.rows += host.samples.size();
    if (source.rows == 0)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} has no samples below a line with \"timestamp\"", file.name));
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        const bool twice = std::ranges::count(hosts, hosts[i].host, &HostColumns::host) > 1;
        const std::string name = twice ? fmt::format("{} {}", hosts[i].host, i + 1) : hosts[i].host;
        if (hosts[i].samples.empty())
            continue;
        checkStated(hosts[i], name, file, run);
        addRateSamples(std::move(hosts[i].samples), name, file, run);
    }
    run.issues.push_back({"clocks-not-compared", Severity::Warning, 1,
                          "the hosts' samples lie on one axis of time as if their clocks were equal", file.name});
    return {};
}

} // namespace millrace::studies::flumen
