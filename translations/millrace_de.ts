<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name>ClusterOutline</name>
    <message>
        <source>not limited</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source>by rule</source>
        <translation>nach Regel</translation>
    </message>
    <message>
        <source>all nodes</source>
        <translation>alle Knoten</translation>
    </message>
    <message>
        <source>fast, large frames</source>
        <translation>schnell, große Rahmen</translation>
    </message>
    <message>
        <source>every packet by itself</source>
        <translation>jedes Paket einzeln</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>Millrace&apos;s switch</source>
        <translation>den Switch von Millrace</translation>
    </message>
    <message>
        <source>the kernel&apos;s netem</source>
        <translation>netem des Kernels</translation>
    </message>
    <message numerus="yes">
        <source>%n slot(s)</source>
        <translation>
            <numerusform>%n Platz</numerusform>
            <numerusform>%n Plätze</numerusform>
        </translation>
    </message>
    <message>
        <source>Slots for workers</source>
        <translation>Plätze für Worker</translation>
    </message>
    <message>
        <source>Zone</source>
        <translation>Zone</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Network interface %1</source>
        <translation>Netzwerkschnittstelle %1</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>chosen by Millrace</source>
        <translation>von Millrace gewählt</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Delay, one way</source>
        <translation>Verzögerung, einfach</translation>
    </message>
    <message>
        <source>Jitter</source>
        <translation>Jitter</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>nothing set</source>
        <translation>nichts festgelegt</translation>
    </message>
    <message>
        <source>Link; later links override earlier ones field by field</source>
        <translation>Verbindung; spätere Verbindungen gehen Feld für Feld vor</translation>
    </message>
    <message>
        <source>shared, %1</source>
        <translation>gemeinsam, %1</translation>
    </message>
    <message>
        <source>Bottleneck: one queue for all these pairs</source>
        <translation>Engpass: eine Warteschlange für alle diese Paare</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n Knoten</numerusform>
            <numerusform>%n Knoten</numerusform>
        </translation>
    </message>
    <message>
        <source>emulated</source>
        <translation>emuliert</translation>
    </message>
    <message>
        <source>remote</source>
        <translation>entfernt</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>emulated on this machine</source>
        <translation>auf diesem Rechner emuliert</translation>
    </message>
    <message>
        <source>remote machines</source>
        <translation>entfernte Rechner</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Congestion control</source>
        <translation>Staukontrolle</translation>
    </message>
    <message>
        <source>MTU</source>
        <translation>MTU</translation>
    </message>
    <message>
        <source>Switch mode</source>
        <translation>Betriebsart des Switches</translation>
    </message>
    <message>
        <source>Emulated by</source>
        <translation>Emuliert durch</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Verbindungen</translation>
    </message>
    <message>
        <source>none: nothing is slowed down</source>
        <translation>keine: nichts wird gebremst</translation>
    </message>
</context>
<context>
    <name>ErrorHeadline</name>
    <message>
        <source>This cannot be used as it is</source>
        <translation>So lässt sich das nicht verwenden</translation>
    </message>
    <message>
        <source>The file is damaged</source>
        <translation>Die Datei ist beschädigt</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Nicht gefunden</translation>
    </message>
    <message>
        <source>Written by a newer version of Millrace</source>
        <translation>Von einer neueren Version von Millrace geschrieben</translation>
    </message>
    <message>
        <source>Access is denied</source>
        <translation>Zugriff verweigert</translation>
    </message>
    <message>
        <source>Somebody else has it open</source>
        <translation>Jemand anderes hat es geöffnet</translation>
    </message>
    <message>
        <source>The disk is full</source>
        <translation>Der Datenträger ist voll</translation>
    </message>
    <message>
        <source>Reading or writing failed</source>
        <translation>Lesen oder Schreiben ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>This is not supported</source>
        <translation>Das wird nicht unterstützt</translation>
    </message>
    <message>
        <source>That did not work</source>
        <translation>Das hat nicht geklappt</translation>
    </message>
</context>
<context>
    <name>GridOutline</name>
    <message>
        <source>randomised blocks</source>
        <translation>randomisierte Blöcke</translation>
    </message>
    <message>
        <source>as listed</source>
        <translation>wie aufgeführt</translation>
    </message>
    <message>
        <source>shuffled</source>
        <translation>gemischt</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>cannot be counted: %1</source>
        <translation>nicht zählbar: %1</translation>
    </message>
    <message>
        <source>Combinations</source>
        <translation>Kombinationen</translation>
    </message>
    <message>
        <source>Left out by rules</source>
        <translation>Durch Regeln ausgelassen</translation>
    </message>
    <message>
        <source>Cells</source>
        <translation>Zellen</translation>
    </message>
    <message>
        <source>Warm-up runs</source>
        <translation>Aufwärmläufe</translation>
    </message>
    <message>
        <source>Further runs, if the stop rule asks</source>
        <translation>Weitere Läufe, falls die Stoppregel sie verlangt</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Repetitions</source>
        <translation>Wiederholungen</translation>
    </message>
    <message>
        <source>%1 to %2, until the 95 % interval of %3 is within ± %4</source>
        <translation>%1 bis %2, bis das 95-%-Intervall von %3 innerhalb ± %4 liegt</translation>
    </message>
    <message>
        <source>Gate</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>off: every finished run counts</source>
        <translation>aus: jeder beendete Lauf zählt</translation>
    </message>
    <message>
        <source>Delay</source>
        <translation>Verzögerung</translation>
    </message>
    <message>
        <source>within %1, or %2</source>
        <translation>höchstens %1 daneben, oder %2</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>within %1</source>
        <translation>höchstens %1 daneben</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>inside its %1 interval</source>
        <translation>in ihrem %1-Intervall</translation>
    </message>
    <message>
        <source>Lateness of the switch</source>
        <translation>Verspätung des Switches</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>höchstens %1</translation>
    </message>
    <message>
        <source>Levels</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Level before it was varied</source>
        <translation>Stufe, bevor variiert wurde</translation>
    </message>
    <message>
        <source>Factor of your own</source>
        <translation>Eigener Faktor</translation>
    </message>
    <message>
        <source>Factor</source>
        <translation>Faktor</translation>
    </message>
    <message>
        <source>Factors</source>
        <translation>Faktoren</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Condition: holds for every cell</source>
        <translation>Bedingung: gilt für jede Zelle</translation>
    </message>
    <message>
        <source>Exclusion: combinations like this are left out</source>
        <translation>Ausschluss: solche Kombinationen entfallen</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>cannot be counted</source>
        <translation>nicht zählbar</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>Versuchsraster</translation>
    </message>
    <message>
        <source>How it is run</source>
        <translation>Wie es ausgeführt wird</translation>
    </message>
    <message>
        <source>What a run must keep</source>
        <translation>Was ein Lauf einhalten muss</translation>
    </message>
</context>
<context>
    <name>ProjectOutline</name>
    <message>
        <source>Project</source>
        <translation>Projekt</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>%1 (not there yet)</source>
        <translation>%1 (noch nicht vorhanden)</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>%1, batch %2</source>
        <translation>%1, Batch %2</translation>
    </message>
    <message>
        <source>default</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>Framework</translation>
    </message>
    <message>
        <source>Backend</source>
        <translation>Backend</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Batch per worker</source>
        <translation>Batch je Worker</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>Strategie</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Measured steps</source>
        <translation>Gemessene Schritte</translation>
    </message>
    <message>
        <source>Warm-up steps</source>
        <translation>Aufwärmschritte</translation>
    </message>
    <message>
        <source>Compute time of a step</source>
        <translation>Rechenzeit eines Schrittes</translation>
    </message>
    <message>
        <source>from the model</source>
        <translation>aus dem Modell</translation>
    </message>
    <message>
        <source>Its relative deviation</source>
        <translation>Ihre relative Streuung</translation>
    </message>
    <message>
        <source>Checksums</source>
        <translation>Prüfsummen</translation>
    </message>
    <message numerus="yes">
        <source>every %n step(s)</source>
        <translation>
            <numerusform>nach jedem Schritt</numerusform>
            <numerusform>alle %n Schritte</numerusform>
        </translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>Longest wait for a rank</source>
        <translation>Längstes Warten auf einen Rang</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Further options</source>
        <translation>Weitere Optionen</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Workloads</source>
        <translation>Lasten</translation>
    </message>
    <message>
        <source>Grids</source>
        <translation>Versuchsraster</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
</context>
<context>
    <name>RunOutline</name>
    <message>
        <source>Levels</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>Requested and achieved</source>
        <translation>Verlangt und erreicht</translation>
    </message>
    <message>
        <source>Run %1</source>
        <translation>Lauf %1</translation>
    </message>
    <message>
        <source>What ended it</source>
        <translation>Wodurch er endete</translation>
    </message>
    <message>
        <source>Left out of statistics</source>
        <translation>Aus der Statistik genommen</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>Aufwärmlauf</translation>
    </message>
    <message>
        <source>its results do not count</source>
        <translation>seine Ergebnisse zählen nicht</translation>
    </message>
    <message>
        <source>Repetition</source>
        <translation>Wiederholung</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Cell</source>
        <translation>Zelle</translation>
    </message>
    <message>
        <source>met</source>
        <translation>eingehalten</translation>
    </message>
    <message>
        <source>NOT met</source>
        <translation>NICHT eingehalten</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>Results of the whole run</source>
        <translation>Ergebnisse des ganzen Laufs</translation>
    </message>
    <message>
        <source>Results of %1</source>
        <translation>Ergebnisse von %1</translation>
    </message>
    <message>
        <source>%1, asked for %2 (accepted: %3 to %4): %5</source>
        <translation>%1, verlangt %2 (zulässig: %3 bis %4): %5</translation>
    </message>
</context>
<context>
    <name>RunState</name>
    <message>
        <source>planned</source>
        <translation>geplant</translation>
    </message>
    <message>
        <source>preparing</source>
        <translation>in Vorbereitung</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>collecting</source>
        <translation>wird eingesammelt</translation>
    </message>
    <message>
        <source>analysing</source>
        <translation>wird ausgewertet</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>invalid</source>
        <translation>ungültig</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Opens projects and result stores for reading.</source>
        <translation>Öffnet Projekte und Ergebnisspeicher zum Lesen.</translation>
    </message>
    <message>
        <source>Files to open.</source>
        <translation>Zu öffnende Dateien.</translation>
    </message>
</context>
<context>
    <name>millrace::ui::DetailView</name>
    <message>
        <source>Details of the selection</source>
        <translation>Einzelheiten zur Auswahl</translation>
    </message>
</context>
<context>
    <name>millrace::ui::ErrorBanner</name>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Dismiss the message</source>
        <translation>Meldung schließen</translation>
    </message>
    <message>
        <source>While %1</source>
        <translation>Dabei: %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>millrace::ui::IssueModel</name>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n time(s))</source>
        <translation>
            <numerusform>%1 (%n Mal)</numerusform>
            <numerusform>%1 (%n Mal)</numerusform>
        </translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>Schwere</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
</context>
<context>
    <name>millrace::ui::MainWindow</name>
    <message>
        <source>Open files</source>
        <translation>Offene Dateien</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Projects and result stores (*.millrace *.mrdb);;All files (*)</source>
        <translation>Projekte und Ergebnisspeicher (*.millrace *.mrdb);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;About Millrace</source>
        <translation>Ü&amp;ber Millrace</translation>
    </message>
    <message>
        <source>About &amp;Qt</source>
        <translation>Über &amp;Qt</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>&amp;Read again</source>
        <translation>&amp;Neu lesen</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Schließen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>%1  in  %2</source>
        <translation>%1  in  %2</translation>
    </message>
    <message>
        <source>&amp;Forget these</source>
        <translation>Liste &amp;leeren</translation>
    </message>
    <message>
        <source>About Millrace</source>
        <translation>Über Millrace</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Millrace %1&lt;/h3&gt;&lt;p&gt;A workbench for experiments on the network side of distributed training.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Millrace %1&lt;/h3&gt;&lt;p&gt;Eine Werkbank für Versuche mit der Netzwerkseite des verteilten Trainings.&lt;/p&gt;&lt;p&gt;Freie Software unter der GNU General Public License, Version 3 oder später.&lt;/p&gt;</translation>
    </message>
</context>
<context>
    <name>millrace::ui::OutlineModel</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Überblick</translation>
    </message>
</context>
<context>
    <name>millrace::ui::ProjectPage</name>
    <message>
        <source>Select a line on the left to see everything about it.</source>
        <translation>Wählen Sie links eine Zeile, um alles darüber zu sehen.</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>Open &amp;results</source>
        <translation>&amp;Ergebnisse öffnen</translation>
    </message>
    <message>
        <source>Open the result store of this project</source>
        <translation>Den Ergebnisspeicher dieses Projekts öffnen</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>Projekt</translation>
    </message>
    <message>
        <source>Problems of the project</source>
        <translation>Probleme des Projekts</translation>
    </message>
    <message numerus="yes">
        <source>%n cluster(s)</source>
        <translation>
            <numerusform>%n Cluster</numerusform>
            <numerusform>%n Cluster</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n workload(s)</source>
        <translation>
            <numerusform>%n Last</numerusform>
            <numerusform>%n Lasten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n grid(s)</source>
        <translation>
            <numerusform>%n Versuchsraster</numerusform>
            <numerusform>%n Versuchsraster</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation>
            <numerusform>%n Problem</numerusform>
            <numerusform>%n Probleme</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::ResultModel</name>
    <message>
        <source>%1, warm-up</source>
        <translation>%1, Aufwärmlauf</translation>
    </message>
    <message>
        <source>Sorting by this column brings the repetitions of each cell together</source>
        <translation>Nach dieser Spalte sortiert stehen die Wiederholungen jeder Zelle beisammen</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Repetition</source>
        <translation>Wiederholung</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Begonnen</translation>
    </message>
</context>
<context>
    <name>millrace::ui::ResultPage</name>
    <message>
        <source>Select a run to see everything about it.</source>
        <translation>Wählen Sie einen Lauf, um alles darüber zu sehen.</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>Campaign</source>
        <translation>Kampagne</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 shown; scroll for more</source>
        <translation>%1 angezeigt; weitere beim Blättern</translation>
    </message>
    <message>
        <source>No run matches the campaign and state chosen above.</source>
        <translation>Kein Lauf passt zur oben gewählten Kampagne und zum Zustand.</translation>
    </message>
    <message>
        <source>This store holds no runs yet. Run a grid of a project to fill it.</source>
        <translation>Dieser Speicher enthält noch keine Läufe. Führen Sie ein Versuchsraster eines Projekts aus, um ihn zu füllen.</translation>
    </message>
    <message>
        <source>All campaigns</source>
        <translation>Alle Kampagnen</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>All states</source>
        <translation>Alle Zustände</translation>
    </message>
</context>
<context>
    <name>millrace::ui::StartPage</name>
    <message>
        <source>Open a project to see what it will measure, or a result store to see what was measured. Files can also be dropped here.</source>
        <translation>Öffnen Sie ein Projekt, um zu sehen, was gemessen werden soll, oder einen Ergebnisspeicher, um zu sehen, was gemessen wurde. Dateien lassen sich auch hier ablegen.</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>Zuletzt geöffnete Dateien</translation>
    </message>
    <message>
        <source>%1  in  %2</source>
        <translation>%1  in  %2</translation>
    </message>
</context>
</TS>
