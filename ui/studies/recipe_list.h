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

/// The recipes of a store's studies below each other, grouped by study and by where they stand in the publication, with
/// a line to search in them. Those without data in this store are paler and say so.
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

    /// What was chosen stays chosen, if it is still there; else the first one with data is.
    void setShelf(const StudyShelf& shelf);
    void choose(Place place);
    [[nodiscard]] std::optional<Place> chosen() const;
    /// Says that the figure was computed and has nothing to show, or that it has.
    void markEmpty(Place place, bool empty);
    void search(const QString& text);
    void focusSearch();
    /// Recipes that the search lets through.
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
