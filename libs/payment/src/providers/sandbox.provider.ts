import { Injectable } from '@nestjs/common';
import { Config, newId, type Instant, type TenantTransaction } from '@tollgate/platform';
import { PaymentDatabase } from '../payment.database.js';
import { tables } from '../model/tables/payment.tables.js';
import type { CardDetails } from '../model/tables/providers.tables.js';
import type {
  ChargeOutcome,
  ChargeReference,
  ChargeRequest,
  CustomerData,
  InboundEvent,
  PaymentPageRequest,
  PaymentProvider,
  ProviderAccount,
  ProviderEvent,
  ProviderHealth,
  ProviderMethod,
  ProviderPage,
  RefundOutcome,
  RefundRequest,
  SetupRequest,
} from './payment-provider.js';
import { readSandboxEvent, sandboxEventsOf } from './sandbox-events.rules.js';
import { firstAnswer, lastAnswer, outcomeOf, refundOf, refusalOfRefund } from './sandbox-outcome.rules.js';

const DAY = 86_400_000;
/** All of its methods are one test card. */
const testCard: CardDetails = { type: 'card', brand: 'visa', last4: '4242' };

/**
 * A provider that moves no money, for sandbox organizations: the method decides the outcome of a payment. It has its
 * own tables, and callers use only the port, as with a remote provider.
 */
@Injectable()
export class SandboxProvider implements PaymentProvider {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly config: Config,
  ) {}

  readonly opensPaymentPages = true;
  readonly endpointEvents = '';
  openDelivery = sandboxEventsOf;

  readEvent(_account: ProviderAccount, event: InboundEvent): Promise<ProviderEvent | null> {
    return Promise.resolve(readSandboxEvent(event));
  }

  checkHealth(): Promise<ProviderHealth> {
    return Promise.resolve({ status: 'working', error: null });
  }

  /** Its events stay in this process. */
  registerEndpoint(): Promise<null> {
    return Promise.resolve(null);
  }

  moveEndpoint(): Promise<null> {
    return Promise.resolve(null);
  }

  async removeEndpoint(): Promise<void> {}

  findCustomer(): Promise<null> {
    return Promise.resolve(null);
  }

  createCustomer(_account: ProviderAccount, { id }: CustomerData): Promise<{ id: string }> {
    return Promise.resolve({ id: `sandbox_${id}` });
  }

  /** It stores nothing of customers. */
  updateCustomer(): Promise<null> {
    return Promise.resolve(null);
  }

  deleteCustomer(): Promise<null> {
    return Promise.resolve(null);
  }

  findDefaultMethod(): Promise<ProviderMethod | null> {
    return Promise.resolve(null);
  }

  describeMethod(): Promise<CardDetails> {
    return Promise.resolve(testCard);
  }

  async makeDefault(): Promise<void> {}

  async detachMethod(): Promise<void> {}

  async charge({ organizationId, connectionId }: ProviderAccount, request: ChargeRequest): Promise<ChargeOutcome> {
    const method = request.methodId ?? '';
    const { status, answerAt } = firstAnswer(method, request.at);
    return this.database.tenant(organizationId, async (transaction) => {
      await tables(transaction)
        .insertInto('payment.sandbox_charges')
        .values({
          id: request.key,
          organization_id: organizationId,
          connection_id: connectionId,
          amount_cents: request.amountCents,
          currency: request.currency,
          method,
          status,
          created_at: new Date(request.at),
          answer_at: answerAt === null ? null : new Date(answerAt),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      return storedOutcome(transaction, request.key) as Promise<ChargeOutcome>;
    });
  }

  async findCharge({ organizationId }: ProviderAccount, { key }: ChargeReference): Promise<ChargeOutcome | null> {
    return this.database.tenant(organizationId, (transaction) => storedOutcome(transaction, key));
  }

  /** A payment under way cannot be canceled, as with direct debits. */
  async cancelCharge(account: ProviderAccount, reference: ChargeReference): Promise<ChargeOutcome | null> {
    return this.findCharge(account, reference);
  }

  /** Refunds at most the charged amount, and none for the method that refuses refunds. */
  async refund(
    { organizationId }: ProviderAccount,
    { key, chargeKey, amountCents }: RefundRequest,
  ): Promise<RefundOutcome> {
    return this.database.tenant(organizationId, async (transaction) => {
      const charge = await tables(transaction)
        .selectFrom('payment.sandbox_charges')
        .select(['id', 'method', 'amount_cents', 'refunded_cents'])
        .where('id', '=', chargeKey)
        .forUpdate()
        .executeTakeFirst();
      if (await hasRefund(transaction, key)) return refundOf(key, null);
      const error = refusalOfRefund(charge, amountCents);
      if (error || !charge) return refundOf(key, error);
      await tables(transaction)
        .insertInto('payment.sandbox_refunds')
        .values({ id: key, organization_id: organizationId, charge_id: charge.id, amount_cents: amountCents })
        .execute();
      await tables(transaction)
        .updateTable('payment.sandbox_charges')
        .set({ refunded_cents: charge.refunded_cents + amountCents })
        .where('id', '=', charge.id)
        .execute();
      return refundOf(key, null);
    });
  }

  async findRefund({ organizationId }: ProviderAccount, { key }: RefundRequest): Promise<RefundOutcome | null> {
    return this.database.tenant(organizationId, async (transaction) =>
      (await hasRefund(transaction, key)) ? refundOf(key, null) : null,
    );
  }

  async openSetup(account: ProviderAccount, request: SetupRequest): Promise<ProviderPage> {
    return this.openPage(account, request, null);
  }

  async openPayment(account: ProviderAccount, request: PaymentPageRequest): Promise<ProviderPage> {
    return this.openPage(account, request, request.invoice);
  }

  /** Opens the same page while it is open. */
  private async openPage(
    { organizationId, connectionId }: ProviderAccount,
    { customerId, at }: SetupRequest,
    invoice: PaymentPageRequest['invoice'] | null,
  ): Promise<ProviderPage> {
    const page = await this.database.tenant(organizationId, async (transaction) => {
      const open = await tables(transaction)
        .selectFrom('payment.sandbox_checkouts')
        .select(['id', 'expires_at'])
        .where('customer_id', '=', customerId)
        .where('connection_id', '=', connectionId)
        .where('invoice_id', 'is not distinct from', invoice?.id ?? null)
        .where('amount_cents', 'is not distinct from', invoice?.amountCents ?? null)
        .where('status', '=', 'open')
        .where('expires_at', '>', new Date(at))
        .executeTakeFirst();
      if (open) return open;
      const made = { id: newId(), expires_at: new Date(at + DAY) };
      await tables(transaction)
        .insertInto('payment.sandbox_checkouts')
        .values({
          ...made,
          organization_id: organizationId,
          connection_id: connectionId,
          customer_id: customerId,
          invoice_id: invoice?.id ?? null,
          amount_cents: invoice?.amountCents ?? null,
          currency: invoice?.currency ?? null,
          status: 'open',
          created_at: new Date(at),
        })
        .execute();
      return made;
    });
    const url = `${this.config.publicUrl}/api/v1/sandbox_checkouts/${page.id}`;
    return { id: page.id, url, expiresAt: null };
  }

  async closePage({ organizationId }: ProviderAccount, pageId: string): Promise<void> {
    await this.database.tenant(organizationId, (transaction) =>
      tables(transaction)
        .updateTable('payment.sandbox_checkouts')
        .set((row) => ({ expires_at: row.ref('created_at') }))
        .where('id', '=', pageId)
        .where('status', '=', 'open')
        .execute(),
    );
  }

  /** Reads the events due until an instant, oldest first; repeats them until their delivery. */
  async answersUntil(organizationId: string, until: Instant): Promise<SandboxAnswer[]> {
    return this.database.tenant(organizationId, async (transaction) => {
      const charges = await tables(transaction)
        .selectFrom('payment.sandbox_charges')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('answer_at', '<=', new Date(until))
        .orderBy('answer_at')
        .orderBy('id')
        .limit(500)
        .execute();
      return charges.map(({ id, connection_id: connectionId, method }) => ({
        chargeId: id,
        connectionId,
        payload: { id: `evt_${id}`, charge: id, status: lastAnswer(method) },
      }));
    });
  }

  /** Marks an event as delivered and updates the charge. */
  async markDelivered(organizationId: string, { chargeId, payload }: SandboxAnswer): Promise<void> {
    await this.database.tenant(organizationId, (transaction) =>
      tables(transaction)
        .updateTable('payment.sandbox_charges')
        .set({ status: payload.status, answer_at: null })
        .where('id', '=', chargeId)
        .execute(),
    );
  }
}

async function storedOutcome(transaction: TenantTransaction, key: string): Promise<ChargeOutcome | null> {
  const charge = await tables(transaction)
    .selectFrom('payment.sandbox_charges')
    .select(['id', 'status'])
    .where('id', '=', key)
    .executeTakeFirst();
  return charge ? outcomeOf(charge.id, charge.status) : null;
}

async function hasRefund(transaction: TenantTransaction, key: string): Promise<boolean> {
  const refund = await tables(transaction)
    .selectFrom('payment.sandbox_refunds')
    .select('id')
    .where('id', '=', key)
    .executeTakeFirst();
  return refund !== undefined;
}

/** A late outcome of the sandbox provider. */
export interface SandboxAnswer {
  chargeId: string;
  connectionId: string;
  payload: { id: string; charge: string; status: 'succeeded' | 'failed' | 'processing' | 'requires_action' };
}
