import { sql } from 'kysely';
import { idOfName, type TenantTransaction, type Transaction } from '@tollgate/platform';
import { waitingStarts } from '@tollgate/subscription/reader';
import type { AbandonedStartsTable } from '../../model/starts/waiting-starts.tables.js';

/** The maximum per run of the reconciler; the next run takes the others. */
const limit = 500;

/** A start whose subscription still waits, although its invoice is paid, or the start is abandoned. */
export interface DecidedStart {
  organization_id: string;
  subscription_id: string;
  customer_id: string;
  /** Null: it is paid. */
  reason: AbandonedStartsTable['reason'] | null;
  decided_at: Date;
}

/** Decided starts of all organizations. Their messages are under way, or lost. */
export async function decidedStarts(transaction: Transaction): Promise<DecidedStart[]> {
  const { rows } = await sql<DecidedStart>`
    select waiting.organization_id, waiting.id as subscription_id, waiting.customer_id, abandoned.reason,
           coalesce(abandoned.abandoned_at, invoice.updated_at) as decided_at
    from ${sql.raw(waitingStarts)} waiting
    left join invoicing.abandoned_starts abandoned on abandoned.subscription_id = waiting.id
    left join lateral (
      select invoice.awaits_payment, invoice.updated_at
      from invoicing.billing_periods period join invoicing.invoices invoice on invoice.id = period.invoice_id
      where period.subscription_id = waiting.id order by period.id limit 1) invoice on true
    where abandoned.reason is not null or not invoice.awaits_payment
    limit ${limit}
  `.execute(transaction);
  return rows;
}

/** Publishes the outcomes of an organization's starts again, at most once an hour each: a repetition changes nothing. */
export async function publishDecided(transaction: TenantTransaction, starts: DecidedStart[]): Promise<void> {
  const hour = Math.floor(Date.now() / 3_600_000);
  const entryOf = ({ subscription_id, customer_id: key, decided_at: at }: DecidedStart) => ({
    id: idOfName(subscription_id, `decided ${hour}`),
    key,
    occurredAt: at.getTime(),
  });
  await transaction.appendAll(
    'activation.paid',
    starts
      .filter(({ reason }) => reason === null)
      .map((start) => ({ ...entryOf(start), payload: { subscription_id: start.subscription_id } })),
  );
  await transaction.appendAll(
    'activation.failed',
    starts.flatMap((start) => {
      const { subscription_id, reason } = start;
      return reason === null ? [] : [{ ...entryOf(start), payload: { subscription_id, reason } }];
    }),
  );
}
