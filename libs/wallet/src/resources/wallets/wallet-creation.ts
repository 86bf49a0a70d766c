import { bounds, isBlank, type FieldErrors, type TransactionMetadata, type WalletCreate } from '@tollgate/contracts';
import { namedBillingEntity } from '@tollgate/catalog/reader';
import { newId, ValidationFailed, refuseErrors, type TenantTransaction, type Instant } from '@tollgate/platform';
import { AmountOutOfRange, type Decimal } from '@tollgate/rating';
import {
  isPaymentMethod,
  paymentMethodOf,
  type CustomerView,
  type PaymentMethods,
} from '@tollgate/subscription/reader';
import type { TopUp } from '../../credits/top-ups/top-up.js';
import { writeSelection } from '../../model/custom-sections/section-selection.js';
import {
  activeWalletsOf,
  holdWalletsOf,
  insertWallet,
  type WalletRow,
} from '../../model/wallets/wallets.repository.js';
import { creditsIn, inbound, limitFault } from '../../model/inputs/credit-inputs.js';
import { readSelection } from '../../model/inputs/selection-input.js';
import { readFutureInstant, readPriority, readRate } from '../../model/inputs/plain-inputs.js';
import { isWithinLimits, readRule, type RuleInput } from '../../model/inputs/rule-input.js';
import { mostPairs, readTransactionMetadata } from '../../model/inputs/transaction-metadata.js';
import { codeOfName, freeCode } from '../../model/inputs/wallet-code.js';
import { readFeeTypes, readMetricIds, type AppliesTo } from './applies-to.js';
import { writeRules } from './rules.writer.js';
import {
  readLimits,
  readOptionalPriority,
  readPurchaseOrderChange,
  namedMethods,
  takenCodes,
  walletCurrency,
} from './wallet-fields.js';

const mostActiveWallets = 6;
const defaultPriority = 50;

/** A created wallet and its first top-up. */
export interface CreatedWallet {
  wallet: WalletRow;
  topUp: TopUp | null;
}

/**
 * Creates a wallet with its rules (wallets, section 2.2).
 * @param customer null when no customer has the external id
 * @throws ValidationFailed, NotFound, in the order of the reference
 */
export async function createWallet(
  transaction: TenantTransaction,
  customer: CustomerView | null,
  { input, paymentMethods }: { input: WalletCreate; paymentMethods: PaymentMethods },
  now: Instant,
): Promise<CreatedWallet> {
  if (customer) await holdWalletsOf(transaction, customer.id);
  const active = customer ? await activeWalletsOf(transaction, [customer.id]) : [];
  const methods = await namedMethods(paymentMethods, transaction, input);
  const valid = await validateInput(transaction, { customer, active, input, methods, now });
  const billingEntityId = (await namedBillingEntity(transaction, input))?.id ?? null;
  const record = validateRecord(input, valid.customer, active);
  const rule = ruleWith(valid.rule, valid);
  validateTopUp(input, valid, record);
  refuseErrors(
    rule && !isWithinLimits(rule, record) ? { recurring_transaction_rules: ['invalid_recurring_rule'] } : {},
  );
  const [id, at] = [newId(), new Date(now)];
  const sections = readSelection(input.invoice_custom_section);
  const wallet = await insertWallet(transaction, {
    id,
    organization_id: transaction.organizationId,
    customer_id: valid.customer.id,
    billing_entity_id: billingEntityId,
    status: 'active',
    name: input.name ?? null,
    code: isBlank(input.code) ? freeCode(codeOfName(input.name), takenCodes(active), now) : (input.code as string),
    ...record,
    ...valid.appliesTo,
    balance_cents: 0n,
    credits_balance: '0',
    consumed_credits: '0',
    ongoing_balance_cents: 0n,
    ongoing_usage_balance_cents: 0n,
    credits_ongoing_balance: '0',
    credits_ongoing_usage_balance: '0',
    depleted_ongoing_balance: false,
    invoice_requires_successful_payment: input.invoice_requires_successful_payment ?? false,
    ...paymentMethodOf(input.payment_method),
    skip_invoice_custom_sections: await writeSelection(transaction, id, sections, { skips: false, now }),
    metadata: input.metadata ? JSON.stringify(input.metadata) : null,
    expiration_at: valid.expirationAt,
    last_balance_sync_at: null,
    last_consumed_credit_at: null,
    terminated_at: null,
    created_at: at,
    updated_at: at,
  });
  if (rule) await writeRules(transaction, wallet, [rule], now);
  return { wallet, topUp: firstTopUp(wallet, input, valid) };
}

interface ValidInput {
  customer: CustomerView;
  paidCredits: Decimal;
  grantedCredits: Decimal;
  expirationAt: Date | null;
  rule: RuleInput | null;
  metadata: TransactionMetadata;
  appliesTo: AppliesTo;
}

interface CreationContext {
  customer: CustomerView | null;
  active: WalletRow[];
  input: WalletCreate;
  /** The payment methods that the request may name. */
  methods: ReadonlySet<string>;
  now: Instant;
}

/** Validates the first block of the request and reports its errors together. @throws ValidationFailed */
async function validateInput(transaction: TenantTransaction, context: CreationContext): Promise<ValidInput> {
  const { customer, active, input, methods, now } = context;
  const errors: FieldErrors = {};
  if (!customer) errors['customer'] = ['customer_not_found'];
  else if (active.length >= mostActiveWallets) errors['customer'] = ['wallet_limit_reached'];
  const paidCredits = creditsIn('paid_credits', input.paid_credits, errors);
  const grantedCredits = creditsIn('granted_credits', input.granted_credits, errors);
  const expirationAt = readFutureInstant(input.expiration_at, now);
  if (expirationAt === undefined) errors['expiration_at'] = ['invalid_date'];
  const rule = validateRules(input.recurring_transaction_rules, { methods, now }, errors);
  const metadata = readTransactionMetadata(input.transaction_metadata, mostPairs.rule);
  if (typeof metadata === 'string') errors['metadata'] = [metadata];
  const feeTypes = readFeeTypes(input.applies_to?.['fee_types']);
  const metricIds = await readMetricIds(transaction, input.applies_to?.['billable_metric_codes']);
  if (!feeTypes || !metricIds) errors['applies_to'] = ['invalid_limitations'];
  if (!isPaymentMethod(input.payment_method, methods)) errors['payment_method'] = ['invalid_payment_method'];
  refuseErrors(errors);
  return {
    customer: customer as CustomerView,
    paidCredits,
    grantedCredits,
    expirationAt: expirationAt ?? null,
    rule,
    metadata: metadata as TransactionMetadata,
    appliesTo: { fee_types: feeTypes ?? [], billable_metric_ids: metricIds ?? [] },
  };
}

function validateRules(
  raw: unknown,
  { methods, now }: Pick<CreationContext, 'methods' | 'now'>,
  errors: FieldErrors,
): RuleInput | null {
  if (isBlank(raw) || (Array.isArray(raw) && raw.length === 0)) return null;
  if (Array.isArray(raw) && raw.length > bounds.recurringRules) {
    errors['recurring_transaction_rules'] = ['invalid_number_of_recurring_rules'];
    return null;
  }
  const rule = readRule(Array.isArray(raw) ? raw[0] : raw, methods, now);
  if (!rule) errors['recurring_transaction_rules'] = ['invalid_recurring_rule'];
  return rule;
}

/** Validates the record after the first block, and reports its errors together. @throws ValidationFailed */
function validateRecord(input: WalletCreate, customer: CustomerView, active: WalletRow[]) {
  const errors: FieldErrors = {};
  if (!isBlank(input.code) && takenCodes(active).has(input.code as string)) errors['code'] = ['value_already_exist'];
  const record = {
    currency: walletCurrency(input.currency, customer.currency, errors),
    rate_amount: readRate(input.rate_amount, errors),
    priority: readOptionalPriority(input.priority, errors) ?? defaultPriority,
    ...readLimits(input, { paid_top_up_min_amount_cents: null, paid_top_up_max_amount_cents: null }, errors),
    purchase_order_number: readPurchaseOrderChange(input, null, errors),
  };
  refuseErrors(errors);
  return record;
}

/**
 * Validates that the first top-up is worth at least a cent and within the limits; reports one error at a time.
 * @throws ValidationFailed
 */
function validateTopUp(input: WalletCreate, valid: ValidInput, record: ReturnType<typeof validateRecord>): void {
  const { paidCredits, grantedCredits } = valid;
  const cents = {
    paid_credits: centsOf('paid_credits', paidCredits),
    granted_credits: centsOf('granted_credits', grantedCredits),
  };
  for (const [field, { credits, amount }] of Object.entries(cents))
    refuseErrors(credits.gt(0) && amount === 0n ? { [field]: ['amount_rounds_to_zero'] } : {});
  if (paidCredits.isZero() || input.ignore_paid_top_up_limits_on_creation) return;
  const fault = limitFault(cents.paid_credits.amount, record);
  refuseErrors(fault ? { paid_credits: [fault] } : {});

  function centsOf(field: 'paid_credits' | 'granted_credits', credits: Decimal) {
    try {
      return { credits, amount: inbound(credits, record).amountCents };
    } catch (error) {
      if (!(error instanceof AmountOutOfRange)) throw error;
      throw new ValidationFailed({ [field]: [`invalid_${field}`, 'invalid_amount'] });
    }
  }
}

/** Gives a fixed rule without its own amounts the credits of the wallet's creation (wallets, section 2.6). */
function ruleWith(rule: RuleInput | null, { paidCredits, grantedCredits }: ValidInput): RuleInput | null {
  if (!rule || rule.ownCredits || rule.method !== 'fixed') return rule;
  return { ...rule, paid_credits: paidCredits.toFixed(), granted_credits: grantedCredits.toFixed() };
}

/** Builds the first top-up of a new wallet; the top-up itself validates name and priority (wallets, section 2.2). */
function firstTopUp(wallet: WalletRow, input: WalletCreate, valid: ValidInput): TopUp | null {
  const { paidCredits, grantedCredits, metadata } = valid;
  if (paidCredits.isZero() && grantedCredits.isZero()) return null;
  const { transaction_name: name, transaction_priority: priority } = input;
  return {
    paidCredits,
    grantedCredits,
    ignoreLimits: input.ignore_paid_top_up_limits_on_creation === true,
    fields: {
      source: 'manual',
      name: isBlank(name) || typeof name === 'object' ? null : String(name).slice(0, bounds.line + 1),
      priority: isBlank(priority) ? defaultPriority : (readPriority(priority) ?? 0),
      metadata,
      purchaseOrderNumber: wallet.purchase_order_number,
      requiresPayment: wallet.invoice_requires_successful_payment,
      paymentMethodType: wallet.payment_method_type,
      ruleId: null,
    },
  };
}
