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

/// The manual, compiled into the program, in a window of its own: contents, one page, a line to search all pages.
class ManualWindow : public QWidget
{
    Q_OBJECT
public:
    explicit ManualWindow(Settings& settings, QWidget* parent = nullptr);

    /// A page by its name without ending: "grids". Unknown names show the first page.
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
