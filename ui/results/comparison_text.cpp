// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/comparison_text.h"

#include "core/report/summary_tables.h"
#include "ui/base/format.h"
#include "ui/figures/figure_text.h"

#include <QCoreApplication>

namespace millrace::ui {
namespace {

class Words
{
    Q_DECLARE_TR_FUNCTIONS(ComparisonText)

public:
    Words(const report::RunComparison& comparison, const QLocale& locale)
        : m_comparison(comparison), m_locale(locale), m_metric(toQString(report::metricLabel(comparison.metric.name))),
          m_of(toQString(comparison.ofLabel)), m_with(toQString(comparison.withLabel))
    {
    }

    [[nodiscard]] QString whole() const
    {
        const analysis::Estimate& relative = m_comparison.numbers.relative;
        if (std::isnan(relative.value))
            return tr("The %1 of “%2” cannot be put in relation to that of “%3”.").arg(m_metric, m_of, m_with);
        QString text = relative.value < 0
            ? tr("The %1 of “%2” is %3 lower than that of “%4”").arg(m_metric, m_of, share(relative.value), m_with)
            : tr("The %1 of “%2” is %3 higher than that of “%4”").arg(m_metric, m_of, share(relative.value), m_with);
        if (!relative.hasInterval())
            return text + tr("; the confidence is unknown.");
        text += tr(" (95 % interval %1 to %2)").arg(change(relative.interval.low), change(relative.interval.high));
        if (relative.interval.contains(0))
            text += tr(", which may be chance");
        return text + pairs() + QLatin1Char('.');
    }

private:
    [[nodiscard]] QString share(double value) const { return formatFraction(std::abs(value), m_locale); }
    [[nodiscard]] QString change(double value) const
    {
        const QString sign = value < 0 ? QString(QChar(0x2212)) : QStringLiteral("+");
        return sign + share(value);
    }
    [[nodiscard]] QString pairs() const
    {
        const analysis::Estimate& paired = m_comparison.numbers.pairedDifference;
        if (m_comparison.numbers.pairs == 0 || !paired.hasInterval())
            return {};
        QStringList equal;
        for (const std::string& name : m_comparison.pairedBy)
            equal.append(toQString(name));
        const auto value = [this](double number) { return valueText(number, m_comparison.metric.unit, m_locale); };
        return tr("; within %n pair(s) of equal %1 it differs by %2 (95 % interval %3 to %4)", nullptr,
                  static_cast<int>(m_comparison.numbers.pairs))
            .arg(equal.join(QStringLiteral(", ")), value(paired.value), value(paired.interval.low),
                 value(paired.interval.high));
    }

    const report::RunComparison& m_comparison;
    QLocale m_locale;
    QString m_metric;
    QString m_of;
    QString m_with;
};

} // namespace

QString comparisonSentence(const report::RunComparison& comparison, const QLocale& locale)
{
    return Words(comparison, locale).whole();
}

} // namespace millrace::ui
