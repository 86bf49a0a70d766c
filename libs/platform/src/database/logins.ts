import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { passwordVariable, processOf, schemaOf, services, type ServiceName } from '@tollgate/contracts';
import { roleOf } from './tenancy.js';

/** The login role of a service's process. It has no rights of its own; it assumes the roles of its service. */
export const loginOf = (service: ServiceName): string => `${roleOf(schemaOf(service))}_login`;

/** The login passwords in an environment. */
export const loginPasswords = (env: Record<string, string | undefined>): Partial<Record<ServiceName, string>> =>
  Object.fromEntries(
    services.flatMap((service) => {
      const password = env[passwordVariable(processOf(service))];
      return password ? [[service, password]] : [];
    }),
  );

const iterations = 4096;

/**
 * PostgreSQL's verifier of a password (RFC 5803), so that the password itself appears in no statement and no server
 * log.
 */
export function scramVerifier(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, iterations, 32, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}

/**
 * Creates the logins of services with a password, or updates their password. A login may assume the roles of its
 * service and of the platform only: it cannot write other services' tables.
 * @param url of a role that may create roles
 */
export async function makeLogins(
  url: string,
  passwords: Partial<Record<ServiceName, string>>,
  report: (line: string) => void,
): Promise<void> {
  const logins = Object.entries(passwords) as [ServiceName, string][];
  if (logins.length === 0) return;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const [service, password] of logins) {
      const login = loginOf(service);
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [login]);
      const verifier = client.escapeLiteral(scramVerifier(password));
      await client.query(`${rowCount ? 'alter' : 'create'} role ${login} login noinherit password ${verifier}`);
      for (const role of [roleOf(schemaOf(service)), roleOf('platform')])
        await client.query(`grant ${role} to ${login} with inherit false, set true`);
      if (!rowCount) report(`postgresql: login ${login}`);
    }
  } finally {
    await client.end();
  }
}
