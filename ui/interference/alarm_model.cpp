// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/interference/alarm_model.h"

#include "ui/base/format.h"
#include "ui/plots/time_axis.h"

#include <QDateTime>

#include <set>
#include <string_view>

namespace millrace::ui {
namespace {

const QString unknownSign = QStringLiteral("–");

QString known(const QString& text)
{
    return text.isEmpty() ? unknownSign : text;
}

QString stepText(std::int64_t iteration, const QLocale& locale)
{
    return iteration < 0 ? unknownSign : locale.toString(iteration + 1);
}

} // namespace

void AlarmModel::setAlarms(const std::vector<RunAlarm>& alarms, std::int64_t origin)
{
    beginResetModel();
    m_alarms.assign(alarms.rbegin(), alarms.rend());
    m_origin = origin;
    endResetModel();
}

const RunAlarm* AlarmModel::standing() const
{
    std::set<std::string_view> decided;
    for (const RunAlarm& alarm : m_alarms)
        if (decided.insert(alarm.detector).second && !alarm.over)
            return &alarm;
    return alarmAt(0);
}

const RunAlarm* AlarmModel::alarmAt(int row) const
{
    return row >= 0 && row < rowCount() ? &m_alarms[static_cast<std::size_t>(row)] : nullptr;
}

int AlarmModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_alarms.size());
}

int AlarmModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString AlarmModel::textOf(const RunAlarm& alarm, int column) const
{
    const QLocale locale;
    switch (column) {
    case TimeColumn:
        return m_origin > 0
            ? offsetText(alarm.wall.count() - m_origin, 100'000'000, locale)
            : QDateTime::fromMSecsSinceEpoch(alarm.wall.count() / 1'000'000).toString(QStringLiteral("HH:mm:ss"));
    case WhatColumn: return alarm.over ? tr("✓ over") : alarm.worse ? tr("⚠ worse") : tr("⚠ slower");
    case SizeColumn: return known(sizeText(alarm, locale));
    case OnsetColumn: return stepText(alarm.onset, locale);
    case RaisedColumn: return stepText(alarm.raised, locale);
    case ConfidenceColumn: return known(confidenceText(alarm, locale));
    case WhereColumn: return known(blamedText(alarm));
    case DetectorColumn: return known(toQString(alarm.detector));
    default: return {};
    }
}

QVariant AlarmModel::data(const QModelIndex& index, int role) const
{
    const RunAlarm* alarm = index.isValid() ? alarmAt(index.row()) : nullptr;
    if (alarm == nullptr)
        return {};
    if (role == Qt::DisplayRole)
        return textOf(*alarm, index.column());
    if (role == Qt::ToolTipRole || role == Qt::AccessibleDescriptionRole)
        return alarmSentence(*alarm, QLocale());
    const bool number = index.column() >= SizeColumn && index.column() <= ConfidenceColumn;
    if (role == Qt::TextAlignmentRole && (number || index.column() == TimeColumn))
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    return {};
}

QVariant AlarmModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case TimeColumn: return tr("Time");
    case WhatColumn: return tr("What");
    case SizeColumn: return tr("Step time");
    case OnsetColumn: return tr("Since step");
    case RaisedColumn: return tr("Noticed at step");
    case ConfidenceColumn: return tr("Confidence");
    case WhereColumn: return tr("Where");
    case DetectorColumn: return tr("Detector");
    default: return {};
    }
}

} // namespace millrace::ui

#include "moc_alarm_model.cpp"
