// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/icons.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>

#include <utility>

namespace millrace::ui {
namespace {

QColor colorFor(QIcon::Mode mode)
{
    const QPalette palette = QGuiApplication::palette();
    switch (mode) {
    case QIcon::Disabled: return palette.color(QPalette::Disabled, QPalette::ButtonText);
    case QIcon::Selected: return palette.color(QPalette::HighlightedText);
    default: return palette.color(QPalette::ButtonText);
    }
}

/// Paints a drawing that says "currentColor" wherever it has ink.
class InkEngine : public QIconEngine
{
public:
    InkEngine(QString name, QColor fixed) : m_name(std::move(name)), m_fixed(fixed) { }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        QSvgRenderer renderer(drawing(mode));
        renderer.setAspectRatioMode(Qt::KeepAspectRatio);
        renderer.render(painter, rect);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        return scaledPixmap(size, mode, state, 1);
    }

    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal) override
    {
        const QString key =
            QStringLiteral("mr-%1-%2-%3x%4").arg(m_name, color(mode).name()).arg(size.width()).arg(size.height());
        QPixmap result;
        if (QPixmapCache::find(key, &result))
            return result;
        result = QPixmap(size);
        result.fill(Qt::transparent);
        QPainter painter(&result);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        painter.end();
        QPixmapCache::insert(key, result);
        return result;
    }

    QIconEngine* clone() const override { return new InkEngine(m_name, m_fixed); }
    QString key() const override { return QStringLiteral("millrace-ink"); }
    QString iconName() override { return m_name; }
    bool isNull() override { return !QFile::exists(file()); }

private:
    [[nodiscard]] QString file() const { return QStringLiteral(":/icons/%1.svg").arg(m_name); }

    [[nodiscard]] QColor color(QIcon::Mode mode) const
    {
        return m_fixed.isValid() && mode != QIcon::Disabled && mode != QIcon::Selected ? m_fixed : colorFor(mode);
    }

    [[nodiscard]] QByteArray drawing(QIcon::Mode mode) const
    {
        QFile source(file());
        if (!source.open(QIODevice::ReadOnly))
            return {};
        return source.readAll().replace("currentColor", color(mode).name().toLatin1());
    }

    QString m_name;
    QColor m_fixed;
};

} // namespace

QIcon icon(const QString& name)
{
    return icon(name, QColor());
}

QIcon icon(const QString& name, const QColor& color)
{
    return QIcon(new InkEngine(name, color));
}

} // namespace millrace::ui
