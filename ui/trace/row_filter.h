// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/trace/trace_table.h"

#include <optional>

namespace millrace::ui {

/// Filter line of a table: terms separated by spaces, all of which must match. A term is part of an address, a port,
/// "address:port", a protocol or a TCP flag; "packets>100", "rtt_min<2ms", "port=5000" compare; a leading "-" excludes.
class RowFilter
{
public:
    /// Returns nothing, and a sentence in `problem`, if a comparison is invalid.
    [[nodiscard]] static std::optional<RowFilter> parse(const QString& text, const std::vector<TableColumn>& columns,
                                                        QString& problem);

    [[nodiscard]] bool isEmpty() const noexcept { return m_terms.empty(); }
    /// Looks up all addresses once; call before matches().
    void prepare(const Trace& trace);
    [[nodiscard]] bool matches(const TraceTable& table, std::uint32_t row) const;

private:
    enum class Operator
    {
        Word,
        Less,
        LessOrEqual,
        Equal,
        NotEqual,
        GreaterOrEqual,
        Greater
    };
    enum class Subject
    {
        Column,
        Address, ///< of either end
        Port ///< of either end
    };
    struct Term
    {
        bool negated = false;
        Operator op = Operator::Word;
        Subject subject = Subject::Column;
        int column = -1;
        bool real = false;
        bool isText = false;
        bool timeOfTrace = false; ///< relative to the first packet
        double value = 0;
        QString text;
        // of terms
        std::optional<std::uint16_t> port;
        std::optional<std::uint16_t> addressPort; ///< of "address:port"
        std::vector<std::uint8_t> addresses; ///< 1 for those that contain the text
        std::vector<std::uint8_t> addressesBeforePort;
        std::uint8_t flag = 0;
    };
    static Operator operatorOf(const QString& sign);
    static std::optional<Term> parseTerm(QStringView text, const std::vector<TableColumn>& columns, QString& problem);
    static bool parseComparison(QStringView value, const TableColumn& column, Term& term, QString& problem);
    static void parseWord(Term& term);
    static bool matchesWord(const Term& term, const RowIdentity& row);
    static bool matchesNumber(const Term& term, double value);
    bool matchesTerm(const Term& term, const TraceTable& table, std::uint32_t row) const;

    std::vector<Term> m_terms;
    std::int64_t m_firstTime = 0;
};

} // namespace millrace::ui
