// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/run_text.h"

#include "core/store/records.h"

#include <QCoreApplication>

namespace millrace::ui {

QString runStateText(store::RunState state)
{
    const auto text = [](const char* source) { return QCoreApplication::translate("RunState", source); };
    switch (state) {
    case store::RunState::Planned: return text(QT_TRANSLATE_NOOP("RunState", "planned"));
    case store::RunState::Preparing: return text(QT_TRANSLATE_NOOP("RunState", "preparing"));
    case store::RunState::Running: return text(QT_TRANSLATE_NOOP("RunState", "running"));
    case store::RunState::Collecting: return text(QT_TRANSLATE_NOOP("RunState", "collecting"));
    case store::RunState::Analysing: return text(QT_TRANSLATE_NOOP("RunState", "analysing"));
    case store::RunState::Done: return text(QT_TRANSLATE_NOOP("RunState", "done"));
    case store::RunState::Failed: return text(QT_TRANSLATE_NOOP("RunState", "failed"));
    case store::RunState::Cancelled: return text(QT_TRANSLATE_NOOP("RunState", "cancelled"));
    case store::RunState::Invalid: return text(QT_TRANSLATE_NOOP("RunState", "invalid"));
    }
    return {};
}

QString runStateText(store::RunState state, std::string_view errorCode)
{
    return state == store::RunState::Failed && errorCode == store::interruptedCode
        ? QCoreApplication::translate("RunState", "interrupted")
        : runStateText(state);
}

QString runNameText(store::CampaignId campaign, int run, std::size_t campaigns)
{
    const auto text = [](const char* source) { return QCoreApplication::translate("RunOutline", source); };
    return campaigns > 1 ? text(QT_TRANSLATE_NOOP("RunOutline", "Campaign %1 · run %2")).arg(campaign.value).arg(run)
                         : text(QT_TRANSLATE_NOOP("RunOutline", "Run %1")).arg(run);
}

} // namespace millrace::ui
