// Calls of the service over HTTP, repeated while it does not answer.
import { setTimeout as sleep } from 'node:timers/promises';

const temporary = new Set([429, 502, 503, 504]);
const requestTimeoutMs = 60_000;

export class CallFailed extends Error {
  constructor(method, url, { status, body }) {
    super(`${method} ${url} answers ${status}: ${JSON.stringify(body).slice(0, 500)}`);
    this.status = status;
    this.body = body;
  }
}

async function once(method, url, key, body) {
  const response = await fetch(url, {
    method,
    headers: {
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  const text = await response.text();
  let parsed;
  try {
    parsed = text === '' ? {} : JSON.parse(text);
  } catch {
    parsed = { text };
  }
  return { status: response.status, body: parsed, retryAfter: Number(response.headers.get('retry-after')) };
}

export class Api {
  /** Number of requests that had to be repeated. */
  repeats = 0;

  /** @param patienceMs how long a request is repeated before it counts as failed */
  constructor(baseUrl, key, { patienceMs = 120_000 } = {}) {
    this.baseUrl = baseUrl;
    this.key = key;
    this.patienceMs = patienceMs;
  }

  /**
   * Sends a request until it gets an answer other than "not now". A text body is sent unchanged. Returns `{ status,
   * body, again }`; `again` means that an earlier attempt may have succeeded although its answer was lost.
   */
  async send(method, path, body) {
    const url = `${this.baseUrl}${path}`;
    const deadline = Date.now() + this.patienceMs;
    for (let attempt = 0; ; attempt++) {
      let answer;
      try {
        answer = await once(method, url, this.key, body);
        if (!temporary.has(answer.status)) return { ...answer, again: attempt > 0 };
      } catch (error) {
        answer = error;
      }
      if (Date.now() > deadline) {
        if (answer instanceof Error)
          throw new Error(`${method} ${url} is not answered: ${answer.cause?.message ?? answer.message}`, {
            cause: answer,
          });
        throw new CallFailed(method, url, answer);
      }
      this.repeats++;
      const backoff = Math.min(100 * 2 ** attempt, 2000) * (0.5 + Math.random() / 2);
      await sleep(Math.max(backoff, answer.retryAfter > 0 ? answer.retryAfter * 1000 : 0));
    }
  }

  /** A request that must succeed; returns its body. */
  async ok(method, path, body) {
    const answer = await this.send(method, path, body);
    if (answer.status >= 300) throw new CallFailed(method, `${this.baseUrl}${path}`, answer);
    return answer.body;
  }

  /** Creates a resource with its own code; if an unanswered attempt has created it already, reads it. */
  async create(path, wrapper, resource) {
    const answer = await this.send('POST', path, { [wrapper]: resource });
    if (answer.status < 300) return answer.body[wrapper];
    if (answer.again && answer.body?.error_details?.code?.includes('value_already_exist')) {
      return (await this.ok('GET', `${path}/${encodeURIComponent(resource.code)}`))[wrapper];
    }
    throw new CallFailed('POST', `${this.baseUrl}${path}`, answer);
  }
}
