// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/studies/study_reader.h"

#include <QWidget>

#include <optional>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace millrace::ui {

class SearchLine;

/// The recipes of a store's studies, grouped by study and by their place in the publication, with a search line. Those
/// without data in this store are dimmed and say so.
class RecipeList : public QWidget
{
    Q_OBJECT
public:
    struct Place
    {
        std::size_t study = 0;
        std::size_t recipe = 0;

        bool operator==(const Place&) const = default;
    };

    explicit RecipeList(QWidget* parent = nullptr);

    /// Keeps the selection if it still exists; otherwise selects the first one with data.
    void setShelf(const StudyShelf& shelf);
    void choose(Place place);
    [[nodiscard]] std::optional<Place> chosen() const;
    /// Reports whether the computed figure has anything to show.
    void markEmpty(Place place, bool empty);
    void focusSearch();
    /// Recipes that match the search.
    [[nodiscard]] int shownCount() const;

Q_SIGNALS:
    void recipeChosen(millrace::ui::RecipeList::Place place);

protected:
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QTreeWidgetItem* groupOf(QTreeWidgetItem* parent, const QString& text);
    void addRecipe(QTreeWidgetItem* study, const ShelfRecipe& each, Place place);
    void paintItem(QTreeWidgetItem* item);
    void filter(const QString& text);
    template <typename Visit>
    void forEachRecipe(Visit visit) const;
    [[nodiscard]] QTreeWidgetItem* itemAt(Place place) const;

    SearchLine* m_search;
    QTreeWidget* m_tree;
    QLabel* m_none;
};

} // namespace millrace::ui
