// Calls of a service over HTTP, repeated while it does not answer.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from './standalone.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The body of an answer. Callers state its shape; the service's own tests hold it to the interface. */
export type Body = Record<string, unknown>;

export interface Answer<T = Body> {
  status: number;
  body: T;
  /** Whether an earlier attempt may have succeeded although its answer was lost. */
  again: boolean;
}

/** The clock of an organization: `ready` when all work due up to its time is done. */
export interface TestClock {
  frozen_time: string;
  status: 'ready' | 'advancing';
}

const temporary = new Set([429, 502, 503, 504]);
const requestTimeoutMs = 60_000;

/** An answer that the caller did not expect. */
export class CallFailed extends Error {
  readonly status: number;
  readonly body: Body;

  constructor(method: Method, url: string, { status, body }: { status: number; body: Body }) {
    super(`${method} ${url} answers ${status}: ${JSON.stringify(body).slice(0, 500)}`);
    this.status = status;
    this.body = body;
  }
}

async function once(method: Method, url: string, key: string, body: unknown) {
  const response = await fetch(url, {
    method,
    headers: {
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  const text = await response.text();
  return { status: response.status, body: parse(text), retryAfter: Number(response.headers.get('retry-after')) };
}

function parse(text: string): Body {
  try {
    return text === '' ? {} : (JSON.parse(text) as Body);
  } catch {
    return { text };
  }
}

/** Calls with one key. */
export class Api {
  /** Number of requests that had to be repeated. */
  repeats = 0;
  baseUrl: string;
  readonly key: string;
  private readonly patienceMs: number;

  /** @param patienceMs how long a request is repeated before it counts as failed; 0: it is sent once */
  constructor(baseUrl: string, key: string, { patienceMs = 120_000 } = {}) {
    this.baseUrl = baseUrl;
    this.key = key;
    this.patienceMs = patienceMs;
  }

  /**
   * Sends a request until it gets an answer other than "not now". A text body is sent unchanged.
   * @throws CallFailed at the deadline, or Error if nothing answers
   */
  async send<T = Body>(method: Method, path: string, body?: unknown): Promise<Answer<T>> {
    const url = `${this.baseUrl}${path}`;
    const deadline = Date.now() + this.patienceMs;
    for (let attempt = 0; ; attempt++) {
      const answer = await once(method, url, this.key, body).catch((error: unknown) => error as Error);
      if (!(answer instanceof Error) && !temporary.has(answer.status))
        return { status: answer.status, body: answer.body as T, again: attempt > 0 };
      if (Date.now() >= deadline) throw failure(method, url, answer);
      this.repeats++;
      const backoff = Math.min(100 * 2 ** attempt, 2000) * (0.5 + Math.random() / 2);
      const retryAfter = answer instanceof Error ? 0 : answer.retryAfter;
      await sleep(Math.max(backoff, retryAfter > 0 ? retryAfter * 1000 : 0));
    }
  }

  /** A request that must succeed; returns its body. @throws CallFailed */
  async ok<T = Body>(method: Method, path: string, body?: unknown): Promise<T> {
    const answer = await this.send(method, path, body);
    if (answer.status >= 300) throw new CallFailed(method, `${this.baseUrl}${path}`, answer);
    return answer.body as T;
  }

  /** Creates a resource with its own code; if an unanswered attempt has created it already, reads it. */
  async create<T = Body>(path: string, wrapper: string, resource: { code: string } & Body): Promise<T> {
    const answer = await this.send<Record<string, T>>('POST', path, { [wrapper]: resource });
    if (answer.status < 300) return answer.body[wrapper] as T;
    if (answer.again && JSON.stringify(answer.body).includes('value_already_exist')) {
      const existing = await this.ok<Record<string, T>>('GET', `${path}/${encodeURIComponent(resource.code)}`);
      return existing[wrapper] as T;
    }
    throw new CallFailed('POST', `${this.baseUrl}${path}`, answer);
  }

  /** All items of a list, page by page. @param path with its filters */
  async pages<T = Body>(path: string, key: string): Promise<T[]> {
    const items: T[] = [];
    const separator = path.includes('?') ? '&' : '?';
    for (let page: number | null = 1; page !== null;) {
      const answer: { meta: { next_page: number | null } } & Body = await this.ok(
        'GET',
        `${path}${separator}page=${page}&per_page=100`,
      );
      items.push(...(answer[key] as T[]));
      page = answer.meta.next_page;
    }
    return items;
  }

  /**
   * Advances the organization's clock and waits until all due work is done.
   * @param patienceMs how long the clock may wait at one instant
   * @throws ClockStands
   */
  async advanceClock(frozenTime: string, { patienceMs = 300_000, everyMs = 50 } = {}): Promise<void> {
    let { test_clock: clock } = await this.ok<{ test_clock: TestClock }>('PUT', '/api/v1/test_clock', {
      test_clock: { frozen_time: frozenTime },
    });
    for (let [reached, since] = [clock.frozen_time, Date.now()]; clock.status !== 'ready';) {
      if (clock.frozen_time !== reached) [reached, since] = [clock.frozen_time, Date.now()];
      if (Date.now() - since > patienceMs) throw new ClockStands(reached, frozenTime, patienceMs);
      await sleep(everyMs);
      ({ test_clock: clock } = await this.ok<{ test_clock: TestClock }>('GET', '/api/v1/test_clock'));
    }
  }
}

/** Some due work does not finish. */
export class ClockStands extends Error {
  constructor(at: string, target: string, patienceMs: number) {
    super(`The clock stands at ${at} for ${patienceMs / 1000} s, on its way to ${target}`);
  }
}

function failure(method: Method, url: string, answer: Error | { status: number; body: Body }): Error {
  if (!(answer instanceof Error)) return new CallFailed(method, url, answer);
  const cause = answer.cause instanceof Error ? answer.cause : answer;
  return new Error(`${method} ${url} is not answered: ${cause.message}`, { cause: answer });
}

/** A new organization, as calls with its key. @param settings fields of it; `frozen_time` gives it its own clock */
export async function newOrganization(
  { baseUrl, adminApiKey }: Service,
  settings: { name: string } & Body,
  patience?: { patienceMs?: number },
): Promise<{ api: Api; id: string }> {
  const { api_key: key, organization } = await new Api(baseUrl, adminApiKey, patience).ok<{
    api_key: { value: string };
    organization: { svc_id: string };
  }>('POST', '/admin/organizations', { organization: settings });
  return { api: new Api(baseUrl, key.value, patience), id: organization.svc_id };
}
