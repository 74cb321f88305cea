// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>
#include <QString>

class QLabel;
class QWidget;

namespace millrace::ui {

/// Marks a field whose value cannot be: its ground is tinted, its tooltip and its accessible description give the
/// reason, and so does the note below it, if it has one. Lives as long as the field.
class FieldMarker : public QObject
{
    Q_OBJECT
public:
    enum Level
    {
        Fine,
        Warning,
        Wrong
    };

    /// `note` is hidden while there is nothing to say; see makeNote().
    explicit FieldMarker(QWidget* field, QLabel* note = nullptr);

    /// `reason` is one sentence; empty: the field is fine.
    void setProblem(const QString& reason, Level level = Wrong);
    [[nodiscard]] const QString& problem() const noexcept { return m_problem; }
    [[nodiscard]] Level level() const noexcept { return m_level; }

    /// A label for the reason below a field, which keeps its place while there is none.
    [[nodiscard]] static QLabel* makeNote(QWidget* parent = nullptr);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void paint();

    QWidget* m_field;
    QLabel* m_note;
    QString m_toolTip; ///< of the field while it is fine
    QString m_problem;
    Level m_level = Fine;
    bool m_painting = false;
};

} // namespace millrace::ui
