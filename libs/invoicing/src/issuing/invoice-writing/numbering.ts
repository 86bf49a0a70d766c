import { sql } from 'kysely';
import { groupBy, sharedStatement, type TenantTransaction } from '@tollgate/platform';
import { localDate } from '@tollgate/rating';
import { tables } from '../../model/invoicing.tables.js';
import type { InvoiceToWrite, TargetStatus } from './invoice-to-write.js';

type Numbered = Pick<InvoiceToWrite, 'organizationId' | 'customer' | 'billingEntity' | 'now'>;

interface InvoiceNumber {
  number: string;
  sequential_id: number | null;
  billing_entity_sequential_id: number | null;
}

const padded = (rank: number) => String(rank).padStart(3, '0');

/**
 * Numbers an invoice, which only a final one needs (invoices, section 9.2). The rank among the customer's invoices
 * increases even if the issuer numbers its invoices together. Invoices that partners issue themselves never have such a
 * number.
 */
export async function numbering(
  transaction: TenantTransaction,
  invoice: Numbered,
  targetStatus: TargetStatus,
): Promise<InvoiceNumber> {
  const { customer, billingEntity, now } = invoice;
  const prefix = billingEntity.documentNumberPrefix;
  if (targetStatus !== 'finalized')
    return { number: `${prefix}-DRAFT`, sequential_id: null, billing_entity_sequential_id: null };
  const rank = await nextRank(transaction, invoice);
  if (customer.accountType !== 'partner' && billingEntity.documentNumbering === 'per_billing_entity') {
    const issuerRank = await nextRankOfIssuer(transaction, invoice);
    const month = localDate(now, billingEntity.timezone).slice(0, 7).replace('-', '');
    return {
      number: `${prefix}-${month}-${padded(issuerRank)}`,
      sequential_id: rank,
      billing_entity_sequential_id: issuerRank,
    };
  }
  if (customer.accountType !== 'partner') await interruptRanksOfIssuer(transaction, billingEntity.id);
  return {
    number: `${prefix}-${padded(customer.sequentialId)}-${padded(rank)}`,
    sequential_id: rank,
    billing_entity_sequential_id: null,
  };
}

/**
 * Takes the next rank of the customer's invoices of this issuer. Its lock lasts as long as the transaction, so ranks
 * have no gaps.
 */
const nextRank = sharedStatement(async (transaction: TenantTransaction, invoices: Numbered[]): Promise<number[]> => {
  const keyOf = (customerId: string, entityId: string) => `${customerId} ${entityId}`;
  const bySequence = groupBy(invoices, ({ customer, billingEntity }) => keyOf(customer.id, billingEntity.id));
  const sequences = [...bySequence].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sequence]) => sequence);
  const first = sequences.map(([invoice]) => invoice as Numbered);
  const { rows } = await sql<{ customer_id: string; billing_entity_id: string; last: number }>`
      insert into invoicing.invoice_sequences as sequence (organization_id, customer_id, billing_entity_id, last)
      select ${transaction.organizationId}::uuid, customer_id, billing_entity_id, number
      from unnest(
        ${first.map(({ customer }) => customer.id)}::uuid[], ${first.map(({ billingEntity }) => billingEntity.id)}::uuid[],
        ${sequences.map(({ length }) => length)}::int[]
      ) as wanted (customer_id, billing_entity_id, number)
      on conflict (customer_id, billing_entity_id) do update set last = sequence.last + excluded.last
      returning customer_id, billing_entity_id, last
    `.execute(transaction);
  const last = new Map(rows.map((row) => [keyOf(row.customer_id, row.billing_entity_id), row.last]));
  return ranks(invoices, ({ customer, billingEntity }) => keyOf(customer.id, billingEntity.id), last);
});

/**
 * Takes the next rank of all invoices of the issuer, under an equal lock. After invoices that were numbered by
 * customer, the rank follows the number of the issuer's invoices.
 */
const nextRankOfIssuer = sharedStatement(
  async (transaction: TenantTransaction, invoices: Numbered[]): Promise<number[]> => {
    const byIssuer = groupBy(invoices, ({ billingEntity }) => billingEntity.id);
    const ids = [...byIssuer.keys()].sort();
    await sql`
      insert into invoicing.billing_entity_sequences (organization_id, billing_entity_id, last, interrupted)
      select ${transaction.organizationId}::uuid, id, 0, true from unnest(${ids}::uuid[]) as issuer (id)
      on conflict do nothing
    `.execute(transaction);
    const sequences = await tables(transaction)
      .selectFrom('invoicing.billing_entity_sequences')
      .selectAll()
      .where(sql<boolean>`billing_entity_id = any(${ids}::uuid[])`)
      .orderBy('billing_entity_id')
      .forUpdate()
      .execute();
    const interrupted = sequences
      .filter((sequence) => sequence.interrupted)
      .map((sequence) => sequence.billing_entity_id);
    const issued = await issuedCounts(transaction, interrupted);
    const last = new Map(
      sequences.map(({ billing_entity_id: id, last: lastRank }) => [
        id,
        Math.max(lastRank, issued.get(id) ?? 0) + (byIssuer.get(id)?.length ?? 0),
      ]),
    );
    await sql`
      update invoicing.billing_entity_sequences sequence set last = given.last, interrupted = false
      from unnest(${[...last.keys()]}::uuid[], ${[...last.values()]}::int[]) as given (id, last)
      where sequence.billing_entity_id = given.id
    `.execute(transaction);
    return ranks(invoices, ({ billingEntity }) => billingEntity.id, last);
  },
);

/** Ranks in the order of the invoices, up to the last of each sequence. */
function ranks(invoices: Numbered[], keyOf: (invoice: Numbered) => string, last: Map<string, number>): number[] {
  const left = new Map([...groupBy(invoices, keyOf)].map(([key, sequence]) => [key, sequence.length]));
  return invoices.map((invoice) => {
    const key = keyOf(invoice);
    const remaining = (left.get(key) as number) - 1;
    left.set(key, remaining);
    return (last.get(key) as number) - remaining;
  });
}

/** Counts the invoices of issuers that affect their numbers. */
async function issuedCounts(transaction: TenantTransaction, billingEntityIds: string[]): Promise<Map<string, number>> {
  if (billingEntityIds.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('invoicing.invoices')
    .select((column) => ['billing_entity_id', column.fn.countAll<string>().as('issued')])
    .where('billing_entity_id', 'in', billingEntityIds)
    .where('status', 'in', ['finalized', 'voided'])
    .where('self_billed', '=', false)
    .groupBy('billing_entity_id')
    .execute();
  return new Map(rows.map((row) => [row.billing_entity_id, Number(row.issued)]));
}

/** Locks no issuer that never numbered its invoices together, or was interrupted before. */
const interruptRanksOfIssuer = sharedStatement(
  async (transaction: TenantTransaction, billingEntityIds: string[]): Promise<void[]> => {
    await tables(transaction)
      .updateTable('invoicing.billing_entity_sequences')
      .set({ interrupted: true })
      .where(sql<boolean>`billing_entity_id = any(${[...new Set(billingEntityIds)]}::uuid[])`)
      .where('interrupted', '=', false)
      .execute();
    return billingEntityIds.map(() => undefined);
  },
);
