// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/settings.h"
#include "ui/base/table_view.h"

#include <QClipboard>
#include <QHeaderView>
#include <QMenu>
#include <QStandardItemModel>
#include <QtTest>

using namespace millrace::ui;

class TestTableView : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<QStandardItemModel> m_model;

    [[nodiscard]] std::unique_ptr<TableView> makeView()
    {
        auto view = std::make_unique<TableView>(*m_settings, QStringLiteral("table"));
        view->setModel(m_model.get());
        view->resize(500, 300);
        view->show();
        return view;
    }

private Q_SLOTS:
    void init()
    {
        m_settings.reset(); // writes into the folder
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<Settings>(m_folder->filePath(QStringLiteral("s.ini")));
        m_model = std::make_unique<QStandardItemModel>(3, 3);
        m_model->setHorizontalHeaderLabels({QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")});
        for (int row = 0; row < 3; ++row) {
            for (int column = 0; column < 3; ++column)
                m_model->setItem(row, column, new QStandardItem(QStringLiteral("%1\t%2").arg(row).arg(column)));
        }
    }

    void copiesWhatIsVisible()
    {
        const auto view = makeView();
        view->horizontalHeader()->moveSection(2, 0);
        view->setColumnHidden(1, true);
        view->selectRow(2);
        view->selectionModel()->select(m_model->index(0, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
        QTest::keyClick(view.get(), Qt::Key_C, Qt::ControlModifier);
        // A tab inside a text would look like two columns.
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("c\ta\n0 2\t0 0\n2 2\t2 0"));
    }

    void onlyWhatTheUserSizedStays()
    {
        {
            const auto view = makeView();
            view->horizontalHeader()->setStretchLastSection(true);
            view->resize(view->width() + 200, view->height()); // stretches the last column
            view->setColumnWidth(0, 177);
            QTRY_COMPARE(m_settings->value(QStringLiteral("tables/table/sizes"), {}).toMap().size(), 1);
        }
        // Longer content gets its room, in the column that nobody has sized.
        const QString text = QString(30, u'm');
        m_model->setItem(0, 1, new QStandardItem(text));
        m_model->setItem(0, 0, new QStandardItem(text));
        const auto view = makeView();
        QVERIFY(view->columnWidth(1) >= view->fontMetrics().horizontalAdvance(text));
        QCOMPARE(view->columnWidth(0), 177);
    }

    void longTextsGetFreeRoom()
    {
        const QString text = QString(70, u'm');
        m_model->setItem(0, 1, new QStandardItem(text));
        const auto view = makeView();
        const int needed = view->fontMetrics().horizontalAdvance(text);
        view->resize(needed / 2, 200);
        view->fitColumns();
        QVERIFY(view->columnWidth(1) < needed); // one long text does not push all others out of sight
        view->resize(needed + 900, 200);
        view->fitColumns();
        QVERIFY(view->columnWidth(1) >= needed);
    }

    void remembersColumnsByName()
    {
        {
            const auto view = makeView();
            QMenu menu;
            view->fillColumnMenu(&menu);
            menu.actions().at(1)->trigger(); // hides b
            QVERIFY(view->isColumnHidden(1));
            view->horizontalHeader()->moveSection(2, 0);
            view->setColumnWidth(0, 177);
            QTRY_COMPARE(
                m_settings->value(QStringLiteral("tables/table/sizes"), {}).toMap().value(QStringLiteral("a")).toInt(),
                177);
        }
        // Another column comes before them all; those known stay as they were.
        m_model->insertColumn(0);
        m_model->setHorizontalHeaderItem(0, new QStandardItem(QStringLiteral("new")));
        const auto view = makeView();
        QVERIFY(view->isColumnHidden(2));
        QCOMPARE(view->columnWidth(1), 177);
        QVERIFY(view->visibleColumns().indexOf(QStringLiteral("c"))
                < view->visibleColumns().indexOf(QStringLiteral("a")));
        QVERIFY(view->visibleColumns().contains(QStringLiteral("new")));
    }

    void lastColumnCannotBeHidden()
    {
        const auto view = makeView();
        view->setColumnHidden(0, true);
        view->setColumnHidden(1, true);
        QMenu menu;
        view->fillColumnMenu(&menu);
        QVERIFY(!menu.actions().at(2)->isEnabled());
    }

    void hiddenByDefault()
    {
        const auto view = makeView();
        view->hideByDefault(QStringLiteral("b"));
        QVERIFY(view->isColumnHidden(1));
        QMenu menu;
        view->fillColumnMenu(&menu);
        menu.actions().at(1)->trigger();
        const auto again = makeView();
        again->hideByDefault(QStringLiteral("b"));
        QVERIFY(!again->isColumnHidden(1));
    }
};

QTEST_MAIN(TestTableView)
#include "tst_table_view.moc"
