// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/trace_header.h"

#include "ui/base/colors.h"
#include "ui/base/elided_label.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/theme.h"
#include "ui/plots/time_axis.h"

#include <QBoxLayout>
#include <QLabel>
#include <QToolBar>
#include <QToolButton>

namespace millrace::ui {

TraceHeader::TraceHeader(QWidget* parent)
    : QWidget(parent), m_title(new ElidedLabel({}, this)), m_counts(new QLabel(this)), m_damage(new QToolButton(this)),
      m_row(new QHBoxLayout(this))
{
    QFont font = m_title->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 1.4);
    m_title->setFont(font);
    m_counts->setObjectName(QStringLiteral("traceCounts"));
    m_counts->setForegroundRole(QPalette::PlaceholderText);
    m_counts->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_damage->setObjectName(QStringLiteral("traceDamage"));
    m_damage->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_damage->setToolTip(tr("What was found wrong with the files"));
    m_damage->hide();
    connect(m_damage, &QToolButton::clicked, this, &TraceHeader::problemsWanted);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(m_title);
    texts->addWidget(m_counts);
    m_row->setContentsMargins(16, 8, 8, 2);
    m_row->addLayout(texts, 1);
    m_row->addWidget(m_damage);
}

void TraceHeader::addToolBar(QToolBar* bar)
{
    m_row->addWidget(bar);
}

void TraceHeader::setTitle(const QString& title, const QString& toolTip)
{
    m_title->setText(title);
    m_title->setToolTip(toolTip);
}

void TraceHeader::showCounts(const Trace* trace, bool isReading)
{
    QStringList parts;
    if (trace != nullptr) {
        const analysis::TrafficSummary& summary = trace->summary;
        parts.append(tr("%1 packets").arg(formatCount(static_cast<qint64>(summary.packets.all), locale())));
        parts.append(tr("%1 on the wire").arg(formatSize(static_cast<double>(summary.wireBytes), locale())));
        if (summary.packets.all > 0) {
            parts.append(offsetText(summary.last - summary.first, 1'000'000, locale()));
            parts.append(tr("from %1").arg(instantText(summary.first, 1'000'000)));
        }
        parts.append(tr("%n flow(s)", nullptr, static_cast<int>(summary.flows.size())));
    }
    if (isReading)
        parts.append(tr("reading…"));
    else if (trace != nullptr && !trace->complete)
        parts.append(tr("not read to the end"));
    m_counts->setText(parts.join(QStringLiteral(" · ")));
    m_counts->setToolTip(m_counts->text());
}

void TraceHeader::setIssues(const Issues& issues)
{
    std::int64_t count = 0;
    bool severe = false;
    for (const Issue& issue : issues) {
        count += issue.severity == Severity::Note ? 0 : 1;
        severe = severe || issue.severity == Severity::Error;
    }
    m_damage->setVisible(!issues.empty());
    const bool dark = isDark(palette());
    if (count == 0)
        m_damage->setIcon(icon(QStringLiteral("info")));
    else
        m_damage->setIcon(icon(severe ? QStringLiteral("error") : QStringLiteral("warning"),
                               severe ? errorColor(dark) : warningColor(dark)));
    m_damage->setText(count == 0 ? tr("%n note(s)", nullptr, static_cast<int>(issues.size()))
                                 : tr("%n problem(s)", nullptr, static_cast<int>(count)));
    m_damage->setAccessibleName(m_damage->text());
}

} // namespace millrace::ui

#include "moc_trace_header.cpp"
