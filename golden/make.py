#!/usr/bin/env python3
"""Makes a set of golden files by driving a built `tablen` from outside, over HTTP, WebSocket and the terminal.

    python3 golden/make.py path/to/tablen NEW_FOLDER

The sets that are kept are never made anew: they are what an old version left behind. This makes the set of a later version, into a
folder that is not there yet. Python's standard library is all it needs.
"""

import atexit
import base64
import http.client
import json
import os
import pathlib
import random
import re
import signal
import socket
import struct
import subprocess
import sys
import time

DICE = random.Random(9)
PACE = 0.11  # seconds between two messages of a socket: the server takes ten a second in the long run


class Server:
    """A server in a process of its own."""

    def __init__(self, binary, data, port):
        self.data, self.host = data, f"127.0.0.1:{port}"
        self.tables = []
        self.process = subprocess.Popen(
            [binary, "serve", "--data", str(data), "--listen", self.host, "--workers", "1"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        atexit.register(self.process.kill)
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                return
            except OSError:
                time.sleep(0.05)
        sys.exit("the server does not start")

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Person:
    """Somebody with a cookie."""

    def __init__(self, server, name):
        self.server, self.name, self.cookie = server, name, ""
        if server:
            self.ask("GET", "/api/v1/me")

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection(self.server.host)
        body = json.dumps(body) if isinstance(body, (dict, list)) else body
        connection.request(method, path, None if body is None else body.encode(), {"Cookie": self.cookie} if self.cookie else {})
        response = connection.getresponse()
        cookie = response.getheader("Set-Cookie")
        if cookie:
            self.cookie = cookie.split(";")[0]
        text = response.read().decode()
        if response.status >= 400:
            sys.exit(f"{method} {path}: {text}")
        return text

    def json(self, method, path, body=None):
        return json.loads(self.ask(method, path, body))


class Socket:
    """Somebody at a table: as much of WebSocket (RFC 6455) as a client needs. Keeps what is said both ways."""

    def __init__(self, table, person, since=None):
        self.table, self.person, self.view, self.heard = table, person, None, []
        server = person.server
        host, _, port = server.host.partition(":")
        self.stream = socket.create_connection((host, int(port)))
        self.stream.settimeout(30)
        key = base64.b64encode(os.urandom(16)).decode()
        query = "?lang=en" + ("" if since is None else f"&since={since}")
        self.stream.sendall(
            f"GET /api/v1/tables/{table.id}/socket{query} HTTP/1.1\r\nHost: {server.host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {person.cookie}\r\n\r\n".encode()
        )
        self.reader = self.stream.makefile("rb")
        if b" 101 " not in self.reader.readline():
            sys.exit("the server does not let us in")
        while self.reader.readline().strip():
            pass
        self.hear("state")

    def send(self, message):
        time.sleep(PACE)
        self.table.note(self.person, "client", message)
        self.frame(json.dumps(message).encode(), 1)

    def frame(self, data, opcode):
        length = struct.pack("!B", 0x80 | len(data)) if len(data) < 126 else struct.pack("!BH", 0x80 | 126, len(data))
        mask = os.urandom(4)
        self.stream.sendall(bytes([0x80 | opcode]) + length + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def next(self):
        while True:
            head = self.reader.read(2)
            if len(head) < 2 or head[0] & 15 == 8:
                return None
            length = head[1] & 127
            if length >= 126:
                length = int.from_bytes(self.reader.read(2 if length == 126 else 8), "big")
            data = self.reader.read(length)
            if head[0] & 15 == 9:
                self.frame(data, 10)
            if head[0] & 15 == 1:
                message = json.loads(data)
                self.table.note(self.person, "server", message)
                if message["type"] == "state":
                    self.view = message["view"]
                return message

    def hear(self, kind):
        while True:
            message = self.next()
            if message is None:
                sys.exit(f"closed before {kind}")
            if message["type"] == kind:
                return message

    def until(self, wished):
        while not wished(self.view):
            self.hear("state")

    def do(self, command, **more):
        """Gives a command with a key, and waits until it is carried out."""
        key = DICE.getrandbits(53)
        request = {"type": "do", "command": command, **more, "key": key}
        self.send(request)
        while True:
            message = self.next()
            if message["type"] in ("done", "refused") and message["key"] == key:
                if message["type"] == "refused":
                    sys.exit(f"{request}: {message}")
                self.table.requests.append({"person": self.person.name, "message": request})
                return

    def may(self, ask):
        return ask in self.view["may"]

    def choice(self):
        """Anything that can be played, as a command."""
        board = self.view["board"]
        if self.may("move"):
            start, targets = DICE.choice(sorted(board["targets"].items()))
            return "move", {"move": f"{start}-{DICE.choice(targets)['to']}"}
        if self.may("step"):
            step = DICE.choice(board["next"])
            return "step", {"from": step["from"], "die": step["die"]}
        return next(((command, {}) for command in ("roll", "confirm") if self.may(command)), None)

    def close(self):
        self.stream.close()


class Table:
    """A table, who sits at it, and what has been asked of it."""

    def __init__(self, name, host, conversation=None, /, **wish):
        self.name, self.host, self.guest = name, host, None
        self.conversation, self.requests = conversation, []
        wish = {"name": host.name.title(), "opponent": "friend", "side": "light", **wish}
        self.id = host.json("POST", "/api/v1/tables", wish)["id"]
        self.sockets = []
        host.server.tables.append(self)

    def note(self, person, sender, message):
        if self.conversation is not None:
            self.conversation.append({"person": person.name, "from": sender, "message": message})

    def sit(self, person, since=None):
        seat = Socket(self, person, since)
        self.sockets.append(seat)
        return seat

    def begin(self, guest):
        """Host and guest at the table, the game begun."""
        self.guest = guest
        hosting, joining = self.sit(self.host), self.sit(guest)
        joining.do("join", occupant={"person": guest.name.title()}, nonce="9f03")
        hosting.until(lambda view: view["phase"] == "playing")
        return hosting, joining

    def play(self, commands=10**6, until=lambda view: False):
        """Plays at random, so many commands or until the view is as wished or all is over."""
        for _ in range(commands):
            newest = max(seat.view["next"] for seat in self.sockets)
            for seat in self.sockets:
                seat.until(lambda view: view["next"] >= newest)
            view = self.sockets[0].view
            if until(view) or view["phase"] in ("over", "aborted"):
                return
            for seat in self.sockets:
                choice = seat.choice() if seat.view["board"] else None
                if choice:
                    seat.do(choice[0], **choice[1])
                    break
            else:
                self.sockets[0].hear("state")

    def mover(self):
        self.settle()
        return next(seat for seat in self.sockets if seat.view["acts_for"] or seat.choice())

    def settle(self):
        newest = max(seat.view["next"] for seat in self.sockets)
        for seat in self.sockets:
            seat.until(lambda view: view["next"] >= newest)

    def close(self):
        for seat in self.sockets:
            seat.close()
        self.sockets = []

    def expected(self):
        """What must be found again: the events, and what each who may look sees."""
        watcher = Person(None, "anyone")
        watcher.server = self.host.server
        people = [person for person in (self.host, self.guest, watcher) if person]
        looks = {person.name: person.json("GET", f"/api/v1/tables/{self.id}") for person in people}
        quiet = Table.__new__(Table)
        quiet.id, quiet.conversation = self.id, None
        stream = Socket.__new__(Socket)
        events = []
        stream.hear = lambda kind: None
        Socket.__init__(stream, quiet, self.host, since=0)
        while not events:
            message = stream.next()
            if message["type"] == "state":
                events = message["events"]
        stream.close()
        next_table = looks["anyone"]["next"]
        return {
            "name": self.name,
            "id": self.id,
            "seats": {"host": self.host.name, "guest": self.guest.name if self.guest else None},
            "next": next_table.removeprefix("/t/") if next_table else None,
            "views": {name: without_ways(look["view"]) for name, look in looks.items()},
            "events": events,
            "requests": self.requests,
        }


def without_ways(view):
    """A view without what only says what can be played: that is long, and follows from the rest."""
    if view["board"]:
        view["board"] = {name: view["board"].get(name) for name in ("kind", "pieces", "white", "black", "roll") if name in view["board"]}
    return view


def write_lines(path, values):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n" for value in values))


def stopped(binary, folder, port):
    """The database of a server that was stopped."""
    data = folder / "server" / "stopped.db"
    server = Server(binary, data, port)
    ada, bo = Person(server, "ada"), Person(server, "bo")
    talk = {name: [] for name in ("tablut", "tavli", "same-screen", "again")}

    table = Table("tavli in the middle of a turn, a step undone", ada, talk["tavli"], ruleset="game:tavli")
    table.begin(bo)
    table.play(40)
    while True:
        mover = table.mover()
        if mover.may("roll"):
            mover.do("roll")
            table.settle()
            mover = table.mover()
        if mover.may("step") and sum(face["playable"] for face in mover.view["board"]["faces"]) >= 2:
            break
        table.play(1)
    command, step = mover.choice()
    mover.do(command, **step)
    mover.do("undo-step")
    command, step = mover.choice()
    mover.do(command, **step)
    mover.send({"type": "hint"})
    mover.hear("hint")
    mover.send({"type": "why", "from": "1", "to": "7"})
    mover.hear("why")

    table = Table("tavli, the dice just thrown", ada, ruleset="game:tavli")
    table.begin(bo)
    table.play(25)
    table.play(until=lambda view: bool(view["board"]["roll"]))

    table = Table("tavli, to be thrown", ada, ruleset="game:tavli first:roll-off", side=None)
    table.begin(bo)
    table.play(11)
    table.play(until=lambda view: not view["board"]["roll"])

    table = Table("tavli, borne off by the rules", ada, ruleset="game:tavli")
    table.begin(bo)
    table.play()

    table = Table("tavli against the computer, in the middle of a turn", ada, ruleset="game:tavli", opponent={"computer": 1})
    table.sit(ada)
    table.play(12)
    table.play(until=lambda view: view["to_act"] == "host" and bool(view["board"]["roll"]))

    table = Table("tavli on one screen", ada, talk["same-screen"], ruleset="game:tavli", opponent="same-screen", name="Ada")
    seat = table.sit(ada)
    table.play(9)
    seat.do("offer-draw", seat=seat.view["to_act"])

    table = Table("tavli, two rounds, in the second", ada, ruleset="game:tavli", form="two-rounds")
    hosting, joining = table.begin(bo)
    table.play(6)
    joining.do("resign")
    table.settle()
    table.play(8)

    table = Table("tablut in the middle, after a takeback", ada, talk["tablut"], ruleset="preset:tablut")
    hosting, joining = table.begin(bo)
    table.play(7)
    mover = table.mover()
    waiting = hosting if mover is joining else joining
    waiting.do("ask-takeback")
    mover.do("grant-takeback")
    table.settle()
    table.play(3)
    mover = table.mover()
    for message, answer in [
        ({"type": "ping"}, "pong"), ({"type": "lang", "lang": "fr"}, None), ({"type": "hint"}, "hint"),
        ({"type": "why", "from": "E5", "to": "A1"}, "why"), ({"type": "say", "phrase": "hello"}, "said"),
        ({"type": "do", "command": "move", "move": "E5-A1", "key": 77}, "refused"), ({"type": "nonsense", "key": 78}, "refused"),
        ({"type": "do", "command": "confirm", "key": 79, "expected": 1}, "refused"),
    ]:
        mover.send(message)
        if answer:
            mover.hear(answer)

    table = Table("tablut, a takeback asked for", ada, ruleset="preset:tablut")
    table.begin(bo)
    table.play(4)
    mover = table.mover()
    next(seat for seat in table.sockets if seat is not mover).do("ask-takeback")

    table = Table("alea, a draw offered", bo, ruleset="preset:alea", side=None)
    table.begin(ada)
    table.play(5)
    table.mover().do("offer-draw")

    table = Table("brandubh, ended by the rules", ada, ruleset="preset:brandubh")
    table.begin(bo)
    table.play()

    table = Table("ashton, resigned, a rematch agreed", ada, talk["again"], ruleset="preset:ashton", side="dark")
    hosting, joining = table.begin(bo)
    table.play(2)
    hosting.do("resign")
    joining.do("offer-rematch")
    hosting.do("accept-rematch")
    path = joining.hear("next")["path"]
    again = Table.__new__(Table)
    again.name, again.host, again.guest, again.id = "ashton, the rematch", ada, bo, path.removeprefix("/t/")
    again.conversation, again.requests, again.sockets = None, [], []
    again.sit(bo), again.sit(ada)
    again.play(3)
    server.tables.append(again)

    table = Table("tablut, drawn by agreement, a rematch declined", ada, ruleset="preset:tablut-corners")
    hosting, joining = table.begin(bo)
    table.play(2)
    hosting.do("offer-draw")
    joining.do("accept-draw")
    joining.do("offer-rematch")
    hosting.do("decline-rematch")

    table = Table("tablut, called off", ada, ruleset="preset:tablut")
    hosting, joining = table.begin(bo)
    joining.do("abort")

    table = Table("tablut, deserted", bo, ruleset="preset:tablut", public=True)
    table.sit(bo).do("leave")

    table = Table("tablut, best of three, in the second round with a handicap", ada, ruleset="preset:tablut", handicap="preset:tablut-rook-4", form="best-of-3")
    hosting, joining = table.begin(bo)
    table.play(3)
    hosting.do("resign")
    table.settle()
    table.play(4)

    table = Table("alea, two rounds, over", ada, ruleset="preset:alea-17", form="two-rounds")
    hosting, joining = table.begin(bo)
    table.play(2)
    joining.do("resign")
    table.settle()
    table.play(2)
    hosting.do("resign")

    table = Table("tablut against the computer", bo, ruleset="preset:tablut", opponent={"computer": 2}, side="dark")
    table.sit(bo)
    table.play(3)
    table.play(until=lambda view: view["to_act"] == "host")

    table = Table("tablut, the clock runs", ada, ruleset="preset:tablut", control="5m+3")
    table.begin(bo)
    table.play(5)

    table = Table("tavli, overtime on the clock", bo, ruleset="game:tavli", control="10m+3x30")
    table.begin(ada)
    table.play(7)

    table = Table("tablut, a day for each turn", ada, ruleset="preset:tablut", control="2d/turn")
    table.begin(bo)
    table.play(3)

    table = Table("tablut, lost on time", ada, ruleset="preset:tablut", control="2+0")
    table.begin(bo)
    table.play(2)
    table.sockets[0].until(lambda view: view["phase"] == "over")

    Table("alea, waiting for an opponent", ada, ruleset="preset:alea", public=True)
    table = Table("tavli, waiting with a clock", bo, ruleset="game:tavli", control="5m+3", public=True)
    table.sit(bo)

    sealed = ada.json("POST", "/api/v1/seals")
    Table("tavli, sealed and waiting", ada, ruleset="game:tavli", seal=sealed, nonce="5f1c0a9e3b7d2468", name="Ada Lovelace")

    records = folder / "records"
    records.mkdir(parents=True)
    for table in server.tables:
        slug = re.sub(r"[^a-z0-9]+", "-", table.name).strip("-")
        (records / f"{slug}.txt").write_text(ada.ask("GET", f"/api/v1/tables/{table.id}/record"))
        (records / f"{slug}.json").write_text(ada.ask("GET", f"/api/v1/tables/{table.id}/record.json"))
    imported = Table.__new__(Table)
    imported.name, imported.host, imported.guest = "a record taken in", ada, None
    imported.conversation, imported.requests, imported.sockets = None, [], []
    text = (records / "ashton-resigned-a-rematch-agreed.txt").read_text()
    imported.id = ada.json("POST", "/api/v1/records", text)["id"]
    server.tables.append(imported)

    for table in server.tables:
        table.close()
    # Whoever has gone is told of a moment later.
    time.sleep(1)
    expected = [table.expected() for table in server.tables]
    me = {person.name: person.json("GET", "/api/v1/me") for person in (ada, bo)}
    write_lines(folder / "server" / "stopped.jsonl", [{"cookies": {"ada": ada.cookie, "bo": bo.cookie}, "me": me}, *expected])
    server.stop()
    # What both hear is much the same, and tavli has many steps.
    talk["tavli"] = [said for said in talk["tavli"] if said["person"] == "ada"]
    for name, said in talk.items():
        write_lines(folder / "conversations" / f"{name}.jsonl", said)


def killed(binary, folder, port):
    """The database of a server that was killed: most of it is in the write-ahead log."""
    data = folder / "server" / "killed.db"
    server = Server(binary, data, port)
    ada, bo = Person(server, "ada"), Person(server, "bo")
    table = Table("tavli in the middle of a turn, killed", ada, ruleset="game:tavli", control="5m+3")
    table.begin(bo)
    table.play(10)
    while not (table.mover().may("step") and table.mover().view["board"]["steps"]):
        table.play(1)
    table = Table("tablut, the computer thinks, killed", ada, ruleset="preset:tablut", opponent={"computer": 5}, side="dark")
    seat = table.sit(ada)
    table.play(until=lambda view: view["to_act"] == "host")
    rest = [table.expected() for table in server.tables]
    # The computer of the highest level takes longer than this.
    command, move = seat.choice()
    seat.do(command, **move)
    rest[1] = server.tables[1].expected()
    server.kill()
    if rest[1]["views"]["ada"]["to_act"] != "guest":
        sys.exit("the computer was too quick")
    write_lines(folder / "server" / "killed.jsonl", [{"cookies": {"ada": ada.cookie, "bo": bo.cookie}, "me": {}}, *rest])


class Game:
    """A game in the terminal, in lines."""

    def __init__(self, binary, *arguments):
        self.process = subprocess.Popen(
            [binary, "play", *arguments, "--plain"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, "LC_ALL": "C"},
        )
        self.heard = self.hear()

    def hear(self):
        heard = []
        while not heard or not heard[-1].startswith("? "):
            line = self.process.stdout.readline()
            if not line:
                sys.exit(f"the game has ended after {heard}")
            heard.append(line.rstrip())
        return heard

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        self.heard = self.hear()
        return self.heard

    def resign(self):
        self.say("resign")
        self.say("yes")

    def question(self):
        return self.heard[-1]

    def play(self, lines, until=lambda question: False):
        for _ in range(lines):
            question = self.question()
            if "The game is over" in question or until(question):
                return
            if "throw the dice" in question:
                self.say("roll")
            elif "confirm" in question:
                self.say("confirm")
            else:
                moves = [move for line in self.say("moves")[:-1] for move in line.split()]
                self.say(DICE.choice(moves).rstrip("*"))

    def leave(self):
        self.process.stdin.close()
        self.process.wait()


def saved(binary, folder):
    """Games that were saved in the terminal."""
    folder = folder / "saved"
    folder.mkdir(parents=True)
    in_turn = lambda question: "×" in question and "confirm" not in question

    def game(name, *arguments):
        return Game(binary, *arguments, "--save", str(folder / f"{name}.txt"))

    one = game("tavli-in-a-turn", "tavli", "--level", "1", "--seed", "4")
    one.play(15)
    one.play(50, until=in_turn)
    one.play(1)
    one.leave()
    one = game("tavli-in-a-turn-verifiable", "tavli", "--opponent", "person", "--match", "two-rounds", "--clock", "10m+3")
    one.play(30)
    one.play(50, until=in_turn)
    one.play(1)
    one.say("undo")
    one.leave()
    one = game("tavli-over", "tavli", "--level", "1", "--seed", "5", "--side", "black")
    one.play(5000)
    one.leave()
    one = game("tablut-in-the-middle", "tablut", "--level", "1", "--seed", "6", "--side", "attackers", "--clock", "10m+5")
    one.play(9)
    one.leave()
    one = game("tablut-over-verifiable", "tablut", "--opponent", "person", "--match", "two-rounds")
    one.play(6)
    for _ in range(2):
        one.resign()
        one.play(2)
    one.leave()
    one = game("alea-in-the-middle", "alea", "--opponent", "person", "--seed", "7")
    one.play(6)
    one.say("draw")
    one.leave()
    one = game("alea-over-verifiable", "alea", "--level", "1", "--side", "attackers")
    one.play(2)
    one.resign()
    one.leave()


def matches(binary, folder):
    """Records that `tablen match` writes, and what it says of them."""
    records = folder / "records"
    for preset, plies in [("tavli", "40"), ("tablut", "12"), ("alea", "6")]:
        subprocess.run(
            [binary, "match", "--preset", preset, "--players", "level:1,level:1", "--games", "2", "--seed", "3", "--plies", plies,
             "--threads", "1", "--records", str(records / f"match-{preset}.txt")],
            check=True, stdout=subprocess.DEVNULL,
        )


def main():
    binary, folder = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
    if folder.exists():
        sys.exit(f"{folder} is there already, and what is there is kept")
    (folder / "server").mkdir(parents=True)
    saved(binary, folder)
    stopped(binary, folder, 8491)
    killed(binary, folder, 8492)
    matches(binary, folder)


main()
