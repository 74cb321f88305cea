// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

class QMessageBox;

namespace millrace::ui {

/// Shows a question as all of Millrace's are: without blocking, deleted when it is answered, and with a letter for each
/// of its standard buttons, which Qt leaves out on desktops that it does not know.
void openMessageBox(QMessageBox* box);

} // namespace millrace::ui
