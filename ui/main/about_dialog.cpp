// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main/about_dialog.h"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QSysInfo>

namespace millrace::ui {

QString AboutDialog::systemInformation()
{
    QStringList lines{
        QStringLiteral("Millrace %1").arg(QApplication::applicationVersion()),
        QStringLiteral("Qt %1 (built with %2), platform %3")
            .arg(QLatin1String(qVersion()), QLatin1String(QT_VERSION_STR), QGuiApplication::platformName()),
        QStringLiteral("%1, kernel %2, %3")
            .arg(QSysInfo::prettyProductName(), QSysInfo::kernelVersion(), QSysInfo::currentCpuArchitecture())};
    for (const QScreen* screen : QGuiApplication::screens())
        lines.append(QStringLiteral("Screen %1 × %2, scale %3")
                         .arg(screen->size().width())
                         .arg(screen->size().height())
                         .arg(screen->devicePixelRatio()));
    lines.append(QStringLiteral("Locale %1").arg(QLocale().name()));
    return lines.join(QLatin1Char('\n'));
}

AboutDialog::AboutDialog(QWidget* parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("about"));
    setWindowTitle(tr("About Millrace"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* text = new QLabel(
        tr("<h3>Millrace %1</h3><p>A workbench for experiments on the network side of distributed training.</p>"
           "<p>Free software under the GNU General Public License, version 3 or later.</p>")
            .arg(QApplication::applicationVersion()),
        this);
    text->setWordWrap(true);
    auto* system = new QLabel(systemInformation(), this);
    system->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    system->setForegroundRole(QPalette::PlaceholderText);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton* copy = buttons->addButton(tr("&Copy system information"), QDialogButtonBox::ActionRole);
    connect(copy, &QPushButton::clicked, this, [] { QApplication::clipboard()->setText(systemInformation()); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* column = new QVBoxLayout(this);
    column->addWidget(text);
    column->addWidget(system);
    column->addStretch(1);
    column->addWidget(buttons);
    resize(460, 0);
}

} // namespace millrace::ui

#include "moc_about_dialog.cpp"
