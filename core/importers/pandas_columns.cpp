// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/pandas_columns.h"

#include "core/base/unique_fd.h"

#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace millrace::importers {

namespace {

using SortedJson = nlohmann::json;

/// Follows the parser through {column: {index: value}}.
class ColumnsHandler final : public nlohmann::json_sax<SortedJson>
{
public:
    ColumnsHandler(const PandasCell& cell, const JobContext& job) : m_cell(cell), m_job(job) { }

    bool null() override { return value({}); }
    bool boolean(bool flag) override { return value(flag ? 1.0 : 0.0); }
    bool number_integer(number_integer_t number) override { return value(static_cast<double>(number)); }
    bool number_unsigned(number_unsigned_t number) override { return value(static_cast<double>(number)); }
    bool number_float(number_float_t number, const string_t&) override { return value(number); }
    bool string(string_t& text) override { return value(std::string_view(text)); }
    bool binary(binary_t&) override { return true; }
    bool start_object(std::size_t) override
    {
        ++m_depth;
        if (m_depth > 2 || m_arrays > 0)
            ++m_others;
        return m_depth + m_arrays < mostDepth;
    }
    bool end_object() override
    {
        --m_depth;
        return true;
    }
    bool start_array(std::size_t) override
    {
        ++m_arrays;
        ++m_others;
        return m_depth > 0 && m_depth + m_arrays < mostDepth;
    }
    bool end_array() override
    {
        --m_arrays;
        return true;
    }
    bool key(string_t& text) override
    {
        if (m_arrays > 0)
            return true;
        if (m_depth == 1) {
            m_column = text;
            m_index.clear();
        } else if (m_depth == 2) {
            m_index = text;
        }
        return true;
    }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) override
    {
        m_where = position;
        m_error = error.what();
        return false;
    }

    [[nodiscard]] const std::string& error() const noexcept { return m_error; }
    [[nodiscard]] std::size_t where() const noexcept { return m_where; }
    [[nodiscard]] std::int64_t others() const noexcept { return m_others; }
    [[nodiscard]] bool cancelled() const noexcept { return m_cancelled; }

private:
    static constexpr int mostDepth = 100;

    bool value(const PandasValue& what)
    {
        if (m_depth == 0)
            return false;
        if (m_depth > 2 || m_arrays > 0)
            return true;
        m_cell(m_column, m_depth == 2 ? std::string_view(m_index) : std::string_view(), what);
        if (++m_values % 65536 != 0 || !m_job.cancelled())
            return true;
        m_cancelled = true;
        return false;
    }

    const PandasCell& m_cell;
    const JobContext& m_job;
    int m_depth = 0;
    int m_arrays = 0;
    std::string m_column;
    std::string m_index;
    std::uint64_t m_values = 0;
    std::int64_t m_others = 0;
    bool m_cancelled = false;
    std::string m_error;
    std::size_t m_where = 0;
};

struct Closer
{
    void operator()(std::FILE* file) const noexcept { std::fclose(file); }
};

} // namespace

Result<void> readPandasColumns(const std::filesystem::path& file, const PandasCell& cell, Issues& issues,
                               const JobContext& job)
{
    const std::unique_ptr<std::FILE, Closer> opened(std::fopen(file.c_str(), "re"));
    if (!opened)
        return failErrno("opening " + file.string());
    int first = std::fgetc(opened.get());
    while (first == ' ' || first == '\n' || first == '\r' || first == '\t')
        first = std::fgetc(opened.get());
    if (first != '{')
        return fail(ErrorCode::InvalidInput, file.string() + " does not start as a JSON object");
    std::ungetc(first, opened.get());
    ColumnsHandler handler(cell, job);
    const bool whole = SortedJson::sax_parse(opened.get(), &handler);
    if (handler.cancelled())
        return fail(ErrorCode::Cancelled, "reading " + file.string() + " was cancelled");
    if (std::ferror(opened.get()) != 0)
        return failErrno("reading " + file.string());
    if (!whole)
        countIssue(issues,
                   {"cut-file", Severity::Warning, 1,
                    handler.error().empty() ? "the file has another shape" : handler.error(),
                    fmt::format("{} byte {}", file.filename().string(), handler.where())});
    if (handler.others() > 0)
        countIssue(issues,
                   {"other-value", Severity::Warning, handler.others(), "an array or a deeper object",
                    file.filename().string()});
    return {};
}

} // namespace millrace::importers
