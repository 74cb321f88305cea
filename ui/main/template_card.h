// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/main/card.h"

#include <string_view>

namespace millrace::ui {

/// Template: a picture, its title, a sentence. A button for mouse and keyboard.
class TemplateCard : public Card
{
    Q_OBJECT
public:
    /// The picture is resources/pictures/<name>.svg, in the colours of the theme.
    TemplateCard(QString name, const QString& title, const QString& sentence, QWidget* parent = nullptr);

    [[nodiscard]] const QString& name() const noexcept { return m_name; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QByteArray picture() const;
    [[nodiscard]] QFont titleFont() const;
    [[nodiscard]] int titleHeight(int width) const;

    QString m_name;
    QString m_sentence;
};

/// Returns the title or the sentence of a template in the user's language.
[[nodiscard]] QString templateText(std::string_view text);

} // namespace millrace::ui
