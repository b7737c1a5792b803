class Refused(Exception):
    """What a caller asked for and does not get, as a status of HTTP and a sentence."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status
        self.message = message
