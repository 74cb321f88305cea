// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/run/next_steps.h"

#include "ui/base/colors.h"
#include "ui/base/icons.h"
#include "ui/base/theme.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace millrace::ui {

NextSteps::NextSteps(QWidget* parent)
    : QFrame(parent), m_sign(new QLabel(this)), m_sentence(new QLabel(this)),
      m_report(new QPushButton(icon(QStringLiteral("report")), tr("&Write and Open the Report"), this))
{
    setObjectName(QStringLiteral("nextSteps"));
    setFrameShape(QFrame::StyledPanel);
    auto* results = new QPushButton(icon(QStringLiteral("results")), tr("Open the &Results"), this);
    results->setObjectName(QStringLiteral("openResults"));
    m_report->setObjectName(QStringLiteral("openReport"));
    m_sentence->setObjectName(QStringLiteral("outcomeText"));
    m_sentence->setWordWrap(true);
    auto* close = new QToolButton(this);
    close->setIcon(icon(QStringLiteral("close")));
    close->setAutoRaise(true);
    close->setToolTip(tr("Hide this"));
    close->setAccessibleName(tr("Hide the outcome"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 6, 6, 6);
    row->addWidget(m_sign);
    row->addWidget(m_sentence, 1);
    row->addWidget(results);
    row->addWidget(m_report);
    row->addWidget(close);
    connect(results, &QPushButton::clicked, this, &NextSteps::resultsRequested);
    connect(m_report, &QPushButton::clicked, this, &NextSteps::reportRequested);
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    hide();
}

void NextSteps::showOutcome(const QString& sentence, bool good)
{
    m_good = good;
    drawSign();
    m_sentence->setText(sentence);
    show();
}

void NextSteps::drawSign()
{
    const bool dark = isDark(palette());
    m_sign->setPixmap(
        icon(m_good ? QStringLiteral("ok") : QStringLiteral("warning"), m_good ? goodColor(dark) : warningColor(dark))
            .pixmap(20, 20));
}

void NextSteps::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        drawSign();
}

QString NextSteps::text() const
{
    return m_sentence->text();
}

void NextSteps::setReportBusy(bool busy)
{
    m_report->setEnabled(!busy);
    m_report->setText(busy ? tr("Writing the report …") : tr("&Write and Open the Report"));
}

} // namespace millrace::ui

#include "moc_next_steps.cpp"
