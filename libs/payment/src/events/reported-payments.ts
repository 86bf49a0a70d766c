import { readPayableInvoices } from '@tollgate/invoicing/reader';
import { idOfName, isId, type Instant, type TenantTransaction } from '@tollgate/platform';
import type { PaidOnPage, ReportedCharge } from '../providers/ports/meanings.js';
import type { ChargeOutcome } from '../providers/ports/outcomes.js';
import { isAuthorization } from '../model/charges/authorizations.repository.js';
import {
  findByProviderId,
  findPayment,
  insertPayment,
  paymentUnderWay,
  type PaymentRow,
} from '../model/payments/payments.repository.js';
import { findRequest } from '../model/requests/payment-requests.repository.js';
import type { Unassigned } from './unassigned.js';
import { faultOfPagePayment, unknownObject } from './unassigned.rules.js';

/** The payment of an event, or why there is none; neither for payments of other systems. */
export interface ReportedPayment {
  payment?: PaymentRow;
  unassigned?: Unassigned;
}

/**
 * Finds the payment that an event names: by the provider's id, else by our key (webhooks, section 11.6). A success on a
 * page of the provider has no payment here yet: this stores one.
 */
export async function findReportedPayment(
  transaction: TenantTransaction,
  connectionId: string,
  charge: ReportedCharge,
  { status }: ChargeOutcome,
  at: Instant,
): Promise<ReportedPayment> {
  const { id, key, paidOnPage } = charge;
  const known = await findByProviderId(transaction, connectionId, id);
  if (known) return { payment: known };
  if (key !== null) return paymentOfKey(transaction, key);
  return paidOnPage && status === 'succeeded' ? storePaidOnPage(transaction, connectionId, charge, paidOnPage, at) : {};
}

/** Amounts that were only held have a key too, and no payment. */
async function paymentOfKey(transaction: TenantTransaction, key: string): Promise<ReportedPayment> {
  const payment = isId(key) ? await findPayment(transaction, key) : undefined;
  if (payment) return { payment };
  return isId(key) && (await isAuthorization(transaction, key)) ? {} : { unassigned: unknownObject('payment', key) };
}

/**
 * Stores the payment of a page, once. Only one payment of an invoice is under way. Next to another one, it counts as failed
 * until its success is recorded.
 */
async function storePaidOnPage(
  transaction: TenantTransaction,
  connectionId: string,
  charge: ReportedCharge,
  paid: PaidOnPage,
  at: Instant,
): Promise<ReportedPayment> {
  const { id, amountCents, currency } = charge;
  const payable = isId(paid.id) ? await payableOf[paid.type](transaction, paid.id) : undefined;
  const unassigned = payable ? faultOfPagePayment(charge, payable) : unknownObject(kindOf[paid.type], paid.id);
  if (!payable || unassigned) return unassigned ? { unassigned } : {};
  // Two connections may reach the same account: its events come to both.
  const paymentId = idOfName(transaction.organizationId, `payment ${id}`);
  await insertPayment(transaction, {
    id: paymentId,
    organization_id: transaction.organizationId,
    customer_id: payable.customerId,
    payable_type: paid.type,
    payable_id: payable.id,
    amount_cents: amountCents,
    currency,
    payment_status: (await paymentUnderWay(transaction, payable.id)) ? 'failed' : 'processing',
    type: 'provider',
    reference: null,
    connection_id: connectionId,
    provider_payment_id: id,
    created_at: new Date(at),
  });
  const payment = await findPayment(transaction, paymentId);
  return payment ? { payment } : {};
}

const kindOf = { Invoice: 'invoice', PaymentRequest: 'payment_request' } as const;

interface PaidObject {
  id: string;
  customerId: string;
  currency: string;
}

/** Reads the object of a page, by its type. */
const payableOf: Record<
  PaidOnPage['type'],
  (transaction: TenantTransaction, id: string) => Promise<PaidObject | undefined>
> = {
  Invoice: async (transaction, id) => (await readPayableInvoices(transaction, [id], { open: true }))[0],
  PaymentRequest: async (transaction, id) => {
    const request = await findRequest(transaction, id);
    return request && { id: request.id, customerId: request.customer_id, currency: request.currency };
  },
};
