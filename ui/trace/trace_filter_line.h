// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;

namespace millrace::ui {

/// Line with the packet filter of a capture, in libpcap's language, and whether to look into tunnels.
class TraceFilterLine : public QWidget
{
    Q_OBJECT
public:
    explicit TraceFilterLine(QWidget* parent);

    [[nodiscard]] QString text() const;
    void setText(const QString& filter);
    /// Shows why the filter is invalid; empty: it is valid.
    void showProblem(const QString& sentence);
    [[nodiscard]] bool isEdited() const;
    void edit();

Q_SIGNALS:
    void entered(const QString& filter);
    void tunnelsChosen(bool within);

protected:
    void changeEvent(QEvent* event) override;

private:
    QLineEdit* m_filter;
    QLabel* m_problem;
    QCheckBox* m_tunnels;
};

} // namespace millrace::ui
