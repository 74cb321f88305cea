// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/remote/prompts.h"

#include <QDialog>
#include <QList>

class QLineEdit;

namespace millrace::ui {

/// Asks for a passphrase, or for an answer to the server. Input is echoed only if the server allows it; nothing is
/// kept. Texts of the server are plain text without control characters.
class SecretDialog : public QDialog
{
    Q_OBJECT
public:
    explicit SecretDialog(const remote::PassphraseQuestion& question, QWidget* parent = nullptr);
    explicit SecretDialog(const remote::KeyboardQuestion& question, QWidget* parent = nullptr);
    ~SecretDialog() override;

    /// Returns one answer per line; clears the fields.
    [[nodiscard]] std::vector<std::string> takeAnswers();

private:
    void build(const QString& headline, const QString& explanation, const QString& again,
               const std::vector<remote::KeyboardQuestion::Line>& lines);

    QList<QLineEdit*> m_fields;
};

} // namespace millrace::ui
