// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/error.h"

#include <QWidget>

namespace millrace::ui {

class ProjectEditor;
class Settings;
class TrafficForm;
class TrafficView;

/// One profile of cross traffic: its form and its preview, side by side.
class TrafficEditor : public QWidget
{
    Q_OBJECT
public:
    TrafficEditor(ProjectEditor& editor, Settings& settings, QWidget* parent = nullptr);

    /// The position of the profile in the project.
    void setIndex(int profile);
    /// "cross_traffic[0].sources".
    void showField(const QString& path);
    [[nodiscard]] TrafficView& view() const noexcept { return *m_view; }

Q_SIGNALS:
    void noticed(const QString& sentence);
    void failed(const millrace::Error& error);

private:
    TrafficForm* m_form;
    TrafficView* m_view;
};

} // namespace millrace::ui
