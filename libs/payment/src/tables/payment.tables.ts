import { tablesOf, type Transaction } from '@tollgate/platform';
import type { PaymentRequestInvoicesTable, PaymentRequestsTable } from './payment-requests.tables.js';
import type { PaymentReceiptsTable, PaymentsTable, ReceiptSequencesTable } from './payments.tables.js';

/** Tables of the payment schema; each file of this folder says what its tables hold. */
export interface PaymentTables {
  'payment.payments': PaymentsTable;
  'payment.payment_receipts': PaymentReceiptsTable;
  'payment.receipt_sequences': ReceiptSequencesTable;
  'payment.payment_requests': PaymentRequestsTable;
  'payment.payment_request_invoices': PaymentRequestInvoicesTable;
}

/** The same transaction, seen with these tables. */
export const tables = (transaction: Transaction) => tablesOf<PaymentTables>(transaction);
