// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QListWidget>

#include <string>
#include <vector>

namespace millrace::ui {

/// Check boxes for nodes, side by side, as high as necessary up to a few rows.
class NodeChoice : public QListWidget
{
    Q_OBJECT
public:
    explicit NodeChoice(QWidget* parent = nullptr);

    /// `known` are shown, those of them that are `chosen` with a tick. Emits nothing.
    void setNodes(const QStringList& known, const std::vector<std::string>& chosen);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// By the user.
    void ticked(const QString& node, bool on);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fitHeight();
    void applyColors();

    bool m_showing = false;
    bool m_coloring = false;
};

/// `chosen` with one node more, at the end, or without it.
[[nodiscard]] std::vector<std::string> withTick(std::vector<std::string> chosen, const std::string& node, bool on);
/// The chosen nodes that are not `known`, separated by commas.
[[nodiscard]] QString otherNodes(const std::vector<std::string>& chosen, const QStringList& known);
/// `chosen` with these others, read from a text as otherNodes() gives it, instead of its own.
[[nodiscard]] std::vector<std::string> withOthers(const std::vector<std::string>& chosen, const QStringList& known,
                                                  const QString& others);

} // namespace millrace::ui
