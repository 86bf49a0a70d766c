import { Injectable } from '@nestjs/common';
import {
  isBlank,
  type Meta,
  type Payment,
  type PaymentCreate,
  type PaymentFilters,
  type ReadPayment,
  type RecordedPayment,
} from '@tollgate/contracts';
import { findRecordedPayment, readPayableInvoices, type PayableInvoice } from '@tollgate/invoicing/reader';
import {
  Clock,
  CommandBus,
  Forbidden,
  idOfName,
  isId,
  newId,
  NotFound,
  ValidationFailed,
  type Repetition,
  type Rights,
  type TenantTransaction,
} from '@tollgate/platform';
import { withCustomers, type CustomerExpansionRequest } from '@tollgate/subscription/reader';
import { PaymentDatabase } from '../../payment.database.js';
import { storePayment } from '../recording/received-payment.writer.js';
import { isPaidByRequest } from '../../model/requests/payment-requests.repository.js';
import { findPayment, listPayments } from '../../model/payments/payments.repository.js';
import { restrictedCustomers } from '../../model/payments/restriction.repository.js';
import { readManualPayment } from './manual-payment.rules.js';
import { payInvoice } from './pay-invoice.js';
import { presentPayments } from './payment.presenter.js';

/** Lists payments, and records those received by hand (invoices, section 12). */
@Injectable()
export class PaymentsService {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
  ) {}

  /**
   * Records a payment. A command makes the invoice accept or refuse it. When the request breaks after that, the
   * invoice's message stores the payment. The identifier of the payment follows from the caller's key: a call that was
   * cut off after the command finds the payment at the invoice.
   * @param repetition the key under which the caller may repeat the call
   * @throws ValidationFailed, NotFound, Forbidden, in the order of the reference
   * @throws Unavailable while the invoice's decision is unknown
   */
  async create(organizationId: string, input: PaymentCreate, repetition?: Repetition): Promise<Payment> {
    const paymentId = repetition ? idOfName(organizationId, `payment ${repetition.header}`) : newId();
    const known = repetition && (await this.findRecorded(organizationId, paymentId));
    const recorded = known ?? (await this.record(organizationId, paymentId, input));
    // A key is for one payment: other parameters under it would get the answer to the first.
    if (recorded.invoice_id !== String(input.invoice_id).toLowerCase() || recorded.amount_cents !== input.amount_cents)
      throw new ValidationFailed({ idempotency_key: ['value_already_exist'] });
    return this.storeRecorded(organizationId, recorded, repetition);
  }

  /** Has the invoice take the payment. */
  private async record(organizationId: string, paymentId: string, input: PaymentCreate): Promise<RecordedPayment> {
    if (isBlank(input.invoice_id)) throw new ValidationFailed({ invoice_id: ['value_is_mandatory'] });
    const { amount_cents: amount } = input;
    if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0)
      throw new ValidationFailed({ amount_cents: ['invalid_value'] });
    const now = await this.clock.now(organizationId);
    const invoice = await this.database.tenant(organizationId, (transaction) =>
      findPayable(transaction, input.invoice_id as string),
    );
    const { paidAt, reference } = readManualPayment(input, now);
    await this.refusePaidByRequest(organizationId, invoice, BigInt(amount));
    const request = {
      organization_id: organizationId,
      payment_id: paymentId,
      invoice_id: invoice.id,
      amount_cents: amount,
      reference,
      paid_at: paidAt,
      at: now,
    };
    return payInvoice(
      () => this.commands.send('invoicing', 'invoice.pay', request, paymentId),
      () => this.findRecorded(organizationId, paymentId),
    );
  }

  /** Refuses an invoice that a payment request paid already; also reports an excess amount. @throws ValidationFailed */
  private async refusePaidByRequest(
    organizationId: string,
    { id, dueCents }: PayableInvoice,
    amountCents: bigint,
  ): Promise<void> {
    const paid = await this.database.tenant(organizationId, (transaction) => isPaidByRequest(transaction, id));
    if (!paid) return;
    throw new ValidationFailed({
      ...(amountCents > dueCents ? { amount_cents: ['value_is_out_of_range'] } : {}),
      base: ['payment_request_is_already_succeeded'],
    });
  }

  private findRecorded(organizationId: string, paymentId: string): Promise<RecordedPayment | undefined> {
    return this.database.tenant(organizationId, (transaction) => findRecordedPayment(transaction, paymentId));
  }

  /** Stores an accepted payment; retries once, so a broken connection does not report a failure. */
  private async storeRecorded(
    organizationId: string,
    recorded: RecordedPayment,
    repetition: Repetition | undefined,
  ): Promise<Payment> {
    const now = await this.clock.now(organizationId);
    const attempt = () =>
      this.database.createOnce(organizationId, repetition, async (transaction) => {
        await storePayment(transaction, recorded, now);
        return readPayment(transaction, recorded.payment_id);
      });
    return attempt().catch(attempt);
  }

  /** @param externalCustomerId from the path; then the customer must exist. @throws NotFound */
  async list(
    organizationId: string,
    filters: PaymentFilters,
    may: Rights,
    externalCustomerId?: string,
  ): Promise<{ payments: ReadPayment[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const customerIds = await restrictedCustomers(transaction, filters.external_customer_id, externalCustomerId);
      const { rows, meta } = await listPayments(transaction, filters, customerIds);
      const shown = await presentPayments(transaction, rows);
      const request = { expand: filters.expand, may };
      return { payments: await withCustomers(transaction, shown, customerOf, request), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, id: string, request: CustomerExpansionRequest): Promise<ReadPayment> {
    if (!isId(id)) throw new NotFound('payment');
    return this.database.tenant(organizationId, async (transaction) => {
      const shown = [await readPayment(transaction, id)];
      const [payment] = await withCustomers(transaction, shown, customerOf, request);
      return payment as ReadPayment;
    });
  }
}

const customerOf = (payment: Payment): string => payment.svc_customer_id;

/** @throws NotFound */
async function readPayment(transaction: TenantTransaction, id: string): Promise<Payment> {
  const row = await findPayment(transaction, id);
  if (!row) throw new NotFound('payment');
  const [payment] = await presentPayments(transaction, [row]);
  return payment as Payment;
}

/** Reads the current invoice; the invoice itself decides about the payment. @throws NotFound, Forbidden */
async function findPayable(transaction: TenantTransaction, id: string): Promise<PayableInvoice> {
  const [invoice] = isId(id) ? await readPayableInvoices(transaction, [id], { open: true }) : [];
  if (!invoice) throw new NotFound('invoice');
  if (invoice.status !== 'finalized' && invoice.status !== 'open') throw new Forbidden('feature_unavailable');
  return invoice;
}
