import pg from 'pg';
import { call, databaseUrl, signUp, type Answer, type Sandbox, type SignedUp } from '@tollgate/testing';

type Method = Parameters<typeof call>[0];

/** One call below `/admin`, with a session or a key. */
export const operate = (token: string | null, method: Method, path: string, body?: unknown): Promise<Answer> =>
  call(method, `/admin${path}`, token === null ? undefined : `Bearer ${token}`, body);

/** The same with the admin key. */
export const administer = (method: Method, path: string, body?: unknown): Promise<Answer> =>
  operate(process.env['ADMIN_API_KEY'] ?? '', method, path, body);

/** A person who operates the installation; the organization is its own. */
export async function signUpOperator(sandbox: Sandbox): Promise<SignedUp> {
  const person = await signUp(sandbox, ['finance']);
  const { status } = await administer('PUT', `/operators/${encodeURIComponent(person.email)}`);
  if (status !== 200) throw new Error(`Not appointed: ${status}`);
  return person;
}

/** Makes the sign-in of a person an hour old. */
export async function ageSessions({ email }: SignedUp): Promise<void> {
  const client = new pg.Client(databaseUrl());
  await client.connect();
  try {
    await client.query(
      `update identity.sessions set created_at = created_at - interval '1 hour'
       where user_id = (select id from identity.users where email = $1)`,
      [email],
    );
  } finally {
    await client.end();
  }
}
