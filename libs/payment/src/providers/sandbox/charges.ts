import type { TenantTransaction } from '@tollgate/platform';
import type { PaymentDatabase } from '../../payment.database.js';
import { tables } from '../../model/payment.tables.js';
import type { ProviderAccount } from '../ports/account.js';
import type { ChargeReference, ChargeRequest, ChargesPort } from '../ports/charges.js';
import type { ChargeOutcome } from '../ports/outcomes.js';
import { firstAnswer, outcomeOf } from './outcome.rules.js';

/** Payments in the books of the sandbox provider: the method decides their outcome. */
export class SandboxCharges implements ChargesPort {
  constructor(private readonly database: PaymentDatabase) {}

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
}

async function storedOutcome(transaction: TenantTransaction, key: string): Promise<ChargeOutcome | null> {
  const charge = await tables(transaction)
    .selectFrom('payment.sandbox_charges')
    .select(['id', 'status'])
    .where('id', '=', key)
    .executeTakeFirst();
  return charge ? outcomeOf(charge.id, charge.status) : null;
}
