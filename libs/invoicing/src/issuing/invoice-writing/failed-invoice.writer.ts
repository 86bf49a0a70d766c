import { readBillingEntity } from '@tollgate/catalog/reader';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import type { InvoiceGroup } from './billing-preparation.js';
import { writeEmptyInvoice } from './invoice.writer.js';
import { tables } from '../../model/invoicing.tables.js';
import type { InvoiceRow } from '../../model/invoices/invoices.repository.js';
import type { Failure } from '../../model/errors/failure.rules.js';
import { recordInvoicesChanged } from '../../model/invoices/invoice-changes.js';
import { recordInvoiceError } from '../../model/errors/invoice-errors.repository.js';
import { noCredits } from '../prepaid-credits/credit-taking.js';

interface FailedInvoice {
  organizationId: string;
  group: InvoiceGroup;
  currency: string;
  failure: Failure;
  /** Billing instant and the organization's present time, Unix milliseconds. */
  at: Instant;
  now: Instant;
}

/**
 * Stores an invoice that cannot be created: without amounts and number, with the reason, and with its periods, which
 * thereby count as billed. `POST /invoices/{id}/retry` creates it (invoices, section 9.10).
 */
export async function writeFailedInvoice(
  transaction: TenantTransaction,
  { organizationId, group, currency, failure, at, now }: FailedInvoice,
): Promise<string> {
  const defaultEntity = group.customer.billingEntity;
  const billingEntity =
    defaultEntity.id === group.billingEntityId
      ? defaultEntity
      : await readBillingEntity(transaction, group.billingEntityId);
  const id = await writeEmptyInvoice(
    transaction,
    { organizationId, ...group, billingEntity, currency, lines: [], credits: noCredits, at, now },
    'failed',
  );
  await recordInvoiceError(transaction, { id, organization_id: organizationId }, failure, now);
  await transaction.append('invoice.failed', group.customer.id, { invoice_id: id }, now);
  return id;
}

/** Fails an invoice that cannot be created or finalized, with the reason, unless its status has changed. */
export async function markFailed(
  transaction: TenantTransaction,
  invoice: InvoiceRow,
  status: 'draft' | 'pending',
  failure: Failure,
  now: Instant,
): Promise<void> {
  const changed = await tables(transaction)
    .updateTable('invoicing.invoices')
    .set({ status: 'failed', awaits_taxes: false, finalize_at: null, updated_at: new Date(now) })
    .where('id', '=', invoice.id)
    .where('status', '=', status)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return;
  await recordInvoiceError(transaction, invoice, failure, now);
  await recordInvoicesChanged(transaction, invoice.customer_id, now);
  await transaction.append('invoice.failed', invoice.customer_id, { invoice_id: invoice.id }, now);
}
