// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/records.h"

#include <QString>

#include <string_view>

namespace millrace::ui {

[[nodiscard]] QString runStateText(store::RunState state);
/// "Run 9"; in a store with several campaigns "Campaign 2 · run 9".
[[nodiscard]] QString runNameText(store::CampaignId campaign, int run, std::size_t campaigns);

/// The same, but "interrupted" for a run that was active when its program ended.
[[nodiscard]] QString runStateText(store::RunState state, std::string_view errorCode);

} // namespace millrace::ui
