// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <functional>

class QWidget;

namespace millrace::ui {

/// Says that Wireshark is not installed, and offers to save the packets instead.
void openWiresharkMissing(QWidget* parent, std::function<void()> save);

} // namespace millrace::ui
