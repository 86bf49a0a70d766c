import type { TenantTransaction } from '@tollgate/platform';
import type { CustomerView } from '@tollgate/subscription/reader';
import type { LineTax } from '../../model/line-items/new-invoice.js';
import type { FeeRow } from '../../model/fees/fees.repository.js';
import type { InvoiceRow } from '../../model/invoices/invoices.repository.js';

/** An invoice that waits for its taxes, locked by the caller. */
export interface WaitingInvoice {
  invoice: InvoiceRow;
  customer: CustomerView;
}

/** A fee without taxes, and the taxes that its item has for every customer. */
export interface UntaxedFee {
  fee: FeeRow;
  ownTaxIds: string[];
}

/** The port to what determines the taxes of invoices: the catalog with VAT checks, or a tax engine. */
export interface TaxSource {
  /** Whether an invoice of the customer that is written now has to wait for its taxes. */
  isUnknown(transaction: TenantTransaction, customer: CustomerView): Promise<boolean>;
  /** Whether the taxes of every waiting invoice of the customer are still unknown. */
  isPendingForAll(customer: CustomerView): boolean;
  /** Whether the taxes of a waiting invoice are still unknown. */
  isPending(transaction: TenantTransaction, waiting: WaitingInvoice): Promise<boolean>;
  /** The taxes of the fees of an invoice that waited, in their order. The invoice gets them in this transaction. */
  taxesOf(transaction: TenantTransaction, waiting: WaitingInvoice, fees: UntaxedFee[]): Promise<LineTax[][]>;
}
