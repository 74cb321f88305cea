// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/grid/level_text.h"

#include "ui/base/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace millrace::ui {

namespace {

constexpr int mostLevels = 10'000;

/// The context of the words here.
struct LevelText
{
    Q_DECLARE_TR_FUNCTIONS(millrace::ui::LevelText)
};

/// Pieces between commas, semicolons and line ends; quoted text stays together, marked by a leading quote.
QStringList pieces(const QString& text)
{
    QStringList parts(QString{});
    bool quoted = false;
    for (const QChar c : text) {
        if (c == QLatin1Char('"'))
            quoted = !quoted;
        if (!quoted
            && (c == QLatin1Char(',') || c == QLatin1Char(';') || c == QLatin1Char('\n') || c == QLatin1Char('\t')))
            parts.append(QString());
        else
            parts.last() += c;
    }
    for (QString& part : parts)
        part = part.trimmed();
    parts.removeAll(QString());
    return parts;
}

bool isQuoted(const QString& part)
{
    return part.size() >= 2 && part.startsWith(QLatin1Char('"')) && part.endsWith(QLatin1Char('"'));
}

grid::Quantity ownQuantity(const QStringList& parts)
{
    const auto all = [&parts](grid::Quantity quantity) {
        return std::ranges::all_of(parts, [quantity](const QString& part) {
            const QString start = part.section(QLatin1String(".."), 0, 0);
            return bool(
                grid::parseLevel(quantity, (part.contains(QLatin1String("..")) ? start : part).toStdString(), ""));
        });
    };
    return all(grid::Quantity::Number) ? grid::Quantity::Number
        : all(grid::Quantity::Boolean) ? grid::Quantity::Boolean
                                       : grid::Quantity::Text;
}

class Reader
{
public:
    Reader(const QString& factor, const QString& text) : m_parts(pieces(text)), m_name(factor.toStdString())
    {
        const grid::KnownFactor* known = grid::findKnownFactor(m_name);
        m_quantity = known ? known->quantity : ownQuantity(m_parts);
    }

    LevelReading run()
    {
        for (const QString& part : m_parts)
            if (isRange(part))
                range(part);
            else
                single(isQuoted(part) ? part.mid(1, part.size() - 2) : part);
        if (m_parts.isEmpty())
            m_reading.problems.append(LevelText::tr("A factor needs at least one level."));
        return std::move(m_reading);
    }

private:
    [[nodiscard]] bool isRange(const QString& part) const
    {
        return m_quantity != grid::Quantity::Text && m_quantity != grid::Quantity::Boolean
            && part.contains(QLatin1String(".."));
    }

    void add(grid::Level level)
    {
        if (std::ranges::find(m_reading.levels, level) != m_reading.levels.end())
            m_reading.problems.append(LevelText::tr("Duplicate level “%1”.").arg(levelText(level)));
        else
            m_reading.levels.push_back(std::move(level));
    }

    void single(const QString& part)
    {
        if (auto level = grid::parseLevel(m_quantity, part.toStdString(), m_name))
            add(*std::move(level));
        else
            m_reading.problems.append(toQString(level.error().what));
    }

    void range(const QString& part)
    {
        const qsizetype dots = part.indexOf(QLatin1String(".."));
        const qsizetype word = part.indexOf(QLatin1String("step"), dots);
        const auto value = [this](const QString& text) {
            return grid::parseLevel(m_quantity, text.trimmed().toStdString(), m_name);
        };
        const auto first = value(part.left(dots));
        const auto last = value(word < 0 ? part.mid(dots + 2) : part.mid(dots + 2, word - dots - 2));
        const bool whole = m_quantity == grid::Quantity::Count || m_quantity == grid::Quantity::Number;
        const auto step = word >= 0 ? value(part.mid(word + 4)) : value(whole ? QStringLiteral("1") : QString());
        if (!first || !last)
            m_reading.problems.append(
                LevelText::tr("“%1” is not a range; write 1..5 or 10ms..50ms step 10ms.").arg(part));
        else if (!step || step->number() <= 0)
            m_reading.problems.append(
                LevelText::tr("The range “%1” needs a step, for example “step %2”.").arg(part, levelText(*last)));
        else if (first->number() > last->number())
            m_reading.problems.append(LevelText::tr("The range “%1” runs backwards.").arg(part));
        else if ((last->number() - first->number()) / step->number() >= mostLevels)
            m_reading.problems.append(LevelText::tr("The range “%1” has too many levels.").arg(part));
        else
            for (int i = 0; first->number() + i * step->number() <= last->number() * (1 + 1e-12); ++i)
                add(grid::numberLevel(m_quantity, first->number() + i * step->number()));
    }

    QStringList m_parts;
    std::string m_name;
    grid::Quantity m_quantity = grid::Quantity::Text;
    LevelReading m_reading;
};

} // namespace

QString levelText(const grid::Level& level)
{
    return toQString(level.text);
}

QString levelsText(const std::vector<grid::Level>& levels)
{
    QStringList parts;
    for (const grid::Level& level : levels) {
        const QString text = levelText(level);
        const bool plain = text == text.trimmed() && !text.isEmpty() && !text.contains(QLatin1Char(','))
            && !text.contains(QLatin1Char(';')) && !isQuoted(text);
        parts.append(plain ? text : QLatin1Char('"') + text + QLatin1Char('"'));
    }
    return parts.join(QLatin1String(", "));
}

LevelReading readLevels(const QString& factor, const QString& text)
{
    return Reader(factor, text).run();
}

} // namespace millrace::ui
