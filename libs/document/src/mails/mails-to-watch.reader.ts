import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';

/** Mails of a span that customers did not receive. */
export interface MailsToWatch {
  kind: 'refused' | 'waiting';
  count: number;
  oldest_at: Date;
}

/** Counts refused and unsent mails by their creation, which is in real time, in one statement (webhooks, section 7). */
export async function readMailsToWatch(
  transaction: TenantTransaction,
  { from, end }: { from: Date; end: Date },
): Promise<MailsToWatch[]> {
  const { rows } = await sql<MailsToWatch>`
    select case when refused_at is null then 'waiting' else 'refused' end as kind, count(*)::int as count,
           min(created_at) as oldest_at
    from document.mails
    where organization_id = ${transaction.organizationId} and created_at >= ${from} and created_at < ${end}
      and (refused_at is not null or sent_at is null)
    group by 1
  `.execute(transaction);
  return rows;
}
