// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <string>

namespace millrace::test {

/// Writes the quickstart template into the folder; returns the file.
QString writeProject(const QString& folder, const QString& name = QStringLiteral("quick.millrace"));
/// Writes these bytes; returns the file.
QString writeBytes(const QString& folder, const QString& name, const std::string& bytes);

/// Makes a store with one campaign of `runs` runs: strategies in turn, every second one with 1 % loss; all done but the
/// last three, which failed, are invalid and planned (if there are so many). Run i has the metric
/// samples_per_second = 100 + i and a gate. Above 64 runs all stay planned.
QString writeStore(const QString& folder, int runs, const QString& name = QStringLiteral("quick.mrdb"));

} // namespace millrace::test
