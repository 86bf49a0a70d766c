import type { AppliedInvoiceCustomSection, RecurringTransactionRule, Wallet } from '@tollgate/contracts';
import { readBillingEntities, readMetrics } from '@tollgate/catalog/reader';
import { groupBy, isoSeconds, type TenantTransaction, type Instant } from '@tollgate/platform';
import { centsNumber, Decimal, decimalText } from '@tollgate/rating';
import { methodOfRow, readCustomerReferences } from '@tollgate/subscription/reader';
import { presentSections } from '../custom-sections/section-selection.js';
import { activeRulesOf, type RuleRow } from '../rules/recurring-rules.repository.js';
import type { WalletRow } from '../wallets/wallets.repository.js';

/** A wallet in messages about its transactions (webhooks, section 4). */
export type PlainWallet = Omit<Wallet, 'applies_to' | 'recurring_transaction_rules'>;

const decimal = (stored: string): string => decimalText(new Decimal(stored));
const instant = (at: Date | null): string | null => at && isoSeconds(at);
const limit = (cents: bigint | null): number | null => (cents === null ? null : centsNumber(cents));

/**
 * Presents wallets with their limitations and rules, in input order.
 * @param shown the plain wallets, when the caller has them
 */
export async function presentWallets(
  transaction: TenantTransaction,
  rows: WalletRow[],
  now: Instant,
  shown?: PlainWallet[],
): Promise<Wallet[]> {
  const plain = shown ?? (await presentPlainWallets(transaction, rows));
  const ids = rows.map(({ id }) => id);
  const active = await activeRulesOf(transaction, ids, now);
  const sections = await presentSections(
    transaction,
    active.map(({ id }) => id),
  );
  const rules = groupBy(active, (rule) => rule.wallet_id);
  const metrics = await readMetrics(transaction, [...new Set(rows.flatMap((row) => row.billable_metric_ids))]);
  return rows.map((row, position) => {
    const { metadata, ...wallet } = plain[position] as PlainWallet;
    return {
      ...wallet,
      applies_to: {
        fee_types: row.fee_types,
        billable_metric_codes: row.billable_metric_ids.flatMap((id) => metrics.get(id)?.code ?? []),
      },
      recurring_transaction_rules: (rules.get(row.id) ?? []).map((rule) => presentRule(rule, sections.get(rule.id))),
      ...(metadata ? { metadata } : {}),
    };
  });
}

/** Presents wallets without limitations and rules, in input order. */
export async function presentPlainWallets(transaction: TenantTransaction, rows: WalletRow[]): Promise<PlainWallet[]> {
  if (rows.length === 0) return [];
  const customers = await readCustomerReferences(
    transaction,
    rows.map((row) => row.customer_id),
  );
  const entities = await readBillingEntities(transaction);
  const sections = await presentSections(
    transaction,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const customer = customers.get(row.customer_id);
    const entity = entities.get(row.billing_entity_id ?? customer?.billingEntityId ?? '');
    const balance = centsNumber(row.balance_cents);
    return {
      svc_id: row.id,
      svc_customer_id: row.customer_id,
      external_customer_id: customer?.externalId ?? '',
      billing_entity_code: entity?.code ?? '',
      status: row.status,
      name: row.name,
      code: row.code,
      priority: row.priority,
      currency: row.currency,
      rate_amount: decimal(row.rate_amount),
      credits_balance: decimal(row.credits_balance),
      balance_cents: balance,
      balance,
      consumed_credits: decimal(row.consumed_credits),
      ongoing_balance_cents: centsNumber(row.ongoing_balance_cents),
      ongoing_usage_balance_cents: centsNumber(row.ongoing_usage_balance_cents),
      credits_ongoing_balance: decimal(row.credits_ongoing_balance),
      credits_ongoing_usage_balance: decimal(row.credits_ongoing_usage_balance),
      created_at: isoSeconds(row.created_at),
      expiration_at: instant(row.expiration_at),
      last_balance_sync_at: instant(row.last_balance_sync_at),
      last_consumed_credit_at: instant(row.last_consumed_credit_at),
      terminated_at: instant(row.terminated_at),
      invoice_requires_successful_payment: row.invoice_requires_successful_payment,
      paid_top_up_min_amount_cents: limit(row.paid_top_up_min_amount_cents),
      paid_top_up_max_amount_cents: limit(row.paid_top_up_max_amount_cents),
      purchase_order_number: row.purchase_order_number,
      applied_invoice_custom_sections: sections.get(row.id) ?? [],
      payment_method: methodOfRow(row),
      ...(row.metadata ? { metadata: row.metadata } : {}),
    };
  });
}

const presentRule = (row: RuleRow, sections: AppliedInvoiceCustomSection[] = []): RecurringTransactionRule => ({
  svc_id: row.id,
  trigger: row.trigger,
  method: row.method,
  interval: row.interval,
  status: row.status,
  paid_credits: decimal(row.paid_credits),
  granted_credits: decimal(row.granted_credits),
  grants_target_top_up: row.grants_target_top_up,
  threshold_credits: decimal(row.threshold_credits),
  target_ongoing_balance: row.target_ongoing_balance === null ? null : decimal(row.target_ongoing_balance),
  started_at: instant(row.started_at),
  expiration_at: instant(row.expiration_at),
  created_at: isoSeconds(row.created_at),
  invoice_requires_successful_payment: row.invoice_requires_successful_payment,
  ignore_paid_top_up_limits: row.ignore_paid_top_up_limits,
  transaction_name: row.transaction_name,
  transaction_metadata: row.transaction_metadata,
  purchase_order_number: row.purchase_order_number,
  applied_invoice_custom_sections: sections,
  payment_method: methodOfRow(row),
});
