"""The tests of what the service means run three times: on a journal in SQLite, on one that another thread writes every
group to, however small, and on one in PostgreSQL where that is.
"""

from __future__ import annotations

import pytest
import service_asking
import service_postgres

BOTH = ("test_two_moves", "test_batches", "test_time_outs", "test_players")


@pytest.fixture(scope="session")
def postgres():
    """A server of PostgreSQL."""
    if why := service_postgres.missing():
        pytest.skip(why)
    server = service_postgres.Server()
    yield server
    server.close()


def pytest_generate_tests(metafunc):
    if metafunc.module.__name__.rpartition(".")[2] in BOTH:
        metafunc.fixturenames.append("journal_kind")
        metafunc.parametrize(
            "journal_kind", ["sqlite", "apart", pytest.param("postgresql", marks=pytest.mark.system)], indirect=True
        )


@pytest.fixture
def journal_kind(request, monkeypatch):
    """Where the journals of `service_asking` are."""
    if request.param == "postgresql":
        monkeypatch.setattr(service_asking, "POSTGRES", [request.getfixturevalue("postgres").address])
    if request.param == "apart":
        monkeypatch.setattr("littlestone.service.writer.APART", 1)
    return request.param
