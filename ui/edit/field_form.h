// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/field_value.h"
#include "ui/base/quantity_edit.h"
#include "ui/edit/bound_fields.h"
#include "ui/edit/field_edit.h"
#include "ui/edit/object_access.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>

#include <cassert>

namespace millrace::ui {

/// Creates the widgets of a form from the field list of one object of the project: each is bound to its field, with the
/// field's range, placeholder and tool tip, in the user's language.
template <typename Struct>
class FieldForm
{
public:
    using Set = std::function<void(Struct&, std::optional<double>)>;

    /// `context` is that of the labels, see MR_TEXT; `prefix` is prepended to the keys: "gate.".
    FieldForm(BoundFields& bound, ObjectAccess<Struct> object, FieldList<Struct> list, const char* context,
              std::string prefix = {})
        : m_bound(bound), m_object(std::move(object)), m_list(list), m_context(context), m_prefix(std::move(prefix))
    {
    }

    [[nodiscard]] FieldList<Struct> list() const noexcept { return m_list; }
    /// The key must be in the list.
    [[nodiscard]] const Field<Struct>& find(std::string_view key) const
    {
        const Field<Struct>* found = findField(m_list, key);
        assert(found != nullptr);
        return *found;
    }
    [[nodiscard]] std::string path(const Field<Struct>& field) const { return m_prefix + std::string(field.key); }
    [[nodiscard]] QString label(const Field<Struct>& field) const { return text(field.label); }

    /// `set` replaces setNumber(), for values that change further fields.
    [[nodiscard]] QuantityEdit* number(const Field<Struct>& field, const QString& undo, Set set = {}) const
    {
        auto* edit = new QuantityEdit(field.quantity);
        edit->setRange(field.range.least, field.range.most);
        if (!field.options.unset.empty())
            edit->setOptional(text(field.options.unset));
        edit->setToolTip(text(field.options.help));
        if (!set)
            set = [list = m_list, &field](Struct& object, std::optional<double> value) {
                setNumber(list, field, object, value);
            };
        m_bound.bind(edit, path(field), undo,
                     m_object.read([&field](const Struct& object) { return shownNumber(field, object); }),
                     m_object.write(set));
        return edit;
    }

    [[nodiscard]] FieldEdit* textLine(const Field<Struct>& field, const QString& undo, QLabel* note = nullptr) const
    {
        auto* edit = new FieldEdit(nullptr, note);
        edit->setPlaceholderText(text(field.options.unset));
        edit->setToolTip(text(field.options.help));
        m_bound.bind(edit, path(field), undo,
                     m_object.read([&field](const Struct& object) { return textOf(field, object); }),
                     m_object.write([&field](Struct& object, const QString& words) {
                         setText(field, object, words.trimmed().toStdString());
                     }));
        return edit;
    }

    [[nodiscard]] QCheckBox* checkBox(const Field<Struct>& field, const QString& undo) const
    {
        auto* box = new QCheckBox(label(field));
        box->setToolTip(text(field.options.help));
        const auto member = std::get<bool Struct::*>(field.member);
        m_bound.bind(box, path(field), undo, m_object.read(member), m_object.write(member));
        return box;
    }

    /// `titles` replace the names of the choice, in their order.
    [[nodiscard]] QComboBox* choice(const Field<Struct>& field, const QStringList& titles, const QString& undo,
                                    QLabel* note = nullptr, std::function<void(Struct&)> after = {}) const
    {
        auto* box = new QComboBox;
        const auto& member = std::get<FieldChoice<Struct>>(field.member);
        m_bound.bind(
            box, path(field), undo, [titles](const project::Project&) { return titles; },
            m_object.read([&member, titles](const Struct& object) {
                return titles.value(static_cast<qsizetype>(member.get(object)));
            }),
            m_object.write([&member, titles, after](Struct& object, const QString& title) {
                if (const qsizetype position = titles.indexOf(title); position >= 0) {
                    member.set(object, static_cast<std::size_t>(position));
                    if (after)
                        after(object);
                }
            }),
            note);
        return box;
    }

    /// A text of the list in the user's language.
    [[nodiscard]] QString text(std::string_view english) const
    {
        return english.empty() ? QString() : QCoreApplication::translate(m_context, std::string(english).c_str());
    }

private:
    BoundFields& m_bound;
    ObjectAccess<Struct> m_object;
    FieldList<Struct> m_list;
    const char* m_context;
    std::string m_prefix;
};

} // namespace millrace::ui
