"""Drives the Python client: python python.py < ORDERS > REPORT (see clients.ts)."""
import http.server
import inspect
import json
import sys
import threading

from lago_python_client import Client
from lago_python_client.exceptions import LagoApiError

orders = json.load(sys.stdin)


class Given:
    """What a method takes for a resource: the client asks it for its fields, and for nothing else."""

    def __init__(self, fields):
        self.fields = fields

    def dict(self, **_):
        return self.fields

    def __getattr__(self, name):
        return self.fields.get(name)


class Listener(http.server.BaseHTTPRequestHandler):
    asked = None

    def answer(self):
        Listener.asked = f"{self.command} {self.path.split('?')[0].replace('/api/v1', '')}"
        self.rfile.read(int(self.headers.get("content-length") or 0))
        self.send_response(404)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

    def log_message(self, *_):
        pass


def methods_of(client):
    """Every method of a client by its name: `taxes.create`."""
    for name in sorted(name for name in dir(Client) if not name.startswith("_")):
        group = getattr(getattr(client, name), "_obj", None)
        if group is None:
            continue
        for method in sorted(method for method in dir(group) if not method.startswith("_")):
            if inspect.ismethod(getattr(group, method)):
                yield f"{name}.{method}", getattr(group, method)


def arguments(method, path, query, body):
    """Parameters by their names: identifiers in the order of the path, a resource where there is a body."""
    left = list(path)
    given = {}
    for parameter in inspect.signature(method).parameters.values():
        name = parameter.name
        if name == "metadata":
            given[name] = {"key": "value"}
        elif name == "input_object":
            if body is not None:
                given[name] = Given(body)
        elif name in query:
            given[name] = query[name]
        elif body is not None and name in body:
            given[name] = body[name]
        elif left and (parameter.default is parameter.empty or name == "identifier"):
            given[name] = left.pop(0)
        elif parameter.default is parameter.empty:
            given[name] = "x"
    return given


def requests():
    """What each method asks for, told by a server that only listens; identifiers in the path are `x`."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Listener)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    found = {}
    for name, method in methods_of(Client(api_key="none", api_url=f"http://127.0.0.1:{server.server_port}/")):
        Listener.asked = None
        takes = inspect.signature(method).parameters
        try:
            method(**arguments(method, ["x"] if "identifier" in takes else [], {}, {} if "input_object" in takes else None))
        except Exception:
            pass
        found[name] = Listener.asked
    server.shutdown()
    return found


methods = dict(methods_of(Client(api_key=orders["apiKey"], api_url=orders["baseUrl"] + "/")))
worked, failed = [], {}
for order in orders["operations"]:
    name, body = order["name"], order.get("body")
    # The client wraps what it sends by itself, where the call has a wrapper.
    inner = next(iter(body.values())) if body and order["wrapped"] else body
    try:
        answer = methods[name](**arguments(methods[name], order.get("path", []), order.get("query", {}), inner))
        if order.get("refused"):
            raise ValueError("it was not refused")
        if order["isRead"] and answer is None and inspect.signature(methods[name]).return_annotation is not None:
            raise ValueError("nothing was read")
        worked.append(name)
    except LagoApiError as error:
        refused = order.get("refused")
        if refused and error.status_code in ((405, 422) if refused is True else (refused,)):
            worked.append(name)
        else:
            failed[name] = str(error)[:500]
    except Exception as error:
        failed[name] = f"{type(error).__name__}: {error}"[:500]
json.dump({"requests": requests(), "worked": worked, "failed": failed}, sys.stdout)
