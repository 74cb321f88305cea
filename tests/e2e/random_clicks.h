// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QEventLoop>
#include <QPointer>
#include <QStringList>
#include <QWidget>

#include <chrono>
#include <functional>
#include <random>

class QAbstractItemView;
class QDialog;
class QMenu;

namespace millrace::test {

/// Clicks, drags, types and scrolls at random in all that can be seen of a program, as somebody would who knows nothing
/// of it. The same seed does the same as long as the program answers in the same way. Closes the dialogs that it opens;
/// files are only chosen by the user, so dialogs for files are closed at once.
class RandomClicks : public QObject
{
    Q_OBJECT
public:
    explicit RandomClicks(std::uint32_t seed);

    /// Called before every step: puts right what the clicks have undone. True: that was all of this step.
    void setWatchdog(std::function<bool(std::int64_t step)> watchdog) { m_watchdog = std::move(watchdog); }
    /// What is about to be done, before it is.
    void setWitness(std::function<void(const QString& action)> witness) { m_witness = std::move(witness); }
    void run(std::chrono::seconds time);
    [[nodiscard]] std::int64_t steps() const noexcept { return m_steps; }

private:
    void step();
    void act();
    void inPopup(QWidget* popup);
    void inMenu(QMenu* menu);
    void inDialog(QWidget* dialog);
    void onWidget(QWidget* widget);
    void onView(QAbstractItemView* view);
    void mouse(QWidget* widget, QPoint place);
    void click(QWidget* widget, QPoint place, Qt::MouseButton button = Qt::LeftButton,
               Qt::KeyboardModifiers modifiers = {});
    void doubleClick(QWidget* widget, QPoint place);
    void drag(QWidget* widget, QPoint from, QPoint to);
    void wheel(QWidget* widget, QPoint place);
    void move(QWidget* widget, QPoint place);
    void keys(QWidget* widget);
    void type(QWidget* widget);
    void say(const QString& action, const QWidget* widget);
    [[nodiscard]] QWidget* someWidget(QWidget* window);
    [[nodiscard]] QPoint somePlace(const QWidget* widget);
    [[nodiscard]] int upTo(int count); ///< 0 … count - 1
    [[nodiscard]] bool chance(int percent) { return upTo(100) < percent; }

    std::mt19937 m_random;
    std::function<bool(std::int64_t)> m_watchdog;
    std::function<void(const QString&)> m_witness;
    QEventLoop m_loop;
    QPointer<QWidget> m_dialog; ///< the one that was there at the last step
    int m_dialogSteps = 0;
    std::int64_t m_steps = 0;
    bool m_ended = false;
};

} // namespace millrace::test
