import type { TenantTransaction } from '@tollgate/platform';

/**
 * The port to invoices that wait for their taxes. Invoicing depends on subscriptions and not the other way round, so it
 * implements this port. The processes that end subscriptions bind both.
 */
export abstract class PendingTaxes {
  /** Whether the invoice or draft with the last subscription fee of a subscription waits for a tax engine. */
  abstract isPending(transaction: TenantTransaction, subscriptionId: string): Promise<boolean>;
}
