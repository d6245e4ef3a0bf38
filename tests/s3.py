"""An object store in memory with as much of S3 as a lake needs: objects, ranges, parts."""

import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, unquote, urlsplit

KEY, SECRET = "keeper", "hush-9d0e"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    objects: dict[str, bytes]
    parts: dict[str, dict[int, bytes]]

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def _answer(
        self, status: int, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _asked(self) -> tuple[str, dict[str, str], bytes] | None:
        """Path, query and body of a request signed by the keeper; anybody else is turned away."""
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if not self.headers.get("Authorization", "").startswith(
            f"AWS4-HMAC-SHA256 Credential={KEY}/"
        ):
            self._answer(403)
            return None
        parts = urlsplit(self.path)
        query = dict(parse_qsl(parts.query, keep_blank_values=True))
        return unquote(parts.path), query, body

    def do_HEAD(self) -> None:
        """How large an object is."""
        self.do_GET()

    def do_GET(self) -> None:
        """An object, or a range of it."""
        asked = self._asked()
        if asked is None:
            return
        whole = self.objects.get(asked[0])
        if whole is None:
            self._answer(404)
            return
        headers = {"ETag": '"x"', "Last-Modified": "Mon, 23 Nov 2026 00:00:00 GMT"}
        headers["Accept-Ranges"] = "bytes"
        wanted = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if wanted is None or self.command == "HEAD":
            self._answer(200, whole, headers)
            return
        first, last = int(wanted[1]), min(int(wanted[2] or len(whole)), len(whole) - 1)
        headers["Content-Range"] = f"bytes {first}-{last}/{len(whole)}"
        self._answer(206, whole[first : last + 1], headers)

    def do_PUT(self) -> None:
        """An object, or a part of one."""
        asked = self._asked()
        if asked is None:
            return
        path, query, body = asked
        if "uploadId" in query:
            self.parts[query["uploadId"]][int(query["partNumber"])] = body
        else:
            self.objects[path] = body
        self._answer(200, headers={"ETag": '"x"'})

    def do_POST(self) -> None:
        """The beginning and the end of an upload in parts."""
        asked = self._asked()
        if asked is None:
            return
        path, query, _ = asked
        if "uploads" in query:
            number = f"u{len(self.parts)}"
            self.parts[number] = {}
            self._answer(200, f"<R><UploadId>{number}</UploadId></R>".encode())
        else:
            self.objects[path] = b"".join(
                part for _, part in sorted(self.parts.pop(query["uploadId"]).items())
            )
            self._answer(200, b"<CompleteMultipartUploadResult/>")

    def do_DELETE(self) -> None:
        """An object goes."""
        asked = self._asked()
        if asked is not None:
            self.objects.pop(asked[0], None)
            self._answer(204)


@contextmanager
def object_store() -> Iterator[tuple[str, Mapping[str, bytes]]]:
    """The address of a store on this machine, and what it holds by path."""
    held: dict[str, bytes] = {}
    handler = type("Handler", (_Handler,), {"objects": held, "parts": {}})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", held
    finally:
        server.shutdown()
        server.server_close()
