// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/row_filter.h"

#include "core/base/text.h"
#include "core/base/units.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace millrace::ui {
namespace {

struct RowFilterText
{
    Q_DECLARE_TR_FUNCTIONS(RowFilter)
};

/// Parses "1.5k", "2M": SI prefixes.
std::optional<double> parseCount(std::string_view text)
{
    double factor = 1;
    if (!text.empty()) {
        switch (text.back()) {
        case 'k': factor = 1e3; break;
        case 'M': factor = 1e6; break;
        case 'G': factor = 1e9; break;
        default: break;
        }
    }
    if (factor != 1)
        text.remove_suffix(1);
    const auto value = parseDouble(text);
    return value ? std::optional(*value * factor) : std::nullopt;
}

/// Parses a value in the base unit of the column: nanoseconds, seconds, bytes, bit/s. A number without a unit has that
/// of the heading.
std::optional<double> parseValue(const std::string& text, ValueKind kind)
{
    const auto plain = parseCount(text);
    switch (kind) {
    case ValueKind::Time:
    case ValueKind::Instant:
    case ValueKind::Duration:
        if (plain)
            return *plain * 1e9;
        if (const auto duration = parseDuration(text))
            return static_cast<double>(duration->count());
        return {};
    case ValueKind::Latency:
        if (plain)
            return *plain * 1e-3;
        if (const auto duration = parseDuration(text))
            return static_cast<double>(duration->count()) * 1e-9;
        return {};
    case ValueKind::Rate:
        if (const auto number = parseDouble(text))
            return *number * 1e6;
        if (const auto rate = parseRate(text))
            return *rate;
        return {};
    case ValueKind::Bytes:
        if (plain)
            return plain;
        if (const auto size = parseSize(text))
            return static_cast<double>(*size);
        return {};
    case ValueKind::Share: return plain ? std::optional(*plain / 100) : std::nullopt;
    case ValueKind::Text:
    case ValueKind::Number:
    case ValueKind::Count: break;
    }
    return plain;
}

/// Resolves short names of columns.
QString fullName(const QString& name)
{
    static const std::pair<const char*, const char*> names[] = {{"sport", "source_port"},
                                                                {"dport", "destination_port"},
                                                                {"start", "first"},
                                                                {"bytes", "wire_bytes"},
                                                                {"payload", "payload_bytes"},
                                                                {"retransmitted", "retransmitted_bytes"},
                                                                {"outoforder", "out_of_order"},
                                                                {"dupacks", "duplicate_acks"},
                                                                {"zerowindows", "zero_windows"},
                                                                {"resets", "rst"},
                                                                {"gap", "gap_before"}};
    for (const auto& [brief, full] : names)
        if (name == QLatin1String(brief))
            return QString::fromLatin1(full);
    return name;
}

std::optional<std::uint16_t> portOf(QStringView text)
{
    bool isNumber = false;
    const std::uint16_t port = text.toUShort(&isNumber);
    return isNumber ? std::optional(port) : std::nullopt;
}

bool equalsOrContains(const std::vector<std::uint8_t>& addresses, std::uint32_t address)
{
    return address < addresses.size() && addresses[address] != 0;
}

} // namespace

std::optional<RowFilter> RowFilter::parse(const QString& text, const std::vector<TableColumn>& columns,
                                          QString& problem)
{
    RowFilter filter;
    static const QRegularExpression spaces(QStringLiteral("\\s+"));
    for (const QString& part : text.split(spaces, Qt::SkipEmptyParts)) {
        auto term = parseTerm(part, columns, problem);
        if (!term)
            return {};
        filter.m_terms.push_back(*std::move(term));
    }
    problem.clear();
    return filter;
}

RowFilter::Operator RowFilter::operatorOf(const QString& sign)
{
    static const std::pair<const char*, Operator> operators[] = {
        {"<", Operator::Less},      {"<=", Operator::LessOrEqual},    {"=", Operator::Equal},  {"==", Operator::Equal},
        {"!=", Operator::NotEqual}, {">=", Operator::GreaterOrEqual}, {">", Operator::Greater}};
    for (const auto& [text, meaning] : operators)
        if (sign == QLatin1String(text))
            return meaning;
    return Operator::Word;
}

std::optional<RowFilter::Term> RowFilter::parseTerm(QStringView text, const std::vector<TableColumn>& columns,
                                                    QString& problem)
{
    Term term;
    if (text.size() > 1 && (text.front() == QLatin1Char('-') || text.front() == QLatin1Char('!'))) {
        term.negated = true;
        text = text.mid(1);
    }
    static const QRegularExpression comparison(QStringLiteral("^([A-Za-z_0-9]+)(<=|>=|!=|==|<|>|=)(.*)$"));
    const auto match = comparison.match(text.toString());
    if (!match.hasMatch()) {
        term.text = text.toString();
        parseWord(term);
        return term;
    }
    const QString name = match.captured(1).toLower();
    term.op = operatorOf(match.captured(2));
    const QString value = match.captured(3);
    if (name == QLatin1String("port") || name == QLatin1String("address") || name == QLatin1String("host")) {
        term.subject = name == QLatin1String("port") ? Subject::Port : Subject::Address;
        term.text = value;
        const auto port = portOf(value);
        term.value = port.value_or(0);
        if (value.isEmpty() || (term.subject == Subject::Port && !port)) {
            problem = RowFilterText::tr("“%1” is not a port.").arg(value);
            return {};
        }
        return term;
    }
    QStringList names;
    for (const TableColumn& column : columns)
        names.append(QString::fromLatin1(column.name));
    const qsizetype place = names.contains(name) ? names.indexOf(name) : names.indexOf(fullName(name));
    if (place >= 0) {
        const TableColumn& column = columns[static_cast<std::size_t>(place)];
        term.column = static_cast<int>(place);
        return parseComparison(value, column, term, problem) ? std::optional(term) : std::nullopt;
    }
    problem = RowFilterText::tr("Unknown column “%1”. Columns: %2.").arg(name, names.join(QStringLiteral(", ")));
    return {};
}

bool RowFilter::parseComparison(QStringView value, const TableColumn& column, Term& term, QString& problem)
{
    term.text = value.toString();
    term.real = isReal(column.kind);
    term.timeOfTrace = column.kind == ValueKind::Time;
    term.isText = column.kind == ValueKind::Text;
    if (term.isText) {
        if (!value.isEmpty() && (term.op == Operator::Equal || term.op == Operator::NotEqual))
            return true;
        problem = RowFilterText::tr("“%1” can be compared with = and != only.").arg(QString::fromLatin1(column.name));
        return false;
    }
    if (const auto number = parseValue(value.toString().toStdString(), column.kind)) {
        term.value = *number;
        return true;
    }
    problem = RowFilterText::tr("“%1” is not a value for %2.").arg(value.toString(), column.heading);
    return false;
}

void RowFilter::parseWord(Term& term)
{
    term.port = portOf(term.text);
    if (const qsizetype colon = term.text.lastIndexOf(QLatin1Char(':')); colon > 0)
        term.addressPort = portOf(QStringView(term.text).mid(colon + 1));
    for (int bit = 0; bit < 8; ++bit)
        if (flagsText(static_cast<std::uint8_t>(1 << bit)).compare(term.text, Qt::CaseInsensitive) == 0)
            term.flag = static_cast<std::uint8_t>(1 << bit);
}

void RowFilter::prepare(const Trace& trace)
{
    m_firstTime = trace.summary.first;
    for (Term& term : m_terms) {
        if (term.op != Operator::Word && term.subject != Subject::Address)
            continue;
        const QStringView before =
            term.addressPort ? QStringView(term.text).left(term.text.lastIndexOf(QLatin1Char(':'))) : QStringView();
        term.addresses.assign(trace.addresses.size(), 0);
        term.addressesBeforePort.assign(term.addressPort ? trace.addresses.size() : 0, 0);
        for (std::size_t i = 0; i < trace.addresses.size(); ++i) {
            const bool whole = term.op != Operator::Word;
            for (const QString& name : {trace.addresses[i], trace.names[i]}) {
                if (whole ? name.compare(term.text, Qt::CaseInsensitive) == 0
                          : name.contains(term.text, Qt::CaseInsensitive))
                    term.addresses[i] = 1;
                if (term.addressPort && name.compare(before, Qt::CaseInsensitive) == 0)
                    term.addressesBeforePort[i] = 1;
            }
        }
    }
}

bool RowFilter::matchesWord(const Term& term, const RowIdentity& row)
{
    if (equalsOrContains(term.addresses, row.source) || equalsOrContains(term.addresses, row.destination))
        return true;
    if (term.port && row.protocol != 0 && (row.sourcePort == *term.port || row.destinationPort == *term.port))
        return true;
    if (term.addressPort
        && ((equalsOrContains(term.addressesBeforePort, row.source) && row.sourcePort == *term.addressPort)
            || (equalsOrContains(term.addressesBeforePort, row.destination)
                && row.destinationPort == *term.addressPort)))
        return true;
    if ((term.flag & row.flags) != 0)
        return true;
    return row.protocol != 0 && !term.port
        && protocolText(row.protocol, row.sourcePort, row.destinationPort).compare(term.text, Qt::CaseInsensitive) == 0;
}

bool RowFilter::matchesNumber(const Term& term, double value)
{
    switch (term.op) {
    case Operator::Less: return value < term.value;
    case Operator::LessOrEqual: return value <= term.value;
    case Operator::Equal: return value == term.value;
    case Operator::NotEqual: return value != term.value;
    case Operator::GreaterOrEqual: return value >= term.value;
    case Operator::Greater: return value > term.value;
    case Operator::Word: break;
    }
    return false;
}

bool RowFilter::matchesTerm(const Term& term, const TraceTable& table, std::uint32_t row) const
{
    if (term.op == Operator::Word)
        return matchesWord(term, table.identity(row));
    if (term.subject != Subject::Column) {
        const RowIdentity identity = table.identity(row);
        const bool isEqual = term.op == Operator::Equal || term.op == Operator::NotEqual;
        bool found = false;
        if (term.subject == Subject::Port && !isEqual)
            found = matchesNumber(term, identity.sourcePort) || matchesNumber(term, identity.destinationPort);
        else if (term.subject == Subject::Port)
            found = identity.sourcePort == term.value || identity.destinationPort == term.value;
        else
            found = equalsOrContains(term.addresses, identity.source)
                || equalsOrContains(term.addresses, identity.destination);
        return found == (term.op != Operator::NotEqual);
    }
    if (!table.isKnown(row, term.column))
        return term.op == Operator::NotEqual;
    if (term.isText) {
        const std::uint32_t address = table.addressIn(row, term.column);
        const bool same = table.words(row, term.column).compare(term.text, Qt::CaseInsensitive) == 0
            || (address != analysis::noRow
                && table.trace().addresses[address].compare(term.text, Qt::CaseInsensitive) == 0);
        return same == (term.op == Operator::Equal);
    }
    if (term.real)
        return matchesNumber(term, table.real(row, term.column));
    const std::int64_t value = table.integer(row, term.column);
    return matchesNumber(term, static_cast<double>(term.timeOfTrace ? value - m_firstTime : value));
}

bool RowFilter::matches(const TraceTable& table, std::uint32_t row) const
{
    return std::ranges::all_of(m_terms,
                               [&](const Term& term) { return matchesTerm(term, table, row) != term.negated; });
}

} // namespace millrace::ui
