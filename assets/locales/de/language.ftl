### Die Sprache selbst und was alle Sätze teilen.

# Wie die Sprache sich selbst nennt, für die Einstellungen.
language-name = Deutsch
