// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/flent.h"

#include "core/base/statistics.h"
#include "core/base/text.h"
#include "core/base/unknown.h"
#include "core/importers/loose_json.h"
#include "core/importers/table_units.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace millrace::importers {

namespace {

constexpr double gap = unknown;
constexpr double longestFlentTest = 1e8; ///< s
constexpr std::int64_t latest = 9'000'000'000'000'000'000; ///< trusted start time, ns
constexpr std::int64_t quarterHour = 900'000'000'000;

/// The quantity of a key of `results`.
struct Quantity
{
    std::string series;
    std::string unit;
    double factor = 1;
    std::string metric;
};

Quantity quantityOf(std::string_view unit)
{
    const auto store = storeUnitOf(unit);
    if (store && store->unit == "bit/s")
        return {"net.rate", "bit/s", store->factor, "rate"};
    if (store && store->unit == "s")
        return {"net.rtt", "s", store->factor, "rtt"};
    if (unit == "%")
        return {"flent.share", "", 0.01, "flent_mean"};
    return {"flent.value", std::string(unit), 1, "flent_mean"};
}

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != text.npos;
}

/// The time of a metadata field; local time in versions without time zones.
std::optional<Nanoseconds> metadataTime(const LooseJson& metadata, const char* key, bool& hasZone)
{
    std::string text = textOf(metadata, key);
    if (text.size() < 19)
        return std::nullopt;
    text[10] = 'T';
    hasZone = text.ends_with('Z') || text.find_first_of("+-", 19) != text.npos;
    const auto time = parseRfc3339(hasZone ? text : text + "Z");
    return time && time->count() > 0 && time->count() < latest ? std::optional(*time) : std::nullopt;
}

class FlentReader
{
public:
    FlentReader(const LooseJson& document, std::string name, int version)
        : m_document(document), m_name(std::move(name)), m_version(version)
    {
        const LooseJson* metadata = memberOf(document, "metadata");
        m_metadata = metadata == nullptr ? LooseJson::object() : *metadata;
    }

    ToolRun read(const LooseJson& x, const LooseJson& results)
    {
        readX(x);
        findBegin();
        for (const auto& [key, values] : results.items())
            if (m_run.series.size() < mostToolSeries)
                readResult(key, values);
        readRaw();
        addFactors();
        m_run.rows = m_times.size();
        double last = 0;
        for (const double time : m_times)
            last = std::isfinite(time) ? std::max(last, time) : last;
        m_run.end = m_run.begin + toTime(last);
        return std::move(m_run);
    }

private:
    /// A double of seconds since 1970 cannot represent nanoseconds: integer part and fraction are separate.
    static Nanoseconds toTime(double seconds)
    {
        const double whole = std::floor(seconds);
        return Nanoseconds(static_cast<std::int64_t>(whole) * 1'000'000'000
                           + static_cast<std::int64_t>(std::llround((seconds - whole) * 1e9)));
    }
    void note(const char* kind, std::string example, Severity severity = Severity::Warning)
    {
        countIssue(m_run.issues, {kind, severity, 1, std::move(example), m_name});
    }
    /// NaN for null, and for values that are not numbers, which are counted.
    double valueOf(const LooseJson& value, const std::string& key)
    {
        if (value.is_number())
            return value.get<double>();
        if (!value.is_null())
            note("damaged-value", fmt::format("{}: {}", key, value.dump().substr(0, 60)));
        return gap;
    }

    void readX(const LooseJson& x)
    {
        for (const LooseJson& value : x) {
            const double time = valueOf(value, "x_values");
            m_times.push_back(std::abs(time) <= longestFlentTest ? time : gap);
        }
    }

    /// The earliest raw value, s since 1970.
    double firstRaw() const
    {
        double first = gap;
        for (const LooseJson* list : rawLists())
            for (const LooseJson& each : *list)
                if (const auto time = numberOf(each, "t"); time && *time > 0 && *time < 9e9 && !(first <= *time))
                    first = *time;
        return first;
    }
    std::vector<const LooseJson*> rawLists() const
    {
        std::vector<const LooseJson*> lists;
        if (const LooseJson* raw = memberOf(m_document, "raw_values"); raw != nullptr && raw->is_object())
            for (const LooseJson& list : *raw)
                if (list.is_array())
                    lists.push_back(&list);
        return lists;
    }

    void findBegin()
    {
        bool hasZone = false;
        std::optional<Nanoseconds> begin = metadataTime(m_metadata, "T0", hasZone);
        if (!begin)
            begin = metadataTime(m_metadata, "TIME", hasZone);
        if (!begin) {
            note("no-time", "no T0 and no TIME: times start at 0");
            return;
        }
        m_run.begin = *begin;
        const double first = firstRaw();
        if (hasZone || !std::isfinite(first))
            return;
        const double quarters = std::round((first * 1e9 - static_cast<double>(begin->count())) / quarterHour);
        if (std::abs(quarters) > 60)
            return;
        m_run.begin += Nanoseconds(static_cast<std::int64_t>(quarters) * quarterHour);
        note("zone-guessed", "T0 has no zone; the offset from UTC is taken from the raw values", Severity::Note);
    }

    Quantity quantityOfKey(const std::string& key)
    {
        const LooseJson* all = memberOf(m_metadata, "SERIES_META");
        const LooseJson* meta = all == nullptr ? nullptr : memberOf(*all, key.c_str());
        if (const std::string unit = meta == nullptr ? std::string() : textOf(*meta, "UNITS"); !unit.empty())
            return quantityOf(unit);
        if (contains(key, "(ms)"))
            return quantityOf("ms");
        if (key.starts_with("TCP ") || contains(key, "upload") || contains(key, "download")) {
            note("unit-guessed", fmt::format("{}: Mbit/s, as Flent's tests have it", key), Severity::Note);
            return quantityOf("Mbits/s");
        }
        if (contains(key, "Ping") || contains(key, "ping") || contains(key, "UDP") || contains(key, "ICMP")) {
            note("unit-guessed", fmt::format("{}: ms, as Flent's tests have it", key), Severity::Note);
            return quantityOf("ms");
        }
        note("no-unit", key);
        return quantityOf({});
    }

    void readResult(const std::string& key, const LooseJson& values)
    {
        if (!values.is_array()) {
            note("damaged-series", key);
            return;
        }
        if (values.size() != m_times.size())
            note("length-differs", fmt::format("{} has {} values, x_values {}", key, values.size(), m_times.size()));
        const Quantity quantity = quantityOfKey(key);
        analysis::Series series{quantity.series, key, quantity.unit, {}, {}};
        std::vector<double> known;
        for (std::size_t i = 0; i < std::min(values.size(), m_times.size()); ++i) {
            if (std::isnan(m_times[i]))
                continue;
            const double value = valueOf(values[i], key) * quantity.factor;
            series.times.push_back((m_run.begin + toTime(m_times[i])).count());
            series.values.push_back(value);
            if (std::isfinite(value))
                known.push_back(value);
        }
        addMetrics(quantity, key, known);
        m_quantities.emplace_back(key, quantity);
        if (!series.times.empty())
            m_run.series.push_back(std::move(series));
    }

    void addMetrics(const Quantity& quantity, const std::string& key, const std::vector<double>& values)
    {
        if (values.empty())
            return;
        const std::string of = "of the values that are there, each as long as a step";
        m_run.addMetric(quantity.metric, key, mean(values), quantity.unit, "mean " + of);
        if (quantity.metric == "flent_mean")
            return;
        m_run.addMetric(quantity.metric + "_median", key, median(values), quantity.unit, "median " + of);
        if (quantity.metric == "rtt")
            m_run.addMetric("rtt_p99", key, quantile(values, 0.99), quantity.unit, "99th percentile " + of);
    }

    /// Flent's conversions of values from before version 4.
    double converted(const std::string& key, const LooseJson& raw, double value) const
    {
        if (m_version >= 4)
            return value;
        if (contains(key, "UDP") && memberOf(raw, "dur") != nullptr)
            return value > 0 ? 1000 / value : gap; // requests per second to ms
        return key == "HTTP latency" ? value * 1000 : value;
    }

    void readRaw()
    {
        const LooseJson* raw = memberOf(m_document, "raw_values");
        if (raw == nullptr || !raw->is_object())
            return;
        for (const auto& [key, quantity] : m_quantities) {
            const LooseJson* list = memberOf(*raw, key.c_str());
            if (list == nullptr || !list->is_array() || list->empty())
                continue;
            analysis::Series series{quantity.series + "_raw", key, quantity.unit, {}, {}};
            for (const LooseJson& each : *list) {
                const auto time = numberOf(each, "t"), value = numberOf(each, "val");
                if (!time || std::abs(*time) > 9e9 || !value)
                    continue;
                series.times.push_back(toTime(*time).count());
                series.values.push_back(converted(key, each, *value) * quantity.factor);
            }
            sortByTime(series);
            if (!series.times.empty())
                m_run.series.push_back(std::move(series));
        }
    }
    static void sortByTime(analysis::Series& series)
    {
        if (std::ranges::is_sorted(series.times))
            return;
        std::vector<std::size_t> order(series.times.size());
        std::iota(order.begin(), order.end(), std::size_t(0));
        std::ranges::stable_sort(order, {}, [&](std::size_t i) { return series.times[i]; });
        analysis::Series sorted = series;
        for (std::size_t i = 0; i < order.size(); ++i) {
            sorted.times[i] = series.times[order[i]];
            sorted.values[i] = series.values[order[i]];
        }
        series = std::move(sorted);
    }

    void addFactors()
    {
        m_run.addFactor("tool", "flent");
        m_run.addFactor("test", textOf(m_metadata, "NAME"));
        m_run.addFactor("title", textOf(m_metadata, "TITLE"));
        m_run.addFactor("host", textOf(m_metadata, "HOST"));
        m_run.addFactor("local_host", textOf(m_metadata, "LOCAL_HOST"));
        if (const auto length = numberOf(m_metadata, "LENGTH"))
            m_run.addFactor("duration", *length, "s");
        if (const auto step = numberOf(m_metadata, "STEP_SIZE"))
            m_run.addFactor("step", *step, "s");
    }

    const LooseJson& m_document;
    LooseJson m_metadata;
    std::string m_name;
    int m_version = 1;
    std::vector<double> m_times; ///< s since the start; NaN: damaged
    std::vector<std::pair<std::string, Quantity>> m_quantities;
    ToolRun m_run;
};

} // namespace

bool looksLikeFlent(std::string_view head)
{
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    if (first == head.npos || head[first] != '{')
        return false;
    const bool isOfFlent = contains(head, "\"FLENT_VERSION\"") || contains(head, "\"NETPERF_WRAPPER_VERSION\"")
        || contains(head, "\"BATCH_UUID\"") || contains(head, "\"TEST_PARAMETERS\"")
        || contains(head, "\"SERIES_META\"");
    const bool hasParts = contains(head, "\"x_values\"") && contains(head, "\"results\"");
    return contains(head, "\"metadata\"") && (isOfFlent || hasParts);
}

Result<ToolRun> parseFlent(std::string_view text, const std::string& name)
{
    Issues issues;
    const std::vector<LooseDocument> documents = readLooseJson(text, name, issues);
    if (documents.empty())
        return fail(ErrorCode::InvalidInput, fmt::format("{} has no readable JSON of Flent", name));
    const LooseJson& document = documents.front().json;
    const LooseJson* version = memberOf(document, "version");
    const double number = version == nullptr ? 1
        : version->is_number()               ? version->get<double>()
        : version->is_string()               ? parseDouble(version->get<std::string>()).value_or(1)
                                             : 1;
    if (number > newestFlentVersion)
        return fail(ErrorCode::Unsupported,
                    fmt::format("{} is of version {} of Flent's data files, known are 1 to {}; export it as CSV (flent "
                                "-f csv) and import that",
                                name, shortest(number), newestFlentVersion));
    const LooseJson* x = memberOf(document, "x_values");
    const LooseJson* results = memberOf(document, "results");
    if (x == nullptr || !x->is_array() || results == nullptr || !results->is_object())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} is not a data file of Flent: it needs x_values and results{}", name,
                                documents.front().cut ? ", and its end is missing" : ""));
    FlentReader reader(document, name, number < 1 ? 1 : static_cast<int>(number));
    ToolRun run = reader.read(*x, *results);
    if (documents.size() > 1)
        countIssue(issues, {"text-between", Severity::Warning, 1, "more follows behind the end of the data", name});
    for (const Issue& issue : issues)
        countIssue(run.issues, issue);
    return run;
}

namespace {

std::optional<FormatMatch> matchFlent(const FileHead& head)
{
    return matchIf(looksLikeFlent(head.text()), 0.95, "JSON with the metadata of Flent");
}

Result<std::vector<ToolRun>> readFlent(const std::filesystem::path& file, Issues& issues, const JobContext&)
{
    MR_TRY(text, readToolText(file, issues));
    MR_TRY(run, parseFlent(text, file.filename().string()));
    return std::vector<ToolRun>{std::move(run)};
}

} // namespace

const FileFormat flentFormat{
    .name = "flent", .sign = FormatSign::Words, .match = matchFlent, .read = readFlent, .title = "Flent"};

} // namespace millrace::importers
