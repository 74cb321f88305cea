// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/error.h"

#include <QWidget>
#include <filesystem>

class QTabWidget;

namespace millrace::ui {

class PlanForm;
class PlanView;
class PriceEditor;
class ProjectEditor;
class Settings;

/// One plan: its form, and the choices of machines or the prices of the project, side by side.
class PlanEditor : public QWidget
{
    Q_OBJECT
public:
    PlanEditor(ProjectEditor& editor, Settings& settings, QWidget* parent = nullptr);

    /// The position of the plan in the project.
    /// Next to it is the store with the calibration of the simulation.
    void setProjectFile(const std::filesystem::path& file);
    void setIndex(int plan);
    /// "plans[0].budget", "prices.machines[0].date".
    void showField(const QString& path);
    [[nodiscard]] PlanView& view() const noexcept { return *m_view; }
    [[nodiscard]] PriceEditor& prices() const noexcept { return *m_prices; }

Q_SIGNALS:
    void noticed(const QString& sentence);
    void failed(const millrace::Error& error);

private:
    PlanForm* m_form;
    PlanView* m_view;
    PriceEditor* m_prices;
    QTabWidget* m_tabs;
};

} // namespace millrace::ui
