// The services' connections to PostgreSQL with verify-full, and under roles that do not separate tenants.
import { chownSync, copyFileSync, chmodSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { Config, Connections } from '@tollgate/platform';
import type { Report } from '@tollgate/harness/report';
import type { ServerPlace } from '@tollgate/cluster/parts';
import { owner, type PostgresServer, start } from '@tollgate/harness/postgres';
import { refused, type Certificates } from './certificates.ts';

/** Runs a statement of the catalog, as its service does. */
async function runAsCatalog(url: string): Promise<void> {
  const connections = new Connections(new Config({ DATABASE_URL: url, LOG_LEVEL: 'silent' }));
  try {
    await connections.poolOf('catalog').query('select 1');
  } finally {
    await connections.onApplicationShutdown();
  }
}

async function runAsOwner(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Starts a server with a certificate. @param place where its data and its log go */
export async function startWithTls(dir: string, place: ServerPlace, { server }: Certificates): Promise<PostgresServer> {
  const key = join(dir, 'postgres.key');
  copyFileSync(server.key, key);
  chmodSync(key, 0o600);
  const { uid, gid } = owner();
  if (uid !== undefined && gid !== undefined) chownSync(key, uid, gid);
  return start(place, { ssl: 'on', ssl_cert_file: server.cert, ssl_key_file: key });
}

/** An address that a client takes only with a certificate of an authority. */
export function verified(address: string, authority: string, change: (url: URL) => void = () => undefined): string {
  const url = new URL(address);
  url.searchParams.set('sslmode', 'verify-full');
  url.searchParams.set('sslrootcert', authority);
  change(url);
  return url.href;
}

export async function checkPostgres(report: Report, dir: string, certificates: Certificates): Promise<void> {
  const { ca, otherCa } = certificates;
  const postgres = await startWithTls(dir, { dir: join(dir, 'postgres') }, certificates);
  const verifiedBy = (authority: string, change?: (url: URL) => void) => verified(postgres.url, authority, change);
  try {
    await runAsOwner(postgres.url, 'create role tollgate_catalog');
    await report.attempt('postgresql: verify-full', () => runAsCatalog(verifiedBy(ca)));
    await report.attempt('postgresql: a certificate of another authority is refused', () =>
      refused(/certificate/, () => runAsCatalog(verifiedBy(otherCa))),
    );
    await report.attempt('postgresql: a wrong password is refused', () =>
      refused(/password authentication failed/, () =>
        runAsCatalog(verifiedBy(ca, (url) => (url.password = 'another'))),
      ),
    );
    await report.attempt('postgresql: a pooler that drops start parameters is refused', () =>
      refused(/not as tollgate_catalog/, () =>
        runAsCatalog(verifiedBy(ca, (url) => url.searchParams.set('options', '-c geqo=on'))),
      ),
    );
    await runAsOwner(postgres.url, 'alter role tollgate_catalog bypassrls');
    await report.attempt('postgresql: a role that bypasses row-level security is refused', () =>
      refused(/bypasses row-level security/, () => runAsCatalog(verifiedBy(ca))),
    );
  } finally {
    await postgres.stop();
  }
}
