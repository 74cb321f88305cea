// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/figure_marks.h"

#include "core/base/statistics.h"
#include "core/base/text.h"
#include "core/base/unknown.h"
#include "core/store/series_repository.h"
#include "core/studies/figure_intervals.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>
#include <unordered_map>

namespace millrace::studies {

namespace {

using enum RecipeKind;

bool isDistribution(RecipeKind kind) noexcept
{
    return kind == Box || kind == Cdf || kind == Histogram;
}

/// Marks placed by the value of their runs, not in a category.
bool isPlaced(RecipeKind kind) noexcept
{
    return kind == Scatter || kind == Response;
}

class MarkMaker
{
public:
    MarkMaker(store::Database& database, const Recipe& recipe, const RecipeVariant& variant, VariantFormulas& formulas,
              const std::vector<FigureRun>& runs, const PoolingRule& pooling)
        : m_database(database), m_recipe(recipe), m_variant(variant), m_formulas(formulas), m_runs(runs),
          m_pooling(pooling), m_xs(isPlaced(recipe.kind) ? std::vector<std::string>() : joinedFactors(recipe.x)),
          m_series(joinedFactors(recipe.series))
    {
        m_bySubject = std::ranges::any_of(m_xs, isSubject) || std::ranges::any_of(m_series, isSubject);
        for (std::size_t part = 0; part < formulas.parts(); ++part)
            m_usesSample = m_usesSample || formulas.usesSample(part);
    }

    Result<VariantMarks> make(const JobContext& job)
    {
        const bool published = m_recipe.published && &m_variant == &*m_recipe.published;
        for (std::size_t run = 0; run < m_runs.size(); ++run) {
            if (run % 64 == 0 && job.cancelled())
                return fail(ErrorCode::Cancelled, "making the figure was cancelled");
            if (published && !isPublishedRun(m_runs[run]))
                continue;
            MR_TRY(gave, addRun(run));
            m_made.wanted += gave == Gave::Unwanted ? 0 : 1;
            if (gave == Gave::Nothing)
                m_made.without.push_back(runNameOf(m_runs[run]));
        }
        if (m_leftSeries > 0)
            m_made.notes.push_back(fmt::format("The series of {} further runs were not read.", m_leftSeries));
        std::ranges::stable_sort(m_made.marks,
                                 [this](const FigureMark& a, const FigureMark& b) { return before(a, b); });
        if (!isPlaced(m_recipe.kind) && m_recipe.kind != Time)
            dropMixtures();
        for (FigureMark& mark : m_made.marks)
            MR_CHECK(summarise(mark));
        noteRuns();
        return std::move(m_made);
    }

private:
    enum class Gave
    {
        Nothing,
        Unwanted, ///< a level that is not drawn
        Mark
    };

    Result<Gave> addRun(std::size_t run)
    {
        std::vector<double> samples;
        if (m_usesSample) {
            if (++m_readRuns > mostSeriesRuns) {
                ++m_leftSeries;
                return Gave::Unwanted;
            }
            MR_TRY(read, samplesOf(run));
            samples = std::move(read);
        }
        std::vector<std::string> subjects = {""};
        if (m_bySubject)
            subjects = m_formulas.subjectsOf(m_runs[run]);
        // Without a subject it is unknown whether the run belongs to one of the requested levels.
        Gave gave = subjects.empty() && !m_recipe.order.empty() ? Gave::Unwanted : Gave::Nothing;
        for (const std::string& subject : subjects)
            for (std::size_t part = 0; part < m_formulas.parts(); ++part)
                gave = std::max(gave, addValue(run, subject, part, samples));
        return gave;
    }

    Result<std::vector<double>> samplesOf(std::size_t run)
    {
        MR_TRY(all, readSamples(m_database, m_runs[run].id, m_variant, m_made.issues));
        std::vector<double> samples;
        for (const analysis::Series& series : all)
            for (const double value : series.values)
                if (!std::isnan(value))
                    samples.push_back(value);
        return samples;
    }

    Gave addValue(std::size_t run, const std::string& subject, std::size_t part, const std::vector<double>& samples)
    {
        FigureLevel x = levelOf(m_runs[run], m_xs, subject), series = levelOf(m_runs[run], m_series, subject);
        if (!isWanted(x, series))
            return Gave::Unwanted;
        MarkValue value;
        value.run = run;
        std::vector<double> values;
        if (m_formulas.usesSample(part)) {
            for (const double sample : samples)
                if (const double each = m_formulas.value(part, m_runs[run], subject, sample); !std::isnan(each))
                    values.push_back(each);
            value.value = values.empty() ? unknown : mean(values);
        } else {
            value.value = m_formulas.value(part, m_runs[run], subject);
            if (isDistribution(m_recipe.kind) && !std::isnan(value.value))
                values = {value.value};
        }
        if (isPlaced(m_recipe.kind))
            value.place = m_formulas.place(m_runs[run], subject);
        if (std::isnan(value.value) || (isPlaced(m_recipe.kind) && std::isnan(value.place)))
            return Gave::Nothing;
        value.label = m_formulas.label(m_runs[run], subject);
        value.target = m_formulas.target(m_runs[run], subject);
        FigureMark& mark = markOf(std::move(x), std::move(series), part);
        value.samples = values.size();
        mark.values.push_back(value);
        mark.samples.insert(mark.samples.end(), values.begin(), values.end());
        return Gave::Mark;
    }

    bool isWanted(const FigureLevel& x, const FigureLevel& series) const
    {
        const auto wanted = [](const std::vector<std::string>& order, const std::string& level) {
            return order.empty() || std::ranges::find(order, level) != order.end();
        };
        if (!m_series.empty() && !wanted(m_recipe.seriesOrder, series.text))
            return false;
        return m_xs.empty() || (!x.text.empty() && wanted(m_recipe.order, x.text));
    }

    FigureMark& markOf(FigureLevel x, FigureLevel series, std::size_t part)
    {
        const std::string key = fmt::format("{}\n{}\n{}", x.text, series.text, part);
        const auto [place, isNew] = m_places.try_emplace(key, m_made.marks.size());
        if (isNew) {
            FigureMark& mark = m_made.marks.emplace_back();
            mark.x = std::move(x);
            mark.series = std::move(series);
            mark.part = part;
            mark.partName = m_formulas.partName(part);
        }
        return m_made.marks[place->second];
    }

    /// Of the runs behind one mark, keeps those that a publication uses, if any; drops a mark whose runs differ in a
    /// factor that the recipe does not name.
    void dropMixtures()
    {
        std::set<std::string> unused;
        std::map<std::string, std::vector<std::string>> mixed; // names of marks, by what differs
        std::erase_if(m_made.marks, [&](FigureMark& mark) {
            if (mark.values.size() < 2)
                return false;
            keepPublished(mark, unused);
            std::vector<const FigureRun*> behind;
            for (const MarkValue& value : mark.values)
                behind.push_back(&m_runs[value.run]);
            const std::string difference = m_pooling.difference(behind);
            if (!difference.empty())
                mixed[difference].push_back(nameOf(mark));
            return !difference.empty();
        });
        for (const auto& [difference, names] : mixed)
            m_made.notes.push_back(fmt::format(
                "{} left out, because {} runs differ in {}: {}{}. Name the factor in x, series or pool, or choose a "
                "level "
                "of it in where.",
                names.size() == 1 ? "A mark is" : fmt::format("{} marks are", names.size()),
                names.size() == 1 ? "its" : "their", difference, names.front(), names.size() > 1 ? ", …" : ""));
        if (!unused.empty())
            m_made.notes.push_back(fmt::format("Repetitions that no publication uses are left out: {}.",
                                               join({unused.begin(), unused.end()}, ", ")));
    }

    void keepPublished(FigureMark& mark, std::set<std::string>& unused)
    {
        const auto isPublished = [this](const MarkValue& value) { return isPublishedRun(m_runs[value.run]); };
        if (std::ranges::none_of(mark.values, isPublished) || std::ranges::all_of(mark.values, isPublished))
            return;
        std::vector<double> samples;
        auto from = mark.samples.begin();
        for (const MarkValue& value : mark.values) {
            const auto to = from + static_cast<std::ptrdiff_t>(value.samples);
            if (isPublished(value))
                samples.insert(samples.end(), from, to);
            else
                unused.insert(runNameOf(m_runs[value.run]));
            from = to;
        }
        mark.samples = std::move(samples);
        std::erase_if(mark.values, [&](const MarkValue& value) { return !isPublished(value); });
    }

    std::string nameOf(const FigureMark& mark) const
    {
        const std::string series = seriesName(m_recipe, mark);
        return mark.x.text + (mark.x.text.empty() || series.empty() ? "" : ", ") + series;
    }

    void noteRuns()
    {
        std::set<std::size_t> used;
        for (const FigureMark& mark : m_made.marks)
            for (const MarkValue& value : mark.values)
                used.insert(value.run);
        for (const std::size_t run : used)
            m_made.runs.push_back(m_runs[run].uuid);
    }

    static bool levelBefore(const FigureLevel& a, const FigureLevel& b, const std::vector<std::string>& order)
    {
        if (order.empty())
            return isBefore(a, b);
        return std::ranges::find(order, a.text) < std::ranges::find(order, b.text);
    }

    bool before(const FigureMark& a, const FigureMark& b) const
    {
        if (a.x.text != b.x.text)
            return levelBefore(a.x, b.x, m_recipe.order);
        if (a.series.text != b.series.text)
            return levelBefore(a.series, b.series, m_recipe.seriesOrder);
        return a.part < b.part;
    }

    Result<void> summarise(FigureMark& mark)
    {
        std::vector<double> values;
        for (const MarkValue& value : mark.values)
            values.push_back(value.value);
        if (isDistribution(m_recipe.kind) && m_usesSample)
            values = mark.samples;
        mark.overSamples = m_formulas.usesSample(mark.part) && mark.values.size() == 1;
        if (mark.overSamples)
            values = mark.samples;
        mark.mean = mean(values);
        mark.count = values.size();
        setInterval(mark, values);
        const bool drawn = m_recipe.kind == Bars || m_recipe.kind == Lines || m_recipe.kind == Table;
        if (mark.values.size() == 1 && !mark.overSamples && !m_variant.series.empty() && drawn)
            return intervalOfSeries(mark);
        return {};
    }

    /// Around the mean of the mark, which may differ from that of the values.
    void setInterval(FigureMark& mark, const std::vector<double>& values) const
    {
        if (values.size() < 2)
            return;
        const Interval interval = intervalOfMean(values, m_variant.interval);
        mark.low = interval.low + (mark.mean - mean(values));
        mark.high = interval.high + (mark.mean - mean(values));
        if (values.size() <= fewValues && m_variant.interval == IntervalKind::Student)
            mark.few = values;
    }

    /// By the formula for samples; without one, as wide relative to the value as the interval of the samples.
    Result<void> intervalOfSeries(FigureMark& mark)
    {
        if (++m_readRuns > mostSeriesRuns)
            return {};
        MR_TRY(samples, samplesOf(mark.values[0].run));
        const double middle = samples.size() > 1 ? mean(samples) : 0;
        if (!(std::abs(middle) > 0))
            return {};
        for (double& sample : samples)
            sample = m_formulas.convertsSamples() ? m_formulas.converted(m_runs[mark.values[0].run], {}, sample)
                                                  : sample / middle * mark.mean;
        std::erase_if(samples, [](double sample) { return std::isnan(sample); });
        setInterval(mark, samples);
        mark.count = samples.size();
        mark.overSamples = true;
        return {};
    }

    store::Database& m_database;
    const Recipe& m_recipe;
    const RecipeVariant& m_variant;
    VariantFormulas& m_formulas;
    const std::vector<FigureRun>& m_runs;
    const PoolingRule& m_pooling;
    std::vector<std::string> m_xs;
    std::vector<std::string> m_series;
    bool m_bySubject = false;
    bool m_usesSample = false;
    std::size_t m_readRuns = 0;
    std::size_t m_leftSeries = 0;
    std::unordered_map<std::string, std::size_t> m_places;
    VariantMarks m_made;
};

} // namespace

Result<std::vector<analysis::Series>> readSamples(store::Database& database, store::RunId run,
                                                  const RecipeVariant& variant, Issues& issues)
{
    store::SeriesRepository repository(database);
    MR_TRY(all, repository.list(run));
    std::erase_if(all, [&variant](const store::SeriesRecord& record) { return record.name != variant.series; });
    const bool whole = variant.node.empty()
        && std::ranges::any_of(all, [](const store::SeriesRecord& record) { return record.node.empty(); });
    std::vector<analysis::Series> chosen;
    for (const store::SeriesRecord& record : all) {
        const bool everyNode = variant.node == "*" || (variant.node.empty() && !whole);
        if (everyNode ? record.node.empty() && all.size() > 1 : record.node != variant.node)
            continue;
        MR_TRY(series, repository.read(record.id, issues));
        const auto skip =
            static_cast<std::ptrdiff_t>(std::min(static_cast<std::size_t>(variant.skip), series.values.size()));
        series.values.erase(series.values.begin(), series.values.begin() + skip);
        series.times.erase(series.times.begin(), series.times.begin() + skip);
        chosen.push_back(std::move(series));
    }
    return chosen;
}

Result<VariantMarks> makeMarks(store::Database& database, const Recipe& recipe, const RecipeVariant& variant,
                               VariantFormulas& formulas, const std::vector<FigureRun>& runs,
                               const PoolingRule& pooling, const JobContext& job)
{
    return MarkMaker(database, recipe, variant, formulas, runs, pooling).make(job);
}

std::string labelOf(const Recipe& recipe, const std::string& level)
{
    const auto label = recipe.labels.find(level);
    return label == recipe.labels.end() ? level : label->second;
}

std::string seriesName(const Recipe& recipe, const FigureMark& mark)
{
    const std::string level = labelOf(recipe, mark.series.text);
    if (level.empty() || mark.partName.empty())
        return level + mark.partName;
    return level + ", " + mark.partName;
}

} // namespace millrace::studies
