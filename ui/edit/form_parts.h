// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringList>

#include <string>
#include <vector>

class QBoxLayout;
class QFormLayout;
class QScrollArea;
class QToolButton;
class QWidget;

namespace millrace::ui {

/// A widget with its names for tests and screen readers.
template <typename Widget, typename... More>
[[nodiscard]] Widget* named(const char* name, const QString& accessible, More... more)
{
    auto* widget = new Widget(more...);
    widget->setObjectName(QLatin1String(name));
    widget->setAccessibleName(accessible);
    return widget;
}

/// A row of a form: the label, whose key leads to `field`, and next to it a column with `whole`, which is the field or
/// its container, and the texts below. Returns the column, for further texts; its parent is the row's widget.
QBoxLayout* addFormRow(QFormLayout* form, const QString& label, QWidget* field, const std::vector<QWidget*>& below,
                       QWidget* whole = nullptr);
/// A scrollable page for a form.
[[nodiscard]] QScrollArea* makeFormPage(QFormLayout* form, const char* name);
/// A button that shows and hides `body`, which is hidden at first.
[[nodiscard]] QToolButton* makeFold(const char* name, const QString& text, const QString& accessible, QWidget* body);

[[nodiscard]] QStringList toQStrings(const std::vector<std::string>& texts);

} // namespace millrace::ui
