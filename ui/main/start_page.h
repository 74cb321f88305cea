// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QScrollArea>

class QBoxLayout;
class QLabel;
class QListWidget;

namespace millrace::ui {

class Settings;

/// First page: run the quickstart, start from a template, open a file; recent files; next steps.
class StartPage : public QScrollArea
{
    Q_OBJECT
public:
    explicit StartPage(Settings& settings, QWidget* parent = nullptr);

Q_SIGNALS:
    void openRequested();
    /// Emitted on Escape: return to the previous page.
    void leaveRequested();
    void fileChosen(const QString& file);
    /// Emitted for a new project from the template of that name; "" requests an empty one.
    void templateChosen(const QString& name);
    /// Requests writing the template's project to the documents' folder and running it.
    void templateRunRequested(const QString& name);
    /// Requests the import of the study of that name.
    void importRequested(const QString& study);

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QWidget* makeHead();
    [[nodiscard]] QWidget* makeTemplates();
    [[nodiscard]] QWidget* makeStudies();
    [[nodiscard]] QWidget* makeNext();
    [[nodiscard]] QWidget* makeRecent();
    void fillRecent();
    void fillNext();
    void followLink(const QString& link);

    Settings& m_settings;
    QWidget* m_recentGroup = nullptr;
    QListWidget* m_recent = nullptr;
    QLabel* m_next = nullptr;
};

} // namespace millrace::ui
