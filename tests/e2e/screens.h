// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/document_page.h"
#include "ui/base/settings.h"
#include "ui/base/theme.h"
#include "ui/main/main_window.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QTemporaryDir>
#include <QThreadPool>
#include <QTimer>

#include <functional>

namespace millrace::ui::screens {

inline constexpr QSize size{1280, 800};

inline void wait(int milliseconds, const std::function<bool()>& until = {})
{
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < milliseconds && !(until && until())) {
        QEventLoop loop;
        QTimer::singleShot(20, &loop, &QEventLoop::quit);
        loop.exec();
    }
}

class Camera
{
public:
    Camera(QString folder, Theme theme) : m_folder(std::move(folder)), m_dark(theme == Theme::Dark) { }

    void shoot(QWidget& widget, const QString& name) const
    {
        wait(350);
        const QString file = QStringLiteral("%1/%2-%3.png")
                                 .arg(m_folder, name, m_dark ? QStringLiteral("dark") : QStringLiteral("light"));
        if (!widget.grab().save(file))
            qFatal("%s cannot be written", qPrintable(file));
    }

private:
    QString m_folder;
    bool m_dark;
};

/// One window with settings of its own.
class Session
{
public:
    Session(const Camera& camera) : m_camera(camera), m_settings(m_folder.filePath(QStringLiteral("settings.ini")))
    {
        m_window = std::make_unique<MainWindow>(m_settings);
        m_window->resize(size);
        m_window->show();
    }
    ~Session()
    {
        m_window.reset();
        QThreadPool::globalInstance()->waitForDone();
    }
    [[nodiscard]] QString folder() const { return m_folder.path(); }
    [[nodiscard]] MainWindow& window() { return *m_window; }
    [[nodiscard]] Settings& settings() { return m_settings; }
    void open(const QString& file)
    {
        m_window->openFile(file);
        ready();
    }
    void ready()
    {
        wait(5000, [this] { return m_window->currentPage() && m_window->currentPage()->hasContent(); });
    }
    void shoot(const QString& name) { m_camera.shoot(*m_window, name); }
    template <typename Page>
    [[nodiscard]] Page* page()
    {
        return qobject_cast<Page*>(m_window->currentPage());
    }

private:
    const Camera& m_camera;
    QTemporaryDir m_folder;
    Settings m_settings;
    std::unique_ptr<MainWindow> m_window;
};

/// Training, prediction, drift and versions of a predictor.
void shootPredictor(const Camera& camera);
/// A project of a remote cluster: its pages, the import of hosts, the lights of the nodes, questions while connecting.
void shootRemote(const Camera& camera);
/// The import of a study's folder, and figures and audit of a store; either may be empty.
void shootStudies(const Camera& camera, const QString& store, const QString& folder);

} // namespace millrace::ui::screens
