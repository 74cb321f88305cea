// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/tum/values.h"

#include "core/studies/tum/study.h"

#include "core/base/file_io.h"
#include "core/base/text.h"
#include "core/monitor/log_line.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <tuple>

namespace millrace::studies::tum {

namespace {

constexpr std::int64_t rateBin = 10; ///< milliseconds
constexpr std::size_t mostDigestBytes = std::size_t(64) << 20;
constexpr std::size_t mostSenders = 64; ///< that get their own series

struct StoreUnit
{
    std::string_view figure;
    std::string_view unit;
    double factor;
};
constexpr std::array<StoreUnit, 4> units = {
    {{"Gbit/s", "bit/s", 1e9}, {"MB", "B", 1e6}, {"GB", "B", 1e9}, {"min", "s", 60}}};

std::string metricName(std::string name)
{
    std::ranges::replace(name, '.', '_');
    std::ranges::replace(name, '-', '_');
    return name;
}

/// Bytes as a rate in bins of 10 ms: bins with traffic, and the first and last one of every silence.
class RateSeries
{
public:
    RateSeries(std::string name, std::string node) : m_series{std::move(name), std::move(node), "bit/s", {}, {}} { }

    void add(std::int64_t millisecond, std::uint32_t bytes)
    {
        const std::int64_t bin = millisecond / rateBin;
        if (!m_series.times.empty() && bin == m_last) {
            m_series.values.back() += rate(bytes);
            return;
        }
        if (!m_series.times.empty() && bin > m_last + 1) {
            append(m_last + 1, 0);
            if (bin > m_last + 2)
                append(bin - 1, 0);
        }
        append(bin, rate(bytes));
        m_last = bin;
    }
    [[nodiscard]] analysis::Series take() { return std::move(m_series); }

private:
    [[nodiscard]] static double rate(std::uint32_t bytes) noexcept
    {
        return static_cast<double>(bytes) * 8 * 1000 / static_cast<double>(rateBin);
    }
    void append(std::int64_t bin, double value)
    {
        m_series.times.push_back(Nanoseconds(std::chrono::milliseconds(bin * rateBin)).count());
        m_series.values.push_back(value);
    }

    analysis::Series m_series;
    std::int64_t m_last = 0;
};

analysis::Series rateOf(std::string name, std::string node, const analysis::SparseBins& bins)
{
    RateSeries series(std::move(name), std::move(node));
    bins.forEach([&](std::int64_t millisecond, std::uint32_t bytes) { series.add(millisecond, bytes); });
    return series.take();
}

void addTrafficSeries(std::vector<analysis::Series>& all, const PublishedTraffic& traffic)
{
    all.push_back(rateOf("traffic.rate", "", traffic.milliseconds));
    std::map<std::string, analysis::SparseBins> senders;
    analysis::BinBudget budget;
    for (const PairTotals& pair : traffic.pairs)
        if (senders.size() < mostSenders || senders.contains(pair.source))
            pair.milliseconds.forEach([&, &sent = senders[pair.source]](std::int64_t bin, std::uint32_t bytes) {
                sent.add(bin, bytes, budget);
            });
    for (const auto& [host, bins] : senders)
        all.push_back(rateOf("net.sent", host, bins));
}

void addTraining(std::vector<analysis::Series>& all, const TumRun& run)
{
    analysis::Series accuracy{"training.accuracy", "", "", {}, {}}, loss{"training.loss", "", "", {}, {}};
    std::vector<TrainRow> rows;
    std::ranges::copy_if(run.log.rows, std::back_inserter(rows), [](const auto& row) { return !row.epoch; });
    std::ranges::stable_sort(rows, {}, &TrainRow::time);
    for (const TrainRow& row : rows) {
        accuracy.times.push_back(row.time);
        accuracy.values.push_back(row.accuracy);
        loss.times.push_back(row.time);
        loss.values.push_back(row.loss);
    }
    analysis::Series data{"training.data", "", "B", {}, {}};
    for (const AccuracyPoint& point : run.accuracy.right) {
        data.times.push_back(point.time);
        data.values.push_back(point.gigabytes * 1e9);
    }
    for (analysis::Series* series : {&accuracy, &loss, &data})
        if (!series->times.empty())
            all.push_back(std::move(*series));
}

/// First and last instant of traffic or log.
std::pair<Nanoseconds, Nanoseconds> extentOf(const TumRun& run)
{
    std::int64_t first = run.traffic.first, last = run.traffic.last;
    for (const TrainRow& row : run.log.rows) {
        first = first == 0 ? row.time : std::min(first, row.time);
        last = std::max(last, row.time);
    }
    return {Nanoseconds(first), Nanoseconds(last)};
}

/// Empty for files too large to be read only for that.
std::string digestOf(const std::filesystem::path& file)
{
    const auto bytes = readFile(file, mostDigestBytes);
    return bytes ? sha256(*bytes) : std::string();
}

std::string below(const std::filesystem::path& file, const std::filesystem::path& folder)
{
    const std::filesystem::path relative = file.lexically_relative(folder);
    return (relative.empty() ? file.filename() : relative).string();
}

/// Issues of the run apart from the damage of its files, which is counted with them.
Issues withoutThose(Issues issues, const std::vector<SourceFile>& files)
{
    for (const SourceFile& file : files)
        for (const Issue& issue : file.issues)
            if (const auto known = std::ranges::find(issues, issue.kind, &Issue::kind); known != issues.end())
                known->count -= issue.count;
    std::erase_if(issues, [](const Issue& issue) { return issue.count <= 0; });
    return issues;
}

std::vector<SourceFile> sourceFilesOf(const TumRun& run, const std::filesystem::path& folder)
{
    std::vector<SourceFile> files;
    for (const PublishedFile& file : run.files)
        files.push_back({below(file.file, folder), std::string(file.format), digestOf(file.file), file.bytes,
                         file.packets, file.issues});
    if (run.folder.log) {
        std::error_code error;
        const std::uintmax_t bytes = std::filesystem::file_size(*run.folder.log, error);
        files.push_back({below(*run.folder.log, folder), "train-history", digestOf(*run.folder.log), error ? 0 : bytes,
                         run.log.rows.size(), run.log.issues});
    }
    return files;
}

} // namespace

std::vector<store::Factor> factorsOf(const TumRunFolder& folder)
{
    const StudyFactors& f = folder.factors;
    std::vector<store::Factor> factors;
    const auto add = [&](const char* name, const std::string& level) {
        if (!level.empty())
            factors.push_back({name, monitor::validUtf8(level), {}, {}});
    };
    add("framework", f.framework);
    add("model", f.model);
    add("optimizer", f.optimizer);
    add("batch", f.batch);
    if (const auto batch = parseDouble(f.batch))
        factors.back().number = *batch;
    add("backend", f.backend);
    if (const auto loss = lossPercent(f.delay))
        factors.push_back({"loss", fmt::format("{}%", shortest(*loss)), *loss / 100, {}});
    else
        add("loss", f.delay);
    add("topology", f.topology);
    return factors;
}

std::vector<store::Metric> metricsOf(const report::PublishedFigures& figures)
{
    std::vector<store::Metric> metrics;
    for (const report::PublishedFigure& figure : figures) {
        const auto unit = std::ranges::find(units, figure.unit, &StoreUnit::figure);
        const double factor = unit == units.end() ? 1 : unit->factor;
        const std::string unitName(unit == units.end() ? std::string_view(figure.unit) : unit->unit);
        const std::string name = metricName(figure.name);
        if (std::isfinite(figure.right))
            metrics.push_back({name, figure.subject, figure.right * factor, unitName, figure.rightDefinition});
        if (std::isfinite(figure.asPublished) && figure.asPublished != figure.right)
            metrics.push_back(
                {name + "_published", figure.subject, figure.asPublished * factor, unitName, figure.definition});
    }
    return metrics;
}

std::vector<analysis::Series> seriesOf(const TumRun& run)
{
    std::vector<analysis::Series> all;
    if (run.source != TumTraffic::None)
        addTrafficSeries(all, run.traffic);
    addTraining(all, run);
    std::erase_if(all, [](const analysis::Series& series) { return series.times.empty(); });
    return all;
}

ImportedRun importedRunOf(const TumRun& run, const std::filesystem::path& folder)
{
    ImportedRun imported;
    imported.name = run.folder.name;
    imported.key = run.key;
    imported.factors = factorsOf(run.folder);
    imported.metrics = metricsOf(run.figures);
    imported.series = seriesOf(run);
    imported.files = sourceFilesOf(run, folder);
    imported.issues = withoutThose(run.issues, imported.files);
    std::tie(imported.begin, imported.end) = extentOf(run);
    return imported;
}

Result<ImportedRun> readTrafficFile(const std::filesystem::path& file, const importers::FileFormat& format,
                                    const std::filesystem::path& folder,
                                    const std::function<bool(std::string_view)>& known, const JobContext& job)
{
    TumRunFolder run;
    run.path = file.parent_path();
    run.name = file.filename().string();
    std::error_code error;
    run.bytes = std::filesystem::file_size(file, error);
    if (format.open == nullptr) // no packets
        run.log = file;
    else
        run.captures.push_back(file);
    const std::filesystem::path below = std::filesystem::relative(file, folder, error);
    const std::string name = error || below.empty() || below == "." ? run.name : below.string();
    ImportedRun imported;
    if (const auto key = contentKey(run); key && known && known(*key)) {
        imported.name = name;
        imported.key = *key;
        return imported;
    }
    MR_TRY(read, readTumRun(run, {}, job));
    imported = importedRunOf(read, folder);
    imported.name = name;
    imported.factors.push_back({"tool", std::string(format.name), {}, {}});
    return imported;
}

} // namespace millrace::studies::tum
