#!/usr/bin/env python3
"""A bot for Tablen that plays at random; Python's standard library is all it needs.

    python3 examples/bot.py http://127.0.0.1:8080              opens a table against the computer and plays
    python3 examples/bot.py http://127.0.0.1:8080 TABLE_ID     joins a friend's table and plays there

It knows no rule: with every state the server says what can be done. See docs/protocol.md.
"""

import argparse
import base64
import http.client
import json
import os
import random
import socket
import struct
import time
import urllib.parse


class Server:
    """The HTTP part. The cookie of the first answer says who we are from then on."""

    def __init__(self, address):
        self.host = urllib.parse.urlsplit(address).netloc
        self.cookie = ""

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection(self.host)
        text = None if body is None else json.dumps(body)
        connection.request(method, path, text, {"Cookie": self.cookie})
        response = connection.getresponse()
        cookie = response.getheader("Set-Cookie")
        if cookie:
            self.cookie = cookie.split(";")[0]
        answer = json.loads(response.read())
        if response.status >= 400:
            raise SystemExit(answer["text"])
        return answer


class Socket:
    """As much of WebSocket (RFC 6455) as a client needs."""

    def __init__(self, server, path):
        host, _, port = server.host.partition(":")
        self.stream = socket.create_connection((host, int(port or 80)))
        key = base64.b64encode(os.urandom(16)).decode()
        self.stream.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {server.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {server.cookie}\r\n\r\n".encode()
        )
        self.reader = self.stream.makefile("rb")
        if b" 101 " not in self.reader.readline():
            raise SystemExit("The server does not let us in.")
        while self.reader.readline().strip():
            pass

    def send(self, message, opcode=1):
        data = message if opcode != 1 else json.dumps(message).encode()
        length = struct.pack("!B", 0x80 | len(data)) if len(data) < 126 else struct.pack("!BH", 0x80 | 126, len(data))
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(data))
        self.stream.sendall(bytes([0x80 | opcode]) + length + mask + masked)

    def hear(self):
        while True:
            head = self.reader.read(2)
            if len(head) < 2 or head[0] & 15 == 8:
                raise SystemExit("The server has closed the connection.")
            length = head[1] & 127
            if length >= 126:
                length = int.from_bytes(self.reader.read(2 if length == 126 else 8), "big")
            data = self.reader.read(length)
            if head[0] & 15 == 1:
                return json.loads(data)
            if head[0] & 15 == 9:
                self.send(data, opcode=10)


def choose(view):
    """Anything that the server says we can do."""
    board, may = view["board"], view["may"]
    if "move" in may:
        start, targets = random.choice(list(board["targets"].items()))
        return {"command": "move", "move": f"{start}-{random.choice(targets)['to']}"}
    if "step" in may:
        step = random.choice(board["next"])
        return {"command": "step", "from": step["from"], "die": step["die"]}
    return next(({"command": command} for command in ("roll", "confirm") if command in may), None)


def main():
    arguments = argparse.ArgumentParser(description="Plays at random.")
    arguments.add_argument("server")
    arguments.add_argument("table", nargs="?")
    arguments.add_argument("--rules", default="preset:tablut")
    arguments.add_argument("--pace", type=float, default=0.2, help="seconds between commands")
    arguments = arguments.parse_args()
    server = Server(arguments.server)
    server.ask("GET", "/api/v1/me")
    wish = {"ruleset": arguments.rules, "opponent": {"computer": 1}, "name": "Random bot", "bot": True}
    table = arguments.table or server.ask("POST", "/api/v1/tables", wish)["id"]
    connection = Socket(server, f"/api/v1/tables/{table}/socket?lang=en")
    while True:
        message = connection.hear()
        if message["type"] == "refused":
            print(message["text"])
        if message["type"] != "state":
            continue
        view = message["view"]
        if view["phase"] in ("over", "aborted"):
            winner = view.get("winner")
            print("Nobody has won." if winner is None else f"The {winner} has won.")
            return
        command = choose(view) if view["board"] else None
        if "join" in view["may"]:
            command = {"command": "join", "occupant": {"bot": "Random bot"}, "nonce": os.urandom(16).hex()}
        if command:
            time.sleep(arguments.pace)
            # The key makes sure that a command sent twice acts once; `expected`, that it is meant for this state.
            key = random.getrandbits(53)
            connection.send({"type": "do", "key": key, "expected": view["next"], **command})


if __name__ == "__main__":
    main()
