import { sql } from 'kysely';
import { followsWallClock } from '@tollgate/identity/reader';
import type { Instant, TenantTransaction, Transaction } from '@tollgate/platform';
import { tables } from '../../model/payment.tables.js';
import { lastAnswer } from './outcome.rules.js';

/** A late outcome of the sandbox provider. */
export interface SandboxAnswer {
  chargeId: string;
  connectionId: string;
  payload: { id: string; charge: string; status: 'succeeded' | 'failed' | 'processing' | 'requires_action' };
}

/** When the next event of an organization is due; null for none. */
export async function nextAnswerAt(transaction: TenantTransaction): Promise<Instant | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(answer_at) as at from payment.sandbox_charges
    where organization_id = ${transaction.organizationId} and answer_at is not null
  `.execute(transaction);
  return rows[0]?.at?.getTime() ?? null;
}

/** Reads the organizations by the wall clock that have due events. @param until Unix ms */
export async function organizationsWithAnswers(transaction: Transaction, until: Instant): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select distinct charge.organization_id from payment.sandbox_charges charge
    where charge.answer_at <= ${new Date(until)}
      and ${sql.raw(followsWallClock('charge.organization_id'))}
    limit 1000
  `.execute(transaction);
  return rows.map((row) => row.organization_id);
}

/** Reads the events due until an instant, oldest first; repeats them until their delivery. */
export async function answersUntil(transaction: TenantTransaction, until: Instant): Promise<SandboxAnswer[]> {
  const charges = await tables(transaction)
    .selectFrom('payment.sandbox_charges')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('answer_at', '<=', new Date(until))
    .orderBy('answer_at')
    .orderBy('id')
    .limit(500)
    .execute();
  return charges.map(({ id, connection_id: connectionId, method }) => ({
    chargeId: id,
    connectionId,
    payload: { id: `evt_${id}`, charge: id, status: lastAnswer(method) },
  }));
}

/** Marks an event as delivered and updates the charge. */
export async function markDelivered(
  transaction: TenantTransaction,
  { chargeId, payload }: SandboxAnswer,
): Promise<void> {
  await tables(transaction)
    .updateTable('payment.sandbox_charges')
    .set({ status: payload.status, answer_at: null })
    .where('id', '=', chargeId)
    .execute();
}
