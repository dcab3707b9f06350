"""What a person, or a program, is shown: text and JSON of the same events."""
