// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/edit/project_editor.h"

#include <QObject>
#include <QStringList>

#include <functional>
#include <optional>
#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;

namespace millrace::ui {

class FieldEdit;
class FieldMarker;
class QuantityEdit;

/// Binds widgets to fields of one object of the project: they show its values, edit them with undo, and show the
/// problems at these fields. Typing in one field is one edit.
class BoundFields : public QObject
{
    Q_OBJECT
public:
    explicit BoundFields(ProjectEditor& editor, QObject* parent = nullptr);

    /// "grids[0]"; fields are below it. Shows that object's values.
    void setPrefix(const std::string& prefix);
    [[nodiscard]] const std::string& prefix() const noexcept { return m_prefix; }
    /// Refreshes the values and problems.
    void refresh();
    /// Moves the focus to the field that `path` ("grids[0].seed") names or is below of; false: there is none.
    bool showField(const std::string& path);

    template <typename Value>
    using Read = std::function<Value(const project::Project&)>;
    template <typename Value>
    using Write = std::function<void(project::Project&, const Value&)>;

    /// `undo` names the edit: "Change seed". `field` is relative to the prefix.
    void bind(QuantityEdit* edit, const std::string& field, const QString& undo, Read<std::optional<double>> read,
              Write<std::optional<double>> write);
    void bind(FieldEdit* edit, const std::string& field, const QString& undo, Read<QString> read, Write<QString> write);
    void bind(QCheckBox* box, const std::string& field, const QString& undo, Read<bool> read, Write<bool> write);
    /// `choices` refill the box each time; a value that is none of them stays visible and is marked. Where there are
    /// none, any text can be written. `note` says below the box what is wrong.
    void bind(QComboBox* box, const std::string& field, const QString& undo, Read<QStringList> choices,
              Read<QString> read, Write<QString> write, QLabel* note = nullptr);

private:
    struct Field
    {
        std::string name;
        QWidget* widget = nullptr;
        std::function<void()> show;
        std::function<void(const QString& problem)> mark;
    };
    void mark();
    [[nodiscard]] QString mergeKey(const std::string& field) const;

    ProjectEditor& m_editor;
    std::string m_prefix;
    std::vector<Field> m_fields;
    bool m_showing = false;
};

/// A check for texts that must not be empty: names, models.
[[nodiscard]] QString needsText(const QString& text);

} // namespace millrace::ui
