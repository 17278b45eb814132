class HarnessError(Exception):
    """What keeps the live servers from running, in one sentence for a person."""
