// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main/study_card.h"

#include "ui/base/colors.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/theme.h"
#include "ui/studies/study_text.h"

#include <QPainter>

namespace millrace::ui {
namespace {

constexpr int studyMargin = 8;
constexpr int signSize = 16;

} // namespace

StudyCard::StudyCard(std::string_view study, QWidget* parent)
    : Card(parent), m_study(toQString(study)), m_publication(studyPublication(study)), m_folder(studyFolder(study))
{
    setObjectName(QStringLiteral("study-") + m_study);
    setText(studyTitle(study));
    setAccessibleName(tr("Import: %1").arg(text()));
    setAccessibleDescription(m_folder);
    QStringList tip{tr("Import “%1”…").arg(text())};
    for (const QString& line : {m_publication, m_folder})
        if (!line.isEmpty())
            tip.append(line);
    setToolTip(tip.join(QLatin1Char('\n')));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize StudyCard::sizeHint() const
{
    return {190, 3 * fontMetrics().lineSpacing() + 4 + 2 * studyMargin};
}

void StudyCard::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintFrame(painter);

    ui::icon(QStringLiteral("import"))
        .paint(&painter, QRect(width() - studyMargin - signSize, studyMargin, signSize, fontMetrics().lineSpacing()));
    QRect place(studyMargin, studyMargin, width() - 2 * studyMargin - signSize - 4, fontMetrics().lineSpacing());
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetrics(bold).elidedText(text(), Qt::ElideRight, place.width()));
    painter.setFont(font());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    place.setRight(width() - studyMargin);
    place.translate(0, fontMetrics().lineSpacing() + 4);
    if (m_publication.isEmpty()) {
        place.setHeight(2 * fontMetrics().lineSpacing());
        painter.drawText(place, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_folder);
        return;
    }
    for (const QString& words : {m_publication, m_folder}) {
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(words, Qt::ElideRight, place.width()));
        place.translate(0, fontMetrics().lineSpacing());
    }
}

} // namespace millrace::ui

#include "moc_study_card.cpp"
