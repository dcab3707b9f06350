"""The command line: words into verbs and their values, outcomes into text and exit codes."""
