// Payments of a cluster by a strict double of Stripe, while the service of payments is killed.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { playPayments } from '@tollgate/chaos/payments/story';
import { type Counts, Report } from '@tollgate/harness/report';
import type { StripeDouble } from '@tollgate/stripe/double';
import type { Cluster } from './parts.ts';

/** How many invoices are sold, and how often the service is killed meanwhile. */
export interface Trouble {
  invoices: number;
  kills: number;
}

function logsOf({ dir }: Cluster): string {
  const logs = join(dir, 'logs');
  return readdirSync(logs)
    .map((name) => readFileSync(join(logs, name), 'utf8'))
    .join('');
}

/** Plays payments; the key of the double is in no log. */
export async function payments(
  cluster: Cluster,
  stripe: StripeDouble,
  { invoices, kills }: Trouble = { invoices: 60, kills: 3 },
): Promise<Counts> {
  const report = new Report();
  await playPayments(report, {
    service: cluster,
    payments: cluster.services.payment,
    stripe,
    invoices,
    kills,
    databaseUrl: () => cluster.env.DATABASE_URL,
    readLog: () => logsOf(cluster),
  });
  return report.counts;
}
