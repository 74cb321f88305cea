// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/remote/host_key_dialog.h"

#include "ui/base/colors.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/theme.h"

#include <QBoxLayout>
#include <QFontDatabase>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>

namespace millrace::ui {
namespace {

QLabel* selectable(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

/// Returns sshd's file of a key type: ssh_host_ed25519_key.pub for "ssh-ed25519".
QString keyFile(const QString& type)
{
    const QString kind = type.contains(QLatin1String("ed25519")) ? QStringLiteral("ed25519")
        : type.contains(QLatin1String("ecdsa"))                  ? QStringLiteral("ecdsa")
                                                                 : QStringLiteral("rsa");
    return QStringLiteral("ssh-keygen -lf /etc/ssh/ssh_host_%1_key.pub").arg(kind);
}

} // namespace

HostKeyDialog::HostKeyDialog(const remote::HostKeyQuestion& question, QWidget* parent)
    : QDialog(parent), m_waiting(new QLabel(this))
{
    setObjectName(QStringLiteral("hostKeyDialog"));
    setWindowTitle(tr("Unknown machine"));
    setMinimumWidth(600);
    auto* sign = new QLabel(this);
    sign->setPixmap(icon(QStringLiteral("warning"), warningColor(isDark(palette()))).pixmap(32, 32));
    QLabel* headline = selectable(tr("Is this really %1?").arg(toQString(question.destination)), this);
    QFont large = headline->font();
    large.setPointSizeF(large.pointSizeF() * 1.25);
    large.setBold(true);
    headline->setFont(large);
    QLabel* what =
        selectable(tr("This is the first connection from here. Compare the fingerprint with the one published by its "
                      "administrator, or with the output of this command on the machine itself:"),
                   this);
    QLabel* command = selectable(keyFile(toQString(question.keyType)), this);
    QLabel* fingerprint = selectable(toQString(question.fingerprint), this);
    fingerprint->setObjectName(QStringLiteral("hostKeyFingerprint"));
    const QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    command->setFont(fixed);
    fingerprint->setFont(fixed);
    auto* facts = new QFormLayout;
    facts->addRow(tr("Host:"), selectable(tr("%1, port %2").arg(toQString(question.host)).arg(question.port), this));
    facts->addRow(tr("Kind of key:"), selectable(toQString(question.keyType), this));
    facts->addRow(tr("Fingerprint:"), fingerprint);
    QLabel* otherwise =
        selectable(tr("If it differs, someone may intercept the connection: cancel. Nothing was sent yet."), this);
    auto* remember = new QPushButton(tr("Connect and &remember"), this);
    remember->setObjectName(QStringLiteral("hostKeyRemember"));
    remember->setToolTip(tr("Adds the key to %1").arg(pathText(question.rememberedIn)));
    remember->setVisible(!question.rememberedIn.empty());
    auto* once = new QPushButton(tr("&Only this time"), this);
    once->setObjectName(QStringLiteral("hostKeyOnce"));
    auto* cancel = new QPushButton(tr("&Cancel"), this);
    cancel->setObjectName(QStringLiteral("hostKeyCancel"));
    for (QPushButton* button : {remember, once})
        button->setAutoDefault(false);
    cancel->setDefault(true); // a careless Enter does not connect
    cancel->setFocus();
    connect(remember, &QPushButton::clicked, this, [this] { answerWith(remote::HostKeyAnswer::Remember); });
    connect(once, &QPushButton::clicked, this, [this] { answerWith(remote::HostKeyAnswer::Once); });
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    m_waiting->setForegroundRole(QPalette::PlaceholderText);
    m_waiting->hide();

    auto* text = new QVBoxLayout;
    text->setSpacing(10);
    text->addWidget(headline);
    text->addWidget(what);
    text->addWidget(command);
    text->addLayout(facts);
    text->addWidget(otherwise);
    auto* top = new QHBoxLayout;
    top->setSpacing(16);
    top->addWidget(sign, 0, Qt::AlignTop);
    top->addLayout(text, 1);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(remember);
    buttons->addWidget(once);
    buttons->addWidget(cancel);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(18, 16, 18, 14);
    column->setSpacing(14);
    column->addLayout(top);
    column->addWidget(m_waiting, 0, Qt::AlignRight);
    column->addLayout(buttons);
}

void HostKeyDialog::setWaiting(int others)
{
    m_waiting->setText(tr("%n more machine(s) will ask.", nullptr, others));
    m_waiting->setVisible(others > 0);
}

void HostKeyDialog::answerWith(remote::HostKeyAnswer answer)
{
    m_answer = answer;
    accept();
}

} // namespace millrace::ui

#include "moc_host_key_dialog.cpp"
