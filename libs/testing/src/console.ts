import { baseUrl, type Answer } from './client.js';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Headers that a browser adds to the calls of a page of the same origin. */
const ofOwnPage = { 'x-tollgate-console': '1', 'sec-fetch-site': 'same-origin' };

/** A browser that shows the console: it keeps the session in a cookie. */
export class ConsoleBrowser {
  /** The cookie of the session as a browser sends it; null without a session. */
  cookie: string | null = null;
  /** The other cookies, by their names: the marks of devices. */
  private readonly marks = new Map<string, string>();
  /** The latest `Set-Cookie` header; null without one. */
  setCookie: string | null = null;

  /**
   * Makes a call below `/api/v1`.
   * @param headers over those of an own page; an empty one is left out
   */
  async call(method: Method, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const sent = {
      ...ofOwnPage,
      cookie: [...(this.cookie === null ? [] : [this.cookie]), ...this.marks.values()].join('; '),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    };
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== '')),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    this.setCookie = null;
    for (const header of response.headers.getSetCookie()) {
      const [pair = ''] = header.split(';');
      const [name = ''] = pair.split('=');
      if (name.includes('-device-')) this.marks.set(name, pair);
      else {
        this.setCookie = header;
        this.cookie = pair.endsWith('=') ? null : pair;
      }
    }
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }
}
