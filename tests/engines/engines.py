#!/usr/bin/env python3
"""Asks real databases how they store names, and compares their answers with ours.

PostgreSQL and MariaDB run on folders of their own that only this script uses, and listen on sockets in them; SQLite is
Python's; H2, HSQLDB, Derby and DuckDB are asked through JDBC by Embedded.java. Each makes a table by a name without
quotes and with them, and says from its catalogue what it is called. Argument: the lineage-identity program.
"""

import glob
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
PLAIN = ['Unquoted_T', '"Quoted_T"', '"a""b"', '"Do.t"', 'ÄPFEL']
BACKTICKS = ["Unquoted_T", "`Quoted_T`", "`Ba``ck_T`", "ÄPFEL"]


def program(name, package, *folders):
    """The path of a program, installed from Debian's packages where that can be done."""
    places = os.pathsep.join([os.environ["PATH"], "/usr/sbin", *sorted(folders, reverse=True)])
    found = shutil.which(name, path=places)
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-qq"], check=False, stdout=subprocess.DEVNULL)
        command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", package]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
        places = os.pathsep.join([places, *sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True)])
        found = shutil.which(name, path=places)
    if found is None:
        sys.exit(f"{name} is needed: install the package {package}")
    return found


def run(command, **options):
    """Runs a command and gives what it prints."""
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{command[0]} failed: {done.stderr.strip()}")
    return done.stdout


class Server:
    """A database server in the background, ended by its process id."""

    def __init__(self, command, is_up, **options):
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
        self.is_up = is_up

    def __enter__(self):
        for _ in range(300):
            if self.is_up():
                return self
            if self.process.poll() is not None:
                break
            time.sleep(0.2)
        self.__exit__()
        sys.exit("a database server did not start")

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(60)


def other_user(*names):
    """How to run as another user: these servers refuse to run as root."""
    if os.geteuid() != 0:
        return None
    import pwd

    for name in names:
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    return None


def own_folder(path, user):
    path.mkdir()
    if user:
        os.chown(path, user["user"], user["group"])
    return str(path)


def postgresql(folder):
    """PostgreSQL: tables in its default schema, and a database by a name in SQL."""
    places = glob.glob("/usr/lib/postgresql/*/bin")
    binaries = [program(name, "postgresql", *places) for name in ("initdb", "postgres", "psql")]
    initdb, postgres, psql = binaries
    user = other_user("postgres", "nobody")
    data = own_folder(folder / "postgresql", user)
    base = {"cwd": data, **(user or {})}
    run([initdb, "-D", data + "/db", "-U", "tester", "-E", "UTF8", "--locale=C.UTF-8", "-A", "trust"], **base)
    client = [psql, "-X", "-q", "-A", "-t", "-h", data, "-U", "tester", "-v", "ON_ERROR_STOP=1"]

    def ask(sql, database="postgres"):
        return run([*client, "-d", database, "-c", sql])

    def is_up():
        return subprocess.run([*client, "-d", "postgres", "-c", ""], capture_output=True).returncode == 0

    command = [postgres, "-D", data + "/db", "-c", "listen_addresses=", "-c", f"unix_socket_directories={data}"]
    with Server(command, is_up, **base):
        for name in PLAIN:
            ask(f"CREATE TABLE {name} (c int)")
            catalogue = "SELECT schemaname, tablename FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')"
            schema, stored = ask(catalogue).rstrip("\n").split("|")
            ask(f"DROP TABLE {name}")
            yield {"type": "POSTGRESQL", "host": "db", "database": "postgres"}, name, ["postgres", schema, stored]
        ask('CREATE DATABASE "MyDb"')
        # The database of a connection is exact.
        opened = ask("SELECT current_database()", "MyDb").strip()
        yield {"type": "POSTGRESQL", "host": "db", "database": "MyDb", "schema": "public"}, "t", [opened, "public", "t"]


def mariadb(folder, setting):
    """MariaDB: a database and its tables, by lower_case_table_names."""
    server = program("mariadbd", "mariadb-server")
    install = program("mariadb-install-db", "mariadb-server")
    client_program = program("mariadb", "mariadb-client")
    user = other_user("mysql", "nobody")
    data = own_folder(folder / f"mariadb-{setting}", user)
    base = {"cwd": data, **(user or {})}
    options = ["--no-defaults", f"--datadir={data}/db", f"--lower-case-table-names={setting}"]
    run([install, *options, "--auth-root-authentication-method=normal"], **base)
    socket = f"{data}/socket"
    client = [client_program, "--no-defaults", "-N", "-B", "-u", "root", f"--socket={socket}", "--default-character-set=utf8mb4"]

    def ask(sql):
        return run([*client, "-e", sql])

    def is_up():
        return subprocess.run([*client, "-e", "SELECT 1"], capture_output=True).returncode == 0

    command = [server, *options, "--skip-networking", f"--socket={socket}", f"--pid-file={data}/pid"]
    with Server(command, is_up, **base) as running:
        ask("CREATE DATABASE Shop_Db CHARACTER SET utf8mb4")
        for name in BACKTICKS:
            ask(f"CREATE TABLE Shop_Db.{name} (c int)")
            catalogue = "SELECT table_schema, table_name FROM information_schema.tables WHERE lower(table_schema) = 'shop_db'"
            schema, stored = ask(catalogue).rstrip("\n").split("\t")
            ask(f"DROP TABLE Shop_Db.{name}")
            connection = {"type": "MARIADB", "host": "db", "schema": "Shop_Db"}
            yield {**connection, "options": {"lower_case_table_names": setting}}, name, [schema, stored]
        # The server does not end at SIGINT.
        running.process.terminate()
        running.process.wait(60)


def sqlite(folder):
    """SQLite, as Python has it."""
    path = folder / "sales.db"
    connection = sqlite3.connect(path)
    for name in [*PLAIN, "`Back_T`", "[Bracket_T]"]:
        connection.execute(f"CREATE TABLE {name} (c)")
        [(stored,)] = connection.execute("SELECT name FROM sqlite_master")
        connection.execute(f"DROP TABLE {name}")
        yield {"type": "SQLITE", "database": str(path)}, name, [stored]
    connection.close()


def embedded(folder):
    """H2, HSQLDB, Derby and DuckDB, through JDBC."""
    gradle = program("gradle", "gradle")
    environment = {**os.environ, "ENGINES_FOLDER": own_folder(folder / "embedded", None)}
    printed = run([gradle, "--quiet", "-p", str(HERE), "embedded"], env=environment)
    for line in printed.splitlines():
        hop_type, database, options, written, catalog, schema, stored = line.split("\t")
        # Only DuckDB's names have the file's catalogue in them.
        expected = [catalog, schema, stored] if hop_type == "DuckDB" else [schema, stored]
        yield {"type": hop_type, "database": database, "options": json.loads(options)}, written, expected


def main(identity_program):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        engines = [postgresql(folder), mariadb(folder, 0), mariadb(folder, 1), sqlite(folder), embedded(folder)]
        observed = [answer for engine in engines for answer in engine]
    requests = [{"op": "relational", **connection, "table": written, "contract": 4} for connection, written, _ in observed]
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run([identity_program, "batch"], input=lines, capture_output=True, text=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(observed):
        sys.exit(f"{len(observed)} requests, {len(answers)} answers: {done.stderr.strip()}")
    wrong = 0
    counts = {}
    for (connection, written, expected), answer in zip(observed, answers):
        hop_type = connection["type"]
        counts[hop_type] = counts.get(hop_type, 0) + 1
        ours = (answer.get("identity") or {}).get("name")
        if ours != ".".join(expected):
            wrong += 1
            print(f"{hop_type} {connection.get('options', '')}: {written} is stored as {expected}, ours is {answer}")
    print(", ".join(f"{hop_type}: {count} names" for hop_type, count in sorted(counts.items())))
    missing = {"POSTGRESQL", "MARIADB", "SQLITE", "H2", "HYPERSONIC", "DERBY", "DuckDB"} - counts.keys()
    if missing:
        sys.exit(f"not asked: {', '.join(sorted(missing))}")
    if wrong:
        sys.exit(f"{wrong} of {len(observed)} names differ")


if __name__ == "__main__":
    main(sys.argv[1])
