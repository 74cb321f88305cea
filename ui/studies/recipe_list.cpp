// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/studies/recipe_list.h"

#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/roomy_delegate.h"
#include "ui/base/search_line.h"
#include "ui/studies/study_text.h"

#include <QBoxLayout>
#include <QEvent>
#include <QFileInfo>
#include <QLabel>
#include <QSignalBlocker>
#include <QTreeWidget>

namespace millrace::ui {
namespace {

constexpr int studyRole = Qt::UserRole;
constexpr int recipeRole = Qt::UserRole + 1;
constexpr int hasDataRole = Qt::UserRole + 2;
constexpr int wordsRole = Qt::UserRole + 3; ///< the text that the search matches
constexpr int nameRole = Qt::UserRole + 4; ///< study and recipe, as key

bool isRecipe(const QTreeWidgetItem* item)
{
    return item != nullptr && item->data(0, recipeRole).isValid();
}

void setBold(QTreeWidgetItem* item)
{
    QFont font = item->font(0);
    font.setBold(true);
    item->setFont(0, font);
}

} // namespace

RecipeList::RecipeList(QWidget* parent)
    : QWidget(parent), m_search(new SearchLine(tr("Search figures"), this)), m_tree(new QTreeWidget(this)),
      m_none(new QLabel(tr("No figure matches."), this))
{
    m_search->setObjectName(QStringLiteral("recipeSearch"));
    m_tree->setObjectName(QStringLiteral("recipeTree"));
    m_tree->setAccessibleName(tr("Figures of the studies"));
    m_tree->setHeaderHidden(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setIndentation(10);
    m_tree->setIconSize({16, 16});
    m_tree->setTextElideMode(Qt::ElideMiddle); // titles differ at their ends
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tree->setUniformRowHeights(true);
    m_tree->setItemDelegate(new RoomyDelegate(m_tree));
    m_none->setObjectName(QStringLiteral("recipeNone"));
    m_none->setAlignment(Qt::AlignCenter);
    m_none->setForegroundRole(QPalette::PlaceholderText);
    m_none->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 0, 0);
    column->setSpacing(6);
    column->addWidget(m_search);
    column->addWidget(m_none);
    column->addWidget(m_tree, 1);
    setMinimumWidth(180);
    connect(m_search, &SearchLine::searched, this, &RecipeList::filter);
    connect(m_tree, &QTreeWidget::currentItemChanged, this, [this](const QTreeWidgetItem* item) {
        if (isRecipe(item))
            Q_EMIT recipeChosen(*chosen());
    });
}

template <typename Visit>
void RecipeList::forEachRecipe(Visit visit) const
{
    for (QTreeWidgetItemIterator each(m_tree); *each != nullptr; ++each)
        if (isRecipe(*each))
            visit(*each);
}

QTreeWidgetItem* RecipeList::groupOf(QTreeWidgetItem* parent, const QString& text)
{
    for (int i = 0; i < parent->childCount(); ++i)
        if (parent->child(i)->text(0) == text)
            return parent->child(i);
    auto* group = new QTreeWidgetItem(parent, {text});
    group->setFlags(Qt::ItemIsEnabled);
    group->setForeground(0, palette().placeholderText());
    return group;
}

void RecipeList::addRecipe(QTreeWidgetItem* study, const ShelfRecipe& each, Place place)
{
    auto* item = new QTreeWidgetItem(groupOf(study, recipeGroup(each.recipe)), {recipeText(each.recipe)});
    item->setData(0, studyRole, QVariant::fromValue(static_cast<qulonglong>(place.study)));
    item->setData(0, recipeRole, QVariant::fromValue(static_cast<qulonglong>(place.recipe)));
    item->setData(0, hasDataRole, each.runs > 0);
    item->setData(0, nameRole, study->text(0) + QLatin1Char('\n') + toQString(each.recipe.name));
    item->setData(0, wordsRole,
                  QStringList{recipeText(each.recipe), toQString(each.recipe.name), toQString(each.recipe.description),
                              toQString(each.recipe.source), study->text(0)}
                      .join(QLatin1Char('\n')));
    item->setData(0, Qt::StatusTipRole, recipeIcon(each.recipe.kind));
    paintItem(item);
}

void RecipeList::paintItem(QTreeWidgetItem* item)
{
    const bool hasData = item->data(0, hasDataRole).toBool();
    const QString name = item->data(0, Qt::StatusTipRole).toString();
    item->setIcon(0, hasData ? icon(name) : icon(name, palette().color(QPalette::Disabled, QPalette::Text)));
    item->setForeground(0, hasData ? palette().text() : palette().placeholderText());
    QFont font = m_tree->font();
    font.setItalic(!hasData);
    item->setFont(0, font);
    item->setToolTip(0, hasData ? item->text(0) : tr("%1\nNo data in this store").arg(item->text(0)));
    item->setData(0, Qt::AccessibleTextRole,
                  hasData ? item->text(0) : tr("%1, no data in this store").arg(item->text(0)));
}

void RecipeList::setShelf(const StudyShelf& shelf)
{
    const QString before =
        m_tree->currentItem() != nullptr ? m_tree->currentItem()->data(0, nameRole).toString() : QString();
    QTreeWidgetItem* wanted = nullptr;
    {
        const QSignalBlocker quiet(m_tree);
        m_tree->clear();
        for (std::size_t i = 0; i < shelf.studies.size(); ++i) {
            const studies::StoredStudy& stored = shelf.studies[i].stored;
            const QString folder = QFileInfo(toQString(stored.folder)).fileName();
            auto* root = new QTreeWidgetItem(m_tree, {studyTitle(stored.study)});
            root->setFlags(Qt::ItemIsEnabled);
            root->setToolTip(
                0,
                tr("%1\n%n run(s) of %2", nullptr, static_cast<int>(stored.runs))
                    .arg(studyTitle(stored.study), folder.isEmpty() ? tr("this store") : toQString(stored.folder)));
            setBold(root);
            for (std::size_t k = 0; k < shelf.studies[i].recipes.size(); ++k)
                addRecipe(root, shelf.studies[i].recipes[k], {i, k});
        }
        m_tree->expandAll();
        QTreeWidgetItem* first = nullptr;
        forEachRecipe([&](QTreeWidgetItem* item) {
            if (item->data(0, nameRole).toString() == before && wanted == nullptr)
                wanted = item;
            if (first == nullptr && item->data(0, hasDataRole).toBool())
                first = item;
        });
        wanted = wanted != nullptr ? wanted : first;
    }
    filter(m_search->text());
    if (wanted != nullptr)
        m_tree->setCurrentItem(wanted);
}

QTreeWidgetItem* RecipeList::itemAt(Place place) const
{
    QTreeWidgetItem* found = nullptr;
    forEachRecipe([&](QTreeWidgetItem* item) {
        if (item->data(0, studyRole).toULongLong() == place.study
            && item->data(0, recipeRole).toULongLong() == place.recipe)
            found = item;
    });
    return found;
}

void RecipeList::choose(Place place)
{
    if (QTreeWidgetItem* item = itemAt(place))
        m_tree->setCurrentItem(item);
}

std::optional<RecipeList::Place> RecipeList::chosen() const
{
    const QTreeWidgetItem* item = m_tree->currentItem();
    if (!isRecipe(item))
        return std::nullopt;
    return Place{static_cast<std::size_t>(item->data(0, studyRole).toULongLong()),
                 static_cast<std::size_t>(item->data(0, recipeRole).toULongLong())};
}

void RecipeList::markEmpty(Place place, bool empty)
{
    if (QTreeWidgetItem* item = itemAt(place)) {
        item->setData(0, hasDataRole, !empty);
        paintItem(item);
    }
}

void RecipeList::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

int RecipeList::shownCount() const
{
    int shown = 0;
    forEachRecipe([&](const QTreeWidgetItem* item) { shown += item->isHidden() ? 0 : 1; });
    return shown;
}

void RecipeList::filter(const QString& text)
{
    const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    forEachRecipe([&](QTreeWidgetItem* item) {
        const QString all = item->data(0, wordsRole).toString();
        const bool wanted = std::all_of(words.begin(), words.end(),
                                        [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
        item->setHidden(!wanted);
    });
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        QTreeWidgetItem* root = m_tree->topLevelItem(i);
        bool any = false;
        for (int k = 0; k < root->childCount(); ++k) {
            QTreeWidgetItem* group = root->child(k);
            bool some = false;
            for (int n = 0; n < group->childCount(); ++n)
                some = some || !group->child(n)->isHidden();
            group->setHidden(!some);
            any = any || some;
        }
        root->setHidden(!any && !words.isEmpty());
    }
    m_none->setVisible(shownCount() == 0 && !words.isEmpty());
}

void RecipeList::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange)
        return;
    for (QTreeWidgetItemIterator each(m_tree); *each != nullptr; ++each) {
        if (isRecipe(*each))
            paintItem(*each);
        else if ((*each)->parent() != nullptr)
            (*each)->setForeground(0, palette().placeholderText());
    }
}

} // namespace millrace::ui

#include "moc_recipe_list.cpp"
