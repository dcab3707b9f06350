"""The fight beside the paper map: one YAML file, one command at a time."""

__version__ = "0.1.0"
