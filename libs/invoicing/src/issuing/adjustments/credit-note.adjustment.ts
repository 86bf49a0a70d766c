import { applyCreditNotes, Decimal, type NotesResult } from '@tollgate/rating';
import { sql } from 'kysely';
import { groupBy, sharedStatement, type TenantTransaction, type Instant } from '@tollgate/platform';
import { priceInvoice } from '../../model/line-items/new-invoice.js';
import { tables } from '../../model/invoicing.tables.js';
import { unadjusted, type PayingAdjustment } from './adjustment.js';
import { returnNotes } from './note-return.js';

interface CreditedLine {
  amountCents: bigint;
  preciseCouponsAmountCents: Decimal;
  taxesAmountCents: bigint;
  preciseCreditNotesAmountCents: Decimal;
}

type UsedNotes = NotesResult<CreditedLine>;

/** Lets a customer's credit notes pay an invoice with its taxes, oldest first (invoices, section 6.6). */
export const creditNoteCredit: PayingAdjustment = {
  from: 'taxes',
  async apply(transaction, { customer, currency, lines, deductions, now }) {
    const { fees, totals } = priceInvoice(lines, currency, deductions);
    if (totals.totalAmountCents <= 0n) return unadjusted;
    const credited = fees.map(({ line, taxes }) => ({
      amountCents: line.amountCents,
      preciseCouponsAmountCents: line.preciseCouponsAmountCents,
      taxesAmountCents: taxes.taxesAmountCents,
      preciseCreditNotesAmountCents: new Decimal(0),
    }));
    const notes = await lockUsableNotes(transaction, { customerId: customer.id, currency });
    const used = applyCreditNotes<CreditedLine>(notes, credited, totals.totalAmountCents);
    return {
      lines: lines.map((line, position) => ({
        ...line,
        preciseCreditNotesAmountCents: used.fees[position]?.preciseCreditNotesAmountCents ?? new Decimal(0),
      })),
      deductions: { creditNotesCents: used.creditNotesAmountCents },
      credits: used.used.map(({ id, amountCents }) => ({ kind: 'credit_note', sourceId: id, amountCents })),
      commit: (within, feeIds) => spendNotes(within, used, { feeIds, now }),
    };
  },
  returnUses: returnNotes,
};

/** Locks the usable notes, oldest first. */
const lockUsableNotes = sharedStatement(
  async (transaction: TenantTransaction, requests: { customerId: string; currency: string }[]) => {
    const notes = await tables(transaction)
      .selectFrom('invoicing.credit_notes')
      .select(['id', 'customer_id', 'currency', 'balance_amount_cents'])
      .where(sql<boolean>`customer_id = any(${[...new Set(requests.map(({ customerId }) => customerId))]}::uuid[])`)
      .where(sql<boolean>`currency = any(${[...new Set(requests.map(({ currency }) => currency))]}::text[])`)
      .where('status', '=', 'finalized')
      .where('credit_status', '=', 'available')
      .where('balance_amount_cents', '>', 0n)
      .orderBy('created_at')
      .orderBy('id')
      .forUpdate()
      .execute();
    const byCustomer = groupBy(notes, (note) => `${note.customer_id} ${note.currency}`);
    return requests.map(({ customerId, currency }) =>
      (byCustomer.get(`${customerId} ${currency}`) ?? []).map((note) => ({
        id: note.id,
        balanceCents: note.balance_amount_cents,
      })),
    );
  },
);

/** Deducts an invoice's uses from the notes, and stores them on its fees. */
async function spendNotes(
  transaction: TenantTransaction,
  notes: UsedNotes,
  invoice: { feeIds: string[]; now: Instant },
): Promise<void> {
  if (notes.used.length === 0) return;
  await takeOffNotes(
    transaction,
    notes.used.map((used) => ({ ...used, now: invoice.now })),
  );
  await storeOnFees(
    transaction,
    notes.fees.flatMap(({ preciseCreditNotesAmountCents: cents }, position) => {
      const id = invoice.feeIds[position];
      return id && !cents.isZero() ? [{ id, cents }] : [];
    }),
  );
}

const takeOffNotes = sharedStatement(
  async (
    transaction: TenantTransaction,
    requests: { id: string; amountCents: bigint; now: Instant }[][],
  ): Promise<void[]> => {
    const used = requests.flat();
    await sql`
      update invoicing.credit_notes note set
        balance_amount_cents = note.balance_amount_cents - used.cents,
        credit_status = case when note.balance_amount_cents = used.cents then 'consumed' else 'available' end,
        updated_at = used.at
      from unnest(
        ${used.map(({ id }) => id)}::uuid[], ${used.map(({ amountCents }) => String(amountCents))}::bigint[],
        ${used.map(({ now }) => new Date(now).toISOString())}::timestamptz[]
      ) as used (id, cents, at)
      where note.id = used.id
    `.execute(transaction);
    return requests.map(() => undefined);
  },
);

const storeOnFees = sharedStatement(
  async (transaction: TenantTransaction, requests: { id: string; cents: Decimal }[][]): Promise<void[]> => {
    const fees = requests.flat();
    await sql`
      update invoicing.fees fee set precise_credit_notes_amount_cents = given.cents
      from unnest(${fees.map(({ id }) => id)}::uuid[], ${fees.map(({ cents }) => cents.toFixed())}::numeric[]) as given (id, cents)
      where fee.id = given.id
    `.execute(transaction);
    return requests.map(() => undefined);
  },
);
