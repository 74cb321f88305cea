// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/edit/autosave_journal.h"

#include "ui/base/format.h"
#include "ui/base/settings.h"
#include "ui/edit/autosave_file.h"

#include <QCoreApplication>
#include <QPointer>
#include <QStandardPaths>
#include <QThreadPool>
#include <QUuid>

#include <mutex>

namespace millrace::ui {
namespace {

constexpr auto writeDelay = std::chrono::milliseconds(500);

} // namespace

/// Writes and removals come from several pool threads; the latest one wins.
struct AutosaveJournal::Disk
{
    std::mutex mutex;
    quint64 done = 0; ///< number of the latest completed write or removal
    quint64 next = 0; ///< of the GUI thread
};

AutosaveJournal::AutosaveJournal(std::filesystem::path folder, QObject* parent)
    : QObject(parent), m_folder(std::move(folder)),
      m_journal(m_folder / (QUuid::createUuid().toString(QUuid::WithoutBraces).toStdString() + ".journal")),
      m_disk(std::make_shared<Disk>())
{
    m_delay.setSingleShot(true);
    m_delay.setInterval(writeDelay);
    connect(&m_delay, &QTimer::timeout, this, &AutosaveJournal::write);
}

AutosaveJournal::~AutosaveJournal()
{
    clear();
}

std::filesystem::path AutosaveJournal::folder(const Settings& settings)
{
    const QString usual =
        QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) + QStringLiteral("/autosave");
    return toPath(settings.value(QStringLiteral("autosave/folder"), usual).toString());
}

void AutosaveJournal::setDocument(const QString& file, const QString& suggestedName)
{
    m_file = file.toStdString();
    m_suggestedName = suggestedName.toStdString();
}

void AutosaveJournal::noteChange(MakeText makeText)
{
    m_makeText = std::move(makeText);
    if (!m_delay.isActive())
        m_delay.start();
}

void AutosaveJournal::write()
{
    const quint64 number = ++m_disk->next;
    QPointer<AutosaveJournal> self(this);
    QThreadPool::globalInstance()->start([=, disk = m_disk, makeText = std::move(m_makeText), journal = m_journal,
                                          file = m_file, suggested = m_suggestedName] {
        const auto text = makeText();
        Result<void> result;
        {
            const std::lock_guard lock(disk->mutex);
            if (disk->done > number)
                return;
            disk->done = number;
            result = text ? writeJournal(newJournalEntry(file, suggested, *text), journal) : Result<void>(text.error());
        }
        QMetaObject::invokeMethod(QCoreApplication::instance(), [self, result] {
            if (!self)
                return;
            if (result)
                Q_EMIT self->written();
            else if (!self->m_hasFailed)
                Q_EMIT self->failed(tr("Unsaved changes cannot be kept safe: %1").arg(toQString(result.error().what)));
            self->m_hasFailed = !result;
        });
    });
}

void AutosaveJournal::clear()
{
    m_delay.stop();
    m_makeText = nullptr;
    if (m_disk->next == 0)
        return; // nothing has ever been written
    const quint64 number = ++m_disk->next;
    QThreadPool::globalInstance()->start([number, disk = m_disk, journal = m_journal] {
        const std::lock_guard lock(disk->mutex);
        if (disk->done > number)
            return;
        disk->done = number;
        std::error_code ignored;
        std::filesystem::remove(journal, ignored);
    });
}

} // namespace millrace::ui

#include "moc_autosave_journal.cpp"
