#!/bin/sh
# Runs a test with a home of its own: Bazel gives tests none, and the grader keeps there what it has built.
HOME=$TEST_TMPDIR exec "$@"
