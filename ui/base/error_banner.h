// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/error.h"

#include <QFrame>

class QLabel;
class QToolButton;

namespace millrace::ui {

/// One failure across the top of a window: what happened in a sentence, and behind "Details" what Millrace was doing.
/// Hidden while there is nothing to say.
class ErrorBanner : public QFrame
{
    Q_OBJECT
public:
    explicit ErrorBanner(QWidget* parent = nullptr);

    /// `subject` is the name of the file that it is about.
    void showError(const Error& error, const QString& subject);
    void clear();
    /// Heading and sentence.
    [[nodiscard]] QString text() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void applyColors();

    QLabel* m_headline;
    QLabel* m_sentence;
    QLabel* m_details;
    QToolButton* m_detailsButton;
    QToolButton* m_closeButton;
};

/// The heading of an error of this kind: "The file is damaged".
[[nodiscard]] QString errorHeadline(ErrorCode code);

} // namespace millrace::ui
