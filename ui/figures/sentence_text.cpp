// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/sentence_text.h"

#include "core/report/sentences.h"
#include "core/report/vocabulary.h"
#include "ui/base/format.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <vector>

namespace millrace::ui {
namespace {

/// A sentence of the report with holes, as it is found again in a text.
struct SentencePattern
{
    std::string source; ///< "Left out: {}."
    QRegularExpression expression; ///< at the beginning of a text, up to a space or its end
};

const std::vector<SentencePattern>& sentencePatterns()
{
    static const std::vector<SentencePattern> all = [] {
        std::vector<SentencePattern> patterns;
        for (const std::string_view source : report::sentences::all()) {
            QString expression = QRegularExpression::escape(toQString(source));
            // What fills a hole is part of one sentence.
            expression.replace(QStringLiteral("\\{\\}"), QStringLiteral("((?:(?!\\. ).)+?)"));
            patterns.push_back({std::string(source),
                                QRegularExpression(QStringLiteral("^") + expression + QStringLiteral("(?= |,|$)"))});
        }
        return patterns;
    }();
    return all;
}

QString fragmentText(const QString& text);

QString filledText(const SentencePattern& pattern, const QRegularExpressionMatch& match)
{
    QString text = QCoreApplication::translate("Sentence", pattern.source.c_str());
    qsizetype from = 0;
    for (int hole = 1; hole <= match.lastCapturedIndex(); ++hole) {
        const qsizetype at = text.indexOf(QStringLiteral("{}"), from);
        if (at < 0)
            break;
        const QString part = fragmentText(match.captured(hole));
        text.replace(at, 2, part);
        from = at + part.size();
    }
    return text;
}

/// The pattern that takes most of the beginning of a text; of equal ones that with the smallest holes.
std::pair<const SentencePattern*, QRegularExpressionMatch> longestMatch(const QString& text)
{
    std::pair<const SentencePattern*, QRegularExpressionMatch> best{nullptr, {}};
    for (const SentencePattern& pattern : sentencePatterns())
        if (const auto match = pattern.expression.match(text); match.hasMatch()
            && (best.first == nullptr
                || std::pair(match.capturedLength(), pattern.source.size())
                    > std::pair(best.second.capturedLength(), best.first->source.size())))
            best = {&pattern, match};
    return best;
}

/// The name of a metric or a series; another text as it is.
QString termText(const std::string& label)
{
    for (const auto terms : {report::metricTerms(), report::seriesTerms()})
        if (std::ranges::find(terms, label, &report::Term::label) != terms.end())
            return QCoreApplication::translate("Term", label.c_str());
    return toQString(label);
}

/// What fills a hole: a count of runs, several of them, the name of a metric, or something that has no translation.
QString fragmentText(const QString& text)
{
    QStringList parts;
    for (const QString& part : text.split(QStringLiteral(", "))) {
        const auto [pattern, match] = longestMatch(part);
        const bool whole = pattern != nullptr && match.capturedLength() == part.size();
        parts.append(whole ? filledText(*pattern, match) : termText(part.toStdString()));
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace

QString sentenceText(std::string_view sentences)
{
    QString rest = toQString(sentences);
    QStringList texts;
    while (!rest.isEmpty()) {
        const auto [pattern, match] = longestMatch(rest);
        if (pattern != nullptr) {
            texts.append(filledText(*pattern, match));
            rest = rest.mid(match.capturedLength()).trimmed();
            continue;
        }
        const qsizetype end = rest.indexOf(QStringLiteral(". "));
        texts.append(end < 0 ? rest : rest.left(end + 1));
        rest = end < 0 ? QString() : rest.mid(end + 2);
    }
    return texts.join(QLatin1Char(' '));
}

report::FigureSpec shownFigure(report::FigureSpec figure)
{
    for (report::FigureAxis* axis : {&figure.x, &figure.y})
        axis->label = termText(axis->label).toStdString();
    return figure;
}

} // namespace millrace::ui
