<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name>AuditText</name>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n Fehler</numerusform>
            <numerusform>%n Fehler</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n Warnung</numerusform>
            <numerusform>%n Warnungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n Hinweis</numerusform>
            <numerusform>%n Hinweise</numerusform>
        </translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>nichts gefunden</translation>
    </message>
    <message numerus="yes">
        <source>%n claim(s): %1 match, %2 do not, %3 not decided</source>
        <translation>
            <numerusform>%n Aussage: %1 stimmt, %2 stimmt nicht, %3 offen</numerusform>
            <numerusform>%n Aussagen: %1 stimmen, %2 stimmen nicht, %3 offen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BurstTable</name>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Address of the sender</source>
        <translation>Adresse des Senders</translation>
    </message>
    <message>
        <source>Src port</source>
        <translation>Quellport</translation>
    </message>
    <message>
        <source>Port of the sender</source>
        <translation>Port des Senders</translation>
    </message>
    <message>
        <source>Destination</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Address of the receiver</source>
        <translation>Adresse des Empfängers</translation>
    </message>
    <message>
        <source>Dst port</source>
        <translation>Zielport</translation>
    </message>
    <message>
        <source>Port of the receiver</source>
        <translation>Port des Empfängers</translation>
    </message>
    <message>
        <source>Protocol</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Start (s)</source>
        <translation>Beginn (s)</translation>
    </message>
    <message>
        <source>First packet, since the first packet of the capture</source>
        <translation>Erstes Paket, seit dem ersten Paket der Aufzeichnung</translation>
    </message>
    <message>
        <source>Duration (s)</source>
        <translation>Dauer (s)</translation>
    </message>
    <message>
        <source>From the first to the last packet</source>
        <translation>Vom ersten bis zum letzten Paket</translation>
    </message>
    <message>
        <source>Packets</source>
        <translation>Pakete</translation>
    </message>
    <message>
        <source>Of the whole burst</source>
        <translation>Des ganzen Bursts</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>On the wire, link header included</source>
        <translation>Auf der Leitung, mit Rahmenkopf</translation>
    </message>
    <message>
        <source>Rate (Mbit/s)</source>
        <translation>Rate (Mbit/s)</translation>
    </message>
    <message>
        <source>Bytes by the duration; unknown for a single packet</source>
        <translation>Bytes durch Dauer; bei einem einzelnen Paket unbekannt</translation>
    </message>
    <message>
        <source>Gap before (ms)</source>
        <translation>Pause davor (ms)</translation>
    </message>
    <message>
        <source>Silence of the flow before the burst; unknown for the first</source>
        <translation>Stille des Flusses vor dem Burst; beim ersten unbekannt</translation>
    </message>
</context>
<context>
    <name>ClusterFields</name>
    <message>
        <source>“%1” has no unit; write 10ms, 250us or 1.5s.</source>
        <translation>„%1“ hat keine Einheit; zum Beispiel 10ms, 250us oder 1.5s schreiben.</translation>
    </message>
    <message>
        <source>all nodes</source>
        <translation>alle Knoten</translation>
    </message>
    <message>
        <source>all pairs</source>
        <translation>alle Paare</translation>
    </message>
    <message>
        <source>rate not limited</source>
        <translation>Rate unbegrenzt</translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation>Verlust %1</translation>
    </message>
    <message>
        <source>queue %1</source>
        <translation>Warteschlange %1</translation>
    </message>
</context>
<context>
    <name>ComparisonText</name>
    <message>
        <source>The %1 of “%2” cannot be put in relation to that of “%3”.</source>
        <translation>Bei „%2“ und „%3“ lässt sich %1 nicht ins Verhältnis setzen.</translation>
    </message>
    <message>
        <source>The %1 of “%2” is %3 lower than that of “%4”</source>
        <translation>Bei „%2“ ist %1 um %3 niedriger als bei „%4“</translation>
    </message>
    <message>
        <source>The %1 of “%2” is %3 higher than that of “%4”</source>
        <translation>Bei „%2“ ist %1 um %3 höher als bei „%4“</translation>
    </message>
    <message>
        <source>; the confidence is unknown.</source>
        <translation>; wie sicher das ist, ist nicht bekannt.</translation>
    </message>
    <message>
        <source> (95 % interval %1 to %2)</source>
        <translation> (95-%-Intervall %1 bis %2)</translation>
    </message>
    <message>
        <source>, which may be chance</source>
        <translation>, was Zufall sein kann</translation>
    </message>
    <message numerus="yes">
        <source>; within %n pair(s) of equal %1 it differs by %2 (95 % interval %3 to %4)</source>
        <translation>
            <numerusform>; in %n Paar mit gleichen Stufen von %1 beträgt der Unterschied %2 (95-%-Intervall %3 bis %4)</numerusform>
            <numerusform>; in %n Paaren mit gleichen Stufen von %1 beträgt der Unterschied %2 (95-%-Intervall %3 bis %4)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CorrelationText</name>
    <message>
        <source>autocorrelation</source>
        <translation>Autokorrelation</translation>
    </message>
    <message>
        <source>multiples of the period</source>
        <translation>Vielfache der Periode</translation>
    </message>
    <message>
        <source>Autocorrelation of the traffic</source>
        <translation>Autokorrelation des Verkehrs</translation>
    </message>
    <message>
        <source>lag</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>correlation</source>
        <translation>Korrelation</translation>
    </message>
    <message>
        <source>There is too little traffic for an autocorrelation.</source>
        <translation>Für eine Autokorrelation gibt es zu wenig Verkehr.</translation>
    </message>
</context>
<context>
    <name>Definition</name>
    <message>
        <source>samples ÷ step time of one rank, as printed where only rates are; without a node the sum of all workers</source>
        <translation>Proben ÷ Schrittzeit eines Rangs; wo nur Raten ausgegeben werden, wie ausgegeben; ohne Knoten die Summe aller Worker</translation>
    </message>
    <message>
        <source>a whole step of one rank, at its end</source>
        <translation>ein ganzer Schritt eines Rangs, an seinem Ende</translation>
    </message>
    <message>
        <source>all-reduce of a step of one rank</source>
        <translation>All-Reduce eines Schritts eines Rangs</translation>
    </message>
    <message>
        <source>computation of a step of one rank</source>
        <translation>Rechnung eines Schritts eines Rangs</translation>
    </message>
    <message>
        <source>as the framework prints it</source>
        <translation>wie vom Framework ausgegeben</translation>
    </message>
    <message>
        <source>frames of the interface, since the sample before</source>
        <translation>Rahmen der Schnittstelle seit der vorigen Stichprobe</translation>
    </message>
    <message>
        <source>smoothed round-trip time, mean over the sockets of the workload</source>
        <translation>geglättete Umlaufzeit, Mittel über die Sockets der Arbeitslast</translation>
    </message>
    <message>
        <source>congestion window, mean over the sockets</source>
        <translation>Staufenster, Mittel über die Sockets</translation>
    </message>
    <message>
        <source>of all sockets, since the sample before</source>
        <translation>aller Sockets seit der vorigen Stichprobe</translation>
    </message>
    <message>
        <source>processor time of the workload ÷ time</source>
        <translation>Prozessorzeit der Arbeitslast ÷ Zeit</translation>
    </message>
    <message>
        <source>time that threads of the workers were ready to run without a processor ÷ time</source>
        <translation>Zeit, in der Threads der Worker lauffähig waren und keinen Prozessor hatten ÷ Zeit</translation>
    </message>
    <message>
        <source>1 where a signal had stopped a worker at the sample, else 0</source>
        <translation>1, wo ein Signal bei der Stichprobe einen Worker angehalten hatte, sonst 0</translation>
    </message>
    <message>
        <source>resident memory of the workload</source>
        <translation>belegter Speicher der Arbeitslast</translation>
    </message>
    <message>
        <source>payload acknowledged since the sample before</source>
        <translation>seit der vorigen Stichprobe bestätigte Nutzdaten</translation>
    </message>
    <message>
        <source>smoothed round-trip time, mean over the sockets</source>
        <translation>geglättete Umlaufzeit, Mittel über die Sockets</translation>
    </message>
    <message>
        <source>since the sample before</source>
        <translation>seit der vorigen Stichprobe</translation>
    </message>
    <message>
        <source>delivery rate by the kernel, sum of the sockets</source>
        <translation>Auslieferungsrate laut Kernel, Summe der Sockets</translation>
    </message>
    <message>
        <source>payload that a source handed to its kernel</source>
        <translation>Nutzdaten, die eine Quelle ihrem Kernel übergab</translation>
    </message>
    <message>
        <source>payload acknowledged to a source</source>
        <translation>einer Quelle bestätigte Nutzdaten</translation>
    </message>
    <message>
        <source>payload that a destination received</source>
        <translation>Nutzdaten, die ein Ziel empfing</translation>
    </message>
    <message>
        <source>share of the test data that the model classifies correctly, at an evaluation</source>
        <translation>Anteil der Testdaten, die das Modell richtig einordnet, bei einer Auswertung</translation>
    </message>
    <message>
        <source>mean loss over the test data, at an evaluation</source>
        <translation>mittlerer Verlust über die Testdaten, bei einer Auswertung</translation>
    </message>
    <message>
        <source>trace of the gradient&apos;s covariance ÷ squared norm of its mean, as the framework prints it</source>
        <translation>Spur der Kovarianz des Gradienten ÷ quadrierte Norm seines Mittels, wie das Framework sie ausgibt</translation>
    </message>
    <message>
        <source>norm of the variance of the gradients over the workers, as the framework prints it</source>
        <translation>Norm der Varianz der Gradienten über die Worker, wie das Framework sie ausgibt</translation>
    </message>
    <message>
        <source>steps per second, as the framework prints it</source>
        <translation>Schritte pro Sekunde, wie das Framework sie ausgibt</translation>
    </message>
    <message>
        <source>payload of an all-reduce ÷ its time, as KungFu prints it</source>
        <translation>Nutzdaten eines All-Reduce ÷ seine Zeit, wie KungFu sie ausgibt</translation>
    </message>
    <message>
        <source>the all-reduce rates, as KungFu lists them again at its end</source>
        <translation>die All-Reduce-Raten, wie KungFu sie am Ende noch einmal auflistet</translation>
    </message>
    <message>
        <source>workers that report interference, as KungFu prints it</source>
        <translation>Worker, die eine Störung melden, wie KungFu es ausgibt</translation>
    </message>
    <message>
        <source>workers that train together, as the framework prints it</source>
        <translation>Worker, die gemeinsam trainieren, wie das Framework es ausgibt</translation>
    </message>
    <message>
        <source>samples per worker and step, after a policy has changed them</source>
        <translation>Samples je Worker und Schritt, nachdem eine Richtlinie sie geändert hat</translation>
    </message>
    <message>
        <source>payload of the first rank&apos;s all-reduces with one strategy ÷ their time, once a second, by the built-in worker</source>
        <translation>Nutzdaten der All-Reduces des ersten Rangs mit einer Strategie ÷ deren Zeit, einmal je Sekunde, vom eingebauten Worker</translation>
    </message>
    <message>
        <source>payload of all-reduces that one rank sent to another, by the built-in worker</source>
        <translation>Nutzdaten von All-Reduces, die ein Rang einem anderen gesendet hat, vom eingebauten Worker</translation>
    </message>
    <message>
        <source>payload of all-reduces that one rank received from another, by the built-in worker</source>
        <translation>Nutzdaten von All-Reduces, die ein Rang von einem anderen empfangen hat, vom eingebauten Worker</translation>
    </message>
    <message>
        <source>share of the time in which one rank could move nothing until data, or room for data, came from another</source>
        <translation>Anteil der Zeit, in der ein Rang nichts bewegen konnte, bis Daten oder Platz für Daten von einem anderen kamen</translation>
    </message>
</context>
<context>
    <name>DistributionFigures</name>
    <message>
        <source>share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Packet sizes</source>
        <translation>Paketgrößen</translation>
    </message>
    <message>
        <source>size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>frames on the wire</source>
        <translation>Rahmen auf der Leitung</translation>
    </message>
    <message>
        <source>TCP and UDP payload</source>
        <translation>Nutzlast von TCP und UDP</translation>
    </message>
    <message>
        <source>Share of all packets of the capture that are at most this large. Frames count the link header. Sizes are exact up to 65 535 B.</source>
        <translation>Anteil der Pakete, die nicht größer sind, an allen Paketen der Aufzeichnung. Rahmen zählen den Rahmenkopf mit. Bis 65 535 B sind die Größen genau.</translation>
    </message>
    <message>
        <source>Times between packets</source>
        <translation>Zeiten zwischen Paketen</translation>
    </message>
    <message>
        <source>time to the next packet</source>
        <translation>Zeit bis zum nächsten Paket</translation>
    </message>
    <message>
        <source>Share of times between packets that follow each other in a file that are not longer, of all packets of the capture; classes are 1/16 of an octave wide.</source>
        <translation>Anteil der Zeiten zwischen Paketen, die in einer Datei aufeinander folgen, die nicht länger sind; die Klassen sind 1/16 einer Oktave breit.</translation>
    </message>
    <message numerus="yes">
        <source>%n time(s) that go backwards are left out.</source>
        <translation>
            <numerusform>%n Zeit, die rückwärts läuft, ist weggelassen.</numerusform>
            <numerusform>%n Zeiten, die rückwärts laufen, sind weggelassen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Flow sizes</source>
        <translation>Flussgrößen</translation>
    </message>
    <message>
        <source>bytes on the wire</source>
        <translation>Bytes auf der Leitung</translation>
    </message>
    <message>
        <source>Flow durations</source>
        <translation>Flussdauern</translation>
    </message>
    <message>
        <source>first to last packet</source>
        <translation>erstes bis letztes Paket</translation>
    </message>
    <message numerus="yes">
        <source>Share of flows that are not larger, of the %n flow(s) that are shown; one direction of a connection is one flow.</source>
        <translation>
            <numerusform>Anteil der Flüsse, die nicht größer sind, an dem %n gezeigten Fluss; eine Richtung einer Verbindung ist ein Fluss.</numerusform>
            <numerusform>Anteil der Flüsse, die nicht größer sind, an den %n gezeigten Flüssen; eine Richtung einer Verbindung ist ein Fluss.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n flow(s) of a single instant are left out.</source>
        <translation>
            <numerusform>%n Fluss von nur einem Augenblick ist weggelassen.</numerusform>
            <numerusform>%n Flüsse von nur einem Augenblick sind weggelassen.</numerusform>
        </translation>
    </message>
    <message>
        <source>New flows</source>
        <translation>Neue Flüsse</translation>
    </message>
    <message>
        <source>time since the first packet</source>
        <translation>Zeit seit dem ersten Paket</translation>
    </message>
    <message>
        <source>new flows</source>
        <translation>neue Flüsse</translation>
    </message>
    <message>
        <source>Flows whose first packet is in each interval of %1.</source>
        <translation>Flüsse, deren erstes Paket in den jeweiligen Abschnitt von %1 fällt.</translation>
    </message>
    <message>
        <source>Peak and mean load</source>
        <translation>Größte und mittlere Last</translation>
    </message>
    <message>
        <source>window length</source>
        <translation>Länge des Fensters</translation>
    </message>
    <message>
        <source>load</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>größte</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>mittlere</translation>
    </message>
    <message>
        <source>The largest and the mean load of all traffic of the capture in windows of one length, idle windows included. Peak to mean: %1.</source>
        <translation>Die größte und die mittlere Last des ganzen Verkehrs der Aufzeichnung in Fenstern einer Länge, stille Fenster eingeschlossen. Größte zu mittlerer: %1.</translation>
    </message>
    <message>
        <source>There are no packets to count here.</source>
        <translation>Hier sind keine Pakete zu zählen.</translation>
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
    <message>
        <source>The machine could not prove that it is the right one</source>
        <translation>Der Rechner weist sich nicht als der richtige aus</translation>
    </message>
</context>
<context>
    <name>EventText</name>
    <message>
        <source>started: %1</source>
        <translation>gestartet: %1</translation>
    </message>
    <message>
        <source>connected: %1</source>
        <translation>verbunden: %1</translation>
    </message>
    <message>
        <source>phase: %1</source>
        <translation>Phase: %1</translation>
    </message>
    <message>
        <source>ended: %1</source>
        <translation>beendet: %1</translation>
    </message>
    <message>
        <source>wrong sum: %1</source>
        <translation>falsche Summe: %1</translation>
    </message>
    <message>
        <source>error: %1</source>
        <translation>Fehler: %1</translation>
    </message>
    <message>
        <source>failed: %1</source>
        <translation>fehlgeschlagen: %1</translation>
    </message>
    <message>
        <source>members: %1</source>
        <translation>Mitglieder: %1</translation>
    </message>
    <message>
        <source>decision: %1</source>
        <translation>Entscheidung: %1</translation>
    </message>
    <message>
        <source>failure: %1</source>
        <translation>Ausfall: %1</translation>
    </message>
</context>
<context>
    <name>FigureText</name>
    <message>
        <source> (%1 to %2)</source>
        <translation> (%1 bis %2)</translation>
    </message>
    <message>
        <source> (95 % interval %1 to %2, n = %3)</source>
        <translation> (95-%-Intervall %1 bis %2, n = %3)</translation>
    </message>
    <message>
        <source> (n = %1)</source>
        <translation> (n = %1)</translation>
    </message>
    <message>
        <source>: median %1, quartiles %2 and %3, whiskers %4 to %5, n = %6</source>
        <translation>: Median %1, Quartile %2 und %3, Whisker %4 bis %5, n = %6</translation>
    </message>
    <message numerus="yes">
        <source>, %n value(s) beyond</source>
        <translation>
            <numerusform>, %n Wert außerhalb</numerusform>
            <numerusform>, %n Werte außerhalb</numerusform>
        </translation>
    </message>
    <message>
        <source>Bars</source>
        <translation>Balken</translation>
    </message>
    <message>
        <source>Box plot</source>
        <translation>Boxplot</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Linien</translation>
    </message>
    <message>
        <source>Cumulative distribution</source>
        <translation>Kumulative Verteilung</translation>
    </message>
    <message>
        <source>Scatter plot</source>
        <translation>Streudiagramm</translation>
    </message>
    <message>
        <source>There are no values.</source>
        <translation>Es gibt keine Werte.</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>Wärmekarte</translation>
    </message>
</context>
<context>
    <name>FlowColumn</name>
    <message>
        <source>index of the connection on these addresses and ports, from 0</source>
        <translation>Nummer der Verbindung mit diesen Adressen und Ports, ab 0</translation>
    </message>
    <message>
        <source>first packet, since the capture&apos;s first packet</source>
        <translation>erstes Paket, seit dem ersten Paket der Aufzeichnung</translation>
    </message>
    <message>
        <source>from the first to the last packet</source>
        <translation>vom ersten bis zum letzten Paket</translation>
    </message>
    <message>
        <source>wire bytes</source>
        <translation>Bytes auf der Leitung</translation>
    </message>
    <message>
        <source>by the IP headers</source>
        <translation>nach den IP-Köpfen</translation>
    </message>
    <message>
        <source>of TCP and UDP, repetitions included</source>
        <translation>von TCP und UDP, mit Wiederholungen</translation>
    </message>
    <message>
        <source>wire bytes over the duration</source>
        <translation>Bytes auf der Leitung, geteilt durch die Dauer</translation>
    </message>
    <message>
        <source>stretches without a gap longer than the burst gap</source>
        <translation>Abschnitte ohne eine Lücke, die länger als die Burst-Lücke ist</translation>
    </message>
    <message>
        <source>packets with SYN</source>
        <translation>Pakete mit SYN</translation>
    </message>
    <message>
        <source>packets with FIN</source>
        <translation>Pakete mit FIN</translation>
    </message>
    <message>
        <source>packets with RST</source>
        <translation>Pakete mit RST</translation>
    </message>
    <message>
        <source>packets with data, SYN or FIN that had been seen before</source>
        <translation>Pakete mit Daten, SYN oder FIN, die schon gesehen waren</translation>
    </message>
    <message>
        <source>payload that had been seen before</source>
        <translation>Nutzlast, die schon gesehen war</translation>
    </message>
    <message>
        <source>RFC 5681, section 2</source>
        <translation>RFC 5681, Abschnitt 2</translation>
    </message>
    <message>
        <source>packets that announced a window of 0</source>
        <translation>Pakete, die ein Fenster von 0 meldeten</translation>
    </message>
    <message>
        <source>segments sent once and acknowledged exactly</source>
        <translation>Segmente, einmal gesendet und genau bestätigt</translation>
    </message>
    <message>
        <source>as seen where the capture was made</source>
        <translation>am Ort der Aufzeichnung gesehen</translation>
    </message>
    <message>
        <source>within 3.2 % beyond 64 samples</source>
        <translation>auf 3,2 % genau ab 64 Proben</translation>
    </message>
    <message>
        <source>of all packets together</source>
        <translation>aller Pakete zusammen</translation>
    </message>
    <message>
        <source>values of all packets (RFC 2474)</source>
        <translation>Werte aller Pakete (RFC 2474)</translation>
    </message>
    <message>
        <source>packets of an ECN-capable transport, not marked (RFC 3168)</source>
        <translation>Pakete eines ECN-fähigen Transports, nicht markiert (RFC 3168)</translation>
    </message>
    <message>
        <source>packets of an ECN-capable transport, not marked (RFC 3168, 9331)</source>
        <translation>Pakete eines ECN-fähigen Transports, nicht markiert (RFC 3168, 9331)</translation>
    </message>
    <message>
        <source>packets marked as having met congestion (RFC 3168)</source>
        <translation>Pakete, die wegen Überlast markiert wurden (RFC 3168)</translation>
    </message>
    <message>
        <source>CE over the packets of an ECN-capable transport</source>
        <translation>CE, geteilt durch die Pakete eines ECN-fähigen Transports</translation>
    </message>
    <message>
        <source>TCP packets that echo a mark, without SYN</source>
        <translation>TCP-Pakete, die eine Marke zurückmelden, ohne SYN</translation>
    </message>
    <message>
        <source>TCP packets that answer an echo, without SYN</source>
        <translation>TCP-Pakete, die eine Rückmeldung beantworten, ohne SYN</translation>
    </message>
    <message>
        <source>first packet, since 1970-01-01T00:00:00Z</source>
        <translation>erstes Paket, seit 1970-01-01T00:00:00Z</translation>
    </message>
    <message>
        <source>packets that arrived after a later one and are not retransmissions</source>
        <translation>Pakete, die nach einem späteren eintrafen und keine Wiederholungen sind</translation>
    </message>
</context>
<context>
    <name>FlowTable</name>
    <message>
        <source>In the selected time, if one is selected</source>
        <translation>In der gewählten Zeit, wenn eine gewählt ist</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Src port</source>
        <translation>Quellport</translation>
    </message>
    <message>
        <source>Destination</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Dst port</source>
        <translation>Zielport</translation>
    </message>
    <message>
        <source>Protocol</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Start (s)</source>
        <translation>Beginn (s)</translation>
    </message>
    <message>
        <source>Duration (s)</source>
        <translation>Dauer (s)</translation>
    </message>
    <message>
        <source>Packets</source>
        <translation>Pakete</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Mean rate (Mbit/s)</source>
        <translation>Mittlere Rate (Mbit/s)</translation>
    </message>
    <message>
        <source>Payload (B)</source>
        <translation>Nutzlast (B)</translation>
    </message>
    <message>
        <source>Retrans.</source>
        <translation>Wiederh.</translation>
    </message>
    <message>
        <source>Retransmitted (B)</source>
        <translation>Wiederholt (B)</translation>
    </message>
    <message>
        <source>Out of order</source>
        <translation>Nicht in Folge</translation>
    </message>
    <message>
        <source>Dup. ACKs</source>
        <translation>Dopp. ACKs</translation>
    </message>
    <message>
        <source>Zero windows</source>
        <translation>Nullfenster</translation>
    </message>
    <message>
        <source>RTT min (ms)</source>
        <translation>RTT min (ms)</translation>
    </message>
    <message>
        <source>RTT mean (ms)</source>
        <translation>RTT Mittel (ms)</translation>
    </message>
    <message>
        <source>RTT p99 (ms)</source>
        <translation>RTT p99 (ms)</translation>
    </message>
    <message>
        <source>RTT max (ms)</source>
        <translation>RTT max (ms)</translation>
    </message>
    <message>
        <source>RTT samples</source>
        <translation>RTT-Proben</translation>
    </message>
    <message>
        <source>Bursts</source>
        <translation>Bursts</translation>
    </message>
    <message>
        <source>TCP flags</source>
        <translation>TCP-Flags</translation>
    </message>
    <message>
        <source>Resets</source>
        <translation>Resets</translation>
    </message>
    <message>
        <source>SYN</source>
        <translation>SYN</translation>
    </message>
    <message>
        <source>FIN</source>
        <translation>FIN</translation>
    </message>
    <message>
        <source>IP bytes</source>
        <translation>IP-Bytes</translation>
    </message>
    <message>
        <source>DSCP</source>
        <translation>DSCP</translation>
    </message>
    <message>
        <source>ECT(0)</source>
        <translation>ECT(0)</translation>
    </message>
    <message>
        <source>ECT(1)</source>
        <translation>ECT(1)</translation>
    </message>
    <message>
        <source>CE</source>
        <translation>CE</translation>
    </message>
    <message>
        <source>CE share (%)</source>
        <translation>CE-Anteil (%)</translation>
    </message>
    <message>
        <source>ECE</source>
        <translation>ECE</translation>
    </message>
    <message>
        <source>CWR</source>
        <translation>CWR</translation>
    </message>
</context>
<context>
    <name>GroupTables</name>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Address of the sender</source>
        <translation>Adresse des Senders</translation>
    </message>
    <message>
        <source>Destination</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Address of the receiver</source>
        <translation>Adresse des Empfängers</translation>
    </message>
    <message>
        <source>Flows</source>
        <translation>Flüsse</translation>
    </message>
    <message>
        <source>In this direction</source>
        <translation>In dieser Richtung</translation>
    </message>
    <message>
        <source>Packets</source>
        <translation>Pakete</translation>
    </message>
    <message>
        <source>In the selected time, if one is selected</source>
        <translation>In der gewählten Zeit, wenn eine gewählt ist</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>On the wire, link header included</source>
        <translation>Auf der Leitung, mit Rahmenkopf</translation>
    </message>
    <message>
        <source>Mean rate (Mbit/s)</source>
        <translation>Mittlere Rate (Mbit/s)</translation>
    </message>
    <message>
        <source>Bytes on the wire by the duration, or by the selected time</source>
        <translation>Bytes auf der Leitung durch die Dauer oder die gewählte Zeit</translation>
    </message>
    <message>
        <source>Payload (B)</source>
        <translation>Nutzlast (B)</translation>
    </message>
    <message>
        <source>Bytes of TCP or UDP payload, of the whole flows</source>
        <translation>Bytes der Nutzlast von TCP oder UDP, der ganzen Flüsse</translation>
    </message>
    <message>
        <source>Start (s)</source>
        <translation>Beginn (s)</translation>
    </message>
    <message>
        <source>First packet, since the first packet of the capture</source>
        <translation>Erstes Paket, seit dem ersten Paket der Aufzeichnung</translation>
    </message>
    <message>
        <source>Duration (s)</source>
        <translation>Dauer (s)</translation>
    </message>
    <message>
        <source>From the first to the last packet</source>
        <translation>Vom ersten bis zum letzten Paket</translation>
    </message>
    <message>
        <source>Retrans.</source>
        <translation>Wiederh.</translation>
    </message>
    <message>
        <source>Of the whole flows</source>
        <translation>Der ganzen Flüsse</translation>
    </message>
    <message>
        <source>Out of order</source>
        <translation>Nicht in Folge</translation>
    </message>
    <message>
        <source>Data packets that filled a hole</source>
        <translation>Datenpakete, die eine Lücke füllten</translation>
    </message>
    <message>
        <source>RTT min (ms)</source>
        <translation>RTT min (ms)</translation>
    </message>
    <message>
        <source>Smallest round-trip time, seen at the capture point</source>
        <translation>Kleinste Umlaufzeit, am Ort der Aufzeichnung gesehen</translation>
    </message>
    <message>
        <source>RTT mean (ms)</source>
        <translation>RTT Mittel (ms)</translation>
    </message>
    <message>
        <source>Over all samples of the flows</source>
        <translation>Über alle Proben der Flüsse</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Peers</source>
        <translation>Partner</translation>
    </message>
    <message>
        <source>Other nodes that it sends to or receives from</source>
        <translation>Andere Knoten, an die er sendet oder von denen er empfängt</translation>
    </message>
    <message>
        <source>In both directions</source>
        <translation>In beiden Richtungen</translation>
    </message>
    <message>
        <source>Packets sent</source>
        <translation>Pakete gesendet</translation>
    </message>
    <message>
        <source>Bytes sent</source>
        <translation>Bytes gesendet</translation>
    </message>
    <message>
        <source>Rate sent (Mbit/s)</source>
        <translation>Rate gesendet (Mbit/s)</translation>
    </message>
    <message>
        <source>Mean over the capture, or the selected time</source>
        <translation>Mittel über die Aufzeichnung oder die gewählte Zeit</translation>
    </message>
    <message>
        <source>Packets received</source>
        <translation>Pakete empfangen</translation>
    </message>
    <message>
        <source>Bytes received</source>
        <translation>Bytes empfangen</translation>
    </message>
    <message>
        <source>Rate received (Mbit/s)</source>
        <translation>Rate empfangen (Mbit/s)</translation>
    </message>
    <message>
        <source>Sent and received</source>
        <translation>Gesendet und empfangen</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>OpenSSH configuration</source>
        <translation>OpenSSH-Konfiguration</translation>
    </message>
    <message>
        <source>Ansible inventory, INI</source>
        <translation>Ansible-Inventar, INI</translation>
    </message>
    <message>
        <source>Ansible inventory, YAML</source>
        <translation>Ansible-Inventar, YAML</translation>
    </message>
    <message>
        <source>MPI host file</source>
        <translation>MPI-Hostdatei</translation>
    </message>
    <message>
        <source>KungFu host file</source>
        <translation>KungFu-Hostdatei</translation>
    </message>
    <message>
        <source>KungFu list (-H)</source>
        <translation>KungFu-Liste (-H)</translation>
    </message>
    <message>
        <source>Slurm list</source>
        <translation>Slurm-Liste</translation>
    </message>
</context>
<context>
    <name>MachineState</name>
    <message>
        <source>needed to make emulated clusters</source>
        <translation>nötig, um emulierte Cluster aufzubauen</translation>
    </message>
    <message>
        <source>needed for the netem backend only</source>
        <translation>nur für das netem-Backend nötig</translation>
    </message>
    <message>
        <source>needed to capture packets only</source>
        <translation>nur zum Mitschneiden von Paketen nötig</translation>
    </message>
    <message>
        <source>Congestion controls</source>
        <translation>Staukontrollen</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>Root loads more with “modprobe tcp_bbr”, for example.</source>
        <translation>Weitere lädt root zum Beispiel mit „modprobe tcp_bbr“.</translation>
    </message>
    <message>
        <source>Emulated clusters</source>
        <translation>Emulierte Cluster</translation>
    </message>
    <message>
        <source>possible, as root</source>
        <translation>möglich, als root</translation>
    </message>
    <message>
        <source>possible without root, by user namespaces</source>
        <translation>möglich ohne root, durch Benutzernamensräume</translation>
    </message>
    <message>
        <source>not possible</source>
        <translation>nicht möglich</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Benutzer</translation>
    </message>
    <message>
        <source>root</source>
        <translation>root</translation>
    </message>
    <message>
        <source>ordinary user</source>
        <translation>gewöhnlicher Benutzer</translation>
    </message>
    <message>
        <source>User namespaces</source>
        <translation>Benutzernamensräume</translation>
    </message>
    <message>
        <source>available</source>
        <translation>verfügbar</translation>
    </message>
    <message>
        <source>switched off</source>
        <translation>abgeschaltet</translation>
    </message>
    <message>
        <source>As root, set the sysctl user.max_user_namespaces, or run as root.</source>
        <translation>Den sysctl-Wert user.max_user_namespaces von root setzen lassen oder als root ausführen.</translation>
    </message>
    <message>
        <source>Program %1</source>
        <translation>Programm %1</translation>
    </message>
    <message>
        <source>not found; %1</source>
        <translation>nicht gefunden; %1</translation>
    </message>
    <message>
        <source>Install the package %1.</source>
        <translation>Das Paket %1 installieren.</translation>
    </message>
    <message>
        <source>can be opened</source>
        <translation>kann geöffnet werden</translation>
    </message>
    <message>
        <source>this user may not open it</source>
        <translation>dieser Benutzer darf es nicht öffnen</translation>
    </message>
    <message>
        <source>does not exist</source>
        <translation>ist nicht vorhanden</translation>
    </message>
    <message>
        <source>Run as root, or run once as root: “chmod 0666 /dev/net/tun”.</source>
        <translation>Als root ausführen oder root „chmod 0666 /dev/net/tun“ ausführen lassen.</translation>
    </message>
    <message>
        <source>Load the kernel module tun, or add the device to this container.</source>
        <translation>Das Kernelmodul tun laden oder das Gerät an diesen Container durchreichen.</translation>
    </message>
    <message>
        <source>Load the kernel module sch_netem, or use the switch backend, which does the same.</source>
        <translation>Das Kernelmodul sch_netem laden; ohne das Modul leistet das Switch-Backend dasselbe.</translation>
    </message>
    <message>
        <source>Kernel netem</source>
        <translation>netem des Kernels</translation>
    </message>
    <message>
        <source>could not be tried</source>
        <translation>konnte nicht ausprobiert werden</translation>
    </message>
    <message>
        <source>not in this kernel; needed for the netem backend only</source>
        <translation>nicht in diesem Kernel; nur für das netem-Backend nötig</translation>
    </message>
    <message>
        <source>Processor cores</source>
        <translation>Prozessorkerne</translation>
    </message>
    <message>
        <source>With few cores, large or fast clusters are emulated late; their runs say so.</source>
        <translation>Mit wenigen Kernen werden große oder schnelle Cluster verspätet emuliert; ihre Läufe weisen darauf hin.</translation>
    </message>
    <message>
        <source>Free memory</source>
        <translation>Freier Speicher</translation>
    </message>
    <message>
        <source>Every worker keeps its gradients in memory; close other programs first.</source>
        <translation>Jeder Worker hält seine Gradienten im Speicher; vorher andere Programme schließen.</translation>
    </message>
</context>
<context>
    <name>MessageBox</name>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>&amp;Verwerfen</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>S&amp;chließen</translation>
    </message>
</context>
<context>
    <name>PacketTable</name>
    <message>
        <source>No.</source>
        <translation>Nr.</translation>
    </message>
    <message>
        <source>Of the packet in its file, from 1, as Wireshark counts</source>
        <translation>Des Pakets in seiner Datei, ab 1, wie Wireshark zählt</translation>
    </message>
    <message>
        <source>Time (s)</source>
        <translation>Zeit (s)</translation>
    </message>
    <message>
        <source>Since the first packet of the capture</source>
        <translation>Seit dem ersten Paket der Aufzeichnung</translation>
    </message>
    <message>
        <source>Date and time</source>
        <translation>Datum und Zeit</translation>
    </message>
    <message>
        <source>Local, with the distance from UTC</source>
        <translation>Ortszeit, mit dem Abstand von UTC</translation>
    </message>
    <message>
        <source>Delta (s)</source>
        <translation>Abstand (s)</translation>
    </message>
    <message>
        <source>Since the packet before it in this list, in order of time</source>
        <translation>Seit dem Paket davor in dieser Liste, nach der Zeit</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Address of the sender</source>
        <translation>Adresse des Senders</translation>
    </message>
    <message>
        <source>Src port</source>
        <translation>Quellport</translation>
    </message>
    <message>
        <source>Port of the sender</source>
        <translation>Port des Senders</translation>
    </message>
    <message>
        <source>Destination</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Address of the receiver</source>
        <translation>Adresse des Empfängers</translation>
    </message>
    <message>
        <source>Dst port</source>
        <translation>Zielport</translation>
    </message>
    <message>
        <source>Port of the receiver</source>
        <translation>Port des Empfängers</translation>
    </message>
    <message>
        <source>Protocol</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Length (B)</source>
        <translation>Länge (B)</translation>
    </message>
    <message>
        <source>On the wire, link header included</source>
        <translation>Auf der Leitung, mit Rahmenkopf</translation>
    </message>
    <message>
        <source>Payload (B)</source>
        <translation>Nutzlast (B)</translation>
    </message>
    <message>
        <source>Bytes of TCP or UDP payload</source>
        <translation>Bytes der Nutzlast von TCP oder UDP</translation>
    </message>
    <message>
        <source>TCP flags</source>
        <translation>TCP-Flags</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>Folgenummer</translation>
    </message>
    <message>
        <source>TCP sequence number as in the packet</source>
        <translation>Folgenummer von TCP, wie im Paket</translation>
    </message>
    <message>
        <source>Acknowledgement</source>
        <translation>Bestätigung</translation>
    </message>
    <message>
        <source>TCP acknowledgement number as in the packet</source>
        <translation>Bestätigungsnummer von TCP, wie im Paket</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>As in the packet, not scaled</source>
        <translation>Wie im Paket, nicht skaliert</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Where the packet was captured</source>
        <translation>Wo das Paket aufgezeichnet wurde</translation>
    </message>
    <message>
        <source>other</source>
        <translation>andere</translation>
    </message>
</context>
<context>
    <name>PlotSeries</name>
    <message>
        <source>%1 sends</source>
        <translation>%1 sendet</translation>
    </message>
    <message>
        <source>%1 receives</source>
        <translation>%1 empfängt</translation>
    </message>
    <message>
        <source>All shown flows</source>
        <translation>Alle gezeigten Flüsse</translation>
    </message>
    <message>
        <source>All traffic</source>
        <translation>Gesamter Verkehr</translation>
    </message>
</context>
<context>
    <name>PreflightTopic</name>
    <message>
        <source>Reach</source>
        <translation>Erreichbarkeit</translation>
    </message>
    <message>
        <source>Rights</source>
        <translation>Rechte</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>Speicherplatz</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>NIC</source>
        <translation>Netzwerkkarte</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>TCP</source>
        <translation>TCP</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Auslastung</translation>
    </message>
    <message>
        <source>Ports</source>
        <translation>Ports</translation>
    </message>
    <message>
        <source>Peers</source>
        <translation>Gegenstellen</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>Versionen</translation>
    </message>
</context>
<context>
    <name>ProjectItems</name>
    <message>
        <source>cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>workload</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>grid</source>
        <translation>Raster</translation>
    </message>
    <message>
        <source>cluster “%1”</source>
        <translation>Cluster „%1“</translation>
    </message>
    <message>
        <source>workload “%1”</source>
        <translation>Last „%1“</translation>
    </message>
    <message>
        <source>grid “%1”</source>
        <translation>Raster „%1“</translation>
    </message>
    <message>
        <source>Add a cluster</source>
        <translation>Cluster hinzufügen</translation>
    </message>
    <message>
        <source>Add a workload</source>
        <translation>Last hinzufügen</translation>
    </message>
    <message>
        <source>Add a grid</source>
        <translation>Raster hinzufügen</translation>
    </message>
    <message>
        <source>Duplicate %1</source>
        <translation>%1 duplizieren</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>%1 umbenennen</translation>
    </message>
    <message>
        <source>traffic</source>
        <translation>Verkehr</translation>
    </message>
    <message>
        <source>cross traffic “%1”</source>
        <translation>Querverkehr „%1“</translation>
    </message>
    <message>
        <source>Add cross traffic</source>
        <translation>Querverkehr hinzufügen</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>plan “%1”</source>
        <translation>Plan „%1“</translation>
    </message>
    <message>
        <source>Add a plan</source>
        <translation>Plan hinzufügen</translation>
    </message>
</context>
<context>
    <name>RowFilter</name>
    <message>
        <source>“%1” is not a port.</source>
        <translation>„%1“ ist kein Port.</translation>
    </message>
    <message>
        <source>Unknown column “%1”. Columns: %2.</source>
        <translation>Hier gibt es keine Spalte „%1“. Spalten: %2.</translation>
    </message>
    <message>
        <source>“%1” can be compared with = and != only.</source>
        <translation>„%1“ kann nur mit = und != verglichen werden.</translation>
    </message>
    <message>
        <source>“%1” is not a value for %2.</source>
        <translation>„%1“ ist kein Wert für %2.</translation>
    </message>
</context>
<context>
    <name>RunAlarm</name>
    <message>
        <source>into rank %1</source>
        <translation>zu Rang %1</translation>
    </message>
    <message>
        <source>out of rank %1</source>
        <translation>von Rang %1</translation>
    </message>
    <message>
        <source>rank %1 → rank %2</source>
        <translation>Rang %1 → Rang %2</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rang %1</translation>
    </message>
    <message>
        <source>Step times are back to normal</source>
        <translation>Die Schrittzeiten sind wieder normal</translation>
    </message>
    <message>
        <source>Step times are back to normal since step %1</source>
        <translation>Die Schrittzeiten sind wieder normal seit Schritt %1</translation>
    </message>
    <message>
        <source>Steps take %1 less</source>
        <translation>Schritte dauern %1 kürzer</translation>
    </message>
    <message>
        <source>Steps take %1 longer</source>
        <translation>Schritte dauern %1 länger</translation>
    </message>
    <message>
        <source>%1 since step %2</source>
        <translation>%1 seit Schritt %2</translation>
    </message>
    <message>
        <source>Steps take longer</source>
        <translation>Schritte dauern länger</translation>
    </message>
    <message>
        <source>Steps take longer since step %1</source>
        <translation>Schritte dauern länger seit Schritt %1</translation>
    </message>
    <message>
        <source>noticed at step %1</source>
        <translation>bemerkt bei Schritt %1</translation>
    </message>
    <message>
        <source>confidence %1</source>
        <translation>Konfidenz %1</translation>
    </message>
    <message>
        <source>link %1</source>
        <translation>Verbindung %1</translation>
    </message>
    <message>
        <source>seen by %1</source>
        <translation>gesehen von %1</translation>
    </message>
    <message>
        <source>detector %1</source>
        <translation>Detektor %1</translation>
    </message>
    <message>
        <source>over</source>
        <translation>vorbei</translation>
    </message>
    <message>
        <source>alarm</source>
        <translation>Alarm</translation>
    </message>
    <message>
        <source>%1: %2 before, %3 since</source>
        <translation>%1: vorher %2, seither %3</translation>
    </message>
    <message>
        <source>computing</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>stopped by a signal</source>
        <translation>durch ein Signal angehalten</translation>
    </message>
    <message>
        <source>waiting for a processor</source>
        <translation>Warten auf einen Prozessor</translation>
    </message>
    <message>
        <source>competing traffic</source>
        <translation>konkurrierender Verkehr</translation>
    </message>
    <message>
        <source>retransmitted</source>
        <translation>neu übertragen</translation>
    </message>
    <message>
        <source>round trips</source>
        <translation>Umlaufzeiten</translation>
    </message>
    <message>
        <source>%1, worse than before</source>
        <translation>%1, schlimmer als zuvor</translation>
    </message>
    <message>
        <source>worse</source>
        <translation>schlimmer</translation>
    </message>
</context>
<context>
    <name>RunFailureText</name>
    <message>
        <source>A process failed</source>
        <translation>Ein Prozess ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>Read what the process wrote last, below and in the log. A process that a signal killed often ran out of memory: fewer nodes, or a smaller model, help. Then retry the run.</source>
        <translation>Die letzten Ausgaben des Prozesses stehen unten und im Protokoll. Wird ein Prozess von einem Signal beendet, fehlte oft Speicher: Dann helfen weniger Knoten oder ein kleineres Modell. Danach den Lauf wiederholen.</translation>
    </message>
    <message>
        <source>Timeout</source>
        <translation>Die Frist ist abgelaufen</translation>
    </message>
    <message>
        <source>A worker waited longer than its deadline. Check the log for the worker that was silent; if the network is meant to be that slow, increase the deadline of the workload.</source>
        <translation>Ein Worker hat länger gewartet, als seine Frist erlaubt. Das Protokoll zeigt, wer nichts gesendet hat; soll das Netzwerk so langsam sein, braucht die Last eine längere Frist.</translation>
    </message>
    <message>
        <source>The conditions were not met</source>
        <translation>Die Bedingungen wurden nicht eingehalten</translation>
    </message>
    <message>
        <source>The network did not do what was asked of it, so the run does not count. Other work on this machine disturbs the emulation: end it and retry the run. If it fails every time, allow a wider tolerance in the grid.</source>
        <translation>Das Netzwerk hat sich nicht wie verlangt verhalten, deshalb zählt der Lauf nicht. Andere Arbeit auf diesem Rechner stört die Emulation: Diese beenden und den Lauf wiederholen. Misslingt er jedes Mal, im Raster eine größere Toleranz zulassen.</translation>
    </message>
    <message>
        <source>A right is missing</source>
        <translation>Eine Berechtigung fehlt</translation>
    </message>
    <message>
        <source>Emulated clusters need root, or a system that allows users to create namespaces. The page of the cluster shows what is missing here.</source>
        <translation>Emulierte Cluster brauchen root oder ein System, auf dem Benutzer Namensräume anlegen dürfen. Die Seite des Clusters zeigt, was hier fehlt.</translation>
    </message>
    <message>
        <source>The disk is full</source>
        <translation>Der Datenträger ist voll</translation>
    </message>
    <message>
        <source>Make room where the store is, then resume the campaign.</source>
        <translation>Dort, wo der Ergebnisspeicher liegt, Platz schaffen und dann die Kampagne fortsetzen.</translation>
    </message>
    <message>
        <source>A node does not answer</source>
        <translation>Ein Knoten antwortet nicht</translation>
    </message>
    <message>
        <source>Check the links of the cluster: a loss near 100 % or a delay beyond the deadline cuts a node off.</source>
        <translation>Die Verbindungen des Clusters prüfen: Ein Verlust nahe 100 % oder eine Verzögerung jenseits der Frist schneidet einen Knoten ab.</translation>
    </message>
    <message>
        <source>Not possible here</source>
        <translation>Hier nicht möglich</translation>
    </message>
    <message>
        <source>Change the workload or the cluster as described.</source>
        <translation>Die Last oder den Cluster so ändern, wie es die Meldung nahelegt.</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Unterbrochen</translation>
    </message>
    <message>
        <source>Millrace ended during this run. Resume the campaign.</source>
        <translation>Millrace wurde während dieses Laufs beendet. Die Kampagne fortsetzen.</translation>
    </message>
    <message>
        <source>A fault of Millrace</source>
        <translation>Ein Fehler in Millrace</translation>
    </message>
    <message>
        <source>Please report it with the copied details.</source>
        <translation>Bitte mit den kopierten Einzelheiten melden.</translation>
    </message>
    <message>
        <source>Read the log of the run, then retry it.</source>
        <translation>Das Protokoll des Laufs lesen, dann den Lauf wiederholen.</translation>
    </message>
    <message>
        <source>The run failed</source>
        <translation>Der Lauf ist fehlgeschlagen</translation>
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
        <source>Where it is from</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>Projekt</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>Raster</translation>
    </message>
    <message>
        <source>Campaign</source>
        <translation>Kampagne</translation>
    </message>
    <message>
        <source>Run id</source>
        <translation>Kennung des Laufs</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>metric</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>of</source>
        <translation>von</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>how it is made</source>
        <translation>wie er entsteht</translation>
    </message>
    <message>
        <source>whole run</source>
        <translation>ganzer Lauf</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>condition</source>
        <translation>Bedingung</translation>
    </message>
    <message>
        <source>where</source>
        <translation>wo</translation>
    </message>
    <message>
        <source>requested</source>
        <translation>verlangt</translation>
    </message>
    <message>
        <source>achieved</source>
        <translation>erreicht</translation>
    </message>
    <message>
        <source>accepted from</source>
        <translation>zulässig ab</translation>
    </message>
    <message>
        <source>accepted up to</source>
        <translation>zulässig bis</translation>
    </message>
    <message>
        <source>remark</source>
        <translation>Bemerkung</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>what happened</source>
        <translation>was geschah</translation>
    </message>
    <message>
        <source>made: %1</source>
        <translation>angelegt: %1</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>von %1 zu %2</translation>
    </message>
    <message>
        <source>state</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>packets</source>
        <translation>Pakete</translation>
    </message>
    <message>
        <source>dropped</source>
        <translation>verloren</translation>
    </message>
    <message>
        <source>packets that were dropped by the recording</source>
        <translation>Pakete, die zu schnell kamen, um aufgezeichnet zu werden</translation>
    </message>
    <message>
        <source>on the wire</source>
        <translation>auf der Leitung</translation>
    </message>
    <message>
        <source>file</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>of each</source>
        <translation>von jedem</translation>
    </message>
    <message>
        <source>bytes kept of each packet</source>
        <translation>behaltene Bytes jedes Pakets</translation>
    </message>
    <message>
        <source>interface</source>
        <translation>Schnittstelle</translation>
    </message>
    <message>
        <source>filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>behalten</translation>
    </message>
    <message>
        <source>the analysis only</source>
        <translation>nur die Auswertung</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>Campaign %1 · run %2</source>
        <translation>Kampagne %1 · Lauf %2</translation>
    </message>
    <message>
        <source>%1 in this store</source>
        <translation>%1 in diesem Speicher</translation>
    </message>
    <message>
        <source>Campaign id</source>
        <translation>Kampagnen-ID</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>In filters and exports</source>
        <translation>In Filtern und Exporten</translation>
    </message>
</context>
<context>
    <name>RunPhases</name>
    <message>
        <source>baseline</source>
        <translation>Grundphase</translation>
    </message>
    <message>
        <source>loaded</source>
        <translation>Lastphase</translation>
    </message>
    <message>
        <source>recovery</source>
        <translation>Erholung</translation>
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
    <message>
        <source>interrupted</source>
        <translation>unterbrochen</translation>
    </message>
</context>
<context>
    <name>RunStep</name>
    <message>
        <source>making the cluster</source>
        <translation>Cluster wird aufgebaut</translation>
    </message>
    <message>
        <source>starting the agents</source>
        <translation>Agenten werden gestartet</translation>
    </message>
    <message>
        <source>measuring the conditions</source>
        <translation>Bedingungen werden gemessen</translation>
    </message>
    <message>
        <source>starting the workers</source>
        <translation>Worker werden gestartet</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training läuft</translation>
    </message>
    <message>
        <source>collecting</source>
        <translation>Ergebnisse werden eingesammelt</translation>
    </message>
    <message>
        <source>judging</source>
        <translation>Lauf wird beurteilt</translation>
    </message>
    <message>
        <source>cleaning up</source>
        <translation>wird aufgeräumt</translation>
    </message>
    <message>
        <source>starting the recordings</source>
        <translation>Aufzeichnungen werden gestartet</translation>
    </message>
</context>
<context>
    <name>Sentence</name>
    <message>
        <source>Left out: {}.</source>
        <translation>Ausgelassen: {}.</translation>
    </message>
    <message>
        <source>Each row pools the levels of {}.</source>
        <translation>Jede Zeile fasst die Stufen von {} zusammen.</translation>
    </message>
    <message>
        <source>Runs with different levels of {} are drawn together.</source>
        <translation>Läufe mit verschiedenen Stufen von {} sind zusammen gezeichnet.</translation>
    </message>
    <message>
        <source>Mean over the runs of a cell, {}; whiskers: 95 % interval of the mean (Student&apos;s t). Of each run: {}.</source>
        <translation>Mittel über die Läufe einer Zelle, {}; Whisker: 95-%-Intervall des Mittels (Student-t). Von jedem Lauf: {}.</translation>
    </message>
    <message>
        <source>n = {} to {} runs each</source>
        <translation>n = je {} bis {} Läufe</translation>
    </message>
    <message>
        <source>n = 1 run each, so no interval is known</source>
        <translation>n = je 1 Lauf, daher ist kein Intervall bekannt</translation>
    </message>
    <message>
        <source>n = {} runs each</source>
        <translation>n = je {} Läufe</translation>
    </message>
    <message>
        <source>{} of {} cells have no value.</source>
        <translation>{} von {} Zellen haben keinen Wert.</translation>
    </message>
    <message>
        <source>Boxes: quartiles and median over runs; whiskers: values within 1.5 interquartile ranges. Of each run: {}.</source>
        <translation>Kästen: Quartile und Median über Läufe; Whisker: Werte innerhalb von 1,5 Quartilsabständen. Von jedem Lauf: {}.</translation>
    </message>
    <message>
        <source>Curves: share of the runs that have at most this value. Of each run: {}.</source>
        <translation>Kurven: Anteil der Läufe mit höchstens diesem Wert. Von jedem Lauf: {}.</translation>
    </message>
    <message>
        <source>One mark for each run. Of each run: {}.</source>
        <translation>Ein Punkt je Lauf. Von jedem Lauf: {}.</translation>
    </message>
    <message>
        <source>The dashed line is where both are equal.</source>
        <translation>Auf der gestrichelten Linie sind beide gleich.</translation>
    </message>
    <message>
        <source>{} further curves are not shown.</source>
        <translation>{} weitere Kurven sind nicht gezeigt.</translation>
    </message>
    <message>
        <source>{} measured steps of {}; the time of a step is that of its slowest rank, warm-up steps are left out.</source>
        <translation>{} gemessene Schritte von {}; die Zeit eines Schritts ist die seines langsamsten Rangs, Aufwärmschritte sind ausgelassen.</translation>
    </message>
    <message>
        <source>Boxes: quartiles and median; whiskers: values within 1.5 interquartile ranges.</source>
        <translation>Kästen: Quartile und Median; Whisker: Werte innerhalb von 1,5 Quartilsabständen.</translation>
    </message>
    <message>
        <source>Curves: share of the steps that took at most this long.</source>
        <translation>Kurven: Anteil der Schritte, die höchstens so lange dauerten.</translation>
    </message>
    <message>
        <source>The store has no step times of these runs.</source>
        <translation>Der Speicher hat keine Schrittzeiten dieser Läufe.</translation>
    </message>
    <message>
        <source>{} were not read.</source>
        <translation>{} wurden nicht gelesen.</translation>
    </message>
    <message>
        <source>The line across a bar is the prediction: bytes between nodes in one step, from the graphs.</source>
        <translation>Die Linie quer über einen Balken ist die Vorhersage: Bytes zwischen Knoten in einem Schritt, nach den Graphen.</translation>
    </message>
    <message>
        <source>Boxes: quartiles and median over {} and {} runs; whiskers: values within 1.5 interquartile ranges. Of each run: {}.</source>
        <translation>Kästen: Quartile und Median über {} und {} Läufe; Whisker: Werte innerhalb von 1,5 Quartilsabständen. Von jedem Lauf: {}.</translation>
    </message>
    <message>
        <source>no run matches.</source>
        <translation>kein Lauf passt.</translation>
    </message>
    <message>
        <source>no run that matches counts.</source>
        <translation>kein passender Lauf zählt.</translation>
    </message>
    <message>
        <source>these runs have no metric.</source>
        <translation>diese Läufe haben keine Metrik.</translation>
    </message>
    <message>
        <source>no run that counts has {}.</source>
        <translation>kein Lauf, der zählt, hat {}.</translation>
    </message>
    <message>
        <source>{} run</source>
        <translation>{} Lauf</translation>
    </message>
    <message>
        <source>{} runs</source>
        <translation>{} Läufe</translation>
    </message>
    <message>
        <source>{} further run</source>
        <translation>{} weiterer Lauf</translation>
    </message>
    <message>
        <source>{} further runs</source>
        <translation>{} weitere Läufe</translation>
    </message>
    <message>
        <source>{} repeated attempt</source>
        <translation>{} wiederholter Versuch</translation>
    </message>
    <message>
        <source>{} repeated attempts</source>
        <translation>{} wiederholte Versuche</translation>
    </message>
    <message>
        <source>{} run that the stop rule did not need</source>
        <translation>{} Lauf, den die Stoppregel nicht brauchte</translation>
    </message>
    <message>
        <source>{} runs that the stop rule did not need</source>
        <translation>{} Läufe, die die Stoppregel nicht brauchte</translation>
    </message>
    <message>
        <source>{} excluded run</source>
        <translation>{} ausgeschlossener Lauf</translation>
    </message>
    <message>
        <source>{} excluded runs</source>
        <translation>{} ausgeschlossene Läufe</translation>
    </message>
    <message>
        <source>{} warm-up run</source>
        <translation>{} Aufwärmlauf</translation>
    </message>
    <message>
        <source>{} warm-up runs</source>
        <translation>{} Aufwärmläufe</translation>
    </message>
    <message>
        <source>{} failed run</source>
        <translation>{} fehlgeschlagener Lauf</translation>
    </message>
    <message>
        <source>{} failed runs</source>
        <translation>{} fehlgeschlagene Läufe</translation>
    </message>
    <message>
        <source>{} invalid run</source>
        <translation>{} ungültiger Lauf</translation>
    </message>
    <message>
        <source>{} invalid runs</source>
        <translation>{} ungültige Läufe</translation>
    </message>
    <message>
        <source>{} cancelled run</source>
        <translation>{} abgebrochener Lauf</translation>
    </message>
    <message>
        <source>{} cancelled runs</source>
        <translation>{} abgebrochene Läufe</translation>
    </message>
    <message>
        <source>{} run not started yet</source>
        <translation>{} noch nicht begonnener Lauf</translation>
    </message>
    <message>
        <source>{} runs not started yet</source>
        <translation>{} noch nicht begonnene Läufe</translation>
    </message>
    <message>
        <source>Means over n runs; ± is half the width of the 95 % interval of the mean (Student&apos;s t), – is unknown.</source>
        <translation>Mittel über n Läufe; ± ist die halbe Breite des 95-%-Intervalls des Mittels (Student-t), – ist unbekannt.</translation>
    </message>
    <message>
        <source>{} active run</source>
        <translation>{} laufender Lauf</translation>
    </message>
    <message>
        <source>{} active runs</source>
        <translation>{} laufende Läufe</translation>
    </message>
    <message>
        <source>{} more are not listed.</source>
        <translation>{} weitere sind nicht aufgeführt.</translation>
    </message>
    <message>
        <source>Simulated, not measured: {}.</source>
        <translation>Simuliert, nicht gemessen: {}.</translation>
    </message>
    <message>
        <source>{} simulated run</source>
        <translation>{} simulierter Lauf</translation>
    </message>
    <message>
        <source>{} simulated runs</source>
        <translation>{} simulierte Läufe</translation>
    </message>
</context>
<context>
    <name>StudyText</name>
    <message>
        <source>Training across clouds and continents</source>
        <translation>Training über Clouds und Kontinente hinweg</translation>
    </message>
    <message>
        <source>Cross traffic and the time of an iteration</source>
        <translation>Querverkehr und die Zeit einer Iteration</translation>
    </message>
    <message>
        <source>Adaptive training with KungFu</source>
        <translation>Adaptives Training mit KungFu</translation>
    </message>
    <message>
        <source>The traffic of training frameworks</source>
        <translation>Der Verkehr von Trainings-Frameworks</translation>
    </message>
    <message>
        <source>Files of other tools</source>
        <translation>Dateien anderer Werkzeuge</translation>
    </message>
    <message>
        <source>Runs of this store</source>
        <translation>Läufe dieses Speichers</translation>
    </message>
    <message>
        <source>CSV exports of its training runs (hivemind-77-gc-t4-1.csv), network profiles, price tables.</source>
        <translation>CSV-Exporte ihrer Trainingsläufe (hivemind-77-gc-t4-1.csv), Netzwerkprofile, Preistabellen.</translation>
    </message>
    <message>
        <source>Tables of iteration times and rates, CDFs, histograms, load files.</source>
        <translation>Tabellen von Iterationszeiten und Raten, Verteilungsfunktionen, Histogramme, Lastdateien.</translation>
    </message>
    <message>
        <source>Logs of its figures: KungFu, Horovod and TensorFlow benchmarks.</source>
        <translation>Protokolle zu ihren Abbildungen: Benchmarks von KungFu, Horovod und TensorFlow.</translation>
    </message>
    <message>
        <source>A folder of runs, each with captures or tshark tables and train_history.log.</source>
        <translation>Ein Ordner mit Läufen, jeder mit Aufzeichnungen oder tshark-Tabellen und train_history.log.</translation>
    </message>
    <message>
        <source>iperf3 JSON, Flent, nccl-tests, training logs, captures and tables.</source>
        <translation>iperf3-JSON, Flent, nccl-tests, Trainingsprotokolle, Aufzeichnungen und Tabellen.</translation>
    </message>
    <message>
        <source>For any runs</source>
        <translation>Für beliebige Läufe</translation>
    </message>
    <message>
        <source>Recomputed</source>
        <translation>Neu berechnet</translation>
    </message>
    <message>
        <source>Tables of the publication</source>
        <translation>Tabellen der Veröffentlichung</translation>
    </message>
    <message>
        <source>Figures of the publication</source>
        <translation>Abbildungen der Veröffentlichung</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>It needs any finished run.</source>
        <translation>Sie braucht irgendeinen beendeten Lauf.</translation>
    </message>
    <message>
        <source>It needs finished runs of the study “%1”.</source>
        <translation>Sie braucht beendete Läufe der Studie „%1“.</translation>
    </message>
    <message>
        <source>It needs finished runs with %1.</source>
        <translation>Sie braucht beendete Läufe mit %1.</translation>
    </message>
    <message>
        <source>It needs finished runs of the study “%1” with %2.</source>
        <translation>Sie braucht beendete Läufe der Studie „%1“ mit %2.</translation>
    </message>
    <message>
        <source>match</source>
        <translation>stimmt</translation>
    </message>
    <message>
        <source>mismatch</source>
        <translation>stimmt nicht</translation>
    </message>
    <message>
        <source>not decided</source>
        <translation>offen</translation>
    </message>
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
    <message>
        <source>Step times over placements and batches</source>
        <translation>Schrittzeiten über Verteilungen und Batches</translation>
    </message>
    <message>
        <source>Iteration times of language models over parallelism</source>
        <translation>Iterationszeiten von Sprachmodellen über die Parallelität</translation>
    </message>
    <message>
        <source>A folder for each model with placements.csv and scalability.csv.</source>
        <translation>Ein Ordner je Modell mit placements.csv und scalability.csv.</translation>
    </message>
    <message>
        <source>ground_truth_single.csv and ground_truth_multi.csv.</source>
        <translation>ground_truth_single.csv und ground_truth_multi.csv.</translation>
    </message>
</context>
<context>
    <name>Term</name>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>median step time</source>
        <translation>Median der Schrittzeit</translation>
    </message>
    <message>
        <source>99th percentile of step time</source>
        <translation>99. Perzentil der Schrittzeit</translation>
    </message>
    <message>
        <source>deviation of step time</source>
        <translation>Streuung der Schrittzeit</translation>
    </message>
    <message>
        <source>all-reduce time</source>
        <translation>All-reduce-Zeit</translation>
    </message>
    <message>
        <source>compute time</source>
        <translation>Rechenzeit</translation>
    </message>
    <message>
        <source>throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>algorithm bandwidth</source>
        <translation>Algorithmus-Bandbreite</translation>
    </message>
    <message>
        <source>bus bandwidth</source>
        <translation>Bus-Bandbreite</translation>
    </message>
    <message>
        <source>share of all-reduce</source>
        <translation>Anteil des All-reduce</translation>
    </message>
    <message>
        <source>sent bytes</source>
        <translation>gesendete Bytes</translation>
    </message>
    <message>
        <source>received bytes</source>
        <translation>empfangene Bytes</translation>
    </message>
    <message>
        <source>sent payload</source>
        <translation>gesendete Nutzlast</translation>
    </message>
    <message>
        <source>payload per step</source>
        <translation>Nutzlast je Schritt</translation>
    </message>
    <message>
        <source>predicted payload</source>
        <translation>vorhergesagte Nutzlast</translation>
    </message>
    <message>
        <source>measured / predicted</source>
        <translation>gemessen / vorhergesagt</translation>
    </message>
    <message>
        <source>retransmitted</source>
        <translation>neu übertragen</translation>
    </message>
    <message>
        <source>processor time of workers</source>
        <translation>Prozessorzeit der Worker</translation>
    </message>
    <message>
        <source>switch lateness median</source>
        <translation>Verspätung des Switch, Median</translation>
    </message>
    <message>
        <source>switch lateness p99</source>
        <translation>Verspätung des Switch, p99</translation>
    </message>
    <message>
        <source>switch lateness max</source>
        <translation>Verspätung des Switch, Maximum</translation>
    </message>
    <message>
        <source>processor use of the switch</source>
        <translation>Prozessorlast des Switch</translation>
    </message>
    <message>
        <source>lost packets</source>
        <translation>verlorene Pakete</translation>
    </message>
    <message>
        <source>packets dropped by queues</source>
        <translation>von Warteschlangen verworfene Pakete</translation>
    </message>
    <message>
        <source>delivered packets</source>
        <translation>zugestellte Pakete</translation>
    </message>
    <message>
        <source>captured packets</source>
        <translation>aufgezeichnete Pakete</translation>
    </message>
    <message>
        <source>captured bytes</source>
        <translation>aufgezeichnete Bytes</translation>
    </message>
    <message>
        <source>captured / predicted payload</source>
        <translation>aufgezeichnete / vorhergesagte Nutzlast</translation>
    </message>
    <message>
        <source>captured bytes / payload</source>
        <translation>aufgezeichnete Bytes / Nutzlast</translation>
    </message>
    <message>
        <source>captured retransmissions</source>
        <translation>aufgezeichnete Neuübertragungen</translation>
    </message>
    <message>
        <source>mean captured round trip</source>
        <translation>mittlere aufgezeichnete Umlaufzeit</translation>
    </message>
    <message>
        <source>least captured round trip</source>
        <translation>kleinste aufgezeichnete Umlaufzeit</translation>
    </message>
    <message>
        <source>steps found in the traffic</source>
        <translation>im Verkehr gefundene Schritte</translation>
    </message>
    <message>
        <source>step period in the traffic</source>
        <translation>Schrittperiode im Verkehr</translation>
    </message>
    <message>
        <source>logged steps found in the traffic</source>
        <translation>im Verkehr gefundene Schritte des Protokolls</translation>
    </message>
    <message>
        <source>steps before the load</source>
        <translation>Schritte vor der Störlast</translation>
    </message>
    <message>
        <source>steps under the load</source>
        <translation>Schritte unter der Störlast</translation>
    </message>
    <message>
        <source>step time before the load</source>
        <translation>Schrittzeit vor der Störlast</translation>
    </message>
    <message>
        <source>median step time before the load</source>
        <translation>Median der Schrittzeit vor der Störlast</translation>
    </message>
    <message>
        <source>all-reduce time before the load</source>
        <translation>All-reduce-Zeit vor der Störlast</translation>
    </message>
    <message>
        <source>step time under the load</source>
        <translation>Schrittzeit unter der Störlast</translation>
    </message>
    <message>
        <source>median step time under the load</source>
        <translation>Median der Schrittzeit unter der Störlast</translation>
    </message>
    <message>
        <source>99th percentile of step time under the load</source>
        <translation>99. Perzentil der Schrittzeit unter der Störlast</translation>
    </message>
    <message>
        <source>deviation of step time under the load</source>
        <translation>Streuung der Schrittzeit unter der Störlast</translation>
    </message>
    <message>
        <source>median step time after the load</source>
        <translation>Median der Schrittzeit nach der Störlast</translation>
    </message>
    <message>
        <source>slow-down</source>
        <translation>Verlangsamung</translation>
    </message>
    <message>
        <source>requested cross traffic</source>
        <translation>angeforderter Querverkehr</translation>
    </message>
    <message>
        <source>offered cross traffic</source>
        <translation>angebotener Querverkehr</translation>
    </message>
    <message>
        <source>achieved cross traffic</source>
        <translation>erreichter Querverkehr</translation>
    </message>
    <message>
        <source>capacity for cross traffic</source>
        <translation>Kapazität für Querverkehr</translation>
    </message>
    <message>
        <source>flows of cross traffic</source>
        <translation>Flüsse des Querverkehrs</translation>
    </message>
    <message>
        <source>flows of cross traffic cut off</source>
        <translation>abgeschnittene Flüsse des Querverkehrs</translation>
    </message>
    <message>
        <source>failed flows of cross traffic</source>
        <translation>fehlgeschlagene Flüsse des Querverkehrs</translation>
    </message>
    <message>
        <source>99th percentile of start error of cross traffic</source>
        <translation>99. Perzentil des Startfehlers des Querverkehrs</translation>
    </message>
    <message>
        <source>median flow completion time</source>
        <translation>Median der Flussdauer</translation>
    </message>
    <message>
        <source>99th percentile of flow completion time</source>
        <translation>99. Perzentil der Flussdauer</translation>
    </message>
    <message>
        <source>99th percentile of flow slow-down</source>
        <translation>99. Perzentil der Verlangsamung der Flüsse</translation>
    </message>
    <message>
        <source>sent by node</source>
        <translation>gesendet je Knoten</translation>
    </message>
    <message>
        <source>received by node</source>
        <translation>empfangen je Knoten</translation>
    </message>
    <message>
        <source>training loss</source>
        <translation>Trainingsverlust</translation>
    </message>
    <message>
        <source>TCP round trip</source>
        <translation>TCP-Umlaufzeit</translation>
    </message>
    <message>
        <source>TCP window</source>
        <translation>TCP-Fenster</translation>
    </message>
    <message>
        <source>TCP retransmissions</source>
        <translation>TCP-Neuübertragungen</translation>
    </message>
    <message>
        <source>processor use</source>
        <translation>Prozessorlast</translation>
    </message>
    <message>
        <source>memory of the workers</source>
        <translation>Speicher der Worker</translation>
    </message>
    <message>
        <source>acknowledged on link</source>
        <translation>bestätigt auf der Verbindung</translation>
    </message>
    <message>
        <source>round trip on link</source>
        <translation>Umlaufzeit auf der Verbindung</translation>
    </message>
    <message>
        <source>retransmissions on link</source>
        <translation>Neuübertragungen auf der Verbindung</translation>
    </message>
    <message>
        <source>delivery rate on link</source>
        <translation>Zustellrate auf der Verbindung</translation>
    </message>
    <message>
        <source>cross traffic sent</source>
        <translation>Querverkehr gesendet</translation>
    </message>
    <message>
        <source>cross traffic acknowledged</source>
        <translation>Querverkehr bestätigt</translation>
    </message>
    <message>
        <source>cross traffic received</source>
        <translation>Querverkehr empfangen</translation>
    </message>
    <message>
        <source>captured packets of cross traffic</source>
        <translation>aufgezeichnete Pakete des Querverkehrs</translation>
    </message>
    <message>
        <source>captured bytes of cross traffic</source>
        <translation>aufgezeichnete Bytes des Querverkehrs</translation>
    </message>
    <message>
        <source>captured retransmissions of cross traffic</source>
        <translation>aufgezeichnete Neuübertragungen des Querverkehrs</translation>
    </message>
    <message>
        <source>captured packets of other traffic</source>
        <translation>aufgezeichnete Pakete des übrigen Verkehrs</translation>
    </message>
    <message>
        <source>captured bytes of other traffic</source>
        <translation>aufgezeichnete Bytes des übrigen Verkehrs</translation>
    </message>
    <message>
        <source>captured retransmissions of other traffic</source>
        <translation>aufgezeichnete Neuübertragungen des übrigen Verkehrs</translation>
    </message>
    <message>
        <source>confidence of the steps in the traffic</source>
        <translation>Zuverlässigkeit der Schritte im Verkehr</translation>
    </message>
    <message>
        <source>lower bound of the all-reduce time</source>
        <translation>untere Schranke der All-reduce-Zeit</translation>
    </message>
    <message>
        <source>wait for processors</source>
        <translation>Warten auf Prozessoren</translation>
    </message>
    <message>
        <source>share of waiting for processors</source>
        <translation>Anteil des Wartens auf Prozessoren</translation>
    </message>
    <message>
        <source>time stolen by the hypervisor</source>
        <translation>vom Hypervisor genommene Zeit</translation>
    </message>
    <message>
        <source>processor pressure</source>
        <translation>Prozessordruck</translation>
    </message>
    <message>
        <source>printed time</source>
        <translation>ausgegebene Zeit</translation>
    </message>
    <message>
        <source>printed rate</source>
        <translation>ausgegebene Rate</translation>
    </message>
    <message>
        <source>rate by iperf3</source>
        <translation>Rate laut iperf3</translation>
    </message>
    <message>
        <source>rate at the sender by iperf3</source>
        <translation>Rate beim Sender laut iperf3</translation>
    </message>
    <message>
        <source>scale of the flow sizes of cross traffic</source>
        <translation>Maßstab der Flussgrößen des Querverkehrs</translation>
    </message>
    <message>
        <source>adjusted flows of cross traffic</source>
        <translation>angepasste Flüsse des Querverkehrs</translation>
    </message>
    <message>
        <source>waiting for a processor</source>
        <translation>Warten auf einen Prozessor</translation>
    </message>
    <message>
        <source>stopped by a signal</source>
        <translation>durch ein Signal angehalten</translation>
    </message>
    <message>
        <source>rates</source>
        <translation>Raten</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>test loss</source>
        <translation>Testverlust</translation>
    </message>
    <message>
        <source>gradient noise scale</source>
        <translation>Rauschmaß des Gradienten</translation>
    </message>
    <message>
        <source>gradient variance</source>
        <translation>Gradientenvarianz</translation>
    </message>
    <message>
        <source>step rate</source>
        <translation>Schrittrate</translation>
    </message>
    <message>
        <source>all-reduce rate</source>
        <translation>All-Reduce-Rate</translation>
    </message>
    <message>
        <source>all-reduce rates at the end</source>
        <translation>All-Reduce-Raten am Ende</translation>
    </message>
    <message>
        <source>votes for interference</source>
        <translation>Stimmen für eine Störung</translation>
    </message>
    <message>
        <source>workers</source>
        <translation>Worker</translation>
    </message>
    <message>
        <source>goodput</source>
        <translation>Goodput</translation>
    </message>
    <message>
        <source>slower steps</source>
        <translation>langsamere Schritte</translation>
    </message>
    <message>
        <source>start-up</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>repeated steps</source>
        <translation>wiederholte Schritte</translation>
    </message>
    <message>
        <source>detection</source>
        <translation>Erkennung</translation>
    </message>
    <message>
        <source>decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>connection</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>state</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>lost steps</source>
        <translation>verlorene Schritte</translation>
    </message>
    <message>
        <source>between steps</source>
        <translation>zwischen den Schritten</translation>
    </message>
    <message>
        <source>failures</source>
        <translation>Ausfälle</translation>
    </message>
    <message>
        <source>failures left out</source>
        <translation>ausgelassene Ausfälle</translation>
    </message>
    <message>
        <source>median recovery</source>
        <translation>Erholung (Median)</translation>
    </message>
    <message>
        <source>95th percentile of recovery</source>
        <translation>95. Perzentil der Erholung</translation>
    </message>
    <message>
        <source>longest recovery</source>
        <translation>längste Erholung</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>all-reduce rate by strategy</source>
        <translation>All-Reduce-Rate nach Strategie</translation>
    </message>
    <message>
        <source>payload to peer</source>
        <translation>Nutzdaten zum Peer</translation>
    </message>
    <message>
        <source>payload from peer</source>
        <translation>Nutzdaten vom Peer</translation>
    </message>
    <message>
        <source>waiting for peer</source>
        <translation>Warten auf Peer</translation>
    </message>
    <message>
        <source>simulated step time</source>
        <translation>simulierte Schrittzeit</translation>
    </message>
    <message>
        <source>cost of the steps</source>
        <translation>Kosten der Schritte</translation>
    </message>
</context>
<context>
    <name>TimeSpan</name>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 h</translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation>%1 d</translation>
    </message>
</context>
<context>
    <name>Topology</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n Knoten</numerusform>
            <numerusform>%n Knoten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n slot(s)</source>
        <translation>
            <numerusform>%n Platz</numerusform>
            <numerusform>%n Plätze</numerusform>
        </translation>
    </message>
    <message>
        <source>Bottleneck, %1: %2, queue %3</source>
        <translation>Engpass, %1: %2, Warteschlange %3</translation>
    </message>
    <message>
        <source>by rule</source>
        <translation>nach Regel</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>nothing set</source>
        <translation>nichts festgelegt</translation>
    </message>
    <message>
        <source>No nodes yet: add some in the table below.</source>
        <translation>Noch keine Knoten: unten in der Tabelle welche hinzufügen.</translation>
    </message>
    <message>
        <source>Network between the machines</source>
        <translation>Netzwerk zwischen den Rechnern</translation>
    </message>
    <message>
        <source>Bridge with the kernel&apos;s netem</source>
        <translation>Bridge mit dem netem des Kernels</translation>
    </message>
    <message>
        <source>Millrace&apos;s switch</source>
        <translation>Switch von Millrace</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more link(s), which the table shows</source>
        <translation>
            <numerusform>… und %n weitere Verbindung, die die Tabelle zeigt</numerusform>
            <numerusform>… und %n weitere Verbindungen, die die Tabelle zeigt</numerusform>
        </translation>
    </message>
    <message>
        <source>No nodes yet</source>
        <translation>Noch keine Knoten</translation>
    </message>
    <message>
        <source>No links: the network is not limited</source>
        <translation>Keine Verbindungen: nichts wird gebremst</translation>
    </message>
    <message>
        <source>Simulated network</source>
        <translation>Simuliertes Netz</translation>
    </message>
</context>
<context>
    <name>Trace</name>
    <message>
        <source>The capturing program missed %1 packets: they are in no number here.</source>
        <translation>Dem aufzeichnenden Programm fehlen %1 Pakete: Sie sind in keiner Zahl hier enthalten.</translation>
    </message>
</context>
<context>
    <name>TraceFocus</name>
    <message numerus="yes">
        <source>%n flow(s)</source>
        <translation>
            <numerusform>%n Fluss</numerusform>
            <numerusform>%n Flüsse</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pair(s)</source>
        <translation>
            <numerusform>%n Paar</numerusform>
            <numerusform>%n Paare</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n Knoten</numerusform>
            <numerusform>%n Knoten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n burst(s)</source>
        <translation>
            <numerusform>%n Burst</numerusform>
            <numerusform>%n Bursts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>only %n flow(s)</source>
        <translation>
            <numerusform>nur %n Fluss</numerusform>
            <numerusform>nur %n Flüsse</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>without %n flow(s)</source>
        <translation>
            <numerusform>ohne %n Fluss</numerusform>
            <numerusform>ohne %n Flüsse</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TraceMarks</name>
    <message>
        <source>warm-up step %1</source>
        <translation>Aufwärmschritt %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Files to open.</source>
        <translation>Zu öffnende Dateien.</translation>
    </message>
    <message>
        <source>Defines, runs, watches and compares experiments on the network side of distributed training.</source>
        <translation>Legt Versuche mit der Netzwerkseite des verteilten Trainings fest, führt sie aus, beobachtet und vergleicht sie.</translation>
    </message>
    <message>
        <source>Do not open the files of last time.</source>
        <translation>Die Dateien vom letzten Mal nicht öffnen.</translation>
    </message>
</context>
<context>
    <name>millrace::ui::AboutDialog</name>
    <message>
        <source>About Millrace</source>
        <translation>Über Millrace</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Millrace %1&lt;/h3&gt;&lt;p&gt;A workbench for experiments on the network side of distributed training.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Millrace %1&lt;/h3&gt;&lt;p&gt;Eine Werkbank für Versuche mit der Netzwerkseite des verteilten Trainings.&lt;/p&gt;&lt;p&gt;Freie Software unter der GNU General Public License, Version 3 oder später.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&amp;Copy system information</source>
        <translation>Systeminformationen &amp;kopieren</translation>
    </message>
</context>
<context>
    <name>millrace::ui::AccessForm</name>
    <message>
        <source>Automatic: root directly, else sudo</source>
        <translation>Automatisch: direkt als root, sonst mit sudo</translation>
    </message>
    <message>
        <source>With sudo -n</source>
        <translation>Mit sudo -n</translation>
    </message>
    <message>
        <source>Without root&apos;s rights</source>
        <translation>Ohne root-Rechte</translation>
    </message>
    <message>
        <source>Automatic: where it can run</source>
        <translation>Automatisch: wo er laufen kann</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>Immer</translation>
    </message>
    <message>
        <source>Never: plain commands over ssh</source>
        <translation>Nie: einfache Befehle über ssh</translation>
    </message>
    <message>
        <source>Users, ports, keys and jump hosts come from your own ssh configuration. No password is ever stored.</source>
        <translation>Benutzer, Ports, Schlüssel und Sprungrechner kommen aus der eigenen ssh-Konfiguration. Passwörter werden nie gespeichert.</translation>
    </message>
    <message>
        <source>&amp;Rights on the nodes:</source>
        <translation>&amp;Rechte auf den Knoten:</translation>
    </message>
    <message>
        <source>Root privileges are required to impose delay, loss and rate, and to capture packets.</source>
        <translation>Verzögerung, Verlust und Rate aufzuerlegen und Pakete aufzuzeichnen erfordert root-Rechte.</translation>
    </message>
    <message>
        <source>Change the rights on the nodes</source>
        <translation>Rechte auf den Knoten ändern</translation>
    </message>
    <message>
        <source>&amp;Agent on the nodes:</source>
        <translation>&amp;Agent auf den Knoten:</translation>
    </message>
    <message>
        <source>Millrace&apos;s helper is copied there when it is needed. Without it less can be measured.</source>
        <translation>Das Hilfsprogramm von Millrace wird bei Bedarf dorthin kopiert. Ohne es lässt sich weniger messen.</translation>
    </message>
    <message>
        <source>Change the use of the agent</source>
        <translation>Verwendung des Agenten ändern</translation>
    </message>
    <message>
        <source>below the user&apos;s cache folder</source>
        <translation>unter dem Cache-Ordner des Benutzers</translation>
    </message>
    <message>
        <source>Write an absolute path; a node has no folder to start from.</source>
        <translation>Einen absoluten Pfad eingeben; auf einem Knoten gibt es keinen Ausgangsordner.</translation>
    </message>
    <message>
        <source>&amp;Folder on the nodes:</source>
        <translation>Or&amp;dner auf den Knoten:</translation>
    </message>
    <message>
        <source>Change the folder on the nodes</source>
        <translation>Ordner auf den Knoten ändern</translation>
    </message>
    <message>
        <source>Nodes allocated by &amp;Slurm</source>
        <translation>&amp;Slurm stellt die Knoten</translation>
    </message>
    <message>
        <source>An allocation is requested before the first run and given back after the last one</source>
        <translation>Eine Zuteilung wird vor dem ersten Lauf angefordert und nach dem letzten zurückgegeben</translation>
    </message>
    <message>
        <source>Allocate the nodes with Slurm</source>
        <translation>Knoten von Slurm stellen lassen</translation>
    </message>
    <message>
        <source>Do not use Slurm</source>
        <translation>Slurm nicht verwenden</translation>
    </message>
    <message>
        <source>&amp;Login node:</source>
        <translation>&amp;Login-Knoten:</translation>
    </message>
    <message>
        <source>this machine</source>
        <translation>dieser Rechner</translation>
    </message>
    <message>
        <source>&amp;Partition:</source>
        <translation>Part&amp;ition:</translation>
    </message>
    <message>
        <source>Slurm&apos;s default</source>
        <translation>Vorgabe von Slurm</translation>
    </message>
    <message>
        <source>A&amp;ccount:</source>
        <translation>A&amp;brechnungskonto:</translation>
    </message>
    <message>
        <source>N&amp;umber of nodes:</source>
        <translation>Anza&amp;hl der Knoten:</translation>
    </message>
    <message>
        <source>as many as the cluster lists</source>
        <translation>so viele, wie der Cluster aufführt</translation>
    </message>
    <message>
        <source>Change the number of nodes</source>
        <translation>Anzahl der Knoten ändern</translation>
    </message>
    <message>
        <source>&amp;Time limit:</source>
        <translation>&amp;Zeitlimit:</translation>
    </message>
    <message>
        <source>Change the time limit</source>
        <translation>Zeitlimit ändern</translation>
    </message>
    <message>
        <source>none; for example --exclusive --constraint=gpu</source>
        <translation>keine; zum Beispiel --exclusive --constraint=gpu</translation>
    </message>
    <message>
        <source>&amp;Options of salloc:</source>
        <translation>&amp;Optionen von salloc:</translation>
    </message>
    <message>
        <source>Change the options of salloc</source>
        <translation>Optionen von salloc ändern</translation>
    </message>
    <message>
        <source>Change how Slurm is asked</source>
        <translation>Anforderung an Slurm ändern</translation>
    </message>
    <message>
        <source>ssh; for example docker exec -i {host}</source>
        <translation>ssh; zum Beispiel docker exec -i {host}</translation>
    </message>
    <message>
        <source>&amp;Command in place of ssh:</source>
        <translation>&amp;Befehl anstelle von ssh:</translation>
    </message>
    <message>
        <source>Reaches containers, pods and namespaces; {host} is replaced by the node&apos;s host.</source>
        <translation>Erreicht Container, Pods und Namensräume; {host} steht für den Host des Knotens.</translation>
    </message>
    <message>
        <source>Change the command in place of ssh</source>
        <translation>Befehl anstelle von ssh ändern</translation>
    </message>
</context>
<context>
    <name>millrace::ui::AlarmModel</name>
    <message>
        <source>✓ over</source>
        <translation>✓ vorbei</translation>
    </message>
    <message>
        <source>⚠ slower</source>
        <translation>⚠ langsamer</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>Since step</source>
        <translation>Seit Schritt</translation>
    </message>
    <message>
        <source>Noticed at step</source>
        <translation>Bemerkt bei Schritt</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Konfidenz</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Detector</source>
        <translation>Detektor</translation>
    </message>
    <message>
        <source>⚠ worse</source>
        <translation>⚠ schlimmer</translation>
    </message>
</context>
<context>
    <name>millrace::ui::AlarmPanel</name>
    <message>
        <source>Alarms</source>
        <translation>Alarme</translation>
    </message>
    <message>
        <source>All alarms of this run</source>
        <translation>Alle Alarme dieses Laufs</translation>
    </message>
    <message numerus="yes">
        <source>%n alarm(s)</source>
        <translation>
            <numerusform>%n Alarm</numerusform>
            <numerusform>%n Alarme</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::AuditPanel</name>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Claims</source>
        <translation>Aussagen</translation>
    </message>
    <message>
        <source>Import to audit</source>
        <translation>Welcher Import geprüft wird</translation>
    </message>
    <message>
        <source>Export &amp;audit</source>
        <translation>Audit e&amp;xportieren</translation>
    </message>
    <message>
        <source>&amp;HTML page…</source>
        <translation>&amp;HTML-Seite …</translation>
    </message>
    <message>
        <source>&amp;CSV…</source>
        <translation>&amp;CSV …</translation>
    </message>
    <message>
        <source>No findings.</source>
        <translation>Nichts gefunden.</translation>
    </message>
    <message>
        <source>The finding and its effect</source>
        <translation>Der Befund und seine Wirkung</translation>
    </message>
    <message>
        <source>Published vs corrected</source>
        <translation>Veröffentlicht und richtig</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>Double-click: open the run</source>
        <translation>Doppelklick: den Lauf öffnen</translation>
    </message>
    <message>
        <source>This evidence is about the study as a whole; there is no single run to open.</source>
        <translation>Dieser Beleg betrifft die ganze Studie; es gibt keinen einzelnen Lauf zu öffnen.</translation>
    </message>
    <message>
        <source>Claims of the publication</source>
        <translation>Aussagen der Veröffentlichung</translation>
    </message>
    <message>
        <source>No claim of this kind.</source>
        <translation>Keine Aussage dieser Art.</translation>
    </message>
    <message>
        <source>Looking through the runs</source>
        <translation>Die Läufe werden durchgesehen</translation>
    </message>
    <message>
        <source>This takes a moment.</source>
        <translation>Das dauert einen Moment.</translation>
    </message>
    <message>
        <source>Findings (%1)</source>
        <translation>Befunde (%1)</translation>
    </message>
    <message>
        <source>Claims (%1)</source>
        <translation>Aussagen (%1)</translation>
    </message>
    <message>
        <source>Evidence · the first %1 of %2</source>
        <translation>Belege · die ersten %1 von %2</translation>
    </message>
    <message>
        <source>Evidence · %1</source>
        <translation>Belege · %1</translation>
    </message>
    <message>
        <source>What it does to the published results</source>
        <translation>Was er für die veröffentlichten Ergebnisse bedeutet</translation>
    </message>
    <message>
        <source>All %1</source>
        <translation>Alle %1</translation>
    </message>
    <message>
        <source>Match %1</source>
        <translation>Stimmt %1</translation>
    </message>
    <message>
        <source>Mismatch %1</source>
        <translation>Stimmt nicht %1</translation>
    </message>
    <message>
        <source>Not decided %1</source>
        <translation>Offen %1</translation>
    </message>
    <message>
        <source>audit-%1</source>
        <translation>audit-%1</translation>
    </message>
    <message>
        <source>%1 files (*.%2)</source>
        <translation>%1-Dateien (*.%2)</translation>
    </message>
    <message>
        <source>Wrote %1.</source>
        <translation>%1 geschrieben.</translation>
    </message>
</context>
<context>
    <name>millrace::ui::AutosaveJournal</name>
    <message>
        <source>Unsaved changes cannot be kept safe: %1</source>
        <translation>Ungespeicherte Änderungen lassen sich nicht sichern: %1</translation>
    </message>
</context>
<context>
    <name>millrace::ui::AveragingRow</name>
    <message>
        <source>&amp;Fit to runs…</source>
        <translation>An Läufe an&amp;passen…</translation>
    </message>
    <message>
        <source>The stud&amp;y&apos;s</source>
        <translation>Das der St&amp;udie</translation>
    </message>
    <message>
        <source>Fits the law to the measured runs of a result store with PAIRWISE or CLIQUE, or to its imported trainings with Hivemind</source>
        <translation>Passt das Gesetz an die gemessenen Läufe eines Ergebnisspeichers mit PAIRWISE oder CLIQUE an, oder an seine importierten Trainings mit Hivemind</translation>
    </message>
    <message>
        <source>Takes the law of the multi-cloud study&apos;s 30 set-ups</source>
        <translation>Nimmt das Gesetz der 30 Aufbauten der Multi-Cloud-Studie</translation>
    </message>
    <message>
        <source>Take the law of the study</source>
        <translation>Gesetz der Studie nehmen</translation>
    </message>
    <message>
        <source>of %1; 90 % of held-out ones are within %2</source>
        <translation>aus %1; 90 % der zurückgehaltenen liegen innerhalb von %2</translation>
    </message>
    <message>
        <source>of %1; they are too few to say how wrong it is</source>
        <translation>aus %1; es sind zu wenige, um zu sagen, wie falsch es ist</translation>
    </message>
    <message>
        <source>Fit the averaging law</source>
        <translation>Gesetz der Mittelung anpassen</translation>
    </message>
    <message>
        <source>Result stores (*.mrdb)</source>
        <translation>Ergebnisspeicher (*.mrdb)</translation>
    </message>
    <message>
        <source>The averaging law was fitted to %1; its mean error is %2.</source>
        <translation>Das Gesetz der Mittelung wurde an %1 angepasst; sein mittlerer Fehler ist %2.</translation>
    </message>
</context>
<context>
    <name>millrace::ui::BottleneckForm</name>
    <message>
        <source>All traffic of selected pairs uses &amp;one port with one queue</source>
        <translation>Der gesamte Verkehr bestimmter Paare läuft über &amp;einen Port mit einer Warteschlange</translation>
    </message>
    <message>
        <source>Both &amp;ways, with one port for each direction</source>
        <translation>Be&amp;ide Richtungen, mit je einem Port</translation>
    </message>
    <message>
        <source>Rate of the bottleneck</source>
        <translation>Rate des Engpasses</translation>
    </message>
    <message>
        <source>Queue of the bottleneck</source>
        <translation>Warteschlange des Engpasses</translation>
    </message>
    <message>
        <source>by rule: 50 ms at its rate, at least 256 KiB</source>
        <translation>nach Regel: 50 ms bei seiner Rate, mindestens 256 KiB</translation>
    </message>
    <message>
        <source>&amp;From:</source>
        <translation>V&amp;on:</translation>
    </message>
    <message>
        <source>T&amp;o:</source>
        <translation>Na&amp;ch:</translation>
    </message>
    <message>
        <source>Ra&amp;te:</source>
        <translation>&amp;Rate:</translation>
    </message>
    <message>
        <source>&amp;Queue:</source>
        <translation>Warteschlan&amp;ge:</translation>
    </message>
    <message>
        <source>Bottleneck from</source>
        <translation>Engpass von</translation>
    </message>
    <message>
        <source>Bottleneck to</source>
        <translation>Engpass nach</translation>
    </message>
    <message>
        <source>Change the bottleneck pairs</source>
        <translation>Paare des Engpasses ändern</translation>
    </message>
    <message>
        <source>Add a bottleneck</source>
        <translation>Engpass hinzufügen</translation>
    </message>
    <message>
        <source>Remove the bottleneck</source>
        <translation>Engpass entfernen</translation>
    </message>
    <message>
        <source>Change the rate of the bottleneck</source>
        <translation>Rate des Engpasses ändern</translation>
    </message>
    <message>
        <source>Change the queue of the bottleneck</source>
        <translation>Warteschlange des Engpasses ändern</translation>
    </message>
</context>
<context>
    <name>millrace::ui::BoundFields</name>
    <message>
        <source>A text is needed here.</source>
        <translation>Hier wird ein Text gebraucht.</translation>
    </message>
</context>
<context>
    <name>millrace::ui::CampaignBar</name>
    <message>
        <source>Progress of the campaign</source>
        <translation>Fortschritt der Kampagne</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>&amp;Grid:</source>
        <translation>&amp;Raster:</translation>
    </message>
    <message>
        <source>Grid to run</source>
        <translation>Raster, dessen Läufe ausgeführt werden</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Starten</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pause</translation>
    </message>
    <message>
        <source>Stop After This R&amp;un</source>
        <translation>Nach diesem &amp;Lauf stoppen</translation>
    </message>
    <message>
        <source>S&amp;top Now</source>
        <translation>S&amp;ofort stoppen</translation>
    </message>
    <message>
        <source>&amp;Only runs with:</source>
        <translation>Nur Läufe &amp;mit:</translation>
    </message>
    <message>
        <source>Only runs with these levels</source>
        <translation>Nur Läufe mit diesen Stufen</translation>
    </message>
    <message>
        <source>After a &amp;failure:</source>
        <translation>Na&amp;ch einem Fehlschlag:</translation>
    </message>
    <message>
        <source>What happens after a run that failed</source>
        <translation>Was nach einem fehlgeschlagenen Lauf geschieht</translation>
    </message>
    <message>
        <source>go on</source>
        <translation>weitermachen</translation>
    </message>
    <message>
        <source>stop</source>
        <translation>stoppen</translation>
    </message>
    <message>
        <source>retry once, then continue</source>
        <translation>einmal wiederholen, dann weiter</translation>
    </message>
    <message>
        <source>retry twice, then continue</source>
        <translation>zweimal wiederholen, dann weiter</translation>
    </message>
    <message>
        <source>retry 3 times, then continue</source>
        <translation>3-mal wiederholen, dann weiter</translation>
    </message>
    <message>
        <source>pause after e&amp;qual failures in a row:</source>
        <translation>Pause nach so vielen &amp;gleichen Fehlschlägen in Folge:</translation>
    </message>
    <message>
        <source>Equal failures in a row after which the campaign pauses</source>
        <translation>Gleiche Fehlschläge in Folge, nach denen die Kampagne pausiert</translation>
    </message>
    <message>
        <source>Rest&amp;art</source>
        <translation>&amp;Neu beginnen</translation>
    </message>
    <message>
        <source>Start a new campaign; the unfinished one stays in the store</source>
        <translation>Eine neue Kampagne beginnen; die unvollendete bleibt im Speicher</translation>
    </message>
    <message>
        <source>loss=1% RING run&lt;20, all if empty</source>
        <translation>loss=1% RING run&lt;20, alle wenn leer</translation>
    </message>
    <message>
        <source>As in the results: strategy=RING loss=0% loss=1%  state=failed  run&lt;20  !STAR
Several values of one name are alternatives.</source>
        <translation>Wie in den Ergebnissen: strategy=RING loss=0% loss=1%  state=failed  run&lt;20  !STAR
Mehrere Werte eines Namens sind Alternativen.</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>Re&amp;sume</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>Run All A&amp;gain</source>
        <translation>Alle &amp;erneut ausführen</translation>
    </message>
    <message>
        <source>&amp;Continue</source>
        <translation>&amp;Weiter</translation>
    </message>
</context>
<context>
    <name>millrace::ui::CampaignModel</name>
    <message>
        <source>not needed</source>
        <translation>nicht nötig</translation>
    </message>
    <message>
        <source>held back</source>
        <translation>zurückgestellt</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>Run %1: %2</source>
        <translation>Lauf %1: %2</translation>
    </message>
    <message>
        <source>A warm-up run: its results do not count.</source>
        <translation>Ein Aufwärmlauf: seine Ergebnisse zählen nicht.</translation>
    </message>
    <message>
        <source>Made only if the stop rule still asks for it.</source>
        <translation>Wird nur ausgeführt, wenn die Stoppregel ihn noch verlangt.</translation>
    </message>
    <message>
        <source>The stop rule was met before.</source>
        <translation>Die Stoppregel war schon vorher erfüllt.</translation>
    </message>
    <message>
        <source>warm-up</source>
        <translation>Aufwärmlauf</translation>
    </message>
    <message>
        <source>Position in the plan. Rows are in the order of execution.</source>
        <translation>Stelle im Plan. Die Zeilen stehen in der Reihenfolge, in der die Läufe ausgeführt werden.</translation>
    </message>
    <message>
        <source>Repetition</source>
        <translation>Wiederholung</translation>
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
        <source>Rep.</source>
        <translation>Wdh.</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>cancelling</source>
        <translation>wird abgebrochen</translation>
    </message>
    <message>
        <source>%1 under load</source>
        <translation>%1 unter Last</translation>
    </message>
</context>
<context>
    <name>millrace::ui::CampaignPage</name>
    <message>
        <source>Monitor</source>
        <translation>Monitor</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>Fehlschläge</translation>
    </message>
    <message>
        <source>Failures (%1)</source>
        <translation>Fehlschläge (%1)</translation>
    </message>
    <message>
        <source>This project has no grid</source>
        <translation>Dieses Projekt hat kein Raster</translation>
    </message>
    <message>
        <source>A grid defines which runs are made: factors, their levels, repetitions. Add one on the page “Grids”.</source>
        <translation>Ein Raster legt fest, welche Läufe auszuführen sind: Faktoren, ihre Stufen, Wiederholungen. Auf der Seite „Raster“ lässt sich eines hinzufügen.</translation>
    </message>
    <message numerus="yes">
        <source>The project has %n problem(s)</source>
        <translation>
            <numerusform>Das Projekt hat %n Problem</numerusform>
            <numerusform>Das Projekt hat %n Probleme</numerusform>
        </translation>
    </message>
    <message>
        <source>The project has problems</source>
        <translation>Das Projekt hat Probleme</translation>
    </message>
    <message>
        <source>Fix them to run the grid.</source>
        <translation>Erst wenn sie gelöst sind, kann etwas ausgeführt werden.</translation>
    </message>
    <message>
        <source>Show the Problems</source>
        <translation>Probleme anzeigen</translation>
    </message>
    <message>
        <source>The campaign “%1” is running: %2 of %3 runs have ended.</source>
        <translation>Die Kampagne „%1“ ist im Gang: %2 von %3 Läufen sind beendet.</translation>
    </message>
    <message>
        <source>Save the project first: the results are stored next to it.</source>
        <translation>Zuerst das Projekt speichern: Die Ergebnisse werden daneben abgelegt.</translation>
    </message>
    <message>
        <source>This grid cannot be run: %1</source>
        <translation>Dieses Raster kann nicht ausgeführt werden: %1</translation>
    </message>
    <message>
        <source>Looking at what there is …</source>
        <translation>Vorhandenes wird geprüft …</translation>
    </message>
    <message>
        <source>So far</source>
        <translation>Bisher</translation>
    </message>
</context>
<context>
    <name>millrace::ui::CampaignText</name>
    <message>
        <source>Checking the plan and this machine</source>
        <translation>Plan und Rechner werden geprüft</translation>
    </message>
    <message>
        <source>Pausing after the current run</source>
        <translation>Pausiert nach dem aktuellen Lauf</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Pausiert</translation>
    </message>
    <message>
        <source>Stopping and cleaning up</source>
        <translation>Wird gestoppt und aufgeräumt</translation>
    </message>
    <message>
        <source>Stopping after the current run</source>
        <translation>Stoppt nach dem aktuellen Lauf</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>etwa %1</translation>
    </message>
    <message numerus="yes">
        <source>Not started yet. “Start” makes %n run(s), one after another</source>
        <translation>
            <numerusform>Noch wurde nichts gestartet. „Starten“ führt %n Lauf aus</numerusform>
            <numerusform>Noch wurde nichts gestartet. „Starten“ führt %n Läufe nacheinander aus</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The grid, its cluster or its workload was changed since the last campaign. “Start” begins a new one with %n run(s)</source>
        <translation>
            <numerusform>Das Raster, sein Cluster oder seine Last wurde seit der letzten Kampagne geändert. „Starten“ beginnt eine neue mit %n Lauf</numerusform>
            <numerusform>Das Raster, sein Cluster oder seine Last wurde seit der letzten Kampagne geändert. „Starten“ beginnt eine neue mit %n Läufen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %n run(s) of this campaign have been made; “Run All Again” begins a new one.</source>
        <translation>
            <numerusform>Diese Kampagne mit %n Lauf ist ausgeführt; „Alle erneut ausführen“ beginnt eine neue.</numerusform>
            <numerusform>Alle %n Läufe dieser Kampagne sind ausgeführt; „Alle erneut ausführen“ beginnt eine neue.</numerusform>
        </translation>
    </message>
    <message>
        <source>A campaign is unfinished: %1 of %2 runs have ended. “Resume” makes the others</source>
        <translation>Eine Kampagne ist unvollendet: %1 von %2 Läufen sind beendet. „Fortsetzen“ führt die übrigen aus</translation>
    </message>
    <message>
        <source>%1 of %2 runs ended</source>
        <translation>%1 von %2 Läufen beendet</translation>
    </message>
    <message numerus="yes">
        <source>✗ %n failed</source>
        <translation>
            <numerusform>✗ %n fehlgeschlagen</numerusform>
            <numerusform>✗ %n fehlgeschlagen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>! %n invalid</source>
        <translation>
            <numerusform>! %n ungültig</numerusform>
            <numerusform>! %n ungültig</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>⊘ %n cancelled</source>
        <translation>
            <numerusform>⊘ %n abgebrochen</numerusform>
            <numerusform>⊘ %n abgebrochen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n held back</source>
        <translation>
            <numerusform>%n zurückgestellt</numerusform>
            <numerusform>%n zurückgestellt</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 so far</source>
        <translation>bisher %1</translation>
    </message>
    <message>
        <source>about %1 left</source>
        <translation>noch etwa %1</translation>
    </message>
    <message>
        <source>done at %1</source>
        <translation>fertig: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) done</source>
        <translation>
            <numerusform>%n Lauf fertig</numerusform>
            <numerusform>%n Läufe fertig</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n failed</source>
        <translation>
            <numerusform>%n fehlgeschlagen</numerusform>
            <numerusform>%n fehlgeschlagen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n invalid</source>
        <translation>
            <numerusform>%n ungültig</numerusform>
            <numerusform>%n ungültig</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not made</source>
        <translation>
            <numerusform>%n nicht ausgeführt</numerusform>
            <numerusform>%n nicht ausgeführt</numerusform>
        </translation>
    </message>
    <message>
        <source>The campaign was stopped before its first run.</source>
        <translation>Die Kampagne wurde vor ihrem ersten Lauf gestoppt.</translation>
    </message>
    <message>
        <source>All of these runs had been made before: %1.</source>
        <translation>Alle diese Läufe waren schon ausgeführt: %1.</translation>
    </message>
    <message>
        <source>The campaign has stopped: %1. “Resume” makes what is missing.</source>
        <translation>Die Kampagne wurde gestoppt: %1. „Fortsetzen“ führt aus, was noch fehlt.</translation>
    </message>
    <message>
        <source>The campaign is finished: %1. Compare the results, or read the report.</source>
        <translation>Die Kampagne ist beendet: %1. Jetzt lassen sich die Ergebnisse vergleichen oder der Bericht lesen.</translation>
    </message>
</context>
<context>
    <name>millrace::ui::CaptureForm</name>
    <message>
        <source>both</source>
        <translation>beide</translation>
    </message>
    <message>
        <source>coming in</source>
        <translation>eingehend</translation>
    </message>
    <message>
        <source>going out</source>
        <translation>ausgehend</translation>
    </message>
    <message>
        <source>Pac&amp;kets: what is recorded on the nodes</source>
        <translation>Pa&amp;kete: was auf den Knoten aufgezeichnet wird</translation>
    </message>
    <message>
        <source>Show what is recorded on the nodes</source>
        <translation>Zeigen, was auf den Knoten aufgezeichnet wird</translation>
    </message>
    <message>
        <source>Record the packets of every node during a r&amp;un</source>
        <translation>Pakete jedes Knotens während eines La&amp;ufs aufzeichnen</translation>
    </message>
    <message>
        <source>Change recording</source>
        <translation>Aufzeichnung ändern</translation>
    </message>
    <message>
        <source>Recording takes some of the machine&apos;s time, so recorded runs are a campaign of their own. In automatic mode the cluster then moves single packets.</source>
        <translation>Aufzeichnen kostet Zeit der Maschine, darum sind aufgezeichnete Läufe eine eigene Kampagne. Im automatischen Modus bewegt der Cluster dann einzelne Pakete.</translation>
    </message>
    <message>
        <source>Interface</source>
        <translation>Schnittstelle</translation>
    </message>
    <message>
        <source>The name of an interface, which all nodes have; &quot;experiment&quot; is the one that carries the traffic</source>
        <translation>Der Name einer Schnittstelle, die alle Knoten haben; &quot;experiment&quot; ist die, die den Verkehr trägt</translation>
    </message>
    <message>
        <source>all packets</source>
        <translation>alle Pakete</translation>
    </message>
    <message>
        <source>In the language of pcap-filter: tcp port 10000, not arp, net 10.0.0.0/8</source>
        <translation>In der Sprache von pcap-filter: tcp port 10000, not arp, net 10.0.0.0/8</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>Richtung</translation>
    </message>
    <message>
        <source>Bytes of each packet</source>
        <translation>Bytes jedes Pakets</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>keine Grenze</translation>
    </message>
    <message>
        <source>Most for each node</source>
        <translation>Höchstens je Knoten</translation>
    </message>
    <message>
        <source>Keep the files</source>
        <translation>Dateien behalten</translation>
    </message>
    <message>
        <source>Without them only their analysis is stored</source>
        <translation>Ohne sie wird nur ihre Auswertung gespeichert</translation>
    </message>
    <message>
        <source>Analyse on the nodes</source>
        <translation>Auf den Knoten auswerten</translation>
    </message>
    <message>
        <source>Files that are not kept then do not travel</source>
        <translation>Dateien, die nicht behalten werden, reisen dann nicht</translation>
    </message>
    <message>
        <source>100 bytes include all headers; more also records payload</source>
        <translation>100 Bytes fassen alle Köpfe; mehr zeichnet auch Nutzdaten auf</translation>
    </message>
    <message>
        <source>Recording stops at this size; the run continues with a warning</source>
        <translation>Bei dieser Größe endet die Aufzeichnung; der Lauf geht mit einer Warnung weiter</translation>
    </message>
</context>
<context>
    <name>millrace::ui::ClockPanel</name>
    <message>
        <source>&amp;Measure the clocks</source>
        <translation>Uhren &amp;messen</translation>
    </message>
    <message>
        <source>&amp;Put all on the first clock</source>
        <translation>Alle auf die erste Uhr &amp;stellen</translation>
    </message>
    <message>
        <source>Take times &amp;as they are</source>
        <translation>Zeiten nehmen, &amp;wie sie sind</translation>
    </message>
    <message>
        <source>Clocks of the captures</source>
        <translation>Uhren der Aufzeichnungen</translation>
    </message>
    <message>
        <source>The clocks have not been measured yet.</source>
        <translation>Die Uhren sind noch nicht gemessen.</translation>
    </message>
    <message>
        <source>Delay and loss between the captures</source>
        <translation>Verzögerung und Verlust zwischen den Aufzeichnungen</translation>
    </message>
    <message>
        <source>The captures are on the clock of the first one.</source>
        <translation>Die Aufzeichnungen stehen auf der Uhr der ersten.</translation>
    </message>
    <message>
        <source>Packets seen by two captures show how their clocks differ, and what was delayed or lost.</source>
        <translation>Pakete, die zwei Aufzeichnungen sahen, zeigen, wie sich ihre Uhren unterscheiden und was verzögert oder verloren wurde.</translation>
    </message>
    <message>
        <source>Capture</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Ahead by</source>
        <translation>Voraus um</translation>
    </message>
    <message>
        <source>±</source>
        <translation>±</translation>
    </message>
    <message>
        <source>Drift (µs/s)</source>
        <translation>Gang (µs/s)</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>Bemerkung</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Nach</translation>
    </message>
    <message>
        <source>Looked at</source>
        <translation>Betrachtet</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>Verloren</translation>
    </message>
    <message>
        <source>Delay min</source>
        <translation>Verzögerung min</translation>
    </message>
    <message>
        <source>Delay median</source>
        <translation>Verzögerung Median</translation>
    </message>
    <message>
        <source>Delay p99</source>
        <translation>Verzögerung p99</translation>
    </message>
    <message>
        <source>Reordered</source>
        <translation>Überholt</translation>
    </message>
    <message>
        <source>The captures have &amp;one clock</source>
        <translation>Die Aufzeichnungen haben &amp;eine Uhr</translation>
    </message>
    <message>
        <source>Reads the captures as one, in order of time: round trips are then known where each capture has one direction only. A packet that several captures saw counts once.</source>
        <translation>Liest die Aufzeichnungen als eine, nach der Zeit geordnet: Umlaufzeiten sind dann auch bekannt, wo jede Aufzeichnung nur eine Richtung hat. Ein Paket, das mehrere Aufzeichnungen sahen, zählt einmal.</translation>
    </message>
    <message>
        <source>Times are as in the files. Delay and loss are of the time that both captures cover, without 5 % at each end.</source>
        <translation>Zeiten sind wie in den Dateien. Verzögerung und Verlust gelten für die Zeit, die beide Aufzeichnungen abdecken, ohne 5 % an jedem Ende.</translation>
    </message>
    <message>
        <source>Offset at</source>
        <translation>Versatz um</translation>
    </message>
</context>
<context>
    <name>millrace::ui::ClosingSequence</name>
    <message>
        <source>Work is going on</source>
        <translation>Es wird noch gearbeitet</translation>
    </message>
    <message>
        <source>Stopping cancels the current run and restores every node. Finished runs stay in the result store, and a campaign can be resumed at any time.</source>
        <translation>Beim Stoppen wird der aktuelle Lauf verworfen und jeder Knoten in seinen vorherigen Zustand versetzt. Was fertig ist, bleibt im Ergebnisspeicher, und eine Kampagne lässt sich jederzeit fortsetzen.</translation>
    </message>
    <message>
        <source>&amp;Stop and close</source>
        <translation>&amp;Stoppen und schließen</translation>
    </message>
    <message>
        <source>&amp;Keep open</source>
        <translation>&amp;Geöffnet lassen</translation>
    </message>
    <message>
        <source>Stopping; nodes are being restored…</source>
        <translation>Wird gestoppt; die Knoten werden zurückgesetzt …</translation>
    </message>
    <message>
        <source>Edits are not saved</source>
        <translation>Änderungen sind nicht gespeichert</translation>
    </message>
    <message numerus="yes">
        <source>Save the edits of %1?</source>
        <translation>
            <numerusform>Änderungen an %1 speichern?</numerusform>
            <numerusform>Änderungen an %1 speichern?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::ClusterEditor</name>
    <message>
        <source>node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>link</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Verbindungen</translation>
    </message>
    <message>
        <source>Without links the network is not limited. Press Insert to add one; it applies to all pairs of nodes until you name some. Later links override earlier ones.</source>
        <translation>Ohne Verbindungen wird nichts gebremst. Mit Einfg eine hinzufügen; sie gilt für alle Paare von Knoten, bis welche genannt werden. Spätere Verbindungen gehen früheren vor.</translation>
    </message>
    <message>
        <source>Bottleneck</source>
        <translation>Engpass</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>Dieser Rechner</translation>
    </message>
    <message>
        <source>&amp;Nodes (%1)</source>
        <translation>&amp;Knoten (%1)</translation>
    </message>
    <message>
        <source>&amp;Links (%1)</source>
        <translation>&amp;Verbindungen (%1)</translation>
    </message>
    <message>
        <source>Bottlenec&amp;k (on)</source>
        <translation>Eng&amp;pass (an)</translation>
    </message>
    <message>
        <source>Bottlenec&amp;k (off)</source>
        <translation>Eng&amp;pass (aus)</translation>
    </message>
    <message>
        <source>&amp;Import nodes…</source>
        <translation>Knoten &amp;importieren …</translation>
    </message>
    <message>
        <source>From an ssh configuration, an Ansible inventory, a host file or a Slurm list</source>
        <translation>Aus einer ssh-Konfiguration, einem Ansible-Inventar, einer Hostdatei oder einer Slurm-Liste</translation>
    </message>
    <message>
        <source>&amp;Access</source>
        <translation>Zu&amp;gang</translation>
    </message>
    <message>
        <source>&amp;Check</source>
        <translation>Prü&amp;fen</translation>
    </message>
    <message>
        <source>A cluster needs nodes. Import them from a list, press Insert to add one, or paste rows from a spreadsheet: name, ssh name, zone, slots, address, interface.</source>
        <translation>Ein Cluster braucht Knoten. Sie aus einer Liste importieren, mit Einfg einen hinzufügen oder Zeilen aus einer Tabellenkalkulation einfügen: Name, ssh-Name, Zone, Plätze, Adresse, Schnittstelle.</translation>
    </message>
    <message>
        <source>A cluster needs nodes. Press Insert to add one, or paste rows from a spreadsheet: name, zone, slots, rate, queue.</source>
        <translation>Ein Cluster braucht Knoten. Mit Einfg einen hinzufügen oder Zeilen aus einer Tabellenkalkulation einfügen: Name, Zone, Plätze, Rate, Warteschlange.</translation>
    </message>
    <message>
        <source>&amp;Matrix</source>
        <translation>&amp;Matrix</translation>
    </message>
</context>
<context>
    <name>millrace::ui::ClusterForm</name>
    <message>
        <source>&amp;Name:</source>
        <translation>&amp;Name:</translation>
    </message>
    <message>
        <source>Congestion control</source>
        <translation>Staukontrolle</translation>
    </message>
    <message>
        <source>&amp;Congestion control:</source>
        <translation>&amp;Staukontrolle:</translation>
    </message>
    <message>
        <source>How TCP reacts to loss and delay; the list shows what this machine supports</source>
        <translation>Wie TCP auf Verlust und Verzögerung reagiert; die Liste enthält, was dieser Rechner bietet</translation>
    </message>
    <message>
        <source>M&amp;TU (bytes):</source>
        <translation>&amp;MTU (Byte):</translation>
    </message>
    <message>
        <source>Emulated on this machine</source>
        <translation>Auf diesem Rechner emuliert</translation>
    </message>
    <message>
        <source>Remote machines</source>
        <translation>Entfernte Rechner</translation>
    </message>
    <message>
        <source>&amp;Kind:</source>
        <translation>Ar&amp;t:</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Fast: frames of up to 64 KiB</source>
        <translation>Schnell: Rahmen bis 64 KiB</translation>
    </message>
    <message>
        <source>Packet: true MTU frames</source>
        <translation>Paket: echte MTU-Rahmen</translation>
    </message>
    <message>
        <source>Automatic uses single packets if there is loss or a capture, else fast frames</source>
        <translation>„Automatisch“ nimmt bei Verlust oder Mitschnitt jedes Paket einzeln, sonst schnelle Rahmen</translation>
    </message>
    <message>
        <source>S&amp;witch mode:</source>
        <translation>Betriebsart des S&amp;witches:</translation>
    </message>
    <message>
        <source>Millrace&apos;s switch</source>
        <translation>Switch von Millrace</translation>
    </message>
    <message>
        <source>The kernel&apos;s netem</source>
        <translation>netem des Kernels</translation>
    </message>
    <message>
        <source>Emulated &amp;by:</source>
        <translation>Emuliert d&amp;urch:</translation>
    </message>
    <message>
        <source>Rename the cluster</source>
        <translation>Cluster umbenennen</translation>
    </message>
    <message>
        <source>Change the kind of the cluster</source>
        <translation>Art des Clusters ändern</translation>
    </message>
    <message>
        <source>Change the congestion control</source>
        <translation>Staukontrolle ändern</translation>
    </message>
    <message>
        <source>Change the MTU</source>
        <translation>MTU ändern</translation>
    </message>
    <message>
        <source>Change the switch mode</source>
        <translation>Betriebsart des Switches ändern</translation>
    </message>
    <message>
        <source>Change what emulates the cluster</source>
        <translation>Ändern, was den Cluster emuliert</translation>
    </message>
    <message>
        <source>A cluster needs a name.</source>
        <translation>Ein Cluster braucht einen Namen.</translation>
    </message>
    <message>
        <source>Another cluster is named “%1” too.</source>
        <translation>Ein anderer Cluster heißt auch „%1“.</translation>
    </message>
    <message>
        <source>Simulated</source>
        <translation>Simuliert</translation>
    </message>
    <message>
        <source>Emulated: made on this machine for each run. Remote: machines that are reached by ssh. Simulated: nothing is started, the times are calculated</source>
        <translation>Emuliert: auf diesem Rechner für jeden Lauf erzeugt. Entfernt: Rechner, die über ssh erreicht werden. Simuliert: nichts wird gestartet, die Zeiten werden berechnet</translation>
    </message>
</context>
<context>
    <name>millrace::ui::ColumnModel</name>
    <message>
        <source>not imported</source>
        <translation>nicht importiert</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>series</source>
        <translation>Reihe</translation>
    </message>
    <message>
        <source>metric</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>factor</source>
        <translation>Faktor</translation>
    </message>
    <message>
        <source>node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <source>Is</source>
        <translation>Ist</translation>
    </message>
    <message>
        <source>Name in the store</source>
        <translation>Name im Speicher</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Multiplied by</source>
        <translation>Multipliziert mit</translation>
    </message>
    <message>
        <source>First values</source>
        <translation>Erste Werte</translation>
    </message>
    <message>
        <source>What the column is</source>
        <translation>Was die Spalte ist</translation>
    </message>
</context>
<context>
    <name>millrace::ui::CommandPalette</name>
    <message>
        <source>Find a command</source>
        <translation>Befehl suchen</translation>
    </message>
    <message>
        <source>Part of a command&apos;s name</source>
        <translation>Teil eines Befehlsnamens</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
</context>
<context>
    <name>millrace::ui::ComparePanel</name>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>Name two groups, or select runs in the table and compare them with the others.</source>
        <translation>Zwei Gruppen angeben oder in der Tabelle Läufe auswählen und mit den übrigen vergleichen.</translation>
    </message>
    <message>
        <source>strategy=RING</source>
        <translation>strategy=RING</translation>
    </message>
    <message>
        <source>First group</source>
        <translation>Erste Gruppe</translation>
    </message>
    <message>
        <source>Second group</source>
        <translation>Zweite Gruppe</translation>
    </message>
    <message>
        <source>S&amp;wap</source>
        <translation>&amp;Tauschen</translation>
    </message>
    <message>
        <source>&amp;First group</source>
        <translation>&amp;Erste Gruppe</translation>
    </message>
    <message>
        <source>Se&amp;cond group</source>
        <translation>&amp;Zweite Gruppe</translation>
    </message>
    <message>
        <source>Nothing to compare</source>
        <translation>Nichts zu vergleichen</translation>
    </message>
    <message>
        <source>Comparing the groups</source>
        <translation>Die Gruppen werden verglichen</translation>
    </message>
    <message>
        <source>This takes a moment.</source>
        <translation>Das dauert einen Moment.</translation>
    </message>
</context>
<context>
    <name>millrace::ui::ConditionModel</name>
    <message>
        <source>Condition</source>
        <translation>Bedingung</translation>
    </message>
    <message>
        <source>Leaves out</source>
        <translation>Lässt aus</translation>
    </message>
    <message>
        <source>In words</source>
        <translation>In Worten</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Edit condition</source>
        <translation>Bedingung bearbeiten</translation>
    </message>
    <message numerus="yes">
        <source>Paste %n condition(s)</source>
        <translation>
            <numerusform>%n Bedingung einfügen</numerusform>
            <numerusform>%n Bedingungen einfügen</numerusform>
        </translation>
    </message>
    <message>
        <source>Add condition</source>
        <translation>Bedingung hinzufügen</translation>
    </message>
    <message numerus="yes">
        <source>Duplicate %n condition(s)</source>
        <translation>
            <numerusform>%n Bedingung duplizieren</numerusform>
            <numerusform>%n Bedingungen duplizieren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n condition(s)</source>
        <translation>
            <numerusform>%n Bedingung verschieben</numerusform>
            <numerusform>%n Bedingungen verschieben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %n condition(s)</source>
        <translation>
            <numerusform>%n Bedingung entfernen</numerusform>
            <numerusform>%n Bedingungen entfernen</numerusform>
        </translation>
    </message>
    <message>
        <source>for example loss == 0 or workers &gt; 2</source>
        <translation>zum Beispiel loss == 0 or workers &gt; 2</translation>
    </message>
</context>
<context>
    <name>millrace::ui::CurveText</name>
    <message>
        <source>without %1</source>
        <translation>ohne %1</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>, %1 samples.</source>
        <translation>, %1 Messwerte.</translation>
    </message>
    <message numerus="yes">
        <source>%n matching run(s) have no series.</source>
        <translation>
            <numerusform>%n passender Lauf hat keine Reihen.</numerusform>
            <numerusform>%n passende Läufe haben keine Reihen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Only the first %1 lines are drawn; filter the runs, or group them, to see the other %2.</source>
        <translation>Nur die ersten %1 Linien sind gezeichnet; die Läufe filtern oder gruppieren, um die übrigen %2 zu sehen.</translation>
    </message>
    <message numerus="yes">
        <source>%n series are left out, as their unit differs from that of the first run.</source>
        <translation>
            <numerusform>%n Reihe ist weggelassen, da ihre Einheit von der des ersten Laufs abweicht.</numerusform>
            <numerusform>%n Reihen sind weggelassen, da ihre Einheit von der des ersten Laufs abweicht.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chunk(s) of samples are damaged and left out.</source>
        <translation>
            <numerusform>%n Block von Messwerten ist beschädigt und weggelassen.</numerusform>
            <numerusform>%n Blöcke von Messwerten sind beschädigt und weggelassen.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::CurvesBar</name>
    <message>
        <source>Export &amp;curves</source>
        <translation>Kurven e&amp;xportieren</translation>
    </message>
    <message>
        <source>Time counts from</source>
        <translation>Zeit zählt ab</translation>
    </message>
    <message>
        <source>run start</source>
        <translation>Laufbeginn</translation>
    </message>
    <message>
        <source>first sample</source>
        <translation>erster Messwert</translation>
    </message>
    <message>
        <source>the clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>Gruppieren nach</translation>
    </message>
    <message>
        <source>Colour by</source>
        <translation>Farbe nach</translation>
    </message>
    <message>
        <source>Nodes of a run</source>
        <translation>Knoten eines Laufs</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>least</source>
        <translation>kleinster</translation>
    </message>
    <message>
        <source>greatest</source>
        <translation>größter</translation>
    </message>
    <message>
        <source>each</source>
        <translation>einzeln</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>Glättung</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ohne</translation>
    </message>
    <message>
        <source>median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>moving mean</source>
        <translation>gleitendes Mittel</translation>
    </message>
    <message>
        <source>The median of the columns around each, or the mean that forgets the past with a time constant (EWMA)</source>
        <translation>Der Median der Spalten um jede herum oder das Mittel, das Vergangenes mit einer Zeitkonstante vergisst (EWMA)</translation>
    </message>
    <message>
        <source>Extent of the smoothing</source>
        <translation>Stärke der Glättung</translation>
    </message>
    <message>
        <source>&amp;Time from</source>
        <translation>Zeitbez&amp;ug</translation>
    </message>
    <message>
        <source>&amp;Group by</source>
        <translation>G&amp;ruppieren nach</translation>
    </message>
    <message>
        <source>Co&amp;lour by</source>
        <translation>&amp;Farbe nach</translation>
    </message>
    <message>
        <source>&amp;Nodes</source>
        <translation>K&amp;noten</translation>
    </message>
    <message>
        <source>S&amp;moothing</source>
        <translation>G&amp;lättung</translation>
    </message>
    <message>
        <source> columns</source>
        <translation> Spalten</translation>
    </message>
    <message>
        <source>line</source>
        <translation>Linie</translation>
    </message>
</context>
<context>
    <name>millrace::ui::CurvesPanel</name>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Levels</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>Reading series %1 of %2…</source>
        <translation>Reihe %1 von %2 wird gelesen …</translation>
    </message>
    <message>
        <source>No series</source>
        <translation>Keine Reihen</translation>
    </message>
    <message>
        <source>None of the runs that match has series over time. Change the filter above the table; series are measured while runs are made, and come with imported studies.</source>
        <translation>Keiner der passenden Läufe hat Reihen über die Zeit. Den Filter über der Tabelle ändern; Reihen werden gemessen, während Läufe entstehen, und kommen mit importierten Studien.</translation>
    </message>
    <message>
        <source>No series chosen</source>
        <translation>Keine Reihe ausgewählt</translation>
    </message>
    <message>
        <source>Choose the series to plot with the button above.</source>
        <translation>Mit der Schaltfläche oben auswählen, was über die Zeit gezeichnet wird.</translation>
    </message>
    <message>
        <source>Reading the series</source>
        <translation>Die Reihen werden gelesen</translation>
    </message>
    <message>
        <source>This takes a moment.</source>
        <translation>Das dauert einen Moment.</translation>
    </message>
    <message>
        <source>Curves of the runs</source>
        <translation>Kurven der Läufe</translation>
    </message>
    <message>
        <source>Lines of the plots</source>
        <translation>Linien der Diagramme</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Linie</translation>
    </message>
    <message>
        <source>Wrote %1.</source>
        <translation>%1 geschrieben.</translation>
    </message>
    <message>
        <source>All &amp;curves as a table…</source>
        <translation>Alle &amp;Kurven als Tabelle …</translation>
    </message>
    <message>
        <source>CSV files (*.csv);;JSON files (*.json)</source>
        <translation>CSV-Dateien (*.csv);;JSON-Dateien (*.json)</translation>
    </message>
    <message>
        <source>Picture of %1…</source>
        <translation>Bild von %1 …</translation>
    </message>
    <message>
        <source>PNG files (*.png);;SVG files (*.svg);;PDF files (*.pdf);;CSV files (*.csv)</source>
        <translation>PNG-Dateien (*.png);;SVG-Dateien (*.svg);;PDF-Dateien (*.pdf);;CSV-Dateien (*.csv)</translation>
    </message>
</context>
<context>
    <name>millrace::ui::CurvesPanelSeries</name>
    <message>
        <source>Find a series</source>
        <translation>Reihe suchen</translation>
    </message>
    <message>
        <source>Series to draw</source>
        <translation>Zu zeichnende Reihen</translation>
    </message>
    <message>
        <source>Series: %1 of %2</source>
        <translation>Reihen: %1 von %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 (%Ln run(s))</source>
        <translation>
            <numerusform>%1 (%Ln Lauf)</numerusform>
            <numerusform>%1 (%Ln Läufe)</numerusform>
        </translation>
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
    <name>millrace::ui::DistributionPanel</name>
    <message>
        <source>Distribution</source>
        <translation>Verteilung</translation>
    </message>
    <message>
        <source>Packet sizes</source>
        <translation>Paketgrößen</translation>
    </message>
    <message>
        <source>Times between packets</source>
        <translation>Zeiten zwischen Paketen</translation>
    </message>
    <message>
        <source>Flow sizes</source>
        <translation>Flussgrößen</translation>
    </message>
    <message>
        <source>Flow durations</source>
        <translation>Flussdauern</translation>
    </message>
    <message>
        <source>New flows over time</source>
        <translation>Neue Flüsse über der Zeit</translation>
    </message>
    <message>
        <source>Peak and mean load</source>
        <translation>Größte und mittlere Last</translation>
    </message>
</context>
<context>
    <name>millrace::ui::DocumentPage</name>
    <message>
        <source>Untitled</source>
        <translation>Unbenannt</translation>
    </message>
</context>
<context>
    <name>millrace::ui::DryRunJob</name>
    <message>
        <source>the project has no grid of that name</source>
        <translation>im Projekt gibt es kein solches Raster</translation>
    </message>
    <message>
        <source>expanding the grid</source>
        <translation>Raster wird entfaltet</translation>
    </message>
    <message>
        <source>reading earlier runs</source>
        <translation>frühere Läufe werden gelesen</translation>
    </message>
    <message>
        <source>estimating</source>
        <translation>wird geschätzt</translation>
    </message>
</context>
<context>
    <name>millrace::ui::DryRunModel</name>
    <message>
        <source>warm-up</source>
        <translation>Aufwärmlauf</translation>
    </message>
    <message>
        <source>if needed</source>
        <translation>falls nötig</translation>
    </message>
    <message>
        <source>planned</source>
        <translation>geplant</translation>
    </message>
    <message>
        <source>Its results do not count.</source>
        <translation>Seine Ergebnisse zählen nicht.</translation>
    </message>
    <message>
        <source>Made only if the stop rule still asks for it.</source>
        <translation>Wird nur ausgeführt, falls die Stoppregel ihn dann noch verlangt.</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>Position</translation>
    </message>
    <message>
        <source>Repetition</source>
        <translation>Wiederholung</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Takes</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
</context>
<context>
    <name>millrace::ui::DryRunView</name>
    <message>
        <source>Factor %1</source>
        <translation>Faktor %1</translation>
    </message>
    <message>
        <source>Condition %1</source>
        <translation>Bedingung %1</translation>
    </message>
    <message>
        <source>Exclusion %1</source>
        <translation>Ausschluss %1</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>Raster</translation>
    </message>
    <message>
        <source>Dry run</source>
        <translation>Probelauf</translation>
    </message>
    <message>
        <source>No dry run yet</source>
        <translation>Noch kein Probelauf</translation>
    </message>
    <message>
        <source>The runs of the grid are listed here.</source>
        <translation>Hier stehen die Läufe des Rasters.</translation>
    </message>
    <message>
        <source>Runs in this grid</source>
        <translation>Läufe dieses Rasters</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>On the wire</source>
        <translation>Über das Netz</translation>
    </message>
    <message>
        <source>Store grows by</source>
        <translation>Zuwachs des Speichers</translation>
    </message>
    <message>
        <source>Runs in their order</source>
        <translation>Läufe in ihrer Reihenfolge</translation>
    </message>
    <message>
        <source>R&amp;uns</source>
        <translation>Läu&amp;fe</translation>
    </message>
    <message>
        <source>Combinations that are left out</source>
        <translation>Ausgelassene Kombinationen</translation>
    </message>
    <message>
        <source>&amp;Left out</source>
        <translation>Ausg&amp;elassen</translation>
    </message>
    <message>
        <source>between the nodes</source>
        <translation>zwischen den Knoten</translation>
    </message>
    <message numerus="yes">
        <source>by its %n finished run(s)</source>
        <translation>
            <numerusform>geschätzt aus %n beendetem Lauf darin</numerusform>
            <numerusform>geschätzt aus %n beendeten Läufen darin</numerusform>
        </translation>
    </message>
    <message>
        <source>The store could not be read: %1.</source>
        <translation>Der Speicher ließ sich nicht lesen: %1.</translation>
    </message>
    <message>
        <source>R&amp;uns (%1)</source>
        <translation>Läu&amp;fe (%1)</translation>
    </message>
    <message>
        <source>&amp;Left out (%1)</source>
        <translation>Ausg&amp;elassen (%1)</translation>
    </message>
    <message>
        <source>The first %1 of %2 runs are listed.</source>
        <translation>Die ersten %1 von %2 Läufen sind aufgeführt.</translation>
    </message>
    <message>
        <source>No cell is excluded: no condition or exclusion applies.</source>
        <translation>Nichts wird ausgelassen: Es gibt keine Bedingung und keinen Ausschluss, der greift.</translation>
    </message>
    <message>
        <source>The first %1 of %2 combinations are listed.</source>
        <translation>Die ersten %1 von %2 Kombinationen sind aufgeführt.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… und %n weiteres</numerusform>
            <numerusform>… und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>This grid cannot be expanded yet</source>
        <translation>Dieses Raster lässt sich noch nicht in Läufe auflösen</translation>
    </message>
    <message>
        <source>Fix the marked fields to see the runs.</source>
        <translation>Die markierten Felder berichtigen, um die Läufe zu sehen.</translation>
    </message>
    <message>
        <source>Export &amp;operations of this run…</source>
        <translation>&amp;Operationen dieses Laufs exportieren …</translation>
    </message>
    <message>
        <source>Export operations</source>
        <translation>Operationen exportieren</translation>
    </message>
    <message>
        <source>GOAL file (*.goal)</source>
        <translation>GOAL-Datei (*.goal)</translation>
    </message>
    <message>
        <source>Chakra traces, one for each rank (*.et)</source>
        <translation>Chakra-Aufzeichnungen, eine je Rang (*.et)</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>%1 wird geschrieben …</translation>
    </message>
    <message>
        <source>The operations of one step are in %1.</source>
        <translation>Die Operationen eines Schritts sind in %1.</translation>
    </message>
</context>
<context>
    <name>millrace::ui::EditTable</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation>%1 hinzufügen</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Clear the cells</source>
        <translation>Zellen leeren</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Puts cells from a spreadsheet here; missing rows are added</source>
        <translation>Fügt Zellen aus einer Tabellenkalkulation hier ein; fehlende Zeilen kommen hinzu</translation>
    </message>
    <message>
        <source>There is no text to paste.</source>
        <translation>Es gibt keinen Text zum Einfügen.</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) pasted.</source>
        <translation>
            <numerusform>%n Zeile eingefügt.</numerusform>
            <numerusform>%n Zeilen eingefügt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s) have invalid text; they are marked.</source>
        <translation>
            <numerusform>%n Zelle enthält unbrauchbaren Text; sie ist markiert.</numerusform>
            <numerusform>%n Zellen enthalten unbrauchbaren Text; sie sind markiert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s) lay beyond the last column and were left out.</source>
        <translation>
            <numerusform>%n Zelle lag jenseits der letzten Spalte und wurde ausgelassen.</numerusform>
            <numerusform>%n Zellen lagen jenseits der letzten Spalte und wurden ausgelassen.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 in row %2: %3</source>
        <translation>%1 in Zeile %2: %3</translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s) have invalid text; the project keeps the previous values.</source>
        <translation>
            <numerusform>%n Zelle enthält unbrauchbaren Text; das Projekt behält den früheren Wert.</numerusform>
            <numerusform>%n Zellen enthalten unbrauchbaren Text; das Projekt behält die früheren Werte.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::EditTableModel</name>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>Expected yes or no, found “%1”.</source>
        <translation>„%1“ ist weder ja noch nein.</translation>
    </message>
</context>
<context>
    <name>millrace::ui::ErrorBanner</name>
    <message>
        <source>While %1</source>
        <translation>Dabei: %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Meldungen</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>Alle kopieren</translation>
    </message>
    <message>
        <source>Dismiss all</source>
        <translation>Alle schließen</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%n Meldung</numerusform>
            <numerusform>%n Meldungen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::EstimateText</name>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>%1 for %2 of %3 runs</source>
        <translation>%1 für %2 von %3 Läufen</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>mindestens %1</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>etwa %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>up to %1 more for the stop rule</source>
        <translation>bis zu %1 mehr für die Stoppregel</translation>
    </message>
    <message>
        <source>%1 of %2 runs: from earlier runs of the same cell.</source>
        <translation>%1 von %2 Läufen: aus früheren Läufen derselben Zelle.</translation>
    </message>
    <message>
        <source>%1 of %2 runs: from earlier runs of the nearest cells.</source>
        <translation>%1 von %2 Läufen: aus früheren Läufen der nächstliegenden Zellen.</translation>
    </message>
    <message>
        <source>%1 of %2 runs: by the formula, steps × (compute time + bytes ÷ rate) + %3 for each run.</source>
        <translation>%1 von %2 Läufen: nach der Formel Schritte × (Rechenzeit + Bytes ÷ Rate) + %3 je Lauf.</translation>
    </message>
    <message numerus="yes">
        <source>The time for each run was measured on %n earlier run(s).</source>
        <translation>
            <numerusform>Die Zeit je Lauf wurde an %n früheren Lauf gemessen.</numerusform>
            <numerusform>Die Zeit je Lauf wurde an %n früheren Läufen gemessen.</numerusform>
        </translation>
    </message>
    <message>
        <source>The time for each run is an assumption: no run was measured yet.</source>
        <translation>Die Zeit je Lauf ist eine Annahme: Noch wurde kein Lauf gemessen.</translation>
    </message>
    <message>
        <source>%1 of %2 runs: unknown, no data to estimate from.</source>
        <translation>%1 von %2 Läufen: unbekannt, es fehlt jeder Anhaltspunkt.</translation>
    </message>
    <message>
        <source>How much the store grows is known after the first runs.</source>
        <translation>Wie viel der Speicher wächst, ist nach den ersten Läufen bekannt.</translation>
    </message>
    <message>
        <source>Worked out for %1 of %2 cells.</source>
        <translation>Berechnet für %1 von %2 Zellen.</translation>
    </message>
    <message>
        <source>This version cannot make all of these runs: %1.</source>
        <translation>Diese Version kann nicht alle diese Läufe ausführen: %1.</translation>
    </message>
    <message>
        <source> (%1 to %2)</source>
        <translation> (%1 bis %2)</translation>
    </message>
    <message numerus="yes">
        <source>Mean of %n earlier run(s) of the same cell</source>
        <translation>
            <numerusform>Mittel aus %n früheren Lauf derselben Zelle</numerusform>
            <numerusform>Mittel aus %n früheren Läufen derselben Zelle</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mean of %n earlier run(s) that differ in: %1</source>
        <translation>
            <numerusform>Mittel aus %n früheren Lauf, der abweicht in: %1</numerusform>
            <numerusform>Mittel aus %n früheren Läufen, die abweichen in: %1</numerusform>
        </translation>
    </message>
    <message>
        <source>At least: steps × (compute time + bytes ÷ rate) + the time for each run</source>
        <translation>Mindestens: Schritte × (Rechenzeit + Bytes ÷ Rate) + die Zeit je Lauf</translation>
    </message>
    <message>
        <source>Unknown: no data to estimate from</source>
        <translation>Unbekannt: Es fehlt jeder Anhaltspunkt</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 Läufe</translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s)</source>
        <translation>
            <numerusform>%n Zelle</numerusform>
            <numerusform>%n Zellen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 cells</source>
        <translation>%1 Zellen</translation>
    </message>
    <message numerus="yes">
        <source>, and %n warm-up(s)</source>
        <translation>
            <numerusform>, dazu %n Aufwärmlauf</numerusform>
            <numerusform>, dazu %n Aufwärmläufe</numerusform>
        </translation>
    </message>
    <message>
        <source>, up to %1 more by the stop rule</source>
        <translation>, bis zu %1 weitere durch die Stoppregel</translation>
    </message>
    <message>
        <source>; %1 of %2 combinations left out</source>
        <translation>; %1 von %2 Kombinationen ausgelassen</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 runs: by the simulation, corrected by what %n earlier run(s) took.</source>
        <translation>
            <numerusform>%1 von %2 Läufen: durch Simulation, berichtigt mit der Dauer von einem früheren Lauf.</numerusform>
            <numerusform>%1 von %2 Läufen: durch Simulation, berichtigt mit der Dauer von %n früheren Läufen.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 runs: by the simulation, without any run to correct it: up to %3 % off.</source>
        <translation>%1 von %2 Läufen: durch Simulation, ohne einen Lauf, der sie berichtigt: bis zu %3 % daneben.</translation>
    </message>
    <message numerus="yes">
        <source>By the simulation, corrected by %n earlier run(s)</source>
        <translation>
            <numerusform>Durch Simulation, berichtigt mit einem früheren Lauf</numerusform>
            <numerusform>Durch Simulation, berichtigt mit %n früheren Läufen</numerusform>
        </translation>
    </message>
    <message>
        <source>By the simulation, without any run to correct it</source>
        <translation>Durch Simulation, ohne einen Lauf, der sie berichtigt</translation>
    </message>
    <message>
        <source>They cost at most %1 by the prices of the project.</source>
        <translation>Sie kosten nach den Preisen des Projekts höchstens %1.</translation>
    </message>
    <message>
        <source>Their cost is not known: time or bytes are not.</source>
        <translation>Ihre Kosten sind nicht bekannt: Zeit oder Bytes sind es nicht.</translation>
    </message>
    <message>
        <source>Their cost is not known: %1.</source>
        <translation>Ihre Kosten sind nicht bekannt: %1.</translation>
    </message>
    <message>
        <source>Run refuses them: %1.</source>
        <translation>Ausführen lehnt sie ab: %1.</translation>
    </message>
    <message>
        <source>%1 of %2 runs: by calculating the first steps of some of them now.</source>
        <translation>%1 von %2 Läufen: die ersten Schritte einiger von ihnen wurden jetzt berechnet.</translation>
    </message>
    <message>
        <source>By calculating the first steps of some cells now</source>
        <translation>Die ersten Schritte einiger Zellen wurden jetzt berechnet</translation>
    </message>
</context>
<context>
    <name>millrace::ui::ExclusionModel</name>
    <message>
        <source>Left out when</source>
        <translation>Ausgelassen, wenn</translation>
    </message>
    <message>
        <source>Leaves out</source>
        <translation>Lässt aus</translation>
    </message>
    <message>
        <source>In words</source>
        <translation>In Worten</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Edit exclusion</source>
        <translation>Ausschluss bearbeiten</translation>
    </message>
    <message numerus="yes">
        <source>Paste %n exclusion(s)</source>
        <translation>
            <numerusform>%n Ausschluss einfügen</numerusform>
            <numerusform>%n Ausschlüsse einfügen</numerusform>
        </translation>
    </message>
    <message>
        <source>Add exclusion</source>
        <translation>Ausschluss hinzufügen</translation>
    </message>
    <message numerus="yes">
        <source>Duplicate %n exclusion(s)</source>
        <translation>
            <numerusform>%n Ausschluss duplizieren</numerusform>
            <numerusform>%n Ausschlüsse duplizieren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n exclusion(s)</source>
        <translation>
            <numerusform>%n Ausschluss verschieben</numerusform>
            <numerusform>%n Ausschlüsse verschieben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %n exclusion(s)</source>
        <translation>
            <numerusform>%n Ausschluss entfernen</numerusform>
            <numerusform>%n Ausschlüsse entfernen</numerusform>
        </translation>
    </message>
    <message>
        <source>for example strategy == &quot;RING&quot; and loss &gt; 1%</source>
        <translation>zum Beispiel strategy == &quot;RING&quot; and loss &gt; 1%</translation>
    </message>
</context>
<context>
    <name>millrace::ui::ExtrasModel</name>
    <message>
        <source>Remove option</source>
        <translation>Option entfernen</translation>
    </message>
    <message>
        <source>An option needs a name.</source>
        <translation>Eine Option braucht einen Namen.</translation>
    </message>
    <message>
        <source>Duplicate option “%1”.</source>
        <translation>Die Option „%1“ kommt doppelt vor.</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Edit option</source>
        <translation>Option bearbeiten</translation>
    </message>
    <message>
        <source>Option</source>
        <translation>Option</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>The option “%1” has its own field above.</source>
        <translation>Für die Option „%1“ gibt es oben ein eigenes Feld.</translation>
    </message>
</context>
<context>
    <name>millrace::ui::FactorModel</name>
    <message>
        <source>Factor</source>
        <translation>Faktor</translation>
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
        <source>Former level</source>
        <translation>Frühere Stufe</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>bit/s</source>
        <translation>bit/s</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Edit factor</source>
        <translation>Faktor bearbeiten</translation>
    </message>
    <message numerus="yes">
        <source>Paste %n factor(s)</source>
        <translation>
            <numerusform>%n Faktor einfügen</numerusform>
            <numerusform>%n Faktoren einfügen</numerusform>
        </translation>
    </message>
    <message>
        <source>Add factor</source>
        <translation>Faktor hinzufügen</translation>
    </message>
    <message numerus="yes">
        <source>Duplicate %n factor(s)</source>
        <translation>
            <numerusform>%n Faktor duplizieren</numerusform>
            <numerusform>%n Faktoren duplizieren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n factor(s)</source>
        <translation>
            <numerusform>%n Faktor verschieben</numerusform>
            <numerusform>%n Faktoren verschieben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %n factor(s)</source>
        <translation>
            <numerusform>%n Faktor entfernen</numerusform>
            <numerusform>%n Faktoren entfernen</numerusform>
        </translation>
    </message>
    <message>
        <source>for example %1</source>
        <translation>zum Beispiel %1</translation>
    </message>
    <message>
        <source>for example a, b</source>
        <translation>zum Beispiel a, b</translation>
    </message>
</context>
<context>
    <name>millrace::ui::FailureModel</name>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Was geschah</translation>
    </message>
    <message>
        <source>Which runs</source>
        <translation>Welche Läufe</translation>
    </message>
</context>
<context>
    <name>millrace::ui::FailureView</name>
    <message>
        <source>Retr&amp;y These Runs</source>
        <translation>Diese Läufe &amp;wiederholen</translation>
    </message>
    <message>
        <source>Show in the Queu&amp;e</source>
        <translation>In der R&amp;eihe zeigen</translation>
    </message>
    <message>
        <source>&amp;Copy Details</source>
        <translation>Einzelheiten &amp;kopieren</translation>
    </message>
    <message>
        <source>No failures</source>
        <translation>Keine Fehlschläge</translation>
    </message>
    <message>
        <source>Runs that failed, or whose conditions were not met, are listed here with a remedy.</source>
        <translation>Läufe, die fehlschlagen oder deren Bedingungen nicht eingehalten wurden, stehen hier, und was zu tun ist.</translation>
    </message>
    <message>
        <source>Failures, equal ones on one line</source>
        <translation>Fehlschläge, gleiche in einer Zeile</translation>
    </message>
    <message>
        <source>Details of the failure</source>
        <translation>Einzelheiten zum Fehlschlag</translation>
    </message>
    <message>
        <source>Kind:     %1 (%2)</source>
        <translation>Art:      %1 (%2)</translation>
    </message>
    <message>
        <source>Runs:     %1</source>
        <translation>Läufe:    %1</translation>
    </message>
    <message>
        <source>Host:     %1</source>
        <translation>Rechner:  %1</translation>
    </message>
    <message>
        <source>Process:  %1, ended with %2</source>
        <translation>Prozess:  %1, endete mit %2</translation>
    </message>
    <message>
        <source>Command:  %1</source>
        <translation>Befehl:   %1</translation>
    </message>
    <message>
        <source>Its standard error is empty.</source>
        <translation>Er schrieb nichts in die Fehlerausgabe.</translation>
    </message>
    <message>
        <source>Last lines of its standard error:</source>
        <translation>Letzte Zeilen seiner Fehlerausgabe:</translation>
    </message>
</context>
<context>
    <name>millrace::ui::FigurePair</name>
    <message>
        <source>The study has no such figure.</source>
        <translation>Die Studie zeigt keine solche Abbildung.</translation>
    </message>
    <message>
        <source>It is right as it was published.</source>
        <translation>Sie stimmt so, wie sie veröffentlicht wurde.</translation>
    </message>
    <message>
        <source>The numbers are in the table below.</source>
        <translation>Die Zahlen stehen in der Tabelle unten.</translation>
    </message>
    <message>
        <source>As published</source>
        <translation>Wie veröffentlicht</translation>
    </message>
    <message>
        <source>As measured</source>
        <translation>Wie gemessen</translation>
    </message>
    <message>
        <source>Not published</source>
        <translation>Nicht veröffentlicht</translation>
    </message>
    <message>
        <source>No other figure</source>
        <translation>Keine andere Abbildung</translation>
    </message>
</context>
<context>
    <name>millrace::ui::FigurePanel</name>
    <message>
        <source>Kind of figure</source>
        <translation>Art der Abbildung</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>Along the axis</source>
        <translation>Entlang der Achse</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>Reihen</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>of runs</source>
        <translation>je Lauf</translation>
    </message>
    <message>
        <source>of steps</source>
        <translation>je Schritt</translation>
    </message>
    <message>
        <source>Box plots and distributions can show the time of every step instead of one value per run</source>
        <translation>Boxplots und Verteilungen können die Zeit jedes Schrittes zeigen statt eines Wertes je Lauf</translation>
    </message>
    <message>
        <source>&amp;Kind</source>
        <translation>A&amp;rt</translation>
    </message>
    <message>
        <source>&amp;Metric</source>
        <translation>&amp;Kennzahl</translation>
    </message>
    <message>
        <source>&amp;Along x</source>
        <translation>Entlang &amp;x</translation>
    </message>
    <message>
        <source>&amp;Series</source>
        <translation>Re&amp;ihen</translation>
    </message>
    <message>
        <source>&amp;Values</source>
        <translation>&amp;Werte</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ohne</translation>
    </message>
    <message>
        <source>Computing the figure</source>
        <translation>Die Abbildung wird berechnet</translation>
    </message>
    <message>
        <source>This takes a moment.</source>
        <translation>Das dauert einen Moment.</translation>
    </message>
</context>
<context>
    <name>millrace::ui::FigureView</name>
    <message>
        <source>Numbers of the figure</source>
        <translation>Zahlen der Abbildung</translation>
    </message>
    <message>
        <source>Exporting</source>
        <translation>Export</translation>
    </message>
    <message>
        <source>No figure yet</source>
        <translation>Noch keine Abbildung</translation>
    </message>
    <message>
        <source>Choose what is to be drawn.</source>
        <translation>Auswählen, was gezeichnet werden soll.</translation>
    </message>
    <message>
        <source>As &amp;table</source>
        <translation>Als &amp;Tabelle</translation>
    </message>
    <message>
        <source>The same numbers as a table</source>
        <translation>Dieselben Zahlen als Tabelle</translation>
    </message>
    <message>
        <source>Export &amp;figure</source>
        <translation>Abbildung &amp;exportieren</translation>
    </message>
    <message>
        <source>&amp;SVG…</source>
        <translation>&amp;SVG …</translation>
    </message>
    <message>
        <source>P&amp;DF…</source>
        <translation>P&amp;DF …</translation>
    </message>
    <message>
        <source>&amp;PNG, %1 dots per inch…</source>
        <translation>&amp;PNG, %1 Punkte je Zoll …</translation>
    </message>
    <message>
        <source>Numbers as &amp;CSV…</source>
        <translation>Zahlen als &amp;CSV …</translation>
    </message>
    <message>
        <source>Copy &amp;image</source>
        <translation>Bild k&amp;opieren</translation>
    </message>
    <message>
        <source>Copy &amp;numbers</source>
        <translation>&amp;Zahlen kopieren</translation>
    </message>
    <message>
        <source>%1 files (*.%2)</source>
        <translation>%1-Dateien (*.%2)</translation>
    </message>
    <message>
        <source>Wrote %1.</source>
        <translation>%1 geschrieben.</translation>
    </message>
    <message>
        <source>The figure is in the clipboard.</source>
        <translation>Die Abbildung ist in der Zwischenablage.</translation>
    </message>
    <message>
        <source>The numbers of the figure are in the clipboard, as CSV.</source>
        <translation>Die Zahlen der Abbildung sind als CSV in der Zwischenablage.</translation>
    </message>
    <message>
        <source>No data</source>
        <translation>Nichts zu zeigen</translation>
    </message>
</context>
<context>
    <name>millrace::ui::FilterBar</name>
    <message>
        <source>Filter: loss=1% RING step_mean&lt;100ms</source>
        <translation>Filter: loss=1% RING step_mean&lt;100ms</translation>
    </message>
    <message>
        <source>Filter of runs</source>
        <translation>Läufe filtern</translation>
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
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Show all runs</source>
        <translation>Alle Läufe zeigen</translation>
    </message>
    <message>
        <source>All campaigns</source>
        <translation>Alle Kampagnen</translation>
    </message>
    <message>
        <source>All states</source>
        <translation>Alle Zustände</translation>
    </message>
    <message>
        <source>Levels of %1</source>
        <translation>Stufen von %1</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Levels of the other factors</source>
        <translation>Stufen der übrigen Faktoren</translation>
    </message>
    <message>
        <source>Show only some levels of %1</source>
        <translation>Nur einige Stufen von %1 zeigen</translation>
    </message>
    <message>
        <source>Words that a run must have in its levels or its state, and comparisons:
loss=1%  strategy!=RING  step_mean&lt;100ms  state=failed  campaign=2  run=9  !STAR
Several values of one name are alternatives: loss=0% loss=1%. Texts of errors: error=closed</source>
        <translation>Wörter, die ein Lauf in seinen Stufen oder seinem Zustand haben muss, und Vergleiche:
loss=1%  strategy!=RING  step_mean&lt;100ms  state=failed  campaign=2  run=9  !STAR
Mehrere Werte eines Namens sind Alternativen: loss=0% loss=1%. Texte von Fehlern: error=closed</translation>
    </message>
    <message>
        <source>%1 · %2, %3</source>
        <translation>%1 · %2, %3</translation>
    </message>
    <message numerus="yes">
        <source>%1 (%Ln run(s))</source>
        <translation>
            <numerusform>%1 (%Ln Lauf)</numerusform>
            <numerusform>%1 (%Ln Läufe)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::FocusBar</name>
    <message>
        <source>Clear all</source>
        <translation>Alles aufheben</translation>
    </message>
    <message>
        <source>Everything is shown. Select rows below, or mark a time in the plot by dragging with Shift.</source>
        <translation>Alles wird gezeigt. Wähle unten Zeilen aus oder markiere im Bild eine Zeit durch Ziehen mit der Umschalttaste.</translation>
    </message>
    <message>
        <source>%1: press to take this away</source>
        <translation>%1: drücken, um dies wegzunehmen</translation>
    </message>
    <message>
        <source>Take away: %1</source>
        <translation>Wegnehmen: %1</translation>
    </message>
</context>
<context>
    <name>millrace::ui::GateForm</name>
    <message>
        <source>&amp;Gate: tolerances of the measured conditions</source>
        <translation>Prüfung: &amp;Toleranzen der gemessenen Bedingungen</translation>
    </message>
    <message>
        <source>Show the tolerances of the gate</source>
        <translation>Toleranzen der Prüfung zeigen</translation>
    </message>
    <message>
        <source>A run that misses its conditions is invali&amp;d</source>
        <translation>Ein Lauf, der seine Bedingungen verfehlt, ist &amp;ungültig</translation>
    </message>
    <message>
        <source>Change gate</source>
        <translation>Prüfung ändern</translation>
    </message>
    <message>
        <source>Change tolerance</source>
        <translation>Toleranz ändern</translation>
    </message>
    <message>
        <source>Round trip, relative</source>
        <translation>Umlaufzeit, relativ</translation>
    </message>
    <message>
        <source>Round trip, always allowed</source>
        <translation>Umlaufzeit, immer zulässig</translation>
    </message>
    <message>
        <source>Rate, relative</source>
        <translation>Rate, relativ</translation>
    </message>
    <message>
        <source>Loss, confidence of the interval</source>
        <translation>Verlust, Konfidenz des Intervalls</translation>
    </message>
    <message>
        <source>Switch, 99th percentile of lateness</source>
        <translation>Switch, 99. Perzentil der Verspätung</translation>
    </message>
    <message>
        <source>Cross traffic, relative</source>
        <translation>Querverkehr, relativ</translation>
    </message>
    <message>
        <source>&amp;Probe every pair of nodes</source>
        <translation>Jedes &amp;Paar von Knoten messen</translation>
    </message>
</context>
<context>
    <name>millrace::ui::GridEditor</name>
    <message>
        <source>factor</source>
        <translation>Faktor</translation>
    </message>
    <message>
        <source>condition</source>
        <translation>Bedingung</translation>
    </message>
    <message>
        <source>exclusion</source>
        <translation>Ausschluss</translation>
    </message>
    <message>
        <source>No factors yet: add one.</source>
        <translation>Noch wird nichts variiert: einen Faktor hinzufügen.</translation>
    </message>
    <message>
        <source>No condition: every combination is in.</source>
        <translation>Keine Bedingung: Jede Kombination ist dabei.</translation>
    </message>
    <message>
        <source>No exclusion.</source>
        <translation>Kein Ausschluss.</translation>
    </message>
    <message>
        <source>Factors</source>
        <translation>Faktoren</translation>
    </message>
    <message>
        <source>what is varied, and its levels: 0, 1%, 5%</source>
        <translation>was variiert wird, mit seinen Stufen: 0, 1%, 5%</translation>
    </message>
    <message>
        <source>Conditions</source>
        <translation>Bedingungen</translation>
    </message>
    <message>
        <source>must be true for every cell</source>
        <translation>müssen für jede Zelle gelten</translation>
    </message>
    <message>
        <source>Exclusions</source>
        <translation>Ausschlüsse</translation>
    </message>
    <message>
        <source>combinations that are left out</source>
        <translation>Kombinationen, die ausgelassen werden</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Paste levels</source>
        <translation>Stufen einfügen</translation>
    </message>
    <message>
        <source>The lines of the clipboard become the levels of the current factor (Ctrl+Shift+V)</source>
        <translation>Die Zeilen der Zwischenablage werden zu den Stufen des aktuellen Faktors (Ctrl+Shift+V)</translation>
    </message>
</context>
<context>
    <name>millrace::ui::GridForm</name>
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
        <source>Each block is one repetition of all cells in a shuffled order. Drift of the machine then meets all cells alike.</source>
        <translation>Jeder Block ist eine Wiederholung aller Zellen in gemischter Reihenfolge. Drift des Rechners trifft dann alle Zellen gleich.</translation>
    </message>
    <message>
        <source>The last factor varies fastest, the repetitions of a cell follow each other. Drift over time is confounded with differences between cells.</source>
        <translation>Der letzte Faktor wechselt am schnellsten, die Wiederholungen einer Zelle folgen aufeinander. Drift sieht wie ein Unterschied zwischen Zellen aus.</translation>
    </message>
    <message>
        <source>All runs in one shuffle. Repetitions of a cell may come close together.</source>
        <translation>Alle Läufe zusammen gemischt. Wiederholungen einer Zelle können dicht beieinander liegen.</translation>
    </message>
    <message>
        <source>Name of the grid</source>
        <translation>Name des Rasters</translation>
    </message>
    <message>
        <source>Rename grid</source>
        <translation>Raster umbenennen</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>&amp;Cluster</source>
        <translation>&amp;Cluster</translation>
    </message>
    <message>
        <source>Choose cluster</source>
        <translation>Cluster wählen</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>&amp;Workload</source>
        <translation>&amp;Last</translation>
    </message>
    <message>
        <source>Choose workload</source>
        <translation>Last wählen</translation>
    </message>
    <message>
        <source>Repetitions of each cell</source>
        <translation>Wiederholungen jeder Zelle</translation>
    </message>
    <message>
        <source>Change repetitions</source>
        <translation>Wiederholungen ändern</translation>
    </message>
    <message>
        <source>&amp;Repetitions</source>
        <translation>&amp;Wiederholungen</translation>
    </message>
    <message>
        <source>Repeat until the result is certain enough</source>
        <translation>Wiederholen, bis das Ergebnis sicher genug ist</translation>
    </message>
    <message>
        <source>Repeat un&amp;til the result is certain enough</source>
        <translation>Wiederholen, bis das Ergebnis sicher &amp;genug ist</translation>
    </message>
    <message>
        <source>Change stop rule</source>
        <translation>Stoppregel ändern</translation>
    </message>
    <message>
        <source>Result that decides</source>
        <translation>Ergebnis, das entscheidet</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Half-width of the 95 % interval</source>
        <translation>Halbe Breite des 95-%-Intervalls</translation>
    </message>
    <message>
        <source>At least so many runs</source>
        <translation>Mindestens so viele Läufe</translation>
    </message>
    <message>
        <source>At most so many runs</source>
        <translation>Höchstens so viele Läufe</translation>
    </message>
    <message>
        <source>Order of the runs</source>
        <translation>Reihenfolge der Läufe</translation>
    </message>
    <message>
        <source>&amp;Order</source>
        <translation>&amp;Reihenfolge</translation>
    </message>
    <message>
        <source>Change order</source>
        <translation>Reihenfolge ändern</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>“%1” is not a whole number from 0 to 18446744073709551615.</source>
        <translation>„%1“ ist keine ganze Zahl von 0 bis 18446744073709551615.</translation>
    </message>
    <message>
        <source>Change seed</source>
        <translation>Startwert ändern</translation>
    </message>
    <message>
        <source>&amp;Seed</source>
        <translation>&amp;Startwert</translation>
    </message>
    <message>
        <source>The same repetition has the same seed in all cells</source>
        <translation>Dieselbe Wiederholung hat in allen Zellen denselben Startwert</translation>
    </message>
    <message>
        <source>&amp;Paired: the same repetition has the same seed in all cells</source>
        <translation>Ge&amp;paart: Dieselbe Wiederholung hat in allen Zellen denselben Startwert</translation>
    </message>
    <message>
        <source>Change paired seeds</source>
        <translation>Gepaarte Startwerte ändern</translation>
    </message>
    <message>
        <source>Warm-up runs, whose results are not counted</source>
        <translation>Aufwärmläufe, deren Ergebnisse nicht zählen</translation>
    </message>
    <message>
        <source>Change warm-up runs</source>
        <translation>Aufwärmläufe ändern</translation>
    </message>
    <message>
        <source>W&amp;arm-up runs</source>
        <translation>Aufwär&amp;mläufe</translation>
    </message>
    <message>
        <source>The stop rule decides how often a cell is repeated.</source>
        <translation>Die Stoppregel entscheidet, wie oft eine Zelle wiederholt wird.</translation>
    </message>
    <message>
        <source>Bu&amp;dget, $</source>
        <translation>Bu&amp;dget, $</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Dead&amp;line of all runs</source>
        <translation>&amp;Frist aller Läufe</translation>
    </message>
    <message>
        <source>Change limits</source>
        <translation>Grenzen ändern</translation>
    </message>
</context>
<context>
    <name>millrace::ui::GroupPanel</name>
    <message>
        <source>Groups of runs</source>
        <translation>Gruppen von Läufen</translation>
    </message>
    <message>
        <source>Factors whose levels distinguish the groups</source>
        <translation>Faktoren, deren Stufen die Gruppen unterscheiden</translation>
    </message>
    <message>
        <source>Export &amp;groups…</source>
        <translation>&amp;Gruppen exportieren …</translation>
    </message>
    <message>
        <source>All runs together</source>
        <translation>Alle Läufe zusammen</translation>
    </message>
    <message>
        <source>By %1</source>
        <translation>Nach %1</translation>
    </message>
    <message>
        <source>CSV files (*.csv);;JSON files (*.json)</source>
        <translation>CSV-Dateien (*.csv);;JSON-Dateien (*.json)</translation>
    </message>
    <message>
        <source>Wrote %1.</source>
        <translation>%1 geschrieben.</translation>
    </message>
    <message>
        <source>Computing the groups…</source>
        <translation>Die Gruppen werden berechnet…</translation>
    </message>
    <message>
        <source>The groups could not be computed.</source>
        <translation>Die Gruppen konnten nicht berechnet werden.</translation>
    </message>
    <message>
        <source>No run matches.</source>
        <translation>Kein Lauf passt.</translation>
    </message>
    <message numerus="yes">
        <source>None of the %Ln run(s) that match counts: only runs that are done do, and no warm-up runs.</source>
        <translation>
            <numerusform>Der %Ln passende Lauf zählt nicht: nur fertige Läufe zählen, und keine Aufwärmläufe.</numerusform>
            <numerusform>Keiner der %Ln passenden Läufe zählt: nur fertige Läufe zählen, und keine Aufwärmläufe.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::HostKeyDialog</name>
    <message>
        <source>Unknown machine</source>
        <translation>Unbekannter Rechner</translation>
    </message>
    <message>
        <source>Is this really %1?</source>
        <translation>Ist das wirklich %1?</translation>
    </message>
    <message>
        <source>This is the first connection from here. Compare the fingerprint with the one published by its administrator, or with the output of this command on the machine itself:</source>
        <translation>Von hier aus gab es noch keine Verbindung dorthin, daher kann nur der Schlüssel Auskunft geben. Den Fingerabdruck mit der Angabe der Systemverwaltung vergleichen oder mit dem, was dieser Befehl auf dem Rechner selbst ausgibt:</translation>
    </message>
    <message>
        <source>Host:</source>
        <translation>Rechner:</translation>
    </message>
    <message>
        <source>%1, port %2</source>
        <translation>%1, Port %2</translation>
    </message>
    <message>
        <source>Kind of key:</source>
        <translation>Art des Schlüssels:</translation>
    </message>
    <message>
        <source>Fingerprint:</source>
        <translation>Fingerabdruck:</translation>
    </message>
    <message>
        <source>If it differs, someone may intercept the connection: cancel. Nothing was sent yet.</source>
        <translation>Weicht er ab, sitzt womöglich jemand zwischen hier und dem Rechner: dann abbrechen. Noch wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>Connect and &amp;remember</source>
        <translation>Verbinden und &amp;merken</translation>
    </message>
    <message>
        <source>Adds the key to %1</source>
        <translation>Fügt den Schlüssel zu %1 hinzu</translation>
    </message>
    <message>
        <source>&amp;Only this time</source>
        <translation>&amp;Nur dieses Mal</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message numerus="yes">
        <source>%n more machine(s) will ask.</source>
        <translation>
            <numerusform>%n weitere Maschine wird fragen.</numerusform>
            <numerusform>%n weitere Maschinen werden fragen.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::HostModel</name>
    <message>
        <source>Host</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Reached by ssh as</source>
        <translation>Über ssh erreicht als</translation>
    </message>
    <message>
        <source>Slots</source>
        <translation>Plätze</translation>
    </message>
    <message>
        <source>Address for the experiment</source>
        <translation>Adresse für den Versuch</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
</context>
<context>
    <name>millrace::ui::ImportDialog</name>
    <message>
        <source>Import nodes</source>
        <translation>Knoten importieren</translation>
    </message>
    <message>
        <source>The list as text</source>
        <translation>Die Liste als Text</translation>
    </message>
    <message>
        <source>Or paste a list here, for example
  node[01-04,07]
  10.0.0.1 slots=4
  [workers]
  w[1:8].example.org</source>
        <translation>Oder hier eine Liste einfügen, zum Beispiel
  node[01-04,07]
  10.0.0.1 slots=4
  [workers]
  w[1:8].example.org</translation>
    </message>
    <message>
        <source>What could not be understood</source>
        <translation>Was nicht zu verstehen war</translation>
    </message>
    <message>
        <source>Choose a &amp;file…</source>
        <translation>&amp;Datei wählen …</translation>
    </message>
    <message>
        <source>Your &amp;ssh configuration</source>
        <translation>Eigene &amp;ssh-Konfiguration</translation>
    </message>
    <message>
        <source>Detect</source>
        <translation>Wonach es aussieht</translation>
    </message>
    <message>
        <source>Tick &amp;all</source>
        <translation>&amp;Alle ankreuzen</translation>
    </message>
    <message>
        <source>Tick &amp;none</source>
        <translation>&amp;Keine ankreuzen</translation>
    </message>
    <message>
        <source>It is &amp;read as:</source>
        <translation>Gelesen a&amp;ls:</translation>
    </message>
    <message>
        <source>Only the &amp;group:</source>
        <translation>Nur die &amp;Gruppe:</translation>
    </message>
    <message>
        <source>Hosts that were found</source>
        <translation>Gefundene Rechner</translation>
    </message>
    <message>
        <source>The hosts found are listed here before anything is imported.</source>
        <translation>Hier stehen die gefundenen Rechner, bevor etwas importiert wird.</translation>
    </message>
    <message numerus="yes">
        <source>Replace the %n node(s) that the cluster has now</source>
        <translation>
            <numerusform>Den %n Knoten ersetzen, den der Cluster jetzt hat</numerusform>
            <numerusform>Die %n Knoten ersetzen, die der Cluster jetzt hat</numerusform>
        </translation>
    </message>
    <message>
        <source>A list of machines</source>
        <translation>Eine Liste von Rechnern</translation>
    </message>
    <message>
        <source>Detected: %1</source>
        <translation>Wonach es aussieht: %1</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 (%2 times)</source>
        <translation>%1 (%2-mal)</translation>
    </message>
    <message numerus="yes">
        <source>&amp;Import %n node(s)</source>
        <translation>
            <numerusform>%n Knoten &amp;importieren</numerusform>
            <numerusform>%n Knoten &amp;importieren</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Import</source>
        <translation>&amp;Importieren</translation>
    </message>
    <message numerus="yes">
        <source>Import %n node(s)</source>
        <translation>
            <numerusform>%n Knoten importieren</numerusform>
            <numerusform>%n Knoten importieren</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::ImportModel</name>
    <message>
        <source>was there</source>
        <translation>war schon da</translation>
    </message>
    <message>
        <source>stored</source>
        <translation>gespeichert</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Issues</source>
        <translation>Meldungen</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>ausgelassen</translation>
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
    <name>millrace::ui::JobStrip</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>millrace::ui::LaneView</name>
    <message>
        <source>Flows over time</source>
        <translation>Flüsse über der Zeit</translation>
    </message>
    <message>
        <source>No flow is in what is selected above.</source>
        <translation>In der Auswahl oben liegt kein Fluss.</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>%1
%2 packets, %3, %4</source>
        <translation>%1
%2 Pakete, %3, %4</translation>
    </message>
</context>
<context>
    <name>millrace::ui::LegendModel</name>
    <message>
        <source>%1: click to hide it</source>
        <translation>%1: zum Ausblenden klicken</translation>
    </message>
    <message>
        <source>%1 is hidden: click to show it</source>
        <translation>%1 ist ausgeblendet: zum Einblenden klicken</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>Reihe</translation>
    </message>
</context>
<context>
    <name>millrace::ui::LevelText</name>
    <message>
        <source>A factor needs at least one level.</source>
        <translation>Ein Faktor braucht mindestens eine Stufe.</translation>
    </message>
    <message>
        <source>Duplicate level “%1”.</source>
        <translation>Die Stufe „%1“ kommt doppelt vor.</translation>
    </message>
    <message>
        <source>“%1” is not a range; write 1..5 or 10ms..50ms step 10ms.</source>
        <translation>„%1“ ist kein Bereich; möglich ist 1..5 oder 10ms..50ms step 10ms.</translation>
    </message>
    <message>
        <source>The range “%1” needs a step, for example “step %2”.</source>
        <translation>Der Bereich „%1“ braucht eine Schrittweite, zum Beispiel „step %2“.</translation>
    </message>
    <message>
        <source>The range “%1” runs backwards.</source>
        <translation>Der Bereich „%1“ läuft rückwärts.</translation>
    </message>
    <message>
        <source>The range “%1” has too many levels.</source>
        <translation>Der Bereich „%1“ hat zu viele Stufen.</translation>
    </message>
</context>
<context>
    <name>millrace::ui::LinkModel</name>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Nach</translation>
    </message>
    <message>
        <source>Both ways</source>
        <translation>Beide Richtungen</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>Delay</source>
        <translation>Verzögerung</translation>
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
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message numerus="yes">
        <source>Edit %n link(s)</source>
        <translation>
            <numerusform>%n Verbindung bearbeiten</numerusform>
            <numerusform>%n Verbindungen bearbeiten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Paste %n link(s)</source>
        <translation>
            <numerusform>%n Verbindung einfügen</numerusform>
            <numerusform>%n Verbindungen einfügen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %n link(s)</source>
        <translation>
            <numerusform>%n Verbindung hinzufügen</numerusform>
            <numerusform>%n Verbindungen hinzufügen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Duplicate %n link(s)</source>
        <translation>
            <numerusform>%n Verbindung duplizieren</numerusform>
            <numerusform>%n Verbindungen duplizieren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n link(s)</source>
        <translation>
            <numerusform>%n Verbindung verschieben</numerusform>
            <numerusform>%n Verbindungen verschieben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %n link(s)</source>
        <translation>
            <numerusform>%n Verbindung entfernen</numerusform>
            <numerusform>%n Verbindungen entfernen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::LogModel</name>
    <message>
        <source>output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>stderr</source>
        <translation>stderr</translation>
    </message>
    <message>
        <source>⚠ warning</source>
        <translation>⚠ Warnung</translation>
    </message>
    <message>
        <source>✗ error</source>
        <translation>✗ Fehler</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Prozess</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Schwere</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
</context>
<context>
    <name>millrace::ui::LogView</name>
    <message>
        <source>Lines that the processes of the run wrote</source>
        <translation>Zeilen, die die Prozesse des Laufs schrieben</translation>
    </message>
    <message>
        <source>No lines yet. What the processes on the nodes write is shown here as it comes.</source>
        <translation>Noch keine Zeilen. Was die Prozesse auf den Knoten schreiben, erscheint hier laufend.</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Search the lines</source>
        <translation>Zeilen durchsuchen</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Voriger Treffer</translation>
    </message>
    <message>
        <source>Shift+F3</source>
        <translation>Shift+F3</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Nächster Treffer</translation>
    </message>
    <message>
        <source>F3</source>
        <translation>F3</translation>
    </message>
    <message>
        <source>Lines of this node</source>
        <translation>Zeilen dieses Knotens</translation>
    </message>
    <message>
        <source>Lines of this process</source>
        <translation>Zeilen dieses Prozesses</translation>
    </message>
    <message>
        <source>Lines of this level and above</source>
        <translation>Zeilen ab dieser Schwere</translation>
    </message>
    <message>
        <source>All levels</source>
        <translation>Alle Zeilen</translation>
    </message>
    <message>
        <source>Standard error and worse</source>
        <translation>Fehlerausgabe und Schlimmeres</translation>
    </message>
    <message>
        <source>Warnings and worse</source>
        <translation>Warnungen und Schlimmeres</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Follow the newest line</source>
        <translation>Der neuesten Zeile folgen</translation>
    </message>
    <message>
        <source>Times since the run began</source>
        <translation>Zeiten ab Beginn des Laufs</translation>
    </message>
    <message>
        <source>Reading the lines …</source>
        <translation>Zeilen werden gelesen …</translation>
    </message>
    <message>
        <source>The lines cannot be read: %1</source>
        <translation>Die Zeilen lassen sich nicht lesen: %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine Treffer</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>All nodes</source>
        <translation>Alle Knoten</translation>
    </message>
    <message>
        <source>All processes</source>
        <translation>Alle Prozesse</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n Zeile</numerusform>
            <numerusform>%n Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 shown</source>
        <translation>%1 angezeigt</translation>
    </message>
    <message>
        <source>%1 older ones are only in the store</source>
        <translation>%1 ältere stehen nur im Speicher</translation>
    </message>
    <message>
        <source>%1 arrived too fast to be shown</source>
        <translation>%1 kamen zu schnell, um angezeigt zu werden</translation>
    </message>
</context>
<context>
    <name>millrace::ui::MachineCheck</name>
    <message>
        <source>Good</source>
        <translation>Gut</translation>
    </message>
    <message>
        <source>Limited</source>
        <translation>Eingeschränkt</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>Fehlt</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>Dieser Rechner</translation>
    </message>
    <message>
        <source>Check &amp;again</source>
        <translation>&amp;Erneut prüfen</translation>
    </message>
    <message>
        <source>Finding out what this machine can do…</source>
        <translation>Es wird geprüft, was dieser Rechner kann …</translation>
    </message>
    <message>
        <source>Emulated clusters can be made on this machine.</source>
        <translation>Auf diesem Rechner lassen sich emulierte Cluster aufbauen.</translation>
    </message>
    <message>
        <source>Emulated clusters cannot be made on this machine as it is. Remote clusters can be used nevertheless.</source>
        <translation>Auf diesem Rechner lassen sich derzeit keine emulierten Cluster aufbauen. Entfernte Cluster sind trotzdem nutzbar.</translation>
    </message>
    <message>
        <source>%1: %2: %3</source>
        <translation>%1: %2: %3</translation>
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
        <source>What is going on</source>
        <translation>Was gerade läuft</translation>
    </message>
    <message>
        <source>Projects, result stores, captures (%1)</source>
        <translation>Projekte, Ergebnisspeicher, Aufzeichnungen (%1)</translation>
    </message>
    <message>
        <source>Projects and result stores (*.millrace *.mrdb)</source>
        <translation>Projekte und Ergebnisspeicher (*.millrace *.mrdb)</translation>
    </message>
    <message>
        <source>Captures (%1)</source>
        <translation>Aufzeichnungen (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 (not saved)</source>
        <translation>%1 (nicht gespeichert)</translation>
    </message>
    <message>
        <source>Start page (Alt+Home)</source>
        <translation>Startseite (Alt+Pos1)</translation>
    </message>
    <message>
        <source>%1: not saved yet</source>
        <translation>%1: noch nicht gespeichert</translation>
    </message>
    <message>
        <source>Written to %1.</source>
        <translation>Geschrieben nach %1.</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) written to %1.</source>
        <translation>
            <numerusform>%n Datei geschrieben nach %1.</numerusform>
            <numerusform>%n Dateien geschrieben nach %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>Predictors (%1)</source>
        <translation>Vorhersager (%1)</translation>
    </message>
</context>
<context>
    <name>millrace::ui::ManualWindow</name>
    <message>
        <source>Search the manual</source>
        <translation>Handbuch durchsuchen</translation>
    </message>
    <message>
        <source>Manual – Millrace</source>
        <translation>Handbuch – Millrace</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Page of the manual</source>
        <translation>Seite des Handbuchs</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>First page</source>
        <translation>Erste Seite</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message numerus="yes">
        <source>on %n page(s)</source>
        <translation>
            <numerusform>auf %n Seite</numerusform>
            <numerusform>auf %n Seiten</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::MappingEditor</name>
    <message>
        <source>The name of the run is missing, for example hivemind-77.</source>
        <translation>Der Name des Laufs fehlt, zum Beispiel hivemind-77.</translation>
    </message>
    <message>
        <source>Duplicate run.</source>
        <translation>Dieser Lauf steht hier zweimal.</translation>
    </message>
    <message>
        <source>This is not a number of at least 0.</source>
        <translation>Das ist keine Zahl ab 0.</translation>
    </message>
    <message>
        <source>The hosts are missing, for example gc-t4-*.</source>
        <translation>Die Rechner fehlen, zum Beispiel gc-t4-*.</translation>
    </message>
    <message>
        <source>A peer is a whole number from 0.</source>
        <translation>Ein Partner ist eine ganze Zahl ab 0.</translation>
    </message>
    <message>
        <source>It is missing.</source>
        <translation>Die Angabe fehlt.</translation>
    </message>
    <message>
        <source>Mapping of the multi-cloud study</source>
        <translation>Zuordnung der Multi-Cloud-Studie</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Experiment</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>Set D</source>
        <translation>Satz D</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>Satz</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>Target batch</source>
        <translation>Ziel-Batch</translation>
    </message>
    <message>
        <source>Providers</source>
        <translation>Anbieter</translation>
    </message>
    <message>
        <source>Regions</source>
        <translation>Regionen</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Of the runs</source>
        <translation>Der Läufe</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>Region</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>Anbieter</translation>
    </message>
    <message>
        <source>Peer</source>
        <translation>Partner</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>What each run is</source>
        <translation>Was jeder Lauf ist</translation>
    </message>
    <message>
        <source>&amp;Runs</source>
        <translation>&amp;Läufe</translation>
    </message>
    <message>
        <source>Where hosts are; later rows win</source>
        <translation>Wo Rechner stehen; spätere Zeilen gelten</translation>
    </message>
    <message>
        <source>&amp;Hosts</source>
        <translation>&amp;Rechner</translation>
    </message>
    <message>
        <source>Which host a peer of the monitor is</source>
        <translation>Welcher Rechner ein Partner des Monitors ist</translation>
    </message>
    <message>
        <source>&amp;Peers</source>
        <translation>&amp;Partner</translation>
    </message>
    <message>
        <source>&amp;Save and use…</source>
        <translation>&amp;Speichern und verwenden …</translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>&amp;Hinzufügen</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>Shipped rows cannot be removed; change them instead.</source>
        <translation>Mitgelieferte Zeilen lassen sich nicht entfernen, nur ändern.</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s) cannot be as they are; they are marked.</source>
        <translation>
            <numerusform>%n Zelle kann so nicht bleiben; sie ist markiert.</numerusform>
            <numerusform>%n Zellen können so nicht bleiben; sie sind markiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Save the mapping</source>
        <translation>Zuordnung speichern</translation>
    </message>
    <message>
        <source>Mappings (*.json)</source>
        <translation>Zuordnungen (*.json)</translation>
    </message>
</context>
<context>
    <name>millrace::ui::MatrixModel</name>
    <message>
        <source>%1: %2, %3 of the largest</source>
        <translation>%1: %2, %3 des größten</translation>
    </message>
    <message>
        <source>%1 receives</source>
        <translation>%1 empfängt</translation>
    </message>
    <message>
        <source>%1 sends</source>
        <translation>%1 sendet</translation>
    </message>
</context>
<context>
    <name>millrace::ui::MatrixPanel</name>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Mean rate</source>
        <translation>Mittlere Rate</translation>
    </message>
    <message>
        <source>Packets</source>
        <translation>Pakete</translation>
    </message>
    <message>
        <source>Traffic matrix</source>
        <translation>Verkehrsmatrix</translation>
    </message>
    <message>
        <source>&amp;Value</source>
        <translation>&amp;Wert</translation>
    </message>
    <message>
        <source>Rows send, columns receive; the stronger the colour of a cell, the more.</source>
        <translation>Zeilen senden, Spalten empfangen; je kräftiger die Farbe einer Zelle, desto mehr.</translation>
    </message>
    <message>
        <source>No traffic between nodes here.</source>
        <translation>Hier wurde zwischen Knoten nichts gesendet.</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) with the least traffic are left out.</source>
        <translation>
            <numerusform>%n Knoten mit dem wenigsten Verkehr ist weggelassen.</numerusform>
            <numerusform>%n Knoten mit dem wenigsten Verkehr sind weggelassen.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::MessageBar</name>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the message</source>
        <translation>Die Meldung kopieren</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Dismiss the message</source>
        <translation>Die Meldung schließen</translation>
    </message>
</context>
<context>
    <name>millrace::ui::NetworkView</name>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>Abbre&amp;chen</translation>
    </message>
    <message>
        <source>Train the net&amp;work</source>
        <translation>Net&amp;z trainieren</translation>
    </message>
    <message>
        <source>Data set of graphs</source>
        <translation>Datensatz von Graphen</translation>
    </message>
    <message>
        <source>A published pickle, a safetensors file, or a generated set</source>
        <translation>Ein veröffentlichtes Pickle, eine safetensors-Datei oder ein erzeugter Datensatz</translation>
    </message>
    <message>
        <source>Choose a data set</source>
        <translation>Datensatz wählen</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen …</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>4</source>
        <translation>4</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>Mitglieder</translation>
    </message>
    <message>
        <source>5</source>
        <translation>5</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>default</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>Save the network as</source>
        <translation>Netz speichern als</translation>
    </message>
    <message>
        <source>not saved</source>
        <translation>nicht gespeichert</translation>
    </message>
    <message>
        <source>Choose where to save the network</source>
        <translation>Wählen, wo das Netz gespeichert wird</translation>
    </message>
    <message>
        <source>Train the network</source>
        <translation>Netz trainieren</translation>
    </message>
    <message>
        <source>A graph network is trained by the program millrace-graphs, which needs libtorch.</source>
        <translation>Ein Graphnetz wird vom Programm millrace-graphs trainiert, das libtorch braucht.</translation>
    </message>
    <message>
        <source>Data &amp;set</source>
        <translation>Daten&amp;satz</translation>
    </message>
    <message>
        <source>La&amp;yers</source>
        <translation>Sch&amp;ichten</translation>
    </message>
    <message>
        <source>Me&amp;mbers</source>
        <translation>&amp;Mitglieder</translation>
    </message>
    <message>
        <source>E&amp;pochs</source>
        <translation>E&amp;pochen</translation>
    </message>
    <message>
        <source>Save &amp;as</source>
        <translation>Speichern &amp;als</translation>
    </message>
    <message>
        <source>No losses yet</source>
        <translation>Noch keine Verluste</translation>
    </message>
    <message>
        <source>They are drawn while the network is trained.</source>
        <translation>Sie werden gezeichnet, während das Netz trainiert wird.</translation>
    </message>
    <message>
        <source>Known after the training.</source>
        <translation>Nach dem Training bekannt.</translation>
    </message>
    <message>
        <source>Losses</source>
        <translation>Verluste</translation>
    </message>
    <message>
        <source>Losses before and after</source>
        <translation>Verluste vorher und nachher</translation>
    </message>
    <message>
        <source>Before and after</source>
        <translation>Vorher und nachher</translation>
    </message>
    <message>
        <source>Errors of the test part</source>
        <translation>Fehler des Testteils</translation>
    </message>
    <message>
        <source>Against other predictors</source>
        <translation>Gegen andere Vorhersager</translation>
    </message>
    <message>
        <source>Training on %1.</source>
        <translation>Training auf %1.</translation>
    </message>
    <message>
        <source>The training was cancelled.</source>
        <translation>Das Training wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Training: member %1, epoch %2.</source>
        <translation>Training: Mitglied %1, Epoche %2.</translation>
    </message>
    <message>
        <source>The network is trained.</source>
        <translation>Das Netz ist trainiert.</translation>
    </message>
    <message>
        <source>Choose a data set of graphs</source>
        <translation>Datensatz von Graphen wählen</translation>
    </message>
    <message>
        <source>Data sets of graphs (%1)</source>
        <translation>Datensätze von Graphen (%1)</translation>
    </message>
    <message>
        <source>Save the network</source>
        <translation>Netz speichern</translation>
    </message>
</context>
<context>
    <name>millrace::ui::NextSteps</name>
    <message>
        <source>&amp;Write and Open the Report</source>
        <translation>Bericht &amp;schreiben und öffnen</translation>
    </message>
    <message>
        <source>Open the &amp;Results</source>
        <translation>&amp;Ergebnisse öffnen</translation>
    </message>
    <message>
        <source>Hide this</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Hide the outcome</source>
        <translation>Das Ergebnis ausblenden</translation>
    </message>
    <message>
        <source>Writing the report …</source>
        <translation>Bericht wird geschrieben …</translation>
    </message>
</context>
<context>
    <name>millrace::ui::NodeModel</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Zone</source>
        <translation>Zone</translation>
    </message>
    <message>
        <source>Slots</source>
        <translation>Plätze</translation>
    </message>
    <message>
        <source>Interface rate</source>
        <translation>Schnittstellenrate</translation>
    </message>
    <message>
        <source>Interface queue</source>
        <translation>Warteschlange der Schnittstelle</translation>
    </message>
    <message>
        <source>“%1” is not a number of slots; write 0 or more.</source>
        <translation>„%1“ ist keine Anzahl von Plätzen; 0 oder mehr eingeben.</translation>
    </message>
    <message numerus="yes">
        <source>Edit %n node(s)</source>
        <translation>
            <numerusform>%n Knoten bearbeiten</numerusform>
            <numerusform>%n Knoten bearbeiten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Paste %n node(s)</source>
        <translation>
            <numerusform>%n Knoten einfügen</numerusform>
            <numerusform>%n Knoten einfügen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %n node(s)</source>
        <translation>
            <numerusform>%n Knoten hinzufügen</numerusform>
            <numerusform>%n Knoten hinzufügen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Duplicate %n node(s)</source>
        <translation>
            <numerusform>%n Knoten duplizieren</numerusform>
            <numerusform>%n Knoten duplizieren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n node(s)</source>
        <translation>
            <numerusform>%n Knoten verschieben</numerusform>
            <numerusform>%n Knoten verschieben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %n node(s)</source>
        <translation>
            <numerusform>%n Knoten entfernen</numerusform>
            <numerusform>%n Knoten entfernen</numerusform>
        </translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>needed</source>
        <translation>erforderlich</translation>
    </message>
    <message>
        <source>not limited</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source>by rule</source>
        <translation>nach Regel</translation>
    </message>
    <message>
        <source>Reached by ssh as</source>
        <translation>Über ssh erreicht als</translation>
    </message>
    <message>
        <source>Address for the experiment</source>
        <translation>Adresse für den Versuch</translation>
    </message>
    <message>
        <source>Interface</source>
        <translation>Schnittstelle</translation>
    </message>
    <message>
        <source>given by Slurm</source>
        <translation>von Slurm gestellt</translation>
    </message>
    <message>
        <source>found out</source>
        <translation>wird ermittelt</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>Anbieter</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>Region</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Maschine</translation>
    </message>
    <message>
        <source>Spot</source>
        <translation>Spot</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>“%1”: write yes or no.</source>
        <translation>„%1“: schreiben Sie ja oder nein.</translation>
    </message>
    <message>
        <source>own machine</source>
        <translation>eigene Maschine</translation>
    </message>
    <message>
        <source>the zone</source>
        <translation>die Zone</translation>
    </message>
</context>
<context>
    <name>millrace::ui::NumberTable</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy %1</source>
        <translation>%1 kopieren</translation>
    </message>
    <message>
        <source>The whole table as CSV, with all digits</source>
        <translation>Die ganze Tabelle als CSV, mit allen Stellen</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Export %1</source>
        <translation>%1 exportieren</translation>
    </message>
    <message>
        <source>&amp;CSV…</source>
        <translation>&amp;CSV …</translation>
    </message>
    <message>
        <source>&amp;JSON…</source>
        <translation>&amp;JSON …</translation>
    </message>
    <message>
        <source>The table is in the clipboard, as CSV.</source>
        <translation>Die Tabelle ist als CSV in der Zwischenablage.</translation>
    </message>
    <message>
        <source>%1 files (*.%2)</source>
        <translation>%1-Dateien (*.%2)</translation>
    </message>
    <message>
        <source>Wrote %1.</source>
        <translation>%1 geschrieben.</translation>
    </message>
</context>
<context>
    <name>millrace::ui::OperationsField</name>
    <message>
        <source>%1 ranks, %2 messages, %3</source>
        <translation>%1 Ränge, %2 Nachrichten, %3</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>&amp;Read files…</source>
        <translation>Dateien &amp;lesen …</translation>
    </message>
    <message>
        <source>A GOAL file, or the Chakra traces NAME.0.et, NAME.1.et, … of all ranks</source>
        <translation>Eine GOAL-Datei, oder die Chakra-Aufzeichnungen NAME.0.et, NAME.1.et, … aller Ränge</translation>
    </message>
    <message>
        <source>Read operations</source>
        <translation>Operationen lesen</translation>
    </message>
    <message>
        <source>GOAL files (*.goal)</source>
        <translation>GOAL-Dateien (*.goal)</translation>
    </message>
    <message>
        <source>Chakra traces (*.et)</source>
        <translation>Chakra-Aufzeichnungen (*.et)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>millrace::ui::OverviewView</name>
    <message>
        <source>Name of the project</source>
        <translation>Name des Projekts</translation>
    </message>
    <message>
        <source>&amp;Name:</source>
        <translation>&amp;Name:</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>What is to be found out, and why</source>
        <translation>Was herausgefunden werden soll und warum</translation>
    </message>
    <message>
        <source>N&amp;otes:</source>
        <translation>N&amp;otizen:</translation>
    </message>
    <message>
        <source>Results file</source>
        <translation>Ergebnisdatei</translation>
    </message>
    <message>
        <source>&amp;Choose…</source>
        <translation>Aus&amp;wählen …</translation>
    </message>
    <message>
        <source>O&amp;pen results</source>
        <translation>Ergebnisse ö&amp;ffnen</translation>
    </message>
    <message>
        <source>&amp;Results file:</source>
        <translation>E&amp;rgebnisdatei:</translation>
    </message>
    <message>
        <source>Content:</source>
        <translation>Inhalt:</translation>
    </message>
    <message>
        <source>Project problems</source>
        <translation>Probleme des Projekts</translation>
    </message>
    <message>
        <source>There are no problems.</source>
        <translation>Es gibt keine Probleme.</translation>
    </message>
    <message>
        <source>Press Enter or double-click to go to the field</source>
        <translation>Eingabetaste oder Doppelklick führt zum Feld</translation>
    </message>
    <message>
        <source>Rename the project</source>
        <translation>Projekt umbenennen</translation>
    </message>
    <message>
        <source>Edit the notes</source>
        <translation>Notizen bearbeiten</translation>
    </message>
    <message>
        <source>Shows %1</source>
        <translation>Zeigt %1</translation>
    </message>
    <message>
        <source>There are no results yet; the page “Run” makes them</source>
        <translation>Noch keine Ergebnisse; sie entstehen auf der Seite „Ausführen“</translation>
    </message>
    <message>
        <source>next to the project file, once it is saved</source>
        <translation>neben der Projektdatei, sobald sie gespeichert ist</translation>
    </message>
    <message>
        <source>%1, next to the project file</source>
        <translation>%1, neben der Projektdatei</translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n Fehler</numerusform>
            <numerusform>%n Fehler</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s) and notes</source>
        <translation>
            <numerusform>%n Warnung oder Hinweis</numerusform>
            <numerusform>%n Warnungen und Hinweise</numerusform>
        </translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Problems: %1</source>
        <translation>Probleme: %1</translation>
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
            <numerusform>%n Raster</numerusform>
            <numerusform>%n Raster</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1”: %2</source>
        <translation>„%1“: %2</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>cannot be counted yet</source>
        <translation>noch nicht zählbar</translation>
    </message>
    <message>
        <source>Change the results file</source>
        <translation>Ergebnisdatei ändern</translation>
    </message>
    <message>
        <source>Choose the results file</source>
        <translation>Ergebnisdatei auswählen</translation>
    </message>
    <message>
        <source>Result stores (*.mrdb)</source>
        <translation>Ergebnisspeicher (*.mrdb)</translation>
    </message>
    <message numerus="yes">
        <source>%n profile(s) of cross traffic</source>
        <translation>
            <numerusform>%n Profil für Querverkehr</numerusform>
            <numerusform>%n Profile für Querverkehr</numerusform>
        </translation>
    </message>
    <message>
        <source>Next step:</source>
        <translation>Nächster Schritt:</translation>
    </message>
    <message>
        <source>Add a cluster: the nodes and the network between them.</source>
        <translation>Einen Cluster hinzufügen: die Knoten und das Netz zwischen ihnen.</translation>
    </message>
    <message>
        <source>Add a &amp;cluster</source>
        <translation>&amp;Cluster hinzufügen</translation>
    </message>
    <message>
        <source>Add a workload: the training job that is measured.</source>
        <translation>Eine Last hinzufügen: das Training, das gemessen wird.</translation>
    </message>
    <message>
        <source>Add a &amp;workload</source>
        <translation>&amp;Last hinzufügen</translation>
    </message>
    <message>
        <source>Add a grid: what is varied, and how often each run is repeated.</source>
        <translation>Ein Raster hinzufügen: was variiert wird und wie oft jeder Lauf wiederholt wird.</translation>
    </message>
    <message>
        <source>Add a &amp;grid</source>
        <translation>&amp;Raster hinzufügen</translation>
    </message>
    <message>
        <source>Fix the errors below: double-click one to go to its field.</source>
        <translation>Die Fehler unten beheben: ein Doppelklick führt zum Feld.</translation>
    </message>
    <message>
        <source>Start the runs.</source>
        <translation>Die Läufe starten.</translation>
    </message>
    <message>
        <source>Go to &amp;Run</source>
        <translation>Zu den &amp;Läufen</translation>
    </message>
    <message>
        <source>No problems, but nothing to run yet. %1</source>
        <translation>Es gibt keine Probleme, aber noch nichts auszuführen. %1</translation>
    </message>
</context>
<context>
    <name>millrace::ui::PageOpener</name>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Unbenannt</translation>
    </message>
</context>
<context>
    <name>millrace::ui::PageSaver</name>
    <message>
        <source>Save %1 as</source>
        <translation>%1 speichern unter</translation>
    </message>
</context>
<context>
    <name>millrace::ui::PageSession</name>
    <message>
        <source>Millrace ended unexpectedly after %1. No file was open.</source>
        <translation>Millrace endete nach %1 unerwartet. Keine Datei war offen.</translation>
    </message>
    <message numerus="yes">
        <source>Millrace ended unexpectedly after %1. What was open (%n page(s)) has been opened again.</source>
        <translation>
            <numerusform>Millrace endete nach %1 unerwartet. Was offen war (%n Seite), ist wieder geöffnet.</numerusform>
            <numerusform>Millrace endete nach %1 unerwartet. Was offen war (%n Seiten), ist wieder geöffnet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Millrace ended unexpectedly after %1 with %n open page(s).</source>
        <translation>
            <numerusform>Millrace endete nach %1 unerwartet mit %n offenen Seite.</numerusform>
            <numerusform>Millrace endete nach %1 unerwartet mit %n offenen Seiten.</numerusform>
        </translation>
    </message>
    <message>
        <source>Open them again</source>
        <translation>Wieder öffnen</translation>
    </message>
</context>
<context>
    <name>millrace::ui::PairMatrixModel</name>
    <message>
        <source>%1 → %2: %3</source>
        <translation>%1 → %2: %3</translation>
    </message>
    <message>
        <source>by the links of the cluster</source>
        <translation>nach den Verbindungen des Clusters</translation>
    </message>
    <message>
        <source>typed</source>
        <translation>eingegeben</translation>
    </message>
    <message>
        <source>Change the conditions of a pair</source>
        <translation>Bedingungen eines Paars ändern</translation>
    </message>
</context>
<context>
    <name>millrace::ui::PairMatrixPanel</name>
    <message>
        <source>Conditions between all pairs of nodes</source>
        <translation>Bedingungen zwischen allen Paaren von Knoten</translation>
    </message>
    <message>
        <source>What the cells show</source>
        <translation>Was die Zellen zeigen</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>Round trip</source>
        <translation>Umlaufzeit</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Read &amp;measured pairs…</source>
        <translation>&amp;Gemessene Paare lesen …</translation>
    </message>
    <message>
        <source>Tables with the columns from, to, rate, rtt, loss, or the JSON of iperf3</source>
        <translation>Tabellen mit den Spalten from, to, rate, rtt, loss, oder das JSON von iperf3</translation>
    </message>
    <message>
        <source>Connections of a pair</source>
        <translation>Verbindungen eines Paars</translation>
    </message>
    <message>
        <source>&amp;Estimate unknown rates</source>
        <translation>Unbekannte Raten &amp;schätzen</translation>
    </message>
    <message>
        <source>Of pairs that no rate is known of: so many connections with 64 KiB in flight each, divided by the round trip. Marked with ≈.</source>
        <translation>Von Paaren, deren Rate nicht bekannt ist: so viele Verbindungen mit je 64 KiB unterwegs, geteilt durch die Umlaufzeit. Gekennzeichnet mit ≈.</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>Verbindungen</translation>
    </message>
    <message>
        <source>Matrices of more than %1 nodes are not shown; see millrace-cli network.</source>
        <translation>Matrizen von mehr als %1 Knoten werden nicht gezeigt; siehe millrace-cli network.</translation>
    </message>
    <message>
        <source>A row sends, a column receives. Darker: faster, nearer, less lost. Writing a cell makes a link for the pair.</source>
        <translation>Eine Zeile sendet, eine Spalte empfängt. Dunkler: schneller, näher, weniger Verlust. Eine geschriebene Zelle wird zu einer Verbindung des Paars.</translation>
    </message>
    <message>
        <source>Read measured pairs</source>
        <translation>Gemessene Paare lesen</translation>
    </message>
    <message numerus="yes">
        <source>%n pair(s) read.</source>
        <translation>
            <numerusform>Ein Paar gelesen.</numerusform>
            <numerusform>%n Paare gelesen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Tables and JSON (*.csv *.json)</source>
        <translation>Tabellen und JSON (*.csv *.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>All rates are known.</source>
        <translation>Alle Raten sind bekannt.</translation>
    </message>
    <message>
        <source>No round trip is known of the pairs without a rate.</source>
        <translation>Von den Paaren ohne Rate ist keine Umlaufzeit bekannt.</translation>
    </message>
    <message>
        <source>Estimate unknown rates</source>
        <translation>Unbekannte Raten schätzen</translation>
    </message>
    <message numerus="yes">
        <source>%n rate(s) estimated.</source>
        <translation>
            <numerusform>Eine Rate geschätzt.</numerusform>
            <numerusform>%n Raten geschätzt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Measuring</source>
        <translation>Misst</translation>
    </message>
    <message>
        <source>Meas&amp;ure</source>
        <translation>Me&amp;ssen</translation>
    </message>
    <message>
        <source>Each node sends to each other for 3 s, one after another, over so many TCP connections. What is measured becomes the links of an emulated cluster with the same nodes.</source>
        <translation>Jeder Knoten sendet 3 s lang an jeden anderen, einer nach dem anderen, über so viele TCP-Verbindungen. Was gemessen wird, wird zu den Verbindungen eines emulierten Clusters mit denselben Knoten.</translation>
    </message>
    <message>
        <source>Measure pairs</source>
        <translation>Paare messen</translation>
    </message>
    <message numerus="yes">
        <source>%n pair(s) measured; they are the links of the cluster “%1”.</source>
        <translation>
            <numerusform>Ein Paar gemessen; es ist die Verbindung des Clusters „%1“.</numerusform>
            <numerusform>%n Paare gemessen; sie sind die Verbindungen des Clusters „%1“.</numerusform>
        </translation>
    </message>
    <message>
        <source>Not measured: %1</source>
        <translation>Nicht gemessen: %1</translation>
    </message>
</context>
<context>
    <name>millrace::ui::PlanEditor</name>
    <message>
        <source>C&amp;hoices</source>
        <translation>Aus&amp;wahl</translation>
    </message>
    <message>
        <source>&amp;Prices of the project</source>
        <translation>&amp;Preise des Projekts</translation>
    </message>
</context>
<context>
    <name>millrace::ui::PlanForm</name>
    <message>
        <source>Change %1</source>
        <translation>%1 ändern</translation>
    </message>
    <message>
        <source>Change cluster</source>
        <translation>Cluster ändern</translation>
    </message>
    <message>
        <source>type and samples/s: T4 35.6, 8xV100 342</source>
        <translation>Typ und Samples/s: T4 35.6, 8xV100 342</translation>
    </message>
    <message>
        <source>How many samples a second one machine of each type trains by itself</source>
        <translation>Wie viele Samples je Sekunde eine Maschine jedes Typs allein trainiert</translation>
    </message>
    <message>
        <source>Change rates</source>
        <translation>Raten ändern</translation>
    </message>
    <message>
        <source>Samples/s of a machine</source>
        <translation>Samples/s einer Maschine</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>&amp;Cluster</source>
        <translation>&amp;Cluster</translation>
    </message>
    <message>
        <source>&amp;Parameters</source>
        <translation>&amp;Parameter</translation>
    </message>
    <message>
        <source>&amp;Bytes of a parameter on the wire</source>
        <translation>&amp;Bytes eines Parameters auf der Leitung</translation>
    </message>
    <message>
        <source>Samples between two &amp;averagings</source>
        <translation>Samples zwischen zwei &amp;Mittelungen</translation>
    </message>
    <message>
        <source>&amp;Samples in total</source>
        <translation>&amp;Samples insgesamt</translation>
    </message>
    <message>
        <source>Conn&amp;ections between two machines</source>
        <translation>&amp;Verbindungen zwischen zwei Maschinen</translation>
    </message>
    <message>
        <source>Train &amp;while averaging</source>
        <translation>&amp;Während der Mittelung trainieren</translation>
    </message>
    <message>
        <source>&amp;Matchmaking</source>
        <translation>&amp;Zusammenfinden</translation>
    </message>
    <message>
        <source>Bytes &amp;read for a sample</source>
        <translation>Für ein Sample ge&amp;lesene Bytes</translation>
    </message>
    <message>
        <source>Rea&amp;d from</source>
        <translation>Gelesen v&amp;on</translation>
    </message>
    <message>
        <source>Bud&amp;get, $</source>
        <translation>Bud&amp;get, $</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Dead&amp;line</source>
        <translation>&amp;Frist</translation>
    </message>
    <message>
        <source>Least gran&amp;ularity</source>
        <translation>Kleinste Gran&amp;ularität</translation>
    </message>
    <message>
        <source>Prices un&amp;til</source>
        <translation>Preise b&amp;is</translation>
    </message>
    <message>
        <source>Until a rep&amp;lacement runs</source>
        <translation>Bis ein &amp;Ersatz läuft</translation>
    </message>
    <message>
        <source>interruptions do not count</source>
        <translation>Unterbrechungen zählen nicht</translation>
    </message>
    <message>
        <source>&amp;Interruptions of a spot machine, per hour</source>
        <translation>&amp;Unterbrechungen einer Spot-Maschine, je Stunde</translation>
    </message>
    <message>
        <source>by the prices</source>
        <translation>nach den Preisen</translation>
    </message>
    <message>
        <source>Bytes of the s&amp;tate for a parameter</source>
        <translation>Bytes des Zus&amp;tands je Parameter</translation>
    </message>
    <message>
        <source>Averaging law</source>
        <translation>Gesetz der Mittelung</translation>
    </message>
</context>
<context>
    <name>millrace::ui::PlanView</name>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>No choice yet</source>
        <translation>Noch keine Auswahl</translation>
    </message>
    <message>
        <source>The best choices of machines are listed here.</source>
        <translation>Hier werden die besten Maschinenauswahlen aufgeführt.</translation>
    </message>
    <message>
        <source>Order of the choices</source>
        <translation>Reihenfolge der Auswahlen</translation>
    </message>
    <message>
        <source>Cheapest first</source>
        <translation>Günstigste zuerst</translation>
    </message>
    <message>
        <source>Fastest first</source>
        <translation>Schnellste zuerst</translation>
    </message>
    <message>
        <source>Add as an e&amp;mulated cluster</source>
        <translation>Als e&amp;mulierten Cluster hinzufügen</translation>
    </message>
    <message>
        <source>Adds the selected machines with their links as an emulated cluster to the project, to measure on</source>
        <translation>Fügt die gewählten Maschinen mit ihren Strecken dem Projekt als emulierten Cluster hinzu, um darauf zu messen</translation>
    </message>
    <message>
        <source>Choices of machines</source>
        <translation>Maschinenauswahlen</translation>
    </message>
    <message>
        <source>Every number of the selected choice</source>
        <translation>Jede Zahl der gewählten Auswahl</translation>
    </message>
    <message>
        <source>E&amp;xplained</source>
        <translation>&amp;Erklärt</translation>
    </message>
    <message>
        <source>Cost and ti&amp;me</source>
        <translation>&amp;Kosten und Zeit</translation>
    </message>
    <message>
        <source>The selected choice against one machine</source>
        <translation>Die gewählte Auswahl gegen eine einzelne Maschine</translation>
    </message>
    <message>
        <source>No choice of machines</source>
        <translation>Keine Maschinenauswahl</translation>
    </message>
    <message>
        <source>Add a planned cluster</source>
        <translation>Geplanten Cluster hinzufügen</translation>
    </message>
    <message>
        <source>The cluster “%1” was added, with a workload and a grid of the same name.</source>
        <translation>Der Cluster „%1“ wurde hinzugefügt, mit einer Last und einem Raster desselben Namens.</translation>
    </message>
    <message>
        <source>Interruptions of the selected choice</source>
        <translation>Unterbrechungen der gewählten Auswahl</translation>
    </message>
    <message>
        <source>&amp;Interruptions</source>
        <translation>&amp;Unterbrechungen</translation>
    </message>
    <message>
        <source>The plan does not say how long a replacement of a spot machine takes</source>
        <translation>Der Plan sagt nicht, wie lange der Ersatz einer Spot-Maschine dauert</translation>
    </message>
    <message>
        <source>All-reduces of the selected choice, simulated</source>
        <translation>All-Reduces der ausgewählten Wahl, simuliert</translation>
    </message>
    <message>
        <source>A&amp;ll-reduces</source>
        <translation>A&amp;ll-Reduces</translation>
    </message>
    <message>
        <source>Add as a simulated one</source>
        <translation>Als simulierten hinzufügen</translation>
    </message>
    <message>
        <source>Adds the selected machines with their links as a simulated cluster to the project, at full size</source>
        <translation>Fügt die ausgewählten Maschinen mit ihren Verbindungen als simulierten Cluster in voller Größe dem Projekt hinzu</translation>
    </message>
    <message>
        <source>Search all-reduces</source>
        <translation>All-Reduces suchen</translation>
    </message>
    <message>
        <source>All-red&amp;uces, too</source>
        <translation>Auch All-Red&amp;uces</translation>
    </message>
    <message>
        <source>Forecasts each choice with the all-reduces of the built-in worker, as they are simulated, instead of by the averaging law</source>
        <translation>Sagt jede Auswahl mit den All-Reduces des eingebauten Workers voraus, wie sie simuliert werden, statt nach dem Gesetz der Mittelung</translation>
    </message>
    <message>
        <source>Costs of the selected choice by the day of its start</source>
        <translation>Kosten der gewählten Auswahl nach dem Tag ihres Beginns</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Beginn</translation>
    </message>
    <message>
        <source>The dates of the prices do not span the training</source>
        <translation>Die Daten der Preise umfassen das Training nicht</translation>
    </message>
    <message>
        <source>O&amp;ne machine</source>
        <translation>Ei&amp;ne Maschine</translation>
    </message>
</context>
<context>
    <name>millrace::ui::PlotLegend</name>
    <message>
        <source>Series of the plot</source>
        <translation>Kurven des Diagramms</translation>
    </message>
    <message>
        <source>Show &amp;only this series</source>
        <translation>&amp;Nur diese Kurve zeigen</translation>
    </message>
    <message>
        <source>Show &amp;all series</source>
        <translation>&amp;Alle Kurven zeigen</translation>
    </message>
</context>
<context>
    <name>millrace::ui::PolicyPage</name>
    <message>
        <source>Policies replayed</source>
        <translation>Richtlinien nachgespielt</translation>
    </message>
    <message>
        <source>&amp;Policies</source>
        <translation>&amp;Richtlinien</translation>
    </message>
    <message>
        <source>Policies</source>
        <translation>Richtlinien</translation>
    </message>
    <message>
        <source>those of each run</source>
        <translation>die jedes Laufs</translation>
    </message>
    <message>
        <source>Empty: the policies that each run was made with.
Otherwise NAME or NAME(OPTION=VALUE,…), joined with +</source>
        <translation>Leer: die Richtlinien, mit denen jeder Lauf gemacht wurde.
Sonst NAME oder NAME(OPTION=WERT,…), verbunden mit +</translation>
    </message>
    <message>
        <source>Nothing to replay</source>
        <translation>Nichts nachzuspielen</translation>
    </message>
    <message>
        <source>Choose a policy above, or leave the field empty for those of each run.</source>
        <translation>Wählen Sie oben eine Richtlinie oder lassen Sie das Feld leer für die jedes Laufs.</translation>
    </message>
    <message>
        <source>No run to replay over</source>
        <translation>Kein Lauf zum Nachspielen</translation>
    </message>
    <message>
        <source>Any run whose workers report the times of their steps can be replayed. Runs that were made without a policy need one to be chosen above.</source>
        <translation>Jeder Lauf, dessen Worker die Zeiten ihrer Schritte melden, kann nachgespielt werden. Für Läufe ohne Richtlinie muss oben eine gewählt werden.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s)</source>
        <translation>
            <numerusform>%Ln Lauf</numerusform>
            <numerusform>%Ln Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source> · %1 of %2 decided the same as when they were made</source>
        <translation> · %1 von %2 haben entschieden wie damals</translation>
    </message>
</context>
<context>
    <name>millrace::ui::PredictionView</name>
    <message>
        <source>Predicted values</source>
        <translation>Vorhergesagte Werte</translation>
    </message>
    <message>
        <source>What &amp;drives it</source>
        <translation>&amp;Was ihn bestimmt</translation>
    </message>
    <message>
        <source>&amp;Rate over time</source>
        <translation>&amp;Rate über die Zeit</translation>
    </message>
    <message>
        <source>D&amp;evice over time</source>
        <translation>G&amp;erät über die Zeit</translation>
    </message>
    <message>
        <source>What drives the selected value</source>
        <translation>Was den gewählten Wert bestimmt</translation>
    </message>
    <message>
        <source>Nothing to draw</source>
        <translation>Nichts zu zeichnen</translation>
    </message>
    <message>
        <source>Idle time, burst and use in bursts are not all known of any of these.</source>
        <translation>Pause, Burst und Nutzung in Bursts sind von keinem davon alle bekannt.</translation>
    </message>
</context>
<context>
    <name>millrace::ui::PredictorHeader</name>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>&amp;Train on these runs</source>
        <translation>Auf diesen Läufen &amp;trainieren</translation>
    </message>
    <message>
        <source>Train a predictor on the measured runs of this store and keep it as a new version</source>
        <translation>Einen Vorhersager auf den gemessenen Läufen dieses Speichers trainieren und als neue Version behalten</translation>
    </message>
    <message>
        <source>Train on f&amp;iles…</source>
        <translation>Auf &amp;Dateien trainieren …</translation>
    </message>
    <message>
        <source>Train on result stores and files of samples</source>
        <translation>Auf Ergebnisspeichern und Dateien mit Stichproben trainieren</translation>
    </message>
    <message>
        <source>&amp;Learn new runs</source>
        <translation>Neue Läufe &amp;lernen</translation>
    </message>
    <message>
        <source>Add the runs that the predictor does not know yet, without a training</source>
        <translation>Läufe, die der Vorhersager noch nicht kennt, ohne Training hinzunehmen</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>Open a saved predictor</source>
        <translation>Einen gespeicherten Vorhersager öffnen</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>&amp;Speichern …</translation>
    </message>
    <message>
        <source>Save the predictor as a file, for millrace-cli predict</source>
        <translation>Den Vorhersager als Datei speichern, für millrace-cli predict</translation>
    </message>
    <message numerus="yes">
        <source>&amp;Learn %n new run(s)</source>
        <translation>
            <numerusform>%n neuen Lauf &amp;lernen</numerusform>
            <numerusform>%n neue Läufe &amp;lernen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::PredictorPage</name>
    <message>
        <source>Predictor</source>
        <translation>Vorhersager</translation>
    </message>
    <message>
        <source>Predictor · %1</source>
        <translation>Vorhersager · %1</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Take the setting from a run or a grid</source>
        <translation>Einstellung von einem Lauf oder einem Raster übernehmen</translation>
    </message>
    <message>
        <source>Take &amp;from</source>
        <translation>Übernehmen &amp;von</translation>
    </message>
    <message>
        <source>Which of the trained predictors makes the prediction</source>
        <translation>Welcher der trainierten Vorhersager die Vorhersage macht</translation>
    </message>
    <message>
        <source>Pre&amp;dictor</source>
        <translation>Vorhersa&amp;ger</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>How good it is</source>
        <translation>Wie gut er ist</translation>
    </message>
    <message>
        <source>Predicted and measured</source>
        <translation>Vorhergesagt und gemessen</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>Versionen</translation>
    </message>
    <message>
        <source>Graph network</source>
        <translation>Graphnetz</translation>
    </message>
    <message>
        <source>Recommended: %1</source>
        <translation>Empfohlen: %1</translation>
    </message>
    <message>
        <source>A predictor is being trained.</source>
        <translation>Ein Vorhersager wird trainiert.</translation>
    </message>
    <message>
        <source>A graph network is being trained.</source>
        <translation>Ein Graphnetz wird trainiert.</translation>
    </message>
    <message>
        <source>No predictor yet</source>
        <translation>Noch kein Vorhersager</translation>
    </message>
    <message>
        <source>Train one on result stores or files of samples, or open a saved one.</source>
        <translation>Trainieren Sie einen auf Ergebnisspeichern oder Dateien mit Stichproben, oder öffnen Sie einen gespeicherten.</translation>
    </message>
    <message>
        <source>Train one on the measured runs of this store: it needs 10 or more.</source>
        <translation>Trainieren Sie einen auf den gemessenen Läufen dieses Speichers: er braucht 10 oder mehr.</translation>
    </message>
    <message>
        <source>No setting yet</source>
        <translation>Noch keine Einstellung</translation>
    </message>
    <message>
        <source>The setting cannot be read</source>
        <translation>Die Einstellung ist nicht lesbar</translation>
    </message>
    <message>
        <source>Fill in the setting on the left, or take it from a run or a grid.</source>
        <translation>Füllen Sie links die Einstellung aus, oder übernehmen Sie sie von einem Lauf oder einem Raster.</translation>
    </message>
    <message>
        <source>Needs a predictor and measured runs without cross traffic.</source>
        <translation>Braucht einen Vorhersager und gemessene Läufe ohne Querverkehr.</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>… and more</source>
        <translation>… und weitere</translation>
    </message>
    <message>
        <source>No measured run and no open project has one.</source>
        <translation>Kein gemessener Lauf und kein offenes Projekt hat eine.</translation>
    </message>
    <message>
        <source>Train on result stores and samples</source>
        <translation>Auf Ergebnisspeichern und Stichproben trainieren</translation>
    </message>
    <message>
        <source>Result stores and samples (%1)</source>
        <translation>Ergebnisspeicher und Stichproben (%1)</translation>
    </message>
    <message>
        <source>Open a predictor</source>
        <translation>Vorhersager öffnen</translation>
    </message>
    <message>
        <source>Predictors (%1)</source>
        <translation>Vorhersager (%1)</translation>
    </message>
    <message>
        <source>Save the predictor</source>
        <translation>Vorhersager speichern</translation>
    </message>
    <message>
        <source>Take a graph of the model</source>
        <translation>Einen Graphen des Modells übernehmen</translation>
    </message>
    <message>
        <source>Graphs of models (%1)</source>
        <translation>Graphen von Modellen (%1)</translation>
    </message>
    <message>
        <source>A &amp;graph of the model…</source>
        <translation>Einen &amp;Graphen des Modells …</translation>
    </message>
    <message>
        <source>Predictors (*.json)</source>
        <translation>Vorhersager (*.json)</translation>
    </message>
</context>
<context>
    <name>millrace::ui::PredictorText</name>
    <message>
        <source>mean</source>
        <translation>Mittelwert</translation>
    </message>
    <message>
        <source>ridge regression</source>
        <translation>Ridge-Regression</translation>
    </message>
    <message>
        <source>boosted trees</source>
        <translation>Boosted Trees</translation>
    </message>
    <message>
        <source>version %1 of %2</source>
        <translation>Version %1 von %2</translation>
    </message>
    <message>
        <source>not saved</source>
        <translation>nicht gespeichert</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n Stichprobe</numerusform>
            <numerusform>%n Stichproben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n model(s)</source>
        <translation>
            <numerusform>%n Modell</numerusform>
            <numerusform>%n Modelle</numerusform>
        </translation>
    </message>
    <message>
        <source>recommended: %1</source>
        <translation>empfohlen: %1</translation>
    </message>
    <message>
        <source>no predictor</source>
        <translation>kein Vorhersager</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>millrace::ui::PreferencesDialog</name>
    <message>
        <source>Preferences</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Takes effect after a restart.</source>
        <translation>Gilt ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>Reopen the files of the last session at start-up</source>
        <translation>Beim Start die Dateien vom letzten Mal öffnen</translation>
    </message>
    <message>
        <source>&amp;Theme:</source>
        <translation>&amp;Farbschema:</translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation>&amp;Sprache:</translation>
    </message>
    <message>
        <source>Show the &amp;folder</source>
        <translation>&amp;Ordner zeigen</translation>
    </message>
    <message>
        <source>&amp;Reset everything…</source>
        <translation>Alles &amp;zurücksetzen…</translation>
    </message>
    <message>
        <source>Theme, language, columns, layouts and folders as on the first day</source>
        <translation>Thema, Sprache, Spalten, Anordnungen und Ordner wie am ersten Tag</translation>
    </message>
    <message>
        <source>Reset preferences</source>
        <translation>Einstellungen zurücksetzen</translation>
    </message>
    <message>
        <source>Reset all preferences?</source>
        <translation>Alle Einstellungen zurücksetzen?</translation>
    </message>
    <message>
        <source>Theme, language, columns, layouts, window sizes and folders become as on the first day. This cannot be undone. Recent files and saved views stay.</source>
        <translation>Thema, Sprache, Spalten, Anordnungen, Fenstergrößen und Ordner werden wie am ersten Tag. Das lässt sich nicht rückgängig machen. Zuletzt benutzte Dateien und gespeicherte Ansichten bleiben.</translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>&amp;Zurücksetzen</translation>
    </message>
</context>
<context>
    <name>millrace::ui::PreflightModel</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Was zu tun ist</translation>
    </message>
    <message>
        <source>G</source>
        <comment>green</comment>
        <translation>Gr</translation>
    </message>
    <message>
        <source>Y</source>
        <comment>yellow</comment>
        <translation>Ge</translation>
    </message>
    <message>
        <source>R</source>
        <comment>red</comment>
        <translation>R</translation>
    </message>
    <message>
        <source>green</source>
        <translation>grün</translation>
    </message>
    <message>
        <source>yellow</source>
        <translation>gelb</translation>
    </message>
    <message>
        <source>red</source>
        <translation>rot</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>All together</source>
        <translation>Alle zusammen</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Knoten</translation>
    </message>
</context>
<context>
    <name>millrace::ui::PreflightPanel</name>
    <message>
        <source>&amp;Check nodes</source>
        <translation>Knoten prüf&amp;en</translation>
    </message>
    <message>
        <source>State of the nodes</source>
        <translation>Zustand der Knoten</translation>
    </message>
    <message>
        <source>This cluster has no nodes yet.</source>
        <translation>Dieser Cluster hat noch keine Knoten.</translation>
    </message>
    <message>
        <source>Choose a light to read what it means and what can be done.</source>
        <translation>Eine Ampel auswählen, um zu lesen, was sie bedeutet und was sich tun lässt.</translation>
    </message>
    <message>
        <source>Looking at the nodes</source>
        <translation>Knoten werden geprüft</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>Not checked yet. “Check nodes” connects to every node and checks rights, tools, disk, clock, network and load; it changes nothing there.</source>
        <translation>Noch nicht geprüft. „Knoten prüfen“ verbindet sich mit jedem Knoten und fragt nach Rechten, Werkzeugen, Speicherplatz, Uhr, Netzwerk und Auslastung; dort wird nichts verändert.</translation>
    </message>
    <message>
        <source>%1 of %2 nodes have answered.</source>
        <translation>%1 von %2 Knoten haben geantwortet.</translation>
    </message>
    <message>
        <source>All nodes are ready.</source>
        <translation>Alle Knoten sind bereit.</translation>
    </message>
    <message>
        <source>All nodes can be used.</source>
        <translation>Alle Knoten sind verwendbar.</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) cannot be used as they are.</source>
        <translation>
            <numerusform>%n Knoten kann so nicht benutzt werden.</numerusform>
            <numerusform>%n Knoten können so nicht benutzt werden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At %n node(s) something may spoil figures.</source>
        <translation>
            <numerusform>An %n Knoten kann etwas die Zahlen verfälschen.</numerusform>
            <numerusform>An %n Knoten kann etwas die Zahlen verfälschen.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::PriceEditor</name>
    <message>
        <source>price</source>
        <translation>Preis</translation>
    </message>
    <message>
        <source>Prices of machines</source>
        <translation>Preise von Maschinen</translation>
    </message>
    <message>
        <source>No prices of machines. Press Insert to type one, or read tables of prices.</source>
        <translation>Keine Preise von Maschinen. Mit Einfg wird einer eingegeben; oder lesen Sie Preistabellen.</translation>
    </message>
    <message>
        <source>Prices of traffic</source>
        <translation>Preise des Datenverkehrs</translation>
    </message>
    <message>
        <source>No prices of traffic. Press Insert to type one; later rules override earlier ones.</source>
        <translation>Keine Preise des Datenverkehrs. Mit Einfg wird einer eingegeben; spätere Regeln gehen früheren vor.</translation>
    </message>
    <message>
        <source>Machines, $ an hour</source>
        <translation>Maschinen, $ je Stunde</translation>
    </message>
    <message>
        <source>Bytes that they send, $ for 10⁹ B</source>
        <translation>Bytes, die sie senden, $ für 10⁹ B</translation>
    </message>
    <message>
        <source>Reading prices</source>
        <translation>Preise lesen</translation>
    </message>
    <message>
        <source>&amp;Read tables…</source>
        <translation>Tabellen &amp;lesen…</translation>
    </message>
    <message>
        <source>Catalogues of SkyPilot, tables of spot prices of the multi-cloud study, or CSV with the columns provider, machine, region, on_demand, spot, date and source. Prices of machines that no node of the project is are left out.</source>
        <translation>Kataloge von SkyPilot, Tabellen der Spot-Preise der Multi-Cloud-Studie oder CSV mit den Spalten provider, machine, region, on_demand, spot, date und source. Preise von Maschinen, die kein Knoten des Projekts ist, werden weggelassen.</translation>
    </message>
    <message>
        <source>Take those of the multi-cloud &amp;study</source>
        <translation>Die der Multi-Cloud-&amp;Studie nehmen</translation>
    </message>
    <message>
        <source>The prices of machines and traffic of April and May 2023</source>
        <translation>Die Preise von Maschinen und Datenverkehr von April und Mai 2023</translation>
    </message>
    <message>
        <source>Read tables of prices</source>
        <translation>Preistabellen lesen</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Read prices</source>
        <translation>Preise lesen</translation>
    </message>
    <message>
        <source>Take the prices of the study</source>
        <translation>Preise der Studie nehmen</translation>
    </message>
    <message>
        <source>No node of the project has a provider and a machine, so that no price is of one.</source>
        <translation>Kein Knoten des Projekts hat Anbieter und Maschine, daher gehört kein Preis zu einem.</translation>
    </message>
    <message>
        <source>%1 prices of machines and %2 of traffic were read.</source>
        <translation>%1 Preise von Maschinen und %2 des Datenverkehrs wurden gelesen.</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) have no price that can be read.</source>
        <translation>
            <numerusform>%n Zeile hat keinen lesbaren Preis.</numerusform>
            <numerusform>%n Zeilen haben keinen lesbaren Preis.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>None of %n row(s) has a price of a machine that a node of the project is.</source>
        <translation>
            <numerusform>Keine von %n Zeile hat den Preis einer Maschine, die ein Knoten des Projekts ist.</numerusform>
            <numerusform>Keine von %n Zeilen hat den Preis einer Maschine, die ein Knoten des Projekts ist.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::PriceModel</name>
    <message>
        <source>Provider</source>
        <translation>Anbieter</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Maschine</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>Region</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>On demand, $/h</source>
        <translation>Auf Abruf, $/h</translation>
    </message>
    <message>
        <source>Spot, $/h</source>
        <translation>Spot, $/h</translation>
    </message>
    <message>
        <source>Interrupted in a month</source>
        <translation>In einem Monat unterbrochen</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>From region</source>
        <translation>Von Region</translation>
    </message>
    <message>
        <source>To region</source>
        <translation>In Region</translation>
    </message>
    <message>
        <source>To provider</source>
        <translation>Zu Anbieter</translation>
    </message>
    <message>
        <source>$ for 10⁹ B</source>
        <translation>$ für 10⁹ B</translation>
    </message>
    <message numerus="yes">
        <source>Edit %n price(s)</source>
        <translation>
            <numerusform>%n Preis ändern</numerusform>
            <numerusform>%n Preise ändern</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Paste %n price(s)</source>
        <translation>
            <numerusform>%n Preis einfügen</numerusform>
            <numerusform>%n Preise einfügen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %n price(s)</source>
        <translation>
            <numerusform>%n Preis hinzufügen</numerusform>
            <numerusform>%n Preise hinzufügen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Duplicate %n price(s)</source>
        <translation>
            <numerusform>%n Preis verdoppeln</numerusform>
            <numerusform>%n Preise verdoppeln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n price(s)</source>
        <translation>
            <numerusform>%n Preis verschieben</numerusform>
            <numerusform>%n Preise verschieben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %n price(s)</source>
        <translation>
            <numerusform>%n Preis entfernen</numerusform>
            <numerusform>%n Preise entfernen</numerusform>
        </translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
</context>
<context>
    <name>millrace::ui::ProjectPage</name>
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
            <numerusform>%n Raster</numerusform>
            <numerusform>%n Raster</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>Erneut ver&amp;suchen</translation>
    </message>
    <message>
        <source>&amp;Read it again</source>
        <translation>&amp;Neu lesen</translation>
    </message>
    <message>
        <source>&amp;Keep mine</source>
        <translation>&amp;Meine behalten</translation>
    </message>
    <message>
        <source>Re&amp;cover</source>
        <translation>&amp;Wiederherstellen</translation>
    </message>
    <message>
        <source>D&amp;iscard</source>
        <translation>&amp;Verwerfen</translation>
    </message>
    <message>
        <source>Saved.</source>
        <translation>Gespeichert.</translation>
    </message>
    <message numerus="yes">
        <source>Saved. %n field(s) have invalid text; their previous values were saved.</source>
        <translation>
            <numerusform>Gespeichert. %n Feld enthält Text, der sich nicht verwenden lässt; sein früherer Wert wurde gespeichert.</numerusform>
            <numerusform>Gespeichert. %n Felder enthalten Text, der sich nicht verwenden lässt; ihre früheren Werte wurden gespeichert.</numerusform>
        </translation>
    </message>
    <message>
        <source>No cluster yet</source>
        <translation>Noch kein Cluster</translation>
    </message>
    <message>
        <source>A cluster is nodes and the links between them, emulated on this machine or reached remotely. Grids run on one.</source>
        <translation>Ein Cluster besteht aus Knoten und den Verbindungen dazwischen, auf diesem Rechner emuliert oder entfernt erreichbar. Raster laufen auf einem Cluster.</translation>
    </message>
    <message>
        <source>&amp;Add a cluster</source>
        <translation>&amp;Cluster hinzufügen</translation>
    </message>
    <message>
        <source>No workload yet</source>
        <translation>Noch keine Last</translation>
    </message>
    <message>
        <source>A workload is a training job: framework, model, batch, strategy and number of steps.</source>
        <translation>Eine Last ist eine Trainingsaufgabe: Framework, Modell, Batch, Strategie und Anzahl der Schritte.</translation>
    </message>
    <message>
        <source>&amp;Add a workload</source>
        <translation>&amp;Last hinzufügen</translation>
    </message>
    <message>
        <source>No grid yet</source>
        <translation>Noch kein Raster</translation>
    </message>
    <message>
        <source>A grid defines what is varied: factors with their levels, conditions, repetitions and order, over one cluster and one workload.</source>
        <translation>Ein Raster legt fest, was variiert wird: Faktoren mit ihren Stufen, Bedingungen, Wiederholungen und Reihenfolge, für einen Cluster und eine Last.</translation>
    </message>
    <message>
        <source>&amp;Add a grid</source>
        <translation>&amp;Raster hinzufügen</translation>
    </message>
    <message>
        <source>This file is read-only. It can be edited here, and saved under another name.</source>
        <translation>Diese Datei ist schreibgeschützt. Sie lässt sich hier bearbeiten und unter anderem Namen speichern.</translation>
    </message>
    <message>
        <source>Changes cannot be saved to this file at present: %1</source>
        <translation>Änderungen lassen sich zurzeit nicht in dieser Datei speichern: %1</translation>
    </message>
    <message>
        <source>The file was changed by another program after it was read here. Read it again (undo brings your version back), or keep yours and overwrite the file at the next save.</source>
        <translation>Ein anderes Programm hat die Datei geändert, nachdem sie hier gelesen wurde. Entweder neu lesen (Rückgängig stellt die eigene Fassung wieder her) oder die eigene behalten und die Datei beim nächsten Speichern überschreiben.</translation>
    </message>
    <message>
        <source>Unsaved changes from %1 were found.</source>
        <translation>Es wurden nicht gespeicherte Änderungen vom %1 gefunden.</translation>
    </message>
    <message>
        <source>They concern %1.</source>
        <translation>Sie betreffen %1.</translation>
    </message>
    <message>
        <source>No cross traffic yet</source>
        <translation>Noch kein Querverkehr</translation>
    </message>
    <message numerus="yes">
        <source>%n profile(s) of cross traffic</source>
        <translation>
            <numerusform>%n Profil für Querverkehr</numerusform>
            <numerusform>%n Profile für Querverkehr</numerusform>
        </translation>
    </message>
    <message>
        <source>Cross traffic competes with a workload for the network: flows of chosen sizes that start in a chosen pattern. The grid&apos;s factor “cross_traffic” selects by name which runs have it.</source>
        <translation>Querverkehr konkurriert mit einer Last um das Netz: Flüsse gewählter Größen, die in einem gewählten Muster beginnen. Der Faktor „cross_traffic“ des Rasters sagt über den Namen, welche Läufe ihn haben.</translation>
    </message>
    <message>
        <source>&amp;Add cross traffic</source>
        <translation>&amp;Querverkehr hinzufügen</translation>
    </message>
    <message>
        <source>No plan yet</source>
        <translation>Noch kein Plan</translation>
    </message>
    <message numerus="yes">
        <source>%n plan(s)</source>
        <translation>
            <numerusform>%n Plan</numerusform>
            <numerusform>%n Pläne</numerusform>
        </translation>
    </message>
    <message>
        <source>A plan is a training whose machines are to be chosen: which of a cluster to rent, how fast they train, and what that costs.</source>
        <translation>Ein Plan ist ein Training, dessen Maschinen noch zu wählen sind: welche eines Clusters zu mieten sind, wie schnell sie trainieren und was das kostet.</translation>
    </message>
    <message>
        <source>&amp;Add a plan</source>
        <translation>Plan &amp;hinzufügen</translation>
    </message>
    <message>
        <source>Projects (*.millrace)</source>
        <translation>Projekte (*.millrace)</translation>
    </message>
</context>
<context>
    <name>millrace::ui::ProjectSession</name>
    <message>
        <source>Read the file again</source>
        <translation>Datei neu lesen</translation>
    </message>
    <message>
        <source>Recover unsaved changes</source>
        <translation>Nicht gespeicherte Änderungen wiederherstellen</translation>
    </message>
</context>
<context>
    <name>millrace::ui::ProjectTree</name>
    <message>
        <source>Parts of the project</source>
        <translation>Teile des Projekts</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Add a cluster</source>
        <translation>Cluster hinzufügen</translation>
    </message>
    <message>
        <source>Add a workload</source>
        <translation>Last hinzufügen</translation>
    </message>
    <message>
        <source>Add a grid</source>
        <translation>Raster hinzufügen</translation>
    </message>
    <message>
        <source>Add cross traffic</source>
        <translation>Querverkehr hinzufügen</translation>
    </message>
</context>
<context>
    <name>millrace::ui::ProjectTreeModel</name>
    <message>
        <source>Overview</source>
        <translation>Überblick</translation>
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
        <translation>Raster</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… und noch %n</numerusform>
            <numerusform>… und noch %n</numerusform>
        </translation>
    </message>
    <message>
        <source>(no name)</source>
        <translation>(ohne Namen)</translation>
    </message>
    <message>
        <source>Cross traffic</source>
        <translation>Querverkehr</translation>
    </message>
    <message>
        <source>Plans</source>
        <translation>Pläne</translation>
    </message>
</context>
<context>
    <name>millrace::ui::ProtocolPanel</name>
    <message>
        <source>RoCEv2 queue pairs</source>
        <translation>RoCEv2-Queue-Pairs</translation>
    </message>
    <message>
        <source>Frames by protocol</source>
        <translation>Rahmen nach Protokoll</translation>
    </message>
    <message>
        <source>The capture has no frames.</source>
        <translation>Die Aufzeichnung enthält keine Rahmen.</translation>
    </message>
    <message>
        <source>Protocol</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>EtherType</source>
        <translation>EtherType</translation>
    </message>
    <message>
        <source>IP protocol</source>
        <translation>IP-Protokoll</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>Rahmen</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Share of bytes</source>
        <translation>Anteil der Bytes</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Destination</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Queue pair</source>
        <translation>Queue-Pair</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Packets</source>
        <translation>Pakete</translation>
    </message>
    <message>
        <source>Mean rate</source>
        <translation>Mittlere Rate</translation>
    </message>
    <message>
        <source>PSN gaps</source>
        <translation>PSN-Lücken</translation>
    </message>
    <message>
        <source>PSNs missing</source>
        <translation>fehlende PSN</translation>
    </message>
    <message>
        <source>Repeated</source>
        <translation>Wiederholt</translation>
    </message>
    <message>
        <source>ACK</source>
        <translation>ACK</translation>
    </message>
    <message>
        <source>NAK</source>
        <translation>NAK</translation>
    </message>
    <message>
        <source>RNR NAK</source>
        <translation>RNR-NAK</translation>
    </message>
    <message>
        <source>CNP</source>
        <translation>CNP</translation>
    </message>
    <message>
        <source>CE</source>
        <translation>CE</translation>
    </message>
</context>
<context>
    <name>millrace::ui::QuantityEdit</name>
    <message>
        <source>“%1” is not a duration; write 10ms, 250us or 1.5s.</source>
        <translation>„%1“ ist keine Dauer; 10ms, 250us oder 1.5s eingeben.</translation>
    </message>
    <message>
        <source>“%1” is not a rate; write 100Mbit or 1Gbit.</source>
        <translation>„%1“ ist keine Rate; 100Mbit oder 1Gbit eingeben.</translation>
    </message>
    <message>
        <source>“%1” is not a size; write 64KiB or 150000.</source>
        <translation>„%1“ ist keine Größe; 64KiB oder 150000 eingeben.</translation>
    </message>
    <message>
        <source>“%1” is not a share; write 1% or 0.01.</source>
        <translation>„%1“ ist kein Anteil; 1% oder 0.01 eingeben.</translation>
    </message>
    <message>
        <source>“%1” is not a whole number.</source>
        <translation>„%1“ ist keine ganze Zahl.</translation>
    </message>
    <message>
        <source>“%1” is not a number; write 12.5 or 1e13.</source>
        <translation>„%1“ ist keine Zahl; 12.5 oder 1e13 eingeben.</translation>
    </message>
    <message>
        <source>A value is needed here.</source>
        <translation>Hier ist ein Wert erforderlich.</translation>
    </message>
    <message>
        <source>Must be at least %1.</source>
        <translation>Muss mindestens %1 sein.</translation>
    </message>
    <message>
        <source>Must be at most %1.</source>
        <translation>Darf höchstens %1 sein.</translation>
    </message>
</context>
<context>
    <name>millrace::ui::QueueView</name>
    <message>
        <source>Runs in the order of execution</source>
        <translation>Läufe in der Reihenfolge, in der sie ausgeführt werden</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Retry the chosen runs</source>
        <translation>Ausgewählte Läufe wiederholen</translation>
    </message>
    <message>
        <source>Ctrl+Shift+R</source>
        <translation>Ctrl+Shift+R</translation>
    </message>
    <message>
        <source>Cancel the chosen runs</source>
        <translation>Ausgewählte Läufe abbrechen</translation>
    </message>
    <message>
        <source>Run only the chosen ones</source>
        <translation>Nur die ausgewählten ausführen</translation>
    </message>
    <message>
        <source>Put held back runs into the queue again</source>
        <translation>Zurückgestellte Läufe wieder einreihen</translation>
    </message>
    <message>
        <source>Make the chosen runs next</source>
        <translation>Ausgewählte Läufe als nächste ausführen</translation>
    </message>
    <message>
        <source>Move the chosen runs up</source>
        <translation>Ausgewählte Läufe nach oben</translation>
    </message>
    <message>
        <source>Move the chosen runs down</source>
        <translation>Ausgewählte Läufe nach unten</translation>
    </message>
    <message>
        <source>Make the chosen runs last</source>
        <translation>Ausgewählte Läufe zuletzt ausführen</translation>
    </message>
</context>
<context>
    <name>millrace::ui::RatingView</name>
    <message>
        <source>Errors for samples that were held out</source>
        <translation>Fehler für zurückgehaltene Stichproben</translation>
    </message>
    <message>
        <source>No predictor has been trained yet.</source>
        <translation>Es wurde noch kein Vorhersager trainiert.</translation>
    </message>
    <message>
        <source>Mean relative errors. Read the rows of what you will ask: a new model, a larger cluster, another network.</source>
        <translation>Mittlere relative Fehler. Lesen Sie die Zeilen dessen, was Sie fragen werden: ein neues Modell, ein größerer Cluster, ein anderes Netz.</translation>
    </message>
    <message>
        <source>Training: errors appear as they are ready.</source>
        <translation>Training: Fehler erscheinen, sobald sie bekannt sind.</translation>
    </message>
</context>
<context>
    <name>millrace::ui::RecipeList</name>
    <message>
        <source>Search figures</source>
        <translation>Abbildungen suchen</translation>
    </message>
    <message>
        <source>No figure matches.</source>
        <translation>Keine Abbildung passt.</translation>
    </message>
    <message>
        <source>Figures of the studies</source>
        <translation>Abbildungen der Studien</translation>
    </message>
    <message>
        <source>%1
No data in this store</source>
        <translation>%1
Keine Daten in diesem Speicher</translation>
    </message>
    <message>
        <source>%1, no data in this store</source>
        <translation>%1, keine Daten in diesem Speicher</translation>
    </message>
    <message numerus="yes">
        <source>%1
%n run(s) of %2</source>
        <translation>
            <numerusform>%1
%n Lauf aus %2</numerusform>
            <numerusform>%1
%n Läufe aus %2</numerusform>
        </translation>
    </message>
    <message>
        <source>this store</source>
        <translation>diesem Speicher</translation>
    </message>
</context>
<context>
    <name>millrace::ui::ReplayPage</name>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>Wiedergabe</translation>
    </message>
    <message>
        <source>Position in the recording</source>
        <translation>Position in der Aufzeichnung</translation>
    </message>
    <message>
        <source>Drag to another place in the recording</source>
        <translation>An eine andere Stelle der Aufzeichnung ziehen</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>How fast the recording is played</source>
        <translation>Wie schnell die Aufzeichnung abgespielt wird</translation>
    </message>
    <message>
        <source>%1×</source>
        <translation>%1×</translation>
    </message>
    <message>
        <source>As fast as possible</source>
        <translation>So schnell wie möglich</translation>
    </message>
    <message>
        <source>To the End</source>
        <translation>Zum Ende</translation>
    </message>
    <message>
        <source>Play the rest at once and compare</source>
        <translation>Den Rest auf einmal abspielen und vergleichen</translation>
    </message>
    <message>
        <source>After the replay, the values found by the current version are listed here next to the stored ones.</source>
        <translation>Nach dem Ende der Wiedergabe steht hier, was der heutige Code ermittelt, neben dem, was gespeichert wurde.</translation>
    </message>
    <message>
        <source>Stored then and found now</source>
        <translation>Damals gespeichert und jetzt ermittelt</translation>
    </message>
    <message>
        <source>The replay has not ended yet.</source>
        <translation>Die Wiedergabe ist noch nicht beendet.</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Stored then</source>
        <translation>Damals gespeichert</translation>
    </message>
    <message>
        <source>Found now</source>
        <translation>Jetzt ermittelt</translation>
    </message>
    <message>
        <source>Same</source>
        <translation>Gleich</translation>
    </message>
    <message numerus="yes">
        <source>All %n value(s) match the stored ones.</source>
        <translation>
            <numerusform>Der %n Wert stimmt mit dem gespeicherten überein.</numerusform>
            <numerusform>Alle %n Werte stimmen mit den gespeicherten überein.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n values differ with the current version; they are listed first.</source>
        <translation>
            <numerusform>Das heutige Programm findet %n Wert anders; er steht zuerst.</numerusform>
            <numerusform>Das heutige Programm findet %n Werte anders; sie stehen zuerst.</numerusform>
        </translation>
    </message>
    <message>
        <source>The replay has ended.</source>
        <translation>Die Wiedergabe ist beendet.</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Playing what was recorded</source>
        <translation>Aufzeichnung wird abgespielt</translation>
    </message>
    <message>
        <source>warm-up step %1</source>
        <translation>Aufwärmschritt %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Go On</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Play Again</source>
        <translation>Erneut abspielen</translation>
    </message>
    <message>
        <source>Replay of run %1 · %2</source>
        <translation>Wiedergabe von Lauf %1 · %2</translation>
    </message>
</context>
<context>
    <name>millrace::ui::ReportBrowser</name>
    <message>
        <source>Figures and tables</source>
        <translation>Abbildungen und Tabellen</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>&amp;Copy table</source>
        <translation>Tabelle &amp;kopieren</translation>
    </message>
    <message>
        <source>The whole table as CSV, with all digits</source>
        <translation>Die ganze Tabelle als CSV, mit allen Stellen</translation>
    </message>
    <message>
        <source>E&amp;xport table</source>
        <translation>Tabelle &amp;exportieren</translation>
    </message>
    <message>
        <source>&amp;CSV…</source>
        <translation>&amp;CSV …</translation>
    </message>
    <message>
        <source>&amp;JSON…</source>
        <translation>&amp;JSON …</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Abbildungen</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tabellen</translation>
    </message>
    <message>
        <source>Remarks</source>
        <translation>Bemerkungen</translation>
    </message>
    <message>
        <source>The table is in the clipboard, as CSV.</source>
        <translation>Die Tabelle ist als CSV in der Zwischenablage.</translation>
    </message>
    <message>
        <source>%1 files (*.%2)</source>
        <translation>%1-Dateien (*.%2)</translation>
    </message>
    <message>
        <source>Wrote %1.</source>
        <translation>%1 geschrieben.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln note(s)</source>
        <translation>
            <numerusform>%Ln Anmerkung</numerusform>
            <numerusform>%Ln Anmerkungen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::ReportPage</name>
    <message>
        <source>Reading the runs</source>
        <translation>Läufe werden gelesen</translation>
    </message>
    <message>
        <source>This takes a moment.</source>
        <translation>Das dauert einen Moment.</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>Wird berechnet</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>A figure is being exported.</source>
        <translation>Eine Abbildung wird exportiert.</translation>
    </message>
    <message>
        <source>The runs could not be read</source>
        <translation>Die Läufe konnten nicht gelesen werden</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>Nothing was computed.</source>
        <translation>Es wurde nichts berechnet.</translation>
    </message>
    <message>
        <source>Compute &amp;Again</source>
        <translation>&amp;Neu berechnen</translation>
    </message>
</context>
<context>
    <name>millrace::ui::ResponsePage</name>
    <message>
        <source>Response curves</source>
        <translation>Antwortkurven</translation>
    </message>
    <message>
        <source>Along the axis</source>
        <translation>Entlang der Achse</translation>
    </message>
    <message>
        <source>achieved cross traffic</source>
        <translation>erreichter Querverkehr</translation>
    </message>
    <message>
        <source>offered cross traffic</source>
        <translation>angebotener Querverkehr</translation>
    </message>
    <message>
        <source>available bandwidth</source>
        <translation>verfügbare Bandbreite</translation>
    </message>
    <message>
        <source>Iteration time</source>
        <translation>Iterationszeit</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>99th percentile</source>
        <translation>99. Perzentil</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>over the baseline</source>
        <translation>relativ zur Grundphase</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Anpassung</translation>
    </message>
    <message>
        <source>of ln t</source>
        <translation>von ln t</translation>
    </message>
    <message>
        <source>of t</source>
        <translation>von t</translation>
    </message>
    <message>
        <source>Where the squares are summed: of ln t, small times count as much as large ones</source>
        <translation>Wo die Quadrate summiert werden: Mit ln t zählen kleine Zeiten so viel wie große</translation>
    </message>
    <message>
        <source>&amp;Log axis</source>
        <translation>&amp;Log-Achse</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>Kapazität</translation>
    </message>
    <message>
        <source>of the cluster</source>
        <translation>des Clusters</translation>
    </message>
    <message>
        <source>Of the bottleneck that the traffic shares; empty: from the cluster of the runs</source>
        <translation>Des Engpasses, den der Verkehr teilt; leer: nach dem Cluster, den die Läufe nutzten</translation>
    </message>
    <message>
        <source>&amp;Along x</source>
        <translation>Entlang &amp;x</translation>
    </message>
    <message>
        <source>Iteration &amp;time</source>
        <translation>Iterations&amp;zeit</translation>
    </message>
    <message>
        <source>Least s&amp;quares</source>
        <translation>Kleinste &amp;Quadrate</translation>
    </message>
    <message>
        <source>Ca&amp;pacity</source>
        <translation>Ka&amp;pazität</translation>
    </message>
    <message numerus="yes">
        <source>%n curve(s)</source>
        <translation>
            <numerusform>%n Kurve</numerusform>
            <numerusform>%n Kurven</numerusform>
        </translation>
    </message>
    <message>
        <source>best fit %1</source>
        <translation>beste Anpassung %1</translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n Hinweis</numerusform>
            <numerusform>%n Hinweise</numerusform>
        </translation>
    </message>
    <message>
        <source>No response curve</source>
        <translation>Keine Antwortkurve</translation>
    </message>
    <message>
        <source>Response curves need runs with cross traffic at several rates. Add a profile under “Cross traffic” in the project, name it as a level of the factor cross_traffic of a grid, give the factor cross_rate some rates, and run the grid.</source>
        <translation>Antwortkurven brauchen Läufe mit Querverkehr bei mehreren Raten. Unter „Querverkehr“ im Projekt ein Profil hinzufügen, es als Stufe des Faktors cross_traffic eines Rasters nennen, dem Faktor cross_rate einige Raten geben und das Raster ausführen.</translation>
    </message>
    <message>
        <source>as time</source>
        <translation>als Zeit</translation>
    </message>
    <message>
        <source>The time itself, or relative to the baseline of the same run</source>
        <translation>Die Zeit selbst oder das Wievielfache der Grundphase desselben Laufs</translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s)</source>
        <translation>
            <numerusform>%Ln Lauf</numerusform>
            <numerusform>%Ln Läufe</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::ResultExports</name>
    <message>
        <source>&amp;Table as shown, CSV…</source>
        <translation>&amp;Tabelle wie gezeigt, CSV …</translation>
    </message>
    <message>
        <source>Table as shown, &amp;JSON…</source>
        <translation>Tabelle wie gezeigt, &amp;JSON …</translation>
    </message>
    <message>
        <source>Whole campaign to a &amp;folder…</source>
        <translation>Ganze Kampagne in einen &amp;Ordner …</translation>
    </message>
    <message>
        <source>&amp;Whole campaign, JSON…</source>
        <translation>&amp;Ganze Kampagne, JSON …</translation>
    </message>
    <message>
        <source>JSON files (*.json)</source>
        <translation>JSON-Dateien (*.json)</translation>
    </message>
    <message>
        <source>&amp;Report, HTML…</source>
        <translation>&amp;Bericht, HTML …</translation>
    </message>
    <message>
        <source>HTML files (*.html)</source>
        <translation>HTML-Dateien (*.html)</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>%1 files (*.%2)</source>
        <translation>%1-Dateien (*.%2)</translation>
    </message>
    <message>
        <source>New or empty folder</source>
        <translation>Neuer oder leerer Ordner</translation>
    </message>
    <message>
        <source>Wrote %1.</source>
        <translation>%1 geschrieben.</translation>
    </message>
    <message>
        <source>The table of runs is being exported.</source>
        <translation>Die Tabelle der Läufe wird exportiert.</translation>
    </message>
    <message>
        <source>The campaign is being exported.</source>
        <translation>Die Kampagne wird exportiert.</translation>
    </message>
    <message>
        <source>The report is being written.</source>
        <translation>Der Bericht wird geschrieben.</translation>
    </message>
</context>
<context>
    <name>millrace::ui::ResultModel</name>
    <message>
        <source>%1, warm-up</source>
        <translation>%1, Aufwärmlauf</translation>
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
    <message>
        <source>%1, left out</source>
        <translation>%1, herausgenommen</translation>
    </message>
    <message>
        <source>Campaign</source>
        <translation>Kampagne</translation>
    </message>
    <message>
        <source>Run id</source>
        <translation>Lauf-ID</translation>
    </message>
    <message>
        <source>Campaign id</source>
        <translation>Kampagnen-ID</translation>
    </message>
    <message>
        <source>Number of the campaign in this store; in filters: campaign=2</source>
        <translation>Nummer der Kampagne in diesem Speicher; in Filtern: campaign=2</translation>
    </message>
    <message>
        <source>Place in the order of execution; in filters: run=9</source>
        <translation>Stelle in der Reihenfolge der Ausführung; in Filtern: run=9</translation>
    </message>
    <message>
        <source>In filters: state=failed</source>
        <translation>In Filtern: state=failed</translation>
    </message>
    <message>
        <source>Repetition of the cell, from 1; in filters: repetition=1</source>
        <translation>Wiederholung der Zelle, ab 1; in Filtern: repetition=1</translation>
    </message>
    <message>
        <source>From preparing to the end, by the monotonic clock; in filters: duration&gt;10s</source>
        <translation>Vom Vorbereiten bis zum Ende, nach der monotonen Uhr; in Filtern: duration&gt;10s</translation>
    </message>
    <message>
        <source>In the time zone of this machine</source>
        <translation>In der Zeitzone dieses Rechners</translation>
    </message>
    <message>
        <source>Globally unique; in filters: %1=…</source>
        <translation>Weltweit eindeutig; in Filtern: %1=…</translation>
    </message>
    <message>
        <source>Factor; in filters: %1=…</source>
        <translation>Faktor; in Filtern: %1=…</translation>
    </message>
    <message>
        <source>In filters: %1&lt;…</source>
        <translation>In Filtern: %1&lt;…</translation>
    </message>
</context>
<context>
    <name>millrace::ui::ResultPage</name>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Exporting</source>
        <translation>Export</translation>
    </message>
    <message>
        <source>&amp;Plot</source>
        <translation>D&amp;iagramm</translation>
    </message>
    <message>
        <source>&amp;Group</source>
        <translation>&amp;Gruppieren</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>&amp;Vergleichen</translation>
    </message>
    <message>
        <source>Only &amp;factors that differ</source>
        <translation>Nur &amp;Faktoren, die sich unterscheiden</translation>
    </message>
    <message>
        <source>C&amp;olumns</source>
        <translation>S&amp;palten</translation>
    </message>
    <message>
        <source>&amp;Views</source>
        <translation>An&amp;sichten</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>&amp;Exportieren</translation>
    </message>
    <message>
        <source>Reading the store</source>
        <translation>Der Speicher wird gelesen</translation>
    </message>
    <message>
        <source>This takes a moment.</source>
        <translation>Das dauert einen Moment.</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Abbildung</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>A figure is being exported.</source>
        <translation>Eine Abbildung wird exportiert.</translation>
    </message>
    <message>
        <source>No run matches</source>
        <translation>Kein Lauf passt</translation>
    </message>
    <message>
        <source>No run matches the filter above. Change it, or press Clear to see all runs.</source>
        <translation>Kein Lauf passt zum Filter oben. Den Filter ändern oder leeren, um alle Läufe zu sehen.</translation>
    </message>
    <message>
        <source>No runs yet</source>
        <translation>Noch keine Läufe</translation>
    </message>
    <message>
        <source>This store has no runs yet. Run a grid of a project to fill it; runs appear here as they are made.</source>
        <translation>Dieser Speicher enthält noch keine Läufe. Er füllt sich, wenn ein Raster eines Projekts ausgeführt wird; die Läufe erscheinen hier, während sie entstehen.</translation>
    </message>
    <message numerus="yes">
        <source>%n selected run(s)</source>
        <translation>
            <numerusform>%n ausgewählter Lauf</numerusform>
            <numerusform>%n ausgewählte Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Response curves</source>
        <translation>&amp;Antwortkurven</translation>
    </message>
    <message>
        <source>Detector &amp;score card</source>
        <translation>Detektor-&amp;Bewertung</translation>
    </message>
    <message>
        <source>&amp;Interference</source>
        <translation>Interferen&amp;z</translation>
    </message>
    <message>
        <source>&amp;Curves over time</source>
        <translation>&amp;Kurven über die Zeit</translation>
    </message>
    <message>
        <source>&amp;Studies</source>
        <translation>S&amp;tudien</translation>
    </message>
    <message>
        <source>Figures and audit of the published studies in this store</source>
        <translation>Abbildungen und Audit der veröffentlichten Studien in diesem Speicher</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Curves are being exported.</source>
        <translation>Kurven werden exportiert.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s)</source>
        <translation>
            <numerusform>%Ln Lauf</numerusform>
            <numerusform>%Ln Läufe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln run(s)</source>
        <translation>
            <numerusform>%1 von %Ln Lauf</numerusform>
            <numerusform>%1 von %Ln Läufen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, campaign %2</source>
        <translation>%1, Kampagne %2</translation>
    </message>
    <message>
        <source>&amp;Waits of workers</source>
        <translation>&amp;Warten der Worker</translation>
    </message>
    <message>
        <source>&amp;Policies replayed</source>
        <translation>&amp;Richtlinien nachgespielt</translation>
    </message>
    <message>
        <source>S&amp;imulation and its error</source>
        <translation>S&amp;imulation und ihr Fehler</translation>
    </message>
    <message>
        <source>Pre&amp;dict</source>
        <translation>Vor&amp;hersagen</translation>
    </message>
</context>
<context>
    <name>millrace::ui::RuleText</name>
    <message>
        <source>%1 is %2</source>
        <translation>%1 ist %2</translation>
    </message>
    <message>
        <source>%1 must be %2</source>
        <translation>%1 muss %2 sein</translation>
    </message>
    <message>
        <source>%1 is not %2</source>
        <translation>%1 ist nicht %2</translation>
    </message>
    <message>
        <source>%1 must not be %2</source>
        <translation>%1 darf nicht %2 sein</translation>
    </message>
    <message>
        <source>%1 is below %2</source>
        <translation>%1 liegt unter %2</translation>
    </message>
    <message>
        <source>%1 must be below %2</source>
        <translation>%1 muss unter %2 liegen</translation>
    </message>
    <message>
        <source>%1 is at most %2</source>
        <translation>%1 ist höchstens %2</translation>
    </message>
    <message>
        <source>%1 must be at most %2</source>
        <translation>%1 darf höchstens %2 sein</translation>
    </message>
    <message>
        <source>%1 is above %2</source>
        <translation>%1 liegt über %2</translation>
    </message>
    <message>
        <source>%1 must be above %2</source>
        <translation>%1 muss über %2 liegen</translation>
    </message>
    <message>
        <source>%1 is at least %2</source>
        <translation>%1 ist mindestens %2</translation>
    </message>
    <message>
        <source>%1 must be at least %2</source>
        <translation>%1 muss mindestens %2 sein</translation>
    </message>
    <message>
        <source>when %1, %2</source>
        <translation>wenn gilt: %1, dann: %2</translation>
    </message>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>it must not be that %1</source>
        <translation>es darf nicht gelten: %1</translation>
    </message>
    <message>
        <source>not (%1)</source>
        <translation>nicht (%1)</translation>
    </message>
    <message>
        <source>%1 must be true</source>
        <translation>%1 muss wahr sein</translation>
    </message>
    <message>
        <source>%1 is true</source>
        <translation>%1 ist wahr</translation>
    </message>
    <message>
        <source>%1 or %2</source>
        <translation>%1 oder %2</translation>
    </message>
</context>
<context>
    <name>millrace::ui::Run</name>
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
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
</context>
<context>
    <name>millrace::ui::RunLogModel</name>
    <message>
        <source>%1, errors</source>
        <translation>%1, Fehler</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Prozess</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
</context>
<context>
    <name>millrace::ui::RunMonitor</name>
    <message>
        <source>Follow the newest data</source>
        <translation>Den neuesten Daten folgen</translation>
    </message>
    <message>
        <source>Show the whole run</source>
        <translation>Den ganzen Lauf zeigen</translation>
    </message>
    <message>
        <source>Choose what is drawn</source>
        <translation>Auswählen, was gezeichnet wird</translation>
    </message>
    <message>
        <source>P&amp;lots</source>
        <translation>Dia&amp;gramme</translation>
    </message>
    <message>
        <source>No measurements yet</source>
        <translation>Noch nichts gemessen</translation>
    </message>
    <message>
        <source>all workers</source>
        <translation>alle Worker</translation>
    </message>
    <message>
        <source>No plot is chosen</source>
        <translation>Kein Diagramm ausgewählt</translation>
    </message>
    <message>
        <source>Choose what is drawn from the menu “Plots” above.</source>
        <translation>Im Menü „Diagramme“ oben lässt sich auswählen, was gezeichnet wird.</translation>
    </message>
    <message>
        <source>Reading the run …</source>
        <translation>Der Lauf wird gelesen …</translation>
    </message>
    <message>
        <source>This run has no measurements</source>
        <translation>Dieser Lauf hat keine Messwerte</translation>
    </message>
    <message>
        <source>It ended before the workload was started.</source>
        <translation>Er endete, bevor die Last gestartet wurde.</translation>
    </message>
    <message>
        <source>Freeze the plots; the run continues</source>
        <translation>Die Diagramme anhalten; der Lauf geht weiter</translation>
    </message>
    <message>
        <source>Plots of the previous run, until the first samples arrive</source>
        <translation>Diagramme des vorigen Laufs, bis die ersten Werte eintreffen</translation>
    </message>
    <message>
        <source>Plots of %1, until the first samples arrive</source>
        <translation>Diagramme von %1, bis die ersten Werte eintreffen</translation>
    </message>
    <message>
        <source>No run selected</source>
        <translation>Kein Lauf ausgewählt</translation>
    </message>
    <message>
        <source>No run yet</source>
        <translation>Noch nichts gelaufen</translation>
    </message>
    <message>
        <source>Select a run in the queue to see its throughput, rates and step times.</source>
        <translation>Einen Lauf in der Warteschlange auswählen, um Durchsatz, Raten und Schrittzeiten zu sehen.</translation>
    </message>
    <message>
        <source>Throughput, rates and step times of the current run are drawn here.</source>
        <translation>Durchsatz, Raten und Schrittzeiten des aktuellen Laufs werden hier gezeichnet.</translation>
    </message>
    <message>
        <source>Current Run</source>
        <translation>Aktueller Lauf</translation>
    </message>
    <message>
        <source>Current Run: %1</source>
        <translation>Aktueller Lauf: %1</translation>
    </message>
</context>
<context>
    <name>millrace::ui::RunPanel</name>
    <message>
        <source>Select a run to see everything about it.</source>
        <translation>Einen Lauf auswählen, um alles darüber zu sehen.</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Überblick</translation>
    </message>
    <message>
        <source>Metrics of the run</source>
        <translation>Kennzahlen des Laufs</translation>
    </message>
    <message>
        <source>This run has no metrics; only finished runs do.</source>
        <translation>Dieser Lauf hat keine Kennzahlen; nur zu Ende gelaufene Läufe haben welche.</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>Kennzahlen</translation>
    </message>
    <message>
        <source>Conditions of the run</source>
        <translation>Bedingungen des Laufs</translation>
    </message>
    <message>
        <source>No condition was checked in this run.</source>
        <translation>In diesem Lauf wurde keine Bedingung geprüft.</translation>
    </message>
    <message>
        <source>Conditions</source>
        <translation>Bedingungen</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>History of the run</source>
        <translation>Verlauf des Laufs</translation>
    </message>
    <message>
        <source>No events in this run yet.</source>
        <translation>In diesem Lauf ist noch nichts geschehen.</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>Specification of the campaign</source>
        <translation>Spezifikation der Kampagne</translation>
    </message>
    <message>
        <source>Specification</source>
        <translation>Spezifikation</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Previous run</source>
        <translation>Voriger Lauf</translation>
    </message>
    <message>
        <source>Next run</source>
        <translation>Nächster Lauf</translation>
    </message>
    <message>
        <source>Leave out of statistics…</source>
        <translation>Aus der Statistik nehmen …</translation>
    </message>
    <message>
        <source>Find in the log</source>
        <translation>Im Protokoll suchen</translation>
    </message>
    <message>
        <source>Find in the log; upper and lower case matter</source>
        <translation>Im Protokoll suchen; Groß- und Kleinschreibung zählt</translation>
    </message>
    <message>
        <source>Node of the log</source>
        <translation>Knoten des Protokolls</translation>
    </message>
    <message>
        <source>Log of the run</source>
        <translation>Protokoll des Laufs</translation>
    </message>
    <message>
        <source>No line matches.</source>
        <translation>Keine Zeile passt.</translation>
    </message>
    <message>
        <source>Node of the environment</source>
        <translation>Knoten der Umgebung</translation>
    </message>
    <message>
        <source>Environment of the node</source>
        <translation>Umgebung des Knotens</translation>
    </message>
    <message>
        <source>No run selected</source>
        <translation>Kein Lauf ausgewählt</translation>
    </message>
    <message>
        <source>Take into statistics again</source>
        <translation>Wieder in die Statistik aufnehmen</translation>
    </message>
    <message>
        <source>All nodes</source>
        <translation>Alle Knoten</translation>
    </message>
    <message>
        <source>This machine and the emulation</source>
        <translation>Dieser Rechner und die Emulation</translation>
    </message>
    <message>
        <source>Nothing was recorded.</source>
        <translation>Es wurde nichts aufgezeichnet.</translation>
    </message>
    <message>
        <source>Packets</source>
        <translation>Pakete</translation>
    </message>
    <message>
        <source>Play the run once more and compare what is found with what was stored</source>
        <translation>Den Lauf noch einmal abspielen und das Ermittelte mit dem Gespeicherten vergleichen</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>Wiedergeben</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
</context>
<context>
    <name>millrace::ui::RunRecordings</name>
    <message>
        <source>Open &amp;trace</source>
        <translation>&amp;Aufzeichnung öffnen</translation>
    </message>
    <message>
        <source>Packets recorded in the run</source>
        <translation>Im Lauf aufgezeichnete Pakete</translation>
    </message>
    <message>
        <source>No packets were recorded. Recording is set in the grid.</source>
        <translation>Es wurden keine Pakete aufgezeichnet. Das Raster sagt, ob sie es werden.</translation>
    </message>
    <message>
        <source>Opens the recordings of the selected nodes, or of all, on one clock</source>
        <translation>Öffnet die Aufzeichnungen der gewählten Knoten oder aller auf einer Uhr</translation>
    </message>
    <message>
        <source>Packets · %1 · %2</source>
        <translation>Pakete · %1 · %2</translation>
    </message>
</context>
<context>
    <name>millrace::ui::RunSeries</name>
    <message>
        <source>Series of the run</source>
        <translation>Kurven des Laufs</translation>
    </message>
    <message>
        <source>The store has no series of this run; only runs that were started have.</source>
        <translation>Der Speicher enthält keine Kurven dieses Laufs; nur gestartete Läufe haben welche.</translation>
    </message>
</context>
<context>
    <name>millrace::ui::RunTable</name>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Compare: selection as &amp;first group</source>
        <translation>Vergleichen: Auswahl als &amp;erste Gruppe</translation>
    </message>
    <message>
        <source>Compare: selection as &amp;second group</source>
        <translation>Vergleichen: Auswahl als &amp;zweite Gruppe</translation>
    </message>
    <message>
        <source>&amp;Leave out of statistics…</source>
        <translation>&amp;Aus der Statistik nehmen …</translation>
    </message>
    <message>
        <source>&amp;Take into statistics again</source>
        <translation>&amp;Wieder in die Statistik aufnehmen</translation>
    </message>
    <message>
        <source>Leave out of statistics</source>
        <translation>Aus der Statistik nehmen</translation>
    </message>
    <message>
        <source>Why do these runs not count? The reason is kept with them.</source>
        <translation>Warum zählen diese Läufe nicht? Der Grund wird bei ihnen gespeichert.</translation>
    </message>
    <message>
        <source>&amp;Replay</source>
        <translation>Wie&amp;dergeben</translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) copied.</source>
        <translation>
            <numerusform>%Ln Zeile kopiert.</numerusform>
            <numerusform>%Ln Zeilen kopiert.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::RunWatch</name>
    <message>
        <source>Not met: %1 %2: %3</source>
        <translation>Nicht eingehalten: %1 %2: %3</translation>
    </message>
    <message>
        <source>took %1</source>
        <translation>Dauer: %1</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>In Vorbereitung</translation>
    </message>
    <message>
        <source>warm-up step %1 of %2</source>
        <translation>Aufwärmschritt %1 von %2</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message>
        <source>Now: %1</source>
        <translation>Jetzt: %1</translation>
    </message>
    <message>
        <source>next: %1</source>
        <translation>danach: %1</translation>
    </message>
    <message>
        <source>about %1 left in this run</source>
        <translation>noch etwa %1 in diesem Lauf</translation>
    </message>
    <message>
        <source>Run %1 of %2</source>
        <translation>Lauf %1 von %2</translation>
    </message>
    <message>
        <source>warm-up</source>
        <translation>Aufwärmlauf</translation>
    </message>
    <message>
        <source>repetition %1</source>
        <translation>Wiederholung %1</translation>
    </message>
    <message>
        <source>attempt %1</source>
        <translation>Versuch %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>millrace::ui::SavedViews</name>
    <message>
        <source>No view saved yet</source>
        <translation>Noch keine Ansicht gespeichert</translation>
    </message>
    <message>
        <source>&amp;Save this view…</source>
        <translation>Diese Ansicht &amp;speichern …</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Löschen</translation>
    </message>
    <message>
        <source>Deleted the view “%1”.</source>
        <translation>Die Ansicht „%1“ wurde gelöscht.</translation>
    </message>
    <message>
        <source>Save view</source>
        <translation>Ansicht speichern</translation>
    </message>
    <message>
        <source>Name of the view: filter, groups and figure are saved, to be used with any store.</source>
        <translation>Name der Ansicht: Filter, Gruppen und Abbildung werden gespeichert und lassen sich mit jedem Speicher verwenden.</translation>
    </message>
    <message>
        <source>Saved the view “%1”.</source>
        <translation>Die Ansicht „%1“ wurde gespeichert.</translation>
    </message>
</context>
<context>
    <name>millrace::ui::ScorePage</name>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>F1 over all levels: %1</source>
        <translation>F1 über alle Stufen: %1</translation>
    </message>
    <message>
        <source>Detector score card</source>
        <translation>Detektor-Bewertung</translation>
    </message>
    <message>
        <source>Detectors</source>
        <translation>Detektoren</translation>
    </message>
    <message>
        <source>The one that watches live runs, unless another one is chosen</source>
        <translation>Derjenige, der laufende Läufe beobachtet, sofern kein anderer gewählt ist</translation>
    </message>
    <message>
        <source>No detector is chosen</source>
        <translation>Kein Detektor gewählt</translation>
    </message>
    <message>
        <source>Nothing to score</source>
        <translation>Nichts zu bewerten</translation>
    </message>
    <message>
        <source>Check at least one detector above.</source>
        <translation>Oben mindestens einen Detektor ankreuzen.</translation>
    </message>
    <message>
        <source>No score card</source>
        <translation>Keine Bewertung</translation>
    </message>
    <message>
        <source>Detectors are scored over runs whose slow-downs are known: runs with cross traffic, and runs without any as clean controls. Add a profile under “Cross traffic” in the project, name it and “none” as levels of the factor cross_traffic of a grid, and run the grid.</source>
        <translation>Detektoren werden an Läufen bewertet, deren Verlangsamungen bekannt sind: Läufen mit Querverkehr und Läufen ohne ihn als störungsfreie Kontrollen. Unter „Querverkehr“ im Projekt ein Profil hinzufügen, es und „none“ als Stufen des Faktors cross_traffic eines Rasters nennen und das Raster ausführen.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s)</source>
        <translation>
            <numerusform>%Ln Lauf</numerusform>
            <numerusform>%Ln Läufe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them clean</source>
        <translation>
            <numerusform>%Ln davon ungestört</numerusform>
            <numerusform>%Ln davon ungestört</numerusform>
        </translation>
    </message>
    <message>
        <source>A policy: a change away from the strategy of the run counts as its alarm</source>
        <translation>Eine Richtlinie: eine Änderung weg von der Strategie des Laufs zählt als ihr Alarm</translation>
    </message>
</context>
<context>
    <name>millrace::ui::SecretDialog</name>
    <message>
        <source>Passphrase</source>
        <translation>Passphrase</translation>
    </message>
    <message>
        <source>Passphrase of your key</source>
        <translation>Passphrase des Schlüssels</translation>
    </message>
    <message>
        <source>%1 is protected. It is needed to log in to %2; it stays in memory while it is used, and is not stored.</source>
        <translation>%1 ist geschützt. Die Passphrase wird zum Anmelden bei %2 gebraucht; sie bleibt im Speicher, solange sie verwendet wird, und wird nicht gespeichert.</translation>
    </message>
    <message>
        <source>That passphrase did not open the key. Try again.</source>
        <translation>Diese Passphrase hat den Schlüssel nicht geöffnet. Noch einmal versuchen.</translation>
    </message>
    <message>
        <source>Log in</source>
        <translation>Anmelden</translation>
    </message>
    <message>
        <source>Your answers go to this machine and are not stored.</source>
        <translation>Die Antworten gehen an diesen Rechner und werden nicht gespeichert.</translation>
    </message>
    <message>
        <source>It says: “%1”</source>
        <translation>Er meldet: „%1“</translation>
    </message>
    <message>
        <source>%1 asks</source>
        <translation>%1 fragt</translation>
    </message>
    <message>
        <source>The machine did not accept that. Try again.</source>
        <translation>Der Rechner hat das nicht angenommen. Noch einmal versuchen.</translation>
    </message>
    <message>
        <source>&amp;Log in</source>
        <translation>&amp;Anmelden</translation>
    </message>
</context>
<context>
    <name>millrace::ui::SettingForm</name>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>as in the samples</source>
        <translation>wie in den Stichproben</translation>
    </message>
    <message>
        <source>Empty: from the samples of this model, or as in all samples; else not known</source>
        <translation>Leer: aus den Stichproben dieses Modells, oder wie in allen Stichproben; sonst nicht bekannt</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>as in the samples of the model</source>
        <translation>wie in den Stichproben des Modells</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>&amp;Modell</translation>
    </message>
    <message>
        <source>&amp;Parameters</source>
        <translation>&amp;Parameter</translation>
    </message>
    <message>
        <source>Operations of the forward pass of a sample</source>
        <translation>Vorwärtsoperationen je Stichprobe</translation>
    </message>
    <message>
        <source>Gradient tensors</source>
        <translation>Gradiententensoren</translation>
    </message>
    <message>
        <source>Bytes of a parameter on the wire</source>
        <translation>Bytes eines Parameters auf der Leitung</translation>
    </message>
    <message>
        <source>&amp;Workers</source>
        <translation>&amp;Worker</translation>
    </message>
    <message>
        <source>Parameter servers</source>
        <translation>Parameterserver</translation>
    </message>
    <message>
        <source>&amp;Batch of a worker</source>
        <translation>&amp;Batch eines Workers</translation>
    </message>
    <message>
        <source>Strateg&amp;y</source>
        <translation>Strateg&amp;ie</translation>
    </message>
    <message>
        <source>Line &amp;rate of a worker</source>
        <translation>Leitungs&amp;rate eines Workers</translation>
    </message>
    <message>
        <source>Round trip, s</source>
        <translation>Umlaufzeit, s</translation>
    </message>
    <message>
        <source>Operations of a device, 1/s</source>
        <translation>Operationen eines Geräts, 1/s</translation>
    </message>
    <message>
        <source>Memory bandwidth of a device, B/s</source>
        <translation>Speicherbandbreite eines Geräts, B/s</translation>
    </message>
    <message>
        <source>Memory of a device, B</source>
        <translation>Speicher eines Geräts, B</translation>
    </message>
    <message numerus="yes">
        <source>%n feature(s)</source>
        <translation>
            <numerusform>%n Merkmal</numerusform>
            <numerusform>%n Merkmale</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::SettingOffers</name>
    <message>
        <source>batch %1</source>
        <translation>Batch %1</translation>
    </message>
    <message>
        <source>Measured runs</source>
        <translation>Gemessene Läufe</translation>
    </message>
</context>
<context>
    <name>millrace::ui::ShortcutSheet</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source>Search commands and keys</source>
        <translation>Befehle und Tasten suchen</translation>
    </message>
    <message>
        <source>What belongs to a page is listed while that page is open. In plots: wheel zooms, drag moves, a double click shows everything.</source>
        <translation>Was zu einer Seite gehört, wird aufgeführt, solange sie offen ist. In Diagrammen: Mausrad vergrößert und verkleinert, Ziehen verschiebt, Doppelklick zeigt alles.</translation>
    </message>
</context>
<context>
    <name>millrace::ui::SimulationPage</name>
    <message>
        <source>Simulation and its error</source>
        <translation>Simulation und ihr Fehler</translation>
    </message>
    <message>
        <source>&amp;Calibrate (about a minute)</source>
        <translation>&amp;Kalibrieren (etwa eine Minute)</translation>
    </message>
    <message>
        <source>Measure 30 cells of short runs on eight emulated nodes of this machine, and use what they say from then on</source>
        <translation>30 Zellen kurzer Läufe auf acht emulierten Knoten dieser Maschine messen und von da an verwenden, was sie ergeben</translation>
    </message>
    <message>
        <source>&amp;Use the fit to these runs</source>
        <translation>&amp;Anpassung an diese Läufe verwenden</translation>
    </message>
    <message>
        <source>Simulated runs of this store and estimates use this calibration from then on</source>
        <translation>Simulierte Läufe dieses Speichers und Schätzungen verwenden von da an diese Kalibrierung</translation>
    </message>
    <message>
        <source>No score</source>
        <translation>Keine Bewertung</translation>
    </message>
    <message>
        <source>In use: %1</source>
        <translation>In Verwendung: %1</translation>
    </message>
    <message>
        <source>No measured runs to compare with</source>
        <translation>Keine gemessenen Läufe zum Vergleichen</translation>
    </message>
    <message>
        <source>Calibrate, or run a grid of the framework “builtin” on an emulated cluster. %1.</source>
        <translation>Kalibrieren Sie, oder führen Sie ein Raster des Frameworks „builtin“ auf einem emulierten Cluster aus. %1.</translation>
    </message>
    <message>
        <source>Not calibrated</source>
        <translation>Nicht kalibriert</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>Nicht gespeichert</translation>
    </message>
</context>
<context>
    <name>millrace::ui::SoFarModel</name>
    <message>
        <source>%1 ± %2</source>
        <translation>%1 ± %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Mean of the runs that are done ± half of its 95 % confidence interval (Student&apos;s t)</source>
        <translation>Mittel der fertigen Läufe ± die Hälfte seines 95-%-Konfidenzintervalls (Student-t)</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
</context>
<context>
    <name>millrace::ui::SoFarTable</name>
    <message>
        <source>Results so far</source>
        <translation>Bisherige Ergebnisse</translation>
    </message>
    <message>
        <source>Mean and confidence interval of every cell are listed here.</source>
        <translation>Mittel und Konfidenzintervall jeder Zelle stehen hier.</translation>
    </message>
</context>
<context>
    <name>millrace::ui::StartPage</name>
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
    <message>
        <source>Experiments on the network side of distributed training: define a cluster and a grid of runs, run it on this machine, watch it, compare the results.</source>
        <translation>Versuche mit der Netzwerkseite des verteilten Trainings: einen Cluster und ein Raster von Läufen festlegen, auf diesem Rechner ausführen, dabei zusehen, die Ergebnisse vergleichen.</translation>
    </message>
    <message>
        <source>&amp;Run the quickstart</source>
        <translation>&amp;Schnellstart ausführen</translation>
    </message>
    <message>
        <source>30 runs on four emulated nodes, about two minutes; kept in the documents&apos; folder &quot;Millrace&quot;</source>
        <translation>30 Läufe auf vier emulierten Knoten, etwa zwei Minuten; gespeichert im Ordner „Millrace“ bei den Dokumenten</translation>
    </message>
    <message>
        <source>&amp;New project</source>
        <translation>&amp;Neues Projekt</translation>
    </message>
    <message>
        <source>Start from a template</source>
        <translation>Mit einer Vorlage beginnen</translation>
    </message>
    <message>
        <source>What to do next</source>
        <translation>Die nächsten Schritte</translation>
    </message>
    <message>
        <source>&lt;a href=&quot;run:quickstart&quot;&gt;Run the quickstart&lt;/a&gt; to see a whole experiment: 30 runs, live plots, a table with intervals.</source>
        <translation>&lt;a href=&quot;run:quickstart&quot;&gt;Den Schnellstart ausführen&lt;/a&gt; und einen ganzen Versuch sehen: 30 Läufe, mitlaufende Diagramme, eine Tabelle mit Intervallen.</translation>
    </message>
    <message>
        <source>&lt;a href=&quot;file:%1&quot;&gt;Compare the results&lt;/a&gt; of the last campaign: plot a metric over any factor, or two groups of runs against each other.</source>
        <translation>&lt;a href=&quot;file:%1&quot;&gt;Ergebnisse vergleichen&lt;/a&gt;: aus der letzten Kampagne eine Kennzahl über einem beliebigen Faktor zeichnen oder zwei Gruppen von Läufen gegenüberstellen.</translation>
    </message>
    <message>
        <source>&lt;a href=&quot;new:loss-and-delay&quot;&gt;Change a template&lt;/a&gt;: nodes, links, factors and levels; a dry run next to the editor shows how many runs it makes and how long they take.</source>
        <translation>&lt;a href=&quot;new:loss-and-delay&quot;&gt;Eine Vorlage ändern&lt;/a&gt;: Knoten, Verbindungen, Faktoren und Stufen; ein Probelauf neben dem Editor sagt, wie viele Läufe entstehen und wie lange sie dauern.</translation>
    </message>
    <message>
        <source>Press F1 on any page for its manual.</source>
        <translation>F1 öffnet auf jeder Seite das Handbuch dazu.</translation>
    </message>
    <message>
        <source>Quickstart</source>
        <translation>Schnellstart</translation>
    </message>
    <message>
        <source>Five all-reduce strategies on four emulated nodes, with and without loss, in three minutes.</source>
        <translation>Fünf All-Reduce-Strategien auf vier emulierten Knoten, mit und ohne Verlust, in drei Minuten.</translation>
    </message>
    <message>
        <source>Traffic study</source>
        <translation>Verkehrsstudie</translation>
    </message>
    <message>
        <source>The settings table of the traffic study: TensorFlow, Horovod and KungFu in 232 runs.</source>
        <translation>Die Tabelle der Einstellungen der Verkehrsstudie: TensorFlow, Horovod und KungFu in 232 Läufen.</translation>
    </message>
    <message>
        <source>KungFu strategies</source>
        <translation>Strategien von KungFu</translation>
    </message>
    <message>
        <source>Every all-reduce strategy with two models on eight emulated nodes.</source>
        <translation>Jede All-Reduce-Strategie mit zwei Modellen auf acht emulierten Knoten.</translation>
    </message>
    <message>
        <source>Loss and delay</source>
        <translation>Verlust und Verzögerung</translation>
    </message>
    <message>
        <source>Two sites joined by a wide-area link whose delay and loss are varied.</source>
        <translation>Zwei Standorte an einer Weitverkehrsverbindung, deren Verzögerung und Verlust variiert werden.</translation>
    </message>
    <message>
        <source>&lt;a href=&quot;open:&quot;&gt;Open&lt;/a&gt; a project (*.millrace), a result store (*.mrdb) or a capture (*.pcap, *.pcapng), or drop it anywhere on this window.</source>
        <translation>Ein Projekt (*.millrace), einen Ergebnisspeicher (*.mrdb) oder eine Aufzeichnung (*.pcap, *.pcapng) &lt;a href=&quot;open:&quot;&gt;öffnen&lt;/a&gt; oder irgendwo auf diesem Fenster ablegen.</translation>
    </message>
    <message>
        <source>PyTorch DDP</source>
        <translation>PyTorch DDP</translation>
    </message>
    <message>
        <source>Remote nodes</source>
        <translation>Entfernte Knoten</translation>
    </message>
    <message>
        <source>Published studies</source>
        <translation>Veröffentlichte Studien</translation>
    </message>
    <message>
        <source>Cross traffic</source>
        <translation>Querverkehr</translation>
    </message>
    <message>
        <source>Four models under bursty, even and long-lived traffic at a bottleneck: the cross traffic study, scaled.</source>
        <translation>Vier Modelle unter stoßweisem, gleichmäßigem und langlebigem Verkehr an einem Engpass: die Querverkehrsstudie, verkleinert.</translation>
    </message>
    <message>
        <source>Detectors</source>
        <translation>Detektoren</translation>
    </message>
    <message>
        <source>Training slowed down by 5 to 50 % from random moments on, to score the detectors of interference.</source>
        <translation>Training, das von zufälligen Zeitpunkten an um 5 bis 50 % verlangsamt wird, um die Detektoren von Störungen zu bewerten.</translation>
    </message>
    <message>
        <source>KungFu interference</source>
        <translation>KungFu-Störung</translation>
    </message>
    <message>
        <source>KungFu&apos;s figure 5: load on the root of a star, and the alarms that it raises.</source>
        <translation>KungFus Abbildung 5: Last auf der Wurzel eines Sterns und die Alarme, die sie auslöst.</translation>
    </message>
    <message>
        <source>Two image models with PyTorch&apos;s DistributedDataParallel and Gloo on four emulated nodes.</source>
        <translation>Zwei Bildmodelle mit DistributedDataParallel von PyTorch und Gloo auf vier emulierten Knoten.</translation>
    </message>
    <message>
        <source>Samples for a predictor</source>
        <translation>Proben für eine Vorhersage</translation>
    </message>
    <message>
        <source>82 short trainings with PyTorch, from which a predictor of network use can be trained.</source>
        <translation>82 kurze Trainings mit PyTorch, aus denen eine Vorhersage der Netznutzung gelernt werden kann.</translation>
    </message>
    <message>
        <source>Four machines by ssh, with and without loss, all packets recorded.</source>
        <translation>Vier Rechner über ssh, mit und ohne Verlust, alle Pakete aufgezeichnet.</translation>
    </message>
    <message>
        <source>Containers</source>
        <translation>Container</translation>
    </message>
    <message>
        <source>Four containers reached by docker exec, with and without loss, all packets recorded.</source>
        <translation>Vier Container, erreicht mit docker exec, mit und ohne Verlust, alle Pakete aufgezeichnet.</translation>
    </message>
    <message>
        <source>Kubernetes pods</source>
        <translation>Kubernetes-Pods</translation>
    </message>
    <message>
        <source>Four pods reached by kubectl exec, with and without loss, all packets recorded.</source>
        <translation>Vier Pods, erreicht mit kubectl exec, mit und ohne Verlust, alle Pakete aufgezeichnet.</translation>
    </message>
    <message>
        <source>Elastic training</source>
        <translation>Elastisches Training</translation>
    </message>
    <message>
        <source>KungFu&apos;s figure 7: a training that grows from one worker to four and shrinks again.</source>
        <translation>Bild 7 von KungFu: ein Training, das von einem Worker auf vier wächst und wieder schrumpft.</translation>
    </message>
    <message>
        <source>Continents</source>
        <translation>Kontinente</translation>
    </message>
    <message>
        <source>Which machines to rent on four continents, what that costs, and averaging between them.</source>
        <translation>Welche Maschinen auf vier Kontinenten zu mieten sind, was das kostet, und Mittelung zwischen ihnen.</translation>
    </message>
    <message>
        <source>Simulated clusters</source>
        <translation>Simulierte Cluster</translation>
    </message>
    <message>
        <source>All-reduce on 8 to 512 nodes and between oversubscribed racks, calculated.</source>
        <translation>All-Reduce auf 8 bis 512 Knoten und zwischen überbuchten Racks, berechnet.</translation>
    </message>
</context>
<context>
    <name>millrace::ui::StepModel</name>
    <message>
        <source>From the start of the step before</source>
        <translation>Vom Beginn des Schritts davor</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Begin (s)</source>
        <translation>Beginn (s)</translation>
    </message>
    <message>
        <source>Traffic for (s)</source>
        <translation>Verkehr während (s)</translation>
    </message>
    <message>
        <source>Distance (s)</source>
        <translation>Abstand (s)</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Packets</source>
        <translation>Pakete</translation>
    </message>
    <message>
        <source>Rate (Mbit/s)</source>
        <translation>Rate (Mbit/s)</translation>
    </message>
</context>
<context>
    <name>millrace::ui::StepPanel</name>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Press Return, or double-click, to mark the time of the selected steps</source>
        <translation>Eingabetaste oder Doppelklick markiert die Zeit der gewählten Schritte</translation>
    </message>
    <message>
        <source>Looking for steps…</source>
        <translation>Schritte werden gesucht …</translation>
    </message>
    <message>
        <source>No steps were found: %1.</source>
        <translation>Keine Schritte gefunden: %1.</translation>
    </message>
    <message>
        <source>No period above the noise.</source>
        <translation>Keine Periode ragt aus dem Rauschen.</translation>
    </message>
    <message>
        <source>The search for steps was cancelled. Choose the tab again to repeat it.</source>
        <translation>Die Suche nach Schritten wurde abgebrochen. Die Karte nochmals zu wählen wiederholt sie.</translation>
    </message>
    <message>
        <source>Select &amp;these flows</source>
        <translation>&amp;Diese Flüsse auswählen</translation>
    </message>
    <message>
        <source>Flows whose steps are shown</source>
        <translation>Flüsse, deren Schritte gezeigt werden</translation>
    </message>
    <message>
        <source>Flows of the job</source>
        <translation>Flüsse des Trainings</translation>
    </message>
    <message>
        <source>All flows</source>
        <translation>Alle Flüsse</translation>
    </message>
    <message>
        <source>Flows whose traffic is divided into steps. Flows selected in another tab are used as they are.</source>
        <translation>Wessen Verkehr in Schritte zerlegt wird. In einem anderen Reiter ausgewählte Flüsse werden so übernommen.</translation>
    </message>
    <message>
        <source>Selects the flows whose steps are shown, in all tabs</source>
        <translation>Wählt die Flüsse, deren Schritte gezeigt werden, in allen Reitern aus</translation>
    </message>
    <message>
        <source>&amp;Steps of</source>
        <translation>&amp;Schritte von</translation>
    </message>
    <message>
        <source>Not reliable: %1. Select the flows of the job in the tab Flows, or use the log of the job.</source>
        <translation>Nicht zuverlässig: %1. Die Flüsse des Trainings im Reiter Flüsse auswählen oder das Protokoll des Trainings verwenden.</translation>
    </message>
    <message>
        <source>%1 of %2 flows with %3 of all bytes</source>
        <translation>%1 von %2 Flüssen mit %3 aller Bytes</translation>
    </message>
    <message>
        <source>%1: heavy, long-lived ones on the ports of the job.</source>
        <translation>%1: große, langlebige auf den Ports des Trainings.</translation>
    </message>
    <message>
        <source>%1: the heavy, long-lived ones.</source>
        <translation>%1: die großen, langlebigen.</translation>
    </message>
    <message>
        <source>%1: those that are selected.</source>
        <translation>%1: die ausgewählten.</translation>
    </message>
    <message>
        <source>Half of the steps take %1 to %2, the median is %3.</source>
        <translation>Die Hälfte der Schritte dauert %1 bis %2, der Median ist %3.</translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) of about %1, separated by pauses of %2 or longer; %3 of the bytes are in steps within 25 % of that volume.</source>
        <translation>
            <numerusform>%n Schritt von etwa %1, getrennt durch Stillen von %2 oder länger; %3 der Bytes liegen in Schritten innerhalb von 25 % dieser Menge.</numerusform>
            <numerusform>%n Schritte von etwa %1, getrennt durch Stillen von %2 oder länger; %3 der Bytes liegen in Schritten innerhalb von 25 % dieser Menge.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s), separated by pauses longer than %1; %2 of the distances are within 25 % of the median.</source>
        <translation>
            <numerusform>%n Schritt, getrennt durch Stillen länger als %1; %2 der Abstände liegen innerhalb von 25 % des Medians.</numerusform>
            <numerusform>%n Schritte, getrennt durch Stillen länger als %1; %2 der Abstände liegen innerhalb von 25 % des Medians.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) of %1, cut by the period: there is no silence between them.</source>
        <translation>
            <numerusform>%n Schritt von %1, nach der Periode geschnitten: dazwischen gibt es keine Stille.</numerusform>
            <numerusform>%n Schritte von %1, nach der Periode geschnitten: dazwischen gibt es keine Stille.</numerusform>
        </translation>
    </message>
    <message>
        <source>The traffic repeats every %1: its autocorrelation there is %2, which noise would show in at most %3 of the cases.</source>
        <translation>Der Verkehr wiederholt sich alle %1: seine Autokorrelation ist dort %2, was Rauschen in höchstens %3 der Fälle zeigen würde.</translation>
    </message>
</context>
<context>
    <name>millrace::ui::StudyCard</name>
    <message>
        <source>Import: %1</source>
        <translation>Importieren: %1</translation>
    </message>
    <message>
        <source>Import “%1”…</source>
        <translation>„%1“ importieren …</translation>
    </message>
</context>
<context>
    <name>millrace::ui::StudyFigurePanel</name>
    <message>
        <source>Exporting</source>
        <translation>Export</translation>
    </message>
    <message>
        <source>No figure chosen</source>
        <translation>Keine Abbildung ausgewählt</translation>
    </message>
    <message>
        <source>Choose one on the left.</source>
        <translation>Links eine auswählen.</translation>
    </message>
    <message>
        <source>&amp;Both</source>
        <translation>Be&amp;ide</translation>
    </message>
    <message>
        <source>As &amp;published</source>
        <translation>Wie &amp;veröffentlicht</translation>
    </message>
    <message>
        <source>As &amp;measured</source>
        <translation>Wie &amp;gemessen</translation>
    </message>
    <message>
        <source>Export &amp;both</source>
        <translation>Beide e&amp;xportieren</translation>
    </message>
    <message>
        <source>Both variants in one drawing, with their definitions</source>
        <translation>Beide Fassungen in einer Zeichnung, mit ihren Definitionen</translation>
    </message>
    <message>
        <source>&amp;SVG…</source>
        <translation>&amp;SVG …</translation>
    </message>
    <message>
        <source>&amp;PNG…</source>
        <translation>&amp;PNG …</translation>
    </message>
    <message>
        <source>What was computed, and why the two differ</source>
        <translation>Was berechnet wurde und warum die beiden abweichen</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Computing the figure</source>
        <translation>Die Abbildung wird berechnet</translation>
    </message>
    <message>
        <source>This takes a moment.</source>
        <translation>Das dauert einen Moment.</translation>
    </message>
    <message numerus="yes">
        <source>Numbers · %n row(s)</source>
        <translation>
            <numerusform>Zahlen · %n Zeile</numerusform>
            <numerusform>Zahlen · %n Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>What is computed</source>
        <translation>Was berechnet wird</translation>
    </message>
    <message>
        <source>Why they differ</source>
        <translation>Warum sie abweichen</translation>
    </message>
    <message>
        <source>Values and intervals</source>
        <translation>Werte und Intervalle</translation>
    </message>
    <message>
        <source>%1 files (*.%2)</source>
        <translation>%1-Dateien (*.%2)</translation>
    </message>
    <message>
        <source>Wrote %1.</source>
        <translation>%1 geschrieben.</translation>
    </message>
    <message>
        <source>Remarks</source>
        <translation>Anmerkungen</translation>
    </message>
</context>
<context>
    <name>millrace::ui::StudyImportDialog</name>
    <message>
        <source>Result stores (*.mrdb)</source>
        <translation>Ergebnisspeicher (*.mrdb)</translation>
    </message>
    <message>
        <source>Import study or files</source>
        <translation>Studie oder Dateien importieren</translation>
    </message>
    <message>
        <source>What is wrong with the files</source>
        <translation>Was mit den Dateien nicht stimmt</translation>
    </message>
    <message>
        <source>Choose a &amp;folder…</source>
        <translation>&amp;Ordner wählen …</translation>
    </message>
    <message>
        <source>Choose f&amp;iles…</source>
        <translation>&amp;Dateien wählen …</translation>
    </message>
    <message>
        <source>What is imported</source>
        <translation>Was importiert wird</translation>
    </message>
    <message>
        <source>Detect</source>
        <translation>Wonach es aussieht</translation>
    </message>
    <message>
        <source>&amp;Edit…</source>
        <translation>&amp;Bearbeiten …</translation>
    </message>
    <message>
        <source>Edit the mapping</source>
        <translation>Zuordnung bearbeiten</translation>
    </message>
    <message>
        <source>A result store; it is made where it is not there</source>
        <translation>Ein Ergebnisspeicher; er wird angelegt, wenn es ihn nicht gibt</translation>
    </message>
    <message>
        <source>C&amp;hoose…</source>
        <translation>Aus&amp;wählen …</translation>
    </message>
    <message>
        <source>Choose the store</source>
        <translation>Speicher auswählen</translation>
    </message>
    <message>
        <source>&amp;Study</source>
        <translation>&amp;Studie</translation>
    </message>
    <message>
        <source>&amp;Mapping</source>
        <translation>&amp;Zuordnung</translation>
    </message>
    <message>
        <source>&amp;Into the store</source>
        <translation>I&amp;n den Speicher</translation>
    </message>
    <message>
        <source>Runs that are imported</source>
        <translation>Läufe, die importiert werden</translation>
    </message>
    <message>
        <source>The runs found are listed here before anything is imported.</source>
        <translation>Hier stehen die gefundenen Läufe, bevor etwas importiert wird.</translation>
    </message>
    <message>
        <source>How much has been read</source>
        <translation>Wie viel gelesen ist</translation>
    </message>
    <message>
        <source>I&amp;mport</source>
        <translation>&amp;Importieren</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>Ö&amp;ffnen</translation>
    </message>
    <message>
        <source>Figures and audit of what was imported</source>
        <translation>Abbildungen und Audit des Importierten</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 · %3 of %n run(s)</source>
        <translation>
            <numerusform>%1 von %2 · %3 von %n Lauf</numerusform>
            <numerusform>%1 von %2 · %3 von %n Läufen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 und %n weitere</numerusform>
            <numerusform>%1 und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Looking into it…</source>
        <translation>Wird untersucht …</translation>
    </message>
    <message>
        <source>Detected: %1</source>
        <translation>Wonach es aussieht: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n Datei</numerusform>
            <numerusform>%n Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>Guessed from the columns</source>
        <translation>Aus den Spalten erraten</translation>
    </message>
    <message>
        <source>As shipped</source>
        <translation>Wie mitgeliefert</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>Aus einer Datei …</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Importing…</source>
        <translation>Wird importiert …</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) stored</source>
        <translation>
            <numerusform>%n Lauf gespeichert</numerusform>
            <numerusform>%n Läufe gespeichert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n were there already</source>
        <translation>
            <numerusform>%n war schon da</numerusform>
            <numerusform>%n waren schon da</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n issue(s)</source>
        <translation>
            <numerusform>%n Meldung</numerusform>
            <numerusform>%n Meldungen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>Cancelled: %1. Stored runs are kept; importing again continues from there.</source>
        <translation>Abgebrochen: %1. Gespeichertes bleibt; ein erneuter Import macht dort weiter.</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>Wird abgebrochen …</translation>
    </message>
    <message>
        <source>Folder of a study</source>
        <translation>Ordner einer Studie</translation>
    </message>
    <message>
        <source>Files of measurements</source>
        <translation>Dateien mit Messungen</translation>
    </message>
    <message>
        <source>The store to import into</source>
        <translation>Der Speicher für den Import</translation>
    </message>
    <message>
        <source>A mapping</source>
        <translation>Eine Zuordnung</translation>
    </message>
    <message>
        <source>Mappings (*.json)</source>
        <translation>Zuordnungen (*.json)</translation>
    </message>
    <message>
        <source>Path of a study&apos;s folder, or of files of other tools</source>
        <translation>Pfad eines Studienordners oder von Dateien anderer Programme</translation>
    </message>
    <message numerus="yes">
        <source>%n left out</source>
        <translation>
            <numerusform>%n ausgelassen</numerusform>
            <numerusform>%n ausgelassen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::StudyPage</name>
    <message>
        <source>Figures</source>
        <translation>Abbildungen</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>Audit</translation>
    </message>
    <message>
        <source>Computing the figure</source>
        <translation>Die Abbildung wird berechnet</translation>
    </message>
    <message>
        <source>Auditing</source>
        <translation>Audit läuft</translation>
    </message>
    <message>
        <source>Studies · %1</source>
        <translation>Studien · %1</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>&amp;Runs</source>
        <translation>&amp;Läufe</translation>
    </message>
    <message>
        <source>All runs of this store, in the browser of results</source>
        <translation>Alle Läufe dieses Speichers auf der Seite der Ergebnisse</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>Nothing was computed.</source>
        <translation>Es wurde nichts berechnet.</translation>
    </message>
    <message>
        <source>A figure is being exported.</source>
        <translation>Eine Abbildung wird exportiert.</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n run(s)</source>
        <translation>
            <numerusform>%1: %n Lauf</numerusform>
            <numerusform>%1: %n Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>no published study in this store</source>
        <translation>keine veröffentlichte Studie in diesem Speicher</translation>
    </message>
    <message numerus="yes">
        <source>%n figure(s)</source>
        <translation>
            <numerusform>%n Abbildung</numerusform>
            <numerusform>%n Abbildungen</numerusform>
        </translation>
    </message>
    <message>
        <source>No figure of these runs</source>
        <translation>Keine Abbildung dieser Läufe</translation>
    </message>
    <message>
        <source>No figure on the left has data in this store. Choose one to see which runs it needs, or import a study with File &gt; Import study or files.</source>
        <translation>Keine Abbildung links hat Daten in diesem Speicher. Eine auswählen, um zu sehen, welche Läufe sie braucht, oder eine Studie mit „Datei &gt; Studie oder Dateien importieren“ importieren.</translation>
    </message>
    <message>
        <source>The figure cannot be computed</source>
        <translation>Die Abbildung lässt sich nicht berechnen</translation>
    </message>
    <message>
        <source>No data in this store</source>
        <translation>Keine Daten in diesem Speicher</translation>
    </message>
    <message>
        <source>Compute &amp;again</source>
        <translation>&amp;Neu berechnen</translation>
    </message>
    <message>
        <source>No published study in this store</source>
        <translation>Keine veröffentlichte Studie in diesem Speicher</translation>
    </message>
    <message>
        <source>An audit is about the data of a published study. Import one with File &gt; Import study or files.</source>
        <translation>Ein Audit betrifft die Daten einer veröffentlichten Studie. Eine lässt sich mit „Datei &gt; Studie oder Dateien importieren“ importieren.</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>&amp;Importieren …</translation>
    </message>
    <message>
        <source>Nothing to audit</source>
        <translation>Nichts für ein Audit</translation>
    </message>
    <message>
        <source>The audit failed</source>
        <translation>Das Audit ist fehlgeschlagen</translation>
    </message>
</context>
<context>
    <name>millrace::ui::TableMappingDialog</name>
    <message>
        <source>Columns of a table</source>
        <translation>Spalten einer Tabelle</translation>
    </message>
    <message>
        <source>Table to preview</source>
        <translation>Die Tabelle, um die es geht</translation>
    </message>
    <message>
        <source>&amp;Save and use…</source>
        <translation>&amp;Speichern und verwenden …</translation>
    </message>
    <message>
        <source>Columns of the table</source>
        <translation>Spalten der Tabelle</translation>
    </message>
    <message>
        <source>The first rows as they are stored</source>
        <translation>Die ersten Zeilen, wie sie gespeichert werden</translation>
    </message>
    <message>
        <source>Nothing would be stored. Mark at least one column as a series or a metric.</source>
        <translation>So würde nichts gespeichert. Mindestens eine Spalte als Reihe oder Kennzahl festlegen.</translation>
    </message>
    <message>
        <source>How times are written</source>
        <translation>Wie Zeiten geschrieben sind</translation>
    </message>
    <message>
        <source>since the first row</source>
        <translation>seit der ersten Zeile</translation>
    </message>
    <message>
        <source>since 1970</source>
        <translation>seit 1970</translation>
    </message>
    <message>
        <source>date and time</source>
        <translation>Datum und Zeit</translation>
    </message>
    <message>
        <source>Unit of times</source>
        <translation>Einheit der Zeiten</translation>
    </message>
    <message>
        <source>Time zone of times without one</source>
        <translation>Zeitzone für Zeiten ohne Angabe</translation>
    </message>
    <message>
        <source>&amp;Times</source>
        <translation>&amp;Zeiten</translation>
    </message>
    <message>
        <source>There is no table (CSV, TSV) among these files.</source>
        <translation>Unter diesen Dateien ist keine Tabelle (CSV, TSV).</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>Save the mapping</source>
        <translation>Zuordnung speichern</translation>
    </message>
    <message>
        <source>Mappings (*.json)</source>
        <translation>Zuordnungen (*.json)</translation>
    </message>
</context>
<context>
    <name>millrace::ui::TablePanel</name>
    <message>
        <source>Filter: 10.0.0.1  5000  tcp  packets&gt;100  -udp</source>
        <translation>Filter: 10.0.0.1  5000  tcp  packets&gt;100  -udp</translation>
    </message>
    <message>
        <source>Filter of %1</source>
        <translation>Filter von %1</translation>
    </message>
    <message>
        <source>All terms must match: part of an address, a port, address:port, a protocol, a TCP flag, comparisons such as packets&gt;100 or rtt_min&lt;2ms; prefix a term with - to exclude it</source>
        <translation>Wörter, die alle passen müssen: Teil einer Adresse, ein Port, Adresse:Port, ein Protokoll, ein TCP-Flag; Vergleiche wie packets&gt;100 oder rtt_min&lt;2ms; - davor kehrt ein Wort um</translation>
    </message>
    <message>
        <source>Choose columns</source>
        <translation>Spalten wählen</translation>
    </message>
    <message>
        <source>…</source>
        <translation>…</translation>
    </message>
    <message>
        <source>%1 · sorting…</source>
        <translation>%1 · wird sortiert …</translation>
    </message>
    <message>
        <source>No row matches the filter. Press Escape in it to see all rows.</source>
        <translation>Keine Zeile passt zum Filter. Escape darin zeigt alle Zeilen.</translation>
    </message>
    <message>
        <source>&amp;Copy rows</source>
        <translation>Zeilen &amp;kopieren</translation>
    </message>
    <message>
        <source>&amp;Save these rows as CSV…</source>
        <translation>Diese Zeilen als CSV &amp;speichern …</translation>
    </message>
    <message>
        <source>More than a million rows are too many for the clipboard; save them as CSV instead.</source>
        <translation>Mehr als eine Million Zeilen sind zu viel für die Zwischenablage; speichere sie stattdessen als CSV.</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>Kopiert.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s)</source>
        <translation>
            <numerusform>%Ln Zeile</numerusform>
            <numerusform>%Ln Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>millrace::ui::TableView</name>
    <message>
        <source>Show &amp;all</source>
        <translation>&amp;Alle zeigen</translation>
    </message>
    <message>
        <source>&amp;Fit widths</source>
        <translation>&amp;Breiten anpassen</translation>
    </message>
</context>
<context>
    <name>millrace::ui::TemplateCard</name>
    <message>
        <source>New project from this template</source>
        <translation>Neues Projekt aus dieser Vorlage</translation>
    </message>
</context>
<context>
    <name>millrace::ui::TimelineCanvas</name>
    <message>
        <source>The series could not be read: %1</source>
        <translation>Die Kurven konnten nicht gelesen werden: %1</translation>
    </message>
    <message>
        <source>No series to show.</source>
        <translation>Keine Kurven zu zeigen.</translation>
    </message>
    <message>
        <source>Hidden: click a name to show it.</source>
        <translation>Ausgeblendet: Ein Klick auf einen Namen zeigt die Kurve.</translation>
    </message>
    <message>
        <source>No samples yet.</source>
        <translation>Noch keine Messwerte.</translation>
    </message>
    <message>
        <source>Only gaps here: nothing was measured. Press Home to see the whole range.</source>
        <translation>Hier sind nur Lücken: Es wurde nichts gemessen. Pos1 zeigt alles.</translation>
    </message>
    <message>
        <source>No samples in this stretch of time. Press Home to see everything.</source>
        <translation>Keine Messwerte in diesem Zeitraum. Pos1 zeigt alles.</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message numerus="yes">
        <source>and %n more event(s)</source>
        <translation>
            <numerusform>und %n weiteres Ereignis</numerusform>
            <numerusform>und %n weitere Ereignisse</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2; n = %3)</source>
        <translation>%1 (%2; n = %3)</translation>
    </message>
</context>
<context>
    <name>millrace::ui::TimelinePlot</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>&amp;Fit everything</source>
        <translation>&amp;Alles einpassen</translation>
    </message>
    <message>
        <source>Fo&amp;llow the newest data</source>
        <translation>Den neuesten Daten &amp;folgen</translation>
    </message>
    <message>
        <source>&amp;Pause the view</source>
        <translation>Ansicht an&amp;halten</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>&amp;Vergrößern</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>Ver&amp;kleinern</translation>
    </message>
    <message>
        <source>Lo&amp;garithmic scale</source>
        <translation>&amp;Logarithmische Skala</translation>
    </message>
    <message>
        <source>&amp;Copy the visible data</source>
        <translation>Sichtbare Daten k&amp;opieren</translation>
    </message>
    <message>
        <source>Export the visible &amp;data…</source>
        <translation>Sichtbare &amp;Daten exportieren …</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>Tabelle (*.csv)</translation>
    </message>
    <message>
        <source>&amp;Export the picture…</source>
        <translation>&amp;Bild exportieren …</translation>
    </message>
    <message>
        <source>Picture (*.png);;Vector drawing (*.svg);;Document (*.pdf)</source>
        <translation>Bild (*.png);;Vektorzeichnung (*.svg);;Dokument (*.pdf)</translation>
    </message>
    <message>
        <source>&amp;Series</source>
        <translation>Ku&amp;rven</translation>
    </message>
    <message>
        <source>Show &amp;all</source>
        <translation>&amp;Alle zeigen</translation>
    </message>
    <message>
        <source>Export %1</source>
        <translation>%1 exportieren</translation>
    </message>
    <message>
        <source>Series of %1</source>
        <translation>Kurven von %1</translation>
    </message>
    <message>
        <source>At %1</source>
        <translation>Bei %1</translation>
    </message>
    <message>
        <source>Last in view</source>
        <translation>Zuletzt im Bild</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n series.</source>
        <translation>
            <numerusform>%1: %n Kurve.</numerusform>
            <numerusform>%1: %n Kurven.</numerusform>
        </translation>
    </message>
    <message>
        <source>No samples yet.</source>
        <translation>Noch keine Messwerte.</translation>
    </message>
    <message>
        <source>Shown from %1 to %2.</source>
        <translation>Gezeigt von %1 bis %2.</translation>
    </message>
    <message>
        <source>%1: last %2.</source>
        <translation>%1: zuletzt %2.</translation>
    </message>
    <message>
        <source>%1 is hidden.</source>
        <translation>%1 ist ausgeblendet.</translation>
    </message>
    <message numerus="yes">
        <source>And %n more series.</source>
        <translation>
            <numerusform>Und %n weitere Kurve.</numerusform>
            <numerusform>Und %n weitere Kurven.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 from %2.</source>
        <translation>%1 ab %2.</translation>
    </message>
</context>
<context>
    <name>millrace::ui::TopologyView</name>
    <message>
        <source>Drawing of the cluster</source>
        <translation>Zeichnung des Clusters</translation>
    </message>
</context>
<context>
    <name>millrace::ui::TraceExports</name>
    <message>
        <source>A table is being written.</source>
        <translation>Eine Tabelle wird geschrieben.</translation>
    </message>
    <message>
        <source>Wrote %1.</source>
        <translation>%1 geschrieben.</translation>
    </message>
    <message>
        <source>Packets are being written.</source>
        <translation>Pakete werden geschrieben.</translation>
    </message>
    <message numerus="yes">
        <source>Wrote %n packet(s) into %1.</source>
        <translation>
            <numerusform>%n Paket in %1 geschrieben.</numerusform>
            <numerusform>%n Pakete in %1 geschrieben.</numerusform>
        </translation>
    </message>
    <message>
        <source>Packets are being written for Wireshark.</source>
        <translation>Pakete werden für Wireshark geschrieben.</translation>
    </message>
    <message numerus="yes">
        <source>Wireshark opens %n packet(s).</source>
        <translation>
            <numerusform>Wireshark öffnet %n Paket.</numerusform>
            <numerusform>Wireshark öffnet %n Pakete.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::TraceFilterLine</name>
    <message>
        <source>Decode &amp;tunnels</source>
        <translation>In &amp;Tunnel hineinsehen</translation>
    </message>
    <message>
        <source>Packet filter</source>
        <translation>Paketfilter</translation>
    </message>
    <message>
        <source>host 10.0.0.1 and tcp port 5001</source>
        <translation>host 10.0.0.1 and tcp port 5001</translation>
    </message>
    <message>
        <source>Only packets that pass are read; in libpcap&apos;s language, as tcpdump has it. Press Return to read the files again.</source>
        <translation>Nur Pakete, die passen, werden gelesen; in der Sprache von libpcap, wie bei tcpdump. Die Eingabetaste liest die Dateien neu.</translation>
    </message>
    <message>
        <source>Packet &amp;filter</source>
        <translation>Paket&amp;filter</translation>
    </message>
    <message>
        <source>Flows are those within VXLAN, Geneve, GRE, IP in IP and MPLS. The packet filter sees the outer packets.</source>
        <translation>Flüsse sind die innerhalb von VXLAN, Geneve, GRE, IP in IP und MPLS. Der Paketfilter sieht die äußeren Pakete.</translation>
    </message>
</context>
<context>
    <name>millrace::ui::TraceHeader</name>
    <message>
        <source>What was found wrong with the files</source>
        <translation>Was an den Dateien auffiel</translation>
    </message>
    <message>
        <source>%1 packets</source>
        <translation>%1 Pakete</translation>
    </message>
    <message>
        <source>%1 on the wire</source>
        <translation>%1 auf der Leitung</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>ab %1</translation>
    </message>
    <message numerus="yes">
        <source>%n flow(s)</source>
        <translation>
            <numerusform>%n Fluss</numerusform>
            <numerusform>%n Flüsse</numerusform>
        </translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>wird gelesen …</translation>
    </message>
    <message>
        <source>not read to the end</source>
        <translation>nicht zu Ende gelesen</translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n Hinweis</numerusform>
            <numerusform>%n Hinweise</numerusform>
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
    <name>millrace::ui::TracePage</name>
    <message>
        <source>Reading</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>Listing packets</source>
        <translation>Pakete auflisten</translation>
    </message>
    <message>
        <source>Looking for steps</source>
        <translation>Schritte suchen</translation>
    </message>
    <message>
        <source>Measuring the clocks</source>
        <translation>Uhren messen</translation>
    </message>
    <message>
        <source>Open in &amp;Wireshark</source>
        <translation>In &amp;Wireshark öffnen</translation>
    </message>
    <message>
        <source>Open the selected packets in Wireshark (Ctrl+Shift+W)</source>
        <translation>Gewählte Pakete in Wireshark öffnen (Ctrl+Shift+W)</translation>
    </message>
    <message>
        <source>Save &amp;packets…</source>
        <translation>&amp;Pakete speichern …</translation>
    </message>
    <message>
        <source>Save the selected packets as a pcap file</source>
        <translation>Gewählte Pakete als pcap-Datei speichern</translation>
    </message>
    <message>
        <source>&amp;Table as shown, CSV…</source>
        <translation>&amp;Tabelle wie gezeigt, CSV …</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>&amp;Exportieren</translation>
    </message>
    <message>
        <source>&amp;Read again</source>
        <translation>&amp;Neu lesen</translation>
    </message>
    <message>
        <source>&amp;Clear the packet filter</source>
        <translation>Paketfilter &amp;leeren</translation>
    </message>
    <message>
        <source>Step %1 begins</source>
        <translation>Schritt %1 beginnt</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 und %n weiteres</numerusform>
            <numerusform>%1 und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>A figure is being exported.</source>
        <translation>Eine Abbildung wird exportiert.</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>%1 wird gelesen</translation>
    </message>
    <message>
        <source>What is known is shown as soon as the first packets have been read.</source>
        <translation>Was bekannt ist, wird gezeigt, sobald die ersten Pakete gelesen sind.</translation>
    </message>
    <message>
        <source>Nothing was read</source>
        <translation>Nichts gelesen</translation>
    </message>
    <message>
        <source>Reading was cancelled before the first packets were known.</source>
        <translation>Das Lesen wurde abgebrochen, bevor die ersten Pakete bekannt waren.</translation>
    </message>
    <message>
        <source>No packet passes the filter</source>
        <translation>Kein Paket passt zum Filter</translation>
    </message>
    <message>
        <source>No packet of the capture matches “%1”. Change the packet filter above, or clear it to see all packets.</source>
        <translation>„%1“ lässt kein Paket der Aufzeichnung durch. Ändere den Paketfilter oben oder leere ihn, um alle Pakete zu sehen.</translation>
    </message>
    <message>
        <source>No packets</source>
        <translation>Keine Pakete</translation>
    </message>
    <message>
        <source>The capture has no packets. It may have been stopped before any arrived, or its filter matched none.</source>
        <translation>Die Aufzeichnung enthält keine Pakete. Vielleicht endete sie, bevor welche ankamen, oder ihr Filter ließ keine durch.</translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV-Dateien (*.csv)</translation>
    </message>
    <message>
        <source>-selection</source>
        <translation>-auswahl</translation>
    </message>
    <message>
        <source>Captures (*.pcap)</source>
        <translation>Aufzeichnungen (*.pcap)</translation>
    </message>
    <message>
        <source>&amp;Addresses</source>
        <translation>&amp;Adressen</translation>
    </message>
    <message>
        <source>Show the addresses of nodes instead of their names</source>
        <translation>Die Adressen der Knoten statt ihrer Namen zeigen</translation>
    </message>
    <message>
        <source>Packets of run %1</source>
        <translation>Pakete von Lauf %1</translation>
    </message>
</context>
<context>
    <name>millrace::ui::TracePlot</name>
    <message>
        <source>Traffic</source>
        <translation>Verkehr</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Linien</translation>
    </message>
    <message>
        <source>What is plotted while no row of a table is selected</source>
        <translation>Was eine eigene Linie hat, solange keine Zeile einer Tabelle gewählt ist</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Pairs</source>
        <translation>Paare</translation>
    </message>
    <message>
        <source>Flows</source>
        <translation>Flüsse</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Unit of the rates</source>
        <translation>Einheit der Raten</translation>
    </message>
    <message>
        <source>bit/s</source>
        <translation>bit/s</translation>
    </message>
    <message>
        <source>B/s</source>
        <translation>B/s</translation>
    </message>
    <message>
        <source>packets/s</source>
        <translation>Pakete/s</translation>
    </message>
    <message>
        <source>Bins</source>
        <translation>Klassen</translation>
    </message>
    <message>
        <source>Rates are means over bins of this width. “By zoom” takes some pixels; a fixed width shows the least and the greatest bin of each pixel.</source>
        <translation>Raten sind Mittel über Klassen dieser Breite. „Nach Zoom“ nimmt einige Bildpunkte; eine feste Breite zeigt die kleinste und die größte Klasse jedes Bildpunkts.</translation>
    </message>
    <message>
        <source>By zoom</source>
        <translation>Nach Zoom</translation>
    </message>
    <message>
        <source>&amp;Mark time</source>
        <translation>Zeit &amp;markieren</translation>
    </message>
    <message>
        <source>Drag in the plot to mark a stretch of time; without this, drag with Shift</source>
        <translation>Im Bild ziehen, um eine Zeit zu markieren; sonst mit der Umschalttaste ziehen</translation>
    </message>
    <message>
        <source>&amp;Lines</source>
        <translation>&amp;Linien</translation>
    </message>
    <message>
        <source>&amp;Unit</source>
        <translation>&amp;Einheit</translation>
    </message>
    <message>
        <source>&amp;Bins</source>
        <translation>&amp;Klassen</translation>
    </message>
    <message>
        <source>There are no packets here.</source>
        <translation>Hier sind keine Pakete.</translation>
    </message>
    <message>
        <source>No packet here belongs to a flow, so there is no traffic to draw.</source>
        <translation>Kein Paket hier gehört zu einem Fluss, darum gibt es keinen Verkehr zu zeichnen.</translation>
    </message>
    <message>
        <source>mean over %1</source>
        <translation>Mittel über %1</translation>
    </message>
</context>
<context>
    <name>millrace::ui::TraceTabs</name>
    <message>
        <source>Flows</source>
        <translation>Flüsse</translation>
    </message>
    <message>
        <source>No flow is in what is selected above.</source>
        <translation>In der Auswahl oben liegt kein Fluss.</translation>
    </message>
    <message>
        <source>Pairs</source>
        <translation>Paare</translation>
    </message>
    <message>
        <source>No pair of nodes is in what is selected above.</source>
        <translation>In der Auswahl oben liegt kein Knotenpaar.</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>No node is in what is selected above.</source>
        <translation>In der Auswahl oben liegt kein Knoten.</translation>
    </message>
    <message>
        <source>Bursts</source>
        <translation>Bursts</translation>
    </message>
    <message>
        <source>No burst is in what is selected above.</source>
        <translation>In der Auswahl oben liegt kein Burst.</translation>
    </message>
    <message>
        <source>Packets</source>
        <translation>Pakete</translation>
    </message>
    <message>
        <source>No packet is in what is selected above.</source>
        <translation>In der Auswahl oben liegt kein Paket.</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>Matrix</translation>
    </message>
    <message>
        <source>Distributions</source>
        <translation>Verteilungen</translation>
    </message>
    <message>
        <source>Protocols</source>
        <translation>Protokolle</translation>
    </message>
    <message>
        <source>Lanes</source>
        <translation>Bahnen</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation>Uhren</translation>
    </message>
    <message>
        <source>Problems of the files</source>
        <translation>Probleme der Dateien</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>not read to the end</source>
        <translation>nicht zu Ende gelesen</translation>
    </message>
    <message>
        <source>Problems (%1)</source>
        <translation>Probleme (%1)</translation>
    </message>
    <message>
        <source>%1 more are not listed</source>
        <translation>%1 weitere sind nicht aufgelistet</translation>
    </message>
    <message>
        <source>Packets are listed once the capture has been read.</source>
        <translation>Pakete werden aufgelistet, sobald die Aufzeichnung gelesen ist.</translation>
    </message>
    <message>
        <source>The capture was not read to the end. Read it again to list packets.</source>
        <translation>Die Aufzeichnung wurde nicht zu Ende gelesen. Lies sie neu, um Pakete aufzulisten.</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>wird gelesen …</translation>
    </message>
    <message>
        <source>%1 more; narrow the selection to see them</source>
        <translation>%1 weitere; eine engere Auswahl zeigt sie</translation>
    </message>
    <message>
        <source>Show &amp;only these</source>
        <translation>&amp;Nur diese zeigen</translation>
    </message>
    <message>
        <source>&amp;Exclude these</source>
        <translation>Diese &amp;ausschließen</translation>
    </message>
    <message>
        <source>&amp;Packets of these</source>
        <translation>&amp;Pakete davon</translation>
    </message>
</context>
<context>
    <name>millrace::ui::TrafficForm</name>
    <message>
        <source>Change %1</source>
        <translation>%1 ändern</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Auswählen …</translation>
    </message>
    <message>
        <source>further nodes: name, name</source>
        <translation>weitere Knoten: Name, Name</translation>
    </message>
    <message>
        <source>chosen in each run</source>
        <translation>in jedem Lauf gewählt</translation>
    </message>
    <message>
        <source>unlimited</source>
        <translation>so viel wie durchgeht</translation>
    </message>
    <message>
        <source>as in the file</source>
        <translation>wie in der Datei</translation>
    </message>
    <message>
        <source>for example 40Mbit</source>
        <translation>zum Beispiel 40Mbit</translation>
    </message>
    <message>
        <source>at the rate of the profile</source>
        <translation>mit der Rate des Profils</translation>
    </message>
    <message>
        <source>not paced</source>
        <translation>nicht getaktet</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Rename cross traffic</source>
        <translation>Querverkehr umbenennen</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Rate of each source</source>
        <translation>Rate jeder Quelle</translation>
    </message>
    <message>
        <source>Or steps longer by</source>
        <translation>Oder Schritte länger um</translation>
    </message>
    <message>
        <source>for example 10%; needs UDP</source>
        <translation>zum Beispiel 10%; braucht UDP</translation>
    </message>
    <message>
        <source>Variation of the gaps</source>
        <translation>Streuung der Abstände</translation>
    </message>
    <message>
        <source>Mean time on</source>
        <translation>Mittlere Zeit an</translation>
    </message>
    <message>
        <source>Mean time off</source>
        <translation>Mittlere Zeit aus</translation>
    </message>
    <message>
        <source>Period of the bursts</source>
        <translation>Periode der Bursts</translation>
    </message>
    <message>
        <source>Width of a burst</source>
        <translation>Breite eines Bursts</translation>
    </message>
    <message>
        <source>Share in the burst</source>
        <translation>Anteil im Burst</translation>
    </message>
    <message>
        <source>Streams of each pair</source>
        <translation>Dauerströme je Paar</translation>
    </message>
    <message>
        <source>Trace file</source>
        <translation>Aufzeichnungsdatei</translation>
    </message>
    <message>
        <source>Choose a load file or on and off stretches</source>
        <translation>Lastdatei oder An- und Aus-Abschnitte auswählen</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>Größen</translation>
    </message>
    <message>
        <source>Change sizes</source>
        <translation>Größen ändern</translation>
    </message>
    <message>
        <source>Flows</source>
        <translation>Flüsse</translation>
    </message>
    <message>
        <source>Size of each flow</source>
        <translation>Größe jedes Flusses</translation>
    </message>
    <message>
        <source>File of sizes</source>
        <translation>Größendatei</translation>
    </message>
    <message>
        <source>Choose a file of sizes</source>
        <translation>Größendatei auswählen</translation>
    </message>
    <message>
        <source>Its unit, bytes</source>
        <translation>Ihre Einheit, Bytes</translation>
    </message>
    <message>
        <source>Which occur</source>
        <translation>Welche vorkommen</translation>
    </message>
    <message>
        <source>All sizes times</source>
        <translation>Alle Größen mal</translation>
    </message>
    <message>
        <source>Exact volume</source>
        <translation>Genaues Volumen</translation>
    </message>
    <message>
        <source>Change exact volume</source>
        <translation>Genaues Volumen ändern</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>Matrix</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Quellen</translation>
    </message>
    <message>
        <source>Destinations</source>
        <translation>Ziele</translation>
    </message>
    <message>
        <source>Transport</source>
        <translation>Transport</translation>
    </message>
    <message>
        <source>Protocol</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Rate of a flow</source>
        <translation>Rate eines Flusses</translation>
    </message>
    <message>
        <source>Payload of a datagram</source>
        <translation>Nutzlast eines Datagramms</translation>
    </message>
    <message>
        <source>Congestion control</source>
        <translation>Staukontrolle</translation>
    </message>
    <message>
        <source>the cluster&apos;s</source>
        <translation>die des Clusters</translation>
    </message>
    <message>
        <source>Change congestion control</source>
        <translation>Staukontrolle ändern</translation>
    </message>
    <message>
        <source>DSCP</source>
        <translation>DSCP</translation>
    </message>
    <message>
        <source>Phases of a run</source>
        <translation>Phasen eines Laufs</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>Grundphase</translation>
    </message>
    <message>
        <source>With the traffic</source>
        <translation>Mit dem Verkehr</translation>
    </message>
    <message>
        <source>Recovery</source>
        <translation>Erholung</translation>
    </message>
    <message>
        <source>Onset later by up to</source>
        <translation>Beginn später um bis zu</translation>
    </message>
    <message>
        <source>drawn so that the sum is rate × time</source>
        <translation>so gezogen, dass die Summe Rate × Zeit ist</translation>
    </message>
</context>
<context>
    <name>millrace::ui::TrafficPreview</name>
    <message>
        <source>source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>destination</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Streams last as long as the load; a load file contains only flows with a size.</source>
        <translation>Dauerströme dauern so lange wie die Lastphase; eine Lastdatei enthält nur Flüsse mit einer Größe.</translation>
    </message>
    <message>
        <source>Sizes of flows</source>
        <translation>Größen der Flüsse</translation>
    </message>
    <message>
        <source>size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>share at least so large</source>
        <translation>Anteil mindestens so groß</translation>
    </message>
    <message>
        <source>Share of the previewed flows that are at least so large.</source>
        <translation>Anteil der Flüsse in der Vorschau, die mindestens so groß sind.</translation>
    </message>
</context>
<context>
    <name>millrace::ui::TrafficText</name>
    <message>
        <source>Web search, the study&apos;s file</source>
        <translation>Websuche, Datei der Studie</translation>
    </message>
    <message>
        <source>12 sizes in packets of 1460 bytes</source>
        <translation>12 Größen in Paketen von 1460 Bytes</translation>
    </message>
    <message>
        <source>Web search (DCTCP)</source>
        <translation>Websuche (DCTCP)</translation>
    </message>
    <message>
        <source>Alizadeh and others, 2010</source>
        <translation>Alizadeh und andere, 2010</translation>
    </message>
    <message>
        <source>Data mining (VL2)</source>
        <translation>Data-Mining (VL2)</translation>
    </message>
    <message>
        <source>Greenberg and others, 2009</source>
        <translation>Greenberg und andere, 2009</translation>
    </message>
    <message>
        <source>Hadoop (Facebook)</source>
        <translation>Hadoop (Facebook)</translation>
    </message>
    <message>
        <source>Roy and others, 2015</source>
        <translation>Roy und andere, 2015</translation>
    </message>
    <message>
        <source>All of one size</source>
        <translation>Alle von einer Größe</translation>
    </message>
    <message>
        <source>From a file</source>
        <translation>Aus einer Datei</translation>
    </message>
    <message>
        <source>Equal gaps</source>
        <translation>Gleiche Abstände</translation>
    </message>
    <message>
        <source>Poisson</source>
        <translation>Poisson</translation>
    </message>
    <message>
        <source>Log-normal gaps</source>
        <translation>Log-normale Abstände</translation>
    </message>
    <message>
        <source>On and off</source>
        <translation>An und aus</translation>
    </message>
    <message>
        <source>Bursts</source>
        <translation>Bursts</translation>
    </message>
    <message>
        <source>From a trace</source>
        <translation>Aus einer Aufzeichnung</translation>
    </message>
    <message>
        <source>Long-lived streams</source>
        <translation>Dauerströme</translation>
    </message>
    <message>
        <source>As published: consistent</source>
        <translation>Wie veröffentlicht: gleichmäßig</translation>
    </message>
    <message>
        <source>As published: bursts</source>
        <translation>Wie veröffentlicht: Bursts</translation>
    </message>
    <message>
        <source>As published: Poisson</source>
        <translation>Wie veröffentlicht: Poisson</translation>
    </message>
    <message>
        <source>Flows start one after another in equal distances.</source>
        <translation>Flüsse beginnen nacheinander in gleichen Abständen.</translation>
    </message>
    <message>
        <source>Flows start independently of each other: exponential gaps.</source>
        <translation>Flüsse beginnen unabhängig voneinander: exponentielle Abstände.</translation>
    </message>
    <message>
        <source>Gaps are log-normal, with the given coefficient of variation.</source>
        <translation>Abstände sind log-normal, so ungleichmäßig, wie ihre Streuung sagt.</translation>
    </message>
    <message>
        <source>Poisson while on, nothing while off; both intervals are exponential. The rate is the mean over both.</source>
        <translation>Poisson, solange an; nichts, solange aus; beide Abschnitte sind exponentiell verteilt. Die Rate ist das Mittel über beide.</translation>
    </message>
    <message>
        <source>A share of each period&apos;s bytes comes at its beginning, the rest spread over the period.</source>
        <translation>Ein Anteil der Bytes jeder Periode kommt an ihrem Beginn, der Rest verteilt über die Periode.</translation>
    </message>
    <message>
        <source>Times, sizes and destinations from a load file, or the on and off stretches of a measured job.</source>
        <translation>Zeiten, Größen und Ziele aus einer Lastdatei oder die An- und Aus-Abschnitte eines gemessenen Jobs.</translation>
    </message>
    <message>
        <source>Connections that last as long as the load, as iperf makes them.</source>
        <translation>Verbindungen, die so lange dauern wie die Lastphase, wie iperf sie aufbaut.</translation>
    </message>
    <message>
        <source>The study&apos;s first generator as it was used: whole-number gaps, nearly periodic.</source>
        <translation>Der erste Generator der Studie, wie er benutzt wurde: ganzzahlige Abstände, fast periodisch.</translation>
    </message>
    <message>
        <source>The study&apos;s fifth generator as it was used: two flows in each burst.</source>
        <translation>Der fünfte Generator der Studie, wie er benutzt wurde: zwei Flüsse in jedem Burst.</translation>
    </message>
    <message>
        <source>The study&apos;s Poisson generator as it was used: exponential gaps, flows of one size.</source>
        <translation>Der Poisson-Generator der Studie, wie er benutzt wurde: exponentielle Abstände, Flüsse einer Größe.</translation>
    </message>
    <message>
        <source>One to one</source>
        <translation>Eins zu eins</translation>
    </message>
    <message>
        <source>Each to any</source>
        <translation>Jeder an beliebige</translation>
    </message>
    <message>
        <source>Incast</source>
        <translation>Incast</translation>
    </message>
    <message>
        <source>All to all</source>
        <translation>Alle an alle</translation>
    </message>
    <message>
        <source>From the first source to the first destination.</source>
        <translation>Von der ersten Quelle zum ersten Ziel.</translation>
    </message>
    <message>
        <source>Each source sends to all destinations, in turn by chance.</source>
        <translation>Jede Quelle sendet an alle Ziele, in zufälliger Folge.</translation>
    </message>
    <message>
        <source>All sources send to the first destination, beginning together.</source>
        <translation>Alle Quellen senden an das erste Ziel und beginnen zusammen.</translation>
    </message>
    <message>
        <source>Each of the nodes sends to each other one.</source>
        <translation>Jeder der Knoten sendet an jeden anderen.</translation>
    </message>
    <message>
        <source>Only the listed sizes</source>
        <translation>Nur die aufgeführten Größen</translation>
    </message>
    <message>
        <source>Also sizes between them</source>
        <translation>Auch Größen dazwischen</translation>
    </message>
    <message>
        <source>Lines of a size and its cumulative probability, as network simulators read them.</source>
        <translation>Zeilen aus einer Größe und ihrer kumulierten Wahrscheinlichkeit, wie Netzsimulatoren sie lesen.</translation>
    </message>
    <message>
        <source>%1; the mean is %2.</source>
        <translation>%1; das Mittel ist %2.</translation>
    </message>
</context>
<context>
    <name>millrace::ui::TrafficView</name>
    <message>
        <source>Load files (*.txt *.load);;All files (*)</source>
        <translation>Lastdateien (*.txt *.load);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Files of sizes (*.txt *.cdf *.csv *.tr);;All files (*)</source>
        <translation>Größendateien (*.txt *.cdf *.csv *.tr);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>&amp;Import</source>
        <translation>&amp;Importieren</translation>
    </message>
    <message>
        <source>Load file as trace…</source>
        <translation>Lastdatei als Aufzeichnung …</translation>
    </message>
    <message>
        <source>File of sizes (CDF)…</source>
        <translation>Größendatei (CDF) …</translation>
    </message>
    <message>
        <source>E&amp;xport</source>
        <translation>&amp;Exportieren</translation>
    </message>
    <message>
        <source>Save load file…</source>
        <translation>Lastdatei speichern …</translation>
    </message>
    <message>
        <source>Save file of sizes (CDF)…</source>
        <translation>Größendatei (CDF) speichern …</translation>
    </message>
    <message>
        <source>&amp;Draw again</source>
        <translation>Neu &amp;ziehen</translation>
    </message>
    <message>
        <source>The same profile with other random numbers, as another run has them</source>
        <translation>Dasselbe Profil mit anderen Zufallszahlen, wie ein anderer Lauf sie hat</translation>
    </message>
    <message>
        <source>What it asks for</source>
        <translation>Was es verlangt</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>All sources together; the bytes of a flow are counted in the interval in which it starts</source>
        <translation>Aller Quellen zusammen; die Bytes eines Flusses zählen in dem Abschnitt, in dem er beginnt</translation>
    </message>
    <message>
        <source>Unlimited</source>
        <translation>So viel wie durchgeht</translation>
    </message>
    <message>
        <source>Bursts</source>
        <translation>Bursts</translation>
    </message>
    <message>
        <source>Flows that begin less than 0.8 ms before the next one, in each stretch, as a share of the largest such number</source>
        <translation>Flüsse, die weniger als 0,8 ms vor dem nächsten beginnen, je Abschnitt, als Anteil an der größten solchen Zahl</translation>
    </message>
    <message>
        <source>No data yet</source>
        <translation>Noch nichts zu zeigen</translation>
    </message>
    <message numerus="yes">
        <source>%n stream(s) as long as the load</source>
        <translation>
            <numerusform>%n Dauerstrom, so lang wie die Lastphase</numerusform>
            <numerusform>%n Dauerströme, so lang wie die Lastphase</numerusform>
        </translation>
    </message>
    <message>
        <source>How much they send is chosen at the onset of each run, so that its steps become longer by %1 than they are without.</source>
        <translation>Wie viel sie senden, wird am Beginn jedes Laufs so gewählt, dass seine Schritte um %1 länger werden als ohne sie.</translation>
    </message>
    <message>
        <source>They send at an unlimited rate, so there is no rate to show. Set a rate to limit them.</source>
        <translation>Sie senden so viel wie durchgeht, darum gibt es keine Rate zu zeigen. Eine Rate angeben, um sie zu begrenzen.</translation>
    </message>
    <message>
        <source>all sources</source>
        <translation>alle Quellen</translation>
    </message>
    <message>
        <source>burst indicator</source>
        <translation>Burst-Anzeiger</translation>
    </message>
    <message numerus="yes">
        <source>%n stream(s), %1 together</source>
        <translation>
            <numerusform>%n Dauerstrom, %1 zusammen</numerusform>
            <numerusform>%n Dauerströme, %1 zusammen</numerusform>
        </translation>
    </message>
    <message>
        <source>First %1:</source>
        <translation>Erste %1:</translation>
    </message>
    <message numerus="yes">
        <source>%n flow(s)</source>
        <translation>
            <numerusform>%n Fluss</numerusform>
            <numerusform>%n Flüsse</numerusform>
        </translation>
    </message>
    <message>
        <source>mean %1</source>
        <translation>Mittel %1</translation>
    </message>
    <message>
        <source>peak %1 in %2</source>
        <translation>Spitze %1 in %2</translation>
    </message>
    <message>
        <source>variation of the gaps %1</source>
        <translation>Streuung der Abstände %1</translation>
    </message>
    <message>
        <source>mean size %1</source>
        <translation>mittlere Größe %1</translation>
    </message>
    <message>
        <source>too many flows to show more</source>
        <translation>zu viele Flüsse, um mehr zu zeigen</translation>
    </message>
    <message>
        <source>Open a load file</source>
        <translation>Lastdatei öffnen</translation>
    </message>
    <message>
        <source>Open a file of sizes</source>
        <translation>Größendatei öffnen</translation>
    </message>
    <message>
        <source>%1 was written.</source>
        <translation>%1 wurde geschrieben.</translation>
    </message>
    <message numerus="yes">
        <source>%n load file(s) were written, one for each source.</source>
        <translation>
            <numerusform>%n Lastdatei wurde geschrieben, eine je Quelle.</numerusform>
            <numerusform>%n Lastdateien wurden geschrieben, eine je Quelle.</numerusform>
        </translation>
    </message>
    <message>
        <source>exact volume: sizes × %1</source>
        <translation>genaue Menge: Größen × %1</translation>
    </message>
    <message numerus="yes">
        <source>%n flow(s) adjusted</source>
        <translation>
            <numerusform>%n Fluss angepasst</numerusform>
            <numerusform>%n Flüsse angepasst</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::TrustDialog</name>
    <message>
        <source>Run a project from elsewhere</source>
        <translation>Projekt von anderswo ausführen</translation>
    </message>
    <message>
        <source>%1 was not made by your Millrace, or was changed elsewhere. Run it only if you trust it with this:</source>
        <translation>%1 wurde nicht mit Ihrem Millrace erstellt oder anderswo geändert. Führen Sie es nur aus, wenn Sie ihm das Folgende anvertrauen:</translation>
    </message>
    <message>
        <source>What the project would run</source>
        <translation>Was das Projekt ausführen würde</translation>
    </message>
    <message>
        <source>&amp;Trust and Run</source>
        <translation>&amp;Vertrauen und ausführen</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
</context>
<context>
    <name>millrace::ui::VersionView</name>
    <message>
        <source>&amp;Use this version</source>
        <translation>Diese Version ver&amp;wenden</translation>
    </message>
    <message>
        <source>Versions of the predictor</source>
        <translation>Versionen des Vorhersagers</translation>
    </message>
    <message>
        <source>No version yet: train a predictor on the runs of this store.</source>
        <translation>Noch keine Version: trainieren Sie einen Vorhersager auf den Läufen dieses Speichers.</translation>
    </message>
    <message>
        <source>Predictions of this store, here and on the command line, are made by this version from then on</source>
        <translation>Vorhersagen dieses Speichers, hier und auf der Kommandozeile, macht von da an diese Version</translation>
    </message>
</context>
<context>
    <name>millrace::ui::WaitPage</name>
    <message>
        <source>Waits of workers</source>
        <translation>Warten der Worker</translation>
    </message>
    <message>
        <source>No waits</source>
        <translation>Kein Warten</translation>
    </message>
    <message>
        <source>The workers of the frameworks “builtin” and “elastic” report once a second what they sent to, received from and waited for each of their peers. Run a grid with one of them.</source>
        <translation>Die Worker der Frameworks „builtin“ und „elastic“ melden einmal je Sekunde, was sie jedem ihrer Peers gesendet, von ihm empfangen und auf ihn gewartet haben. Starten Sie ein Raster mit einem davon.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s)</source>
        <translation>
            <numerusform>%Ln Lauf</numerusform>
            <numerusform>%Ln Läufe</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>millrace::ui::WindowMenus</name>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;New project</source>
        <translation>&amp;Neues Projekt</translation>
    </message>
    <message>
        <source>New from &amp;template</source>
        <translation>Neu aus &amp;Vorlage</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>&amp;Import study or files…</source>
        <translation>Studie oder Dateien &amp;importieren …</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Read &amp;again</source>
        <translation>Neu &amp;lesen</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>S&amp;peichern</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Speichern &amp;unter …</translation>
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
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederherstellen</translation>
    </message>
    <message>
        <source>&amp;Find</source>
        <translation>&amp;Suchen</translation>
    </message>
    <message>
        <source>Find a &amp;command…</source>
        <translation>&amp;Befehl suchen …</translation>
    </message>
    <message>
        <source>&amp;Preferences…</source>
        <translation>&amp;Einstellungen …</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Start page</source>
        <translation>&amp;Startseite</translation>
    </message>
    <message>
        <source>&amp;Next tab</source>
        <translation>&amp;Nächster Reiter</translation>
    </message>
    <message>
        <source>&amp;Previous tab</source>
        <translation>&amp;Voriger Reiter</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>Voll&amp;bild</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Manual of this page</source>
        <translation>&amp;Handbuch zu dieser Seite</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
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
        <source>Tools</source>
        <translation>Werkzeuge</translation>
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
        <source>&amp;Predict a training</source>
        <translation>Training &amp;vorhersagen</translation>
    </message>
</context>
<context>
    <name>millrace::ui::WiresharkMissing</name>
    <message>
        <source>Wireshark</source>
        <translation>Wireshark</translation>
    </message>
    <message>
        <source>Wireshark is not installed on this machine.</source>
        <translation>Wireshark ist auf dieser Maschine nicht installiert.</translation>
    </message>
    <message>
        <source>Install it with “apt install wireshark”, or save the packets as a pcap file and open that file elsewhere.</source>
        <translation>Installiere es mit „apt install wireshark“ oder speichere die Pakete als pcap-Datei und öffne diese anderswo.</translation>
    </message>
    <message>
        <source>&amp;Save packets…</source>
        <translation>Pakete &amp;speichern …</translation>
    </message>
</context>
<context>
    <name>millrace::ui::WorkloadForm</name>
    <message>
        <source>Change %1</source>
        <translation>%1 ändern</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>Rename workload</source>
        <translation>Last umbenennen</translation>
    </message>
    <message>
        <source>F&amp;ramework</source>
        <translation>F&amp;ramework</translation>
    </message>
    <message>
        <source>Change framework</source>
        <translation>Framework ändern</translation>
    </message>
    <message>
        <source>Bac&amp;kend</source>
        <translation>Bac&amp;kend</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>&amp;Modell</translation>
    </message>
    <message>
        <source>&amp;Strategy</source>
        <translation>&amp;Strategie</translation>
    </message>
    <message>
        <source>&amp;Optimizer</source>
        <translation>&amp;Optimierer</translation>
    </message>
    <message>
        <source>&amp;Batch per worker</source>
        <translation>Ba&amp;tch je Worker</translation>
    </message>
    <message>
        <source>Measured s&amp;teps</source>
        <translation>Gemessene Schr&amp;itte</translation>
    </message>
    <message>
        <source>&amp;Warm-up steps</source>
        <translation>A&amp;ufwärmschritte</translation>
    </message>
    <message>
        <source>&amp;Compute time of a step</source>
        <translation>Re&amp;chenzeit eines Schrittes</translation>
    </message>
    <message>
        <source>from the model and the device</source>
        <translation>aus dem Modell und dem Gerät</translation>
    </message>
    <message>
        <source>&amp;Device, FLOP/s</source>
        <translation>&amp;Gerät, FLOP/s</translation>
    </message>
    <message>
        <source>8.4e12, what a V100 sustains</source>
        <translation>8.4e12, was eine V100 dauerhaft schafft</translation>
    </message>
    <message>
        <source>&amp;Jitter of the compute time</source>
        <translation>&amp;Jitter der Rechenzeit</translation>
    </message>
    <message>
        <source>Verif&amp;y every so many steps</source>
        <translation>&amp;Prüfsummen alle n Schritte</translation>
    </message>
    <message>
        <source>Deadl&amp;ine of every wait</source>
        <translation>&amp;Frist für jedes Warten</translation>
    </message>
    <message>
        <source>Comm&amp;and</source>
        <translation>Befeh&amp;l</translation>
    </message>
    <message>
        <source>for example python3 train.py --epochs 3</source>
        <translation>zum Beispiel python3 train.py --epochs 3</translation>
    </message>
    <message>
        <source>Change command</source>
        <translation>Befehl ändern</translation>
    </message>
    <message>
        <source>Fo&amp;lder</source>
        <translation>Ordn&amp;er</translation>
    </message>
    <message>
        <source>the run&apos;s own folder</source>
        <translation>der eigene Ordner des Laufs</translation>
    </message>
    <message>
        <source>Add an option</source>
        <translation>Option hinzufügen</translation>
    </message>
    <message>
        <source>Remove the option</source>
        <translation>Option entfernen</translation>
    </message>
    <message>
        <source>F&amp;urther options</source>
        <translation>&amp;Weitere Optionen</translation>
    </message>
    <message>
        <source>Further options, handed on as they are</source>
        <translation>Weitere Optionen, unverändert weitergereicht</translation>
    </message>
    <message>
        <source>Can be planned, not run: %1.</source>
        <translation>Lässt sich planen, aber nicht ausführen: %1.</translation>
    </message>
    <message>
        <source>Has no effect on %1.</source>
        <translation>Hat keine Wirkung auf %1.</translation>
    </message>
    <message>
        <source>%1 does not support strategies.</source>
        <translation>%1 lässt keine Wahl der Strategie zu.</translation>
    </message>
    <message>
        <source>%1 starts its own program.</source>
        <translation>%1 startet ein eigenes Programm.</translation>
    </message>
    <message>
        <source>%1 parameters in %2 tensors; each step reduces S = %3 of gradients on every worker.</source>
        <translation>%1 Parameter in %2 Tensoren; jeder Schritt reduziert auf jedem Worker S = %3 an Gradienten.</translation>
    </message>
    <message>
        <source>%1 GFLOP forward for each sample</source>
        <translation>%1 GFLOP vorwärts je Trainingsbeispiel</translation>
    </message>
    <message>
        <source>, so a step computes for %1</source>
        <translation>, ein Schritt rechnet also %1</translation>
    </message>
    <message>
        <source>Each step reduces S = %1 of gradients on every worker; sent: %2.</source>
        <translation>Jeder Schritt reduziert auf jedem Worker S = %1 an Gradienten; gesendet: %2.</translation>
    </message>
    <message>
        <source>none: Millrace&apos;s own training script</source>
        <translation>ohne: das Trainingsskript von Millrace</translation>
    </message>
    <message numerus="yes">
        <source>%1 of all %n worker(s) in grid “%2”</source>
        <translation>
            <numerusform>%1 von dem %n Worker im Raster „%2“</numerusform>
            <numerusform>%1 von allen %n Workern im Raster „%2“</numerusform>
        </translation>
    </message>
    <message>
        <source>Global batch: %1.</source>
        <translation>Globaler Batch: %1.</translation>
    </message>
    <message>
        <source>Enter a whole number, at least %1, or leave it empty.</source>
        <translation>Eine ganze Zahl ab %1 eingeben oder nichts.</translation>
    </message>
    <message>
        <source>D&amp;ata</source>
        <translation>&amp;Daten</translation>
    </message>
    <message>
        <source>&amp;Image size, pixels</source>
        <translation>&amp;Bildgröße, Pixel</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>python3; for example /usr/bin/python3</source>
        <translation>python3; zum Beispiel /usr/bin/python3</translation>
    </message>
    <message>
        <source>&amp;GPUs of each node</source>
        <translation>&amp;Zahl der GPUs je Knoten</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>nicht angegeben</translation>
    </message>
    <message>
        <source>Only the backend %1 supports strategies.</source>
        <translation>Nur das Backend %1 unterstützt Strategien.</translation>
    </message>
    <message>
        <source>synthetic; or generated; or the folder of CIFAR-10 or MNIST on the nodes</source>
        <translation>synthetic; oder generated; oder der Ordner von CIFAR-10 oder MNIST auf den Knoten</translation>
    </message>
    <message>
        <source>Write “synthetic”, “generated” or an absolute path on the nodes.</source>
        <translation>„synthetic“, „generated“ oder einen absoluten Pfad auf den Knoten eingeben.</translation>
    </message>
    <message>
        <source>224 or 32; of a small model its own</source>
        <translation>224 oder 32; bei kleinen Modellen deren eigene</translation>
    </message>
    <message>
        <source>Options of this framework: %1.</source>
        <translation>Optionen dieses Frameworks: %1.</translation>
    </message>
    <message>
        <source>Fail&amp;ures of workers</source>
        <translation>A&amp;usfälle von Workern</translation>
    </message>
    <message>
        <source>Opera&amp;tions</source>
        <translation>Opera&amp;tionen</translation>
    </message>
    <message>
        <source>Read operations</source>
        <translation>Operationen lesen</translation>
    </message>
    <message>
        <source>Only the framework operations performs them.</source>
        <translation>Nur das Framework operations führt sie aus.</translation>
    </message>
</context>
</TS>
