import { currency as currencyField, isBlank, type FieldErrors } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import { knownMethods, type PaymentMethods } from '@tollgate/subscription/reader';
import type { WalletRow } from '../../model/wallets/wallets.repository.js';
import { readLimit, readPriority, readPurchaseOrder } from '../../model/inputs/plain-inputs.js';

/** Reads the request's currency, else the customer's; adds an error when it is invalid (wallets, section 2.2). */
export function walletCurrency(raw: unknown, ofCustomer: string | null, errors: FieldErrors): string {
  const chosen = isBlank(raw) ? ofCustomer : raw;
  const read = currencyField().safeParse(chosen);
  if (read.success && read.data) return read.data;
  errors['currency'] = ['value_is_invalid'];
  return '';
}

/** Reads the existing payment methods among those that a request names for the wallet and its rule. */
export const namedMethods = (
  methods: PaymentMethods,
  transaction: TenantTransaction,
  { payment_method: ownMethod, recurring_transaction_rules: rules }: RawInput,
): Promise<ReadonlySet<string>> => {
  const [rule] = (Array.isArray(rules) ? rules : [rules]) as (RawInput | null | undefined)[];
  return knownMethods(methods, transaction, [ownMethod, rule?.['payment_method']]);
};

/** Collects the codes of a customer's active wallets. */
export const takenCodes = (active: WalletRow[]): Set<string> => new Set(active.map(({ code }) => code));

type RawInput = Record<string, unknown>;
type Limits = Pick<WalletRow, 'paid_top_up_min_amount_cents' | 'paid_top_up_max_amount_cents'>;

/** Reads a priority; null when it is absent. */
export function readOptionalPriority(raw: unknown, errors: FieldErrors): number | null {
  if (isBlank(raw)) return null;
  const priority = readPriority(raw);
  if (priority === undefined) errors['priority'] = ['value_is_invalid'];
  return priority ?? null;
}

/** Reads the limits of paid top-ups; absent ones stay. Adds an error when they are invalid. */
export function readLimits(raw: RawInput, before: Limits, errors: FieldErrors): Limits {
  const [min, max] = ['paid_top_up_min_amount_cents', 'paid_top_up_max_amount_cents'] as const;
  const limits = {
    [min]: min in raw ? readLimit(min, raw[min], errors) : before[min],
    [max]: max in raw ? readLimit(max, raw[max], errors) : before[max],
  };
  const { [min]: least, [max]: most } = limits;
  if (least !== null && most !== null && most < least) errors[max] = ['must_be_greater_than_or_equal_min'];
  return limits;
}

/** Reads a purchase order number; an absent one stays. */
export const readPurchaseOrderChange = (raw: RawInput, before: string | null, errors: FieldErrors): string | null =>
  'purchase_order_number' in raw ? readPurchaseOrder(raw['purchase_order_number'], errors) : before;
