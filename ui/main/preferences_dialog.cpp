// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main/preferences_dialog.h"

#include "ui/base/message_box.h"
#include "ui/base/settings.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QUrl>

namespace millrace::ui {

PreferencesDialog::PreferencesDialog(Settings& settings, QWidget* parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("preferences"));
    setWindowTitle(tr("Preferences"));
    setAttribute(Qt::WA_DeleteOnClose);

    auto* theme = new QComboBox(this);
    theme->setObjectName(QStringLiteral("themeChoice"));
    theme->addItem(tr("Light"), static_cast<int>(Theme::Light));
    theme->addItem(tr("Dark"), static_cast<int>(Theme::Dark));
    const auto showTheme = [theme, &settings] {
        theme->setCurrentIndex(theme->findData(static_cast<int>(settings.theme())));
    };
    showTheme();
    connect(theme, &QComboBox::activated, this,
            [theme, &settings] { settings.setTheme(static_cast<Theme>(theme->currentData().toInt())); });
    connect(&settings, &Settings::themeChanged, this, showTheme);

    auto* language = new QComboBox(this);
    language->setObjectName(QStringLiteral("languageChoice"));
    language->addItem(tr("As the system"), QString());
    language->addItem(QStringLiteral("English"), QStringLiteral("en"));
    language->addItem(QStringLiteral("Deutsch"), QStringLiteral("de"));
    language->setCurrentIndex(std::max(0, language->findData(settings.language())));
    connect(language, &QComboBox::activated, this,
            [language, &settings] { settings.setLanguage(language->currentData().toString()); });
    auto* languageNote = new QLabel(tr("Takes effect after a restart."), this);
    languageNote->setForegroundRole(QPalette::PlaceholderText);

    auto* reopen = new QCheckBox(tr("Reopen the files of the last session at start-up"), this);
    reopen->setChecked(settings.opensLastFiles());
    connect(reopen, &QCheckBox::toggled, &settings, &Settings::setOpensLastFiles);

    auto* form = new QFormLayout;
    form->addRow(tr("&Theme:"), theme);
    form->addRow(tr("&Language:"), language);
    form->addRow(QString(), languageNote);
    form->addRow(QString(), reopen);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    // Enter closes, wherever the keyboard is; it never resets.
    buttons->button(QDialogButtonBox::Close)->setDefault(true);
    QPushButton* showFolder = buttons->addButton(tr("Show the &folder"), QDialogButtonBox::ActionRole);
    showFolder->setAutoDefault(false);
    showFolder->setToolTip(settings.file());
    connect(showFolder, &QPushButton::clicked, this,
            [&settings] { QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(settings.file()).absolutePath())); });
    QPushButton* reset = buttons->addButton(tr("&Reset everything…"), QDialogButtonBox::ResetRole);
    reset->setObjectName(QStringLiteral("resetPreferences"));
    reset->setAutoDefault(false);
    reset->setToolTip(tr("Theme, language, columns, layouts and folders as on the first day"));
    connect(reset, &QPushButton::clicked, this, [=, &settings, this] {
        askToReset([=, &settings] {
            settings.reset();
            language->setCurrentIndex(0);
            reopen->setChecked(settings.opensLastFiles());
        });
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addStretch(1);
    column->addWidget(buttons);
    resize(460, 0);
}

void PreferencesDialog::askToReset(const std::function<void()>& reset)
{
    auto* box = new QMessageBox(QMessageBox::Warning, tr("Reset preferences"), tr("Reset all preferences?"),
                                QMessageBox::Cancel, this);
    box->setObjectName(QStringLiteral("resetQuestion"));
    box->setInformativeText(
        tr("Theme, language, columns, layouts, window sizes and folders become as on the first day. "
           "This cannot be undone. Recent files and saved views stay."));
    QPushButton* yes = box->addButton(tr("&Reset"), QMessageBox::DestructiveRole);
    yes->setObjectName(QStringLiteral("confirmReset"));
    yes->setAutoDefault(false);
    box->setDefaultButton(QMessageBox::Cancel);
    connect(yes, &QPushButton::clicked, this, reset);
    openMessageBox(box);
}

} // namespace millrace::ui

#include "moc_preferences_dialog.cpp"
