"""NumPy, imported completely. The package imports it from here, inside the functions that need it."""

from .imports import whole

whole("numpy")

import numpy as np  # noqa: E402

__all__ = ["np"]
