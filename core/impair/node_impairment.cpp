// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/impair/node_impairment.h"

#include <utility>

namespace millrace::impair {

NodeImpairment::NodeImpairment(Execute execute, Undo undo) : m_execute(std::move(execute)), m_undo(std::move(undo)) { }

Result<ImpairAbility> NodeImpairment::ability() const
{
    return impairAbility(m_execute);
}

Result<ImpairReport> NodeImpairment::apply(const ImpairSpec& spec)
{
    const std::lock_guard lock(m_mutex);
    MR_CHECK(restoreLocked());
    auto applied = applyImpairment(m_execute, spec, [this](const ImpairRecord& record) {
        m_record = record;
        return m_undo.remember(record);
    });
    if (!applied) {
        // The record stays if restoring failed.
        (void)restoreLocked();
        return std::move(applied).error();
    }
    return std::move(applied->report);
}

Result<ImpairStatus> NodeImpairment::status()
{
    const std::lock_guard lock(m_mutex);
    if (!m_record)
        return ImpairStatus{};
    return impairmentStatus(m_execute, *m_record);
}

Result<Restored> NodeImpairment::restore()
{
    const std::lock_guard lock(m_mutex);
    return restoreLocked();
}

Result<Restored> NodeImpairment::restoreLocked()
{
    if (!m_record)
        return Restored{};
    MR_TRY(restored, restoreImpairment(m_execute, *m_record));
    MR_CHECK(m_undo.forget());
    m_record.reset();
    return restored;
}

} // namespace millrace::impair
