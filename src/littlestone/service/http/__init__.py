"""The service over HTTP: the application, its bodies and answers, the page, the streams, metrics."""
