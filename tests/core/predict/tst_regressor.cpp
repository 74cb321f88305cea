// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/predict/regressor.h"

#include <QtTest/QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::predict;

namespace {

struct Made
{
    Matrix x{4};
    std::vector<double> y;
};

/// y = 3 + 2 a - b² with a little noise; c is noise, d is constant.
Made made(std::size_t rows, std::uint64_t seed, double noise = 0.05)
{
    Random random(seed);
    Made made;
    for (std::size_t i = 0; i < rows; ++i) {
        const std::array<double, 4> row = {random.normal(), 2 * random.uniform() - 1, random.normal(), 7};
        made.x.append(row);
        made.y.push_back(3 + 2 * row[0] - row[1] * row[1] + noise * random.normal());
    }
    return made;
}

double errorOn(const Regressor& regressor, const Made& data)
{
    double error = 0;
    for (std::size_t i = 0; i < data.y.size(); ++i)
        error += std::pow(regressor.predict(data.x.row(i)) - data.y[i], 2) / static_cast<double>(data.y.size());
    return error;
}

} // namespace

class TestRegressor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// One input: the coefficient is Σ xy / (Σ x² + penalty) of the scaled x.
    void ridgeByHand()
    {
        Matrix x(1);
        for (const double value : {1.0, 2.0, 3.0, 4.0})
            x.append(std::array{value});
        const std::vector<double> y = {1, 3, 2, 6};
        const double scale = std::sqrt(1.25);
        const double xy = (-1.5 * -2 + -0.5 * 0 + 0.5 * -1 + 1.5 * 3) / scale;
        for (const double penalty : {0.0, 0.5, 10.0}) {
            const auto ridge = fitRidge(x, y, {}, penalty);
            QVERIFY(ridge.has_value());
            QVERIFY(std::abs(ridge->coefficients[0] - xy / (4 + penalty)) < 1e-12);
            QVERIFY(std::abs(ridge->intercept - 3) < 1e-12);
            QVERIFY(std::abs(ridge->predict(std::array{5.0}) - (3 + xy / (4 + penalty) * 2.5 / scale)) < 1e-12);
        }
    }

    /// A row of weight 3 is the same as three rows.
    void weights()
    {
        const Made once = made(20, 1);
        Matrix repeated(4);
        std::vector<double> y, weights;
        for (std::size_t i = 0; i < once.y.size(); ++i) {
            weights.push_back(i % 4 == 0 ? 3 : 1);
            for (int k = 0; k < (i % 4 == 0 ? 3 : 1); ++k) {
                repeated.append(once.x.row(i));
                y.push_back(once.y[i]);
            }
        }
        // Weights are scaled to a mean of 1, and so is the penalty.
        const double share = 20.0 / static_cast<double>(y.size());
        const auto weighted = fitRidge(once.x, once.y, weights, 0.5 * share);
        const auto several = fitRidge(repeated, y, {}, 0.5);
        for (std::size_t i = 0; i < 4; ++i)
            QVERIFY(std::abs(weighted->coefficients[i] - several->coefficients[i]) < 1e-10);
        QVERIFY(std::abs(weighted->intercept - several->intercept) < 1e-12);
        const auto mean = Regressor::fit(RegressorKind::Mean, once.x, once.y, weights, 1);
        QVERIFY(std::abs(mean->predict(once.x.row(0)) - several->intercept) < 1e-12);
        if (!BoostedTrees::isAvailable())
            return;
        // Two values at one place: the mean of them by weight, up to splits whose gain XGBoost ignores.
        Matrix places(1);
        for (const double place : {0.0, 0.0, 1.0, 1.0})
            places.append(std::array{place});
        BoostingOptions options;
        options.subsample = 1;
        const auto trees =
            BoostedTrees::fit(places, std::vector<double>{1, 5, 2, 2}, std::vector<double>{3, 1, 1, 1}, options);
        QVERIFY(std::abs(trees->predict(std::array{0.0}) - 2) < 2e-3);
        QVERIFY(std::abs(trees->predict(std::array{1.0}) - 2) < 2e-3);
        const auto equal = BoostedTrees::fit(places, std::vector<double>{1, 5, 2, 2}, {}, options);
        QVERIFY(std::abs(equal->predict(std::array{0.0}) - 3) < 2e-3);
    }

    /// The chosen penalty has the least error of rows that are left out, by fits without them.
    void chosenPenalty()
    {
        const Made data = made(30, 5, 1.5);
        const auto chosen = fitRidge(data.x, data.y);
        const auto leftOut = [&data](double penalty) {
            double error = 0;
            for (std::size_t out = 0; out < data.y.size(); ++out) {
                Matrix x(4);
                std::vector<double> y;
                for (std::size_t i = 0; i < data.y.size(); ++i)
                    if (i != out) {
                        x.append(data.x.row(i));
                        y.push_back(data.y[i]);
                    }
                error += std::pow(fitRidge(x, y, {}, penalty)->predict(data.x.row(out)) - data.y[out], 2);
            }
            return error;
        };
        const double best = leftOut(chosen->penalty);
        for (const double penalty : {1e-3, 1e-1, 100.0, 1000.0})
            QVERIFY2(best <= 1.02 * leftOut(penalty), qPrintable(QString::number(penalty)));
    }

    void learns()
    {
        const Made train = made(300, 1), test = made(300, 2);
        std::array<double, 3> errors{};
        for (const RegressorKind kind : availableRegressors()) {
            const auto regressor = Regressor::fit(kind, train.x, train.y, {}, 7);
            QVERIFY2(regressor.has_value(), regressor ? "" : regressor.error().text().c_str());
            QVERIFY(regressor->kind() == kind);
            errors[static_cast<std::size_t>(kind)] = errorOn(*regressor, test);
            qInfo("%s: %.4f", regressorName(kind).data(), errors[static_cast<std::size_t>(kind)]);
        }
        QVERIFY(errors[1] < 0.05 * errors[0]);
        if (BoostedTrees::isAvailable())
            QVERIFY(errors[2] < 0.1 * errors[0]);
    }

    /// A seed gives the same predictions, another one other trees; what is written is read back.
    void seedsAndFiles()
    {
        const Made data = made(80, 1);
        for (const RegressorKind kind : availableRegressors()) {
            const auto first = Regressor::fit(kind, data.x, data.y, {}, 7);
            const auto second = Regressor::fit(kind, data.x, data.y, {}, 7);
            const auto other = Regressor::fit(kind, data.x, data.y, {}, 8);
            const auto read = Regressor::parse(Json::parse(first->toJson().dump()));
            QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
            QVERIFY(read->kind() == kind);
            bool isOther = false;
            for (std::size_t i = 0; i < data.y.size(); ++i) {
                QCOMPARE(first->predict(data.x.row(i)), second->predict(data.x.row(i)));
                QCOMPARE(first->predict(data.x.row(i)), read->predict(data.x.row(i)));
                isOther = isOther || first->predict(data.x.row(i)) != other->predict(data.x.row(i));
            }
            QCOMPARE(isOther, kind == RegressorKind::BoostedTrees);
            QVERIFY(findRegressor(regressorName(kind)) == kind);
        }
        QVERIFY(!findRegressor("forest").has_value());
    }

    void refusals()
    {
        Made data = made(10, 1);
        for (const RegressorKind kind : availableRegressors()) {
            QVERIFY(!Regressor::fit(kind, Matrix(4), {}, {}, 1).has_value());
            QVERIFY(!Regressor::fit(kind, data.x, std::vector<double>(9), {}, 1).has_value());
            QVERIFY(!Regressor::fit(kind, data.x, data.y, std::vector<double>(9), 1).has_value());
        }
        QVERIFY(std::isnan(fitRidge(data.x, data.y)->predict(std::array{1.0})));
        data.y[3] = NAN;
        QVERIFY(fitRidge(data.x, data.y).error().code == ErrorCode::InvalidInput);
        QVERIFY(!BoostedTrees::fit(data.x, data.y).has_value());
        if (!BoostedTrees::isAvailable())
            QVERIFY(BoostedTrees::fit(data.x, data.y).error().text().find("not in this build") != std::string::npos);
    }

    void damagedFiles()
    {
        const Made data = made(10, 1);
        for (const RegressorKind kind : availableRegressors()) {
            const Json whole = Regressor::fit(kind, data.x, data.y, {}, 1)->toJson();
            for (const auto& [key, value] : whole.items()) {
                Json json = whole;
                json.erase(key);
                if (!(kind == RegressorKind::Mean && key == "columns"))
                    QVERIFY2(!Regressor::parse(json).has_value(), key.c_str());
                json[key] = Json::array({"x"});
                QVERIFY2(!Regressor::parse(json).has_value(), key.c_str());
            }
        }
        QVERIFY(!Regressor::parse(Json()).has_value());
        if (!BoostedTrees::isAvailable())
            return;
        QVERIFY(BoostedTrees::parse("", 4).error().code == ErrorCode::Corrupt);
        QVERIFY(BoostedTrees::parse(R"({"base": 1, "trees": {"learner": 7}})", 4).error().code == ErrorCode::Corrupt);
        const std::string text = BoostedTrees::fit(data.x, data.y)->text();
        QVERIFY(BoostedTrees::parse(text, 4).has_value());
        QVERIFY(BoostedTrees::parse(text, 5).error().text().find("for 4 inputs, expected 5") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestRegressor)
#include "tst_regressor.moc"
