// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/predict/setting_offers.h"

#include "core/base/quantity.h"
#include "core/run/usage_sources.h"
#include "ui/base/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace millrace::ui {

namespace {

/// Entries of one menu.
constexpr std::size_t mostOffers = 30;

QString nameOf(const predict::Setting& setting)
{
    QStringList parts{toQString(setting.model),
                      QCoreApplication::translate("millrace::ui::SettingOffers",
                                                  QT_TRANSLATE_N_NOOP("millrace::ui::SettingOffers", "%n worker(s)"),
                                                  nullptr, static_cast<int>(setting.workers))};
    if (setting.batch > 0)
        parts.append(QCoreApplication::translate("millrace::ui::SettingOffers", "batch %1").arg(setting.batch));
    if (setting.bitsPerSecond > 0)
        parts.append(toQString(quantityText(Quantity::Rate, setting.bitsPerSecond)));
    if (!setting.strategy.empty())
        parts.append(toQString(setting.strategy));
    return parts.join(QStringLiteral(", "));
}

} // namespace

std::vector<OfferedGroup> settingOffers(const std::vector<predict::Sample>& samples,
                                        const std::vector<OfferedProject>& projects)
{
    std::vector<OfferedGroup> groups;
    OfferedGroup runs{QCoreApplication::translate("millrace::ui::SettingOffers", "Measured runs"), {}, false};
    for (const predict::Sample& sample : samples) {
        if (std::ranges::find(runs.settings, sample.setting, &OfferedSetting::setting) != runs.settings.end())
            continue;
        if (runs.settings.size() == mostOffers) {
            runs.isCut = true;
            break;
        }
        runs.settings.push_back({nameOf(sample.setting), sample.setting});
    }
    if (!runs.settings.empty())
        groups.push_back(std::move(runs));
    for (const OfferedProject& offered : projects) {
        OfferedGroup group{offered.title, {}, false};
        for (run::ProjectSetting& each : run::projectSettings(*offered.project, mostOffers)) {
            group.isCut = group.isCut || group.settings.size() == mostOffers;
            if (group.settings.size() < mostOffers)
                group.settings.push_back({toQString(each.name), std::move(each.setting)});
        }
        if (!group.settings.empty())
            groups.push_back(std::move(group));
    }
    return groups;
}

} // namespace millrace::ui
