// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QFrame>

#include <functional>

class QBoxLayout;
class QLabel;
class QToolButton;

namespace millrace::ui {

/// One message: headline, sentence, more behind "Details", buttons for what can be done, Copy and Dismiss.
class MessageBar : public QFrame
{
    Q_OBJECT
public:
    enum class Kind
    {
        Failure,
        Notice
    };
    struct Text
    {
        QString headline; ///< may be empty
        QString sentence;
        QString details; ///< empty: no button "Details"

        bool operator==(const Text&) const = default;
    };
    /// `about`: the file or the thing that the message is about; messages of one thing can be cleared together.
    MessageBar(Kind kind, const Text& text, const QString& about, QWidget* parent);

    void addButton(const QString& text, const std::function<void()>& run);
    [[nodiscard]] Kind kind() const noexcept { return m_kind; }
    [[nodiscard]] const Text& content() const noexcept { return m_text; }
    [[nodiscard]] const QString& about() const noexcept { return m_about; }
    /// All that it says, for the clipboard.
    [[nodiscard]] QString plainText() const;

Q_SIGNALS:
    void dismissed();
    /// Its height has changed.
    void resized();

protected:
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QLabel* addLabel(QBoxLayout* column, const QString& text);
    [[nodiscard]] QToolButton* makeButton(const QString& text);
    void applyColors();

    Kind m_kind;
    Text m_text;
    QString m_about;
    QBoxLayout* m_row;
    int m_buttonPlace = 1; ///< in the row, behind the texts
};

} // namespace millrace::ui
