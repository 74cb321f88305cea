// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"
#include "core/importers/table_mapping.h"
#include "core/importers/table_times.h"
#include "core/importers/table_units.h"
#include "core/monitor/log_line.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace millrace::importers {

namespace {

constexpr std::size_t rowsLookedAt = 2000;
constexpr std::size_t mostNodes = 256;
constexpr std::size_t mostGuessedColumns = 512;

/// "Step Time" → "step_time".
std::string plainName(std::string_view text)
{
    std::string name;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) || c == '.')
            name += static_cast<char>(std::tolower(byte));
        else if (!name.empty() && name.back() != '_')
            name += '_';
    }
    while (!name.empty() && name.back() == '_')
        name.pop_back();
    return name.empty() ? "column" : name;
}

template <std::size_t Count>
bool isOneOf(const std::string& name, const std::array<std::string_view, Count>& names)
{
    return std::ranges::find(names, std::string_view(name)) != names.end();
}

constexpr std::array<std::string_view, 15> timeNames = {
    "time",    "timestamp",    "_timestamp", "_runtime",  "date",       "datetime",  "t",         "ts",
    "elapsed", "elapsed_time", "seconds",    "wall_time", "epoch_time", "unix_time", "time_stamp"};
constexpr std::array<std::string_view, 13> nodeNames = {"host",   "hostname",       "node",  "rank",      "worker",
                                                        "peer",   "machine",        "gpu",   "worker_id", "node_id",
                                                        "device", "local_hostname", "server"};
constexpr std::array<std::string_view, 8> runNames = {"run",   "run_id", "run_name",   "experiment",
                                                      "trial", "test",   "repetition", "run_number"};
constexpr std::array<std::string_view, 16> factorNames = {"size",  "batch",   "batch_size", "workers",  "nodes", "gpus",
                                                          "load",  "index",   "label",      "np",       "n",     "x",
                                                          "ranks", "streams", "requested",  "reference"};

/// The store's names for quantities that tools name otherwise.
struct StoreName
{
    std::string_view tool;
    std::string_view store;
};
constexpr std::array<StoreName, 14> storeNames = {{{"loss", "training.loss"},
                                                   {"train_loss", "training.loss"},
                                                   {"accuracy", "training.accuracy"},
                                                   {"step_time", "training.step_time"},
                                                   {"iteration_time", "training.step_time"},
                                                   {"throughput", "throughput"},
                                                   {"rtt", "net.rtt"},
                                                   {"ping", "net.rtt"},
                                                   {"latency", "net.rtt"},
                                                   {"delay", "net.rtt"},
                                                   {"bandwidth", "net.rate"},
                                                   {"bitrate", "net.rate"},
                                                   {"rate", "net.rate"},
                                                   {"bits_per_second", "net.rate"}}};

class Guesser
{
public:
    explicit Guesser(const CsvTable& table) : m_table(table), m_rows(std::min(rowsLookedAt, table.rows()))
    {
        for (std::size_t i = 0; i < std::min(table.header().size(), mostGuessedColumns); ++i)
            m_columns.push_back(look(i));
    }

    GuessedMapping guess()
    {
        if (m_rows == 0)
            return std::move(m_guess);
        findTime();
        findNames();
        if (m_guess.mapping.time)
            takeSeries();
        else
            takeRows();
        const bool hasValues = !m_guess.mapping.series.empty() || !m_guess.mapping.metrics.empty();
        const double plain = m_known == 0 ? 0 : static_cast<double>(m_withUnit) / static_cast<double>(m_known);
        m_guess.confidence =
            hasValues ? (m_guess.mapping.time ? 0.5 : 0.2) + (m_timeByName ? 0.2 : 0) + 0.3 * plain : 0;
        return std::move(m_guess);
    }

private:
    struct Column
    {
        std::size_t place = 0;
        std::string name; ///< plain, without its unit
        std::string unit; ///< as in the header
        std::size_t filled = 0;
        std::size_t numbers = 0;
        std::size_t dates = 0;
        bool rises = true; ///< never falls
        bool grows = true; ///< always rises
        bool whole = true;
        double first = 0;
        double last = 0;
        std::set<std::string, std::less<>> texts; ///< distinct ones, slightly more than mostNodes at most
        bool used = false;

        [[nodiscard]] bool isNumeric() const { return filled > 0 && numbers * 10 >= filled * 9; }
        [[nodiscard]] bool isDate() const { return filled > 0 && dates * 10 >= filled * 9; }
    };

    Column look(std::size_t place) const
    {
        Column column;
        column.place = place;
        const auto [name, unit] = splitUnit(m_table.header()[place]);
        column.name = plainName(name);
        column.unit = unit;
        bool any = false;
        for (std::size_t row = 0; row < m_rows; ++row) {
            const std::string_view text = m_table.text(row, place);
            if (text.empty())
                continue;
            ++column.filled;
            if (column.texts.size() <= mostNodes)
                column.texts.emplace(text.substr(0, 256));
            const auto number = parseDouble(text);
            if (!number) {
                column.dates += parseTableTime(text, {}) ? 1 : 0;
                continue;
            }
            ++column.numbers;
            column.whole = column.whole && *number == std::floor(*number);
            if (any && !(*number >= column.last))
                column.rises = false;
            if (any && !(*number > column.last))
                column.grows = false;
            if (!any)
                column.first = *number;
            column.last = *number;
            any = true;
        }
        return column;
    }

    void say(const char* what, const Column& column, const std::string& why)
    {
        m_guess.reasons.push_back(
            fmt::format("{}: column \"{}\" {}", what, monitor::validUtf8(m_table.header()[column.place]), why));
    }

    /// ns, ms … of a number that is a plausible instant; empty: not plausible.
    static const char* epochUnit(double value)
    {
        constexpr std::array<std::pair<double, const char*>, 4> units = {
            {{1, "s"}, {1e3, "ms"}, {1e6, "us"}, {1e9, "ns"}}};
        for (const auto& [factor, unit] : units)
            if (value / factor > 3e8 && value / factor < 4.2e9)
                return unit;
        return "";
    }

    void setTime(Column& column, TableTime kind, const std::string& unit, const std::string& why)
    {
        m_guess.mapping.time = TableMapping::Time{m_table.header()[column.place], kind, unit, "UTC"};
        column.used = true;
        say("time", column, why);
    }

    void findTime()
    {
        for (const bool byName : {true, false})
            for (Column& column : m_columns) {
                if (isOneOf(column.name, timeNames) != byName || m_guess.mapping.time)
                    continue;
                m_timeByName = byName;
                if (column.isDate())
                    setTime(column, TableTime::Text, "s", "reads as dates");
                else if (column.isNumeric() && byName && *epochUnit(column.first) != 0)
                    setTime(column, TableTime::Epoch, epochUnit(column.first), "counts from 1970");
                else if (column.isNumeric() && byName && column.rises) {
                    const auto unit = storeUnitOf(column.unit);
                    setTime(column, TableTime::Relative, unit && unit->unit == "s" ? column.unit : "s",
                            "rises from row to row");
                }
            }
        if (m_guess.mapping.time || m_columns.empty() || m_rows < 3)
            return;
        // Without a name: a first column that always rises and does not just count 1, 2, 3.
        Column& first = m_columns.front();
        if (first.isNumeric() && first.grows && (!first.whole || *epochUnit(first.first) != 0)) {
            const char* epoch = epochUnit(first.first);
            setTime(first, *epoch != 0 ? TableTime::Epoch : TableTime::Relative, *epoch != 0 ? epoch : "s",
                    "comes first and rises from row to row");
        }
    }

    void findNames()
    {
        for (Column& column : m_columns) {
            if (column.used || column.filled == 0)
                continue;
            if (m_guess.mapping.node.empty() && isOneOf(column.name, nodeNames) && column.texts.size() <= mostNodes) {
                m_guess.mapping.node = m_table.header()[column.place];
                column.used = true;
                say("node", column, fmt::format("holds {} names", column.texts.size()));
            } else if (m_guess.mapping.run.empty() && isOneOf(column.name, runNames)
                       && column.texts.size() <= mostNodes) {
                m_guess.mapping.run = m_table.header()[column.place];
                column.used = true;
                say("run", column, fmt::format("distinguishes {} runs", column.texts.size()));
            } else if (!column.isNumeric() && !column.isDate() && column.texts.size() == 1 && m_guess.mapping.time) {
                addFactor(column, "is the same in all rows");
            }
        }
    }

    void addFactor(Column& column, const std::string& why)
    {
        const auto unit = storeUnitOf(column.unit);
        std::string name = column.name;
        for (int i = 2; !m_factorNames.insert(name).second; ++i)
            name = fmt::format("{}_{}", column.name, i);
        m_guess.mapping.factors.push_back(
            {m_table.header()[column.place], std::move(name), unit ? column.unit : std::string()});
        column.used = true;
        say("factor", column, why);
    }

    TableMapping::Value valueOf(const Column& column)
    {
        TableMapping::Value value;
        value.column = m_table.header()[column.place];
        value.name = column.name;
        for (const StoreName& name : storeNames)
            if (name.tool == column.name)
                value.name = name.store;
        if (!m_names.insert(value.name).second) {
            value.name = column.name;
            for (int i = 2; !m_names.insert(value.name).second; ++i)
                value.name = fmt::format("{}_{}", column.name, i);
        }
        ++m_known;
        if (const auto unit = storeUnitOf(column.unit)) {
            value.unit = unit->unit;
            value.factor = unit->factor;
            ++m_withUnit;
        } else {
            value.unit = column.unit;
        }
        return value;
    }

    void takeSeries()
    {
        for (Column& column : m_columns)
            if (!column.used && column.isNumeric()) {
                m_guess.mapping.series.push_back(valueOf(column));
                say("series", column, "holds numbers");
            }
    }

    /// One row for each combination of levels.
    void takeRows()
    {
        if (m_guess.mapping.run.empty())
            m_guess.mapping.run = "#";
        const bool oneRowEach = m_guess.mapping.run == "#";
        for (Column& column : m_columns) {
            if (column.used || column.filled == 0)
                continue;
            const bool isLevel = column.isNumeric() && isOneOf(column.name, factorNames);
            if (oneRowEach && (isLevel || (!column.isNumeric() && !column.isDate())))
                addFactor(column, isLevel ? "is called like something that is varied" : "holds texts");
            else if (column.isNumeric()) {
                m_guess.mapping.metrics.push_back(valueOf(column));
                say("metric", column, "has numbers, and no column is a time");
            }
        }
    }

    const CsvTable& m_table;
    std::size_t m_rows = 0;
    std::vector<Column> m_columns;
    GuessedMapping m_guess;
    std::set<std::string> m_names; ///< of series and metrics
    std::set<std::string> m_factorNames{"run_name", "tool"};
    bool m_timeByName = false;
    std::size_t m_known = 0;
    std::size_t m_withUnit = 0;
};

} // namespace

GuessedMapping guessMapping(const CsvTable& table)
{
    return Guesser(table).guess();
}

} // namespace millrace::importers
