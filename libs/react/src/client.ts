/** How a page reaches the portal of one customer. */
export interface ClientSettings {
  /** The address of the installation, such as `https://billing.example.com`. */
  baseUrl: string;
  /** The token of a portal session: the last part of its `url`. */
  token: string;
  /** Returns the token of a new session; called once when the present one has ended. */
  refresh?: () => Promise<string>;
}

/** An answer other than the expected one. */
export class TollgateError extends Error {
  /** @param details codes by field, where the call names fields */
  constructor(
    readonly status: number,
    readonly code: string,
    readonly details: Readonly<Record<string, readonly string[]>> = {},
  ) {
    super(`${status} ${code}`);
    this.name = 'TollgateError';
  }
}

export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api/v1/portal`, such as `/invoices`. */
  path: string;
  query?: Query;
  body?: object;
  /** A repeated call with the same key acts once. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

const ended = 401;
const errorFrom = 400;

/** Makes calls of the portal (customers, section 3), and renews the token when it has ended. */
export class TollgateClient {
  private token: string;
  private renewal: Promise<string> | null = null;

  constructor(private readonly settings: ClientSettings) {
    this.token = settings.token;
  }

  /** @throws TollgateError for a refused call; TypeError without a connection */
  async call<T>(request: Call): Promise<T> {
    const used = this.token;
    const answer = await this.send(request, used);
    if (answer.status !== ended || !this.settings.refresh) return read<T>(answer);
    // Calls that fail together share one renewal.
    if (this.token === used) await this.renew(this.settings.refresh);
    return read<T>(await this.send(request, this.token));
  }

  private async renew(refresh: () => Promise<string>): Promise<void> {
    this.renewal ??= refresh().finally(() => {
      this.renewal = null;
    });
    this.token = await this.renewal;
  }

  private send({ method, path, query, body, idempotencyKey, signal }: Call, token: string): Promise<Response> {
    return fetch(`${this.settings.baseUrl.replace(/\/$/, '')}/api/v1/portal${path}${textOf(query)}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        // The names of fields are the same in every installation.
        'X-Tollgate-Console': 'portal',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      },
      credentials: 'omit',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  }
}

/** A query as text, with its question mark; empty without parameters. */
export function textOf(query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const one of value) parameters.append(`${name}[]`, String(one));
    else if (value !== undefined) parameters.append(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

async function read<T>(answer: Response): Promise<T> {
  const body: unknown = await answer.json().catch(() => null);
  if (answer.status < errorFrom) return body as T;
  const {
    code,
    error,
    error_details: details,
  } = (body ?? {}) as {
    code?: string;
    error?: string;
    error_details?: Record<string, string[]>;
  };
  throw new TollgateError(answer.status, code ?? error ?? 'unknown', details);
}
