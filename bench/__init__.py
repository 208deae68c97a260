"""Benchmarks: `python -m bench` runs every module here that has a `main`, or those that are named."""
