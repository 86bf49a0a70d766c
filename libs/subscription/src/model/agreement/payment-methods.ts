import { isBlank, type PaymentMethodReference } from '@tollgate/contracts';
import { isId, type TenantTransaction } from '@tollgate/platform';

/**
 * The port to the payment methods of customers. The payment service depends on subscriptions, wallets and invoices and
 * not the other way round, so it implements this port. The processes that serve those bind both.
 */
export abstract class PaymentMethods {
  /** The existing methods among these, each with its customer. */
  abstract owners(transaction: TenantTransaction, ids: string[]): Promise<Map<string, string>>;
  /** The linked customers among these, each with its default method or null. */
  abstract defaults(transaction: TenantTransaction, customerIds: string[]): Promise<Map<string, string | null>>;
  /** The connection to a provider with a code; without a code, the only one (webhooks, section 10.1). */
  abstract findConnection(
    transaction: TenantTransaction,
    provider: string,
    code: string | null,
  ): Promise<FoundConnection>;
}

/** A connection to a payment provider, or why there is none. */
export type FoundConnection = { code: string } | 'payment_provider_not_found' | 'payment_provider_code_missing';

/** The method id in a request; null if absent or not an id. */
export function namedMethodId(raw: unknown): string | null {
  const id = (raw as Record<string, unknown> | null | undefined)?.['payment_method_id'];
  return typeof id === 'string' && isId(id) ? id.toLowerCase() : null;
}

/**
 * The existing methods among those in parts of a request; without any, no query runs.
 * @param customerId restricts the methods to this customer
 */
export async function knownMethods(
  methods: PaymentMethods,
  transaction: TenantTransaction,
  raw: unknown[],
  customerId?: string,
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(raw.flatMap((one) => namedMethodId(one) ?? []))];
  if (ids.length === 0) return new Set();
  const owners = await methods.owners(transaction, ids);
  return new Set(ids.filter((id) => owners.has(id) && (customerId === undefined || owners.get(id) === customerId)));
}

/**
 * Whether a requested payment is possible: by the default method, an existing method at a provider, or by hand
 * (webhooks, section 14). @param knownMethodIds the allowed methods
 */
export function isPaymentMethod(raw: unknown, knownMethodIds: ReadonlySet<string>): boolean {
  if (raw === undefined || raw === null) return true;
  const { payment_method_type: type, payment_method_id: id } = raw as Record<string, unknown>;
  if (isBlank(id)) return isBlank(type) || type === 'provider' || type === 'manual';
  return type === 'provider' && knownMethodIds.has(namedMethodId(raw) ?? '');
}

/** The payment method of a row. */
export const methodOfRow = ({
  payment_method_id,
  payment_method_type,
}: PaymentMethodReference): PaymentMethodReference => ({ payment_method_id, payment_method_type });

/** The payment method of a request. */
export const paymentMethodOf = (raw: unknown): PaymentMethodReference =>
  (raw as Record<string, unknown> | null | undefined)?.['payment_method_type'] === 'manual'
    ? { payment_method_type: 'manual', payment_method_id: null }
    : { payment_method_type: 'provider', payment_method_id: namedMethodId(raw) };

/** Whether a resource has its own payment method, manual or stored; otherwise the next level decides. */
export const hasOwnPaymentMethod = ({
  payment_method_type: type,
  payment_method_id: id,
}: PaymentMethodReference): boolean => type === 'manual' || id !== null;
