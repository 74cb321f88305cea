// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/interference/policy_page.h"

#include "ui/base/format.h"
#include "ui/base/settings.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>

namespace millrace::ui {
namespace {

const QString policyChoiceKey = QStringLiteral("policy/chosen");

} // namespace

PolicyPage::PolicyPage(ReportSubject subject, PolicySource source, Settings& settings, QWidget* parent)
    : ReportPage(QStringLiteral("policy"), tr("Policies replayed"), std::move(subject), settings, parent),
      m_source(std::move(source))
{
    addControls(makeControls());
}

PolicyPage::~PolicyPage()
{
    // Both emit when the field loses the keyboard during destruction.
    m_policies->disconnect(this);
    m_policies->lineEdit()->disconnect(this);
}

QWidget* PolicyPage::makeControls()
{
    auto* controls = new QWidget(this);
    auto* row = new QHBoxLayout(controls);
    row->setContentsMargins(16, 2, 16, 6);
    row->setSpacing(8);
    auto* label = new QLabel(tr("&Policies"), controls);
    m_policies = new QComboBox(controls);
    m_policies->setObjectName(QStringLiteral("policies"));
    m_policies->setAccessibleName(tr("Policies"));
    m_policies->setEditable(true);
    m_policies->setInsertPolicy(QComboBox::NoInsert);
    m_policies->lineEdit()->setPlaceholderText(tr("those of each run"));
    m_policies->setToolTip(tr("Empty: the policies that each run was made with.\nOtherwise NAME or "
                              "NAME(OPTION=VALUE,…), joined with +"));
    m_policies->setMinimumContentsLength(36);
    m_policies->addItem(QString());
    for (const policy::PolicyTraits& traits : policy::policies()) {
        if (traits.isSchedule)
            continue;
        m_policies->addItem(toQString(traits.name));
        m_policies->setItemData(m_policies->count() - 1, toQString(traits.summary), Qt::ToolTipRole);
    }
    m_policies->setEditText(settings().value(policyChoiceKey, QString()).toString());
    label->setBuddy(m_policies);
    row->addWidget(label);
    row->addWidget(m_policies);
    row->addStretch(1);
    const auto changed = [this] {
        if (settings().value(policyChoiceKey, QString()).toString() == m_policies->currentText())
            return;
        settings().setValue(policyChoiceKey, m_policies->currentText());
        compute();
    };
    connect(m_policies, &QComboBox::activated, this, changed);
    connect(m_policies->lineEdit(), &QLineEdit::editingFinished, this, changed);
    return controls;
}

std::string PolicyPage::chosen() const
{
    return m_policies->currentText().trimmed().toStdString();
}

void PolicyPage::compute()
{
    const std::string text = chosen();
    auto policies = policy::parsePolicies(text.empty() ? "none" : text);
    if (!policies) {
        job().cancel();
        showProblem(policies.error(), tr("Nothing to replay"),
                    tr("Choose a policy above, or leave the field empty for those of each run."));
        return;
    }
    job().start([source = m_source,
                 wanted = *std::move(policies)](const JobContext& context) { return source(wanted, context); },
                [this](Result<replay::PolicyReport> report) {
                    if (!report) {
                        showProblem(report.error(), tr("No run to replay over"),
                                    tr("Any run whose workers report the times of their steps can be replayed. Runs "
                                       "that were made without a policy need one to be chosen above."));
                        return;
                    }
                    QString words = tr("%Ln run(s)", nullptr, static_cast<int>(report->runs.rows.size()));
                    if (report->compared > 0)
                        words += tr(" · %1 of %2 decided the same as when they were made")
                                     .arg(locale().toString(report->same), locale().toString(report->compared));
                    std::vector<report::Table> tables{std::move(report->runs)};
                    if (!report->decisions.rows.empty())
                        tables.push_back(std::move(report->decisions));
                    showReport({}, std::move(tables), report->notes, words);
                });
}

} // namespace millrace::ui

#include "moc_policy_page.cpp"
