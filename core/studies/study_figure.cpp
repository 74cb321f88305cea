// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/study_figure.h"

#include "core/base/text.h"
#include "core/base/unknown.h"
#include "core/report/figure_geometry.h"
#include "core/report/heat_scale.h"
#include "core/studies/figure_drawing.h"
#include "core/studies/figure_intervals.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace millrace::studies {

namespace {

using report::Cell;
using report::FigureKind;
using report::FigureSpec;

constexpr std::size_t listedRuns = 5;
constexpr std::size_t listedLevels = 12;

/// One variant under construction.
struct VariantWork
{
    const RecipeVariant* variant = nullptr;
    std::string words; ///< "as published"
    std::optional<VariantFormulas> formulas;
    VariantMarks marks;
    std::optional<FigureSpec> figure;
};

class FigureMaker
{
public:
    FigureMaker(store::Database& database, const Recipe& recipe, const std::string& campaign, const JobContext& job)
        : m_database(database), m_recipe(recipe), m_campaign(campaign), m_job(job)
    {
        if (m_recipe.published)
            m_work.push_back({&*m_recipe.published, "as published", {}, {}, {}});
        if (m_recipe.measured)
            m_work.push_back({&*m_recipe.measured, "as measured", {}, {}, {}});
    }

    Result<StudyFigure> make()
    {
        if (m_job.cancelled())
            return fail(ErrorCode::Cancelled, "making the figure was cancelled");
        m_made.recipe = m_recipe;
        MR_TRY(campaigns, figureCampaigns(m_database, m_recipe.study, m_campaign));
        if (campaigns)
            m_campaigns = *std::move(campaigns);
        else
            m_reason = fmt::format("the store has no data of the study {}.", m_recipe.study);
        if (m_reason.empty())
            MR_CHECK(compute());
        std::vector<const VariantMarks*> marks;
        for (const VariantWork& work : m_work)
            marks.push_back(&work.marks);
        m_places = figurePlaces(m_recipe, marks);
        describe();
        makeTable();
        MR_CHECK(draw());
        return std::move(m_made);
    }

private:
    /// Replaces "setting" by the factors in which the runs differ.
    Result<void> chooseSetting()
    {
        for (auto [factor, label] :
             {std::pair{&m_recipe.x, &m_recipe.xLabel}, {&m_recipe.series, &m_recipe.seriesLabel}})
            if (*factor == "setting") {
                MR_TRY(names, differingFactors(m_database, m_campaigns, m_recipe.where));
                *factor = names;
                const std::vector<std::string> factors = joinedFactors(names);
                if (label->empty())
                    *label = factors.size() <= 3 ? fmt::format("{}", fmt::join(factors, ", ")) : "setting";
            }
        return {};
    }

    Result<void> compute()
    {
        MR_CHECK(chooseSetting());
        std::set<std::string> asked;
        for (VariantWork& work : m_work) {
            MR_TRY(formulas, VariantFormulas::make(m_database, m_recipe, *work.variant, m_campaigns));
            work.formulas.emplace(std::move(formulas));
            asked.insert(work.formulas->asked().begin(), work.formulas->asked().end());
        }
        MR_TRY(differing, differingFactors(m_database, m_campaigns, m_recipe.where));
        std::vector<std::string> named = m_recipe.pool;
        for (const std::string& each : {m_recipe.x, m_recipe.series})
            for (const std::string& factor : joinedFactors(each))
                named.push_back(factor);
        const std::vector<std::string> names = joinedFactors(differing);
        const PoolingRule pooling({names.begin(), names.end()}, named);
        std::set<std::string> factors = asked;
        factors.insert(pooling.factors().begin(), pooling.factors().end());
        factors.insert(runIdentity().begin(), runIdentity().end());
        factors.insert(named.begin(), named.end());
        MR_TRY(runs, readFigureRuns(m_database, m_campaigns, m_recipe.where, factors, asked));
        m_runs = std::move(runs);
        if (m_runs.empty())
            m_reason = m_recipe.where.empty() ? "the store has no run that counts."
                                              : fmt::format("no run in the store matches \"{}\".", m_recipe.where);
        for (VariantWork& work : m_work) {
            m_job.progress(0, 0, m_recipe.name);
            MR_TRY(marks, makeMarks(m_database, m_recipe, *work.variant, *work.formulas, m_runs, pooling, m_job));
            work.marks = std::move(marks);
        }
        return {};
    }

    void note(const std::string& sentence)
    {
        if (std::ranges::find(m_made.notes, sentence) == m_made.notes.end())
            m_made.notes.push_back(sentence);
    }

    void describe()
    {
        for (const VariantWork& work : m_work) {
            std::string words = work.words;
            words[0] = 'A';
            m_made.definitions.push_back(fmt::format("{}: {}", words, work.variant->definition));
        }
        if (!m_recipe.remark.empty())
            m_made.definitions.push_back(m_recipe.remark);
        if (!m_reason.empty()) {
            std::string sentence = m_reason;
            sentence[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence[0])));
            note(sentence);
            noteNeeds();
            return;
        }
        noteMissing();
        noteOneSided();
        for (const VariantWork& work : m_work) {
            noteWithout(work);
            noteMissingParts(work);
            for (const std::string& sentence : work.formulas->mixtures())
                note(sentence);
            if (const auto names = work.formulas->namesNeverFound(); !names.empty() && !m_runs.empty())
                note(fmt::format("No run has {} ({}).", fmt::join(names, ", "), work.words));
            for (const std::string& sentence : work.marks.notes)
                note(sentence);
            for (const Issue& issue : work.marks.issues)
                note(issueText(issue) + ".");
        }
        if (std::ranges::all_of(m_work, [](const VariantWork& work) { return work.marks.marks.empty(); }))
            noteNeeds();
    }

    /// How many runs of the figure have no value, and which.
    void noteWithout(const VariantWork& work)
    {
        const std::vector<std::string>& names = work.marks.without;
        if (names.empty())
            return;
        const bool listed = names.size() <= listedRuns && std::ranges::none_of(names, &std::string::empty);
        note(fmt::format("{} of {} runs have no value {}{}.", names.size(), work.marks.wanted, work.words,
                         listed ? ": " + join(names, ", ") : std::string()));
    }

    /// A stack that lacks a part looks like a complete one.
    void noteMissingParts(const VariantWork& work)
    {
        for (std::size_t part = 0; m_recipe.kind == RecipeKind::Stacked && part < work.formulas->parts(); ++part) {
            std::vector<std::string> absent;
            for (const FigureLevel& level : m_places.levels) {
                bool any = false, own = false;
                for (const FigureMark& mark : work.marks.marks)
                    if (mark.x.text == level.text) {
                        any = true;
                        own = own || mark.part == part;
                    }
                if (any && !own)
                    absent.push_back(labelOf(m_recipe, level.text));
            }
            if (!absent.empty())
                note(fmt::format("Not known {}: {} of {}.", work.words, work.formulas->partName(part),
                                 join(absent, ", ")));
        }
    }

    /// Levels of x that only one variant shows.
    void noteOneSided()
    {
        if (m_work.size() != 2
            || std::ranges::any_of(m_work, [](const auto& work) { return work.marks.marks.empty(); }))
            return;
        for (const VariantWork& work : m_work) {
            std::vector<std::string> absent;
            for (const FigureLevel& level : m_places.levels)
                if (std::ranges::none_of(work.marks.marks,
                                         [&](const FigureMark& mark) { return mark.x.text == level.text; }))
                    absent.push_back(labelOf(m_recipe, level.text));
            if (!absent.empty() && absent.size() <= listedLevels)
                note(fmt::format("No value {}: {}.", work.words, join(absent, ", ")));
        }
    }

    void noteNeeds()
    {
        if (!m_recipe.needs.empty())
            note(fmt::format("It is about these runs: {}.", m_recipe.needs));
    }

    /// Requested levels without a run.
    void noteMissing()
    {
        std::vector<std::string> missing;
        for (const std::string& level : m_recipe.order)
            if (std::ranges::find(m_places.levels, level, &FigureLevel::text) == m_places.levels.end())
                missing.push_back(level);
        for (const std::string& level : m_recipe.seriesOrder)
            if (!hasSeries(level))
                missing.push_back(labelOf(m_recipe, level));
        if (!missing.empty()) {
            note(fmt::format("Without runs in the store: {}.", fmt::join(missing, ", ")));
            noteNeeds();
        }
    }

    [[nodiscard]] bool hasSeries(const std::string& level) const
    {
        return std::ranges::any_of(m_work, [&level](const VariantWork& work) {
            return std::ranges::any_of(work.marks.marks,
                                       [&level](const FigureMark& mark) { return mark.series.text == level; });
        });
    }

    [[nodiscard]] Cell placeCell(const FigureMark& mark, std::size_t value, bool single) const
    {
        if (single)
            return mark.values[value].place;
        if (m_places.numeric && mark.x.number)
            return *mark.x.number;
        return mark.x.text.empty() ? Cell("all runs") : Cell(labelOf(m_recipe, mark.x.text));
    }

    static Cell number(double value) { return std::isnan(value) ? Cell() : Cell(value); }

    void makeTable()
    {
        const bool single = m_recipe.kind == RecipeKind::Scatter || m_recipe.kind == RecipeKind::Response;
        report::Table& table = m_made.table;
        table.title = m_recipe.title;
        table.keys = 2;
        std::string units[2];
        for (const VariantWork& work : m_work)
            units[work.words == "as published" ? 0 : 1] = work.variant->unit;
        const std::string interval = units[m_recipe.measured ? 1 : 0];
        const RecipeVariant* shown = m_recipe.measured ? &*m_recipe.measured : &*m_recipe.published;
        const bool numeric = single || m_places.numeric;
        table.columns = {
            {"x", m_recipe.xLabel.empty() ? m_recipe.x : m_recipe.xLabel, numeric ? m_recipe.xUnit : ""},
            {"series", m_recipe.seriesLabel.empty() ? m_recipe.series : m_recipe.seriesLabel},
            {"published", "as published", units[0], m_recipe.published ? m_recipe.published->definition : ""},
            {"measured", "as measured", units[1], m_recipe.measured ? m_recipe.measured->definition : ""},
            {"ratio", "measured / published", "", "measured over published"},
            {"n", "n", "", "values behind the mean"},
            {"low", "95 % low", interval, intervalText(shown->interval)},
            {"high", "95 % high", interval, intervalText(shown->interval)}};
        if (m_recipe.published && m_recipe.measured)
            for (const char* bound : {"published_low", "published_high"})
                table.columns.push_back(
                    {bound, bound == std::string_view("published_low") ? "published low" : "published high", units[0],
                     intervalText(m_recipe.published->interval)});
        if (single)
            addRuns(table);
        else
            addMarks(table);
        table.notes = m_made.definitions;
        table.notes.insert(table.notes.end(), m_made.notes.begin(), m_made.notes.end());
    }

    /// A row for each mark of any variant, in the order of positions.
    void addMarks(report::Table& table) const
    {
        std::map<std::pair<std::size_t, std::size_t>, std::array<const FigureMark*, 2>> rows;
        for (const VariantWork& work : m_work)
            for (const FigureMark& mark : work.marks.marks) {
                const auto level = std::ranges::find(m_places.levels, mark.x.text, &FigureLevel::text);
                const auto series = std::ranges::find(m_places.series, seriesName(m_recipe, mark));
                auto& row = rows[{static_cast<std::size_t>(level - m_places.levels.begin()),
                                  static_cast<std::size_t>(series - m_places.series.begin())}];
                row[work.words == "as published" ? 0 : 1] = &mark;
            }
        for (const auto& [key, marks] : rows) {
            const FigureMark& shown = *(marks[1] != nullptr ? marks[1] : marks[0]);
            const double published = marks[0] != nullptr ? marks[0]->mean : unknown;
            const double measured = marks[1] != nullptr ? marks[1]->mean : unknown;
            const double ratio = published == 0 ? unknown : measured / published;
            table.rows.push_back({placeCell(shown, 0, false), seriesName(m_recipe, shown), number(published),
                                  number(measured), number(ratio), static_cast<double>(shown.count), number(shown.low),
                                  number(shown.high)});
            if (m_recipe.published && m_recipe.measured)
                for (const double bound :
                     {marks[0] != nullptr ? marks[0]->low : unknown, marks[0] != nullptr ? marks[0]->high : unknown})
                    table.rows.back().push_back(number(bound));
        }
    }

    void addRuns(report::Table& table) const
    {
        for (const VariantWork& work : m_work) {
            const bool published = work.words == "as published";
            for (const FigureMark& mark : work.marks.marks)
                for (std::size_t i = 0; i < mark.values.size(); ++i) {
                    table.rows.push_back({placeCell(mark, i, true), seriesName(m_recipe, mark),
                                          published ? Cell(mark.values[i].value) : Cell(),
                                          published ? Cell() : Cell(mark.values[i].value), Cell(), 1.0});
                    table.rows.back().resize(table.columns.size());
                }
        }
    }

    Result<void> draw()
    {
        if (m_recipe.kind == RecipeKind::Table)
            return {};
        MR_TRY(time, report::reportTime());
        store::CampaignRecord campaign;
        campaign.uuid = m_campaign;
        MR_TRY(provenance, report::provenanceOf(m_database, campaign, time));
        provenance.query = fmt::format("recipe {} of {}; done; without warm-up, excluded and superseded runs{}{}",
                                       m_recipe.name, m_recipe.study.empty() ? "any store" : m_recipe.study,
                                       m_recipe.where.empty() ? "" : "; ", m_recipe.where);
        for (VariantWork& work : m_work) {
            FigureSpec figure;
            if (work.formulas) {
                MR_TRY(drawn,
                       drawVariant(m_database, m_recipe, *work.variant, *work.formulas, work.marks, m_places, m_runs,
                                   m_job));
                figure = std::move(drawn);
            }
            const bool published = work.words == "as published";
            figure.name = m_recipe.name + (published ? "-published" : "-measured");
            figure.title = m_work.size() > 1 ? fmt::format("{}, {}", m_recipe.title, work.words) : m_recipe.title;
            figure.caption = work.variant->definition;
            if (const std::string words = intervalSentence(m_recipe, *work.variant, work.marks); !words.empty())
                figure.caption += (figure.caption.empty() ? "" : " ") + words;
            for (const std::string& sentence : m_made.notes)
                addNote(figure, sentence);
            figure.provenance = report::withRuns(provenance, work.marks.runs);
            work.figure = std::move(figure);
        }
        if (m_work.size() == 2)
            align(*m_work[0].figure, *m_work[1].figure);
        for (VariantWork& work : m_work)
            (work.words == "as published" ? m_made.published : m_made.measured) = std::move(work.figure);
        return {};
    }

    /// The same scale for both, so that they can be compared visually.
    static void align(FigureSpec& a, FigureSpec& b)
    {
        if (a.y.unit != b.y.unit || a.kind == FigureKind::Cdf || report::isEmpty(a) || report::isEmpty(b))
            return;
        double low = unknown, high = unknown;
        for (const FigureSpec* figure : {&a, &b}) {
            double least = 0, most = 0;
            if (figure->kind == FigureKind::Heat) {
                report::Extent extent;
                for (const report::FigureSeries& row : figure->series)
                    for (const report::FigurePoint& point : row.points)
                        extent.include(point.y);
                least = extent.low;
                most = extent.high;
            } else {
                const report::Plot plot(*figure);
                least = plot.y.low();
                most = plot.y.high();
            }
            low = std::fmin(low, least);
            high = std::fmax(high, most);
        }
        for (FigureSpec* figure : {&a, &b}) {
            figure->y.low = low;
            figure->y.high = high;
        }
    }

    store::Database& m_database;
    Recipe m_recipe;
    const std::string& m_campaign;
    const JobContext& m_job;
    std::vector<VariantWork> m_work;
    std::vector<store::CampaignId> m_campaigns;
    std::vector<FigureRun> m_runs;
    std::string m_reason; ///< why it is empty; empty: there are runs
    FigurePlaces m_places;
    StudyFigure m_made;
};

} // namespace

Result<StudyFigure> makeStudyFigure(store::Database& database, const Recipe& recipe, const std::string& campaign,
                                    const JobContext& job)
{
    auto made = FigureMaker(database, recipe, campaign, job).make();
    if (!made)
        return within(fmt::format("making the figure {}", recipe.name), made.error());
    return made;
}

} // namespace millrace::studies
