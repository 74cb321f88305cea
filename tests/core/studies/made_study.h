// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/file_io.h"
#include "core/studies/audit.h"
#include "core/studies/imported_runs.h"

#include <QTemporaryDir>
#include <algorithm>
#include <fmt/format.h>

namespace millrace::studies {

/// Runs made by hand, as an import would store them.

inline void addMetric(ImportedRun& run, std::string name, double value, std::string subject = {}, std::string unit = {})
{
    run.metrics.push_back({std::move(name), std::move(subject), value, std::move(unit), "made"});
}
inline void setMetric(ImportedRun& run, std::string_view name, double value, std::string_view subject = {})
{
    for (store::Metric& metric : run.metrics)
        if (metric.name == name && metric.subject == subject)
            metric.value = value;
}
inline void setFactor(ImportedRun& run, const std::string& name, const std::string& level,
                      std::optional<double> number = {})
{
    std::erase_if(run.factors, [&](const store::Factor& factor) { return factor.name == name; });
    run.factors.push_back({name, level, number, {}});
}
inline void addFile(ImportedRun& run, const std::string& path, Issues issues = {})
{
    run.files.push_back({path, "made", "", 10, 1, std::move(issues)});
}
inline ImportedRun& runNamed(std::vector<ImportedRun>& runs, std::string_view name)
{
    return *std::ranges::find(runs, name, &ImportedRun::name);
}

/// A store with these runs, and what the audit says of it.
class MadeStudy
{
public:
    explicit MadeStudy(std::string study, std::vector<ImportedRun> runs) : m_study(std::move(study))
    {
        auto opened = store::Database::create(std::filesystem::path(m_folder.path().toStdString()) / "made.mrdb");
        if (!opened)
            qFatal("%s", opened.error().text().c_str());
        m_database.emplace(*std::move(opened));
        auto imported = ImportedRuns::open(*m_database, m_study, "/data");
        if (!imported)
            qFatal("%s", imported.error().text().c_str());
        for (ImportedRun& run : runs) {
            run.key = sha256(run.name);
            if (const auto saved = imported->save(run); !saved)
                qFatal("%s", saved.error().text().c_str());
        }
        if (const auto done = imported->finish(); !done)
            qFatal("%s", done.error().text().c_str());
    }
    [[nodiscard]] store::Database& database() { return *m_database; }
    [[nodiscard]] Audit audit()
    {
        auto audit = auditStudy(*m_database, m_study, {});
        if (!audit)
            qFatal("%s", audit.error().text().c_str());
        return *std::move(audit);
    }

private:
    QTemporaryDir m_folder;
    std::string m_study;
    std::optional<store::Database> m_database;
};

inline const Finding* findingNamed(const Audit& audit, std::string_view name)
{
    const auto found = std::ranges::find(audit.findings, name, &Finding::name);
    return found == audit.findings.end() ? nullptr : &*found;
}

} // namespace millrace::studies
