"""The rule systems, one package each; none of them knows another."""
