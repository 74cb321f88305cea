// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/report/figure_spec.h"
#include "core/report/table.h"

#include <QImage>
#include <QPicture>
#include <QSizeF>
#include <QString>

namespace millrace::ui {

enum class ExportFormat
{
    Png, ///< provenance in a text chunk
    Svg, ///< the report's drawing, provenance in <metadata>
    Pdf, ///< lines and letters, provenance as XMP and as an attachment
    Csv, ///< the numbers; provenance in FILE.csv-metadata.json
};

/// A figure on its way into a file. Always on white paper, whatever the window looks like.
struct FigureExport
{
    report::FigureSpec figure;
    ExportFormat format = ExportFormat::Png;
    int dpi = 150; ///< of PNG
    QString file;
    QPicture picture; ///< of PNG and PDF
    QSizeF size; ///< px at 96 dpi
};

/// Draws what is needed; on the GUI thread, takes some milliseconds.
[[nodiscard]] FigureExport prepareExport(const report::FigureSpec& figure, ExportFormat format, const QString& file,
                                         int dpi = 150);
/// Writes the file, whole or not at all; on any thread.
[[nodiscard]] Result<void> writeExport(const FigureExport& figure, const JobContext& job);
/// For the clipboard; on any thread.
[[nodiscard]] QImage renderImage(const FigureExport& figure);

/// A table as CSV with its metadata next to it, or as JSON with the provenance inside when the file ends in ".json".
[[nodiscard]] Result<void> writeTable(const report::Table& table, const report::Provenance& provenance,
                                      const QString& file);

/// The provenance of a figure as JSON.
[[nodiscard]] QString provenanceText(const report::Provenance& provenance);

} // namespace millrace::ui
