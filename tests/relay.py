"""jmc as a coordinator with ranks on this machine, without an MPI: what cli/mpi.cpp does between machines, between sockets."""
import os
import select
import socket
import struct
import subprocess

HEADER = struct.Struct("=IIQQ")  # check/farm/frame.hpp: kind, rank, channel, size
PEER = 8


class End:
    """One jmc, and what is on its way to and from it."""

    def __init__(self, jmc, words, env, ranks=0):
        ours, theirs = socket.socketpair()
        with theirs:
            number = str(theirs.fileno())
            env = dict(env, **({"JMC_FARM": number, "JMC_RANKS": str(ranks)} if ranks else {}))
            self.process = subprocess.Popen([jmc] + [number if w == "{stream}" else w for w in words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE if ranks else subprocess.DEVNULL,
                                            stderr=subprocess.PIPE if ranks else subprocess.DEVNULL, text=True, env=env, pass_fds=[theirs.fileno()])
        ours.setblocking(False)
        self.socket, self.read, self.write, self.open = ours, bytearray(), bytearray(), True

    def take(self):
        try:
            data = self.socket.recv(1 << 20)
        except BlockingIOError:
            return
        except ConnectionError:
            data = b""
        self.open = bool(data)
        self.read += data

    def frames(self):
        while len(self.read) >= HEADER.size:
            kind, rank, channel, size = HEADER.unpack_from(self.read)
            if len(self.read) < HEADER.size + size:
                return
            content = bytes(self.read[HEADER.size:HEADER.size + size])
            del self.read[:HEADER.size + size]
            yield kind, rank, channel, content

    def send(self, kind, rank, channel, content):
        self.write += HEADER.pack(kind, rank, channel, len(content)) + content

    def flush(self):
        try:
            del self.write[:self.socket.send(self.write)]
        except BlockingIOError:
            pass
        except ConnectionError:
            self.write.clear()
            self.open = False


def run(jmc, words, ranks, env=None):
    """The coordinator's exit code, output and errors. It has to end by itself (--time-limit). Ranks are not lost here."""
    env = dict(os.environ if env is None else env)
    ends = [End(jmc, words, env, ranks)] + [End(jmc, ["farm", "rank", "{stream}"], env) for _ in range(ranks)]
    try:
        while ends[0].open:
            readable, writable, _ = select.select([e.socket for e in ends if e.open], [e.socket for e in ends if e.open and e.write], [], 1)
            for at, end in enumerate(ends):
                if end.socket in readable:
                    end.take()
                for kind, rank, channel, content in end.frames():
                    # A rank speaks to the coordinator, but for what goes to its peers; who hears it is told from whom it is.
                    to = rank if at == 0 or kind == PEER else 0
                    ends[to].send(kind, at or rank, channel, content)
                if end.socket in writable and end.open:
                    end.flush()
        out, err = ends[0].process.communicate()
        return ends[0].process.returncode, out, err
    finally:
        for end in ends:
            end.socket.close()
            end.process.kill()
            end.process.wait()
