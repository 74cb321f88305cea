// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/multi_cloud/mapping.h"
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

/// Meaning of the runs and hosts of the multi-cloud study, as tables: run to experiment, host to region, provider and
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

    /// `file`: the edited file; empty: the shipped table.
    MappingEditor(const QString& file, Settings& settings, QWidget* parent = nullptr);

    [[nodiscard]] TextGridModel& part(Part part) const noexcept { return *m_models[part]; }
    /// The current table; the value of a cell with a problem is left out.
    [[nodiscard]] studies::multi_cloud::MultiCloudMapping mapping() const;
    /// What differs from the shipped table.
    [[nodiscard]] studies::multi_cloud::MultiCloudMapping ownPart() const;
    /// Writes without asking.
    void saveTo(const QString& file);

Q_SIGNALS:
    /// The tables show the file.
    void loaded();
    void saved(const QString& file);

private:
    [[nodiscard]] QWidget* makePart(Part part, const QString& name, const QString& heading);
    void load();
    void fill(const studies::multi_cloud::MultiCloudMapping& mapping);
    void askForFile();
    void updateState();

    QString m_file;
    Settings& m_settings;
    JobRunner m_job;
    studies::multi_cloud::MultiCloudMapping m_shipped;
    studies::multi_cloud::MultiCloudMapping m_base; ///< source of the tables
    std::array<TextGridModel*, PartCount> m_models{};
    std::array<TableView*, PartCount> m_views{};
    QTabWidget* m_tabs;
    QLabel* m_line;
    QPushButton* m_save = nullptr;
};

} // namespace millrace::ui
