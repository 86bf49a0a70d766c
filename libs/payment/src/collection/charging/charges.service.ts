import { Injectable } from '@nestjs/common';
import type { PaymentMethodReference } from '@tollgate/contracts';
import { readPayableInvoices, type PayableInvoice } from '@tollgate/invoicing/reader';
import {
  clearInFlight,
  Jobs,
  newId,
  recordAllInFlight,
  sharedByKeys,
  type Instant,
  type Repetition,
  type TenantTransaction,
} from '@tollgate/platform';
import { PaymentDatabase } from '../../payment.database.js';
import { findRequest, invoicesOfRequests } from '../../model/requests/payment-requests.repository.js';
import {
  callOff,
  insertPayment,
  invoicesBeingPaid,
  lastFinalDecline,
  lockPayables,
  type PaymentRow,
} from '../../model/payments/payments.repository.js';
import { paysByTransfer } from '../../model/customers/customer-links.js';
import {
  connectionsByIds,
  usableMethods,
  type ConnectionRow,
  type PaymentMethodRow,
} from '../../model/connections/provider-connections.repository.js';
import { providerCustomersOf } from '../../model/customers/provider-customers.repository.js';
import { methodOfRequest } from '../../model/paying-methods/method-references.js';
import { methodOfInvoice } from '../../model/paying-methods/invoice-methods.js';
import { noteInstructions } from '../../model/paying-methods/due-instructions.js';
import { dueOf, methodToCharge, type DueInvoices } from './charges.rules.js';
import { refuseRequest } from './payment-failures.js';

/** An invoice or a payment request to pay. */
export interface Payable {
  type: PaymentRow['payable_type'];
  id: string;
  /** The method that the request states; null: the method of the payable. */
  method: PaymentMethodReference | null;
}

/** Why a payment did not begin. */
export type NotCharged = 'nothing_to_pay' | 'no_method' | 'by_hand' | 'under_way' | 'declined';

/** A payment that a caller requested. */
interface RequestedCharge {
  /** The key under which it begins once. */
  once?: Repetition | undefined;
  /** Judges the result in the transaction that begins the payment: an error leaves none. */
  judge?: (transaction: TenantTransaction, begun: { paymentId: string } | NotCharged) => Promise<void>;
}

/** Begins payments at providers: stores a payment first, then queues the job that makes it (webhooks, section 10.2). */
@Injectable()
export class ChargesService {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly jobs: Jobs,
  ) {}

  /**
   * @param at the organization's time, Unix ms
   * @param requested how a caller requested it
   * @returns the payment, or why there is none
   */
  async begin(
    organizationId: string,
    payable: Payable,
    at: Instant,
    { once, judge }: RequestedCharge = {},
  ): Promise<{ paymentId: string } | NotCharged> {
    const beginResult = await this.database.createOnce(organizationId, once, async (transaction) => {
      const begun = await begin(transaction, payable, at);
      await judge?.(transaction, begun);
      return begun;
    });
    if (typeof beginResult === 'object') await this.queue(organizationId, beginResult.paymentId);
    return beginResult;
  }

  /** Queues the job that requests a stored payment from its provider. */
  async queue(organizationId: string, paymentId: string): Promise<void> {
    const payload = { organization_id: organizationId, request_id: null, payment_id: paymentId };
    await this.jobs.add('payment-charge', payload, { id: paymentId });
    await this.database.tenant(organizationId, (transaction) => clearInFlight(transaction, workOf(paymentId)));
  }
}

/** The name of the work that a test clock awaits before the queue has the payment's job. */
const workOf = (paymentId: string): string => `charge ${paymentId}`;

/**
 * Stores a payment to make, in the caller's transaction. Locks the invoices: a concurrent payment of them, or of a
 * payment request with them, waits and finds this one.
 * @returns the payment, or why there is none
 */
export async function begin(
  transaction: TenantTransaction,
  payable: Payable,
  at: Instant,
): Promise<{ paymentId: string } | NotCharged> {
  const dueAmount =
    payable.type === 'Invoice' ? await dueOfInvoice(transaction, payable) : await dueOfRequest(transaction, payable);
  if (!dueAmount) return 'nothing_to_pay';
  const customerMethods = (await ownMethods(transaction, [dueAmount.customerId])).get(dueAmount.customerId) ?? [];
  const transfer = customerMethods.length === 0 ? await transferOf(transaction, dueAmount.customerId) : undefined;
  if (customerMethods.length === 0 && !transfer) return 'no_method';
  // The currency of the customer may be younger than its link: a subscription or this invoice set it.
  if (transfer) await noteInstructions(transaction, dueAmount.customerId);
  const underWay = await beingPaid(transaction, dueAmount.invoiceIds);
  if (dueAmount.invoiceIds.some((id) => underWay.has(id))) return 'under_way';
  const methodReference = payable.method ?? dueAmount.method ?? (await methodOfInvoice(transaction, payable.id));
  const linked =
    transfer && methodReference.payment_method_type === 'provider'
      ? transfer
      : methodToCharge(customerMethods, methodReference, { requested: payable.method !== null });
  if (typeof linked === 'string') return linked;
  const decline = dueAmount.repeats && linked.method && (await lastFinalDecline(transaction, linked.method.id));
  if (decline) {
    await refuseRequest(transaction, { requestId: payable.id, customerId: dueAmount.customerId, decline }, at);
    return 'declined';
  }
  const paymentId = newId();
  await insertPayment(transaction, paymentOf(transaction, paymentId, payable, dueAmount, linked, at));
  await recordAllInFlight(transaction, [workOf(paymentId)]);
  return { paymentId };
}

/**
 * Calls off the payment of an invoice that no start awaits any more, in the caller's transaction (webhooks, section 11.4).
 * @returns the payment to cancel; undefined when none is under way
 */
export async function callOffPayment(
  transaction: TenantTransaction,
  invoiceId: string,
  at: Instant,
): Promise<{ paymentId: string } | undefined> {
  const paymentId = await callOff(transaction, invoiceId, at);
  if (paymentId === undefined) return undefined;
  await recordAllInFlight(transaction, [workOf(paymentId)]);
  return { paymentId };
}

const ownMethods = sharedByKeys(usableMethods);
const beingPaid = sharedByKeys(invoicesBeingPaid);
const providerCustomers = sharedByKeys(providerCustomersOf);

/** The connection of a payment, with its method; null for a customer that pays by bank transfer alone. */
interface ChargedLink {
  connection: ConnectionRow;
  method: PaymentMethodRow | null;
}

async function transferOf(transaction: TenantTransaction, customerId: string): Promise<ChargedLink | undefined> {
  const link = (await providerCustomers(transaction, [customerId])).get(customerId);
  if (!link || !paysByTransfer(link)) return undefined;
  const connection = (await connectionsByIds(transaction, [link.connection_id])).get(link.connection_id);
  if (connection?.deleted_at !== null) return undefined;
  return { connection, method: null };
}

interface DueAmount extends DueInvoices {
  customerId: string;
  currency: string;
  /** Its method; null: the method of the invoice. */
  method: PaymentMethodReference | null;
  /** Whether it repeats earlier charges on its own: a campaign does. */
  repeats: boolean;
}

const payableInvoices = sharedByKeys((transaction: TenantTransaction, ids) =>
  readPayableInvoices(transaction, ids, { open: true }),
);

async function dueOfInvoice(transaction: TenantTransaction, { id }: Payable): Promise<DueAmount | undefined> {
  await lockPayables(transaction, [id]);
  const invoice = (await payableInvoices(transaction, [id])).find((one) => one.id === id.toLowerCase());
  const due = dueOf(invoice ? [invoice] : []);
  if (!invoice || !due) return undefined;
  const { customerId, currency } = invoice;
  return { customerId, amountCents: due.amountCents, currency, invoiceIds: [id], method: null, repeats: false };
}

async function dueOfRequest(transaction: TenantTransaction, { id }: Payable): Promise<DueAmount | undefined> {
  await lockPayables(transaction, (await invoicesOfRequests(transaction, [id])).get(id) ?? []);
  const request = await findRequest(transaction, id);
  if (!request || request.payment_status === 'succeeded') return undefined;
  const due = dueOf(await requestedInvoices(transaction, id));
  if (!due) return undefined;
  const { customer_id: customerId, currency, dunning_campaign_id: campaignId } = request;
  return { customerId, currency, method: methodOfRequest(request), repeats: campaignId !== null, ...due };
}

/** Reads the current invoices of a payment request. */
export async function requestedInvoices(transaction: TenantTransaction, id: string): Promise<PayableInvoice[]> {
  return readPayableInvoices(transaction, (await invoicesOfRequests(transaction, [id])).get(id) ?? []);
}

const paymentOf = (
  { organizationId }: TenantTransaction,
  id: string,
  { type, id: payableId }: Payable,
  { customerId, amountCents, currency }: DueAmount,
  { method, connection }: ChargedLink,
  at: Instant,
) => ({
  id,
  organization_id: organizationId,
  customer_id: customerId,
  payable_type: type,
  payable_id: payableId,
  amount_cents: amountCents,
  currency,
  payment_status: 'pending' as const,
  type: 'provider' as const,
  reference: null,
  payment_method_id: method?.id ?? null,
  connection_id: connection.id,
  created_at: new Date(at),
});
