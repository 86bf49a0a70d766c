// node tools/secured/secured.ts
// Backends as providers sell them, from packages: Redis with TLS and behind a sentinel, PostgreSQL with verify-full and
// behind a pooler, Kafka with SASL_SSL. The clients of the services reach them. Each wrong certificate, password and
// role is refused in clear words. Closes with `N passed, N failed`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Report } from '@tollgate/harness/report';
import { makeCertificates } from './certificates.ts';
import { checkKafka } from './kafka-checks.ts';
import { checkPooler } from './pooler-checks.ts';
import { checkPostgres } from './postgres-checks.ts';
import { checkRedis } from './redis-checks.ts';
import { checkRedisCluster } from './redis-cluster-checks.ts';

const dir = mkdtempSync(join(tmpdir(), 'tollgate-secured-'));
const report = new Report();
try {
  const certificates = await makeCertificates(dir);
  await checkRedis(report, dir, certificates);
  await checkRedisCluster(report, dir);
  await checkPostgres(report, dir, certificates);
  await checkPooler(report, dir);
  await checkKafka(report, dir, certificates);
} catch (error) {
  report.error(error);
} finally {
  rmSync(dir, { recursive: true, force: true });
}
report.finish();
