// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/multi_cloud_mapping.h"
#include "ui/base/job_runner.h"

#include <QDialog>

#include <array>

class QLabel;
class QPushButton;
class QTabWidget;

namespace millrace::ui {

class Settings;
class TableView;
class TextGridModel;

/// What the runs and hosts of the multi-cloud study mean, as tables: run to experiment, host to region, provider and
/// GPU, peer to host. A file keeps only what differs from the shipped table. Call open().
class MappingEditor : public QDialog
{
    Q_OBJECT
public:
    enum Part
    {
        RunPart,
        HostPart,
        PeerPart,
        PartCount
    };

    /// `file`: what is edited; empty: the shipped table.
    MappingEditor(const QString& file, Settings& settings, QWidget* parent = nullptr);

    [[nodiscard]] TextGridModel& part(Part part) const noexcept { return *m_models[part]; }
    /// The table as it stands here; where a cell has a problem, its value is left out.
    [[nodiscard]] studies::MultiCloudMapping mapping() const;
    /// What differs from the shipped table.
    [[nodiscard]] studies::MultiCloudMapping ownPart() const;
    /// Writes without asking.
    void saveTo(const QString& file);

Q_SIGNALS:
    /// The tables show the file.
    void loaded();
    void saved(const QString& file);

private:
    [[nodiscard]] QWidget* makePart(Part part, const QString& name, const QString& heading);
    void load();
    void fill(const studies::MultiCloudMapping& mapping);
    void askForFile();
    void updateState();

    QString m_file;
    Settings& m_settings;
    JobRunner m_job;
    studies::MultiCloudMapping m_shipped;
    studies::MultiCloudMapping m_base; ///< what the tables were filled from
    std::array<TextGridModel*, PartCount> m_models{};
    std::array<TableView*, PartCount> m_views{};
    QTabWidget* m_tabs;
    QLabel* m_line;
    QPushButton* m_save = nullptr;
};

} // namespace millrace::ui
