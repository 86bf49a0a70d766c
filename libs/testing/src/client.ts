/**
 * What integration tests talk to a running installation with: HTTP only, as a user would. `BASE_URL` and `ADMIN_API_KEY`
 * say where it is; `npm test` and `npm run test:cluster` set them.
 */
export const baseUrl = (process.env['BASE_URL'] ?? 'http://127.0.0.1:3000').replace(/\/$/, '');

/**
 * Where a service has its metrics: that which answers public calls, or in a cluster one by its name. In a single process all
 * of them have the same address.
 */
export const operationsUrl = (service?: 'invoicing'): string =>
  (service && process.env[`${service.toUpperCase()}_OPERATIONS_URL`]) || needed('OPERATIONS_URL');

/** Connection string of the installation's database, for tests that look underneath the interface. */
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
 * One HTTP call.
 * @param path below the base address
 * @param authorization the whole header; none is sent when it is absent
 */
export async function call(method: Method, path: string, authorization?: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
}

/** Repeats `check` until it answers something: neither undefined, null or false, nor a count of nothing. */
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
