// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/error_banner.h"

#include "ui/base/format.h"
#include "ui/base/theme.h"

#include <QBoxLayout>
#include <QCoreApplication>
#include <QEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QToolButton>

namespace millrace::ui {
namespace {

QLabel* makeLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setWordWrap(true);
    return label;
}

} // namespace

ErrorBanner::ErrorBanner(QWidget* parent)
    : QFrame(parent), m_headline(makeLabel(this)), m_sentence(makeLabel(this)), m_details(makeLabel(this)),
      m_detailsButton(new QToolButton(this)), m_closeButton(new QToolButton(this))
{
    setObjectName(QStringLiteral("errorBanner"));
    setAutoFillBackground(true);
    setFrameShape(QFrame::NoFrame);
    QFont bold = m_headline->font();
    bold.setBold(true);
    m_headline->setFont(bold);

    m_detailsButton->setText(tr("Details"));
    m_detailsButton->setCheckable(true);
    m_detailsButton->setAutoRaise(true);
    m_closeButton->setText(tr("Dismiss"));
    m_closeButton->setAutoRaise(true);
    m_closeButton->setAccessibleName(tr("Dismiss the message"));
    connect(m_detailsButton, &QToolButton::toggled, m_details, &QWidget::setVisible);
    connect(m_closeButton, &QToolButton::clicked, this, &ErrorBanner::clear);

    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(m_headline);
    texts->addWidget(m_sentence);
    texts->addWidget(m_details);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 8, 8, 8);
    row->addLayout(texts, 1);
    row->addWidget(m_detailsButton, 0, Qt::AlignTop);
    row->addWidget(m_closeButton, 0, Qt::AlignTop);
    applyColors();
    hide();
}

void ErrorBanner::showError(const Error& error, const QString& subject)
{
    m_headline->setText(tr("%1: %2").arg(subject, errorHeadline(error.code)));
    m_sentence->setText(toQString(error.what));
    QStringList steps;
    for (const std::string& step : error.context)
        steps.prepend(toQString(step));
    m_details->setText(tr("While %1").arg(steps.join(QStringLiteral(" › "))));
    m_detailsButton->setVisible(!steps.isEmpty());
    m_detailsButton->setChecked(false);
    m_details->hide();
    setAccessibleName(m_headline->text());
    setAccessibleDescription(m_sentence->text());
    show();
}

void ErrorBanner::clear()
{
    hide();
    m_headline->clear();
    m_sentence->clear();
    m_details->clear();
}

QString ErrorBanner::text() const
{
    return m_headline->text() + QLatin1Char('\n') + m_sentence->text();
}

void ErrorBanner::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange)
        applyColors();
}

void ErrorBanner::applyColors()
{
    const bool dark = isDark(QGuiApplication::palette());
    QPalette palette = QGuiApplication::palette();
    palette.setColor(QPalette::Window, dark ? QColor(0x4a2a1c) : QColor(0xfde8dc));
    palette.setColor(QPalette::WindowText, dark ? QColor(0xffe3d3) : QColor(0x5a2200));
    palette.setColor(QPalette::ButtonText, palette.color(QPalette::WindowText));
    palette.setColor(QPalette::Button, palette.color(QPalette::Window));
    setPalette(palette);
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
        return text(QT_TRANSLATE_NOOP("ErrorHeadline", "The machine does not prove to be the right one"));
    case ErrorCode::Denied: return text(QT_TRANSLATE_NOOP("ErrorHeadline", "Access is denied"));
    case ErrorCode::Locked: return text(QT_TRANSLATE_NOOP("ErrorHeadline", "Somebody else has it open"));
    case ErrorCode::DiskFull: return text(QT_TRANSLATE_NOOP("ErrorHeadline", "The disk is full"));
    case ErrorCode::Io: return text(QT_TRANSLATE_NOOP("ErrorHeadline", "Reading or writing failed"));
    case ErrorCode::Unsupported: return text(QT_TRANSLATE_NOOP("ErrorHeadline", "This is not supported"));
    default: return text(QT_TRANSLATE_NOOP("ErrorHeadline", "That did not work"));
    }
}

} // namespace millrace::ui
