// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/error_banner.h"

#include "ui/base/format.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>

namespace millrace::ui {

ErrorBanner::ErrorBanner(QWidget* parent) : QFrame(parent), m_scroll(new QScrollArea(this))
{
    setObjectName(QStringLiteral("errorBanner"));
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(tr("Messages"));
    auto* list = new QWidget(m_scroll);
    auto* column = new QVBoxLayout(list);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(1);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setWidget(list);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(makeHeader());
    all->addWidget(m_scroll);
    hide();
}

QWidget* ErrorBanner::makeHeader()
{
    m_header = new QWidget(this);
    m_number = new QLabel(m_header);
    const auto makeButton = [this](const QString& text, auto run) {
        auto* button = new QToolButton(m_header);
        button->setText(text);
        button->setAutoRaise(true);
        connect(button, &QToolButton::clicked, this, run);
        return button;
    };
    auto* row = new QHBoxLayout(m_header);
    row->setContentsMargins(12, 2, 8, 2);
    row->addWidget(m_number, 1);
    row->addWidget(makeButton(tr("Copy all"), [this] {
        QStringList texts;
        for (const MessageBar* bar : m_bars)
            texts.append(bar->plainText());
        QGuiApplication::clipboard()->setText(texts.join(QStringLiteral("\n\n")));
    }));
    row->addWidget(makeButton(tr("Dismiss all"), [this] { clear(); }));
    return m_header;
}

void ErrorBanner::showError(const Error& error, const QString& subject, const QString& about)
{
    QStringList steps;
    for (const std::string& step : error.context)
        steps.prepend(toQString(step));
    add(MessageBar::Kind::Failure,
        {tr("%1: %2").arg(subject, errorHeadline(error.code)), toQString(error.what),
         steps.isEmpty() ? QString() : tr("While %1").arg(steps.join(QStringLiteral(" › ")))},
        about.isEmpty() ? subject : about);
}

MessageBar* ErrorBanner::showNotice(const QString& sentence, const QString& about)
{
    return add(MessageBar::Kind::Notice, {{}, sentence, {}}, about);
}

MessageBar* ErrorBanner::add(MessageBar::Kind kind, const MessageBar::Text& text, const QString& about)
{
    const QList<MessageBar*> before = m_bars;
    for (MessageBar* bar : before)
        if (bar->kind() == kind && bar->about() == about && bar->content() == text)
            remove(bar); // it moves to the top
    auto* bar = new MessageBar(kind, text, about, m_scroll->widget());
    m_bars.prepend(bar);
    qobject_cast<QBoxLayout*>(m_scroll->widget()->layout())->insertWidget(0, bar);
    bar->show(); // now, so that fit() counts it
    connect(bar, &MessageBar::resized, this, &ErrorBanner::fit);
    connect(bar, &MessageBar::dismissed, this, [this, bar] { remove(bar); });
    barsChanged();
    return bar;
}

void ErrorBanner::remove(MessageBar* bar)
{
    m_bars.removeOne(bar);
    bar->hide();
    bar->setParent(nullptr);
    bar->deleteLater();
    barsChanged();
}

void ErrorBanner::clear()
{
    while (!m_bars.isEmpty())
        remove(m_bars.last());
}

void ErrorBanner::clear(const QString& about)
{
    const QList<MessageBar*> before = m_bars;
    for (MessageBar* bar : before)
        if (bar->about() == about)
            remove(bar);
}

void ErrorBanner::barsChanged()
{
    m_number->setText(tr("%n message(s)", nullptr, count()));
    m_header->setVisible(count() > 1);
    setVisible(!m_bars.isEmpty());
    fit();
}

/// A third of the window at most; more can be scrolled.
void ErrorBanner::fit()
{
    QLayout* column = m_scroll->widget()->layout();
    column->activate();
    const int wanted =
        column->hasHeightForWidth() ? column->totalHeightForWidth(width()) : column->totalSizeHint().height();
    m_scroll->setFixedHeight(std::min(wanted, std::max(90, window()->height() / 3)));
    m_scroll->verticalScrollBar()->setValue(0);
}

void ErrorBanner::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    fit();
}

QString ErrorBanner::text() const
{
    QStringList texts;
    for (const MessageBar* bar : m_bars)
        texts.append(bar->content().headline + QLatin1Char('\n') + bar->content().sentence);
    return texts.join(QLatin1Char('\n'));
}

QString errorHeadline(ErrorCode code)
{
    const auto text = [](const char* source) { return QCoreApplication::translate("ErrorHeadline", source); };
    switch (code) {
    case ErrorCode::InvalidInput: return text(QT_TRANSLATE_NOOP("ErrorHeadline", "This cannot be used as it is"));
    case ErrorCode::Corrupt: return text(QT_TRANSLATE_NOOP("ErrorHeadline", "The file is damaged"));
    case ErrorCode::NotFound: return text(QT_TRANSLATE_NOOP("ErrorHeadline", "Not found"));
    case ErrorCode::NewerVersion:
        return text(QT_TRANSLATE_NOOP("ErrorHeadline", "Written by a newer version of Millrace"));
    case ErrorCode::Untrusted:
        return text(QT_TRANSLATE_NOOP("ErrorHeadline", "The machine could not prove that it is the right one"));
    case ErrorCode::Denied: return text(QT_TRANSLATE_NOOP("ErrorHeadline", "Access is denied"));
    case ErrorCode::Locked: return text(QT_TRANSLATE_NOOP("ErrorHeadline", "Somebody else has it open"));
    case ErrorCode::DiskFull: return text(QT_TRANSLATE_NOOP("ErrorHeadline", "The disk is full"));
    case ErrorCode::Io: return text(QT_TRANSLATE_NOOP("ErrorHeadline", "Reading or writing failed"));
    case ErrorCode::Unsupported: return text(QT_TRANSLATE_NOOP("ErrorHeadline", "This is not supported"));
    default: return text(QT_TRANSLATE_NOOP("ErrorHeadline", "That did not work"));
    }
}

} // namespace millrace::ui

#include "moc_error_banner.cpp"
