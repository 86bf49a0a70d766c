import { sql } from 'kysely';
import type { PaymentMethodReference } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';

/** The sources of an invoice's payment method (webhooks, section 14). */
export interface MethodSource {
  /** The method that the creating call selects; null without one. */
  own: PaymentMethodReference | null;
  /** The first subscription that it bills. */
  subscriptionId: string | null;
  /** The wallet transaction whose credits it sells. */
  walletTransactionId: string | null;
}

interface SourceRow {
  id: string;
  payment_method_type: PaymentMethodReference['payment_method_type'] | null;
  payment_method_id: string | null;
  subscription_id: string | null;
  wallet_transaction_id: string | null;
}

/** Reads the sources of several invoices, by id. Billing periods have the order of the invoice. */
export async function readMethodSources(
  transaction: TenantTransaction,
  invoiceIds: string[],
): Promise<Map<string, MethodSource>> {
  const { rows } = await sql<SourceRow>`
    select invoice.id, invoice.payment_method_type, invoice.payment_method_id,
      (select period.subscription_id from invoicing.billing_periods period
        where period.invoice_id = invoice.id order by period.id limit 1) as subscription_id,
      case when invoice.invoice_type = 'credit' then (select fee.item_id from invoicing.fees fee
        where fee.invoice_id = invoice.id and fee.fee_type = 'credit' limit 1) end as wallet_transaction_id
    from invoicing.invoices invoice
    where invoice.organization_id = ${transaction.organizationId} and invoice.id = any(${invoiceIds}::uuid[])
  `.execute(transaction);
  return new Map(
    rows.map(({ id, payment_method_type: type, payment_method_id, ...row }) => [
      id,
      {
        own: type === null ? null : { payment_method_type: type, payment_method_id },
        subscriptionId: row.subscription_id,
        walletTransactionId: row.wallet_transaction_id,
      },
    ]),
  );
}
