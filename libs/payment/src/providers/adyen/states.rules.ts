import type { ProviderError } from '../../model/payments/payments.tables.js';
import type { MethodDetails, OtherDetails } from '../../model/connections/providers.tables.js';
import type { ProviderMethod } from '../ports/methods.js';
import type { ChargeOutcome } from '../ports/outcomes.js';

/** A payment, as far as the service reads it. */
export interface PaymentState {
  pspReference?: string;
  resultCode?: string;
  refusalReason?: string;
  refusalReasonCode?: string;
  /** The next step of the payer. */
  action?: object | null;
}

const succeeded: readonly string[] = ['Authorised', 'SentForSettle', 'SettleScheduled', 'Settled', 'Refunded'];
const failed: readonly string[] = ['Cancelled', 'CaptureFailed', 'Error', 'Expired', 'Refused'];
/** Answers that need a payer, who is not there when a stored method pays. */
const needingPayer: readonly string[] = ['RedirectShopper', 'ChallengeShopper', 'IdentifyShopper', 'PresentToShopper'];

/**
 * Refusals that a further try with the same method cannot change. The card is blocked, expired or restricted, its number
 * is wrong, or the agreement is revoked. Adyen blocks the last one because of too many tries.
 */
const hardRefusals: ReadonlySet<string> = new Set(['5', '6', '8', '25', '26', '47']);

/** Converts the state of a payment (webhooks, section 12). An unknown state is one that goes on. */
export function outcomeOfPayment({ pspReference, resultCode = 'unknown', ...refusal }: PaymentState): ChargeOutcome {
  const isFailed = failed.includes(resultCode) || needingPayer.includes(resultCode);
  return {
    id: pspReference ?? null,
    status: succeeded.includes(resultCode) ? 'succeeded' : isFailed ? 'failed' : 'processing',
    providerStatus: resultCode,
    nextAction: null,
    actionUrl: null,
    error: isFailed ? errorOf(resultCode, refusal) : null,
  };
}

function errorOf(
  resultCode: string,
  { refusalReason: reason, refusalReasonCode: code }: Pick<PaymentState, 'refusalReason' | 'refusalReasonCode'>,
): ProviderError {
  if (needingPayer.includes(resultCode))
    return { message: 'The payer has to confirm the payment.', error_code: 'authentication_required' };
  return {
    message: reason ?? `The payment is ${resultCode.toLowerCase()}.`,
    error_code: code ?? resultCode,
    ...(hardRefusals.has(code ?? '') ? { hard: true } : {}),
  };
}

/** A stored method, as far as the service reads it. */
export interface StoredMethod {
  id?: string;
  /** Such as `scheme`, for cards. */
  type?: string;
  brand?: string;
  lastFour?: string;
  iban?: string;
  createdAt?: Date;
}

/** Adyen's names of the ways to pay that documents describe. */
const types: Readonly<Record<string, OtherDetails['type']>> = {
  ach: 'us_bank_account',
  directdebit_GB: 'bacs_debit',
  sepadirectdebit: 'sepa_debit',
};

/** Adyen's name of a way to pay; cards for unknown ones. */
export const adyenType = (methodType: string | undefined): string =>
  Object.entries(types).find(([, ours]) => ours === methodType)?.[0] ?? 'scheme';

/** Reads a stored method with the details that documents show. */
export const methodOf = (method: StoredMethod): ProviderMethod => ({
  id: method.id ?? '',
  details: detailsOf(method),
  mandateId: null,
});

function detailsOf({ type = '', brand, lastFour, iban }: StoredMethod): MethodDetails {
  if (type === 'scheme' && brand !== undefined && lastFour !== undefined)
    return { type: 'card', brand: brand.toLowerCase(), last4: lastFour };
  return { type: types[type] ?? 'other', bank: null, last4: lastFour ?? iban?.slice(-4) ?? null, mandateId: null };
}

/** The newest of the stored methods; undefined for none. */
export const newestOf = (methods: readonly StoredMethod[]): StoredMethod | undefined =>
  methods
    .filter(({ id }) => id !== undefined)
    .toSorted((one, other) => (other.createdAt?.getTime() ?? 0) - (one.createdAt?.getTime() ?? 0))[0];
