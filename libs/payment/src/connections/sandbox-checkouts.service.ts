import { Injectable } from '@nestjs/common';
import type { Selectable } from 'kysely';
import type { SandboxCheckout, SandboxCheckoutComplete } from '@tollgate/contracts';
import { readPayableInvoices } from '@tollgate/invoicing/reader';
import {
  Clock,
  isId,
  isoSeconds,
  NotAllowed,
  NotFound,
  type TenantTransaction,
  type Instant,
} from '@tollgate/platform';
import { centsNumber } from '@tollgate/rating';
import { readExternalCustomerIds } from '@tollgate/subscription/reader';
import { ChargesService } from '../collection/charging/charges.service.js';
import { PaymentMethodsService } from '../methods/payment-methods.service.js';
import { PaymentDatabase } from '../payment.database.js';
import { connectionsByIds, type ConnectionRow } from '../model/connections/provider-connections.repository.js';
import { tables } from '../model/payment.tables.js';
import type { SandboxCheckoutsTable } from '../model/connections/providers.tables.js';

type CheckoutRow = Selectable<SandboxCheckoutsTable>;

/** The actions of a payer on the sandbox provider's pages, as requests. */
@Injectable()
export class SandboxCheckoutsService {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly clock: Clock,
    private readonly charges: ChargesService,
    private readonly methods: PaymentMethodsService,
  ) {}

  /** @throws NotFound */
  async read(organizationId: string, id: string): Promise<SandboxCheckout> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) =>
      present(transaction, await existing(transaction, id), now),
    );
  }

  /**
   * Enters a payment method, which becomes the customer's default, and charges the invoice of the page by it.
   * @throws NotFound, NotAllowed for a completed or expired page, or a paid invoice
   */
  async complete(
    organizationId: string,
    id: string,
    { provider_method_id: methodId }: SandboxCheckoutComplete,
  ): Promise<SandboxCheckout> {
    const now = await this.clock.now(organizationId);
    const { checkout, connection } = await this.take(organizationId, id, now);
    const method = await this.methods.attach(organizationId, checkout.customer_id, connection, methodId);
    if (checkout.invoice_id !== null) {
      const entered = { payment_method_type: 'provider', payment_method_id: method.svc_id } as const;
      const payable = { type: 'Invoice' as const, id: checkout.invoice_id, method: entered };
      const beginResult = await this.charges.begin(organizationId, payable, now);
      // A new method charges pending invoices anyway: then the payment is under way or complete.
      if (beginResult === 'no_method') throw new NotAllowed('invalid_status');
    }
    return this.read(organizationId, id);
  }

  /** Marks a page as completed, once. @throws NotFound, NotAllowed */
  private async take(
    organizationId: string,
    id: string,
    now: Instant,
  ): Promise<{ checkout: CheckoutRow; connection: ConnectionRow }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const checkout = await existing(transaction, id);
      if (checkout.invoice_id !== null && !(await isUnpaid(transaction, checkout.invoice_id)))
        throw new NotAllowed('invalid_status');
      const completedRow = await tables(transaction)
        .updateTable('payment.sandbox_checkouts')
        .set({ status: 'completed' })
        .where('id', '=', id)
        .where('status', '=', 'open')
        .where('expires_at', '>', new Date(now))
        .returning('id')
        .executeTakeFirst();
      const connection = (await connectionsByIds(transaction, [checkout.connection_id])).get(checkout.connection_id);
      if (!completedRow || !connection || connection.deleted_at !== null) throw new NotAllowed('invalid_status');
      return { checkout, connection };
    });
  }
}

/** @throws NotFound */
async function existing(transaction: TenantTransaction, id: string): Promise<CheckoutRow> {
  const row = isId(id)
    ? await tables(transaction)
        .selectFrom('payment.sandbox_checkouts')
        .selectAll()
        .where('organization_id', '=', transaction.organizationId)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (!row) throw new NotFound('sandbox_checkout');
  return row;
}

async function isUnpaid(transaction: TenantTransaction, invoiceId: string): Promise<boolean> {
  const [invoice] = await readPayableInvoices(transaction, [invoiceId], { open: true });
  return invoice !== undefined && invoice.paymentStatus !== 'succeeded' && invoice.dueCents > 0n;
}

async function present(transaction: TenantTransaction, row: CheckoutRow, now: Instant): Promise<SandboxCheckout> {
  const externalId = (await readExternalCustomerIds(transaction, [row.customer_id])).get(row.customer_id) ?? '';
  return {
    svc_id: row.id,
    kind: row.invoice_id === null ? 'setup' : 'payment',
    status: row.status === 'open' && row.expires_at.getTime() <= now ? 'expired' : row.status,
    external_customer_id: externalId,
    svc_invoice_id: row.invoice_id,
    amount_cents: row.amount_cents === null ? null : centsNumber(row.amount_cents),
    amount_currency: row.currency,
    expires_at: isoSeconds(row.expires_at),
  };
}
