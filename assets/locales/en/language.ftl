### The language itself, and what all sentences share.

# What this language calls itself, for the settings.
language-name = English
