// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/studies/multi_cloud/price_files.h"
#include "ui/base/job_runner.h"
#include "ui/planning/price_model.h"

#include <QStringList>
#include <QWidget>

class QLabel;
class QToolBar;

namespace millrace::ui {

class EditTable;
class ProjectEditor;
class Settings;

/// The prices of a project: of machines, and of bytes between them. Typed, pasted, or read from tables, off the GUI
/// thread.
class PriceEditor : public QWidget
{
    Q_OBJECT
public:
    PriceEditor(ProjectEditor& editor, Settings& settings, QWidget* parent = nullptr);
    ~PriceEditor() override;

    /// Reads tables of prices, or folders of them, and keeps those of machines that nodes of the project are.
    void readFiles(const QStringList& files);
    void readStudy();
    /// "prices.machines[0].date".
    void showField(const QString& path);

Q_SIGNALS:
    void noticed(const QString& sentence);
    void failed(const millrace::Error& error);

private:
    [[nodiscard]] QToolBar* makeTools();
    void chooseFiles();
    void take(const QString& change, const studies::multi_cloud::ReadPrices& read);

    ProjectEditor& m_editor;
    Settings& m_settings;
    PriceModel<cost::MachinePrice>* m_machines;
    PriceModel<cost::TrafficPrice>* m_traffic;
    EditTable* m_machineTable;
    EditTable* m_trafficTable;
    JobRunner m_job;
};

} // namespace millrace::ui
