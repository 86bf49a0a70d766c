import { sql, type RawBuilder } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { journalEntryTypes, type JournalEntryType } from './journal-entry.js';

/** The books of an issuer for some days, both included. */
export interface JournalPeriod {
  billingEntityId: string;
  /** `YYYY-MM-DD` */
  from: string;
  to: string;
  /** Without payments, refunds, disputes and write-offs where the books get those from elsewhere. */
  withPayments: boolean;
  /** Documents created later are left out. */
  until: Date;
}

/** The last event that was read. */
export interface JournalPosition {
  day: string;
  type: JournalEntryType;
  id: string;
}

/** Something that changes the books. */
export interface JournalEvent extends JournalPosition {
  invoice_id: string;
  /** Of a payment between two accounts; null for documents. */
  cents: bigint | null;
  reference: string | null;
  by_provider: boolean | null;
}

/** Events of payments rather than of documents. */
const ofPayments: readonly JournalEntryType[] = ['refund', 'settlement', 'payment', 'chargeback', 'write_off'];

interface Branch {
  day: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  /** Amount, words of the payer, and whether a provider made the payment. */
  columns?: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
}

const noColumns = sql`null::bigint as cents, null::text as reference, null::boolean as by_provider`;
const amountOnly = (cents: RawBuilder<unknown>) =>
  sql`${cents} as cents, null::text as reference, null::boolean as by_provider`;

/** Reads the next events of a period in the order of days, types and ids. */
export async function journalEventsAfter(
  transaction: TenantTransaction,
  period: JournalPeriod,
  { after, limit }: { after: JournalPosition | null; limit: number },
): Promise<JournalEvent[]> {
  const parts = branchesOf(transaction, period).map(
    ({ type, query }) => sql`(
      select *, ${journalEntryTypes.indexOf(type)}::int as rank from (${query}) event
      where ${after === null ? sql`true` : isAfter(type, after)} order by day, id limit ${limit})`,
  );
  const { rows } = await sql<JournalEvent>`
    select * from (${sql.join(parts, sql` union all `)}) event order by day, rank, id limit ${limit}
  `.execute(transaction);
  return rows;
}

/** Counts the events of a period. */
export async function countJournalEvents(transaction: TenantTransaction, period: JournalPeriod): Promise<number> {
  const parts = branchesOf(transaction, period).map(({ query }) => sql`select count(*) as count from (${query}) event`);
  const { rows } = await sql<{ count: bigint }>`
    select sum(count)::bigint as count from (${sql.join(parts, sql` union all `)}) part
  `.execute(transaction);
  return Number(rows[0]?.count ?? 0n);
}

const isAfter = (type: JournalEntryType, { day, type: afterType, id }: JournalPosition): RawBuilder<unknown> => {
  const [own, other] = [journalEntryTypes.indexOf(type), journalEntryTypes.indexOf(afterType)];
  if (own > other) return sql`day >= ${day}`;
  return own < other ? sql`day > ${day}` : sql`(day, id) > (${day}, ${id}::uuid)`;
};

function branchesOf(
  transaction: TenantTransaction,
  period: JournalPeriod,
): { type: JournalEntryType; query: RawBuilder<unknown> }[] {
  const branches = branchesByType(transaction, period);
  return journalEntryTypes
    .filter((type) => period.withPayments || !ofPayments.includes(type))
    .map((type) => {
      const { day, id, columns = noColumns, from } = branches[type];
      const within = sql`${day} between ${period.from}::date and ${period.to}::date`;
      const query = sql`
        select ${type} as type, (${day})::text as day, ${id} as id, invoice.id as invoice_id, ${columns}
        from ${from} and ${within}`;
      return { type, query };
    });
}

/** Local days of instants are those of the invoice, as in statements of account. */
const dayOf = (instant: RawBuilder<unknown>) => sql`(${instant} at time zone invoice.timezone)::date`;

/** Bounds an instant by days without a time zone, for indexes. */
const near = (instant: RawBuilder<unknown>, { from, to }: JournalPeriod) => sql`
  ${instant} >= ${from}::date - interval '1 day' and ${instant} < ${to}::date + interval '3 days'`;

function branchesByType(
  { organizationId }: TenantTransaction,
  period: JournalPeriod,
): Record<JournalEntryType, Branch> {
  const issued = sql`invoice.organization_id = ${organizationId} and invoice.billing_entity_id = ${period.billingEntityId}
    and invoice.status in ('finalized', 'voided') and not invoice.self_billed and invoice.created_at <= ${period.until}`;
  const invoices = sql`invoicing.invoices invoice where ${issued}`;
  const notes = sql`invoicing.credit_notes note join invoicing.invoices invoice on invoice.id = note.invoice_id
    where ${issued} and note.organization_id = ${organizationId} and note.status = 'finalized' and not note.self_billed
      and note.created_at <= ${period.until}`;
  const payments = sql`invoicing.payments payment join invoicing.invoices invoice on invoice.id = payment.invoice_id`;
  const paid = sql`${issued} and payment.organization_id = ${organizationId} and payment.payment_status = 'succeeded'
    and payment.created_at <= ${period.until}`;
  const [invoiceId, noteId] = [sql`invoice.id`, sql`note.id`];
  const voidedAt = sql`coalesce(invoice.voided_at, invoice.updated_at)`;
  const open = sql`(invoice.total_amount_cents - invoice.total_paid_amount_cents - coalesce((
    select sum(note.offset_amount_cents)::bigint from invoicing.credit_notes note
    where note.invoice_id = invoice.id and note.status = 'finalized'), 0))`;
  const byProvider = sql`payment.amount_cents as cents, payment.reference, payment.type = 'provider' as by_provider`;
  return {
    invoice: { day: sql`invoice.issuing_date`, id: invoiceId, from: invoices },
    invoice_void: {
      day: dayOf(voidedAt),
      id: invoiceId,
      from: sql`${invoices} and invoice.status = 'voided'`,
    },
    credit_note: { day: sql`note.issuing_date`, id: noteId, from: notes },
    refund: {
      day: sql`note.issuing_date`,
      id: noteId,
      columns: amountOnly(sql`note.refund_amount_cents`),
      from: sql`${notes} and note.refund_amount_cents > 0`,
    },
    credit_lapse: {
      day: dayOf(sql`note.voided_at`),
      id: noteId,
      columns: amountOnly(lapsedCents),
      from: sql`${notes} and note.voided_at is not null and ${lapsedCents} > 0
        and (invoice.status = 'finalized' or note.voided_at < ${voidedAt})`,
    },
    payment: {
      day: dayOf(sql`payment.created_at`),
      id: sql`payment.id`,
      columns: byProvider,
      from: sql`${payments} where ${paid} and ${near(sql`payment.created_at`, period)}`,
    },
    chargeback: {
      day: dayOf(sql`dispute.at`),
      id: sql`payment.id`,
      columns: byProvider,
      from: sql`invoicing.payment_disputes dispute join ${payments} on payment.id = dispute.payment_id
        where dispute.organization_id = ${organizationId} and dispute.status = 'lost' and ${paid}`,
    },
    write_off: {
      day: sql`greatest(${dayOf(sql`invoice.payment_dispute_lost_at`)}, invoice.issuing_date)`,
      id: invoiceId,
      columns: amountOnly(open),
      from: sql`${invoices} and invoice.status = 'finalized' and invoice.payment_dispute_lost_at is not null
        and ${open} > 0`,
    },
    settlement: {
      day: sql`invoice.issuing_date`,
      id: invoiceId,
      columns: amountOnly(open),
      from: sql`${invoices} and invoice.status = 'finalized' and invoice.payment_status = 'succeeded'
        and invoice.payment_dispute_lost_at is null and ${open} > 0`,
    },
  };
}

/** The credit of a note that no invoice had used at its void. */
const lapsedCents = sql`(note.credit_amount_cents - coalesce((
  select sum(credit.amount_cents)::bigint from invoicing.credits credit join invoicing.invoices payer on payer.id = credit.invoice_id
  where credit.kind = 'credit_note' and credit.source_id = note.id and credit.created_at <= note.voided_at
    and (payer.status = 'finalized' or (payer.status = 'voided' and payer.voided_at > note.voided_at))), 0))`;

/** The credit of these notes that lapsed before their invoices were voided, by note. */
export async function lapsedBeforeVoids(
  transaction: TenantTransaction,
  noteIds: readonly string[],
): Promise<Map<string, bigint>> {
  if (noteIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; cents: bigint }>`
    select note.id, ${lapsedCents} as cents from invoicing.credit_notes note
    join invoicing.invoices invoice on invoice.id = note.invoice_id
    where note.organization_id = ${transaction.organizationId} and note.id = any(${noteIds}::uuid[])
      and note.voided_at < coalesce(invoice.voided_at, invoice.updated_at) and ${lapsedCents} > 0
  `.execute(transaction);
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}
