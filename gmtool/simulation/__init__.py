"""Many fights played by themselves, from one moment on, by a system's own policy and its own verbs."""
