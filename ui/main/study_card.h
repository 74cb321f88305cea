// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/main/card.h"

#include <string_view>

namespace millrace::ui {

/// Published study with importable data: its title, its publication, the content of its folder. A button for mouse and
/// keyboard.
class StudyCard : public Card
{
    Q_OBJECT
public:
    explicit StudyCard(std::string_view study, QWidget* parent = nullptr);

    [[nodiscard]] const QString& study() const noexcept { return m_study; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_study;
    QString m_publication;
    QString m_folder;
};

} // namespace millrace::ui
