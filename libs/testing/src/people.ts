import { baseUrl, type Answer } from './client.js';
import type { Sandbox } from './sandbox.js';

/** The password of all test persons. */
export const password = 'correct horse battery';

/** Generates a unique address. */
export const newEmail = (): string => `p${Math.random().toString(36).slice(2)}@example.com`;

/** One call of a person, or without authentication. */
export async function callAs(
  token: string | null,
  method: string,
  path: string,
  body?: unknown,
  organizationId?: string,
): Promise<Answer> {
  const response = await fetch(`${baseUrl}/api/v1${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(organizationId === undefined ? {} : { 'x-svc-organization': organizationId }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
}

/** A signed-in member of an organization. */
export interface SignedUp {
  email: string;
  token: string;
  memberId: string;
}

interface SessionAnswer {
  session: { token: string; memberships: { svc_id: string; organization: { svc_id: string } }[] };
}

/** Invites a person with the organization's key and accepts the invite. */
export async function signUp(sandbox: Sandbox, roles: string[], email = newEmail()): Promise<SignedUp> {
  const { invite } = await sandbox.ok<{ invite: { token: string } }>('POST', '/invites', { invite: { email, roles } });
  const { status, body } = await callAs(null, 'POST', '/invites/accept', { invite: { token: invite.token, password } });
  if (status !== 200) throw new Error(`Not accepted: ${status} ${JSON.stringify(body)}`);
  const { session } = body as unknown as SessionAnswer;
  const membership = session.memberships.find(({ organization }) => organization.svc_id === sandbox.organizationId);
  return { email, token: session.token, memberId: membership?.svc_id ?? '' };
}

/** Signs in by password. */
export const signIn = (email: string, attemptedPassword: string = password, more: object = {}): Promise<Answer> =>
  callAs(null, 'POST', '/session', { session: { email, password: attemptedPassword, ...more } });

/** @param limits the numbers of the limits that fields broke */
export const validationFailed = (details: unknown, limits?: object): Answer => ({
  status: 422,
  body: {
    status: 422,
    error: 'Unprocessable Entity',
    code: 'validation_errors',
    error_details: details,
    ...(limits ? { limits } : {}),
  },
});
export const forbidden = (code: string): Answer => ({ status: 403, body: { status: 403, error: 'Forbidden', code } });
export const notFound = (what: string): Answer => ({
  status: 404,
  body: { status: 404, error: 'Not Found', code: `${what}_not_found` },
});
export const notAllowed = (code: string): Answer => ({
  status: 405,
  body: { status: 405, error: 'Method Not Allowed', code },
});
export const unauthorized: Answer = { status: 401, body: { status: 401, error: 'Unauthorized' } };
