"""Debian's source packages, fetched by apt with a configuration of its own: the machine's lists are only read."""

import re
import subprocess
import tarfile
from pathlib import Path


def private_sources(folder):
    """A list of the machine's Debian archives that asks for sources only."""
    stanzas = []
    for path in sorted(Path("/etc/apt").glob("sources.list.d/*.sources")):
        for stanza in re.split(r"\n\s*\n", path.read_text(encoding="utf-8")):
            if "debian" in stanza.lower() and re.search(r"^Components:.*\bmain\b", stanza, re.M):
                stanzas.append(re.sub(r"^Types:.*$", "Types: deb-src", stanza, flags=re.M).strip())
    (folder / "all.sources").write_text("\n\n".join(stanzas) + "\n", encoding="utf-8")
    lines = []
    for path in [Path("/etc/apt/sources.list"), *sorted(Path("/etc/apt").glob("sources.list.d/*.list"))]:
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
            if re.match(r"deb\s", line) and "debian" in line and re.search(r"\bmain\b", line):
                lines.append(re.sub(r"^deb\s", "deb-src ", line))
    (folder / "all.list").write_text("\n".join(lines) + "\n", encoding="utf-8")


class Archive:
    """The source packages of the Debian that this machine runs."""

    def __init__(self, folder):
        self.folder = folder
        for name in ("parts", "lists/partial", "cache/archives/partial", "packages"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        private_sources(folder / "parts")
        self.options = [
            "-qq",
            "-oDir::Etc::sourcelist=/dev/null",
            f"-oDir::Etc::sourceparts={folder}/parts",
            f"-oDir::State::lists={folder}/lists",
            f"-oDir::Cache={folder}/cache",
            "-oAPT::Sandbox::User=root",
        ]
        done = subprocess.run(["apt-get", *self.options, "update"], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(f"apt-get update failed: {done.stderr.strip()}")

    def versions(self, name):
        """The versions of a source package that the archive lists, the newest first."""
        command = ["apt-cache", *self.options, "showsrc", name]
        shown = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        return re.findall(r"^Version: (.+)$", shown, re.M)

    def newest(self, names):
        """The last of these packages that the archive has."""
        return [name for name in names if self.versions(name)][-1]

    def tarball(self, name):
        """A source package's original text, opened, and its version: the newest that can be fetched."""
        failed = ""
        for version in self.versions(name):
            command = ["apt-get", *self.options, "source", "--download-only", f"{name}={version}"]
            folder = self.folder / "packages" / re.sub(r"[^\w.+-]", "_", f"{name}-{version}")
            folder.mkdir(exist_ok=True)
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
            originals = [path for path in folder.glob("*.orig.tar.*") if path.suffix != ".asc"]
            if done.returncode == 0 and originals:
                return tarfile.open(originals[0]), version
            failed = done.stderr.strip()
        raise SystemExit(f"{name} cannot be fetched: {failed}")
