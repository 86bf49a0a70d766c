import { tablesOf, type Transaction } from '@tollgate/platform';
import type {
  DunnedCustomersTable,
  DunningAttemptsTable,
  DunningCampaignsTable,
  DunningIssuersTable,
  DunningPassesTable,
  DunningThresholdsTable,
} from './dunning/dunning.tables.js';
import type {
  AuthorizationsTable,
  DelayedChargesTable,
  HostedCheckoutUsersTable,
  PaymentMethodsTable,
  ProviderConnectionsTable,
  ProviderCustomersTable,
  ProviderEventsTable,
  ProviderPagesTable,
  SandboxChargesTable,
  SandboxCheckoutsTable,
  SandboxRefundsTable,
} from './connections/providers.tables.js';
import type { PaymentRequestInvoicesTable, PaymentRequestsTable } from './requests/payment-requests.tables.js';
import type {
  PaymentReceiptsTable,
  PaymentsTable,
  ReceiptSequencesTable,
  RefundsTable,
  ReturnsTable,
} from './payments/payments.tables.js';

/** Tables of the payment schema; each folder of this wing describes those of its objects. */
export interface PaymentTables {
  'payment.payments': PaymentsTable;
  'payment.payment_receipts': PaymentReceiptsTable;
  'payment.receipt_sequences': ReceiptSequencesTable;
  'payment.payment_requests': PaymentRequestsTable;
  'payment.payment_request_invoices': PaymentRequestInvoicesTable;
  'payment.provider_connections': ProviderConnectionsTable;
  'payment.payment_methods': PaymentMethodsTable;
  'payment.provider_customers': ProviderCustomersTable;
  'payment.provider_events': ProviderEventsTable;
  'payment.provider_pages': ProviderPagesTable;
  'payment.hosted_checkout_users': HostedCheckoutUsersTable;
  'payment.delayed_charges': DelayedChargesTable;
  'payment.authorizations': AuthorizationsTable;
  'payment.sandbox_charges': SandboxChargesTable;
  'payment.sandbox_checkouts': SandboxCheckoutsTable;
  'payment.sandbox_refunds': SandboxRefundsTable;
  'payment.refunds': RefundsTable;
  'payment.returns': ReturnsTable;
  'payment.dunning_campaigns': DunningCampaignsTable;
  'payment.dunning_thresholds': DunningThresholdsTable;
  'payment.dunning_issuers': DunningIssuersTable;
  'payment.dunned_customers': DunnedCustomersTable;
  'payment.dunning_attempts': DunningAttemptsTable;
  'payment.dunning_passes': DunningPassesTable;
}

/** Types a transaction with these tables. */
export const tables = (transaction: Transaction) => tablesOf<PaymentTables>(transaction);
