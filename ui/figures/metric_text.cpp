// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/metric_text.h"

#include "core/report/vocabulary.h"
#include "ui/base/format.h"

#include <QCoreApplication>

namespace millrace::ui {
namespace {

/// `label` is a text of core that is marked for translation, or a name that nobody translates.
QString asHeading(const std::string& label)
{
    QString text = QCoreApplication::translate("Term", label.c_str());
    if (!text.isEmpty())
        text[0] = text.at(0).toUpper();
    return text;
}

bool isKnown(std::span<const report::Term> terms, std::string_view name)
{
    return std::ranges::find(terms, name, &report::Term::name) != terms.end();
}

} // namespace

QString metricText(std::string_view metric)
{
    return isKnown(report::metricTerms(), metric) ? asHeading(report::metricLabel(metric))
                                                  : toQString(report::metricLabel(metric));
}

QString seriesText(std::string_view series)
{
    return isKnown(report::seriesTerms(), series) ? asHeading(report::seriesLabel(series)) : toQString(series);
}

} // namespace millrace::ui
