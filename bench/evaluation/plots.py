"""Quantile and scatter plots as SVG, with nothing but text."""
import math

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 62, 150, 28, 44
COLORS = ["#4e79a7", "#e15759", "#59a14f", "#f28e2b", "#9467bd", "#17a2b8", "#8c6d31", "#7f7f7f", "#d4589a", "#333333"]
SYMBOLS = {"": 1, "k": 1e3, "M": 1e6, "G": 1e9}


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def number(value):
    """A power of ten in few characters: 0.01, 1, 100, 10k, 1M."""
    if value < 1:
        return "%g" % value
    symbol = max((s for s in SYMBOLS if SYMBOLS[s] <= value), key=SYMBOLS.get)
    return "%g%s" % (value / SYMBOLS[symbol], symbol)


class Axis:
    """Maps values to pixels, linearly or by logarithm, and chooses the ticks."""

    def __init__(self, low, high, start, end, log):
        self.log, self.start, self.end = log, start, end
        if log:
            self.low, self.high = math.floor(math.log10(low)), math.ceil(math.log10(high))
            if self.low == self.high:
                self.high += 1
            self.ticks = [10.0 ** e for e in range(self.low, self.high + 1)]
        else:
            self.low, self.high = low, high
            step = next(s for s in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if (high - low) / s <= 8)
            self.ticks = [low + step * i for i in range(int((high - low) / step) + 1)]

    def at(self, value):
        v = math.log10(value) if self.log else value
        return round(self.start + (v - self.low) / (self.high - self.low) * (self.end - self.start), 1)


def frame(title, x, y, x_label, y_label):
    """The picture up to its data."""
    lines = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="11">' % (WIDTH, HEIGHT),
             '<rect width="%d" height="%d" fill="#fff"/>' % (WIDTH, HEIGHT),
             '<text x="%d" y="17" font-size="13" font-weight="bold">%s</text>' % (LEFT, escape(title))]
    for tick in x.ticks:
        lines.append('<path d="M%g %gV%g" stroke="#e5e5e5"/><text x="%g" y="%g" text-anchor="middle">%s</text>'
                     % (x.at(tick), y.start, y.end, x.at(tick), y.start + 15, number(tick) if tick else "0"))
    for tick in y.ticks:
        lines.append('<path d="M%g %gH%g" stroke="#e5e5e5"/><text x="%g" y="%g" text-anchor="end">%s</text>'
                     % (x.start, y.at(tick), x.end, x.start - 6, y.at(tick) + 4, number(tick) if tick else "0"))
    lines.append('<path d="M%g %gV%gH%g" fill="none" stroke="#333"/>' % (x.start, y.end, y.start, x.end))
    lines.append('<text x="%g" y="%g" text-anchor="middle">%s</text>' % ((x.start + x.end) / 2, HEIGHT - 8, escape(x_label)))
    lines.append('<text transform="translate(14 %g) rotate(-90)" text-anchor="middle">%s</text>' % ((y.start + y.end) / 2, escape(y_label)))
    return lines


def quantiles(title, y_label, series, clients):
    """One curve for each (name, values): its values sorted, so that at x is the value that x clients stay within."""
    values = [v for _, vs in series for v in vs if v > 0]
    if not values:
        return None
    x = Axis(0, clients, LEFT, WIDTH - RIGHT, False)
    y = Axis(min(values), max(values), HEIGHT - BOTTOM, TOP, True)
    lines = frame(title, x, y, "clients", y_label)
    for i, (name, vs) in enumerate(series):
        color = COLORS[i % len(COLORS)]
        points = [(x.at(n), y.at(v)) for n, v in enumerate(sorted(v for v in vs if v > 0), 1)]
        if points:
            lines.append('<polyline fill="none" stroke="%s" stroke-width="1.6" points="%s"/>' % (color, " ".join("%g,%g" % p for p in points)))
            lines.append('<circle cx="%g" cy="%g" r="2.5" fill="%s"/>' % (points[-1] + (color,)))
        row = TOP + 10 + 18 * i
        lines.append('<path d="M%d %dh18" stroke="%s" stroke-width="3"/>' % (WIDTH - RIGHT + 12, row, color))
        lines.append('<text x="%d" y="%d">%s (%d)</text>' % (WIDTH - RIGHT + 36, row + 4, escape(name), len(points)))
    return "\n".join(lines + ["</svg>", ""])


def scatter(title, x_label, y_label, groups):
    """Points by group, with the diagonal: groups are (name, [(x, y)])."""
    values = [v for _, points in groups for p in points for v in p]
    if not values:
        return None
    x = Axis(min(values), max(values), LEFT, WIDTH - RIGHT, True)
    y = Axis(min(values), max(values), HEIGHT - BOTTOM, TOP, True)
    lines = frame(title, x, y, x_label, y_label)
    lines.append('<path d="M%g %gL%g %g" stroke="#999" stroke-dasharray="4 3"/>' % (x.start, y.start, x.end, y.end))
    for i, (name, points) in enumerate(groups):
        color = COLORS[i % len(COLORS)]
        lines += ['<circle cx="%g" cy="%g" r="3" fill="%s" fill-opacity="0.75"/>' % (x.at(a), y.at(b), color) for a, b in points]
        row = TOP + 10 + 18 * i
        lines.append('<circle cx="%d" cy="%d" r="4" fill="%s"/><text x="%d" y="%d">%s</text>'
                     % (WIDTH - RIGHT + 16, row, color, WIDTH - RIGHT + 26, row + 4, escape(name)))
    return "\n".join(lines + ["</svg>", ""])
