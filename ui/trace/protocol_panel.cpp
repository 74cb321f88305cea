// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/protocol_panel.h"

#include "core/report/traffic_report.h"
#include "ui/base/table_view.h"
#include "ui/figures/report_table_model.h"

#include <QBoxLayout>

namespace millrace::ui {

ProtocolPanel::ProtocolPanel(Settings& settings, QWidget* parent)
    : QWidget(parent), m_model(new ReportTableModel(this)), m_pairs(new ReportTableModel(this)),
      m_view(new TableView(settings, QStringLiteral("traceProtocols"), this)),
      m_pairView(new TableView(settings, QStringLiteral("traceQueuePairs"), this))
{
    m_pairView->setAccessibleName(tr("RoCEv2 queue pairs"));
    m_pairView->setModel(m_pairs);
    m_pairView->hide();
    m_view->setAccessibleName(tr("Frames by protocol"));
    m_view->setEmptyText(tr("The capture has no frames."));
    m_view->setModel(m_model);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(1);
    column->addWidget(m_view);
    column->addWidget(m_pairView);
}

void ProtocolPanel::show(const Trace& trace)
{
    report::Table table = report::protocolTable(trace.summary);
    const QString headings[] = {tr("Protocol"), tr("EtherType"), tr("IP protocol"),
                                tr("Frames"),   tr("Bytes"),     tr("Share of bytes")};
    for (std::size_t i = 0; i < std::size(headings) && i < table.columns.size(); ++i)
        table.columns[i].label = headings[i].toStdString();
    m_model->setTable(std::move(table));
    m_view->fitColumns();
    report::Table pairs = report::queuePairTable(trace.summary);
    const QString pairHeadings[] = {tr("Source"),   tr("Destination"),  tr("Queue pair"), tr("Start"),
                                    tr("Duration"), tr("Packets"),      tr("Bytes"),      tr("Mean rate"),
                                    tr("PSN gaps"), tr("PSNs missing"), tr("Repeated"),   tr("ACK"),
                                    tr("NAK"),      tr("RNR NAK"),      tr("CNP"),        tr("CE")};
    for (std::size_t i = 0; i < std::size(pairHeadings) && i < pairs.columns.size(); ++i)
        pairs.columns[i].label = pairHeadings[i].toStdString();
    m_pairView->setVisible(!pairs.rows.empty());
    m_pairs->setTable(std::move(pairs));
    m_pairView->fitColumns();
}

} // namespace millrace::ui

#include "moc_protocol_panel.cpp"
