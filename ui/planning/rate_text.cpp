// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/planning/rate_text.h"

#include "core/base/text.h"
#include "ui/base/format.h"

#include <QStringList>

#include <algorithm>

namespace millrace::ui {

QString ratesText(const std::vector<planner::MachineRate>& rates)
{
    QStringList parts;
    for (const planner::MachineRate& rate : rates)
        parts.append(toQString(rate.machine + " " + shortest(rate.samplesPerSecond)));
    return parts.join(QStringLiteral(", "));
}

std::vector<planner::MachineRate> ratesIn(const QString& text, const std::vector<planner::MachineRate>& before)
{
    std::vector<planner::MachineRate> rates;
    for (const QString& part : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const QString words = part.simplified();
        const auto number = parseDouble(words.section(QLatin1Char(' '), -1).toStdString());
        planner::MachineRate rate;
        rate.machine = (number ? words.section(QLatin1Char(' '), 0, -2) : words).toStdString();
        rate.samplesPerSecond = number.value_or(0);
        rate.source = "typed";
        const auto same = std::ranges::find_if(before, [&rate](const planner::MachineRate& known) {
            return known.machine == rate.machine && known.samplesPerSecond == rate.samplesPerSecond;
        });
        rates.push_back(same == before.end() ? rate : *same);
    }
    return rates;
}

} // namespace millrace::ui
