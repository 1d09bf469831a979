"""How connections are taken: so many, with so many bytes of headers, which have so much time; all before any key."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from ..limits import Limits

HEADERS_WITHIN = 15.0  # seconds that the headers of a request may take to come
FULL = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 1\r\ncontent-length: 0\r\n\r\n"
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"

Base: Any = AutoHTTPProtocol


class GuardedProtocol(Base):  # type: ignore[misc]
    """The protocol of uvicorn, which itself takes any number of connections, and with httptools headers without end."""

    most_connections = Limits().connections
    most_headers = Limits().headers
    reading_headers = False
    header_bytes = 0
    headers_since = 0.0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.headers_since = self.loop.time()
        if len(self.connections) > self.most_connections:
            transport.write(FULL)
            transport.close()
        else:
            self.loop.call_later(HEADERS_WITHIN, self.look)

    def look(self) -> None:
        """Close the connection if the headers of its request take too long; else look again later."""
        if self.transport is None or self.transport.is_closing():
            return
        waits = self.reading_headers or self.cycle is None
        if waits and self.loop.time() - self.headers_since >= HEADERS_WITHIN:
            self.transport.abort()
            return
        self.loop.call_later(HEADERS_WITHIN, self.look)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        before = self.reading_headers
        super().data_received(data)
        self.header_bytes = self.header_bytes + len(data) if before and self.reading_headers else 0
        if self.header_bytes > self.most_headers and not self.transport.is_closing():
            self.transport.write(TOO_LARGE)
            self.transport.close()

    def on_message_begin(self) -> None:
        self.reading_headers, self.headers_since = True, self.loop.time()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self.reading_headers = False
        super().on_headers_complete()


def guarded(limits: Limits) -> type[Any]:
    """The protocol with these limits."""
    return type(
        "GuardedProtocol",
        (GuardedProtocol,),
        {"most_connections": limits.connections, "most_headers": limits.headers},
    )
