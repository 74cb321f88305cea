// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QTextBrowser>

namespace millrace::ui {

/// Returns the Markdown of a page of the manual, compiled into the program; empty for an unknown page.
[[nodiscard]] QString manualPage(const QString& name);
[[nodiscard]] QString manualTitle(const QString& name);

/// Shows a page of the manual: links to other pages have their titles, tables thin lines in the colours of the theme.
class ManualText : public QTextBrowser
{
    Q_OBJECT
public:
    explicit ManualText(QWidget* parent = nullptr);

    void showPage(const QString& name);
    /// Name of the current page.
    [[nodiscard]] const QString& page() const noexcept { return m_page; }

protected:
    QVariant loadResource(int type, const QUrl& name) override;
    void changeEvent(QEvent* event) override;

private:
    void styleDocument();

    QString m_page; ///< source() is the previous page until sourceChanged() was emitted
};

} // namespace millrace::ui
