// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLineEdit>

#include <functional>

class QAction;
class QLabel;

namespace millrace::ui {

class FieldMarker;

/// A line of text that is checked while it is typed. Text that cannot be used stays where it is, marked with the
/// reason, and is not handed on.
class FieldEdit : public QLineEdit
{
    Q_OBJECT
public:
    /// Returns why a text cannot be used; empty if it can.
    using Check = std::function<QString(const QString& text)>;

    /// `note` shows the reason below the field, see FieldMarker::makeNote(); may be missing.
    explicit FieldEdit(QWidget* parent = nullptr, QLabel* note = nullptr);

    void setCheck(Check check) { m_check = std::move(check); }
    /// With true, accepted() waits for the end of the editing: for names, which others refer to.
    void setLazy(bool lazy) { m_lazy = lazy; }
    /// For an editor in a table, whose delegate takes the text when the editing ends: it is never put back.
    void setInTable() { m_inTable = m_lazy = true; }
    /// The value as it stands in the project. Replaces what was typed only when it differs from the last value.
    void setValue(const QString& text);
    /// A problem that only the whole project shows; a reason of the check comes first.
    void setProblem(const QString& sentence);
    [[nodiscard]] QString problem() const { return m_reason.isEmpty() ? m_problem : m_reason; }
    /// Whether the text was refused, so that it is not in the project.
    [[nodiscard]] bool isDraft() const { return !m_reason.isEmpty(); }

Q_SIGNALS:
    /// A text that passed the check.
    void accepted(const QString& text);

private:
    void typed();
    void finished();
    void updateMark();

    Check m_check;
    QString m_value;
    QString m_reason;
    QString m_problem;
    FieldMarker* m_marker;
    QAction* m_sign = nullptr;
    bool m_lazy = false;
    bool m_inTable = false;
};

} // namespace millrace::ui
