// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"
#include "core/importers/table_values.h"
#include "core/importers/tum_json.h"

#include <fmt/format.h>

namespace millrace::importers {

namespace {

/// Rows of a file with parallel columns, put together by their index.
template <typename Row>
class ParallelRows
{
public:
    /// nullptr when there are too many.
    Row* at(std::string_view index)
    {
        const auto found = m_places.find(index);
        if (found != m_places.end())
            return &m_rows[found->second];
        if (m_rows.size() >= mostTableRows)
            return nullptr;
        m_places.emplace(std::string(index), m_rows.size());
        return &m_rows.emplace_back();
    }
    [[nodiscard]] std::vector<Row> take() { return std::move(m_rows); }

private:
    std::vector<Row> m_rows;
    std::map<std::string, std::size_t, std::less<>> m_places;
};

/// A text, or a number as the text that is meant: 2222.0 is "2222".
std::string textOf(const PandasValue& value)
{
    if (const auto* text = std::get_if<std::string_view>(&value))
        return std::string(*text);
    if (const auto whole = wholeNumber(value))
        return std::to_string(*whole);
    const double* number = std::get_if<double>(&value);
    return number == nullptr ? std::string() : shortest(*number);
}

} // namespace

Result<std::map<std::string, std::vector<analysis::HostBytes>>> readBytesSent(const std::filesystem::path& file,
                                                                              Issues& issues)
{
    std::map<std::string, std::vector<analysis::HostBytes>> runs;
    MR_CHECK(readPandasColumns(
        file,
        [&](std::string_view run, std::string_view host, const PandasValue& value) {
            if (std::holds_alternative<std::monostate>(value))
                return;
            const auto bytes = wholeNumber(value);
            if (!bytes || host.empty() || runs.size() >= mostTableRows)
                countDamage(issues, "other-value", fmt::format("{} {}", run, host), file);
            else
                runs[std::string(run)].push_back({std::string(host), true, *bytes});
        },
        issues));
    return runs;
}

Result<std::map<std::string, double>> readNumberFlows(const std::filesystem::path& file, Issues& issues)
{
    std::map<std::string, double> runs;
    MR_CHECK(readPandasColumns(
        file,
        [&](std::string_view column, std::string_view run, const PandasValue& value) {
            const auto flows = wholeNumber(value);
            if (column != "flows" || !flows || runs.size() >= mostTableRows)
                countDamage(issues, "other-value", fmt::format("{} {}", column, run), file);
            else
                runs[std::string(run)] = static_cast<double>(*flows);
        },
        issues));
    return runs;
}

Result<std::vector<ReadPair>> readJointSentReceived(const std::filesystem::path& file, Issues& issues)
{
    ParallelRows<ReadPair> rows;
    MR_CHECK(readPandasColumns(
        file,
        [&](std::string_view column, std::string_view index, const PandasValue& value) {
            ReadPair* row = rows.at(index);
            const auto bytes = wholeNumber(value);
            if (row != nullptr && column == "ip.src")
                row->source = textOf(value);
            else if (row != nullptr && column == "ip.dst")
                row->destination = textOf(value);
            else if (row != nullptr && column == "frame.len" && bytes)
                row->bytes = *bytes;
            else
                countDamage(issues, "other-value", fmt::format("{} {}", column, index), file);
        },
        issues));
    return rows.take();
}

Result<std::vector<analysis::FlowSize>> readFlowCdf(const std::filesystem::path& file, Issues& issues)
{
    ParallelRows<analysis::FlowSize> rows;
    MR_CHECK(readPandasColumns(
        file,
        [&](std::string_view column, std::string_view index, const PandasValue& value) {
            analysis::FlowSize* row = rows.at(index);
            const double* number = std::get_if<double>(&value);
            const auto whole = wholeNumber(value);
            if (row != nullptr && column == "value" && whole)
                row->bytes = *whole;
            else if (row != nullptr && column == "frequency" && whole)
                row->flows = *whole;
            else if (row != nullptr && column == "pdf" && number != nullptr)
                row->share = *number;
            else if (row != nullptr && column == "cdf" && number != nullptr)
                row->cumulative = *number;
            else
                countDamage(issues, "other-value", fmt::format("{} {}", column, index), file);
        },
        issues));
    return rows.take();
}

Result<std::vector<ReadFlow>> readFlowArrival(const std::filesystem::path& file, Issues& issues)
{
    static const std::map<std::string, std::string ReadFlow::*, std::less<>> texts = {
        {"ip.src", &ReadFlow::source},          {"ip.dst", &ReadFlow::destination},
        {"tcp.srcport", &ReadFlow::sourcePort}, {"tcp.dstport", &ReadFlow::destinationPort},
        {"arrival.time", &ReadFlow::arrival},   {"departure.time", &ReadFlow::departure}};
    ParallelRows<ReadFlow> rows;
    MR_CHECK(readPandasColumns(
        file,
        [&](std::string_view column, std::string_view index, const PandasValue& value) {
            ReadFlow* row = rows.at(index);
            const auto field = texts.find(column);
            const auto bytes = wholeNumber(value);
            if (row != nullptr && field != texts.end())
                row->*(field->second) = textOf(value);
            else if (row != nullptr && column == "value" && bytes)
                row->bytes = *bytes;
            else
                countDamage(issues, "other-value", fmt::format("{} {}", column, index), file);
        },
        issues));
    return rows.take();
}

Result<std::map<std::string, ReadLane>> readTemporalFlow(const std::filesystem::path& file, Issues& issues)
{
    std::map<std::string, ReadLane> lanes;
    std::size_t values = 0;
    MR_CHECK(readPandasColumns(
        file,
        [&](std::string_view flow, std::string_view, const PandasValue& value) {
            const auto* text = std::get_if<std::string_view>(&value);
            if (text == nullptr || lanes.size() >= mostTableRows) {
                countDamage(issues, "other-value", std::string(flow), file);
                return;
            }
            ReadLane& lane = lanes[std::string(flow)];
            const bool whole =
                readPandasText(*text, [&](std::string_view column, std::string_view index, const PandasValue& inner) {
                    const auto second = integerOf(index);
                    const auto bytes = wholeNumber(inner);
                    if (column != "frame.len" || !second || !bytes || ++values > mostTableRows * 10)
                        countDamage(issues, "other-value", fmt::format("{} {}", flow, index), file);
                    else
                        lane.emplace_back(*second, *bytes);
                });
            if (!whole)
                countDamage(issues, "cut-file", fmt::format("the text of {}", flow), file);
        },
        issues));
    return lanes;
}

} // namespace millrace::importers
