// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/studies/import_session.h"

#include <QDialog>
#include <QTimer>

class QBoxLayout;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QListWidget;
class QProgressBar;
class QPushButton;
class QSortFilterProxyModel;

namespace millrace::ui {

class ImportModel;
class Settings;
class TableView;

/// Imports a published study, or measurements of other tools, into a store: source, study, store; the runs, before and
/// during the import. Call open().
class StudyImportDialog : public QDialog
{
    Q_OBJECT
public:
    StudyImportDialog(Settings& settings, ImportSession::Calls calls, QWidget* parent = nullptr);
    ~StudyImportDialog() override;

    /// A folder, or files; scanned immediately. `study` empty: detected by content.
    void setSource(const QStringList& paths, const QString& study = {});
    /// Preselected, before there is a source.
    void setStudy(const QString& study);
    void setStore(const QString& file);
    [[nodiscard]] QString store() const;
    /// Name of the study as recognised or chosen; empty: none.
    [[nodiscard]] QString study() const;
    /// A mapping of the user; empty: the shipped one.
    void setMapping(const QString& file);
    [[nodiscard]] QString mapping() const noexcept { return m_mapping; }
    [[nodiscard]] ImportSession& session() const noexcept { return *m_session; }
    [[nodiscard]] ImportModel& runs() const noexcept { return *m_model; }
    /// Starts the import; the same as the button.
    void import();
    void reject() override;

Q_SIGNALS:
    /// Requests to show the filled store, with its study.
    void openRequested(const QString& store);

private:
    [[nodiscard]] QBoxLayout* makeSource();
    [[nodiscard]] QFormLayout* makeChoices();
    void makeTable();
    [[nodiscard]] QBoxLayout* makeProgress();
    void connectAll();
    void takeTyped();
    void chooseFolder();
    void chooseFiles();
    void chooseStore();
    void chooseMapping();
    void editMapping();
    void scan();
    void showScan(const std::optional<Error>& error);
    void showEnd(const ImportEnd& end);
    void showIssues(const Issues& issues, const QString& failure);
    void proposeStore();
    void updateState();
    [[nodiscard]] studies::StudyOptions options() const;

    Settings& m_settings;
    ImportSession* m_session;
    ImportModel* m_model;
    QSortFilterProxyModel* m_sorted;
    QStringList m_paths;
    QString m_mapping;
    bool m_storeIsOurs = true; ///< proposed, not chosen
    bool m_ended = false;
    QLineEdit* m_source = nullptr;
    QTimer m_typing;
    QComboBox* m_study = nullptr;
    QComboBox* m_store = nullptr;
    QComboBox* m_mappingBox = nullptr;
    QPushButton* m_editMapping = nullptr;
    QLabel* m_counts = nullptr;
    TableView* m_table = nullptr;
    QListWidget* m_issues = nullptr;
    QProgressBar* m_bar = nullptr;
    QLabel* m_progress = nullptr;
    QPushButton* m_import = nullptr;
    QPushButton* m_open = nullptr;
    QPushButton* m_close = nullptr;
    QList<QWidget*> m_fields; ///< that wait while an import runs
};

} // namespace millrace::ui
