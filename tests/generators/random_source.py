"""What the generators of random programs share."""


class RandomSource:
    """A program whose text is drawn by generate(), once: when it is asked for first."""

    text = None

    def source(self):
        if not self.text:
            self.text = self.generate()
        return self.text
