import { readBillingEntities } from '@tollgate/catalog/reader';
import { readPayableInvoices } from '@tollgate/invoicing/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { readEmbeddedCustomers } from '@tollgate/subscription/reader';
import { invoicesOfRequests } from '../../model/requests/payment-requests.repository.js';
import { lastFailureBefore, type PaymentRow } from '../../model/payments/payments.repository.js';
import { describeCharge, type ChargePurpose } from './charge-purpose.rules.js';

/** Reads what a provider needs to know of the reason for a payment (webhooks, section 11.4). */
export async function readChargePurpose(transaction: TenantTransaction, payment: PaymentRow): Promise<ChargePurpose> {
  const { payable_type: type, payable_id: payableId, customer_id: customerId } = payment;
  const ids = type === 'Invoice' ? [payableId] : (await invoicesOfRequests(transaction, [payableId])).get(payableId);
  const [invoice] = await readPayableInvoices(transaction, ids ?? [], { open: true });
  const issuer = invoice && (await readBillingEntities(transaction)).get(invoice.billingEntityId);
  const customer = (await readEmbeddedCustomers(transaction, [customerId])).get(customerId);
  const lastFailure = await lastFailureBefore(transaction, payment);
  return describeCharge(payment, { invoice, customer, issuer, lastFailure });
}
