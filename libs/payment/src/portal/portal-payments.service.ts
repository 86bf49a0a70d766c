import { Injectable } from '@nestjs/common';
import type {
  Meta,
  PortalMadePayment,
  PortalPayment,
  PortalPaymentCreate,
  PortalPaymentFilters,
} from '@tollgate/contracts';
import type { PayableInvoice } from '@tollgate/invoicing/reader';
import {
  Clock,
  Config,
  idOfName,
  newId,
  NotAllowed,
  NotFound,
  ValidationFailed,
  type CallingCustomer,
  type Instant,
  type Repetition,
  type TenantTransaction,
} from '@tollgate/platform';
import { centsNumber } from '@tollgate/rating';
import { begin, ChargesService } from '../collection/charging/charges.service.js';
import { InvoicePaymentsService } from '../collection/charging/invoice-payments.service.js';
import type { PayableOfPage } from '../collection/charging/payment-pages.service.js';
import { usableMethods } from '../model/connections/provider-connections.repository.js';
import { findRequest } from '../model/requests/payment-requests.repository.js';
import { PaymentDatabase } from '../payment.database.js';
import { writeRequest } from '../payments/requests/payment-request.writer.js';
import { invoicesToPay, titleOf, type InvoicesToPay } from './invoices-to-pay.js';
import { readPortalPayments } from './portal-payments.reader.js';

/** The page of the portal: the tab that left it still has its token. */
export const portalAddressOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): string => `${publicUrl}/portal`;

/** Customers pay their invoices in the portal, by a stored method or on a page of the provider (customers, section 3.2). */
@Injectable()
export class PortalPaymentsService {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly clock: Clock,
    private readonly charges: ChargesService,
    private readonly invoicePayments: InvoicePaymentsService,
    private readonly config: Config,
  ) {}

  /**
   * Begins one payment of all chosen invoices.
   * @param repetition the key under which a stored method is charged once; a repeated page is the same one anyway
   * @throws NotFound, NotAllowed, ValidationFailed, `third_party_error`
   */
  async pay(caller: CallingCustomer, input: PortalPaymentCreate, repetition?: Repetition): Promise<PortalPayment> {
    const at = await this.clock.now(caller.organizationId);
    const methodId = input.svc_payment_method_id;
    return typeof methodId === 'string' && methodId !== ''
      ? this.charge(caller, input, methodId, { at, repetition })
      : this.openPage(caller, input, at);
  }

  /** Payments in whatever state, those of automatic charges, too: the customer sees why one was declined. */
  async list(
    { organizationId, customerId }: CallingCustomer,
    filters: PortalPaymentFilters,
  ): Promise<{ payments: PortalMadePayment[]; meta: Meta }> {
    return this.database.tenant(organizationId, (transaction) => readPortalPayments(transaction, customerId, filters));
  }

  private async charge(
    { organizationId, customerId }: CallingCustomer,
    input: PortalPaymentCreate,
    methodId: string,
    { at, repetition }: { at: Instant; repetition: Repetition | undefined },
  ): Promise<PortalPayment> {
    const { paymentId, payment } = await this.database.createOnce(organizationId, repetition, async (transaction) => {
      const methods = (await usableMethods(transaction, [customerId])).get(customerId) ?? [];
      const chosen = methods.find(({ method }) => method.id === methodId.toLowerCase());
      if (!chosen) throw new NotFound('payment_method');
      const toPay = await invoicesToPay(transaction, customerId, input);
      const method = { payment_method_type: 'provider', payment_method_id: chosen.method.id } as const;
      const requestId = await requestOver(transaction, toPay, { id: newId(), method, at });
      const payable =
        requestId === null
          ? { type: 'Invoice' as const, id: only(toPay.invoices).id, method }
          : { type: 'PaymentRequest' as const, id: requestId, method };
      const begun = await begin(transaction, payable, at);
      if (begun === 'under_way') throw new NotAllowed('payment_processor_is_currently_handling_payment');
      if (typeof begun === 'string') throw new ValidationFailed({ base: ['nothing_to_pay'] });
      const { paymentId } = begun;
      return { paymentId, payment: presented(toPay, { status: 'pending', url: null, requestId, paymentId }) };
    });
    await this.charges.queue(organizationId, paymentId);
    return payment;
  }

  private async openPage(
    { organizationId, customerId }: CallingCustomer,
    input: PortalPaymentCreate,
    at: Instant,
  ): Promise<PortalPayment> {
    const { toPay, payable } = await this.database.tenant(organizationId, async (transaction) => {
      const found = await invoicesToPay(transaction, customerId, input);
      return { toPay: found, payable: await payableOnPage(transaction, found, at) };
    });
    const { payment_url: url } = await this.invoicePayments.openPage(organizationId, {
      ...payable,
      returnUrl: portalAddressOf(this.config),
    });
    const requestId = payable.type === 'PaymentRequest' ? payable.id : null;
    return presented(toPay, { status: 'page_opened', url, requestId, paymentId: null });
  }
}

/** The invoice of a page, or the payment request over several: the same one for the same invoices and amount. */
async function payableOnPage(
  transaction: TenantTransaction,
  toPay: InvoicesToPay,
  at: Instant,
): Promise<PayableOfPage> {
  const { customerId, invoices, totals } = toPay;
  const ids = invoices.map((invoice) => invoice.id).sort();
  const id = idOfName(transaction.organizationId, `portal request ${ids.join()} ${totals.amountCents}`);
  const former = await findRequest(transaction, id);
  const method = { payment_method_type: 'manual', payment_method_id: null } as const;
  const requestId =
    former && former.payment_status !== 'succeeded'
      ? former.id
      : await requestOver(transaction, toPay, { id: former ? newId() : id, method, at });
  return {
    ...(requestId === null
      ? { type: 'Invoice' as const, id: only(invoices).id }
      : { type: 'PaymentRequest' as const, id: requestId }),
    title: titleOf(invoices),
    amountCents: totals.amountCents,
    currency: totals.currency,
    billingEntityId: totals.billingEntityId,
    customerId,
  };
}

/** Writes a payment request over several invoices, without a mail. @returns its id; null for one invoice */
async function requestOver(
  transaction: TenantTransaction,
  { customerId, invoices, totals }: InvoicesToPay,
  { id, method, at }: { id: string; method: NonNullable<Parameters<typeof writeRequest>[1]['method']>; at: Instant },
): Promise<string | null> {
  if (invoices.length === 1) return null;
  const invoiceIds = invoices.map((invoice) => invoice.id);
  const request = { id, customerId, totals, invoiceIds, email: null, dunning: null, method, now: at };
  return (await writeRequest(transaction, request)).id;
}

function only([invoice]: PayableInvoice[]): PayableInvoice {
  if (!invoice) throw new Error('There is no invoice to pay');
  return invoice;
}

interface Started {
  requestId: string | null;
  paymentId: string | null;
}

const presented = (
  { invoices, totals }: InvoicesToPay,
  { status, url, requestId, paymentId }: Pick<PortalPayment, 'status' | 'url'> & Started,
): PortalPayment => ({
  status,
  url,
  amount_cents: centsNumber(totals.amountCents),
  amount_currency: totals.currency,
  svc_invoice_ids: invoices.map(({ id }) => id),
  svc_payment_request_id: requestId,
  svc_payment_id: paymentId,
});
