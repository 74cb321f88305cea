// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/predict/sample.h"
#include "core/project/project.h"

#include <QString>

#include <functional>
#include <memory>
#include <vector>

namespace millrace::ui {

/// A project that is open, with the settings of its grids.
struct OfferedProject
{
    QString title;
    std::shared_ptr<const project::Project> project;
};
/// The projects that are open now; called on the GUI thread.
using OpenProjects = std::function<std::vector<OfferedProject>()>;

/// A setting that a form can be filled from.
struct OfferedSetting
{
    QString name;
    predict::Setting setting;
};
struct OfferedGroup
{
    QString title;
    std::vector<OfferedSetting> settings;
    bool isCut = false; ///< there are more
};

/// Settings of measured runs, equal ones once, and of the grids of projects. Takes time; any thread.
[[nodiscard]] std::vector<OfferedGroup> settingOffers(const std::vector<predict::Sample>& samples,
                                                      const std::vector<OfferedProject>& projects);

} // namespace millrace::ui
