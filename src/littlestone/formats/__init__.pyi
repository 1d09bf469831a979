"""Files as sources. A name stands here and nowhere else."""

from .heaviest import heaviest_in as heaviest_in
from .label_kinds import Kind as Kind
from .label_kinds import kind_of_labels as kind_of_labels
from .opening import read as read
from .packed.packed_file import PackedFile as PackedFile
from .packed.packed_file import pack as pack
from .source import Source as Source
from .stream import Stream as Stream
from .tables.action_events import ActionEvents as ActionEvents
from .tables.forecast_file import ForecastFile as ForecastFile
from .tables.sample import sample as sample
from .text.logged_actions import Logged as Logged
from .text.logged_actions import LoggedActions as LoggedActions
from .text.svmlight import SvmlightReader as SvmlightReader
from .text.text_file import Held as Held
from .text.vw_text import VwReader as VwReader
