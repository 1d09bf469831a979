"""How connections are taken: so many, with so many bytes of headers, which have so much time; all before any key.

Who asks and does not read what is answered is given up as well: answers lie in memory until they are read.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from ..limits import Limits

HEADERS_WITHIN = 15.0  # seconds that the headers of a request may take to come
READ_WITHIN = 30.0  # seconds in which who asked has to take something of what is answered
FULL = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 1\r\ncontent-length: 0\r\n\r\n"
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"

Base: Any = AutoHTTPProtocol


class GuardedProtocol(Base):  # type: ignore[misc]
    """The protocol of uvicorn, which itself takes any number of connections, and with httptools headers without end."""

    most_connections = Limits().connections
    most_headers = Limits().headers
    reading_headers = False
    outside = False  # does no body come now, but headers, or what may follow a body in chunks?
    went_on = False  # has something else come than more of them?
    header_bytes = 0
    headers_since = 0.0
    unread = 0  # bytes that were answered and not yet taken, when somebody last looked
    unread_since = 0.0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.headers_since = self.loop.time()
        if len(self.connections) > self.most_connections:
            transport.write(FULL)
            transport.close()
        else:
            self.loop.call_later(HEADERS_WITHIN, self.look)

    def look(self) -> None:
        """Close the connection if its headers take too long, or nobody reads its answers; else look again later."""
        if self.transport is None or self.transport.is_closing():
            return
        waits = self.reading_headers or self.cycle is None
        if waits and self.loop.time() - self.headers_since >= HEADERS_WITHIN:
            self.transport.abort()
            return
        if self.stands_still():
            self.transport.abort()
            return
        self.loop.call_later(HEADERS_WITHIN, self.look)

    def stands_still(self) -> bool:
        """Has nothing been taken for so long of what was answered?"""
        before, self.unread = self.unread, self.transport.get_write_buffer_size()
        if not self.unread or self.unread != before:
            self.unread_since = self.loop.time()
        return bool(self.loop.time() - self.unread_since >= READ_WITHIN)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        before, self.went_on = self.outside, False
        super().data_received(data)
        self.header_bytes = self.header_bytes + len(data) if before and self.outside and not self.went_on else 0
        if self.header_bytes > self.most_headers and not self.transport.is_closing():
            self.transport.write(TOO_LARGE)
            self.transport.close()

    def on_message_begin(self) -> None:
        self.reading_headers, self.outside, self.headers_since = True, True, self.loop.time()
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        if self.reading_headers:  # what follows a body is none of its headers: they were checked before it
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self.reading_headers, self.outside, self.went_on = False, False, True
        super().on_headers_complete()

    def on_chunk_header(self) -> None:
        """The length of a chunk has come; after the last one, whose length is 0, more headers may follow."""
        self.outside = True

    def on_body(self, body: bytes) -> None:
        self.outside, self.went_on = False, True
        super().on_body(body)

    def on_message_complete(self) -> None:
        self.outside, self.went_on = False, True
        super().on_message_complete()


def guarded(limits: Limits) -> type[Any]:
    """The protocol with these limits."""
    return type(
        "GuardedProtocol",
        (GuardedProtocol,),
        {"most_connections": limits.connections, "most_headers": limits.headers},
    )
