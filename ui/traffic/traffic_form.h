// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/crosstraffic/traffic_profile.h"
#include "ui/edit/field_form.h"

#include <QWidget>

class QBoxLayout;
class QFormLayout;
class QLabel;

namespace millrace::ui {

class NodeChoice;
class Settings;

/// One profile of cross traffic of a project. Fields that mean nothing for its pattern or transport are hidden, unless
/// there is a problem with them.
class TrafficForm : public QWidget
{
    Q_OBJECT
public:
    TrafficForm(ProjectEditor& editor, Settings& settings, QWidget* parent = nullptr);

    /// The position of the profile in the project.
    void setIndex(int profile);
    /// "cross_traffic[0].sources".
    void showField(const QString& path);

private:
    using Profile = crosstraffic::TrafficProfile;
    struct Row
    {
        std::string field;
        QWidget* widget = nullptr;
        QWidget* line = nullptr; ///< the field with its notes
        QWidget* heading = nullptr; ///< of its section
    };
    struct Nodes
    {
        std::vector<std::string> Profile::*member;
        NodeChoice* list;
    };

    void makePattern();
    void makePatternFields();
    void makeSizes();
    void makeNodes();
    void makeTransport();
    void makePhases();
    void addHeading(const QString& text);
    QLabel* addRow(const std::string& field, const QString& label, QWidget* widget, QWidget* whole = nullptr,
                   QLabel* note = nullptr);
    [[nodiscard]] QLabel* addExplanation(const char* name);
    template <typename Struct>
    QuantityEdit* addNumber(const FieldForm<Struct>& make, std::string_view key,
                            typename FieldForm<Struct>::Set set = {});
    void addChoice(std::string_view key, const QStringList& titles, std::function<void(Profile&)> after = {});
    void addSizeChoice();
    void addConvention();
    void addFile(const char* field, const QString& label, const QString& title,
                 std::function<std::filesystem::path&(Profile&)> at);
    void addNodes(const char* field, std::vector<std::string> Profile::*member);
    void update();

    ProjectEditor& m_editor;
    Settings& m_settings;
    BoundFields m_fields;
    int m_index = -1;
    ObjectAccess<Profile> m_profile;
    FieldForm<Profile> m_make;
    FieldForm<crosstraffic::SizeSpec> m_makeSizes;
    FieldForm<crosstraffic::Phases> m_makePhases;
    QFormLayout* m_layout;
    QBoxLayout* m_last = nullptr; ///< the column of the field that was added last
    QWidget* m_heading = nullptr; ///< of the section being built
    std::vector<Row> m_rows;
    std::vector<Nodes> m_nodes;
    QuantityEdit* m_rate = nullptr;
    QuantityEdit* m_pacing = nullptr;
    QLabel* m_pattern = nullptr;
    QLabel* m_sizes = nullptr;
    QLabel* m_matrix = nullptr;
};

/// The names of all nodes of a project's clusters, each once, in their order.
[[nodiscard]] QStringList nodesOf(const project::Project& project);

} // namespace millrace::ui
