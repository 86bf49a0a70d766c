import type { CustomerView } from '@tollgate/subscription/reader';
import type { Transaction } from '@tollgate/platform';
import { priceInvoice, type NewFee } from '../billing/new-invoice.js';
import { insertFees } from '../fees/fee-writer.js';
import type { InvoicingDatabase } from '../invoicing.database.js';

interface LooseFees {
  organizationId: string;
  customer: CustomerView;
  currency: string;
  lines: NewFee[];
  /** The organization's present time, Unix milliseconds. */
  now: number;
}

/** Writes fees that are on no invoice, with their taxes, and tells of each (charges, section 3.7). */
export async function writeLooseFees(transaction: Transaction, database: InvoicingDatabase, { organizationId, customer, currency, lines, now }: LooseFees): Promise<void> {
  const { fees, taxes } = priceInvoice(lines, currency);
  const ids = await insertFees(transaction, { organizationId, customer, currency, invoiceId: null, fees, taxes, now });
  for (const id of ids) await database.append(transaction, organizationId, 'fee.created', customer.id, { fee_id: id }, now);
}
