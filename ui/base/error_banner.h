// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/error.h"
#include "ui/base/message_bar.h"

#include <QList>

class QLabel;
class QScrollArea;

namespace millrace::ui {

/// Messages across the top of a window, one bar for each, the latest first: failures, and notices with something to do.
/// None takes the place of another; each stays until it is dismissed or cleared. Hidden while there is nothing to say.
class ErrorBanner : public QFrame
{
    Q_OBJECT
public:
    explicit ErrorBanner(QWidget* parent = nullptr);

    /// `subject` is the name of the file that it is about, `about` identifies it for clear(); empty: the subject. The
    /// same message again does not make a second bar.
    void showError(const Error& error, const QString& subject, const QString& about = {});
    /// Something that is no failure; buttons can be added to the bar.
    MessageBar* showNotice(const QString& sentence, const QString& about);
    /// All messages.
    void clear();
    /// The messages about one thing.
    void clear(const QString& about);
    [[nodiscard]] int count() const { return static_cast<int>(m_bars.size()); }
    [[nodiscard]] const QList<MessageBar*>& bars() const noexcept { return m_bars; }
    /// Heading and sentence of each, the latest first.
    [[nodiscard]] QString text() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QWidget* makeHeader();
    MessageBar* add(MessageBar::Kind kind, const MessageBar::Text& text, const QString& about);
    void remove(MessageBar* bar);
    void barsChanged();
    void fit();

    QList<MessageBar*> m_bars;
    QWidget* m_header = nullptr;
    QLabel* m_number = nullptr;
    QScrollArea* m_scroll;
};

/// The heading of an error of this kind: "The file is damaged".
[[nodiscard]] QString errorHeadline(ErrorCode code);

} // namespace millrace::ui
