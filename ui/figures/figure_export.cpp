// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/figure_export.h"

#include "core/base/file_io.h"
#include "core/report/figure_table.h"
#include "core/report/svg_figure.h"
#include "core/report/table_writers.h"
#include "ui/base/format.h"
#include "ui/base/theme.h"
#include "ui/figures/chart_figure.h"

#include <QBuffer>
#include <QGraphicsScene>
#include <QGuiApplication>
#include <QPainter>
#include <QPdfWriter>
#include <nlohmann/json.hpp>

namespace millrace::ui {
namespace {

constexpr double pictureDpi = 96;
constexpr QSizeF exportSize(720, 420);
constexpr double captionWidth = 700;

/// Title, chart, and the caption and note below it, as the report sets them.
QPicture drawPicture(const report::FigureSpec& figure, QSizeF& size)
{
    QFont font = QGuiApplication::font();
    font.setPixelSize(12);
    const QPalette palette = paletteFor(Theme::Light);
    const QString below = toQString(figure.caption + (figure.note.empty() ? "" : "\n" + figure.note));
    QFont small = font;
    small.setPixelSize(11);
    const QRectF text = QFontMetricsF(small).boundingRect(QRectF(10, 0, captionWidth, 1000), Qt::TextWordWrap, below);
    size = {exportSize.width(), exportSize.height() + text.height() + 14};

    QGraphicsScene scene;
    auto* chart = new ChartFigure(figure);
    scene.addItem(chart);
    chart->resize(exportSize);
    chart->setInk(palette, font);
    scene.setSceneRect(QRectF(QPointF(), exportSize));

    QPicture picture;
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(QPointF(), size), palette.color(QPalette::Base));
    scene.render(&painter, QRectF(QPointF(), exportSize), scene.sceneRect());
    painter.setFont(small);
    painter.setPen(palette.color(QPalette::PlaceholderText));
    painter.drawText(QRectF(10, exportSize.height() + 4, captionWidth, text.height() + 6), Qt::TextWordWrap, below);
    painter.end();
    return picture;
}

Result<void> save(const QString& file, const QByteArray& bytes)
{
    return writeFileAtomically(toPath(file),
                               std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

Result<QByteArray> pngOf(const FigureExport& figure)
{
    QImage image = renderImage(figure);
    if (image.isNull())
        return fail(ErrorCode::InvalidInput, "the picture is too large for this machine; choose fewer dots per inch");
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG"))
        return fail(ErrorCode::Internal, "the picture could not be encoded as PNG");
    return buffer.data();
}

QByteArray xmpOf(const FigureExport& figure)
{
    const auto escaped = [](const std::string& text) { return toQString(text).toHtmlEscaped(); };
    return QStringLiteral("<?xpacket begin=\"\uFEFF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>"
                          "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">"
                          "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
                          "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">"
                          "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">%1</rdf:li></rdf:Alt></dc:title>"
                          "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">%2</rdf:li></rdf:Alt>"
                          "</dc:description><dc:source>%3</dc:source></rdf:Description></rdf:RDF></x:xmpmeta>"
                          "<?xpacket end=\"w\"?>")
        .arg(escaped(figure.figure.title), escaped(figure.figure.caption),
             provenanceText(figure.figure.provenance).toHtmlEscaped())
        .toUtf8();
}

QByteArray pdfOf(const FigureExport& figure)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setTitle(toQString(figure.figure.title));
        writer.setCreator(QStringLiteral("Millrace ") + toQString(figure.figure.provenance.toolVersion));
        writer.setDocumentXmpMetadata(xmpOf(figure));
        writer.addFileAttachment(QStringLiteral("provenance.json"), provenanceText(figure.figure.provenance).toUtf8(),
                                 QStringLiteral("application/json"));
        writer.setPageSize(QPageSize(figure.size * 72 / pictureDpi, QPageSize::Point));
        writer.setPageMargins(QMarginsF());
        writer.setResolution(static_cast<int>(pictureDpi));
        QPainter painter(&writer);
        QPicture picture = figure.picture;
        picture.play(&painter);
    }
    return buffer.data();
}

Result<void> checkCancelled(const JobContext& job)
{
    return job.cancelled() ? Result<void>(fail(ErrorCode::Cancelled, "the export was cancelled")) : Result<void>();
}

} // namespace

QString provenanceText(const report::Provenance& provenance)
{
    using Json = nlohmann::ordered_json;
    return toQString(report::toJson(provenance).dump(-1, ' ', false, Json::error_handler_t::replace));
}

FigureExport prepareExport(const report::FigureSpec& figure, ExportFormat format, const QString& file, int dpi)
{
    FigureExport prepared;
    prepared.figure = figure;
    prepared.format = format;
    prepared.dpi = dpi;
    prepared.file = file;
    if (format == ExportFormat::Png || format == ExportFormat::Pdf)
        prepared.picture = drawPicture(figure, prepared.size);
    return prepared;
}

QImage renderImage(const FigureExport& figure)
{
    const double scale = figure.dpi / pictureDpi;
    QImage image((figure.size * scale).toSize(), QImage::Format_RGB32);
    if (image.isNull())
        return image;
    image.fill(Qt::white);
    // While it is drawn the image has the resolution of the picture, or its letters would be scaled twice.
    const int plain = static_cast<int>(std::lround(pictureDpi / 0.0254));
    image.setDotsPerMeterX(plain);
    image.setDotsPerMeterY(plain);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(scale, scale);
    QPicture picture = figure.picture;
    picture.play(&painter);
    painter.end();
    const int dots = static_cast<int>(std::lround(figure.dpi / 0.0254));
    image.setDotsPerMeterX(dots);
    image.setDotsPerMeterY(dots);
    image.setText(QStringLiteral("Title"), toQString(figure.figure.title));
    image.setText(QStringLiteral("Description"), toQString(figure.figure.caption));
    image.setText(QStringLiteral("Software"),
                  QStringLiteral("Millrace ") + toQString(figure.figure.provenance.toolVersion));
    image.setText(QStringLiteral("Provenance"), provenanceText(figure.figure.provenance));
    return image;
}

Result<void> writeExport(const FigureExport& figure, const JobContext& job)
{
    job.progress(0, 0, "drawing");
    QByteArray bytes;
    switch (figure.format) {
    case ExportFormat::Csv:
        return writeTable(report::figureTable(figure.figure), figure.figure.provenance, figure.file);
    case ExportFormat::Svg: {
        const std::string svg = report::toSvg(figure.figure);
        bytes = QByteArray::fromStdString(svg);
        break;
    }
    case ExportFormat::Pdf: bytes = pdfOf(figure); break;
    case ExportFormat::Png: {
        MR_TRY(png, pngOf(figure));
        bytes = png;
        break;
    }
    }
    MR_CHECK(checkCancelled(job));
    job.progress(1, 2, "writing");
    return save(figure.file, bytes);
}

Result<void> writeTable(const report::Table& table, const report::Provenance& provenance, const QString& file)
{
    if (file.endsWith(QLatin1String(".json"), Qt::CaseInsensitive)) {
        auto json = report::toJson(table);
        json["provenance"] = report::toJson(provenance);
        return save(file,
                    QByteArray::fromStdString(json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace)
                                              + "\n"));
    }
    MR_CHECK(save(file, QByteArray::fromStdString(report::toCsv(table))));
    return save(file + QStringLiteral("-metadata.json"),
                QByteArray::fromStdString(report::csvMetadata(table, provenance)));
}

} // namespace millrace::ui
