// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/field_value.h"
#include "core/cost/price_book.h"
#include "ui/base/format.h"
#include "ui/edit/cell_number.h"
#include "ui/edit/list_table_model.h"

#include <QCoreApplication>

namespace millrace::ui {

/// The prices of machines, or of traffic, of a project: a column for each field.
template <typename Price>
class PriceModel : public ListTableModel<Price>
{
public:
    using List = std::vector<Price> cost::PriceBook::*;
    using Change = EditTableModel::Change;

    /// `key` is that of the list in the project: "machines".
    PriceModel(ProjectEditor& editor, FieldList<Price> fields, List list, std::string key, QObject* parent)
        : ListTableModel<Price>(editor, headingsOf(fields), parent), m_fields(fields), m_list(list),
          m_key(std::move(key))
    {
        this->reread();
    }

    [[nodiscard]] std::string field(int row, int column) const override
    {
        return "prices." + m_key + "[" + std::to_string(row) + "]." + std::string(fieldAt(column).key);
    }

protected:
    [[nodiscard]] std::vector<Price>* rows(project::Project& project) const override
    {
        return &(project.prices.*m_list);
    }
    /// Of the same provider, date and source as the one above.
    [[nodiscard]] Price newRow(const std::vector<Price>& rows, int row) const override
    {
        Price price;
        if (row > 0) {
            const Price& above = rows[static_cast<std::size_t>(row) - 1];
            price.provider = above.provider;
            price.date = above.date;
            price.source = above.source;
        }
        return price;
    }
    [[nodiscard]] QStringList cells(const Price& price) const override
    {
        QStringList texts;
        for (const Field<Price>& field : m_fields) {
            const auto number = numberOf(field, price);
            texts.append(toQString(number ? quantityText(field.quantity, *number) : textOf(field, price)));
        }
        return texts;
    }
    [[nodiscard]] Result<void> writeCell(project::Project& project, int row, int column,
                                         const QString& text) const override
    {
        Price& price = (*rows(project))[static_cast<std::size_t>(row)];
        const Field<Price>& field = fieldAt(column);
        if (!isNumber(field)) {
            setText(field, price, text.trimmed().toStdString());
            return {};
        }
        MR_TRY(number, optionalNumber(field.quantity, text));
        if (number && !field.range.contains(*number))
            return fail(ErrorCode::InvalidInput, rangeText(field.quantity, field.range, false));
        setNumber(m_fields, field, price, number);
        return {};
    }
    [[nodiscard]] Issues quickCheck(const project::Project& project) const override
    {
        Issues issues = cost::validate(project.prices);
        for (Issue& issue : issues)
            issue.where.insert(0, "prices.");
        return issues;
    }
    [[nodiscard]] QString changeText(Change change, int count) const override
    {
        const auto text = [count](const char* words) {
            return QCoreApplication::translate("millrace::ui::PriceModel", words, nullptr, count);
        };
        switch (change) {
        case Change::Edit: return text(QT_TRANSLATE_N_NOOP("millrace::ui::PriceModel", "Edit %n price(s)"));
        case Change::Paste: return text(QT_TRANSLATE_N_NOOP("millrace::ui::PriceModel", "Paste %n price(s)"));
        case Change::Add: return text(QT_TRANSLATE_N_NOOP("millrace::ui::PriceModel", "Add %n price(s)"));
        case Change::Duplicate: return text(QT_TRANSLATE_N_NOOP("millrace::ui::PriceModel", "Duplicate %n price(s)"));
        case Change::Move: return text(QT_TRANSLATE_N_NOOP("millrace::ui::PriceModel", "Move %n price(s)"));
        default: return text(QT_TRANSLATE_N_NOOP("millrace::ui::PriceModel", "Remove %n price(s)"));
        }
    }
    [[nodiscard]] bool isNumeric(int column) const override { return isNumber(fieldAt(column)); }
    [[nodiscard]] QString placeholder(int, int column) const override
    {
        const std::string_view key = fieldAt(column).key;
        return key == "region" ? QCoreApplication::translate("millrace::ui::PriceModel", "all") : QString();
    }
    [[nodiscard]] QVariant sortValue(int row, int column) const override
    {
        const auto* list = this->rowsOf(this->editor().project());
        if (!list || row >= static_cast<int>(list->size()) || !isNumeric(column))
            return this->text(row, column);
        const auto number = numberOf(fieldAt(column), (*list)[static_cast<std::size_t>(row)]);
        return number ? QVariant(*number) : QVariant();
    }
    /// Places and machines that the project's nodes, or other prices, have.
    [[nodiscard]] QStringList suggestions(int, int column) const override
    {
        QStringList texts;
        const auto add = [&texts](const std::string& word) {
            if (!word.empty() && !texts.contains(toQString(word)))
                texts.append(toQString(word));
        };
        const Field<Price>& field = fieldAt(column);
        const std::string_view key = field.key;
        for (const cluster::Cluster& cluster : this->editor().project().clusters)
            for (const cluster::Node& node : cluster.nodes) {
                if (key == "provider" || key == "to_provider")
                    add(node.provider);
                else if (key == "region" || key == "from" || key == "to")
                    add(node.region.empty() ? node.zone : node.region);
                else if (key == "machine")
                    add(node.machine);
            }
        for (const Price& price : this->editor().project().prices.*m_list)
            add(textOf(field, price));
        return texts;
    }

private:
    [[nodiscard]] const Field<Price>& fieldAt(int column) const { return m_fields[static_cast<std::size_t>(column)]; }
    static QStringList headingsOf(FieldList<Price> fields)
    {
        QStringList headings;
        for (const Field<Price>& field : fields)
            headings.append(QCoreApplication::translate("millrace::ui::PriceModel", field.label.data()));
        return headings;
    }

    FieldList<Price> m_fields;
    List m_list;
    std::string m_key;
};

} // namespace millrace::ui
