// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLineEdit>

#include <functional>

class QAction;
class QLabel;

namespace millrace::ui {

class FieldMarker;

/// A line of text that is checked while typing. Invalid text stays in the field, marked with the reason, and is not
/// passed on.
class FieldEdit : public QLineEdit
{
    Q_OBJECT
public:
    /// Returns why a text is invalid; empty if valid.
    using Check = std::function<QString(const QString& text)>;

    /// `note` shows the reason below the field, see FieldMarker::makeNote(); optional.
    explicit FieldEdit(QWidget* parent = nullptr, QLabel* note = nullptr);

    void setCheck(Check check) { m_check = std::move(check); }
    /// If true, accepted() waits for the end of the editing: for names, which others refer to.
    void setLazy(bool lazy) { m_lazy = lazy; }
    /// For an editor in a table, whose delegate takes the text at the end of the editing: the text is never reset.
    void setInTable() { m_inTable = m_lazy = true; }
    /// The value in the project. Replaces the typed text only when it differs from the last value.
    void setValue(const QString& text);
    /// A problem found only in the whole project; a reason of the check takes precedence.
    void setProblem(const QString& sentence);
    [[nodiscard]] QString problem() const { return m_reason.isEmpty() ? m_problem : m_reason; }
    /// Whether the text was rejected and is not in the project.
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
