import { isBlank, type PaymentMethodReference } from '@tollgate/contracts';
import { isId, type TenantTransaction } from '@tollgate/platform';

/**
 * What others have to know of the payment methods of customers. The payment service knows subscriptions, wallets and invoices
 * and not the other way round, so it provides this; the processes that serve those bring both together.
 */
export abstract class PaymentMethods {
  /** Of these methods those that are there, each with its customer. */
  abstract owners(transaction: TenantTransaction, ids: string[]): Promise<Map<string, string>>;
  /** Those of these customers that are linked to a provider, each with its default method where it has one. */
  abstract defaults(transaction: TenantTransaction, customerIds: string[]): Promise<Map<string, string | null>>;
}

/** The method that a call names; null where it names none, or what cannot be one. */
function namedId(raw: unknown): string | null {
  const id = (raw as Record<string, unknown> | null | undefined)?.['payment_method_id'];
  return typeof id === 'string' && isId(id) ? id.toLowerCase() : null;
}

/**
 * Of the methods that parts of a call name those that are there; where it names none, nobody is asked.
 * @param customerId where only its methods count
 */
export async function knownMethods(
  methods: PaymentMethods,
  transaction: TenantTransaction,
  raw: unknown[],
  customerId?: string,
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(raw.flatMap((one) => namedId(one) ?? []))];
  if (ids.length === 0) return new Set();
  const owners = await methods.owners(transaction, ids);
  return new Set(ids.filter((id) => owners.has(id) && (customerId === undefined || owners.get(id) === customerId)));
}

/**
 * Whether something can be paid as a call says: by the customer's default method or one that is there, at a provider, or by hand
 * (webhooks, section 14). @param known the methods that may be named
 */
export function isPaymentMethod(raw: unknown, knownMethodIds: ReadonlySet<string>): boolean {
  if (raw === undefined || raw === null) return true;
  const { payment_method_type: type, payment_method_id: id } = raw as Record<string, unknown>;
  if (isBlank(id)) return isBlank(type) || type === 'provider' || type === 'manual';
  return type === 'provider' && knownMethodIds.has(namedId(raw) ?? '');
}

/** How something is paid, by its row. */
export const methodOfRow = ({
  payment_method_id,
  payment_method_type,
}: PaymentMethodReference): PaymentMethodReference => ({ payment_method_id, payment_method_type });

/** How something is paid, by what a call says. */
export const paymentMethodOf = (raw: unknown): PaymentMethodReference =>
  (raw as Record<string, unknown> | null | undefined)?.['payment_method_type'] === 'manual'
    ? { payment_method_type: 'manual', payment_method_id: null }
    : { payment_method_type: 'provider', payment_method_id: namedId(raw) };

/** Whether something says by itself how it is paid, by hand or by a method of its own; all else leaves it to the next level. */
export const saysMethod = ({ payment_method_type: type, payment_method_id: id }: PaymentMethodReference): boolean =>
  type === 'manual' || id !== null;
