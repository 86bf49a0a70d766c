import type { TenantTransaction } from '@tollgate/platform';
import type { PaymentDatabase } from '../../payment.database.js';
import { tables } from '../../model/payment.tables.js';
import type { ProviderAccount } from '../ports/account.js';
import type { RefundOutcome } from '../ports/outcomes.js';
import type { RefundRequest, RefundsPort } from '../ports/refunds.js';
import { refundOf, refusalOfRefund } from './outcome.rules.js';

/** Refunds in the books of the sandbox provider. */
export class SandboxRefunds implements RefundsPort {
  constructor(private readonly database: PaymentDatabase) {}

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
}

async function hasRefund(transaction: TenantTransaction, key: string): Promise<boolean> {
  const refund = await tables(transaction)
    .selectFrom('payment.sandbox_refunds')
    .select('id')
    .where('id', '=', key)
    .executeTakeFirst();
  return refund !== undefined;
}
