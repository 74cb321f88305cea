// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/predictor_repository.h"

#include <QWidget>

class QPushButton;

namespace millrace::ui {

class ReportTableModel;
class Settings;
class TableView;

/// Versions of the predictor of a store; an older one can be used again.
class VersionView : public QWidget
{
    Q_OBJECT
public:
    explicit VersionView(Settings& settings, QWidget* parent = nullptr);

    void setVersions(std::vector<store::PredictorRecord> versions);
    void setBusy(bool busy);

Q_SIGNALS:
    void useRequested(qint64 version);

private:
    /// The selected version; null: none.
    [[nodiscard]] const store::PredictorRecord* selected() const;
    void updateButton();

    std::vector<store::PredictorRecord> m_versions;
    ReportTableModel* m_model;
    TableView* m_table;
    QPushButton* m_use;
    bool m_busy = false;
};

} // namespace millrace::ui
