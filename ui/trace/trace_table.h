// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/flow_columns.h"
#include "core/analysis/row_order.h"
#include "ui/trace/trace_focus.h"

#include <QLocale>

#include <span>

namespace millrace::ui {

using analysis::isReal;
/// Texts are stored by rank; words() returns the text. Times are shown in seconds since the first packet, durations in
/// seconds, rates in Mbit/s, latencies in milliseconds, shares in percent.
using analysis::ValueKind;

struct TableColumn
{
    const char* name; ///< in filters and CSV: "packets"; same as in the command line's tables
    QString heading;
    QString tip;
    ValueKind kind = ValueKind::Count;
    bool hidden = false; ///< until the user shows it
};

/// Fields of a row that filter terms are compared with.
struct RowIdentity
{
    std::uint32_t source = analysis::noRow; ///< rows of addresses
    std::uint32_t destination = analysis::noRow;
    std::uint16_t sourcePort = 0;
    std::uint16_t destinationPort = 0;
    std::uint8_t protocol = 0;
    std::uint8_t flags = 0;
};

/// Rows of one kind, with the numbers for a focus. Immutable; read from any thread.
class TraceTable
{
public:
    explicit TraceTable(std::shared_ptr<const Trace> trace) : m_trace(std::move(trace)) { }
    virtual ~TraceTable() = default;
    TraceTable(const TraceTable&) = delete;
    TraceTable& operator=(const TraceTable&) = delete;

    [[nodiscard]] const Trace& trace() const noexcept { return *m_trace; }
    [[nodiscard]] const std::shared_ptr<const Trace>& shared() const noexcept { return m_trace; }
    [[nodiscard]] virtual const std::vector<TableColumn>& columns() const = 0;
    [[nodiscard]] virtual std::size_t rowCount() const = 0;
    /// Whether any part of a row is in the table's focus.
    [[nodiscard]] virtual bool isInFocus(std::uint32_t row) const = 0;
    /// Returns the value, or the rank of a text.
    [[nodiscard]] virtual std::int64_t integer(std::uint32_t row, int column) const = 0;
    /// Returns the value of a column with isReal(); NaN: unknown.
    [[nodiscard]] virtual double real(std::uint32_t row, int column) const = 0;
    /// Returns the text of a ValueKind::Text column.
    [[nodiscard]] virtual QString words(std::uint32_t row, int column) const = 0;
    [[nodiscard]] virtual RowIdentity identity(std::uint32_t row) const = 0;
    /// Whether a whole number or a text is defined: packets without ports have none.
    [[nodiscard]] virtual bool isKnown(std::uint32_t, int) const { return true; }

    /// Returns the row of the address in a cell; noRow for other columns.
    [[nodiscard]] std::uint32_t addressIn(std::uint32_t row, int column) const;
    /// Returns the displayed text, in the unit of the heading.
    [[nodiscard]] QString cellText(std::uint32_t row, int column, const QLocale& locale) const;
    /// Returns all digits, "." as decimal point, in base units: s, B, bit/s; empty when unknown.
    [[nodiscard]] QString csvText(std::uint32_t row, int column) const;

protected:
    /// Returns the rank of an address, for sorting texts.
    [[nodiscard]] std::int64_t rankOf(std::uint32_t address) const
    {
        return address == analysis::noRow ? -1 : trace().addressRank[address];
    }
    [[nodiscard]] QString addressText(std::uint32_t address) const
    {
        return address == analysis::noRow ? QStringLiteral("–") : trace().names[address];
    }

private:
    std::shared_ptr<const Trace> m_trace;
};

/// Returns the name of a column in CSV, with its unit: "rtt_min (s)".
[[nodiscard]] QString csvHeading(const TableColumn& column);

} // namespace millrace::ui
