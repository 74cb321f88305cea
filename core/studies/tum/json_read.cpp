// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"
#include "core/importers/table_values.h"
#include "core/studies/tum/json.h"

#include <fmt/format.h>

namespace millrace::studies::tum {

namespace {

/// Rows of a file with parallel columns, joined by their index.
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
        if (m_rows.size() >= importers::mostTableRows)
            return nullptr;
        m_places.emplace(std::string(index), m_rows.size());
        return &m_rows.emplace_back();
    }
    [[nodiscard]] std::vector<Row> take() { return std::move(m_rows); }

private:
    std::vector<Row> m_rows;
    std::map<std::string, std::size_t, std::less<>> m_places;
};

/// A text, or a number as the text it represents: 2222.0 is "2222".
std::string textOf(const importers::PandasValue& value)
{
    if (const auto* text = std::get_if<std::string_view>(&value))
        return std::string(*text);
    if (const auto whole = importers::wholeNumber(value))
        return std::to_string(*whole);
    const double* number = std::get_if<double>(&value);
    return number == nullptr ? std::string() : shortest(*number);
}

} // namespace

Result<std::vector<ReadFlow>> readFlowArrival(const std::filesystem::path& file, Issues& issues)
{
    static const std::map<std::string, std::string ReadFlow::*, std::less<>> texts = {
        {"ip.src", &ReadFlow::source},          {"ip.dst", &ReadFlow::destination},
        {"tcp.srcport", &ReadFlow::sourcePort}, {"tcp.dstport", &ReadFlow::destinationPort},
        {"arrival.time", &ReadFlow::arrival},   {"departure.time", &ReadFlow::departure}};
    ParallelRows<ReadFlow> rows;
    MR_CHECK(importers::readPandasColumns(
        file,
        [&](std::string_view column, std::string_view index, const importers::PandasValue& value) {
            ReadFlow* row = rows.at(index);
            const auto field = texts.find(column);
            const auto bytes = importers::wholeNumber(value);
            if (row != nullptr && field != texts.end())
                row->*(field->second) = textOf(value);
            else if (row != nullptr && column == "value" && bytes)
                row->bytes = *bytes;
            else
                importers::countDamage(issues, "other-value", fmt::format("{} {}", column, index), file);
        },
        issues));
    return rows.take();
}

} // namespace millrace::studies::tum
