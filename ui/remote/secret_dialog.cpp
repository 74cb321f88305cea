// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/remote/secret_dialog.h"

#include "ui/base/colors.h"
#include "ui/base/format.h"
#include "ui/base/theme.h"

#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace millrace::ui {
namespace {

constexpr int longestText = 600;

/// Returns a text of the server without control characters.
QString harmless(const std::string& text)
{
    QString words;
    for (const QChar letter : toQString(text).left(longestText)) {
        if (letter.isPrint() || letter == QLatin1Char('\n'))
            words.append(letter);
    }
    return words.trimmed();
}

QLabel* plain(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

} // namespace

SecretDialog::SecretDialog(const remote::PassphraseQuestion& question, QWidget* parent) : QDialog(parent)
{
    setWindowTitle(tr("Passphrase"));
    build(tr("Passphrase of your key"),
          tr("%1 is protected. It is needed to log in to %2; it stays in memory while it is used, and is not stored.")
              .arg(pathText(question.file), toQString(question.destination)),
          question.attempt > 0 ? tr("That passphrase did not open the key. Try again.") : QString(),
          {{tr("Passphrase").toStdString(), false}});
}

SecretDialog::SecretDialog(const remote::KeyboardQuestion& question, QWidget* parent) : QDialog(parent)
{
    setWindowTitle(tr("Log in"));
    QStringList said{harmless(question.name), harmless(question.instruction)};
    said.removeAll(QString());
    QString explanation = tr("Your answers go to this machine and are not stored.");
    if (!said.isEmpty())
        explanation = tr("It says: “%1”").arg(said.join(QLatin1Char('\n'))) + QLatin1Char('\n') + explanation;
    build(tr("%1 asks").arg(toQString(question.destination)), explanation,
          question.attempt > 0 ? tr("The machine did not accept that. Try again.") : QString(), question.lines);
}

SecretDialog::~SecretDialog()
{
    for (QLineEdit* field : m_fields)
        field->clear();
}

void SecretDialog::build(const QString& headline, const QString& explanation, const QString& again,
                         const std::vector<remote::KeyboardQuestion::Line>& lines)
{
    setObjectName(QStringLiteral("secretDialog"));
    setMinimumWidth(460);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(18, 16, 18, 14);
    column->setSpacing(10);
    QLabel* title = plain(headline, this);
    QFont large = title->font();
    large.setPointSizeF(large.pointSizeF() * 1.25);
    large.setBold(true);
    title->setFont(large);
    column->addWidget(title);
    column->addWidget(plain(explanation, this));
    if (!again.isEmpty()) {
        QLabel* wrong = plain(again, this);
        wrong->setObjectName(QStringLiteral("secretWrong"));
        QPalette colors = wrong->palette();
        colors.setColor(QPalette::WindowText, errorColor(isDark(palette())));
        wrong->setPalette(colors);
        column->addWidget(wrong);
    }
    auto* form = new QFormLayout;
    for (const remote::KeyboardQuestion::Line& line : lines) {
        auto* field = new QLineEdit(this);
        field->setObjectName(QStringLiteral("secretField"));
        field->setAccessibleName(harmless(line.prompt));
        field->setEchoMode(line.visible ? QLineEdit::Normal : QLineEdit::Password);
        field->setInputMethodHints(Qt::ImhSensitiveData | Qt::ImhNoPredictiveText | Qt::ImhNoAutoUppercase);
        field->setMaxLength(1024);
        form->addRow(plain(harmless(line.prompt), this), field);
        m_fields.append(field);
    }
    column->addLayout(form);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("&Log in"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
    if (!m_fields.isEmpty())
        m_fields.front()->setFocus();
}

std::vector<std::string> SecretDialog::takeAnswers()
{
    std::vector<std::string> answers;
    for (QLineEdit* field : m_fields) {
        QByteArray bytes = field->text().toUtf8();
        answers.emplace_back(bytes.constData(), static_cast<std::size_t>(bytes.size()));
        bytes.fill('\0');
        field->clear();
    }
    return answers;
}

} // namespace millrace::ui

#include "moc_secret_dialog.cpp"
