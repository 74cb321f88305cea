// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/trace_filter_line.h"

#include "ui/base/colors.h"
#include "ui/base/icons.h"
#include "ui/base/theme.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>

namespace millrace::ui {

TraceFilterLine::TraceFilterLine(QWidget* parent)
    : QWidget(parent), m_filter(new QLineEdit(this)), m_problem(new QLabel(this)),
      m_tunnels(new QCheckBox(tr("Decode &tunnels"), this))
{
    m_filter->setObjectName(QStringLiteral("packetFilter"));
    m_filter->setAccessibleName(tr("Packet filter"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setPlaceholderText(tr("host 10.0.0.1 and tcp port 5001"));
    m_filter->setToolTip(tr("Only packets that pass are read; in libpcap's language, as tcpdump has it. Press Return "
                            "to read the files again."));
    m_filter->addAction(icon(QStringLiteral("filter")), QLineEdit::LeadingPosition);
    connect(m_filter, &QLineEdit::returnPressed, this, [this] { Q_EMIT entered(m_filter->text().trimmed()); });
    m_problem->setObjectName(QStringLiteral("packetFilterProblem"));
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_problem->hide();
    auto* label = new QLabel(tr("Packet &filter"), this);
    label->setBuddy(m_filter);
    m_tunnels->setObjectName(QStringLiteral("lookIntoTunnels"));
    m_tunnels->setToolTip(tr("Flows are those within VXLAN, Geneve, GRE, IP in IP and MPLS. The packet filter sees the "
                             "outer packets."));
    connect(m_tunnels, &QCheckBox::clicked, this, &TraceFilterLine::tunnelsChosen);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 2, 8, 4);
    row->addWidget(label);
    row->addWidget(m_filter, 1);
    row->addWidget(m_problem, 1);
    row->addWidget(m_tunnels);
}

QString TraceFilterLine::text() const
{
    return m_filter->text();
}

void TraceFilterLine::setText(const QString& filter)
{
    m_filter->setText(filter);
}

void TraceFilterLine::showProblem(const QString& sentence)
{
    m_problem->setVisible(!sentence.isEmpty());
    m_problem->setText(sentence);
    m_problem->setToolTip(sentence);
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, errorColor(isDark(colors)));
    m_problem->setPalette(colors);
    m_filter->setAccessibleDescription(sentence);
}

bool TraceFilterLine::isEdited() const
{
    return m_filter->hasFocus();
}

void TraceFilterLine::edit()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
}

void TraceFilterLine::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_problem->text().isEmpty())
        showProblem(m_problem->text());
}

} // namespace millrace::ui

#include "moc_trace_filter_line.cpp"
