// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/job_strip.h"

#include "ui/base/icons.h"
#include "ui/base/job_runner.h"

#include <QBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

namespace millrace::ui {

using namespace std::chrono_literals;

JobStrip::JobStrip(QWidget* parent) : QFrame(parent), m_text(new QLabel(this)), m_bar(new QProgressBar(this))
{
    auto* cancel = new QToolButton(this);
    cancel->setObjectName(QStringLiteral("cancelJob"));
    cancel->setIcon(icon(QStringLiteral("cancel")));
    cancel->setText(tr("Cancel"));
    cancel->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    cancel->setAccessibleName(tr("Cancel"));
    connect(cancel, &QToolButton::clicked, this, &JobStrip::cancelled);
    m_bar->setMaximumWidth(260);
    m_bar->setAccessibleName(tr("Progress"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 8, 4);
    row->addWidget(m_text, 1);
    row->addWidget(m_bar, 1);
    row->addWidget(cancel);
    hide();
    m_patience.setSingleShot(true);
    m_patience.setInterval(200ms);
    connect(&m_patience, &QTimer::timeout, this, &QWidget::show);
}

void JobStrip::attach(JobRunner& runner, const QString& what)
{
    m_what = what;
    connect(this, &JobStrip::cancelled, &runner, &JobRunner::cancel);
    connect(&runner, &JobRunner::progressed, this, &JobStrip::showProgress);
    connect(&runner, &JobRunner::runningChanged, this, [this](bool running) {
        if (running) {
            showProgress(0, 0, {});
            m_patience.start();
        } else {
            m_patience.stop();
            hide();
        }
    });
}

void JobStrip::showProgress(qlonglong done, qlonglong total, const QString& step)
{
    m_text->setText(step.isEmpty() ? m_what : tr("%1: %2").arg(m_what, step));
    m_bar->setRange(0, total > 0 ? 1000 : 0);
    if (total > 0)
        m_bar->setValue(static_cast<int>(1000 * done / total));
}

} // namespace millrace::ui

#include "moc_job_strip.cpp"
