import { Injectable } from '@nestjs/common';
import { isBlank, type Payment, type PaymentCreate } from '@tollgate/contracts';
import {
  Clock,
  Forbidden,
  isId,
  isoSeconds,
  newId,
  NotFound,
  ValidationFailed,
  type TenantTransaction,
} from '@tollgate/platform';
import { readEmbeddedCustomers } from '@tollgate/subscription/reader';
import type { Selectable } from 'kysely';
import { offsetsOf, settleIfPaid } from '../rows/offsets.repository.js';
import { InvoicingDatabase } from '../invoicing.database.js';
import { tables } from '../tables/invoicing.tables.js';
import { lockInvoice, type InvoiceRow } from '../rows/invoices.repository.js';
import type { PaymentsTable } from '../tables/payments.tables.js';
import { centsNumber } from '@tollgate/rating';

/** Manual payments of invoices (invoices, section 12). */
@Injectable()
export class PaymentsService {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailed, NotFound, Forbidden, in the order of the reference */
  async create(organizationId: string, input: PaymentCreate): Promise<Payment> {
    if (isBlank(input.invoice_id)) throw new ValidationFailed({ invoice_id: ['value_is_mandatory'] });
    const { amount_cents: given } = input;
    if (typeof given !== 'number' || !Number.isSafeInteger(given) || given <= 0)
      throw new ValidationFailed({ amount_cents: ['invalid_value'] });
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const id = input.invoice_id as string;
      const invoice = isId(id) ? await lockInvoice(transaction, id) : undefined;
      if (!invoice || invoice.status === 'closed') throw new NotFound('invoice');
      if (invoice.status !== 'finalized') throw new Forbidden('feature_unavailable');
      const paidAt = judge(input, now);
      const amount = BigInt(given);
      if (amount > (await dueOf(transaction, invoice)))
        throw new ValidationFailed({ amount_cents: ['value_is_out_of_range'] });
      const payment = await tables(transaction)
        .insertInto('invoicing.payments')
        .values({
          id: newId(),
          organization_id: organizationId,
          customer_id: invoice.customer_id,
          invoice_id: invoice.id,
          amount_cents: amount,
          currency: invoice.currency,
          payment_status: 'succeeded',
          type: 'manual',
          reference: input.reference as string,
          created_at: paidAt,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const paid = { ...invoice, total_paid_amount_cents: invoice.total_paid_amount_cents + amount };
      await tables(transaction)
        .updateTable('invoicing.invoices')
        .set({ total_paid_amount_cents: paid.total_paid_amount_cents, updated_at: new Date(now) })
        .where('id', '=', invoice.id)
        .execute();
      await settleIfPaid(transaction, paid, now);
      return present(transaction, payment, invoice);
    });
  }
}

/** @returns when it was paid @throws ValidationFailed */
function judge({ paid_at: paidAt, reference }: PaymentCreate, now: number): Date {
  const at = isBlank(paidAt) ? now : Date.parse(paidAt as string);
  if (Number.isNaN(at)) throw new ValidationFailed({ paid_at: ['invalid_date'] });
  if (isBlank(reference)) throw new ValidationFailed({ reference: ['value_is_mandatory'] });
  if ((reference as string).length > 40) throw new ValidationFailed({ reference: ['value_is_too_long'] });
  return new Date(at);
}

async function dueOf(transaction: TenantTransaction, invoice: InvoiceRow): Promise<bigint> {
  const offset = (await offsetsOf(transaction, [invoice.id])).get(invoice.id) ?? 0n;
  return invoice.total_amount_cents - invoice.total_paid_amount_cents - offset;
}

async function present(
  transaction: TenantTransaction,
  payment: Selectable<PaymentsTable>,
  invoice: InvoiceRow,
): Promise<Payment> {
  const customers = await readEmbeddedCustomers(transaction, [payment.customer_id]);
  return {
    svc_id: payment.id,
    svc_customer_id: payment.customer_id,
    external_customer_id: customers.get(payment.customer_id)?.external_id ?? '',
    invoice_ids: [invoice.id],
    invoice_numbers: [invoice.number],
    svc_payable_id: invoice.id,
    payable_type: 'Invoice',
    amount_cents: centsNumber(payment.amount_cents),
    amount_currency: payment.currency,
    status: payment.payment_status,
    payment_status: payment.payment_status,
    type: payment.type,
    reference: payment.reference,
    payment_provider_code: null,
    payment_provider_type: null,
    external_payment_id: null,
    provider_payment_id: null,
    provider_customer_id: null,
    next_action: {},
    created_at: isoSeconds(payment.created_at),
  };
}
