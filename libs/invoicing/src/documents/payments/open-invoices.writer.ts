import { readBillingEntity } from '@tollgate/catalog/reader';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { localDate, paymentDueDate } from '@tollgate/rating';
import { readCustomerView } from '@tollgate/subscription/reader';
import { numbering } from '../../issuing/invoice-writing/numbering.js';
import { kindOf } from '../../issuing/invoice-writing/kinds/invoice-kinds.js';
import type { InvoiceRow } from '../../model/invoices/invoices.repository.js';
import { tables } from '../../model/invoicing.tables.js';

/** Issues a hidden invoice on the day of its payment, when it is also due (wallets, section 3.5). */
export async function issueOpenInvoice(
  transaction: TenantTransaction,
  invoice: InvoiceRow,
  paidAt: Instant,
  now: Instant,
): Promise<void> {
  const customer = await readCustomerView(transaction, invoice.customer_id);
  const billingEntity = await readBillingEntity(transaction, invoice.billing_entity_id);
  const { organization_id: organizationId } = invoice;
  const issuingDate = localDate(paidAt, customer.timezone);
  const numbered = await numbering(transaction, { organizationId, customer, billingEntity, now }, 'finalized');
  await tables(transaction)
    .updateTable('invoicing.invoices')
    .set({
      status: 'finalized',
      ...numbered,
      issuing_date: issuingDate,
      payment_due_date: paymentDueDate(issuingDate, 0),
      updated_at: new Date(now),
    })
    .where('id', '=', invoice.id)
    .execute();
  await transaction.append(kindOf({ type: 'credit' }).issued, customer.id, { invoice_id: invoice.id }, now);
}
