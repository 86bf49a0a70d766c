import type { PaymentMethodReference } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';

/** A method by which a provider charges a customer. */
export interface ChargedMethod {
  id: string;
  /** Whether its last payment was declined for good: a further charge of it is of no use. */
  isDeclined: boolean;
}

/**
 * The port to the charges of automatic top-ups. The payment service depends on wallets and not the other way round, so it
 * implements this port. The processes that serve wallets bind both.
 */
export abstract class AutomaticCharges {
  /** The method that a provider would charge now; null for none (webhooks, section 14). */
  abstract methodOf(
    transaction: TenantTransaction,
    customerId: string,
    reference: PaymentMethodReference,
  ): Promise<ChargedMethod | null>;
  /** The methods of the last charges of invoices, by invoice; without invoices that were charged by none. */
  abstract lastMethods(transaction: TenantTransaction, invoiceIds: string[]): Promise<Map<string, string>>;
}
