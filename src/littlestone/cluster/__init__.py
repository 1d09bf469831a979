"""Games as tasks of an engine that is there already: processes of this machine, Dask or Spark."""
