// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/project/project.h"
#include "ui/base/job_runner.h"

#include <QTimer>

#include <functional>
#include <memory>
#include <string_view>

class QUndoStack;

namespace millrace::ui {

/// The value of one project while it is edited. Every edit replaces the whole value and can be undone; views read
/// project() again at changed().
class ProjectEditor : public QObject
{
    Q_OBJECT
public:
    explicit ProjectEditor(QObject* parent = nullptr);
    ~ProjectEditor() override;

    [[nodiscard]] const project::Project& project() const noexcept { return *m_project; }
    /// Immutable; may be passed to another thread.
    [[nodiscard]] std::shared_ptr<const project::Project> snapshot() const noexcept { return m_project; }
    /// For beginMacro(), endMacro(), the clean mark and actions. Push nothing else.
    [[nodiscard]] QUndoStack* undoStack() const noexcept { return m_stack; }

    /// Replaces the project by one that was just read; clears the undo history.
    void reset(project::Project project);
    /// An undoable edit; `text` names it ("Rename node"). Does nothing if `after` equals project(). Consecutive edits
    /// within 2 s with the same `merge` key, if not empty, become one.
    void apply(const QString& text, project::Project after, const QString& merge = {});
    /// apply() of a copy that `edit(project::Project&)` has changed.
    template <typename Edit>
    void change(const QString& text, Edit&& edit, const QString& merge = {});

    /// Calls a slot of a view after changed(), while the view is whole. A view that is destroyed hides first, which
    /// ends an edit that is open in it, and that changes the project.
    template <typename View>
    void notify(View* view, void (View::*slot)());

    /// Finds the problems of a project on a pool thread; owns what it needs.
    using Check = std::function<Issues(const project::Project&)>;
    /// Replaces project::validate(), which does not know the text of the project file.
    void setCheck(Check check);
    /// Results of the check, a moment after the last edit. `where` from the top of the project:
    /// "clusters[0].nodes[2].name".
    [[nodiscard]] const Issues& problems() const noexcept { return m_problems; }
    /// Those at the field `prefix` or below it: "clusters[0]" also gives "clusters[0].mtu", but not "clusters[01]".
    [[nodiscard]] Issues problemsAt(std::string_view prefix) const;
    /// Whether problems() belongs to the current project().
    [[nodiscard]] bool problemsAreCurrent() const noexcept { return m_checked == m_project; }

Q_SIGNALS:
    /// After every edit, undo, redo and reset.
    void changed();
    void problemsChanged();

private:
    friend class ProjectEdit;
    void put(std::shared_ptr<const project::Project> project);
    void runCheck();

    std::shared_ptr<const project::Project> m_project;
    std::shared_ptr<const project::Project> m_checked;
    QUndoStack* m_stack;
    Issues m_problems;
    QTimer m_delay;
    JobRunner m_job;
    Check m_check;
};

template <typename View>
void ProjectEditor::notify(View* view, void (View::*slot)())
{
    connect(this, &ProjectEditor::changed, view, [object = static_cast<QObject*>(view), slot] {
        if (auto* whole = qobject_cast<View*>(object))
            (whole->*slot)();
    });
}

/// Whether the field `where` is `prefix` or below it.
[[nodiscard]] bool isFieldAt(std::string_view where, std::string_view prefix) noexcept;

template <typename Edit>
void ProjectEditor::change(const QString& text, Edit&& edit, const QString& merge)
{
    project::Project after = project();
    std::forward<Edit>(edit)(after);
    apply(text, std::move(after), merge);
}

} // namespace millrace::ui
