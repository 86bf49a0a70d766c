import type { Instant } from '@tollgate/platform';
import { isBlank, isStorableText, ruleIntervals, ruleMethods, ruleTriggers, bounds } from '@tollgate/contracts';
import { AmountOutOfRange, Decimal, roundHalfUp } from '@tollgate/rating';
import { isPaymentMethod, methodOfRow, paymentMethodOf, type SectionSelection } from '@tollgate/subscription/reader';
import type { RuleRow } from '../rules/recurring-rules.repository.js';
import { inbound, limitFault, readCredits, type CreditPrice, type TopUpLimits } from './credit-inputs.js';
import { readSelection } from './selection-input.js';
import { readFutureInstant, readInstant } from './plain-inputs.js';
import { mostPairs, readTransactionMetadata } from './transaction-metadata.js';

/** Columns whose names equal their request fields. */
const columns = [
  'method',
  'interval',
  'paid_credits',
  'granted_credits',
  'grants_target_top_up',
  'threshold_credits',
  'target_ongoing_balance',
  'ignore_paid_top_up_limits',
  'transaction_name',
  'transaction_metadata',
  'purchase_order_number',
  'started_at',
  'expiration_at',
] as const satisfies (keyof RuleRow)[];

/** A top-up rule from a request. */
export type RuleInput = Pick<
  RuleRow,
  'trigger' | 'payment_method_type' | 'payment_method_id' | (typeof columns)[number]
> & {
  /** Whether the request states the credits of the top-up. */
  ownCredits: boolean;
  /** The rule's own setting; null leaves the choice to the wallet. */
  invoice_requires_successful_payment: boolean | null;
  /** The id of the rule to change. */
  id: string | null;
  /** The selection of invoice texts. */
  sections: SectionSelection | undefined;
  /** The names of the fields in the request. */
  named: ReadonlySet<string>;
};

/** Merges a rule's input into its row: fields that the request omits stay (wallets, section 2.4). */
export function changedRule(input: RuleInput, before: RuleRow): RuleInput {
  const changed: RuleInput = {
    ...input,
    ...Object.fromEntries(columns.filter((name) => !input.named.has(name)).map((name) => [name, before[name]])),
    ...(input.named.has('payment_method') ? {} : methodOfRow(before)),
  };
  return { ...changed, grants_target_top_up: changed.method === 'target' && changed.grants_target_top_up };
}

const oneOf = <T extends string>(values: readonly T[], raw: unknown): T | undefined =>
  values.find((value) => value === raw);

const storedCredits = (credits: Decimal | null | undefined): string =>
  roundHalfUp(credits ?? new Decimal(0), 5).toFixed();

const shortText = (raw: unknown): string | null | undefined => {
  if (isBlank(raw)) return null;
  const text = String(raw);
  return typeof raw === 'object' || text.length > bounds.line || !isStorableText(text) ? undefined : text;
};

/**
 * Reads a top-up rule from a request; null when it is invalid, without a reason (wallets, section 2.6).
 * @param methods the payment methods that the rule may name
 */
export function readRule(raw: unknown, methods: ReadonlySet<string>, now: Instant): RuleInput | null {
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw)) return null;
  const fields = raw as Record<string, unknown>;
  const trigger = oneOf(ruleTriggers, fields['trigger']);
  const method = isBlank(fields['method']) ? 'fixed' : oneOf(ruleMethods, fields['method']);
  const interval = oneOf(ruleIntervals, fields['interval']) ?? null;
  if (!trigger || !method || (trigger === 'interval' && interval === null)) return null;
  const amounts = readAmounts(fields, trigger, method);
  const dates = readDates(fields, now);
  const texts = readTexts(fields);
  const grants = fields['grants_target_top_up'];
  if (!isPaymentMethod(fields['payment_method'], methods)) return null;
  if (!amounts || !dates || !texts || (typeof grants === 'boolean' && method !== 'target')) return null;
  const requiresPayment = fields['invoice_requires_successful_payment'];
  return {
    id: typeof fields['svc_id'] === 'string' ? fields['svc_id'] : null,
    trigger,
    method,
    interval,
    grants_target_top_up: grants === true,
    ignore_paid_top_up_limits: fields['ignore_paid_top_up_limits'] === true,
    invoice_requires_successful_payment: typeof requiresPayment === 'boolean' ? requiresPayment : null,
    ...paymentMethodOf(fields['payment_method']),
    sections: readSelection(fields['invoice_custom_section']),
    named: new Set(Object.keys(fields)),
    ...amounts,
    ...dates,
    ...texts,
  };
}

function readAmounts(fields: Record<string, unknown>, trigger: RuleRow['trigger'], method: RuleRow['method']) {
  const [paid, granted] = [readCredits(fields['paid_credits']), readCredits(fields['granted_credits'])];
  const creditFields = [paid, granted].filter((credits) => credits !== null);
  if (creditFields.length > 0 && creditFields.every((credits) => credits === undefined)) return null;
  const threshold = readCredits(fields['threshold_credits']);
  const target = readCredits(fields['target_ongoing_balance']);
  if (trigger === 'threshold' && !threshold) return null;
  if (method === 'target' && !target) return null;
  if (method === 'target' && trigger === 'threshold' && target?.lt(threshold as Decimal)) return null;
  return {
    ownCredits: creditFields.length > 0,
    paid_credits: storedCredits(paid),
    granted_credits: storedCredits(granted),
    threshold_credits: storedCredits(threshold),
    target_ongoing_balance: target ? storedCredits(target) : null,
  };
}

function readDates(fields: Record<string, unknown>, now: Instant) {
  const expiration = readFutureInstant(fields['expiration_at'], now);
  const start = isBlank(fields['started_at']) ? null : readInstant(fields['started_at']);
  return expiration === undefined || start === undefined ? null : { started_at: start, expiration_at: expiration };
}

function readTexts(fields: Record<string, unknown>) {
  const metadata = readTransactionMetadata(fields['transaction_metadata'], mostPairs.rule);
  const isList = isBlank(fields['transaction_metadata']) || Array.isArray(fields['transaction_metadata']);
  const name = shortText(fields['transaction_name']);
  const order = shortText(fields['purchase_order_number']);
  if (typeof metadata === 'string' || !isList || name === undefined || order === undefined) return null;
  return { transaction_metadata: metadata, transaction_name: name, purchase_order_number: order?.trim() ?? null };
}

type FixedTopUp = Pick<RuleInput, 'method' | 'paid_credits' | 'ignore_paid_top_up_limits'>;

/** Checks that the amount of a rule's sale is in range and within the wallet's limits (wallets, section 2.4). */
export function isWithinLimits(rule: FixedTopUp, wallet: CreditPrice & TopUpLimits): boolean {
  const paid = new Decimal(rule.paid_credits);
  if (rule.method !== 'fixed' || paid.isZero()) return true;
  try {
    const { amountCents } = inbound(paid, wallet);
    return rule.ignore_paid_top_up_limits || limitFault(amountCents, wallet) === null;
  } catch (error) {
    if (error instanceof AmountOutOfRange) return false;
    throw error;
  }
}
