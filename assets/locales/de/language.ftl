### Die Sprache selbst und was alle Sätze teilen.
### Ein Wort für eine Sache: die Liste steht in docs/words.md.
### Anrede: du. Befehle in der Grundform (»Zug beenden«), Ratschläge im Imperativ (»Zeig auf ein Feld«).

# Wie die Sprache sich selbst nennt, für die Einstellungen.
language-name = Deutsch
