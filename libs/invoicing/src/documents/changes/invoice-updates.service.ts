import { Injectable } from '@nestjs/common';
import { bounds, InvoiceMetadataInput, InvoiceUpdate, type SingleInvoice, type RawInput } from '@tollgate/contracts';
import {
  Clock,
  isId,
  newId,
  NotAllowed,
  NotFound,
  ValidationFailed,
  readRawInput,
  type Instant,
  type Repetition,
} from '@tollgate/platform';
import type { TenantTransaction } from '@tollgate/platform';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { presentInvoice } from '../invoices/invoice.presenter.js';
import {
  metadataOfInvoices,
  replaceMetadataOf,
  type InvoiceMetadataRow,
} from '../../model/invoices/invoice-metadata.repository.js';
import { findInvoice, isUnfinished, lockInvoice, type InvoiceRow } from '../../model/invoices/invoices.repository.js';
import { setPaymentStatus } from '../../model/payments/payment-status.repository.js';
import { tables } from '../../model/invoicing.tables.js';
import { publishCreditsPayment } from '../../model/payments/sold-credits.repository.js';

/** The maximum number of metadata entries on one invoice. */

type PaymentStatus = InvoiceRow['payment_status'];

/** Stores the payment status and the metadata that callers set on invoices (invoices, section 9.7). */
@Injectable()
export class InvoiceUpdatesService {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
  ) {}

  /** Records no payment. @throws NotFound, ValidationFailed, NotAllowed */
  async update(organizationId: string, id: string, raw: RawInput): Promise<SingleInvoice> {
    if (!isId(id)) throw new NotFound('invoice');
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      if (!(await findInvoice(transaction, id))) throw new NotFound('invoice');
      const invoice = (await lockInvoice(transaction, id)) as InvoiceRow;
      if (invoice.status === 'voided') throw new NotAllowed('update_on_voided_invoice');
      const { payment_status: status, metadata, purchase_order_number: order } = readRawInput(InvoiceUpdate, raw);
      if (status && status !== invoice.payment_status) await this.changeStatus(transaction, invoice, status, now);
      if (metadata) await note(transaction, invoice, metadata, now);
      if (order !== undefined) await setPurchaseOrder(transaction, invoice, order || null, now);
      return presentInvoice(transaction, (await findInvoice(transaction, id)) as InvoiceRow, now);
    });
  }

  /**
   * Adds metadata; an entry of the same key gets the new value.
   * @param once the key under which it is done once
   * @throws NotFound, ValidationFailed, NotAllowed
   */
  async addMetadata(organizationId: string, id: string, added: RawInput[], once: Repetition): Promise<SingleInvoice> {
    const now = await this.clock.now(organizationId);
    return this.database.createOnce(organizationId, once, async (transaction) => {
      if (!(await findInvoice(transaction, id))) throw new NotFound('invoice');
      const invoice = (await lockInvoice(transaction, id)) as InvoiceRow;
      if (invoice.status === 'voided') throw new NotAllowed('update_on_voided_invoice');
      const before = await metadataOfInvoices(transaction, [id]);
      const byKey = new Map<unknown, RawInput>(before.map((entry) => [entry.key, { id: entry.id }]));
      for (const entry of added) byKey.set(entry['key'], { ...byKey.get(entry['key']), ...entry });
      await note(transaction, invoice, [...byKey.values()], now);
      return presentInvoice(transaction, (await findInvoice(transaction, id)) as InvoiceRow, now);
    });
  }

  private async changeStatus(
    transaction: TenantTransaction,
    invoice: InvoiceRow,
    status: PaymentStatus,
    now: Instant,
  ): Promise<void> {
    if (invoice.status === 'draft') throw new NotAllowed('payment_status_update_on_draft_invoice');
    await setPaymentStatus(transaction, invoice.id, status, now);
    await transaction.append('invoice.payment_status_updated', invoice.customer_id, { invoice_id: invoice.id }, now);
    await publishCreditsPayment(transaction, invoice, status, now);
  }
}

/** Sets the customer's order of an invoice that is not final: a final one is frozen. @throws NotAllowed */
async function setPurchaseOrder(
  transaction: TenantTransaction,
  invoice: InvoiceRow,
  order: string | null,
  now: Instant,
): Promise<void> {
  if (order === invoice.purchase_order_number) return;
  if (!isUnfinished(invoice)) throw new NotAllowed('purchase_order_number_on_finalized_invoice');
  await tables(transaction)
    .updateTable('invoicing.invoices')
    .set({ purchase_order_number: order, updated_at: new Date(now) })
    .where('id', '=', invoice.id)
    .execute();
}

/**
 * Replaces the metadata of an invoice by a list. An entry with an existing id updates that entry; the others are
 * deleted.
 */
async function note(transaction: TenantTransaction, invoice: InvoiceRow, raw: RawInput[], now: Instant): Promise<void> {
  if (invoice.status === 'draft') throw new NotAllowed('metadata_on_draft_invoice');
  if (raw.length > bounds.metadata) throw new ValidationFailed({ metadata: ['invalid_count'] });
  const existing = new Map((await metadataOfInvoices(transaction, [invoice.id])).map((row) => [row.id, row]));
  const entries = raw.map((entry) => readNote(entry, existing));
  if (new Set(entries.map(({ key }) => key)).size < entries.length)
    throw new ValidationFailed({ key: ['value_already_exist'] });
  const rows = entries.map(({ id, key, value }, position) => {
    const before = id ? existing.get(id) : undefined;
    if (id) existing.delete(id);
    return {
      id: before?.id ?? newId(),
      organization_id: invoice.organization_id,
      invoice_id: invoice.id,
      key,
      value,
      position,
      created_at: before?.created_at ?? new Date(now),
    };
  });
  await replaceMetadataOf(transaction, invoice.id, rows);
}

/** Absent fields of an existing entry remain. @throws ValidationFailed */
function readNote(entry: RawInput, existing: ReadonlyMap<string, InvoiceMetadataRow>): InvoiceMetadataInput {
  const before = typeof entry['id'] === 'string' ? existing.get(entry['id']) : undefined;
  return readRawInput(InvoiceMetadataInput, before ? { key: before.key, value: before.value, ...entry } : entry);
}
