"""What stands in for a guess where others want a score, and for a package that is not there."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from littlestone import Perceptron
from littlestone.facades.stance import stance


@pytest.mark.parametrize(("zero", "sign"), [("+1", 1), ("-1", -1), ("mistake", 0)])
def test_a_stance_has_the_sign_of_the_act(zero, sign):
    learner = Perceptron(zero=zero)
    assert np.sign(stance(learner, 0.0)) == learner.act(0.0) == sign
    assert stance(learner, -2.0) == -2.0


@pytest.mark.parametrize("missing", ["sklearn", "river"])
def test_who_lacks_the_package_is_told_what_to_install(missing):
    code = f"import sys; sys.modules[{missing!r}] = None; import littlestone.facades.{missing}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"pip install 'littlestone[{missing}]'" in done.stderr.splitlines()[-1]
