"""What games of advice need beside the learners that `littlestone` exports."""

from .advice import as_advice as as_advice
