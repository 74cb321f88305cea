// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/edit/project_editor.h"

#include <QDeadlineTimer>
#include <QUndoCommand>
#include <QUndoStack>

namespace millrace::ui {
namespace {

using Snapshot = std::shared_ptr<const project::Project>;

constexpr int editCommandId = 1;
constexpr auto mergeWindow = std::chrono::seconds(2);
constexpr auto checkDelay = std::chrono::milliseconds(100);

} // namespace

/// One step of the undo stack: the values before and after.
class ProjectEdit : public QUndoCommand
{
public:
    ProjectEdit(ProjectEditor& editor, const QString& text, Snapshot after, QString merge)
        : QUndoCommand(text), m_editor(editor), m_before(editor.snapshot()), m_after(std::move(after)),
          m_merge(std::move(merge)), m_mergeUntil(mergeWindow)
    {
    }

    void undo() override { m_editor.put(m_before); }
    void redo() override { m_editor.put(m_after); }
    [[nodiscard]] int id() const override { return m_merge.isEmpty() ? -1 : editCommandId; }

    bool mergeWith(const QUndoCommand* command) override
    {
        const auto* next = static_cast<const ProjectEdit*>(command);
        if (next->m_merge != m_merge || m_mergeUntil.hasExpired())
            return false;
        m_after = next->m_after;
        m_mergeUntil = next->m_mergeUntil;
        setObsolete(*m_after == *m_before);
        return true;
    }

private:
    ProjectEditor& m_editor;
    Snapshot m_before;
    Snapshot m_after;
    QString m_merge;
    QDeadlineTimer m_mergeUntil;
};

ProjectEditor::ProjectEditor(QObject* parent)
    : QObject(parent), m_project(std::make_shared<const project::Project>()), m_checked(m_project),
      m_stack(new QUndoStack(this)), m_check([](const project::Project& project) { return project::validate(project); })
{
    m_delay.setSingleShot(true);
    m_delay.setInterval(checkDelay);
    connect(&m_delay, &QTimer::timeout, this, &ProjectEditor::runCheck);
}

ProjectEditor::~ProjectEditor() = default;

void ProjectEditor::reset(project::Project project)
{
    m_stack->clear();
    put(std::make_shared<const project::Project>(std::move(project)));
}

void ProjectEditor::apply(const QString& text, project::Project after, const QString& merge)
{
    if (after == project())
        return;
    m_stack->push(new ProjectEdit(*this, text, std::make_shared<const project::Project>(std::move(after)), merge));
}

void ProjectEditor::put(std::shared_ptr<const project::Project> project)
{
    m_project = std::move(project);
    m_delay.start();
    Q_EMIT changed();
}

void ProjectEditor::setCheck(Check check)
{
    m_check = std::move(check);
    m_checked.reset();
    m_delay.start();
}

void ProjectEditor::runCheck()
{
    m_job.start(
        [project = m_project, check = m_check](const JobContext&) { return std::pair(project, check(*project)); },
        [this](std::pair<Snapshot, Issues> checked) {
            m_checked = std::move(checked.first);
            m_problems = std::move(checked.second);
            Q_EMIT problemsChanged();
        });
}

Issues ProjectEditor::problemsAt(std::string_view prefix) const
{
    Issues found;
    for (const Issue& issue : m_problems) {
        if (isFieldAt(issue.where, prefix))
            found.push_back(issue);
    }
    return found;
}

bool isFieldAt(std::string_view where, std::string_view prefix) noexcept
{
    if (!where.starts_with(prefix))
        return false;
    return prefix.empty() || where.size() == prefix.size() || where[prefix.size()] == '.'
        || where[prefix.size()] == '[';
}

} // namespace millrace::ui

#include "moc_project_editor.cpp"
