// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

/// Marks an English text of core that the window shows in the user's language: MR_TEXT("Metric", "step time"). Expands
/// to the text; translations/sources.cmake extracts it by this name, under that context.
#define MR_TEXT(context, text) text
