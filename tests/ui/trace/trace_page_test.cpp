// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/trace/trace_page_test.h"

namespace millrace::test {

using namespace ui;

void TracePageTest::init()
{
    m_settings.reset(); // writes into the folder
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("XDG_CACHE_HOME", m_folder->path().toUtf8());
    m_settings = std::make_unique<Settings>(path("settings.ini"));
}

void TracePageTest::cleanup()
{
    m_page.reset();
    QThreadPool::globalInstance()->waitForDone();
}

void TracePageTest::open(const QStringList& files)
{
    m_page = std::make_unique<TracePage>(files, *m_settings);
    m_page->resize(1280, 690);
    m_page->show();
    QSignalSpy loaded(m_page.get(), &DocumentPage::loaded);
    m_page->reload();
    QVERIFY(loaded.wait());
    settle();
}

void TracePageTest::openStar(std::size_t cut)
{
    writeStar(path("star.pcap").toStdString(), 200, cut);
    open({path("star.pcap")});
}

void TracePageTest::settle()
{
    QTRY_VERIFY_WITH_TIMEOUT(!m_page->isBusy(), 30'000);
}

} // namespace millrace::test
