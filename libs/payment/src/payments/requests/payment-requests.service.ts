import { Injectable } from '@nestjs/common';
import {
  isBlank,
  type Meta,
  type PaymentRequest,
  type PaymentRequestCreate,
  type PaymentRequestFilters,
} from '@tollgate/contracts';
import { readPayableInvoices, type PayableInvoice } from '@tollgate/invoicing/reader';
import { Clock, isId, NotAllowed, NotFound, type Repetition, type TenantTransaction } from '@tollgate/platform';
import { findCustomerView, type CustomerView } from '@tollgate/subscription/reader';
import { PaymentDatabase } from '../../payment.database.js';
import { findRequest, listRequests } from '../../model/requests/payment-requests.repository.js';
import { invoicesBeingPaid } from '../../model/payments/payments.repository.js';
import { readRequestedMethod } from '../../model/paying-methods/method-references.js';
import { restrictedBillingEntities, restrictedCustomers } from '../../model/payments/restriction.repository.js';
import { presentRequests } from './payment-request.presenter.js';
import { emailOf, writeRequest } from './payment-request.writer.js';
import { requestTotals } from './request-totals.rules.js';

/** Payment requests over several overdue invoices (invoices, section 13). */
@Injectable()
export class PaymentRequestsService {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly clock: Clock,
  ) {}

  /**
   * @param repetition the key under which the caller may repeat the call
   * @throws NotFound, NotAllowed, ValidationFailed
   */
  async create(organizationId: string, input: PaymentRequestCreate, repetition?: Repetition): Promise<PaymentRequest> {
    const now = await this.clock.now(organizationId);
    return this.database.createOnce(organizationId, repetition, async (transaction) => {
      const customer = await findCustomerView(transaction, input.external_customer_id ?? '');
      if (!customer) throw new NotFound('customer');
      const invoices = await invoicesOf(transaction, customer, input.svc_invoice_ids ?? []);
      const totals = requestTotals(invoices);
      const invoiceIds = invoices.map(({ id }) => id);
      if ((await invoicesBeingPaid(transaction, invoiceIds)).size > 0)
        throw new NotAllowed('invoices_not_ready_for_payment_processing');
      const method = await readRequestedMethod(transaction, customer.id, input.payment_method);
      const row = await writeRequest(transaction, {
        customerId: customer.id,
        totals,
        invoiceIds,
        email: isBlank(input.email) ? await emailOf(transaction, customer.id) : (input.email as string),
        dunning: null,
        method,
        now,
      });
      const [request] = await presentRequests(transaction, [row]);
      return request as PaymentRequest;
    });
  }

  /** @param externalCustomerId from the path; then the customer must exist. @throws NotFound */
  async list(
    organizationId: string,
    filters: PaymentRequestFilters,
    externalCustomerId?: string,
  ): Promise<{ payment_requests: PaymentRequest[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const customerIds = await restrictedCustomers(transaction, filters.external_customer_id, externalCustomerId);
      const billingEntityIds = await restrictedBillingEntities(transaction, filters.billing_entity_codes);
      const { rows, meta } = await listRequests(transaction, filters, { customerIds, billingEntityIds });
      return { payment_requests: await presentRequests(transaction, rows), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, id: string): Promise<PaymentRequest> {
    return this.database.tenant(organizationId, async (transaction) => {
      const row = isId(id) ? await findRequest(transaction, id) : undefined;
      if (!row) throw new NotFound('payment_request');
      const [request] = await presentRequests(transaction, [row]);
      return request as PaymentRequest;
    });
  }
}

/** Reads the customer's invoices among these ids; ignores foreign and invalid ids. */
async function invoicesOf(
  transaction: TenantTransaction,
  customer: CustomerView,
  ids: string[],
): Promise<PayableInvoice[]> {
  const invoices = await readPayableInvoices(transaction, ids.filter(isId));
  return invoices.filter(({ customerId }) => customerId === customer.id);
}
