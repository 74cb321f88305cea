// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/project/project.h"
#include "ui/base/format.h"

#include <cmath>
#include <functional>
#include <type_traits>

namespace millrace::ui {

/// The part of a project that a form shows: it is looked up each time, because the form may switch to another one
/// and the part may be removed. Creates the arguments of BoundFields::bind().
template <typename Part>
class ObjectAccess
{
public:
    using Find = std::function<Part*(project::Project&)>; ///< nullptr: it does not exist

    explicit ObjectAccess(Find find) : m_find(std::move(find)) { }

    [[nodiscard]] Part* find(project::Project& project) const { return m_find(project); }
    [[nodiscard]] bool isIn(const project::Project& project) const { return findIn(project) != nullptr; }
    /// The part, or a default one.
    [[nodiscard]] const Part& of(const project::Project& project) const
    {
        static const Part none;
        const Part* part = findIn(project);
        return part != nullptr ? *part : none;
    }

    /// `get` is a member, or a function of the part.
    template <typename Get>
    [[nodiscard]] auto read(Get get) const
    {
        return [access = *this, get](const project::Project& project) {
            using Value = std::remove_cvref_t<std::invoke_result_t<Get, const Part&>>;
            if constexpr (std::is_same_v<Value, std::string>)
                return toQString(std::invoke(get, access.of(project)));
            else
                return Value(std::invoke(get, access.of(project)));
        };
    }
    /// `set` is a member, or a function of the part and the value; not called if the part does not exist.
    template <typename Set>
    [[nodiscard]] auto write(Set set) const
    {
        return [access = *this, set](project::Project& project, const auto& value) {
            Part* part = access.find(project);
            if (part == nullptr)
                return;
            if constexpr (!std::is_member_object_pointer_v<Set>)
                set(*part, value);
            else if constexpr (std::is_same_v<std::remove_cvref_t<decltype(part->*set)>, std::string>)
                part->*set = value.toStdString();
            else
                part->*set = value;
        };
    }

private:
    [[nodiscard]] const Part* findIn(const project::Project& project) const
    {
        return m_find(const_cast<project::Project&>(project));
    }

    Find m_find;
};

/// The value of a duration field.
[[nodiscard]] inline std::chrono::nanoseconds durationOf(double nanoseconds)
{
    return std::chrono::nanoseconds(std::llround(nanoseconds));
}

} // namespace millrace::ui
