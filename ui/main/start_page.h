// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QScrollArea>

class QBoxLayout;
class QLabel;
class QListWidget;

namespace millrace::ui {

class Settings;

/// The first page: run the quickstart, start from a template, open a file; the recent ones; what to do next.
class StartPage : public QScrollArea
{
    Q_OBJECT
public:
    explicit StartPage(Settings& settings, QWidget* parent = nullptr);

Q_SIGNALS:
    void openRequested();
    /// Escape: back to the page before.
    void leaveRequested();
    void fileChosen(const QString& file);
    /// A new project from the template of that name; "" asks for an empty one.
    void templateChosen(const QString& name);
    /// The template's project is to be written to the documents' folder and run.
    void templateRunRequested(const QString& name);
    /// The data of the study of that name are to be imported.
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
