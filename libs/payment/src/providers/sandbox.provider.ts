import { Injectable } from '@nestjs/common';
import { Config, newId, type Instant } from '@tollgate/platform';
import { PaymentDatabase } from '../payment.database.js';
import { tables } from '../model/tables/payment.tables.js';
import type { CardDetails } from '../model/tables/providers.tables.js';
import type {
  ChargeOutcome,
  ChargeRequest,
  CheckoutRequest,
  PaymentProvider,
  ProviderAccount,
  ProviderEvent,
  RefundOutcome,
  RefundRequest,
} from './payment-provider.js';
import { firstAnswer, lastAnswer, outcomeOf, refusalOfRefund } from './sandbox-outcome.rules.js';

const DAY = 86_400_000;

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

  createCustomer(_account: ProviderAccount, customerId: string): Promise<string> {
    return Promise.resolve(`sandbox_${customerId}`);
  }

  /** All of its methods are one test card. */
  describeMethod(): Promise<CardDetails> {
    return Promise.resolve({ type: 'card', brand: 'visa', last4: '4242' });
  }

  async charge({ organizationId, connectionId }: ProviderAccount, request: ChargeRequest): Promise<ChargeOutcome> {
    const { status, answerAt } = firstAnswer(request.methodId, request.at);
    return this.database.tenant(organizationId, async (transaction) => {
      await tables(transaction)
        .insertInto('payment.sandbox_charges')
        .values({
          id: request.key,
          organization_id: organizationId,
          connection_id: connectionId,
          amount_cents: request.amountCents,
          currency: request.currency,
          method: request.methodId,
          status,
          created_at: new Date(request.at),
          answer_at: answerAt === null ? null : new Date(answerAt),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      const storedCharge = await tables(transaction)
        .selectFrom('payment.sandbox_charges')
        .select(['id', 'status'])
        .where('id', '=', request.key)
        .executeTakeFirstOrThrow();
      return outcomeOf(storedCharge.id, storedCharge.status);
    });
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
      const existingRefund = await tables(transaction)
        .selectFrom('payment.sandbox_refunds')
        .select('id')
        .where('id', '=', key)
        .executeTakeFirst();
      if (existingRefund) return { error: null };
      const error = refusalOfRefund(charge, amountCents);
      if (error || !charge) return { error };
      await tables(transaction)
        .insertInto('payment.sandbox_refunds')
        .values({ id: key, organization_id: organizationId, charge_id: charge.id, amount_cents: amountCents })
        .execute();
      await tables(transaction)
        .updateTable('payment.sandbox_charges')
        .set({ refunded_cents: charge.refunded_cents + amountCents })
        .where('id', '=', charge.id)
        .execute();
      return { error: null };
    });
  }

  async checkout(
    { organizationId, connectionId }: ProviderAccount,
    { customerId, invoice, at }: CheckoutRequest,
  ): Promise<string> {
    const id = await this.database.tenant(organizationId, async (transaction) => {
      const open = await tables(transaction)
        .selectFrom('payment.sandbox_checkouts')
        .select('id')
        .where('customer_id', '=', customerId)
        .where('connection_id', '=', connectionId)
        .where('invoice_id', 'is not distinct from', invoice?.id ?? null)
        .where('amount_cents', 'is not distinct from', invoice?.amountCents ?? null)
        .where('status', '=', 'open')
        .where('expires_at', '>', new Date(at))
        .executeTakeFirst();
      if (open) return open.id;
      const made = newId();
      await tables(transaction)
        .insertInto('payment.sandbox_checkouts')
        .values({
          id: made,
          organization_id: organizationId,
          connection_id: connectionId,
          customer_id: customerId,
          invoice_id: invoice?.id ?? null,
          amount_cents: invoice?.amountCents ?? null,
          currency: invoice?.currency ?? null,
          status: 'open',
          created_at: new Date(at),
          expires_at: new Date(at + DAY),
        })
        .execute();
      return made;
    });
    return `${this.config.publicUrl}/api/v1/sandbox_checkouts/${id}`;
  }

  readEvent(payload: Record<string, unknown>): ProviderEvent | null {
    const { id, charge, status } = payload;
    if (typeof id !== 'string' || typeof charge !== 'string') return null;
    if (status !== 'succeeded' && status !== 'failed') return null;
    return { id, chargeKey: charge, outcome: outcomeOf(charge, status) };
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

/** A late outcome of the sandbox provider. */
export interface SandboxAnswer {
  chargeId: string;
  connectionId: string;
  payload: { id: string; charge: string; status: 'succeeded' | 'failed' | 'processing' | 'requires_action' };
}
