// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/e2e/random_clicks.h"

#include <QtTest>
#include <QtWidgets>

namespace millrace::test {
namespace {

using namespace std::chrono_literals;

constexpr auto interval = 12ms;
constexpr int patience = 30; ///< steps that a dialog stays at most

const char* const texts[] = {
    "RING", "loss=1%", "strategy=", "step_mean<100ms", "3", "10ms", "-1", "1e99",    "%", "node1", "batch=8",
    "\"",   "*",       "0",         "1000000",         "ü", "()",   "!=", "-star x", ",,"};

const int someKeys[] = {Qt::Key_Tab,  Qt::Key_Backtab, Qt::Key_Up,     Qt::Key_Down,   Qt::Key_Left,     Qt::Key_Right,
                        Qt::Key_Home, Qt::Key_End,     Qt::Key_Return, Qt::Key_Escape, Qt::Key_PageDown, Qt::Key_PageUp,
                        Qt::Key_F1,   Qt::Key_F2,      Qt::Key_F5,     Qt::Key_F6,     Qt::Key_Space,    Qt::Key_Delete,
                        Qt::Key_Plus, Qt::Key_Minus,   Qt::Key_B,      Qt::Key_E,      Qt::Key_Z,        Qt::Key_L};

const QKeyCombination someShortcuts[] = {
    Qt::ControlModifier | Qt::Key_Tab, Qt::ControlModifier | Qt::Key_PageDown, Qt::ControlModifier | Qt::Key_PageUp,
    Qt::ControlModifier | Qt::Key_Z,   Qt::ControlModifier | Qt::Key_F,        Qt::ControlModifier | Qt::Key_A,
    Qt::ControlModifier | Qt::Key_C,   Qt::ControlModifier | Qt::Key_V,        Qt::ControlModifier | Qt::Key_S,
    Qt::ControlModifier | Qt::Key_K,   Qt::AltModifier | Qt::Key_Home,         Qt::ShiftModifier | Qt::Key_F5,
    Qt::ShiftModifier | Qt::Key_Down,  Qt::ControlModifier | Qt::Key_Slash,    Qt::ControlModifier | Qt::Key_Comma,
    Qt::AltModifier | Qt::Key_Up,      Qt::ControlModifier | Qt::Key_Y,        Qt::ControlModifier | Qt::Key_End};

/// What people aim at.
bool isTarget(const QWidget* widget)
{
    return widget->focusPolicy() != Qt::NoFocus || qobject_cast<const QTabBar*>(widget) != nullptr
        || qobject_cast<const QMenuBar*>(widget) != nullptr || qobject_cast<const QAbstractButton*>(widget) != nullptr
        || qobject_cast<const QHeaderView*>(widget) != nullptr
        || qobject_cast<const QSplitterHandle*>(widget) != nullptr;
}

} // namespace

RandomClicks::RandomClicks(std::uint32_t seed) : m_random(seed) { }

int RandomClicks::upTo(int count)
{
    // Not std::uniform_int_distribution, which differs between libraries.
    return count <= 0 ? 0 : static_cast<int>(m_random() % static_cast<std::uint32_t>(count));
}

void RandomClicks::run(std::chrono::seconds time)
{
    QTimer::singleShot(time, this, [this] { m_ended = true; });
    QTimer::singleShot(interval, this, &RandomClicks::step);
    m_loop.exec();
}

void RandomClicks::step()
{
    if (m_ended && QApplication::activeModalWidget() == nullptr && QApplication::activePopupWidget() == nullptr) {
        m_loop.quit();
        return;
    }
    // Before the action, which may begin a loop of its own.
    QTimer::singleShot(interval, this, &RandomClicks::step);
    ++m_steps;
    if (m_ended) {
        QTest::keyClick(QApplication::activePopupWidget() != nullptr ? QApplication::activePopupWidget()
                                                                     : QApplication::activeModalWidget(),
                        Qt::Key_Escape);
        return;
    }
    if (!m_watchdog || !m_watchdog(m_steps))
        act();
}

void RandomClicks::act()
{
    if (QWidget* popup = QApplication::activePopupWidget())
        return inPopup(popup);
    QWidget* modal = QApplication::activeModalWidget();
    m_dialogSteps = modal != nullptr && modal == m_dialog ? m_dialogSteps + 1 : 0;
    m_dialog = modal;
    if (modal != nullptr)
        return inDialog(modal);
    QWidgetList windows;
    for (QWidget* window : QApplication::topLevelWidgets())
        if (window->isVisible() && window->windowType() != Qt::ToolTip && window->windowType() != Qt::Popup)
            windows.append(window);
    if (windows.isEmpty())
        return;
    // In a fixed order, and mostly in the main one.
    std::ranges::sort(windows, std::greater(), [](const QWidget* each) { return each->width() * each->height(); });
    QWidget* window = chance(85) ? windows.first() : windows[upTo(static_cast<int>(windows.size()))];
    if (window != windows.first() && chance(10)) {
        say(QStringLiteral("close"), window);
        window->close();
        return;
    }
    if (!window->isActiveWindow())
        QApplication::setActiveWindow(window);
    if (chance(15))
        return keys(window);
    // By place as well as by widget: tool bars have many buttons, pages have the room.
    QWidget* widget = chance(50) ? window->childAt(upTo(window->width()), upTo(window->height())) : someWidget(window);
    if (widget != nullptr && widget->isEnabled())
        onWidget(widget);
}

void RandomClicks::inPopup(QWidget* popup)
{
    if (chance(25)) {
        say(QStringLiteral("Escape"), popup);
        QTest::keyClick(popup, Qt::Key_Escape);
        return;
    }
    if (auto* menu = qobject_cast<QMenu*>(popup))
        return inMenu(menu);
    QWidget* widget = someWidget(popup);
    onWidget(widget != nullptr ? widget : popup);
}

void RandomClicks::inMenu(QMenu* menu)
{
    QList<QAction*> actions;
    for (QAction* action : menu->actions())
        if (action->isVisible() && action->isEnabled() && !action->isSeparator())
            actions.append(action);
    if (actions.isEmpty()) {
        QTest::keyClick(menu, Qt::Key_Escape);
        return;
    }
    const QAction* action = actions[upTo(static_cast<int>(actions.size()))];
    say(QStringLiteral("menu “%1”").arg(action->text()), menu);
    click(menu, menu->actionGeometry(const_cast<QAction*>(action)).center());
}

void RandomClicks::inDialog(QWidget* dialog)
{
    auto* asked = qobject_cast<QDialog*>(dialog);
    if (qobject_cast<QFileDialog*>(dialog) != nullptr || m_dialogSteps > patience) {
        say(QStringLiteral("reject"), dialog);
        if (asked != nullptr)
            asked->reject();
        else
            dialog->close();
        return;
    }
    if (chance(10)) {
        say(QStringLiteral("Escape"), dialog);
        QTest::keyClick(dialog, Qt::Key_Escape);
    } else if (chance(10)) {
        keys(dialog);
    } else if (QWidget* widget = someWidget(dialog)) {
        onWidget(widget);
    }
}

QWidget* RandomClicks::someWidget(QWidget* window)
{
    QWidgetList all, targets;
    for (QWidget* widget : window->findChildren<QWidget*>()) {
        if (!widget->isVisible() || !widget->isEnabled() || widget->window() != window || widget->width() < 4
            || widget->height() < 4 || widget->visibleRegion().isEmpty())
            continue;
        all.append(widget);
        if (isTarget(widget))
            targets.append(widget);
    }
    const QWidgetList& pool = targets.isEmpty() || chance(5) ? all : targets;
    return pool.isEmpty() ? nullptr : pool[upTo(static_cast<int>(pool.size()))];
}

QPoint RandomClicks::somePlace(const QWidget* widget)
{
    const QRect seen = widget->visibleRegion().boundingRect();
    return seen.topLeft() + QPoint(upTo(seen.width()), upTo(seen.height()));
}

void RandomClicks::onWidget(QWidget* widget)
{
    if (auto* bar = qobject_cast<QTabBar*>(widget); bar != nullptr && bar->count() > 0)
        return click(bar, bar->tabRect(upTo(bar->count())).center());
    if (auto* bar = qobject_cast<QMenuBar*>(widget); bar != nullptr && !bar->actions().isEmpty())
        return click(bar, bar->actionGeometry(bar->actions()[upTo(static_cast<int>(bar->actions().size()))]).center());
    if (auto* view = qobject_cast<QAbstractItemView*>(widget))
        return onView(view);
    const bool takesText = qobject_cast<QLineEdit*>(widget) != nullptr
        || qobject_cast<QAbstractSpinBox*>(widget) != nullptr || qobject_cast<QPlainTextEdit*>(widget) != nullptr;
    if (takesText && chance(70))
        return type(widget);
    mouse(widget, somePlace(widget));
}

void RandomClicks::onView(QAbstractItemView* view)
{
    QWidget* area = view->viewport();
    QPoint place = somePlace(area);
    // Rather into a row than below the last one.
    for (int attempt = 0; attempt < 5 && !view->indexAt(place).isValid(); ++attempt)
        place = somePlace(area);
    mouse(area, place);
}

void RandomClicks::mouse(QWidget* widget, QPoint place)
{
    const int kind = upTo(100);
    if (kind < 62)
        return click(widget, place);
    if (kind < 68)
        return click(widget, place, Qt::LeftButton, chance(50) ? Qt::ControlModifier : Qt::ShiftModifier);
    if (kind < 75)
        return click(widget, place, Qt::RightButton);
    if (kind < 82)
        return doubleClick(widget, place);
    if (kind < 88)
        return drag(widget, place, somePlace(widget));
    if (kind < 94)
        return wheel(widget, place);
    move(widget, place);
}

void RandomClicks::click(QWidget* widget, QPoint place, Qt::MouseButton button, Qt::KeyboardModifiers modifiers)
{
    say(QStringLiteral("click %1,%2 button %3").arg(place.x()).arg(place.y()).arg(int(button)), widget);
    const QPointer<QWidget> guard = widget;
    QTest::mousePress(widget, button, modifiers, place);
    if (guard)
        QTest::mouseRelease(widget, button, modifiers, place);
    if (guard && button == Qt::RightButton) {
        QContextMenuEvent event(QContextMenuEvent::Mouse, place, widget->mapToGlobal(place), modifiers);
        QApplication::sendEvent(widget, &event);
    }
}

void RandomClicks::doubleClick(QWidget* widget, QPoint place)
{
    say(QStringLiteral("double click %1,%2").arg(place.x()).arg(place.y()), widget);
    const QPointer<QWidget> guard = widget;
    QTest::mousePress(widget, Qt::LeftButton, {}, place);
    if (guard)
        QTest::mouseRelease(widget, Qt::LeftButton, {}, place);
    if (guard) {
        QMouseEvent event(QEvent::MouseButtonDblClick, place, widget->mapToGlobal(place), Qt::LeftButton,
                          Qt::LeftButton, {});
        QApplication::sendEvent(widget, &event);
    }
    if (guard)
        QTest::mouseRelease(widget, Qt::LeftButton, {}, place);
}

void RandomClicks::drag(QWidget* widget, QPoint from, QPoint to)
{
    say(QStringLiteral("drag %1,%2 to %3,%4").arg(from.x()).arg(from.y()).arg(to.x()).arg(to.y()), widget);
    const QPointer<QWidget> guard = widget;
    const Qt::KeyboardModifiers modifiers = chance(30) ? Qt::ShiftModifier : Qt::NoModifier;
    QTest::mousePress(widget, Qt::LeftButton, modifiers, from);
    for (int i = 1; i <= 4 && guard; ++i) {
        const QPoint place = from + (to - from) * i / 4;
        QMouseEvent event(QEvent::MouseMove, place, widget->mapToGlobal(place), Qt::NoButton, Qt::LeftButton,
                          modifiers);
        QApplication::sendEvent(widget, &event);
    }
    if (guard)
        QTest::mouseRelease(widget, Qt::LeftButton, modifiers, to);
}

void RandomClicks::wheel(QWidget* widget, QPoint place)
{
    const int turn = chance(50) ? 120 : -120;
    say(QStringLiteral("wheel %1 at %2,%3").arg(turn).arg(place.x()).arg(place.y()), widget);
    QWheelEvent event(place, widget->mapToGlobal(place), {}, {0, turn}, Qt::NoButton,
                      chance(30) ? Qt::ControlModifier : Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(widget, &event);
}

void RandomClicks::move(QWidget* widget, QPoint place)
{
    say(QStringLiteral("move to %1,%2").arg(place.x()).arg(place.y()), widget);
    QMouseEvent event(QEvent::MouseMove, place, widget->mapToGlobal(place), Qt::NoButton, Qt::NoButton, {});
    QApplication::sendEvent(widget, &event);
}

void RandomClicks::keys(QWidget* window)
{
    QWidget* widget = window->focusWidget() != nullptr ? window->focusWidget() : window;
    if (chance(30)) {
        const QKeyCombination keys = someShortcuts[upTo(static_cast<int>(std::size(someShortcuts)))];
        say(QKeySequence(keys).toString(), widget);
        QTest::keyClick(widget, keys.key(), keys.keyboardModifiers());
        return;
    }
    const auto key = static_cast<Qt::Key>(someKeys[upTo(static_cast<int>(std::size(someKeys)))]);
    say(QKeySequence(key).toString(), widget);
    QTest::keyClick(widget, key);
}

void RandomClicks::type(QWidget* widget)
{
    const QString text = QString::fromUtf8(texts[upTo(static_cast<int>(std::size(texts)))]);
    const bool ends = chance(60);
    say(QStringLiteral("type “%1”%2").arg(text, ends ? QStringLiteral(" and Return") : QString()), widget);
    const QPointer<QWidget> guard = widget;
    widget->setFocus();
    if (chance(60))
        QTest::keyClick(widget, Qt::Key_A, Qt::ControlModifier);
    for (const QChar letter : text)
        if (guard)
            QTest::sendKeyEvent(QTest::Click, widget, Qt::Key(letter.unicode() < 128 ? letter.toUpper().unicode() : 0),
                                letter, Qt::NoModifier);
    if (guard && ends)
        QTest::keyClick(widget, Qt::Key_Return);
}

void RandomClicks::say(const QString& action, const QWidget* widget)
{
    if (!m_witness)
        return;
    QStringList names;
    for (const QWidget* each = widget; each != nullptr && names.size() < 4; each = each->parentWidget()) {
        const QString name = each->objectName().startsWith(QLatin1String("qt_")) ? QString() : each->objectName();
        if (each == widget || !name.isEmpty())
            names.append(name.isEmpty() ? QString::fromLatin1(each->metaObject()->className()) : name);
    }
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget);
        button != nullptr && !button->text().isEmpty())
        names.first() += QStringLiteral(" “%1”").arg(button->text());
    m_witness(QStringLiteral("%1 %2 in %3").arg(m_steps).arg(action, names.join(QStringLiteral(" of "))));
}

} // namespace millrace::test
