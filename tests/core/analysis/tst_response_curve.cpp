// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/least_squares.h"
#include "core/analysis/response_curve.h"
#include "core/base/random.h"

#include <QTest>
#include <array>
#include <cmath>
#include <functional>

using namespace millrace;
using namespace millrace::analysis;

namespace {

constexpr double capacity = 25e9;

std::vector<ResponsePoint> pointsOf(const std::vector<double>& gigabits, const std::function<double(double)>& law)
{
    std::vector<ResponsePoint> points;
    for (const double rate : gigabits)
        points.push_back({rate * 1e9, law(rate * 1e9), 1});
    return points;
}

const std::vector<double> usual{0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 23};

bool near(double found, double wanted, double relative)
{
    return std::abs(found - wanted) <= relative * std::abs(wanted);
}

class TestResponseCurve : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void recoversEachLaw_data()
    {
        QTest::addColumn<int>("law");
        QTest::addColumn<double>("power");
        QTest::addColumn<std::vector<double>>("wanted");
        QTest::newRow("exponential") << int(ResponseLaw::Exponential) << 1.0 << std::vector<double>{0.618, 0.398};
        QTest::newRow("exponential 1/2") << int(ResponseLaw::Exponential) << 0.5 << std::vector<double>{0.204, 1.442};
        QTest::newRow("exponential 2") << int(ResponseLaw::Exponential) << 2.0 << std::vector<double>{1.33, 0.0588};
        QTest::newRow("square root") << int(ResponseLaw::SquareRoot) << 1.0 << std::vector<double>{0.5644, 13.446e9};
        QTest::newRow("inverse square") << int(ResponseLaw::InverseSquare) << 1.0
                                        << std::vector<double>{0.1401, 22.79e18};
        QTest::newRow("saturation") << int(ResponseLaw::Saturation) << 1.0 << std::vector<double>{0.4, 0.6, 11.3e9};
        QTest::newRow("queueing") << int(ResponseLaw::Queueing) << 1.0 << std::vector<double>{0.3, 0.02};
    }

    /// Exact data give the parameters back, in both domains.
    void recoversEachLaw()
    {
        QFETCH(const int, law);
        QFETCH(const double, power);
        QFETCH(const std::vector<double>, wanted);
        const auto time = [&, c = capacity](double b) {
            switch (ResponseLaw(law)) {
            case ResponseLaw::Exponential: return wanted[0] * std::exp(wanted[1] * std::pow(c / (c - b), power));
            case ResponseLaw::SquareRoot: return wanted[0] * std::exp(std::sqrt(wanted[1] / (c - b)));
            case ResponseLaw::InverseSquare: return wanted[0] * std::exp(wanted[1] / ((c - b) * (c - b)));
            case ResponseLaw::Saturation:
                return std::max(wanted[0], wanted[0] * (1 - wanted[1]) + wanted[1] * wanted[0] * wanted[2] / (c - b));
            default: return wanted[0] + wanted[1] * c / (c - b);
            }
        };
        for (const FitDomain domain : {FitDomain::Linear, FitDomain::Logarithmic}) {
            const auto fit = fitResponse(pointsOf(usual, time), ResponseLaw(law), capacity, domain, power);
            QVERIFY2(fit.has_value(), fit ? "" : fit.error().what.c_str());
            QCOMPARE(fit->parameters.size(), wanted.size());
            for (std::size_t i = 0; i < wanted.size(); ++i)
                QVERIFY2(near(fit->parameters[i].value.value, wanted[i], 1e-8),
                         qPrintable(QString::number(fit->parameters[i].value.value, 'g', 12)));
            QVERIFY(std::abs(fit->r2Linear - 1) < 1e-12 && std::abs(fit->r2Log - 1) < 1e-12);
            QVERIFY(fit->rmse < 1e-9);
            for (const double rate : usual)
                QVERIFY(near(fit->at(rate * 1e9), time(rate * 1e9), 1e-8));
            QVERIFY(std::isnan(fit->at(capacity)) && std::isnan(fit->at(26e9)));
            if (ResponseLaw(law) == ResponseLaw::Saturation)
                QVERIFY(near(fit->breakRate, capacity - wanted[2], 1e-8));
            else
                QVERIFY(near(time(fit->breakRate), 1.1 * time(0), 1e-6));
        }
    }

    /// The exponential law in ln t is a straight line: coefficients, intervals and R² of the ordinary regression.
    void logarithmicExponentialIsRegression()
    {
        Random random(7);
        auto points = pointsOf(
            usual, [&](double b) { return 0.6 * std::exp(0.4 * capacity / (capacity - b) + 0.1 * random.normal()); });
        const auto fit = fitResponse(points, ResponseLaw::Exponential, capacity, FitDomain::Logarithmic);
        QVERIFY(fit.has_value());
        double sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0;
        const double n = double(points.size());
        for (const ResponsePoint& point : points) {
            const double x = capacity / (capacity - point.rate);
            const double y = std::log(point.time);
            sx += x, sy += y, sxx += x * x, sxy += x * y, syy += y * y;
        }
        const double slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
        const double intercept = (sy - slope * sx) / n;
        const double residual = syy - intercept * sy - slope * sxy;
        const double error = std::sqrt(residual / (n - 2) / (sxx - sx * sx / n));
        QVERIFY(near(fit->parameters[1].value.value, slope, 1e-9));
        QVERIFY(near(fit->parameters[0].value.value, std::exp(intercept), 1e-9));
        constexpr double t11 = 2.2009851600916384; // quantile 0.975 with 11 degrees of freedom
        QVERIFY(near(fit->parameters[1].value.interval.high, slope + t11 * error, 1e-7));
        QVERIFY(near(fit->parameters[1].value.interval.low, slope - t11 * error, 1e-7));
        QVERIFY(near(fit->r2Log, 1 - residual / (syy - sy * sy / n), 1e-9));
        const double aicc = n * std::log(residual / n) + 2 * 3 + 2.0 * 3 * 4 / (n - 4);
        QVERIFY(near(fit->aic, aicc, 1e-7));
    }

    /// t0 + d·x in t is ordinary regression too.
    void linearQueueingIsRegression()
    {
        Random random(3);
        auto points =
            pointsOf(usual, [&](double b) { return 0.3 + 0.05 * capacity / (capacity - b) + 0.01 * random.normal(); });
        const auto fit = fitResponse(points, ResponseLaw::Queueing, capacity, FitDomain::Linear);
        QVERIFY(fit.has_value());
        DesignMatrix x{{"constant", "x"}, {{}, {}}};
        std::vector<double> y;
        for (const ResponsePoint& point : points) {
            x.columns[0].push_back(1);
            x.columns[1].push_back(capacity / (capacity - point.rate));
            y.push_back(point.time);
        }
        const auto line = leastSquares(x, y);
        QVERIFY(line.has_value());
        QVERIFY(near(fit->parameters[0].value.value, line->coefficients[0].value, 1e-9));
        QVERIFY(near(fit->parameters[1].value.value, line->coefficients[1].value, 1e-9));
        QVERIFY(near(fit->r2Linear, line->rSquared, 1e-9));
    }

    /// No other parameters near the found ones have a smaller sum of squares.
    void linearFitIsAMinimum()
    {
        Random random(11);
        auto points = pointsOf(usual, [&](double b) {
            return 0.2 * std::exp(1.4 * std::sqrt(capacity / (capacity - b))) * std::exp(0.2 * random.normal());
        });
        const auto squares = [&](double a, double k) {
            double sum = 0;
            for (const ResponsePoint& point : points) {
                const double off = point.time - a * std::exp(k * std::sqrt(capacity / (capacity - point.rate)));
                sum += off * off;
            }
            return sum;
        };
        const auto fit = fitResponse(points, ResponseLaw::Exponential, capacity, FitDomain::Linear, 0.5);
        QVERIFY(fit.has_value());
        const double a = fit->parameters[0].value.value;
        const double k = fit->parameters[1].value.value;
        const double least = squares(a, k);
        QVERIFY(near(fit->rmse, std::sqrt(least / double(points.size())), 1e-9));
        for (int i = 1; i < 4000; ++i) {
            const double otherA = a * std::exp((random.uniform() - 0.5) * 2);
            const double otherK = k + (random.uniform() - 0.5) * 2;
            QVERIFY(squares(otherA, otherK) >= least * (1 - 1e-12));
        }
    }

    /// The 95 % intervals of the break hold the true one in about 95 % of the cases.
    void breakIntervals()
    {
        Random random(5);
        int held = 0;
        int known = 0;
        constexpr int cases = 60;
        for (int i = 0; i < cases; ++i) {
            auto points = pointsOf(usual, [&](double b) {
                return std::max(0.4, 0.4 * 0.3 + 0.7 * 0.4 * 9e9 / (capacity - b)) * std::exp(0.03 * random.normal());
            });
            const auto fit = fitResponse(points, ResponseLaw::Saturation, capacity, FitDomain::Logarithmic);
            QVERIFY2(fit.has_value(), fit ? "" : fit.error().what.c_str());
            if (std::isnan(fit->breakLow) || std::isnan(fit->breakHigh))
                continue;
            ++known;
            QVERIFY(fit->breakLow <= fit->breakRate && fit->breakRate <= fit->breakHigh);
            held += fit->breakLow <= 16e9 && 16e9 <= fit->breakHigh ? 1 : 0;
        }
        QVERIFY2(known >= cases * 9 / 10, qPrintable(QString::number(known)));
        QVERIFY2(held >= known * 88 / 100, qPrintable(QStringLiteral("%1 of %2").arg(held).arg(known)));
    }

    /// Two last loads that hardly differ must not make the step more than all communication.
    void shareHasABound()
    {
        const std::vector<ResponsePoint> points{{0, 0.0877, 57},       {118e6, 0.0907, 55}, {205.1e6, 0.0916, 54},
                                                {226.1e6, 0.0929, 54}, {404e6, 0.1047, 17}, {404.8e6, 0.2783, 20}};
        for (const FitDomain domain : {FitDomain::Linear, FitDomain::Logarithmic}) {
            const auto fit = fitResponse(points, ResponseLaw::Saturation, 500e6, domain);
            QVERIFY(!fit || fit->parameters[1].value.value <= 1);
        }
        // All communication: t0·max(1, C'/(C − B)), and noise that asks for more.
        auto whole = pointsOf(usual, [](double b) { return 0.4 * std::max(1.0, 9e9 / (capacity - b)); });
        whole.back().time *= 1.02;
        for (const FitDomain domain : {FitDomain::Linear, FitDomain::Logarithmic}) {
            const auto fit = fitResponse(whole, ResponseLaw::Saturation, capacity, domain);
            QVERIFY2(fit.has_value(), fit ? "" : fit.error().what.c_str());
            QCOMPARE(fit->parameters[1].value.value, 1.0);
            QVERIFY(std::isnan(fit->parameters[1].value.interval.low));
            QVERIFY(near(fit->parameters[0].value.value, 0.4, 0.02));
            QVERIFY(near(fit->parameters[2].value.value, 9e9, 0.03));
            QVERIFY(fit->breakLow <= fit->breakRate && fit->breakRate <= fit->breakHigh);
        }
    }

    void bestLawComesFirst()
    {
        Random random(9);
        const auto saturated = pointsOf(usual, [&](double b) {
            return std::max(0.4, 0.4 * 0.3 + 0.7 * 0.4 * 9e9 / (capacity - b)) * std::exp(0.01 * random.normal());
        });
        const auto fits = fitAllLaws(saturated, capacity, FitDomain::Logarithmic);
        QCOMPARE(fits.size(), std::size_t(5));
        QCOMPARE(int(fits.front().law), int(ResponseLaw::Saturation));
        for (std::size_t i = 1; i < fits.size(); ++i)
            QVERIFY(fits[i - 1].aic <= fits[i].aic);
        const auto exponential = pointsOf(
            usual, [&](double b) { return 0.6 * std::exp(0.4 * capacity / (capacity - b) + 0.02 * random.normal()); });
        QCOMPARE(int(fitAllLaws(exponential, capacity, FitDomain::Logarithmic).front().law),
                 int(ResponseLaw::Exponential));
    }

    void leavesOutWhatCannotBe()
    {
        auto points = pointsOf(usual, [](double b) { return 0.6 * std::exp(0.4 * capacity / (capacity - b)); });
        points.insert(points.begin() + 2, {25e9, 3, 1});
        points.push_back({26e9, 3, 1});
        points.push_back({5e9, std::nan(""), 1});
        points.push_back({std::nan(""), 1, 1});
        points.push_back({5e9, 0, 1});
        std::size_t leftOut = 0;
        const auto fit = fitResponse(points, ResponseLaw::Exponential, capacity, FitDomain::Logarithmic, 1, &leftOut);
        QVERIFY(fit.has_value());
        QCOMPARE(leftOut, std::size_t(5));
        QVERIFY(near(fit->parameters[1].value.value, 0.4, 1e-8));
        QCOMPARE(fit->residuals.size(), points.size());
        QVERIFY(std::isnan(fit->residuals[2]) && std::isnan(fit->residuals.back()));
        QVERIFY(std::abs(fit->residuals[3]) < 1e-9);
    }

    void failsHonestly()
    {
        const auto code = [](const std::vector<ResponsePoint>& points, ResponseLaw law, double c = capacity) {
            const auto fit = fitResponse(points, law, c, FitDomain::Linear);
            return fit ? ErrorCode::Internal : fit.error().code;
        };
        const std::vector<ResponsePoint> two{{1e9, 1, 1}, {2e9, 2, 1}};
        const std::vector<ResponsePoint> same{{1e9, 1, 1}, {1e9, 2, 1}, {1e9, 3, 1}, {1e9, 3, 1}};
        const std::vector<ResponsePoint> falling{{0, 4, 1}, {5e9, 3, 1}, {10e9, 2, 1}, {15e9, 1, 1}, {20e9, 0.5, 1}};
        for (const ResponseLaw law : {ResponseLaw::Exponential, ResponseLaw::SquareRoot, ResponseLaw::InverseSquare,
                                      ResponseLaw::Saturation, ResponseLaw::Queueing}) {
            QCOMPARE(code(two, law), ErrorCode::InvalidInput);
            QCOMPARE(code(same, law), ErrorCode::InvalidInput);
            QCOMPARE(code({}, law), ErrorCode::InvalidInput);
            QCOMPARE(code(falling, law, 0), ErrorCode::InvalidInput);
            QCOMPARE(code(falling, law, std::nan("")), ErrorCode::InvalidInput);
        }
        QCOMPARE(code(falling, ResponseLaw::Saturation), ErrorCode::InvalidInput);
        QCOMPARE(code(falling, ResponseLaw::SquareRoot), ErrorCode::InvalidInput);
        const auto fit = fitResponse(falling, ResponseLaw::Exponential, capacity, FitDomain::Linear);
        QVERIFY(fit.has_value());
        QVERIFY(std::isnan(fit->breakRate));
        // Flat, then one point: break and share are not identifiable separately.
        const std::vector<ResponsePoint> one{{0, 1, 1}, {5e9, 1, 1}, {10e9, 1, 1}, {15e9, 1, 1}, {24e9, 9, 1}};
        const auto single = fitResponse(one, ResponseLaw::Saturation, capacity, FitDomain::Linear);
        QVERIFY(!single || single->parameters[2].value.interval.high > single->parameters[2].value.value);
    }

    void timesBeyondMeasure()
    {
        const std::array<double, 8> odd = {1e308, 1e-308, 1e155, 1e-160, 1, 1e300, 1e-320, 2e10};
        Random random(7);
        for (int round = 0; round < 60; ++round) {
            std::vector<ResponsePoint> points;
            for (int i = 0; i < 3 + round % 6; ++i) {
                const double rate = random.uniform() < 0.7 ? 25e9 * random.uniform() : odd[random.below(odd.size())];
                const double time = random.uniform() < 0.7 ? 0.1 + random.uniform() : odd[random.below(odd.size())];
                points.push_back({rate, time, 0});
            }
            for (const FitDomain domain : {FitDomain::Linear, FitDomain::Logarithmic})
                for (const ResponseFit& fit : fitAllLaws(points, capacity, domain))
                    QVERIFY(!fit.parameters.empty());
        }
    }

    /// Available, theoretical demand, required by experiment, delta.
    void demand()
    {
        const double requirement = 2.0 * 3 / 4 * 335'174'458 * 32;
        QVERIFY(near(requirement, 16.088e9, 1e-4));
        const std::vector<ResponsePoint> points{{0, 0.8384, 1}, {20.46e9, 5.2573, 1}};
        const auto demands = demandOf(points, capacity, requirement);
        QVERIFY(near(demands[0].demand, 19.19e9, 1e-3)); // mean demand
        QCOMPARE(demands[0].available, 25e9);
        QVERIFY(near(demands[1].delta, 4.54e9 - requirement / 5.2573, 1e-9));
        QVERIFY(near(demands[1].required, 5.2573 * 4.54e9, 1e-9));
    }
};

} // namespace

QTEST_APPLESS_MAIN(TestResponseCurve)
#include "tst_response_curve.moc"
