// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main/page_saver.h"

#include "ui/base/document_page.h"
#include "ui/base/error_banner.h"
#include "ui/base/file_dialog.h"
#include "ui/base/settings.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QPointer>

namespace millrace::ui {

PageSaver::PageSaver(Settings& settings, ErrorBanner& banner, QWidget* window)
    : QObject(window), m_settings(settings), m_banner(banner), m_window(window)
{
}

void PageSaver::save(DocumentPage* page, bool askForFile, std::function<void(bool)> then)
{
    if (askForFile || page->file().isEmpty()) {
        const QPointer<DocumentPage> kept(page);
        chooseFileFor(page, [this, kept, then = std::move(then)](const QString& file) {
            if (kept && !file.isEmpty())
                saveTo(kept, file, then);
            else if (then)
                then(false);
        });
        return;
    }
    saveTo(page, {}, std::move(then));
}

void PageSaver::chooseFileFor(DocumentPage* page, std::function<void(const QString&)> then)
{
    QFileDialog* dialog =
        makeFileDialog(m_window, &m_settings, QStringLiteral("project"), tr("Save %1 as").arg(page->title()));
    if (!page->file().isEmpty())
        dialog->setDirectory(QFileInfo(page->file()).absolutePath());
    dialog->setObjectName(QStringLiteral("saveDialog"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    const QString files = page->savedFiles();
    const QString suffix = files.section(QStringLiteral("*."), -1).section(QLatin1Char(')'), 0, 0);
    dialog->setDefaultSuffix(suffix);
    dialog->setNameFilter(files);
    QString name = page->title();
    if (!name.endsWith(QLatin1Char('.') + suffix))
        name += QLatin1Char('.') + suffix;
    dialog->selectFile(name);
    connect(dialog, &QDialog::finished, this, [dialog, then = std::move(then)](int result) {
        then(result == QDialog::Accepted ? dialog->selectedFiles().value(0) : QString());
    });
    dialog->open();
}

void PageSaver::saveTo(DocumentPage* page, const QString& file, std::function<void(bool)> then)
{
    // Either signal may arrive; the first one decides.
    auto* watch = new QObject(page);
    const auto decide = [watch, then = std::move(then)](bool saved) {
        watch->deleteLater();
        watch->disconnect();
        if (then)
            then(saved);
    };
    connect(page, &DocumentPage::failed, watch, [decide, page, watch](const Error&) {
        page->disconnect(watch);
        decide(false);
    });
    connect(page, &DocumentPage::stateChanged, watch, [this, decide, page, watch] {
        if (page->isModified() || (page->undoStack() != nullptr && page->file().isEmpty()))
            return;
        page->disconnect(watch);
        m_banner.clear(page->files().front());
        if (!page->file().isEmpty())
            m_settings.addRecentFile(page->file());
        decide(true);
    });
    if (file.isEmpty())
        page->save();
    else
        page->saveAs(file);
}

} // namespace millrace::ui

#include "moc_page_saver.cpp"
