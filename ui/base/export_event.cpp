// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/export_event.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace millrace::ui {
namespace {

void sendUp(QObject* from, ExportEvent event)
{
    event.ignore();
    for (QObject* at = from; at != nullptr && !event.isAccepted(); at = at->parent())
        QCoreApplication::sendEvent(at, &event);
}

} // namespace

ExportEvent::ExportEvent(QStringList files, std::optional<Error> error)
    : QEvent(eventType()), m_files(std::move(files)), m_error(std::move(error))
{
    for (QString& file : m_files)
        file = QFileInfo(file).absoluteFilePath();
}

QEvent::Type ExportEvent::eventType()
{
    static const auto type = static_cast<QEvent::Type>(QEvent::registerEventType());
    return type;
}

void announceWritten(QObject* from, const QStringList& files)
{
    sendUp(from, ExportEvent(files));
}

void announceWritten(QObject* from, const QString& file)
{
    announceWritten(from, QStringList{file});
}

void announceNotWritten(QObject* from, const QString& file, const Error& error)
{
    sendUp(from, ExportEvent({file}, error));
}

} // namespace millrace::ui
