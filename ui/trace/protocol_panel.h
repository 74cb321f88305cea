// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/trace/trace.h"

#include <QWidget>

namespace millrace::ui {

class ReportTableModel;
class Settings;
class TableView;

/// Frames and bytes by EtherType and IP protocol, and RoCEv2 by queue pair, of the whole capture whatever the
/// selection.
class ProtocolPanel : public QWidget
{
    Q_OBJECT
public:
    explicit ProtocolPanel(Settings& settings, QWidget* parent = nullptr);

    void show(const Trace& trace);
    [[nodiscard]] const ReportTableModel& model() const noexcept { return *m_model; }

private:
    ReportTableModel* m_model;
    ReportTableModel* m_pairs;
    TableView* m_view;
    TableView* m_pairView; ///< hidden if there are none
};

} // namespace millrace::ui
