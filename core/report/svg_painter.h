// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/figure_painter.h"
#include "core/report/xml_writer.h"

#include <string>

namespace millrace::report {

/// Letter sizes assumed for an unknown viewer.
class SvgFont : public LabelFont
{
public:
    [[nodiscard]] double width(std::string_view utf8) const override;
    [[nodiscard]] std::string fitted(std::string_view utf8, double width) const override;
    [[nodiscard]] double line() const override { return 20; }
    [[nodiscard]] double baseline() const override { return 4; }
};

/// Shapes as elements of SVG; marks are groups with their text as title. The hatches are those of writeHatches.
class SvgPainter : public FigurePainter
{
public:
    SvgPainter(XmlWriter& xml, const std::string& idPrefix) : m_xml(xml), m_idPrefix(idPrefix) { }

    [[nodiscard]] const LabelFont& font() const override { return m_font; }
    void beginMark(const FigureSpec& figure, const MarkRef& mark) override;
    void endMark() override { m_xml.close(); }
    void line(double x1, double y1, double x2, double y2, const Pen& pen) override;
    void rect(const Rect& rect, const Look& look) override;
    void circle(double x, double y, double radius, const Look& look) override;
    void path(const Path& path, const Look& look) override;
    void marker(double x, double y, std::size_t series) override;
    void text(double x, double y, const Label& label) override;

private:
    void addFill(std::vector<Attribute>& attributes, const Paint& paint) const;
    void addPen(std::vector<Attribute>& attributes, const Pen& pen) const;
    void write(std::string_view tag, std::vector<Attribute> attributes, const Look& look);

    XmlWriter& m_xml;
    const std::string& m_idPrefix;
    SvgFont m_font;
};

} // namespace millrace::report
