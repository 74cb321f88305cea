// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/plot_figure.h"

#include "core/base/file_io.h"
#include "core/base/text.h"
#include "ui/base/format.h"
#include "ui/plots/plot_bands.h"

#include <QBuffer>
#include <QFileInfo>
#include <QFontMetricsF>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

namespace millrace::ui {
namespace {

constexpr double pngScale = 2;
constexpr int pdfResolution = 1200;
constexpr double unitsPerInch = 96;
constexpr double edge = 8;

FrameRequest requestFor(const PlotFigure& figure, QSizeF size)
{
    FrameRequest request;
    request.view = figure.view;
    request.size = size;
    request.withImage = false;
    request.logarithmic = figure.logarithmic;
    request.label = figure.title.toStdString();
    request.unit = figure.unit.toStdString();
    for (const TimelineSeries& one : figure.series)
        request.curves.push_back({one.visible ? one.source : nullptr, curveStyle(one, figure.look.dark, 1)});
    return request;
}

Frame frameFor(const PlotFigure& figure, QSizeF size)
{
    return *makeFrame(requestFor(figure, size), std::atomic<bool>(false));
}

void drawCurves(QPainter& painter, const PlotFigure& figure, const Frame& frame, const QRectF& plot)
{
    painter.save();
    painter.setClipRect(plot);
    painter.translate(plot.topLeft());
    const PlotGeometry geometry{QRectF(QPointF(), plot.size()), figure.view};
    for (std::size_t i = 0; i < frame.columns.size(); ++i)
        if (figure.series[i].shaded)
            drawShade(painter, frame.columns[i], geometry, frame.axis,
                      curveStyle(figure.series[i], figure.look.dark, 1));
    for (std::size_t i = 0; i < frame.columns.size(); ++i) {
        CurveStyle style = curveStyle(figure.series[i], figure.look.dark, 1);
        style.onPaper = true;
        drawCurve(painter, frame.columns[i], geometry, frame.axis, style);
    }
    painter.restore();
}

Result<std::string> pngBytes(const PlotFigure& figure)
{
    QImage image((figure.size * pngScale).toSize(), QImage::Format_RGB32);
    if (image.isNull())
        return fail(ErrorCode::Io, "there is not enough memory for the picture");
    image.setDevicePixelRatio(pngScale);
    image.setDotsPerMeterX(static_cast<int>(pngScale * unitsPerInch / 0.0254));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    image.setText(QStringLiteral("Title"), figure.title);
    image.setText(QStringLiteral("Software"), QStringLiteral("Millrace"));
    image.setText(QStringLiteral("Provenance"), figure.provenance);
    QPainter painter(&image);
    paintFigure(painter, figure);
    painter.end();
    QBuffer buffer;
    if (!buffer.open(QIODevice::WriteOnly) || !image.save(&buffer, "PNG"))
        return fail(ErrorCode::Io, "the picture could not be packed");
    return buffer.data().toStdString();
}

Result<std::string> svgBytes(const PlotFigure& figure)
{
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(static_cast<int>(unitsPerInch));
    generator.setSize(figure.size.toSize());
    generator.setViewBox(QRectF(QPointF(), figure.size));
    generator.setTitle(figure.title.toHtmlEscaped());
    generator.setDescription(figure.provenance.toHtmlEscaped());
    QPainter painter;
    if (!painter.begin(&generator))
        return fail(ErrorCode::Io, "the drawing could not be begun");
    paintFigure(painter, figure);
    painter.end();
    return buffer.data().toStdString();
}

/// The provenance as the description of an XMP packet, which PDF readers show as metadata.
QByteArray xmpPacket(const PlotFigure& figure)
{
    const QString packet = QStringLiteral(
        "<?xpacket begin=\"\xef\xbb\xbf\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
        "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
        "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">"
        "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">%1</rdf:li></rdf:Alt></dc:title>"
        "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">%2</rdf:li></rdf:Alt></dc:description>"
        "</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"w\"?>");
    return packet.arg(figure.title.toHtmlEscaped(), figure.provenance.toHtmlEscaped()).toUtf8();
}

Result<std::string> pdfBytes(const PlotFigure& figure)
{
    QBuffer buffer;
    if (!buffer.open(QIODevice::WriteOnly))
        return fail(ErrorCode::Io, "the page could not be begun");
    QPdfWriter writer(&buffer);
    writer.setTitle(figure.title);
    writer.setCreator(QStringLiteral("Millrace"));
    writer.setResolution(pdfResolution);
    writer.setPageSize(QPageSize(figure.size * 72 / unitsPerInch, QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    writer.setDocumentXmpMetadata(xmpPacket(figure));
    QPainter painter;
    if (!painter.begin(&writer))
        return fail(ErrorCode::Io, "the page could not be begun");
    painter.scale(pdfResolution / unitsPerInch, pdfResolution / unitsPerInch);
    paintFigure(painter, figure);
    painter.end();
    return buffer.data().toStdString();
}

Result<std::string> bytesFor(const PlotFigure& figure, const QString& ending)
{
    if (ending == QLatin1String("png"))
        return pngBytes(figure);
    if (ending == QLatin1String("svg"))
        return svgBytes(figure);
    if (ending == QLatin1String("pdf"))
        return pdfBytes(figure);
    if (ending == QLatin1String("csv"))
        return plotTableText(tableOf(figure), ',');
    return fail(ErrorCode::InvalidInput,
                "the name of the file must end in .png, .svg, .pdf or .csv, not in \"." + ending.toStdString() + "\"");
}

} // namespace

void paintFigure(QPainter& painter, const PlotFigure& figure)
{
    const QRectF page(QPointF(), figure.size);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(page, figure.look.ground);
    PlotPainter parts(painter, figure.look);
    const QFontMetricsF metrics(figure.look.font);
    const QRectF inner = page.adjusted(edge, edge, -edge, -edge);
    const double legend = parts.drawLegend(inner, figure.series, false);
    PlotGeometry geometry;
    geometry.plot = PlotPainter::plotArea(inner.adjusted(0, legend, 0, 0), figure.look.font, !figure.events.empty());
    geometry.view = figure.view;
    if (figure.view.isEmpty() || geometry.plot.width() < 1 || geometry.plot.height() < 1)
        return;
    const Frame frame = frameFor(figure, geometry.plot.size());
    const std::vector<TimeTick> ticks = parts.ticksFor(geometry, figure.origin);
    drawBands(painter, geometry, figure.bands, figure.look);
    parts.drawGrid(geometry, ticks, &frame.axis);
    drawCurves(painter, figure, frame, geometry.plot);
    parts.drawEvents(geometry, figure.events);
    drawBandNames(painter, geometry, figure.bands, figure.look);
    parts.drawAxes(geometry, ticks, &frame.axis, figure.title);
}

PlotTable tableOf(const PlotFigure& figure)
{
    const Frame frame = frameFor(figure, figure.size);
    return makePlotTable(figure.series, frame.columns, figure.view, figure.origin,
                         static_cast<std::size_t>(std::max(figure.size.width(), 1.0)));
}

Result<void> writeFigure(const PlotFigure& figure, const QString& file, const JobContext& job)
{
    MR_TRY(bytes, bytesFor(figure, QFileInfo(file).suffix().toLower()));
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "the export was cancelled");
    return writeFileAtomically(toPath(file), bytes);
}

} // namespace millrace::ui
