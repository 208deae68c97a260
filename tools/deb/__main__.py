"""`python -m tools.deb` builds the package."""

import sys

from tools.deb.build import main

sys.exit(main())
