import { Injectable } from '@nestjs/common';
import type { Selectable } from 'kysely';
import type { SandboxCheckout, SandboxCheckoutComplete } from '@tollgate/contracts';
import { readPayableInvoices } from '@tollgate/invoicing/reader';
import {
  Clock,
  Config,
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
import { invoicesOfRequests } from '../model/requests/payment-requests.repository.js';
import { connectionsByIds, type ConnectionRow } from '../model/connections/provider-connections.repository.js';
import { tables } from '../model/payment.tables.js';
import { actsOfPayer, type ActOfPayer } from './sandbox-page.js';
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
    private readonly config: Config,
  ) {}

  /** @throws NotFound */
  async read(organizationId: string, id: string): Promise<SandboxCheckout> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) =>
      present(transaction, await existing(transaction, id), now),
    );
  }

  /** A checkout and where its page leads, for the payer. @throws NotFound */
  async open(id: string): Promise<{ checkout: SandboxCheckout; returnUrl: string | null }> {
    const { organization_id: organizationId, return_url: returnUrl } = await this.pageOf(id);
    return { checkout: await this.read(organizationId, id), returnUrl };
  }

  /**
   * Does what a payer chose on the page. A page that is completed or expired shows its state.
   * @returns the address where the page leads: the one of its opening, else its own @throws NotFound
   */
  async act(id: string, act: string): Promise<string> {
    const { organization_id: organizationId, return_url: returnUrl } = await this.pageOf(id);
    if (!isActOfPayer(act)) throw new NotFound('sandbox_checkout');
    const page = `${this.config.publicUrl}/sandbox_checkouts/${id}`;
    const methodId = actsOfPayer[act];
    if (methodId === null) return returnUrl ?? page;
    try {
      await this.complete(organizationId, id, { provider_method_id: methodId });
    } catch (error) {
      if (error instanceof NotAllowed) return page;
      throw error;
    }
    return returnUrl ?? page;
  }

  /**
   * Enters a payment method, which becomes the customer's default, and charges the object of the page by it.
   * @throws NotFound, NotAllowed for a completed or expired page, or one that is paid
   */
  async complete(
    organizationId: string,
    id: string,
    { provider_method_id: methodId }: SandboxCheckoutComplete,
  ): Promise<SandboxCheckout> {
    const now = await this.clock.now(organizationId);
    const { checkout, connection } = await this.take(organizationId, id, now);
    const method = await this.methods.attach(organizationId, checkout.customer_id, connection, methodId);
    const paid = paidBy(checkout);
    if (paid) {
      const entered = { payment_method_type: 'provider', payment_method_id: method.svc_id } as const;
      const payable = { ...paid, method: entered };
      const beginResult = await this.charges.begin(organizationId, payable, now);
      // A new method charges pending invoices anyway: then the payment is under way or complete.
      if (beginResult === 'no_method') throw new NotAllowed('invalid_status');
    }
    return this.read(organizationId, id);
  }

  /** The page of any organization: payers know its identifier alone. @throws NotFound */
  private async pageOf(id: string): Promise<Pick<CheckoutRow, 'organization_id' | 'return_url'>> {
    const row = isId(id)
      ? await this.database.everyTenant((transaction) =>
          tables(transaction)
            .selectFrom('payment.sandbox_checkouts')
            .select(['organization_id', 'return_url'])
            .where('id', '=', id)
            .executeTakeFirst(),
        )
      : undefined;
    if (!row) throw new NotFound('sandbox_checkout');
    return row;
  }

  /** Marks a page as completed, once. @throws NotFound, NotAllowed */
  private async take(
    organizationId: string,
    id: string,
    now: Instant,
  ): Promise<{ checkout: CheckoutRow; connection: ConnectionRow }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const checkout = await existing(transaction, id);
      if (!(await isPayable(transaction, checkout))) throw new NotAllowed('invalid_status');
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

const isActOfPayer = (text: string): text is ActOfPayer => Object.hasOwn(actsOfPayer, text);

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

function paidBy({ invoice_id: invoiceId, payment_request_id: requestId }: CheckoutRow) {
  if (invoiceId !== null) return { type: 'Invoice' as const, id: invoiceId };
  return requestId === null ? null : { type: 'PaymentRequest' as const, id: requestId };
}

/** Whether everything that a page pays is unpaid; true for a page that enters a method. */
async function isPayable(transaction: TenantTransaction, checkout: CheckoutRow): Promise<boolean> {
  const paid = paidBy(checkout);
  if (!paid) return true;
  const ids =
    paid.type === 'Invoice' ? [paid.id] : ((await invoicesOfRequests(transaction, [paid.id])).get(paid.id) ?? []);
  const invoices = await readPayableInvoices(transaction, ids, { open: true });
  return (
    invoices.length === ids.length &&
    invoices.every(({ paymentStatus, dueCents }) => paymentStatus !== 'succeeded' && dueCents > 0n)
  );
}

async function present(transaction: TenantTransaction, row: CheckoutRow, now: Instant): Promise<SandboxCheckout> {
  const externalId = (await readExternalCustomerIds(transaction, [row.customer_id])).get(row.customer_id) ?? '';
  return {
    svc_id: row.id,
    kind: paidBy(row) === null ? 'setup' : 'payment',
    status: row.status === 'open' && row.expires_at.getTime() <= now ? 'expired' : row.status,
    external_customer_id: externalId,
    svc_invoice_id: row.invoice_id,
    svc_payment_request_id: row.payment_request_id,
    amount_cents: row.amount_cents === null ? null : centsNumber(row.amount_cents),
    amount_currency: row.currency,
    expires_at: isoSeconds(row.expires_at),
  };
}
