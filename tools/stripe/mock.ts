// Stripe's own mock, which checks the shape of requests against Stripe's published document, as a second opinion beside the
// double.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goProgram } from '@tollgate/harness/go-program';
import { freePort, managedProcess, runAtDeath } from '@tollgate/harness/process';
import { bodyOf } from './server.ts';

const version = 'v0.203.0';
const longestMs = 30_000;
/** Parameters that the SDK knows and the older document of the mock does not. */
const newer: Readonly<Record<string, string>> = {
  '/v1/webhook_endpoints': 'api_version',
  '/v1/checkout/sessions': 'allowed_payment_method_types',
};
/** Headers of one connection, which belong on no other. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);

/** @returns the compiled mock; null on a machine without Go */
export const installStripeMock = (): string | null =>
  goProgram('stripe-mock', 'github.com/stripe/stripe-mock', version);

/** A mirror in front of a double: it passes requests on, and shows each one to the mock too. */
export interface Mirror {
  url: string;
  /** Requests that the mock refused for their shape, with its words. */
  readonly refusals: string[];
  /** The kinds of requests that came, such as `POST /v1/refunds`. */
  readonly kinds: ReadonlySet<string>;
  stop(): Promise<void>;
}

/** @param url the address of the double @returns null on a machine without Go */
export async function startMirror(url: string): Promise<Mirror | null> {
  const program = installStripeMock();
  if (!program) return null;
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-stripe-mock-'));
  const cancelCleanup = runAtDeath(['rm', '-rf', directory]);
  const [port, securePort] = [await freePort(), await freePort()];
  const mockUrl = `http://127.0.0.1:${port}`;
  const mock = managedProcess({
    name: 'stripe-mock',
    command: program,
    args: ['-http-addr', `127.0.0.1:${port}`, '-https-addr', `127.0.0.1:${securePort}`],
    log: join(directory, 'stripe-mock.log'),
    ready: async () => (await fetch(mockUrl, { signal: AbortSignal.timeout(2_000) })).status > 0,
  });
  await mock.start();
  const refusals: string[] = [];
  const kinds = new Set<string>();

  async function show(method: string, path: string, type: string, body: string): Promise<void> {
    const parameters = new URLSearchParams(body);
    const hidden = newer[path];
    for (const name of [...parameters.keys()]) if (name.split('[')[0] === hidden) parameters.delete(name);
    const answer = await fetch(`${mockUrl}${path}`, {
      method,
      headers: { authorization: 'Bearer sk_test_shape', ...(type === '' ? {} : { 'content-type': type }) },
      ...(body === '' ? {} : { body: parameters.toString() }),
      signal: AbortSignal.timeout(longestMs),
    });
    const kind = `${method} ${path.replace(/\?.*/, '').replace(/\/[a-z]+_\w{10,}/g, '/:id')}`;
    kinds.add(kind);
    if (!answer.ok) refusals.push(`${kind}: ${(await answer.text()).replace(/\s+/g, ' ').slice(0, 300)}`);
  }

  const server = createServer((request, response) => {
    const { method = 'GET', url: path = '/', headers } = request;
    const pass = async (): Promise<void> => {
      const body = await bodyOf(request);
      if (path.startsWith('/v1/')) await show(method, path, headers['content-type'] ?? '', body);
      const { host: _host, connection: _connection, 'content-length': _length, ...others } = headers;
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: others as Record<string, string>,
        redirect: 'manual',
        ...(body === '' ? {} : { body }),
        signal: AbortSignal.timeout(longestMs),
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      const passed = [...answer.headers].filter(([name]) => !ofConnection.has(name));
      response.writeHead(answer.status, Object.fromEntries(passed)).end(bytes);
    };
    // A connection that the double cuts is cut here too.
    pass().catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refusals,
    kinds,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await mock.stop();
      rmSync(directory, { recursive: true, force: true });
      cancelCleanup();
    },
  };
}
