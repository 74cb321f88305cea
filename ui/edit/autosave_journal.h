// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace millrace::ui {

class Settings;

/// Keeps the unsaved changes of one document on disk, so that a crash of this process costs at most the last second.
/// Writes on a pool thread.
class AutosaveJournal : public QObject
{
    Q_OBJECT
public:
    /// Creates the text of the project file with the changes; runs on a pool thread and owns what it needs.
    using MakeText = std::function<Result<std::string>()>;

    explicit AutosaveJournal(std::filesystem::path folder, QObject* parent = nullptr);
    /// Removes the journal: a document that is closed regularly was saved or discarded.
    ~AutosaveJournal() override;

    /// `file` is empty for a document that was never saved; `suggestedName` is then shown in the offer.
    void setDocument(const QString& file, const QString& suggestedName);
    /// Schedules a write, half a second after the first change.
    void noteChange(MakeText makeText);
    /// Everything is saved, or was undone.
    void clear();
    [[nodiscard]] const std::filesystem::path& journal() const noexcept { return m_journal; }

    /// The folder of this user's journals.
    [[nodiscard]] static std::filesystem::path folder(const Settings& settings);

Q_SIGNALS:
    void written();
    /// Changes are not protected; reported once until it works again.
    void failed(const QString& sentence);

private:
    struct Disk;
    void write();

    std::filesystem::path m_folder;
    std::filesystem::path m_journal;
    std::string m_file;
    std::string m_suggestedName;
    MakeText m_makeText;
    QTimer m_delay;
    std::shared_ptr<Disk> m_disk;
    bool m_hasFailed = false;
};

} // namespace millrace::ui
