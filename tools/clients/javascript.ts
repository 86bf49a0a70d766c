// Drives the JavaScript client in its own process: node javascript.ts < ORDERS > REPORT (see clients.ts).
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import type { ClientReport, Orders } from './orders.ts';

/** A method of the client, with an answer that has been read. */
type Method = (...args: unknown[]) => Promise<{ data: unknown }>;

interface Package {
  /** Its methods, in groups. */
  Client(apiKey: string, settings: { baseUrl: string }): object;
}

/** The error that a method throws when the service refuses a call. */
interface Refusal {
  status: number;
  error?: unknown;
  data?: unknown;
}

const { packageDirectory, baseUrl, apiKey, operations } = JSON.parse(await text(process.stdin)) as Orders;
const entry = createRequire(`${packageDirectory}/`).resolve('lago-javascript-client');
const { Client } = (await import(pathToFileURL(entry).href)) as Package;

/** Every method of a client by its name: `taxes.createTax`. */
const methodsOf = (client: object): [name: string, method: Method][] =>
  Object.entries(client)
    .filter(
      (entry): entry is [string, object] =>
        entry[0] !== 'contentFormatters' && entry[1] !== null && typeof entry[1] === 'object',
    )
    .flatMap(([name, group]) =>
      Object.entries(group)
        .filter((entry): entry is [string, Method] => typeof entry[1] === 'function')
        .map(([method, call]): [string, Method] => [`${name}.${method}`, call]),
    );

/** The request of each method, captured by a server that only listens; identifiers in the path are `x`. */
async function requests(): Promise<ClientReport['requests']> {
  let lastRequest: string | undefined;
  const server = createServer((request, response) => {
    lastRequest = `${request.method} ${(request.url ?? '').replace(/\?.*/, '').replace('/api/v1', '')}`;
    request.resume();
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const requestsByMethod: ClientReport['requests'] = {};
  for (const [name, call] of methodsOf(Client('none', { baseUrl: `http://127.0.0.1:${port}/api/v1` }))) {
    lastRequest = undefined;
    await call('x', 'x', 'x', 'x', 'x', 'x').catch(() => undefined);
    requestsByMethod[name] = lastRequest;
  }
  server.close();
  return requestsByMethod;
}

const methods = new Map(methodsOf(Client(apiKey, { baseUrl: `${baseUrl}/api/v1` })));
const worked: string[] = [];
const failed: Record<string, string> = {};
for (const { name, path = [], query, body, isRead, refused } of operations) {
  const args = [...path, ...(body === undefined ? [] : [body]), ...(query === undefined ? [] : [query])];
  try {
    const method = methods.get(name);
    if (!method) throw new Error('there is no such method');
    const { data } = await method(...args);
    if (isRead && (data === null || typeof data !== 'object')) throw new Error(`nothing was read: ${String(data)}`);
    if (refused) throw new Error('it was not refused');
    worked.push(name);
  } catch (thrown) {
    const { status, error, data } = thrown as Refusal;
    if (refused && (refused === true ? [405, 422] : [refused]).includes(status)) {
      worked.push(name);
      continue;
    }
    failed[name] = thrown instanceof Error ? String(thrown) : `${status} ${JSON.stringify(error ?? data)}`;
  }
}
const report: ClientReport = { requests: await requests(), worked, failed };
process.stdout.write(JSON.stringify(report));
