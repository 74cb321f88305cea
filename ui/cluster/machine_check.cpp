// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/cluster/machine_check.h"

#include "ui/base/colors.h"
#include "ui/base/icons.h"
#include "ui/base/theme.h"

#include <QBoxLayout>
#include <QEvent>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>

namespace millrace::ui {
namespace {

QString stateWord(MachineFact::State state)
{
    return state == MachineFact::Good   ? MachineCheck::tr("Good")
        : state == MachineFact::Limited ? MachineCheck::tr("Limited")
                                        : MachineCheck::tr("Missing");
}

QIcon stateSign(MachineFact::State state)
{
    const bool dark = isDark(QGuiApplication::palette());
    return state == MachineFact::Good   ? icon(QStringLiteral("ok"), goodColor(dark))
        : state == MachineFact::Limited ? icon(QStringLiteral("warning"), warningColor(dark))
                                        : icon(QStringLiteral("error"), errorColor(dark));
}

QLabel* makeLabel(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setFocusPolicy(Qt::NoFocus);
    label->setWordWrap(true);
    return label;
}

} // namespace

MachineCheck::MachineCheck(QWidget* parent) : QScrollArea(parent), m_content(new QWidget(this))
{
    setObjectName(QStringLiteral("machineCheck"));
    setAccessibleName(tr("This machine"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    m_headline = makeLabel({}, m_content);
    m_again = new QPushButton(icon(QStringLiteral("retry")), tr("Check &again"), m_content);
    m_again->setObjectName(QStringLiteral("machineCheckAgain"));
    connect(m_again, &QPushButton::clicked, this, &MachineCheck::check);
    auto* top = new QHBoxLayout;
    top->addWidget(m_headline, 1);
    top->addWidget(m_again);
    auto* column = new QVBoxLayout(m_content);
    column->addLayout(top);
    column->addStretch(1);
    setWidget(m_content);
    connect(&m_job, &JobRunner::runningChanged, this, [this](bool running) {
        m_again->setEnabled(!running);
        if (running)
            m_headline->setText(tr("Finding out what this machine can do…"));
    });
}

void MachineCheck::showEvent(QShowEvent* event)
{
    QScrollArea::showEvent(event);
    if (m_state.facts.empty() && !m_job.isRunning())
        check();
}

void MachineCheck::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_state.facts.empty())
        rebuild();
}

void MachineCheck::check()
{
    m_job.start([](const JobContext& job) { return readMachineState(job); },
                [this](const MachineState& state) {
                    setState(state);
                    Q_EMIT checked(state);
                });
}

void MachineCheck::setState(const MachineState& state)
{
    m_state = state;
    rebuild();
}

void MachineCheck::rebuild()
{
    delete m_body;
    m_body = new QWidget(m_content);
    m_grid = new QGridLayout(m_body);
    m_grid->setContentsMargins(0, 4, 0, 4);
    m_grid->setHorizontalSpacing(14);
    m_grid->setColumnStretch(3, 2);
    m_grid->setColumnStretch(4, 3);
    int row = 0;
    for (const MachineFact& fact : m_state.facts)
        addFact(fact, row++);
    static_cast<QBoxLayout*>(m_content->layout())->insertWidget(1, m_body);
    const bool can = !m_state.facts.empty() && m_state.facts.front().state != MachineFact::Missing;
    m_headline->setText(can ? tr("Emulated clusters can be made on this machine.")
                            : tr("Emulated clusters cannot be made on this machine as it is. Remote clusters can be "
                                 "used nevertheless."));
    setAccessibleDescription(lines().join(QLatin1Char('\n')));
}

void MachineCheck::addFact(const MachineFact& fact, int row)
{
    auto* sign = new QLabel(m_body);
    sign->setPixmap(stateSign(fact.state).pixmap(16, 16));
    m_grid->addWidget(sign, row, 0, Qt::AlignTop);
    auto* state = makeLabel(stateWord(fact.state), m_body);
    state->setWordWrap(false);
    m_grid->addWidget(state, row, 1, Qt::AlignTop);
    auto* name = makeLabel(fact.name, m_body);
    name->setWordWrap(false);
    QFont bold = name->font();
    bold.setBold(true);
    name->setFont(bold);
    m_grid->addWidget(name, row, 2, Qt::AlignTop);
    m_grid->addWidget(makeLabel(fact.value, m_body), row, 3, Qt::AlignTop);
    m_grid->addWidget(makeLabel(fact.remedy, m_body), row, 4, Qt::AlignTop);
}

QStringList MachineCheck::lines() const
{
    QStringList lines;
    for (const MachineFact& fact : m_state.facts) {
        QString line = tr("%1: %2: %3").arg(stateWord(fact.state), fact.name, fact.value);
        if (!fact.remedy.isEmpty())
            line += QStringLiteral(". ") + fact.remedy;
        lines.append(line);
    }
    return lines;
}

} // namespace millrace::ui

#include "moc_machine_check.cpp"
