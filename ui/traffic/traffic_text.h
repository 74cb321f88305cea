// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/crosstraffic/traffic_profile.h"

#include <QString>
#include <QStringList>

#include <string_view>

namespace millrace::ui {

/// What the choices of a profile are called in the window; the position is the value of the enumeration.
[[nodiscard]] QStringList patternTitles();
[[nodiscard]] QStringList matrixTitles();
[[nodiscard]] QStringList conventionTitles();
[[nodiscard]] QStringList transportTitles();
/// One or two sentences: when flows begin.
[[nodiscard]] QString patternExplanation(crosstraffic::Pattern pattern);
[[nodiscard]] QString matrixExplanation(crosstraffic::Matrix matrix);

/// Names that SizeSpec::name can have, and what they are called; a foreign name is called by itself.
[[nodiscard]] std::vector<std::string> sizeNames();
[[nodiscard]] QString sizeTitle(std::string_view name);
/// Where the sizes come from and their mean; empty where there is nothing to say.
[[nodiscard]] QString sizeExplanation(const crosstraffic::SizeSpec& sizes);

/// Whether a field ("burst_period") means something for what the profile is otherwise.
[[nodiscard]] bool fieldApplies(const crosstraffic::TrafficProfile& profile, std::string_view field);

} // namespace millrace::ui
