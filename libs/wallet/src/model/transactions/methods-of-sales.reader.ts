import { sql } from 'kysely';
import type { PaymentMethodReference } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import { hasOwnPaymentMethod } from '@tollgate/subscription/reader';

interface SaleRow {
  id: string;
  given: boolean;
  own: PaymentMethodReference;
  rule: PaymentMethodReference | null;
  wallet: PaymentMethodReference;
}

/** Builds the SQL of a row's payment method. */
const methodJson = (row: string) =>
  sql.raw(
    `json_build_object('payment_method_type', ${row}.payment_method_type, 'payment_method_id', ${row}.payment_method_id)`,
  );

/**
 * Reads the payment methods of sales, by transaction: the request's, else the active rule's, else the wallet's current
 * one (webhooks, section 14). A manual method of the sale stays manual.
 */
export async function readMethodsOfSales(
  transaction: TenantTransaction,
  ids: string[],
): Promise<Map<string, PaymentMethodReference>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<SaleRow>`
    select sale.id, sale.payment_method_given as given,
      ${methodJson('sale')} as own, case when rule.id is not null then ${methodJson('rule')} end as rule, ${methodJson('wallet')} as wallet
    from wallet.transactions sale
    join wallet.wallets wallet on wallet.id = sale.wallet_id
    left join wallet.recurring_rules rule
      on rule.id = sale.recurring_rule_id and rule.status = 'active' and sale.source in ('interval', 'threshold')
    where sale.organization_id = ${transaction.organizationId} and sale.id = any(${ids}::uuid[])
  `.execute(transaction);
  return new Map(
    rows.map(({ id, given: isRequested, own, rule, wallet }) => [
      id,
      isRequested || hasOwnPaymentMethod(own) ? own : rule && hasOwnPaymentMethod(rule) ? rule : wallet,
    ]),
  );
}

/** Selects the sales, by transaction, that a call requested; rules make the others. */
export async function readSalesByHand(transaction: TenantTransaction, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select id from wallet.transactions
    where organization_id = ${transaction.organizationId} and id = any(${ids}::uuid[]) and source = 'manual'
  `.execute(transaction);
  return new Set(rows.map(({ id }) => id));
}
