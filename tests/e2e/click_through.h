// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tests/e2e/watched_application.h"
#include "ui/base/settings.h"
#include "ui/main/main_window.h"
#include "ui/project/project_page.h"
#include "ui/run/campaign_page.h"

#include <QPointer>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>

namespace millrace::ui {
class ResultPage;
}

/// The whole main job by mouse and keyboard: a project from a template, edited, undone, run, watched, one run cancelled
/// and repeated, results browsed, compared and exported; the same numbers as the command line; no stall of the window.
class TestClickThrough : public QObject
{
    Q_OBJECT

public:
    static inline millrace::test::WatchedApplication* application = nullptr;

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void init();
    void cleanup();
    void newProjectFromTemplate();
    void editsTheCluster();
    void editsTheWorkload();
    void editsTheGrid();
    void dryRunFollows();
    void savesTheProject();
    void startsAndWatches();
    void cancelsOneAndRetriesIt();
    void finishes();
    void browsesResults();
    void groupsLikeTheCommandLine();
    void comparesLikeTheCommandLine();
    void exportsWhatIsVisible();
    void closesCleanly();
    void neverStalled();

private:
    template <typename Widget>
    [[nodiscard]] Widget* find(const char* name) const
    {
        return m_window->findChild<Widget*>(QString::fromLatin1(name));
    }
    [[nodiscard]] millrace::ui::CampaignPage* campaign() const
    {
        return m_window->findChild<millrace::ui::CampaignPage*>();
    }
    [[nodiscard]] millrace::ui::ResultPage* results() const;
    void click(QWidget* widget) { QTest::mouseClick(widget, Qt::LeftButton, {}, widget->rect().center()); }
    void type(QWidget* widget, const QString& text)
    {
        widget->setFocus();
        QTest::keyClick(widget, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(widget, text);
        QTest::keyClick(widget, Qt::Key_Return);
    }
    void editCell(QTableView* view, const QModelIndex& index, const QString& text);
    void goTo(const QString& part, const QString& item = {});
    void shoot(const QString& name);
    [[nodiscard]] int rowOfState(const QString& state) const;

    QTemporaryDir m_folder;
    QString m_home;
    std::unique_ptr<millrace::ui::Settings> m_settings;
    std::unique_ptr<millrace::ui::MainWindow> m_window;
    QPointer<millrace::ui::ProjectPage> m_project;
    QString m_file;
    QString m_store;
    std::vector<std::string> m_footprint;
    bool m_stopped = false; ///< an earlier step failed
};
