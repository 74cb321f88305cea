// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/nccl_tests.h"

#include "core/base/text.h"
#include "core/importers/loose_json.h"
#include "core/importers/nccl_table.h"
#include "core/monitor/log_line.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace millrace::importers {

namespace {

constexpr std::size_t mostResultRows = 10'000;
constexpr std::size_t longestLine = std::size_t(1) << 16;
constexpr int mostRanks = 1 << 20;
constexpr double gigabyte = 8e9; ///< bit/s in one GB/s of the tool

/// "nGpus 8" → 8.
std::optional<double> numberAfter(std::string_view line, std::string_view word)
{
    const std::size_t place = line.find(word);
    if (place == line.npos)
        return std::nullopt;
    std::string_view rest = line.substr(place + word.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(": \t"), rest.size()));
    const std::size_t end = std::min(rest.find_first_not_of("0123456789.+-eE"), rest.size());
    const auto value = parseDouble(rest.substr(0, end));
    return value && std::isfinite(*value) ? std::optional(*value) : std::nullopt;
}

/// "…/all_reduce_perf_mpi -b 8" → "all_reduce".
std::string collectiveIn(std::string_view line)
{
    static constexpr std::array<std::string_view, 10> names = {"all_reduce", "all_gather", "reduce_scatter", "alltoall",
                                                               "broadcast",  "sendrecv",   "hypercube",      "gather",
                                                               "scatter",    "reduce"};
    for (const std::string_view name : names)
        if (line.find(std::string(name) + "_perf") != line.npos)
            return std::string(name);
    return {};
}

/// Splits the text into tables.
class TableReader
{
public:
    TableReader(Issues& issues, std::string name) : m_issues(issues), m_name(std::move(name)) { }

    void read(std::string_view raw)
    {
        ++m_line;
        monitor::LogLine line = monitor::normaliseLine(raw, monitor::Stream::Out, {}, {});
        if (!understand(line.body) && (!monitor::takeDoubtfulPrefix(line) || !understand(line.body)))
            other(line.body);
    }
    std::vector<NcclTable> take()
    {
        std::erase_if(m_tables, [](const NcclTable& table) { return table.rows.empty(); });
        return std::move(m_tables);
    }

private:
    bool understand(std::string_view line)
    {
        const std::string_view text = trim(line);
        if (beginsNcclRow(text)) {
            addRow(text);
            return true;
        }
        if (std::string named = collectiveIn(text); !named.empty()) {
            m_collective = std::move(named);
            if (!m_tables.empty() && m_tables.back().rows.empty())
                m_tables.back().collective = m_collective;
            return true;
        }
        if (!text.starts_with('#'))
            return text.empty() || (text.starts_with("nThread") && header(text));
        const std::string_view comment = trim(text.substr(1));
        return header(comment) || rank(comment) || columns(comment) || average(comment) || isDecoration(comment);
    }

    static bool isDecoration(std::string_view comment)
    {
        return comment.empty() || comment.starts_with("Using devices") || comment.starts_with("out-of-place")
            || comment.starts_with("(B)") || comment.starts_with("nccl-tests version")
            || comment.starts_with("Out of bounds values") || comment.starts_with("Collective test")
            || comment.starts_with("Errors with asterisks") || comment.starts_with("NCCL");
    }

    NcclTable& table()
    {
        if (m_tables.empty() || m_tables.back().average)
            begin();
        return m_tables.back();
    }
    void begin()
    {
        m_tables.emplace_back();
        m_tables.back().collective = m_collective;
        m_tables.back().line = m_line;
        m_columns.clear();
    }

    bool header(std::string_view comment)
    {
        if (!comment.starts_with("nThread"))
            return false;
        if (m_tables.empty() || m_tables.back().average || !m_tables.back().rows.empty())
            begin();
        NcclTable& now = m_tables.back();
        now.threads = numberAfter(comment, "nThread");
        now.gpus = numberAfter(comment, "nGpus");
        now.least = numberAfter(comment, "minBytes");
        now.most = numberAfter(comment, "maxBytes");
        const auto step = numberAfter(comment, "step:");
        (comment.find("(factor)") != comment.npos ? now.factor : now.increment) = step;
        return true;
    }

    bool rank(std::string_view comment)
    {
        if (!comment.starts_with("Rank"))
            return false;
        const auto number = numberAfter(comment, "Rank"), pid = numberAfter(comment, "Pid");
        const std::size_t on = comment.find(" on ");
        if (!number || *number < 0 || *number >= mostRanks || on == comment.npos)
            return false;
        const std::string_view rest = trim(comment.substr(on + 4));
        NcclTable::Rank found{std::string(rest.substr(0, rest.find_first_of(" \t"))),
                              pid && std::abs(*pid) < 1e15 ? static_cast<std::int64_t>(*pid) : 0};
        NcclTable& now = table();
        const auto [known, isNew] = now.ranks.try_emplace(static_cast<int>(*number), found);
        if (!isNew && (known->second.pid != found.pid || known->second.host != found.host))
            count("rank-twice",
                  "two processes call themselves the same rank: they did not run as one job (was it "
                  "built with MPI=1?)");
        return true;
    }

    bool columns(std::string_view comment)
    {
        if (!comment.starts_with("size"))
            return false;
        std::vector<std::string> names;
        for (const std::string_view word : split(comment, ' '))
            if (!trim(word).empty())
                names.emplace_back(trim(word));
        m_columns = std::move(names);
        return true;
    }

    bool average(std::string_view comment)
    {
        if (!comment.starts_with("Avg bus bandwidth"))
            return false;
        if (!m_tables.empty() && !m_tables.back().average)
            m_tables.back().average = numberAfter(comment, "bandwidth");
        return true;
    }

    void addRow(std::string_view text)
    {
        auto row = parseNcclRow(text, m_columns);
        if (!row) {
            count("damaged-row", text);
            return;
        }
        NcclTable& now = table();
        if (m_rows == mostResultRows) {
            count("rows-beyond", "more than 10 000 rows");
            return;
        }
        ++m_rows;
        row->line = m_line;
        now.rows.push_back(*std::move(row));
    }

    void other(std::string_view text) { count("unknown-line", text, Severity::Note); }
    void count(const char* kind, std::string_view example, Severity severity = Severity::Warning)
    {
        countIssue(
            m_issues,
            {kind, severity, 1, monitor::validUtf8(example.substr(0, 200)), fmt::format("{} line {}", m_name, m_line)});
    }

    Issues& m_issues;
    std::string m_name;
    std::vector<NcclTable> m_tables;
    std::vector<std::string> m_columns; ///< of the table, as its header names them
    std::string m_collective;
    std::uint64_t m_line = 0;
    std::size_t m_rows = 0;
};

/// Compares a table with its own definitions, and creates its runs.
class TableRuns
{
public:
    TableRuns(const NcclTable& table, Issues& issues, std::string name)
        : m_table(table), m_issues(issues), m_name(std::move(name)), m_collective(table.collective)
    {
        m_ranks = static_cast<double>(table.ranks.size());
        if (m_ranks == 0 && table.threads && table.gpus)
            m_ranks = *table.threads * *table.gpus; // of one process; for several the list of ranks is used
        m_factor = busFactor(m_collective, m_ranks);
    }

    std::vector<ToolRun> make()
    {
        std::vector<ToolRun> runs{tableRun()};
        for (const NcclRow& row : m_table.rows) {
            check(row);
            runs.push_back(rowRun(row, runs.size()));
        }
        return runs;
    }

private:
    void addFactors(ToolRun& run) const
    {
        const NcclRow& first = m_table.rows.front();
        run.addFactor("tool", "nccl-tests");
        run.addFactor("collective", m_collective);
        run.addFactor("datatype", first.type);
        if (first.operation != "none")
            run.addFactor("operation", first.operation);
        if (first.root && *first.root >= 0)
            run.addFactor("root", *first.root, "");
        if (m_ranks > 0)
            run.addFactor("ranks", m_ranks, "");
        std::set<std::string> hosts;
        for (const auto& [number, rank] : m_table.ranks)
            hosts.insert(rank.host);
        if (!hosts.empty())
            run.addFactor("nodes", static_cast<double>(hosts.size()), "");
        if (m_table.threads)
            run.addFactor("threads", *m_table.threads, "");
        if (m_table.gpus)
            run.addFactor("gpus_per_thread", *m_table.gpus, "");
    }

    ToolRun tableRun()
    {
        ToolRun run;
        run.name = "table";
        run.rows = m_table.rows.size();
        addFactors(run);
        double sum = 0, number = 0;
        for (const NcclRow& row : m_table.rows)
            for (const NcclHalf& half : row.halves)
                if (std::isfinite(half.bus)) {
                    sum += half.bus;
                    ++number;
                }
        const double average = sum / number;
        run.addMetric("bus_bandwidth_average", {}, average * gigabyte, "bit/s",
                      "mean of the bus bandwidths of all rows, out of place and in place");
        if (m_table.average)
            run.addMetric("bus_bandwidth_average_published", {}, *m_table.average * gigabyte, "bit/s",
                          "\"Avg bus bandwidth\" as nccl-tests prints it");
        if (!m_table.average)
            count("no-average", "the line \"Avg bus bandwidth\" is missing: the end was cut", m_table.line);
        else if (std::abs(*m_table.average - average) > 0.01 + 0.01 * average)
            count("average-differs",
                  fmt::format("nccl-tests reports {} GB/s, its rows result in {:.4g}", shortest(*m_table.average),
                              average),
                  m_table.line);
        checkRows();
        return run;
    }

    ToolRun rowRun(const NcclRow& row, std::size_t number) const
    {
        static constexpr std::array<const char*, 2> places = {"out-of-place", "in-place"};
        ToolRun run;
        run.name = fmt::format("row {}", number);
        run.rows = 1;
        addFactors(run);
        run.addFactor("size", row.size, "B");
        double time = 0, algorithm = 0, bus = 0;
        for (std::size_t i = 0; i < row.halves.size(); ++i) {
            const NcclHalf& half = row.halves[i];
            const std::string place = places[std::min(i, places.size() - 1)];
            addHalf(run, place, half.microseconds, half.algorithm, half.bus, "as nccl-tests prints it");
            if (half.wrong)
                run.addMetric("wrong", place, *half.wrong, "values", "wrong values that nccl-tests found");
            time += half.microseconds;
            algorithm += half.algorithm;
            bus += half.bus;
        }
        const auto halves = static_cast<double>(row.halves.size());
        addHalf(run, {}, time / halves, algorithm / halves, bus / halves, "mean of out of place and in place");
        return run;
    }
    static void addHalf(ToolRun& run, const std::string& place, double time, double algorithm, double bus,
                        const std::string& how)
    {
        run.addMetric("time", place, time * 1e-6, "s", how);
        run.addMetric("algorithm_bandwidth", place, algorithm * gigabyte, "bit/s", how + "; size ÷ time");
        run.addMetric("bus_bandwidth", place, bus * gigabyte, "bit/s", how);
    }

    /// nccl-tests prints two decimals, and times with four or five digits.
    void check(const NcclRow& row)
    {
        const double bytes = ncclTypeBytes(row.type).value_or(0);
        const bool each = std::abs(row.count * bytes - row.size) < 0.5;
        const bool all = m_ranks > 0 && std::abs(row.count * bytes * m_ranks - row.size) < 0.5;
        if (!each && !all)
            count("count-differs", fmt::format("{:.0f} elements of {} are not {:.0f} B", row.count, row.type, row.size),
                  row.line);
        for (const NcclHalf& half : row.halves) {
            if (half.wrong && *half.wrong > 0)
                count("wrong-values", fmt::format("{} at {:.0f} B", shortest(*half.wrong), row.size), row.line);
            if (half.microseconds > 0) {
                const double algorithm = row.size / half.microseconds / 1e3;
                if (std::abs(algorithm - half.algorithm) > 0.006 + 0.006 * algorithm)
                    count("algbw-differs",
                          fmt::format("{:.0f} B in {} µs are {:.4g} GB/s, printed is {}", row.size,
                                      shortest(half.microseconds), algorithm, shortest(half.algorithm)),
                          row.line);
            }
            const double slack = m_factor ? 0.006 + 0.006 * *m_factor + 0.001 * half.bus : 0;
            if (m_factor && std::abs(half.algorithm * *m_factor - half.bus) > slack)
                count("busbw-differs",
                      fmt::format("{} × {:.4g} is {:.4g} GB/s, printed is {}", shortest(half.algorithm), *m_factor,
                                  half.algorithm * *m_factor, shortest(half.bus)),
                      row.line);
        }
    }

    /// The sizes announced in the header.
    void checkRows()
    {
        if (!m_table.least || !m_table.most || *m_table.least <= 0 || *m_table.most < *m_table.least)
            return;
        double wanted = 0;
        if (m_table.factor && *m_table.factor > 1)
            wanted = std::floor(std::log(*m_table.most / *m_table.least) / std::log(*m_table.factor) + 1e-9) + 1;
        else if (m_table.increment && *m_table.increment > 0)
            wanted = std::floor((*m_table.most - *m_table.least) / *m_table.increment) + 1;
        if (static_cast<double>(m_table.rows.size()) < wanted)
            count("rows-missing",
                  fmt::format("{} of the {:.0f} sizes that the header announces", m_table.rows.size(), wanted),
                  m_table.line);
    }

    void count(const char* kind, std::string example, std::uint64_t line) const
    {
        countIssue(m_issues, {kind, Severity::Warning, 1, std::move(example), fmt::format("{} line {}", m_name, line)});
    }

    const NcclTable& m_table;
    Issues& m_issues;
    std::string m_name;
    std::string m_collective;
    double m_ranks = 0;
    std::optional<double> m_factor;
};

} // namespace

std::optional<double> busFactor(std::string_view collective, double ranks)
{
    if (ranks < 1)
        return std::nullopt;
    if (collective == "all_reduce")
        return 2 * (ranks - 1) / ranks;
    static constexpr std::array<std::string_view, 5> parts = {"all_gather", "reduce_scatter", "alltoall", "gather",
                                                              "scatter"};
    if (std::ranges::find(parts, collective) != parts.end())
        return (ranks - 1) / ranks;
    static constexpr std::array<std::string_view, 3> whole = {"broadcast", "reduce", "sendrecv"};
    if (std::ranges::find(whole, collective) != whole.end())
        return 1;
    return std::nullopt;
}

bool looksLikeNcclTests(std::string_view head)
{
    const bool hasHeader = head.find("nThread ") != head.npos && head.find("minBytes") != head.npos;
    const bool hasColumns = head.find("algbw") != head.npos && head.find("busbw") != head.npos;
    return hasHeader || (hasColumns && head.find("(elements)") != head.npos);
}

Result<std::vector<ToolRun>> parseNcclTests(std::string_view text, const std::string& name, Issues& issues)
{
    TableReader reader(issues, name);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        reader.read(text.substr(0, std::min(end, longestLine)));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    const std::vector<NcclTable> tables = reader.take();
    if (tables.empty())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} has no row of nccl-tests (size, count, type, …, time, algbw, busbw); did the test "
                                "fail before its first size?",
                                name));
    std::vector<ToolRun> runs;
    for (std::size_t i = 0; i < tables.size(); ++i)
        for (ToolRun& run : TableRuns(tables[i], issues, name).make()) {
            if (tables.size() > 1)
                run.name = fmt::format("table {} {}", i + 1, run.name == "table" ? "" : run.name);
            run.name = std::string(trim(run.name));
            runs.push_back(std::move(run));
        }
    return runs;
}

namespace {

std::optional<FormatMatch> matchNcclTests(const FileHead& head)
{
    return matchIf(looksLikeNcclTests(head.text()), 0.95, "the header of nccl-tests");
}

Result<std::vector<ToolRun>> readNcclTests(const std::filesystem::path& file, Issues& issues, const JobContext&)
{
    MR_TRY(text, readToolText(file, issues));
    return parseNcclTests(text, file.filename().string(), issues);
}

} // namespace

const FileFormat ncclTestsFormat{.name = "nccl-tests",
                                 .sign = FormatSign::Words,
                                 .match = matchNcclTests,
                                 .read = readNcclTests,
                                 .title = "nccl-tests"};

} // namespace millrace::importers
