// The services' connections to PostgreSQL with verify-full, and under roles that do not separate tenants.
import { chownSync, copyFileSync, chmodSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { Config, Connections } from '@tollgate/platform';
import type { Report } from '@tollgate/harness/report';
import { owner, start } from '@tollgate/harness/postgres';
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

export async function checkPostgres(report: Report, dir: string, { ca, server, otherCa }: Certificates): Promise<void> {
  const key = join(dir, 'postgres.key');
  copyFileSync(server.key, key);
  chmodSync(key, 0o600);
  const { uid, gid } = owner();
  if (uid !== undefined && gid !== undefined) chownSync(key, uid, gid);
  const place = { dir: join(dir, 'postgres') };
  const postgres = await start(place, { ssl: 'on', ssl_cert_file: server.cert, ssl_key_file: key });
  const verified = (authority: string, change: (url: URL) => void = () => undefined) => {
    const url = new URL(postgres.url);
    url.searchParams.set('sslmode', 'verify-full');
    url.searchParams.set('sslrootcert', authority);
    change(url);
    return url.href;
  };
  try {
    await runAsOwner(postgres.url, 'create role tollgate_catalog');
    await report.attempt('postgresql: verify-full', () => runAsCatalog(verified(ca)));
    await report.attempt('postgresql: a certificate of another authority is refused', () =>
      refused(/certificate/, () => runAsCatalog(verified(otherCa))),
    );
    await report.attempt('postgresql: a wrong password is refused', () =>
      refused(/password authentication failed/, () => runAsCatalog(verified(ca, (url) => (url.password = 'another')))),
    );
    await report.attempt('postgresql: a pooler that drops start parameters is refused', () =>
      refused(/not as tollgate_catalog/, () =>
        runAsCatalog(verified(ca, (url) => url.searchParams.set('options', '-c geqo=on'))),
      ),
    );
    await runAsOwner(postgres.url, 'alter role tollgate_catalog bypassrls');
    await report.attempt('postgresql: a role that bypasses row-level security is refused', () =>
      refused(/bypasses row-level security/, () => runAsCatalog(verified(ca))),
    );
  } finally {
    await postgres.stop();
  }
}
