// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

class QLabel;
class QListWidget;

namespace millrace::ui {

class ManualText;
class SearchLine;
class Settings;

/// Window of the manual, compiled into the program: contents, one page, a full-text search.
class ManualWindow : public QWidget
{
    Q_OBJECT
public:
    explicit ManualWindow(Settings& settings, QWidget* parent = nullptr);

    /// Shows a page by its name without extension: "grids". Unknown names show the first page.
    void showPage(const QString& name);
    [[nodiscard]] QString page() const;

protected:
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void fillContents();
    void search(const QString& text);
    void pageShown();
    void followLink(const QUrl& link);
    void findInPage(bool backwards);

    Settings& m_settings;
    QListWidget* m_contents;
    ManualText* m_text;
    SearchLine* m_search;
    QLabel* m_found;
};

} // namespace millrace::ui
