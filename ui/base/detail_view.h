// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QScrollArea>
#include <QString>

#include <utility>
#include <vector>

class QLabel;

namespace millrace::ui {

/// A heading with lines "name: value" below it.
struct DetailSection
{
    QString title;
    std::vector<std::pair<QString, QString>> rows;

    bool operator==(const DetailSection&) const = default;
};

/// Everything about one selected thing, as text that can be selected and copied.
struct Details
{
    QString title;
    QString subtitle;
    std::vector<DetailSection> sections;

    bool operator==(const Details&) const = default;
};

class DetailView : public QScrollArea
{
    Q_OBJECT
public:
    explicit DetailView(QWidget* parent = nullptr);

    void setDetails(const Details& details);
    /// Shown when nothing is selected.
    void setHint(const QString& hint);
    [[nodiscard]] const Details& details() const noexcept { return m_details; }

private:
    void rebuild();

    Details m_details;
    QString m_hint;
};

} // namespace millrace::ui
