import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { localDate } from '@tollgate/rating';
import { tables } from '../tables/invoicing.tables.js';
import type { InvoiceToWrite, TargetStatus } from './invoice-to-write.js';

type Numbered = Pick<InvoiceToWrite, 'organizationId' | 'customer' | 'billingEntity' | 'now'>;

interface InvoiceNumber {
  number: string;
  sequential_id: number | null;
  billing_entity_sequential_id: number | null;
}

const padded = (rank: number) => String(rank).padStart(3, '0');

/**
 * Number and ranks of an invoice: only a final one takes them (invoices, section 9.2). The rank among its customer's goes on
 * counting where the issuer numbers its invoices together; those that partners issue themselves are never numbered so.
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
    const ofEntity = await nextRankOfIssuer(transaction, invoice);
    const month = localDate(now, billingEntity.timezone).slice(0, 7).replace('-', '');
    return {
      number: `${prefix}-${month}-${padded(ofEntity)}`,
      sequential_id: rank,
      billing_entity_sequential_id: ofEntity,
    };
  }
  if (customer.accountType !== 'partner') await interruptRanksOfIssuer(transaction, billingEntity.id);
  return {
    number: `${prefix}-${padded(customer.sequentialId)}-${padded(rank)}`,
    sequential_id: rank,
    billing_entity_sequential_id: null,
  };
}

/** The next rank of the customer's invoices of this issuer; without holes, since its lock lasts as long as the transaction. */
async function nextRank(
  transaction: TenantTransaction,
  { organizationId, customer, billingEntity }: Numbered,
): Promise<number> {
  const { last } = await tables(transaction)
    .insertInto('invoicing.invoice_sequences')
    .values({ organization_id: organizationId, customer_id: customer.id, billing_entity_id: billingEntity.id, last: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'billing_entity_id'])
        .doUpdateSet({ last: sql`invoicing.invoice_sequences.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

/** The next rank of all invoices of the issuer, held as long; behind invoices that were numbered by customer it is that of their number. */
async function nextRankOfIssuer(
  transaction: TenantTransaction,
  { organizationId, billingEntity }: Numbered,
): Promise<number> {
  await tables(transaction)
    .insertInto('invoicing.billing_entity_sequences')
    .values({ organization_id: organizationId, billing_entity_id: billingEntity.id, last: 0, interrupted: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const sequence = await tables(transaction)
    .selectFrom('invoicing.billing_entity_sequences')
    .selectAll()
    .where('billing_entity_id', '=', billingEntity.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const issued = sequence.interrupted ? await issuedCount(transaction, billingEntity.id) : 0;
  const next = Math.max(sequence.last, issued) + 1;
  await tables(transaction)
    .updateTable('invoicing.billing_entity_sequences')
    .set({ last: next, interrupted: false })
    .where('billing_entity_id', '=', billingEntity.id)
    .execute();
  return next;
}

/** How many invoices an issuer has that count for its numbers. */
async function issuedCount(transaction: TenantTransaction, billingEntityId: string): Promise<number> {
  const { issued } = await tables(transaction)
    .selectFrom('invoicing.invoices')
    .select((column) => column.fn.countAll<string>().as('issued'))
    .where('billing_entity_id', '=', billingEntityId)
    .where('status', 'in', ['finalized', 'voided'])
    .where('self_billed', '=', false)
    .executeTakeFirstOrThrow();
  return Number(issued);
}

/** Takes no lock of an issuer that never numbered its invoices together, or was interrupted before. */
async function interruptRanksOfIssuer(transaction: TenantTransaction, billingEntityId: string): Promise<void> {
  await tables(transaction)
    .updateTable('invoicing.billing_entity_sequences')
    .set({ interrupted: true })
    .where('billing_entity_id', '=', billingEntityId)
    .where('interrupted', '=', false)
    .execute();
}
