#!/usr/bin/env python3
"""A relay between a coordinator and ranks on this machine, as cli/mpi.cpp is one, without MPI: relay.py [--ranks N] [--lose SECONDS] -- JMC ARGUMENT...

Frames are those of check/jobs/frame.hpp. With --lose the first rank is killed after so long. The exit code is the coordinator's."""
import argparse
import os
import selectors
import socket
import struct
import subprocess
import sys
import threading

HEADER = struct.Struct("=IIQQ")  # kind, rank, channel, size of what follows
PEER, LOST = 8, 10  # of enum Kind


def begin(words, **variables):
    """A process with one end of a stream, whose number stands for {}, and the other end."""
    mine, its = socket.socketpair()
    environment = dict(os.environ, **{k: v.format(its.fileno()) for k, v in variables.items()})
    process = subprocess.Popen([w.replace("{}", str(its.fileno())) for w in words], pass_fds=[its.fileno()], env=environment)
    its.close()
    return process, mine


class Relay:
    def __init__(self, jmc, arguments, ranks):
        self.ends = {0: begin([jmc] + arguments, JMC_FARM="{}", JMC_RANKS=str(ranks))}
        self.ends.update((r, begin([jmc, "farm", "rank", "{}"])) for r in range(1, ranks + 1))
        self.arrived = {r: b"" for r in self.ends}

    def send(self, to, kind, rank, channel, content=b""):
        if to in self.ends:
            try:
                self.ends[to][1].sendall(HEADER.pack(kind, rank, channel, len(content)) + content)
            except OSError:
                pass  # it is gone, which its own end tells

    def take(self, who):
        """Passes on what has arrived whole."""
        while len(self.arrived[who]) >= HEADER.size:
            kind, rank, channel, size = HEADER.unpack_from(self.arrived[who])
            if len(self.arrived[who]) < HEADER.size + size:
                return
            content = self.arrived[who][HEADER.size:HEADER.size + size]
            self.arrived[who] = self.arrived[who][HEADER.size + size:]
            if who == 0 or kind == PEER:
                self.send(rank, kind, who or rank, channel, content)
            else:
                self.send(0, kind, who, channel, content)

    def run(self):
        with selectors.DefaultSelector() as wanted:
            for who, (_, end) in self.ends.items():
                wanted.register(end, selectors.EVENT_READ, who)
            while 0 in self.ends:
                for key, _ in wanted.select():
                    try:
                        got = key.fileobj.recv(1 << 16)
                    except OSError:
                        got = b""
                    self.arrived[key.data] += got
                    self.take(key.data)
                    if not got:
                        wanted.unregister(key.fileobj)
                        process, end = self.ends.pop(key.data)
                        end.close()
                        code = process.wait()
                        self.send(0, LOST, key.data, 0)
        for process, end in self.ends.values():
            end.close()
            process.wait(10)
        return code


def run(jmc, arguments, ranks, env=None):
    """The coordinator's exit code, output and errors."""
    r = subprocess.run([sys.executable, os.path.abspath(__file__), "--ranks=%d" % ranks, "--", jmc, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, env=env)
    return r.returncode, r.stdout, r.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--lose", type=float)
    parser.add_argument("jmc")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    o = parser.parse_args()
    relay = Relay(o.jmc, o.arguments, o.ranks)
    if o.lose is not None:
        timer = threading.Timer(o.lose, relay.ends[1][0].kill)
        timer.daemon = True
        timer.start()
    return relay.run()


if __name__ == "__main__":
    sys.exit(main())
