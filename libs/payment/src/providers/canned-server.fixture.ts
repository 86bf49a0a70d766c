import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call that came to the server. */
export interface CannedCall {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

/** A server with prepared answers, and the calls that it received. */
export interface CannedServer {
  url: string;
  /** Status and body of the next answers; without one, 500. */
  answers: [number, object?][];
  calls: CannedCall[];
  /** Method and path of each call. */
  made(): string[];
  reset(): void;
  close(): void;
}

/** Starts a server that speaks JSON. */
export async function startCannedServer(): Promise<CannedServer> {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const { method = '', headers } = request;
      const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://canned');
      const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
      canned.calls.push({ method, path, query, headers, body });
      const [status, answer] = canned.answers.shift() ?? [500, { error: { type: 'gocardless', errors: [] } }];
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(answer === undefined ? '' : JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const canned: CannedServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers: [],
    calls: [],
    made: () => canned.calls.map(({ method, path }) => `${method} ${path}`),
    reset: () => {
      canned.answers = [];
      canned.calls = [];
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return canned;
}
