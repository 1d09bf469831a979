"""Files as sources. A name stands here and nowhere else."""

from .forecast_file import ForecastFile as ForecastFile
from .logged_actions import Logged as Logged
from .logged_actions import LoggedActions as LoggedActions
from .opening import read as read
from .packed import PackedFile as PackedFile
from .packed import pack as pack
from .samples import sample as sample
from .source import Source as Source
from .svmlight import SvmlightReader as SvmlightReader
from .vw_text import VwReader as VwReader
