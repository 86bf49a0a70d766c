import type { ChargeRequest } from '../ports/charges.js';
import type { PaymentPageRequest, SetupRequest } from '../ports/pages.js';
import type { RefundRequest } from '../ports/refunds.js';
import { isAscii } from '@tollgate/contracts';
import { amountFault, toProviderAmount } from '../currency-units.rules.js';
import { adyenCurrencies } from './currencies.js';
import { referenceTo } from './references.rules.js';
import { adyenType } from './states.rules.js';

/** Where Adyen sends payers unless the connection names an address. */
export const defaultRedirect = 'https://www.adyen.com/';
/** The currency of a page that takes no money, of a customer without one. */
const anyCurrency = 'USD';

const dayMs = 86_400_000;
/** How long a page for a new method, and one for an invoice, stay open. Adyen allows 70 days. */
const setupDays = 69;
const paymentDays = 1;

/** Adyen refuses longer names and values of metadata. */
const longestName = 20;
const longestValue = 80;

/** An amount in the units of Adyen. */
export interface AdyenAmount {
  currency: string;
  value: number;
}

/** @throws RangeError for an amount that Adyen cannot take */
const adyenAmount = (amountCents: bigint, currency: string): AdyenAmount => ({
  currency: currency.toUpperCase(),
  value: toProviderAmount(adyenCurrencies, amountCents, currency),
});

/** A page that takes no money has some currency of Adyen, whatever the customer's own one is. */
const currencyOfSetup = ({ currency }: SetupRequest): string =>
  currency === null || amountFault(adyenCurrencies, 0n, currency) ? anyCurrency : currency;

/** The part of each request that comes from the connection. */
interface Place {
  merchantAccount: string;
  returnUrl: string;
}

const metadataOf = (metadata: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(metadata).filter(([name, value]) => name.length <= longestName && value.length <= longestValue),
  );

/** A payment by a stored method, whose payer is not there (webhooks, section 12). */
export const paymentParams = (
  { key, amountCents, currency, customerId, methodId, methodTypes, description, metadata }: ChargeRequest,
  place: Place,
) => ({
  ...place,
  amount: adyenAmount(amountCents, currency),
  reference: referenceTo({ kind: 'payment', id: key }, description),
  paymentMethod: { type: adyenType(methodTypes[0]), storedPaymentMethodId: methodId ?? '' },
  shopperReference: customerId,
  shopperInteraction: 'ContAuth' as const,
  recurringProcessingModel: 'UnscheduledCardOnFile' as const,
  metadata: metadataOf(metadata),
});

/** A page that stores the method of its payer. */
const linkParams = (
  { providerCustomerId, email, returnUrl }: SetupRequest,
  place: Place,
  days: number,
  now: number,
) => ({
  ...place,
  ...(returnUrl === undefined ? {} : { returnUrl }),
  shopperReference: providerCustomerId,
  // Adyen knows addresses in ASCII alone.
  ...(email !== null && isAscii(email) ? { shopperEmail: email } : {}),
  storePaymentMethodMode: 'enabled' as const,
  recurringProcessingModel: 'UnscheduledCardOnFile' as const,
  expiresAt: new Date(now + days * dayMs),
});

/** A page where a customer agrees to later payments: it takes no money. @param now Unix ms, of the wall clock */
export const setupPageParams = (request: SetupRequest, place: Place, now: number) => ({
  ...linkParams(request, place, setupDays, now),
  amount: adyenAmount(0n, currencyOfSetup(request)),
  reference: referenceTo({ kind: 'customer', id: request.customerId }, 'Authorization of'),
});

const kindOfPayable = { Invoice: 'invoice', PaymentRequest: 'request' } as const;

/** A page where a customer pays an invoice, or several. @param now Unix ms, of the wall clock */
export const paymentPageParams = (request: PaymentPageRequest, place: Place, now: number) => ({
  ...linkParams(request, place, paymentDays, now),
  amount: adyenAmount(request.payable.amountCents, request.payable.currency),
  reference: referenceTo({ kind: kindOfPayable[request.payable.type], id: request.payable.id }, request.payable.title),
  metadata: metadataOf({ ...request.metadata, payment_type: 'one-time' }),
});

const refundReasons: Readonly<Record<string, 'DUPLICATE' | 'FRAUD' | 'RETURN'>> = {
  duplicated_charge: 'DUPLICATE',
  fraudulent_charge: 'FRAUD',
  product_unsatisfactory: 'RETURN',
};

/** A refund of a part of a payment. */
export const refundParams = (
  { key, amountCents, currency, reason }: RefundRequest,
  { merchantAccount }: Pick<Place, 'merchantAccount'>,
) => ({
  merchantAccount,
  amount: adyenAmount(amountCents, currency),
  reference: referenceTo({ kind: 'refund', id: key }, 'Tollgate'),
  merchantRefundReason: refundReasons[reason ?? ''] ?? ('OTHER' as const),
});
