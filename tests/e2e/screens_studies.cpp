// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/e2e/screens.h"
#include "ui/results/result_page.h"
#include "ui/studies/study_import_dialog.h"
#include "ui/studies/study_page.h"

#include <QAction>
#include <QTabWidget>

namespace millrace::ui::screens {

void shootStudies(const Camera& camera, const QString& store, const QString& folder)
{
    Session session(camera);
    session.window().importStudy(folder.isEmpty() ? QStringList() : QStringList{folder});
    wait(1500);
    if (auto* dialog = session.window().findChild<StudyImportDialog*>()) {
        camera.shoot(*dialog, QStringLiteral("study-import"));
        dialog->reject();
    }
    if (store.isEmpty())
        return;
    session.open(store);
    auto* studies = session.page<ResultPage>()->findChild<QAction*>(QStringLiteral("studies"));
    wait(5000, [studies] { return studies->isVisible(); });
    studies->trigger();
    session.ready();
    auto* page = session.page<StudyPage>();
    if (!page)
        qFatal("no studies");
    for (const ShelfRecipe& each : page->shelf().studies.front().recipes) {
        const auto place = static_cast<std::size_t>(&each - page->shelf().studies.front().recipes.data());
        page->recipes().choose({0, place});
        wait(10'000, [page] { return !page->isBusy(); });
        session.shoot(QStringLiteral("study-") + QString::fromStdString(each.recipe.name));
    }
    page->showTab(StudyPage::AuditTab);
    wait(60'000, [page] { return !page->isBusy(); });
    session.shoot(QStringLiteral("study-audit"));
    page->findChild<QTabWidget*>(QStringLiteral("auditTabs"))->setCurrentIndex(1);
    session.shoot(QStringLiteral("study-claims"));
}

} // namespace millrace::ui::screens
