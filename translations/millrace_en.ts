<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US">
<context>
    <name>AuditText</name>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n note</numerusform>
            <numerusform>%n notes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n claim(s): %1 match, %2 do not, %3 not decided</source>
        <translation>
            <numerusform>%n claim: %1 matches, %2 does not, %3 not decided</numerusform>
            <numerusform>%n claims: %1 match, %2 do not, %3 not decided</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ComparisonText</name>
    <message numerus="yes">
        <source>; within %n pair(s) of equal %1 it differs by %2 (95 % interval %3 to %4)</source>
        <translation>
            <numerusform>; within %n pair of equal %1 it differs by %2 (95 % interval %3 to %4)</numerusform>
            <numerusform>; within %n pairs of equal %1 it differs by %2 (95 % interval %3 to %4)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DistributionFigures</name>
    <message numerus="yes">
        <source>%n time(s) that go backwards are left out.</source>
        <translation>
            <numerusform>%n time that goes backwards is left out.</numerusform>
            <numerusform>%n times that go backwards are left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Share of flows that are not larger, of the %n flow(s) that are shown; one direction of a connection is one flow.</source>
        <translation>
            <numerusform>Share of flows that are not larger, of the %n flow that is shown; one direction of a connection is one flow.</numerusform>
            <numerusform>Share of flows that are not larger, of the %n flows that are shown; one direction of a connection is one flow.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n flow(s) of a single instant are left out.</source>
        <translation>
            <numerusform>%n flow of a single instant is left out.</numerusform>
            <numerusform>%n flows of a single instant are left out.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FigureText</name>
    <message numerus="yes">
        <source>, %n value(s) beyond</source>
        <translation>
            <numerusform>, %n value beyond</numerusform>
            <numerusform>, %n values beyond</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Topology</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n slot(s)</source>
        <translation>
            <numerusform>%n slot</numerusform>
            <numerusform>%n slots</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… and %n more link(s), which the table shows</source>
        <translation>
            <numerusform>… and %n more link, which the table shows</numerusform>
            <numerusform>… and %n more links, which the table shows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TraceFocus</name>
    <message numerus="yes">
        <source>%n flow(s)</source>
        <translation>
            <numerusform>%n flow</numerusform>
            <numerusform>%n flows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pair(s)</source>
        <translation>
            <numerusform>%n pair</numerusform>
            <numerusform>%n pairs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n burst(s)</source>
        <translation>
            <numerusform>%n burst</numerusform>
            <numerusform>%n bursts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>only %n flow(s)</source>
        <translation>
            <numerusform>only %n flow</numerusform>
            <numerusform>only %n flows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>without %n flow(s)</source>
        <translation>
            <numerusform>without %n flow</numerusform>
            <numerusform>without %n flows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::AlarmPanel</name>
    <message numerus="yes">
        <source>%n alarm(s)</source>
        <translation>
            <numerusform>%n alarm</numerusform>
            <numerusform>%n alarms</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::CampaignBar</name>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::CampaignPage</name>
    <message numerus="yes">
        <source>The project has %n problem(s)</source>
        <translation>
            <numerusform>The project has %n problem</numerusform>
            <numerusform>The project has %n problems</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::CampaignText</name>
    <message numerus="yes">
        <source>Not started yet. “Start” makes %n run(s), one after another</source>
        <translation>
            <numerusform>Not started yet. “Start” makes %n run</numerusform>
            <numerusform>Not started yet. “Start” makes %n runs, one after another</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The grid, its cluster or its workload was changed since the last campaign. “Start” begins a new one with %n run(s)</source>
        <translation>
            <numerusform>The grid, its cluster or its workload was changed since the last campaign. “Start” begins a new one with %n run</numerusform>
            <numerusform>The grid, its cluster or its workload was changed since the last campaign. “Start” begins a new one with %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %n run(s) of this campaign have been made; “Run All Again” begins a new one.</source>
        <translation>
            <numerusform>The %n run of this campaign has been made; “Run All Again” begins a new one.</numerusform>
            <numerusform>All %n runs of this campaign have been made; “Run All Again” begins a new one.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>✗ %n failed</source>
        <translation>
            <numerusform>✗ %n failed</numerusform>
            <numerusform>✗ %n failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>! %n invalid</source>
        <translation>
            <numerusform>! %n invalid</numerusform>
            <numerusform>! %n invalid</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>⊘ %n cancelled</source>
        <translation>
            <numerusform>⊘ %n cancelled</numerusform>
            <numerusform>⊘ %n cancelled</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n held back</source>
        <translation>
            <numerusform>%n held back</numerusform>
            <numerusform>%n held back</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) done</source>
        <translation>
            <numerusform>%n run done</numerusform>
            <numerusform>%n runs done</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n failed</source>
        <translation>
            <numerusform>%n failed</numerusform>
            <numerusform>%n failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n invalid</source>
        <translation>
            <numerusform>%n invalid</numerusform>
            <numerusform>%n invalid</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not made</source>
        <translation>
            <numerusform>%n not made</numerusform>
            <numerusform>%n not made</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::ClosingSequence</name>
    <message numerus="yes">
        <source>Save the edits of %1?</source>
        <translation>
            <numerusform>Save the edits of %1?</numerusform>
            <numerusform>Save the edits of %1?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::ConditionModel</name>
    <message numerus="yes">
        <source>Paste %n condition(s)</source>
        <translation>
            <numerusform>Paste %n condition</numerusform>
            <numerusform>Paste %n conditions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Duplicate %n condition(s)</source>
        <translation>
            <numerusform>Duplicate %n condition</numerusform>
            <numerusform>Duplicate %n conditions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n condition(s)</source>
        <translation>
            <numerusform>Move %n condition</numerusform>
            <numerusform>Move %n conditions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %n condition(s)</source>
        <translation>
            <numerusform>Remove %n condition</numerusform>
            <numerusform>Remove %n conditions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::CurveText</name>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n matching run(s) have no series.</source>
        <translation>
            <numerusform>%n matching run has no series.</numerusform>
            <numerusform>%n matching runs have no series.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n series are left out, as their unit differs from that of the first run.</source>
        <translation>
            <numerusform>%n series is left out, as its unit differs from that of the first run.</numerusform>
            <numerusform>%n series are left out, as their unit differs from that of the first run.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chunk(s) of samples are damaged and left out.</source>
        <translation>
            <numerusform>%n chunk of samples is damaged and left out.</numerusform>
            <numerusform>%n chunks of samples are damaged and left out.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::CurvesPanelSeries</name>
    <message numerus="yes">
        <source>%1 (%Ln run(s))</source>
        <translation>
            <numerusform>%1 (%Ln run)</numerusform>
            <numerusform>%1 (%Ln runs)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::DryRunView</name>
    <message numerus="yes">
        <source>by its %n finished run(s)</source>
        <translation>
            <numerusform>by its %n finished run</numerusform>
            <numerusform>by its %n finished runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… and %n more</numerusform>
            <numerusform>… and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::EditTable</name>
    <message numerus="yes">
        <source>%n row(s) pasted.</source>
        <translation>
            <numerusform>%n row pasted.</numerusform>
            <numerusform>%n rows pasted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s) have invalid text; they are marked.</source>
        <translation>
            <numerusform>%n cell has invalid text; it is marked.</numerusform>
            <numerusform>%n cells have invalid text; they are marked.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s) lay beyond the last column and were left out.</source>
        <translation>
            <numerusform>%n cell lay beyond the last column and was left out.</numerusform>
            <numerusform>%n cells lay beyond the last column and were left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s) have invalid text; the project keeps the previous values.</source>
        <translation>
            <numerusform>%n cell has invalid text; the project keeps the previous value.</numerusform>
            <numerusform>%n cells have invalid text; the project keeps the previous values.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::ErrorBanner</name>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%n message</numerusform>
            <numerusform>%n messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::EstimateText</name>
    <message numerus="yes">
        <source>The time for each run was measured on %n earlier run(s).</source>
        <translation>
            <numerusform>The time for each run was measured on %n earlier run.</numerusform>
            <numerusform>The time for each run was measured on %n earlier runs.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mean of %n earlier run(s) of the same cell</source>
        <translation>
            <numerusform>From %n earlier run of the same cell</numerusform>
            <numerusform>Mean of %n earlier runs of the same cell</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mean of %n earlier run(s) that differ in: %1</source>
        <translation>
            <numerusform>From %n earlier run that differs in: %1</numerusform>
            <numerusform>Mean of %n earlier runs that differ in: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s)</source>
        <translation>
            <numerusform>%n cell</numerusform>
            <numerusform>%n cells</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, and %n warm-up(s)</source>
        <translation>
            <numerusform>, and %n warm-up</numerusform>
            <numerusform>, and %n warm-ups</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 runs: by the simulation, corrected by what %n earlier run(s) took.</source>
        <translation>
            <numerusform>%1 of %2 runs: by the simulation, corrected by what %n earlier run took.</numerusform>
            <numerusform>%1 of %2 runs: by the simulation, corrected by what %n earlier runs took.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>By the simulation, corrected by %n earlier run(s)</source>
        <translation>
            <numerusform>By the simulation, corrected by %n earlier run</numerusform>
            <numerusform>By the simulation, corrected by %n earlier runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::ExclusionModel</name>
    <message numerus="yes">
        <source>Paste %n exclusion(s)</source>
        <translation>
            <numerusform>Paste %n exclusion</numerusform>
            <numerusform>Paste %n exclusions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Duplicate %n exclusion(s)</source>
        <translation>
            <numerusform>Duplicate %n exclusion</numerusform>
            <numerusform>Duplicate %n exclusions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n exclusion(s)</source>
        <translation>
            <numerusform>Move %n exclusion</numerusform>
            <numerusform>Move %n exclusions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %n exclusion(s)</source>
        <translation>
            <numerusform>Remove %n exclusion</numerusform>
            <numerusform>Remove %n exclusions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::FactorModel</name>
    <message numerus="yes">
        <source>Paste %n factor(s)</source>
        <translation>
            <numerusform>Paste %n factor</numerusform>
            <numerusform>Paste %n factors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Duplicate %n factor(s)</source>
        <translation>
            <numerusform>Duplicate %n factor</numerusform>
            <numerusform>Duplicate %n factors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n factor(s)</source>
        <translation>
            <numerusform>Move %n factor</numerusform>
            <numerusform>Move %n factors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %n factor(s)</source>
        <translation>
            <numerusform>Remove %n factor</numerusform>
            <numerusform>Remove %n factors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::FilterBar</name>
    <message numerus="yes">
        <source>%1 (%Ln run(s))</source>
        <translation>
            <numerusform>%1 (%Ln run)</numerusform>
            <numerusform>%1 (%Ln runs)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::GroupPanel</name>
    <message numerus="yes">
        <source>None of the %Ln run(s) that match counts: only runs that are done do, and no warm-up runs.</source>
        <translation>
            <numerusform>The %Ln run that matches does not count: only runs that are done do, and no warm-up runs.</numerusform>
            <numerusform>None of the %Ln runs that match counts: only runs that are done do, and no warm-up runs.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::HostKeyDialog</name>
    <message numerus="yes">
        <source>%n more machine(s) will ask.</source>
        <translation>
            <numerusform>%n more machine will ask.</numerusform>
            <numerusform>%n more machines will ask.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::ImportDialog</name>
    <message numerus="yes">
        <source>Replace the %n node(s) that the cluster has now</source>
        <translation>
            <numerusform>Replace the %n node that the cluster has now</numerusform>
            <numerusform>Replace the %n nodes that the cluster has now</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&amp;Import %n node(s)</source>
        <translation>
            <numerusform>&amp;Import %n node</numerusform>
            <numerusform>&amp;Import %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Import %n node(s)</source>
        <translation>
            <numerusform>Import %n node</numerusform>
            <numerusform>Import %n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::IssueModel</name>
    <message numerus="yes">
        <source>%1 (%n time(s))</source>
        <translation>
            <numerusform>%1 (%n time)</numerusform>
            <numerusform>%1 (%n times)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::LinkModel</name>
    <message numerus="yes">
        <source>Edit %n link(s)</source>
        <translation>
            <numerusform>Edit %n link</numerusform>
            <numerusform>Edit %n links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Paste %n link(s)</source>
        <translation>
            <numerusform>Paste %n link</numerusform>
            <numerusform>Paste %n links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %n link(s)</source>
        <translation>
            <numerusform>Add %n link</numerusform>
            <numerusform>Add %n links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Duplicate %n link(s)</source>
        <translation>
            <numerusform>Duplicate %n link</numerusform>
            <numerusform>Duplicate %n links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n link(s)</source>
        <translation>
            <numerusform>Move %n link</numerusform>
            <numerusform>Move %n links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %n link(s)</source>
        <translation>
            <numerusform>Remove %n link</numerusform>
            <numerusform>Remove %n links</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::LogView</name>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n line</numerusform>
            <numerusform>%n lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::MainWindow</name>
    <message numerus="yes">
        <source>%n file(s) written to %1.</source>
        <translation>
            <numerusform>%n file written to %1.</numerusform>
            <numerusform>%n files written to %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::ManualWindow</name>
    <message numerus="yes">
        <source>on %n page(s)</source>
        <translation>
            <numerusform>on %n page</numerusform>
            <numerusform>on %n pages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::MappingEditor</name>
    <message numerus="yes">
        <source>%n cell(s) cannot be as they are; they are marked.</source>
        <translation>
            <numerusform>%n cell cannot be as it is; it is marked.</numerusform>
            <numerusform>%n cells cannot be as they are; they are marked.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::MatrixPanel</name>
    <message numerus="yes">
        <source>%n node(s) with the least traffic are left out.</source>
        <translation>
            <numerusform>%n node with the least traffic is left out.</numerusform>
            <numerusform>%n nodes with the least traffic are left out.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::NodeModel</name>
    <message numerus="yes">
        <source>Edit %n node(s)</source>
        <translation>
            <numerusform>Edit %n node</numerusform>
            <numerusform>Edit %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Paste %n node(s)</source>
        <translation>
            <numerusform>Paste %n node</numerusform>
            <numerusform>Paste %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %n node(s)</source>
        <translation>
            <numerusform>Add %n node</numerusform>
            <numerusform>Add %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Duplicate %n node(s)</source>
        <translation>
            <numerusform>Duplicate %n node</numerusform>
            <numerusform>Duplicate %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n node(s)</source>
        <translation>
            <numerusform>Move %n node</numerusform>
            <numerusform>Move %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %n node(s)</source>
        <translation>
            <numerusform>Remove %n node</numerusform>
            <numerusform>Remove %n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::OverviewView</name>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s) and notes</source>
        <translation>
            <numerusform>%n warning or note</numerusform>
            <numerusform>%n warnings and notes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cluster(s)</source>
        <translation>
            <numerusform>%n cluster</numerusform>
            <numerusform>%n clusters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n workload(s)</source>
        <translation>
            <numerusform>%n workload</numerusform>
            <numerusform>%n workloads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n grid(s)</source>
        <translation>
            <numerusform>%n grid</numerusform>
            <numerusform>%n grids</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n profile(s) of cross traffic</source>
        <translation>
            <numerusform>%n profile of cross traffic</numerusform>
            <numerusform>%n profiles of cross traffic</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::PageSession</name>
    <message numerus="yes">
        <source>Millrace ended unexpectedly after %1. What was open (%n page(s)) has been opened again.</source>
        <translation>
            <numerusform>Millrace ended unexpectedly after %1. What was open (%n page) has been opened again.</numerusform>
            <numerusform>Millrace ended unexpectedly after %1. What was open (%n pages) has been opened again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Millrace ended unexpectedly after %1 with %n open page(s).</source>
        <translation>
            <numerusform>Millrace ended unexpectedly after %1 with %n open page.</numerusform>
            <numerusform>Millrace ended unexpectedly after %1 with %n open pages.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::PairMatrixPanel</name>
    <message numerus="yes">
        <source>%n pair(s) read.</source>
        <translation>
            <numerusform>%n pair read.</numerusform>
            <numerusform>%n pairs read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rate(s) estimated.</source>
        <translation>
            <numerusform>%n rate estimated.</numerusform>
            <numerusform>%n rates estimated.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pair(s) measured; they are the links of the cluster “%1”.</source>
        <translation>
            <numerusform>%n pair measured; it is the link of the cluster “%1”.</numerusform>
            <numerusform>%n pairs measured; they are the links of the cluster “%1”.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::PolicyPage</name>
    <message numerus="yes">
        <source>%Ln run(s)</source>
        <translation>
            <numerusform>%Ln run</numerusform>
            <numerusform>%Ln runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::PredictorHeader</name>
    <message numerus="yes">
        <source>&amp;Learn %n new run(s)</source>
        <translation>
            <numerusform>&amp;Learn %n new run</numerusform>
            <numerusform>&amp;Learn %n new runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::PredictorText</name>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n model(s)</source>
        <translation>
            <numerusform>%n model</numerusform>
            <numerusform>%n models</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::PreflightPanel</name>
    <message numerus="yes">
        <source>%n node(s) cannot be used as they are.</source>
        <translation>
            <numerusform>%n node cannot be used as it is.</numerusform>
            <numerusform>%n nodes cannot be used as they are.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At %n node(s) something may spoil figures.</source>
        <translation>
            <numerusform>At %n node something may spoil figures.</numerusform>
            <numerusform>At %n nodes something may spoil figures.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::PriceEditor</name>
    <message numerus="yes">
        <source>%n row(s) have no price that can be read.</source>
        <translation>
            <numerusform>%n row has no price that can be read.</numerusform>
            <numerusform>%n rows have no price that can be read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>None of %n row(s) has a price of a machine that a node of the project is.</source>
        <translation>
            <numerusform>The one row has no price of a machine that a node of the project is.</numerusform>
            <numerusform>None of %n rows has a price of a machine that a node of the project is.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::PriceModel</name>
    <message numerus="yes">
        <source>Edit %n price(s)</source>
        <translation>
            <numerusform>Edit %n price</numerusform>
            <numerusform>Edit %n prices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Paste %n price(s)</source>
        <translation>
            <numerusform>Paste %n price</numerusform>
            <numerusform>Paste %n prices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %n price(s)</source>
        <translation>
            <numerusform>Add %n price</numerusform>
            <numerusform>Add %n prices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Duplicate %n price(s)</source>
        <translation>
            <numerusform>Duplicate %n price</numerusform>
            <numerusform>Duplicate %n prices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n price(s)</source>
        <translation>
            <numerusform>Move %n price</numerusform>
            <numerusform>Move %n prices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %n price(s)</source>
        <translation>
            <numerusform>Remove %n price</numerusform>
            <numerusform>Remove %n prices</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::ProjectPage</name>
    <message numerus="yes">
        <source>%n cluster(s)</source>
        <translation>
            <numerusform>%n cluster</numerusform>
            <numerusform>%n clusters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n workload(s)</source>
        <translation>
            <numerusform>%n workload</numerusform>
            <numerusform>%n workloads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n grid(s)</source>
        <translation>
            <numerusform>%n grid</numerusform>
            <numerusform>%n grids</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Saved. %n field(s) have invalid text; their previous values were saved.</source>
        <translation>
            <numerusform>Saved. %n field has invalid text; its previous value was saved.</numerusform>
            <numerusform>Saved. %n fields have invalid text; their previous values were saved.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n profile(s) of cross traffic</source>
        <translation>
            <numerusform>%n profile of cross traffic</numerusform>
            <numerusform>%n profiles of cross traffic</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n plan(s)</source>
        <translation>
            <numerusform>%n plan</numerusform>
            <numerusform>%n plans</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::ProjectTreeModel</name>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… and %n more</numerusform>
            <numerusform>… and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::RecipeList</name>
    <message numerus="yes">
        <source>%1
%n run(s) of %2</source>
        <translation>
            <numerusform>%1
%n run of %2</numerusform>
            <numerusform>%1
%n runs of %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::ReplayPage</name>
    <message numerus="yes">
        <source>All %n value(s) match the stored ones.</source>
        <translation>
            <numerusform>The %n value matches the stored one.</numerusform>
            <numerusform>All %n values match the stored ones.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n values differ with the current version; they are listed first.</source>
        <translation>
            <numerusform>%n value differs with the current version; it is listed first.</numerusform>
            <numerusform>%n values differ with the current version; they are listed first.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::ReportBrowser</name>
    <message numerus="yes">
        <source>%Ln note(s)</source>
        <translation>
            <numerusform>%Ln note</numerusform>
            <numerusform>%Ln notes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::ResponsePage</name>
    <message numerus="yes">
        <source>%n curve(s)</source>
        <translation>
            <numerusform>%n curve</numerusform>
            <numerusform>%n curves</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n note</numerusform>
            <numerusform>%n notes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s)</source>
        <translation>
            <numerusform>%Ln run</numerusform>
            <numerusform>%Ln runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::ResultPage</name>
    <message numerus="yes">
        <source>%n selected run(s)</source>
        <translation>
            <numerusform>%n selected run</numerusform>
            <numerusform>%n selected runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s)</source>
        <translation>
            <numerusform>%Ln run</numerusform>
            <numerusform>%Ln runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln run(s)</source>
        <translation>
            <numerusform>%1 of %Ln run</numerusform>
            <numerusform>%1 of %Ln runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::RunTable</name>
    <message numerus="yes">
        <source>%Ln row(s) copied.</source>
        <translation>
            <numerusform>%Ln row copied.</numerusform>
            <numerusform>%Ln rows copied.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::ScorePage</name>
    <message numerus="yes">
        <source>%Ln run(s)</source>
        <translation>
            <numerusform>%Ln run</numerusform>
            <numerusform>%Ln runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them clean</source>
        <translation>
            <numerusform>%Ln of them clean</numerusform>
            <numerusform>%Ln of them clean</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::SettingForm</name>
    <message numerus="yes">
        <source>%n feature(s)</source>
        <translation>
            <numerusform>%n feature</numerusform>
            <numerusform>%n features</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::StepPanel</name>
    <message numerus="yes">
        <source>%n step(s) of about %1, separated by pauses of %2 or longer; %3 of the bytes are in steps within 25 % of that volume.</source>
        <translation>
            <numerusform>%n step of about %1, separated by pauses of %2 or longer; %3 of the bytes are in steps within 25 % of that volume.</numerusform>
            <numerusform>%n steps of about %1, separated by pauses of %2 or longer; %3 of the bytes are in steps within 25 % of that volume.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s), separated by pauses longer than %1; %2 of the distances are within 25 % of the median.</source>
        <translation>
            <numerusform>%n step, separated by pauses longer than %1; %2 of the distances are within 25 % of the median.</numerusform>
            <numerusform>%n steps, separated by pauses longer than %1; %2 of the distances are within 25 % of the median.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) of %1, cut by the period: there is no silence between them.</source>
        <translation>
            <numerusform>%n step of %1, cut by the period: there is no silence between them.</numerusform>
            <numerusform>%n steps of %1, cut by the period: there is no silence between them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::StudyFigurePanel</name>
    <message numerus="yes">
        <source>Numbers · %n row(s)</source>
        <translation>
            <numerusform>Numbers · %n row</numerusform>
            <numerusform>Numbers · %n rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::StudyImportDialog</name>
    <message numerus="yes">
        <source>%1 of %2 · %3 of %n run(s)</source>
        <translation>
            <numerusform>%1 of %2 · %3 of %n run</numerusform>
            <numerusform>%1 of %2 · %3 of %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) stored</source>
        <translation>
            <numerusform>%n run stored</numerusform>
            <numerusform>%n runs stored</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n were there already</source>
        <translation>
            <numerusform>%n was there already</numerusform>
            <numerusform>%n were there already</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n issue(s)</source>
        <translation>
            <numerusform>%n issue</numerusform>
            <numerusform>%n issues</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n left out</source>
        <translation>
            <numerusform>%n left out</numerusform>
            <numerusform>%n left out</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::StudyPage</name>
    <message numerus="yes">
        <source>%1: %n run(s)</source>
        <translation>
            <numerusform>%1: %n run</numerusform>
            <numerusform>%1: %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n figure(s)</source>
        <translation>
            <numerusform>%n figure</numerusform>
            <numerusform>%n figures</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::TablePanel</name>
    <message numerus="yes">
        <source>%Ln row(s)</source>
        <translation>
            <numerusform>%Ln row</numerusform>
            <numerusform>%Ln rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::TimelineCanvas</name>
    <message numerus="yes">
        <source>and %n more event(s)</source>
        <translation>
            <numerusform>and %n more event</numerusform>
            <numerusform>and %n more events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::TimelinePlot</name>
    <message numerus="yes">
        <source>%1: %n series.</source>
        <translation>
            <numerusform>%1: %n series.</numerusform>
            <numerusform>%1: %n series.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>And %n more series.</source>
        <translation>
            <numerusform>And %n more series.</numerusform>
            <numerusform>And %n more series.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::TraceExports</name>
    <message numerus="yes">
        <source>Wrote %n packet(s) into %1.</source>
        <translation>
            <numerusform>Wrote %n packet into %1.</numerusform>
            <numerusform>Wrote %n packets into %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Wireshark opens %n packet(s).</source>
        <translation>
            <numerusform>Wireshark opens %n packet.</numerusform>
            <numerusform>Wireshark opens %n packets.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::TraceHeader</name>
    <message numerus="yes">
        <source>%n flow(s)</source>
        <translation>
            <numerusform>%n flow</numerusform>
            <numerusform>%n flows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n note</numerusform>
            <numerusform>%n notes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation>
            <numerusform>%n problem</numerusform>
            <numerusform>%n problems</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::TracePage</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::TrafficView</name>
    <message numerus="yes">
        <source>%n stream(s) as long as the load</source>
        <translation>
            <numerusform>%n stream as long as the load</numerusform>
            <numerusform>%n streams as long as the load</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stream(s), %1 together</source>
        <translation>
            <numerusform>%n stream, %1 together</numerusform>
            <numerusform>%n streams, %1 together</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n flow(s)</source>
        <translation>
            <numerusform>%n flow</numerusform>
            <numerusform>%n flows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n load file(s) were written, one for each source.</source>
        <translation>
            <numerusform>%n load file was written, one for each source.</numerusform>
            <numerusform>%n load files were written, one for each source.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n flow(s) adjusted</source>
        <translation>
            <numerusform>%n flow adjusted</numerusform>
            <numerusform>%n flows adjusted</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::WaitPage</name>
    <message numerus="yes">
        <source>%Ln run(s)</source>
        <translation>
            <numerusform>%Ln run</numerusform>
            <numerusform>%Ln runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::WorkloadForm</name>
    <message numerus="yes">
        <source>%1 of all %n worker(s) in grid “%2”</source>
        <translation>
            <numerusform>%1 of the %n worker in grid “%2”</numerusform>
            <numerusform>%1 of all %n workers in grid “%2”</numerusform>
        </translation>
    </message>
</context>
</TS>
