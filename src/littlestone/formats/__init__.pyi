"""Files as sources. A name stands here and nowhere else."""

from .opening import read as read
from .packed.packed_file import PackedFile as PackedFile
from .packed.packed_file import pack as pack
from .source import Source as Source
from .tables.forecast_file import ForecastFile as ForecastFile
from .tables.sample import sample as sample
from .text.logged_actions import Logged as Logged
from .text.logged_actions import LoggedActions as LoggedActions
from .text.svmlight import SvmlightReader as SvmlightReader
from .text.vw_text import VwReader as VwReader
