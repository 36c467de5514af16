### Die Sprache selbst und was alle Sätze teilen.
###
### Wortliste: ein Wort für eine Sache.
###   action Aktion · action points Aktionspunkte · additional points Zusatzpunkte · aim zielen · area Fläche
###   attack Angriff · battle Gefecht · brace auflegen · check Probe · condition Zustand · Count Zählwert · cover Deckung
###   critical kritisch · damage Schaden · Defence Abwehr · difficult schwierig · effect (margin) Wirkung · foe Gegner
###   friend Verbündeter · hand-over Übergabe · hit Treffer · initiative Initiative · line of sight Sichtlinie
###   line of effect Wirkungslinie · log Protokoll · map Karte · melee Nahkampf · miss daneben · opportunity attack
###   Gelegenheitsangriff · pool Punkte · prompt Frage · range Schussweite, Entfernung · range increment Entfernungsstufe
###   reach Reichweite · reaction Reaktion · replay Aufzeichnung · roll Wurf, würfeln · round Runde · rulebook Regelwerk
###   save (file) Spielstand · saving throw Rettungswurf · scenario Szenario · seed Startzahl · side Seite · spell Zauber
###   slot Zauberplatz · square Feld · stance Haltung · surprise Überraschung · target Ziel · threat range Bedrohungsbereich
###   to provoke provozieren · track Leiste · turn Zug · unit Einheit · undo zurücknehmen · vehicle Fahrzeug · Vitality
###   Vitalität · weapon Waffe
### Anrede: du. Befehle in der Grundform (»Zug beenden«), Ratschläge im Imperativ (»Zeig auf ein Feld«).

# Wie die Sprache sich selbst nennt, für die Einstellungen.
language-name = Deutsch
