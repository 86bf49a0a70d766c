import { Injectable } from '@nestjs/common';
import {
  CreditNoteCreate,
  CreditNoteEstimate,
  visibleInvoiceStatuses,
  type CreditNote,
  type EstimatedCreditNote,
  type RawInput,
} from '@tollgate/contracts';
import {
  Clock,
  CommandBus,
  isId,
  newId,
  NotAllowed,
  NotFound,
  Unavailable,
  ValidationFailed,
  withPrefetchedCommands,
  readRawInput,
  type CommandSender,
  type Repetition,
  type TenantTransaction,
  type Instant,
} from '@tollgate/platform';
import type { CreditNoteSplit } from '@tollgate/rating';
import { readCustomerView } from '@tollgate/subscription/reader';
import { insertNote } from '../../issuing/adjustments/credit-note.writer.js';
import { RefundChecks, requireExactRefund } from './refund-checks.js';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { publishNote, notesByIds } from '../../model/credit-notes/credit-notes.repository.js';
import { findInvoice, isUnfinished, lockInvoice, type InvoiceRow } from '../../model/invoices/invoices.repository.js';
import { settleOffset } from '../../model/payments/offsets.repository.js';
import { presentCreditNotes } from './credit-note.presenter.js';
import { creditableOf, type Creditable } from './creditable.js';
import { presentEstimate } from './estimated-note.presenter.js';
import { amountsOfItems, validateItems, validateSplit, type NoteItem } from './note-items.rules.js';
import {
  creditableOfSold,
  validateSoldItems,
  soldFaults,
  soldOnInvoice,
  type SoldOnInvoice,
} from './sold-credits.rules.js';

/** Creates and estimates requested credit notes (invoices, sections 6.3 and 6.4). */
@Injectable()
export class RequestedNotesService {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
    private readonly refundChecks: RefundChecks,
  ) {}

  /**
   * Serializes concurrent requests, so that the second sees the rest after the first. A note on a draft is a draft
   * until its invoice is final. The wallet takes refunded credits under the identifier of the note, before the transaction
   * that writes it. So a call that was cut off in between and is repeated under its key takes them once.
   * @param repetition the key under which the caller may repeat the call
   * @throws NotFound, NotAllowed, ValidationFailed, in the order of the reference
   */
  async create(organizationId: string, raw: RawInput, repetition?: Repetition): Promise<CreditNote> {
    const now = await this.clock.now(organizationId);
    const id = await this.database.createdId(organizationId, repetition);
    return withPrefetchedCommands(this.commands, (sender) =>
      this.database.createOnce(organizationId, repetition, (transaction) =>
        this.write(transaction, raw, { id, sender, now }),
      ),
    );
  }

  private async write(
    transaction: TenantTransaction,
    raw: RawInput,
    { id, sender, now }: { id: string; sender: CommandSender; now: Instant },
  ): Promise<CreditNote> {
    const invoice = await invoiceToCredit(transaction, raw, (invoiceId) => lockInvoice(transaction, invoiceId));
    const sold = await soldOnInvoice(transaction, invoice, id, raw);
    requireItems(raw);
    const input = readRawInput(CreditNoteCreate, raw);
    const { items, amounts, creditable } = await itemsOn(transaction, invoice, input.items, sold);
    const split = validateSplit(input, amounts, creditable.limits, (parts) => (sold ? soldFaults(invoice, parts) : {}));
    const refund = { field: 'refund_amount_cents', amountCents: split.refundAmountCents };
    await requireExactRefund(this.refundChecks, transaction, invoice, refund);
    if (sold) await takeBack(transaction, { id, invoice, sold, split, sender, now });
    const { timezone } = await readCustomerView(transaction, invoice.customer_id);
    await insertNote(transaction, {
      id,
      invoice,
      endedSubscriptionId: null,
      reason: input.reason ?? 'other',
      description: input.description,
      metadata: input.metadata as CreditNote['metadata'] | undefined,
      items: items.map(({ fee, amountCents }) => ({ fee: fee.row, amountCents })),
      taxes: creditable.taxes,
      amounts,
      split,
      rest: creditable.rest,
      timezone,
      now,
    });
    if (!isUnfinished(invoice)) {
      const { organization_id, customer_id } = invoice;
      await publishNote(transaction, { id, organization_id, customer_id }, now);
      await settleOffset(transaction, invoice, split.offsetAmountCents, now);
    }
    const [note] = await presentCreditNotes(transaction, await notesByIds(transaction, [id]));
    return note as CreditNote;
  }

  /** @throws NotFound, NotAllowed, ValidationFailed */
  async estimate(organizationId: string, raw: RawInput): Promise<EstimatedCreditNote> {
    return this.database.tenant(organizationId, async (transaction) => {
      const invoice = await invoiceToCredit(transaction, raw, (id) => findInvoice(transaction, id));
      const sold = await soldOnInvoice(transaction, invoice, newId(), {});
      if (sold && !sold.paid) throw new NotAllowed('invalid_type_or_status');
      requireItems(raw);
      const { items: rawItems } = readRawInput(CreditNoteEstimate, raw);
      const { items, amounts, creditable } = await itemsOn(transaction, invoice, rawItems, sold);
      return presentEstimate(invoice, {
        items,
        amounts,
        creditable: sold ? creditableOfSold(sold, creditable) : creditable,
      });
    });
  }
}

/** Finds the named invoice, if the interface shows it. @throws NotFound */
async function invoiceToCredit(
  transaction: TenantTransaction,
  { invoice_id: id }: Record<string, unknown>,
  find: (id: string) => Promise<InvoiceRow | undefined>,
): Promise<InvoiceRow> {
  const invoice = typeof id === 'string' && isId(id) ? await find(id) : undefined;
  if (!invoice || !visibleInvoiceStatuses.some((status) => status === invoice.status)) throw new NotFound('invoice');
  return invoice;
}

/** @throws ValidationFailed */
function requireItems({ items }: Record<string, unknown>): void {
  if (!Array.isArray(items)) throw new ValidationFailed({ items: ['must_be_an_array'] });
}

async function itemsOn(
  transaction: TenantTransaction,
  invoice: InvoiceRow,
  raw: RawInput[] | undefined,
  sold: SoldOnInvoice | null,
): Promise<{ items: NoteItem[]; amounts: ReturnType<typeof amountsOfItems>; creditable: Creditable }> {
  const creditable = await creditableOf(transaction, invoice);
  const items = validateItems(raw ?? [], creditable.fees, sold === null);
  if (sold) validateSoldItems(sold, items);
  return { items, amounts: amountsOfItems(items, creditable), creditable };
}

/** Removes refunded credits from their wallet, which decides under its own lock (wallets, section 3.7). */
async function takeBack(
  transaction: TenantTransaction,
  {
    id,
    invoice,
    sold,
    split,
    sender,
    now,
  }: {
    id: string;
    invoice: InvoiceRow;
    sold: SoldOnInvoice;
    split: CreditNoteSplit;
    sender: CommandSender;
    now: Instant;
  },
): Promise<void> {
  if (split.refundAmountCents <= 0n) return;
  const { until } = await sender.send(
    'wallet',
    'wallet.reserve_refund',
    {
      organization_id: invoice.organization_id,
      credit_note_id: id,
      wallet_transaction_id: sold.walletTransactionId,
      amount_cents: Number(split.refundAmountCents),
      at: now,
    },
    id,
  );
  if (Date.now() > until) throw new Unavailable('credits were taken back too long ago, try again');
  await transaction.append('credit_note.credits_refunded', invoice.customer_id, { credit_note_id: id }, now);
}
