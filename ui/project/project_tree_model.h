// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/edit/project_editor.h"

#include <QAbstractItemModel>
#include <QIcon>
#include <QStringList>

#include <array>

namespace millrace::ui {

/// The parts of a project, as its page lists them.
enum class ProjectPart
{
    Overview,
    Clusters,
    Workloads,
    Traffic,
    Grids,
    Plans,
    Run
};

/// A part, or one item of it; -1: the part itself.
struct ProjectPlace
{
    ProjectPart part = ProjectPart::Overview;
    int item = -1;

    bool operator==(const ProjectPlace&) const = default;
};

/// Overview, clusters, workloads, cross traffic, grids, plans with their items, and the run page: names that can be
/// edited, with a sign where there are problems.
class ProjectTreeModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum Role
    {
        ProblemRole = Qt::UserRole ///< sentences, joined by lines; empty if there are none
    };

    explicit ProjectTreeModel(ProjectEditor& editor, QObject* parent = nullptr);

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex&) const override { return 1; }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// Renames an item; refuses empty names and those that another one has.
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

    [[nodiscard]] ProjectPlace placeOf(const QModelIndex& index) const;
    [[nodiscard]] QModelIndex indexOf(const ProjectPlace& place) const;
    /// The place of a field: "grids[1].factors[0]" is in the second grid.
    [[nodiscard]] static ProjectPlace placeOfField(std::string_view where);
    /// The field of a place: "grids[1]"; empty for parts.
    [[nodiscard]] static std::string fieldOf(const ProjectPlace& place);

private:
    static constexpr int partCount = 7;
    void sync();
    void syncPart(int part, const QStringList& names);
    [[nodiscard]] static QStringList namesIn(const project::Project& project, int part);
    [[nodiscard]] QString problemsOf(const ProjectPlace& place) const;
    [[nodiscard]] QIcon signOf(const ProjectPlace& place) const;

    ProjectEditor& m_editor;
    std::array<QStringList, partCount> m_names;
};

} // namespace millrace::ui
