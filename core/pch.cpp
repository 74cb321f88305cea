// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Holds the precompiled header; see CMakeLists.txt.
