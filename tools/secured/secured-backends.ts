// The backends of a cluster as providers sell them. PostgreSQL has verify-full and PgBouncer before it, and Kafka SASL_SSL. Redis
// has TLS with client certificates, and ClickHouse is behind TLS. Each service reaches them by encrypted calls alone.
import { chmodSync, copyFileSync, chownSync, readFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import * as clickhouse from '@tollgate/cluster/clickhouse';
import * as kafka from '@tollgate/cluster/kafka';
import type { RunningBackends } from '@tollgate/cluster/parts';
import { install as installRedis } from '@tollgate/cluster/redis';
import { owner } from '@tollgate/harness/postgres';
import { freePort } from '@tollgate/harness/process';
import type { Certificates } from './certificates.ts';
import { loginOf, user } from './kafka-checks.ts';
import { startWithTls, verified } from './postgres-checks.ts';
import { startPooler } from './pooler.ts';
import { password, ping, serve } from './redis-checks.ts';

type Stop = () => unknown;

async function startPostgres(dir: string, stops: Stop[], certificates: Certificates) {
  const { ca, server } = certificates;
  const place = { dir: join(dir, 'postgres'), log: join(dir, 'logs', 'postgres.log') };
  const postgres = await startWithTls(dir, place, certificates);
  stops.push(() => postgres.stop());
  const key = join(dir, 'pooler.key');
  copyFileSync(server.key, key);
  chmodSync(key, 0o600);
  const { uid, gid } = owner();
  if (uid !== undefined && gid !== undefined) chownSync(key, uid, gid);
  const { username, password: ownPassword } = new URL(postgres.url);
  const pooler = await startPooler(join(dir, 'pooler'), postgres.url, {
    users: [[username, ownPassword]],
    settings: {
      default_pool_size: '12',
      max_client_conn: '1000',
      // The migration makes the logins of the services later.
      auth_user: username,
      auth_query: 'select usename, passwd from pg_shadow where usename = $1',
      client_tls_sslmode: 'require',
      client_tls_cert_file: server.cert,
      client_tls_key_file: key,
      server_tls_sslmode: 'verify-full',
      server_tls_ca_file: ca,
    },
    addressed: (url) => verified(url, ca),
  });
  stops.push(() => pooler.stop());
  const env = { DATABASE_URL: verified(pooler.url, ca), DATABASE_DIRECT_URL: verified(postgres.url, ca) };
  return { part: postgres, env };
}

async function startRedis(dir: string, stops: Stop[], { ca, server, client }: Certificates) {
  await installRedis();
  const port = await freePort();
  const env = {
    REDIS_URL: `rediss://:${password}@127.0.0.1:${port}`,
    REDIS_CA_FILE: ca,
    REDIS_CERT_FILE: client.cert,
    REDIS_KEY_FILE: client.key,
  };
  const settings = ['port 0', `tls-port ${port}`, 'bind 127.0.0.1', `requirepass ${password}`, 'save ""'];
  const files = [`tls-cert-file ${server.cert}`, `tls-key-file ${server.key}`, `tls-ca-cert-file ${ca}`];
  const durable = ['appendonly yes', 'appendfsync always', 'maxmemory-policy noeviction'];
  const redis = await serve(dir, 'redis', [...settings, ...files, ...durable], () => ping(env));
  stops.push(() => redis.stop());
  return { part: Object.assign(redis, { url: env.REDIS_URL }), env };
}

async function startKafka(dir: string, stops: Stop[], certificates: Certificates) {
  const place = { dir: join(dir, 'kafka'), log: join(dir, 'logs', 'kafka.log') };
  const broker = await kafka.start(place, loginOf(certificates));
  stops.push(() => broker.stop());
  const login = {
    KAFKA_TLS: 'true',
    KAFKA_CA_FILE: certificates.ca,
    KAFKA_SASL_MECHANISM: 'scram-sha-512',
    KAFKA_USERNAME: user.username,
    KAFKA_PASSWORD: user.password,
  };
  return { part: broker, env: { ...broker.env, ...login } };
}

async function startClickHouse(dir: string, stops: Stop[], { ca, server }: Certificates) {
  const store = await clickhouse.start({ dir: join(dir, 'clickhouse'), log: join(dir, 'logs', 'clickhouse.log') });
  stops.push(() => store.stop());
  const { hostname, port } = new URL(store.url);
  const tls = createServer({ cert: readFileSync(server.cert), key: readFileSync(server.key) }, (socket) => {
    const plain = connect(Number(port), hostname);
    // Either side may go away at any time, and takes the other one with it.
    for (const [one, other] of [
      [socket, plain],
      [plain, socket],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
    socket.pipe(plain).pipe(socket);
  });
  await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve));
  stops.push(() => tls.close());
  const url = `https://127.0.0.1:${(tls.address() as AddressInfo).port}`;
  return { part: store, env: { CLICKHOUSE_URL: url, CLICKHOUSE_CA_FILE: ca } };
}

/** Starts them with data and logs under `dir`. */
export async function startSecuredBackends(dir: string, certificates: Certificates): Promise<RunningBackends> {
  const stops: Stop[] = [];
  const stop = async () => {
    for (let last = stops.pop(); last; last = stops.pop()) await last();
  };
  try {
    const postgres = await startPostgres(dir, stops, certificates);
    const redis = await startRedis(dir, stops, certificates);
    const broker = await startKafka(dir, stops, certificates);
    const store = await startClickHouse(dir, stops, certificates);
    return {
      kind: 'packages',
      backends: { postgres: postgres.part, redis: redis.part, kafka: broker.part, clickhouse: store.part },
      env: { ...postgres.env, ...redis.env, ...broker.env, ...store.env },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
