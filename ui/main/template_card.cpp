// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main/template_card.h"

#include "ui/base/colors.h"
#include "ui/base/theme.h"

#include <QCoreApplication>
#include <QFile>
#include <QPainter>
#include <QSvgRenderer>

#include <utility>

namespace millrace::ui {
namespace {

constexpr int margin = 12;
constexpr double pictureShape = 0.25; ///< height by width

int heightOf(const QString& text, const QFontMetrics& metrics, int width)
{
    return metrics.boundingRect(QRect(0, 0, width - 2 * margin, 1000), Qt::TextWordWrap, text).height();
}

} // namespace

TemplateCard::TemplateCard(QString name, const QString& title, const QString& sentence, QWidget* parent)
    : Card(parent), m_name(std::move(name)), m_sentence(sentence)
{
    setObjectName(QStringLiteral("template-") + m_name);
    setText(title);
    setAccessibleName(title);
    setAccessibleDescription(sentence);
    setToolTip(tr("New project from this template"));
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

QFont TemplateCard::titleFont() const
{
    QFont bold = font();
    bold.setBold(true);
    return bold;
}

int TemplateCard::titleHeight(int width) const
{
    return heightOf(text(), QFontMetrics(titleFont()), width);
}

int TemplateCard::heightForWidth(int width) const
{
    const int picture = static_cast<int>((width - 2 * margin) * pictureShape);
    return margin + picture + 8 + titleHeight(width) + 4 + heightOf(m_sentence, fontMetrics(), width) + margin;
}

QSize TemplateCard::sizeHint() const
{
    return {190, heightForWidth(190)};
}

QByteArray TemplateCard::picture() const
{
    QFile file(QStringLiteral(":/pictures/%1.svg").arg(m_name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const bool dark = isDark(palette());
    const auto hex = [](const QColor& color) { return color.name().toLatin1(); };
    return file.readAll()
        .replace("$ink", hex(palette().color(QPalette::Text)))
        .replace("$soft", hex(palette().color(QPalette::PlaceholderText)))
        .replace("$faint", hex(gridLineColor(dark)))
        .replace("$paper", hex(palette().color(QPalette::Base)))
        .replace("$accent", hex(seriesColor(0, dark)))
        .replace("$second", hex(seriesColor(1, dark)));
}

void TemplateCard::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintFrame(painter);

    const int pictureHeight = static_cast<int>((width() - 2 * margin) * pictureShape);
    QSvgRenderer renderer(picture());
    renderer.setAspectRatioMode(Qt::KeepAspectRatio);
    renderer.render(&painter, QRectF(margin, margin, width() - 2 * margin, pictureHeight));

    QRect text(margin, margin + pictureHeight + 8, width() - 2 * margin, titleHeight(width()));
    painter.setPen(palette().color(QPalette::Text));
    painter.setFont(titleFont());
    painter.drawText(text, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, this->text());
    painter.setFont(font());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    text.setTop(text.bottom() + 4);
    text.setBottom(height() - margin / 2);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_sentence);
}

QString templateText(std::string_view text)
{
    return QCoreApplication::translate("millrace::ui::StartPage", std::string(text).c_str());
}

} // namespace millrace::ui

#include "moc_template_card.cpp"
