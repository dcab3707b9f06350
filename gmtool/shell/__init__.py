"""The shell: the commands of the command line at a prompt, with completion and history; a layer above `cli`."""
