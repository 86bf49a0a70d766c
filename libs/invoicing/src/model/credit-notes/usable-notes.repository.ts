import { sql } from 'kysely';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { usableCents, type NoteBalance } from '@tollgate/rating';
import { tables } from '../invoicing.tables.js';

/** Locks the final notes of an invoice, oldest first, which is the order in which invoices use notes. */
export async function lockNotesOf(transaction: TenantTransaction, invoiceId: string): Promise<NoteBalance[]> {
  const rows = await tables(transaction)
    .selectFrom('invoicing.credit_notes')
    .select(['id', 'balance_amount_cents'])
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'finalized')
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id, balance_amount_cents: balanceCents }) => ({ id, balanceCents }));
}

/** The amount that a note paid of an invoice, with the note's own invoice. */
export interface NoteUse {
  noteId: string;
  ownInvoiceId: string;
  ownInvoiceVoided: boolean;
  /** Whether that void requested a credit note. */
  ownInvoiceCredited: boolean;
  balanceCents: bigint;
  cents: bigint;
}

interface NoteUseRow {
  id: string;
  invoice_id: string;
  balance: string;
  cents: string;
  is_voided: boolean;
  is_credited: boolean;
}

/** Locks the notes that paid an invoice, oldest first (invoices, section 6.6). */
export async function lockNotesUsedBy(transaction: TenantTransaction, invoiceId: string): Promise<NoteUse[]> {
  const { rows } = await sql<NoteUseRow>`
    select note.id, note.invoice_id, note.balance_amount_cents::text as balance, used.cents::text,
      own.status = 'voided' as is_voided,
      coalesce(own.credited_by_void, exists (
        select from invoicing.credit_notes other where other.invoice_id = own.id and other.created_at >= own.voided_at
      )) as is_credited
    from (
      select source_id, sum(amount_cents) as cents from invoicing.credits
      where invoice_id = ${invoiceId} and kind = 'credit_note' group by source_id
    ) used
    join invoicing.credit_notes note on note.id = used.source_id and note.status = 'finalized'
    join invoicing.invoices own on own.id = note.invoice_id
    order by note.created_at, note.id
    for update of note
  `.execute(transaction);
  return rows.map((row) => ({
    noteId: row.id,
    ownInvoiceId: row.invoice_id,
    ownInvoiceVoided: row.is_voided,
    ownInvoiceCredited: row.is_credited,
    balanceCents: BigInt(row.balance),
    cents: BigInt(row.cents),
  }));
}

/** The maximum value of a voided invoice's notes, and their available value, in cents. */
export interface UsableNotes {
  usableCents: bigint;
  availableCents: bigint;
}

/**
 * The amounts of voided invoices' notes that may remain usable, by invoice (invoices, section 9.8): the paid amount
 * that has not been returned. Also returns their available amount. Payments by credits and notes count only if the void
 * requested a credit note; otherwise the void returns them.
 * @param creditedIds invoices whose void requested a credit note
 */
export async function usableOfVoided(
  transaction: TenantTransaction,
  invoiceIds: string[],
  creditedIds: string[],
): Promise<Map<string, UsableNotes>> {
  const { rows } = await sql<{ id: string; paid: string; returned: string; available: string }>`
    select invoice.id,
      (invoice.total_paid_amount_cents + case when invoice.id = any(${creditedIds}::uuid[])
        then invoice.prepaid_credit_amount_cents + invoice.credit_notes_amount_cents else 0 end)::text as paid,
      ((
        select coalesce(sum(note.refund_amount_cents), 0) from invoicing.credit_notes note
        where note.invoice_id = invoice.id and note.status = 'finalized'
      ) + (
        select coalesce(sum(credit.amount_cents), 0) from invoicing.credit_notes note
        join invoicing.credits credit on credit.source_id = note.id and credit.kind = 'credit_note'
        join invoicing.invoices used on used.id = credit.invoice_id
        where note.invoice_id = invoice.id and note.status = 'finalized' and used.status not in ('voided', 'closed', 'deleted')
      ))::text as returned,
      (
        select coalesce(sum(note.balance_amount_cents), 0) from invoicing.credit_notes note
        where note.invoice_id = invoice.id and note.status = 'finalized'
      )::text as available
    from invoicing.invoices invoice where invoice.id = any(${invoiceIds}::uuid[])
  `.execute(transaction);
  return new Map(
    rows.map(({ id, paid, returned, available }) => [
      id,
      {
        usableCents: usableCents({ paidCents: BigInt(paid), returnedCents: BigInt(returned) }),
        availableCents: BigInt(available),
      },
    ]),
  );
}

/** Sets the new balances of notes: a positive balance is available, the others are voided. @param now Unix ms */
export async function setBalances(
  transaction: TenantTransaction,
  balances: readonly NoteBalance[],
  now: Instant,
): Promise<void> {
  if (balances.length === 0) return;
  const at = new Date(now);
  await sql`
    update invoicing.credit_notes note set
      balance_amount_cents = given.cents,
      credit_status = case when given.cents > 0 then 'available' else 'voided' end,
      voided_at = case when given.cents > 0 then null else ${at}::timestamptz end,
      updated_at = ${at}
    from unnest(
      ${balances.map(({ id }) => id)}::uuid[], ${balances.map(({ balanceCents }) => String(balanceCents))}::bigint[]
    ) as given (id, cents)
    where note.id = given.id
  `.execute(transaction);
}
