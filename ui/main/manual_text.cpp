// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main/manual_text.h"

#include "ui/base/colors.h"
#include "ui/base/theme.h"

#include <QFile>
#include <QRegularExpression>
#include <QTextCursor>
#include <QTextTable>

namespace millrace::ui {
namespace {

constexpr qreal documentMargin = 18;

/// Replaces "[grids.md](grids.md)", readable in the files, by "[Grids](grids.md)".
QString withTitles(const QString& markdown)
{
    static const QRegularExpression link(QStringLiteral("\\[([a-z0-9-]+)\\.md\\]\\(\\1\\.md\\)"));
    QString text;
    qsizetype done = 0;
    auto links = link.globalMatch(markdown);
    while (links.hasNext()) {
        const QRegularExpressionMatch match = links.next();
        const QString name = match.captured(1);
        text += markdown.mid(done, match.capturedStart() - done);
        text += QStringLiteral("[%1](%2.md)").arg(manualTitle(name), name);
        done = match.capturedEnd();
    }
    return text + markdown.mid(done);
}

} // namespace

QString manualPage(const QString& name)
{
    QFile file(QStringLiteral(":/manual/%1.md").arg(name));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString manualTitle(const QString& name)
{
    const QString first = manualPage(name).section(QLatin1Char('\n'), 0, 0);
    QString title = first.startsWith(QLatin1String("# ")) ? first.mid(2) : first;
    return title.remove(QLatin1Char('`'));
}

ManualText::ManualText(QWidget* parent) : QTextBrowser(parent)
{
    setOpenLinks(false);
    connect(this, &QTextBrowser::sourceChanged, this, [this](const QUrl& url) {
        m_page = url.fileName().section(QLatin1Char('.'), 0, 0);
        styleDocument();
    });
}

void ManualText::showPage(const QString& name)
{
    setSource(QUrl(QStringLiteral("qrc:/manual/%1.md").arg(name)), QTextDocument::HtmlResource);
}

QVariant ManualText::loadResource(int type, const QUrl& name)
{
    if (!name.fileName().endsWith(QLatin1String(".md")))
        return QTextBrowser::loadResource(type, name);
    // A visible document takes a tenth of a second or more to parse Markdown, a hidden one a thousandth; its HTML is
    // parsed fast.
    QTextDocument page;
    page.setDefaultFont(font());
    page.setMarkdown(withTitles(manualPage(name.fileName().chopped(3))));
    return page.toHtml();
}

void ManualText::styleDocument()
{
    // One edit block: otherwise every change lays out the page.
    QTextCursor changes(document());
    changes.beginEditBlock();
    document()->setDocumentMargin(documentMargin);
    const bool dark = isDark(palette());
    for (QTextFrame* frame : document()->rootFrame()->childFrames()) {
        auto* table = qobject_cast<QTextTable*>(frame);
        if (table == nullptr)
            continue;
        QTextTableFormat format = table->format();
        format.setBorder(1);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorderBrush(gridLineColor(dark));
        format.setBorderCollapse(true);
        format.setCellSpacing(0);
        format.setCellPadding(5);
        format.setTopMargin(6);
        format.setBottomMargin(10);
        table->setFormat(format);
        for (int column = 0; column < table->columns(); ++column) {
            QTextTableCell cell = table->cellAt(0, column);
            QTextCharFormat head = cell.format();
            head.setBackground(palette().color(QPalette::AlternateBase));
            cell.setFormat(head);
        }
    }
    changes.endEditBlock();
}

void ManualText::changeEvent(QEvent* event)
{
    QTextBrowser::changeEvent(event);
    // Links and tables keep the colours of the time of parsing.
    if (event->type() == QEvent::PaletteChange && !source().isEmpty())
        reload();
}

} // namespace millrace::ui

#include "moc_manual_text.cpp"
