// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/table_stream.h"

#include "core/base/json_fields.h"
#include "core/report/table_writers.h"

#include <fmt/format.h>

namespace millrace::report {

namespace {

/// Passes text on in blocks, until the first error.
class TextBlocks
{
public:
    explicit TextBlocks(const TextSink& sink) : m_sink(sink) { }

    /// False after an error.
    bool add(std::string_view text)
    {
        m_block += text;
        if (m_block.size() >= blockBytes)
            flush();
        return m_result.has_value();
    }
    Result<void> finish()
    {
        flush();
        return m_result;
    }

private:
    static constexpr std::size_t blockBytes = std::size_t{64} << 10;

    void flush()
    {
        if (m_result && !m_block.empty())
            m_result = m_sink(m_block);
        m_block.clear();
    }

    const TextSink& m_sink;
    std::string m_block;
    Result<void> m_result;
};

std::string compactJson(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace

Table collected(const TableStream& stream, std::size_t most)
{
    Table table = stream.head;
    std::size_t beyond = 0;
    stream.rows([&](std::vector<Cell> row) {
        if (most == 0 || table.rows.size() < most)
            table.rows.push_back(std::move(row));
        else
            ++beyond;
        return true;
    });
    if (beyond > 0)
        table.notes.push_back(fmt::format("The first {} rows of {}.", most, most + beyond));
    return table;
}

Result<void> writeCsv(const TableStream& stream, const TextSink& sink)
{
    TextBlocks blocks(sink);
    if (blocks.add(csvHeader(stream.head)))
        stream.rows([&blocks](const std::vector<Cell>& row) { return blocks.add(csvLine(row)); });
    return blocks.finish();
}

Result<void> writeJson(const TableStream& stream, const TextSink& sink)
{
    const Json head = toJson(stream.head);
    TextBlocks blocks(sink);
    blocks.add(fmt::format("{{\"title\": {}, \"columns\": {}, \"rows\": [", compactJson(head["title"]),
                           compactJson(head["columns"])));
    const char* before = "\n  ";
    stream.rows([&](const std::vector<Cell>& row) {
        blocks.add(before);
        before = ",\n  ";
        return blocks.add(compactJson(toJson(row)));
    });
    blocks.add(fmt::format("], \"notes\": {}}}", compactJson(head["notes"])));
    return blocks.finish();
}

} // namespace millrace::report
