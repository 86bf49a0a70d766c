import createClient from 'openapi-fetch';
import { base } from '../base.js';
import type { components, paths } from './schema.js';
import { lastingFetch } from './session-end.js';

export type Session = components['schemas']['SessionInDetail'];
export type Membership = Session['memberships'][number];
export type SessionOfList = components['schemas']['Session'];

/** The public interface. The header marks calls of an own page, with the session in a cookie. */
export const api = createClient<paths>({
  baseUrl: `${base}/api/v1`,
  headers: { 'X-Tollgate-Console': '1' },
  fetch: lastingFetch,
});

/** The header that names the organization of a call. */
export const asOrganization = (id: string) => ({ 'X-Svc-Organization': id });

/** Codes of errors by field; `base` for those of no field. */
export type FieldErrors = Record<string, string[]>;

/** An answer that refuses a call. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly fields: FieldErrors = {},
    /** Seconds to wait, for 429. */
    readonly retryAfter: number | null = null,
  ) {
    super(code);
  }
}

interface ErrorBody {
  code?: string;
  error_details?: unknown;
}

/**
 * The body of a successful answer.
 * @throws Refusal for any other answer, and with the code `offline` without one
 */
export async function answerOf<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await call.catch(() => {
    throw new Refusal(0, 'offline');
  });
  if (response.ok) return data as T;
  const { code = 'unexpected', error_details: details } = (error ?? {}) as ErrorBody;
  const isByField = response.status === 422 && typeof details === 'object' && details !== null;
  const retryAfter = Number(response.headers.get('retry-after') ?? NaN);
  throw new Refusal(
    response.status,
    response.status === 401 ? 'unauthorized' : code,
    isByField ? (details as FieldErrors) : {},
    Number.isNaN(retryAfter) ? null : retryAfter,
  );
}
