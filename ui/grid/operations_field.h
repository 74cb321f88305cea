// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

class QLabel;

namespace millrace::ui {

/// The operations of a workload: what they are in one line, and a button to read them from GOAL or Chakra files.
class OperationsField : public QWidget
{
    Q_OBJECT
public:
    explicit OperationsField(QWidget* parent = nullptr);

    /// GOAL text.
    void setText(const std::string& goal);
    /// Reads the files as the button does.
    void readFiles(const QStringList& files);

Q_SIGNALS:
    /// GOAL text of the files that were chosen; they could be read.
    void textRead(const QString& goal);

private:
    void chooseFiles();

    std::string m_text;
    QLabel* m_summary;
};

} // namespace millrace::ui
