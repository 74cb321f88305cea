// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/wireshark_missing.h"

#include "ui/base/message_box.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

namespace millrace::ui {
namespace {

struct WiresharkMissing
{
    Q_DECLARE_TR_FUNCTIONS(millrace::ui::WiresharkMissing)
};

} // namespace

void openWiresharkMissing(QWidget* parent, std::function<void()> save)
{
    auto* box = new QMessageBox(QMessageBox::Information, WiresharkMissing::tr("Wireshark"),
                                WiresharkMissing::tr("Wireshark is not installed on this machine."),
                                QMessageBox::Cancel, parent);
    box->setObjectName(QStringLiteral("wiresharkMissing"));
    box->setInformativeText(WiresharkMissing::tr(
        "Install it with “apt install wireshark”, or save the packets as a pcap file and open that file elsewhere."));
    QPushButton* button = box->addButton(WiresharkMissing::tr("&Save packets…"), QMessageBox::AcceptRole);
    box->setDefaultButton(button);
    QObject::connect(button, &QPushButton::clicked, parent, std::move(save));
    openMessageBox(box);
}

} // namespace millrace::ui
