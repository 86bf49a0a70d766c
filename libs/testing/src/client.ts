import pg from 'pg';

// Test files share a process, and the first one that loads the service's connections changes what all of them read. So
// every client of a test reads large numbers and days as the service does, from the start.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => BigInt(text));
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/**
 * The HTTP client of integration tests, which use a running installation like any user. `BASE_URL` and `ADMIN_API_KEY`
 * locate it; `npm test` and `npm run test:cluster` set them.
 */
export const baseUrl = (process.env['BASE_URL'] ?? 'http://127.0.0.1:3000').replace(/\/$/, '');

/**
 * The metrics address of a service: that of the public calls or, in a cluster, one by its name. In a single process all
 * of them have the same address.
 */
export const operationsUrl = (service?: 'invoicing'): string =>
  (service && process.env[`${service.toUpperCase()}_OPERATIONS_URL`]) || needed('OPERATIONS_URL');

/** Connection string of the installation's database, for tests that check stored data. */
export const databaseUrl = (): string => needed('DATABASE_URL');

function needed(name: string): string {
  const url = process.env[name];
  if (!url) throw new Error(`${name} is not set: run the integration tests with npm test or npm run test:cluster`);
  return url;
}

export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Makes one HTTP call.
 * @param path below the base address
 * @param authorization the whole header; absent: no header is sent
 * @param headers further headers
 */
export async function call(
  method: Method,
  path: string,
  authorization?: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  // A stream goes on for minutes: its head is the answer.
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return { status: response.status, body: {} };
  }
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
}

/** Repeats `check` until its answer is not undefined, null, false or 0. */
export async function waitFor<T>(
  what: string,
  check: () => Promise<T | undefined | null | false | 0>,
  timeoutMs = 30_000,
): Promise<T> {
  for (const deadline = Date.now() + timeoutMs; ;) {
    const result = await check();
    if (result) return result;
    if (Date.now() > deadline) throw new Error(`${what}: not within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
