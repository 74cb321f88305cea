// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/interference/alarm_panel.h"

#include "ui/base/colors.h"
#include "ui/base/icons.h"
#include "ui/base/table_view.h"
#include "ui/base/theme.h"
#include "ui/interference/alarm_model.h"

#include <QAccessible>
#include <QBoxLayout>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QToolButton>

namespace millrace::ui {
namespace {

constexpr int signSize = 18;
constexpr int mostRows = 5; ///< that are seen at once

} // namespace

AlarmPanel::AlarmPanel(Settings& settings, QWidget* parent)
    : QFrame(parent), m_model(new AlarmModel(this)), m_table(new TableView(settings, QStringLiteral("alarms"), this))
{
    setObjectName(QStringLiteral("alarmPanel"));
    m_table->setObjectName(QStringLiteral("alarmTable"));
    m_table->setAccessibleName(tr("Alarms"));
    m_table->setModel(m_model);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 2, 0, 2);
    column->setSpacing(2);
    column->addWidget(makeNotice());
    column->addWidget(m_details);
    column->addWidget(m_table);
    connect(m_list, &QToolButton::toggled, m_table, &QWidget::setVisible);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
        if (const RunAlarm* alarm = m_model->alarmAt(now.row()))
            Q_EMIT timeChosen(alarm->wall.count());
    });
    hide();
}

QWidget* AlarmPanel::makeNotice()
{
    auto* notice = new QWidget(this);
    m_sign = new QLabel(notice);
    m_headline = new QLabel(notice);
    m_headline->setObjectName(QStringLiteral("alarmHeadline"));
    QFont bold = m_headline->font();
    bold.setBold(true);
    m_headline->setFont(bold);
    m_headline->setWordWrap(true);
    m_details = new QLabel(this);
    m_details->setObjectName(QStringLiteral("alarmDetails"));
    m_details->setForegroundRole(QPalette::PlaceholderText);
    m_details->setWordWrap(true);
    m_details->setContentsMargins(signSize + 10, 0, 4, 2);
    for (QLabel* label : {m_headline, m_details}) {
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_list = new QToolButton(notice);
    m_list->setObjectName(QStringLiteral("alarmList"));
    m_list->setCheckable(true);
    m_list->setAutoRaise(true);
    m_list->setIcon(icon(QStringLiteral("table")));
    m_list->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_list->setToolTip(tr("All alarms of this run"));
    auto* row = new QHBoxLayout(notice);
    row->setContentsMargins(4, 0, 0, 0);
    row->addWidget(m_sign);
    row->addWidget(m_headline, 1);
    row->addWidget(m_list);
    return notice;
}

void AlarmPanel::setAlarms(const std::vector<RunAlarm>& alarms, std::int64_t origin)
{
    setVisible(!alarms.empty());
    const Nanoseconds latest = alarms.empty() ? Nanoseconds(0) : alarms.back().wall;
    const bool isNew = !alarms.empty() && (alarms.size() != m_count || latest != m_latest);
    if (!isNew && !alarms.empty())
        return;
    m_count = alarms.size();
    m_latest = latest;
    m_model->setAlarms(alarms, origin);
    m_list->setText(tr("%n alarm(s)", nullptr, static_cast<int>(m_count)));
    m_list->setAccessibleName(m_list->text());
    showLatest();
    fitTable();
    if (isNew && isVisible()) {
        QAccessibleEvent spoken(m_headline, QAccessible::Alert);
        QAccessible::updateAccessibility(&spoken);
    }
}

void AlarmPanel::showLatest()
{
    const RunAlarm* alarm = m_model->standing();
    if (alarm == nullptr)
        return;
    const bool dark = isDark(palette());
    const QIcon sign =
        alarm->over ? icon(QStringLiteral("ok"), goodColor(dark)) : icon(QStringLiteral("warning"), warningColor(dark));
    m_sign->setPixmap(sign.pixmap(QSize(signSize, signSize), devicePixelRatioF()));
    const QString sentence = alarmSentence(*alarm, locale());
    const QString headline = sentence.section(QStringLiteral(" · "), 0, 0);
    m_headline->setText(headline);
    m_details->setText(sentence.section(QStringLiteral(" · "), 1));
    m_details->setVisible(!m_details->text().isEmpty());
    m_details->setToolTip(sentence);
    m_headline->setToolTip(sentence);
}

void AlarmPanel::fitTable()
{
    m_table->fitColumns();
    const int rows = std::clamp(m_model->rowCount(), 1, mostRows);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height()
                            + rows * m_table->verticalHeader()->defaultSectionSize() + 4);
}

QString AlarmPanel::text() const
{
    return m_details->text().isEmpty() ? m_headline->text()
                                       : m_headline->text() + QStringLiteral(" · ") + m_details->text();
}

void AlarmPanel::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showLatest();
}

} // namespace millrace::ui

#include "moc_alarm_panel.cpp"
