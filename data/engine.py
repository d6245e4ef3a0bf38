"""What every engine is started with."""

from collections.abc import Mapping

# A missing table must fail instead of reading a Python variable of that name, and nothing may leave
# the machine.
ENGINE: Mapping[str, str] = {
    "python_enable_replacements": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}
CLOSED: Mapping[str, str] = {**ENGINE, "enable_external_access": "false"}
"""Settings of an engine that opens no file beside its own database."""
