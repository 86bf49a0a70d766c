import { isAutomaticPurchase } from '@tollgate/wallet/reader';

/**
 * Builds SQL that is true for invoices of automatic top-ups whose payment failed. No customer owes them, as the next
 * attempt replaces them. So they are never overdue (webhooks, section 10.2).
 * @param invoice the name of the table in the statement
 */
export const isFailedTopUp = (invoice: string): string =>
  `(${invoice}.invoice_type = 'credit' and ${invoice}.payment_status = 'failed' and exists (
    select from invoicing.fees sold
    where sold.invoice_id = ${invoice}.id and sold.fee_type = 'credit' and ${isAutomaticPurchase('sold.item_id')}))`;
