import { sql } from 'kysely';
import type { PaymentMethodReference } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';

interface Level {
  type: PaymentMethodReference['payment_method_type'];
  id: string | null;
}

interface SaleRow {
  id: string;
  given: boolean;
  own: Level;
  rule: Level | null;
  wallet: Level;
}

/** What is paid by a method of its own, or by hand; all else leaves it to the next level. */
const says = (level: Level | null): boolean => level !== null && (level.type === 'manual' || level.id !== null);

/**
 * How credits that are sold are paid, by the transaction: as the call says that sells them, else as the active rule does by
 * which they are sold, else as their wallet does now (webhooks, section 14). What was by hand when it was sold stays so.
 */
export async function readMethodsOfSales(
  transaction: TenantTransaction,
  ids: string[],
): Promise<Map<string, PaymentMethodReference>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<SaleRow>`
    select sale.id, sale.payment_method_given as given,
      json_build_object('type', sale.payment_method_type, 'id', sale.payment_method_id) as own,
      case when rule.id is not null then
        json_build_object('type', rule.payment_method_type, 'id', rule.payment_method_id) end as rule,
      json_build_object('type', wallet.payment_method_type, 'id', wallet.payment_method_id) as wallet
    from wallet.transactions sale
    join wallet.wallets wallet on wallet.id = sale.wallet_id
    left join wallet.recurring_rules rule
      on rule.id = sale.recurring_rule_id and rule.status = 'active' and sale.source in ('interval', 'threshold')
    where sale.organization_id = ${transaction.organizationId} and sale.id = any(${ids}::uuid[])
  `.execute(transaction);
  return new Map(
    rows.map(({ id, given, own, rule, wallet }) => {
      const level = given || says(own) ? own : says(rule) ? (rule as Level) : wallet;
      return [id, { payment_method_type: level.type, payment_method_id: level.id }];
    }),
  );
}
