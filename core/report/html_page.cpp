// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/html_page.h"

#include "core/base/version.h"
#include "core/report/safe_text.h"
#include "core/report/svg_figure.h"

#include <fmt/format.h>

namespace millrace::report {

namespace {

constexpr int figureWidth = 560; ///< px; two fit side by side on an ordinary screen

/// Readable line length, aligned numbers, light and dark, print.
constexpr const char* pageStyle = R"css(
:root{color-scheme:light dark;--ink:#222;--soft:#595959;--paper:#fff;--rule:#d9d9d9;--band:#f5f5f5;--link:#0059a1;--good:#00664a;--bad:#a53f00}
@media screen and (prefers-color-scheme:dark){:root{color-scheme:light dark;--ink:#ececec;--soft:#b0b0b0;--paper:#1c1c1c;--rule:#444;
--band:#262626;--link:#7cc0f5;--good:#4fc9a2;--bad:#ff9a63}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.5rem 1.2rem 4rem;max-width:76rem;background:var(--paper);color:var(--ink);
font:15px/1.5 system-ui,-apple-system,"Segoe UI","Liberation Sans",Helvetica,Arial,sans-serif}
h1{font-size:1.7rem;line-height:1.25;margin:.2em 0}h2{font-size:1.25rem;margin:2.4em 0 .6em;padding-bottom:.2em;
border-bottom:1px solid var(--rule)}
p{margin:.6em 0;max-width:46rem}a{color:var(--link)}nav a{margin-right:1em;white-space:nowrap}
.lead,.note,figcaption,.unit{color:var(--soft)}.note,figcaption{font-size:.87rem}figcaption{max-width:46rem}
.table{overflow-x:auto;margin:1em 0 .4em}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.9rem}
caption{text-align:left;font-weight:600;padding:.2em 0 .4em}
th,td{padding:.28em .5em;text-align:left;vertical-align:top}
th{border-bottom:2px solid var(--rule);vertical-align:bottom;font-weight:600;line-height:1.25}
td{border-bottom:1px solid var(--rule);overflow-wrap:break-word;max-width:26rem}
.n{text-align:right}td.n{white-space:nowrap}tbody tr:nth-child(even){background:var(--band)}
.unit{display:block;font-weight:400;white-space:nowrap}.mark{font-weight:600}.good{color:var(--good)}.bad{color:var(--bad)}
.unsure{color:var(--soft)}
.figures{display:flex;flex-wrap:wrap;gap:1.4rem 2rem}figure{margin:0;flex:0 1 560px;min-width:0}figure svg{display:block;max-width:100%;height:auto}
code,pre{font:.87em/1.45 ui-monospace,"DejaVu Sans Mono",Consolas,monospace;overflow-wrap:anywhere}
pre{white-space:pre-wrap;background:var(--band);padding:.8em;border-radius:4px}
details{margin:1em 0}summary{cursor:pointer;color:var(--link)}
@page{size:A4 landscape;margin:12mm}
@media print{:root{color-scheme:light}body{max-width:none;padding:0;font-size:10pt}nav{display:none}
figure,tr{break-inside:avoid}h2{break-after:avoid}.table{overflow:visible}table{font-size:8pt}
.figures figure{flex-basis:47%}
thead{display:table-header-group}}
)css";

} // namespace

std::string toHtml(const HtmlPage& page)
{
    const std::string title = escapeXml(page.title);
    return fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                       "<meta name=\"generator\" content=\"Millrace {}\">\n<title>{}</title>\n"
                       "<style>{}{}</style>\n</head>\n<body>\n<header>\n<h1>{}</h1>\n{}</header>\n{}</body>\n</html>\n",
                       escapeXml(programVersion), title, pageStyle, page.withFigures ? svgStyle() : "", title,
                       page.header, page.body);
}

std::string htmlSection(std::string_view id, std::string_view heading, std::string_view body)
{
    return fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n{}</section>\n", escapeXml(id), escapeXml(heading), body);
}

std::string htmlFigures(std::span<const FigureSpec> figures, std::string_view prefix)
{
    std::string html = "<div class=\"figures\">\n";
    for (std::size_t i = 0; i < figures.size(); ++i) {
        const std::string id = fmt::format("{}{}", prefix, i + 1);
        html += fmt::format("<figure id=\"{}\">\n{}<figcaption>{}</figcaption>\n</figure>\n", id,
                            toSvg(figures[i], {figureWidth, id, false}), escapeXml(figures[i].caption));
    }
    return html + "</div>\n";
}

std::string htmlNote(std::string_view text)
{
    return fmt::format("<p class=\"note\">{}</p>\n", escapeXml(text));
}

} // namespace millrace::report
