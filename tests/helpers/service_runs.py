"""Whether the tests of the service run in their long form: `make test-service` says so."""

import os

LONG = bool(os.environ.get("LITTLESTONE_SERVICE_LONG"))
