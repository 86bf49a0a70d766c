import { sql, type Selectable } from 'kysely';
import { insertRows, newId, paginate, type Page, type TenantTransaction } from '@tollgate/platform';
import type { FundingShare } from '@tollgate/rating';
import type { ConsumptionsTable } from './transactions.tables.js';
import { tables } from '../wallet.tables.js';

export type ConsumptionRow = Selectable<ConsumptionsTable>;

/** The end of a consumption at which a transaction is. */
export type ConsumptionEnd = 'inbound_transaction_id' | 'outbound_transaction_id';

/** The inbound transactions that pay for an outbound one. */
export interface Use {
  outboundId: string;
  shares: FundingShare[];
  at: Date;
}

/**
 * Subtracts shares from inbound transactions and records the consumptions; the caller holds their wallets. The
 * statement finds rows by primary key: a plain join would read all rows of the organization.
 */
export async function consume(transaction: TenantTransaction, uses: Use[]): Promise<void> {
  const sums = new Map<string, bigint>();
  for (const { id, amountCents } of uses.flatMap(({ shares }) => shares))
    sums.set(id, (sums.get(id) ?? 0n) + amountCents);
  if (sums.size === 0) return;
  await sql`
    update wallet.transactions inbound set remaining_amount_cents = inbound.remaining_amount_cents - share.amount
    from unnest(${[...sums.keys()]}::uuid[], ${[...sums.values()].map(String)}::bigint[]) as share (id, amount)
    where inbound.id = share.id and inbound.id = any(${[...sums.keys()]}::uuid[])
  `.execute(transaction);
  await insertRows(
    transaction,
    'wallet.consumptions',
    uses.flatMap(({ outboundId, shares, at }) =>
      shares.map(({ id, amountCents }) => ({
        id: newId(),
        organization_id: transaction.organizationId,
        inbound_transaction_id: id,
        outbound_transaction_id: outboundId,
        amount_cents: amountCents,
        created_at: at,
      })),
    ),
  );
}

/** Restores the shares of outbound transactions and deletes their consumptions; the caller holds their wallets. */
export async function undoConsumptions(transaction: TenantTransaction, outboundIds: string[]): Promise<void> {
  if (outboundIds.length === 0) return;
  await sql`
    with undone as (
      delete from wallet.consumptions where outbound_transaction_id = any(${outboundIds}::uuid[])
      returning inbound_transaction_id, amount_cents
    ), sums as (
      select inbound_transaction_id as id, sum(amount_cents) as amount from undone group by inbound_transaction_id
    )
    update wallet.transactions inbound set remaining_amount_cents = inbound.remaining_amount_cents + sums.amount
    from sums where inbound.id = sums.id
  `.execute(transaction);
}

/** Reads one page of a transaction's consumptions, newest first (wallets, section 4). */
export async function listConsumptions(
  transaction: TenantTransaction,
  end: ConsumptionEnd,
  transactionId: string,
  page: Page,
) {
  const query = tables(transaction)
    .selectFrom('wallet.consumptions as consumption')
    .innerJoin('wallet.transactions as outbound', 'outbound.id', 'consumption.outbound_transaction_id')
    .selectAll('consumption')
    .where('consumption.organization_id', '=', transaction.organizationId)
    .where(`consumption.${end}`, '=', transactionId)
    .where('outbound.reserved', '=', false)
    .orderBy('consumption.created_at', 'desc')
    .orderBy('consumption.id');
  return paginate(query, page);
}
