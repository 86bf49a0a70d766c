import { Injectable } from '@nestjs/common';
import type { MethodDetails } from '../../model/tables/providers.tables.js';
import type {
  ChargeOutcome,
  ChargeReference,
  ChargeRequest,
  CreatedCustomer,
  CustomerData,
  InboundDelivery,
  InboundEvent,
  PaymentPageRequest,
  PaymentProvider,
  ProviderAccount,
  ProviderEvent,
  ProviderHealth,
  ProviderMethod,
  ProviderPage,
  Refused,
  RefundOutcome,
  RefundRequest,
  SetupRequest,
} from '../payment-provider.js';
import { amountFault } from '../currency-units.rules.js';
import { adyenCurrencies } from './adyen.currencies.js';
import { AdyenClients } from './adyen-clients.js';
import { ifThere, orRefused } from './answers.js';
import { cancelCharge, findCharge, makeCharge, makeRefund } from './charges.js';
import { openDelivery } from './deliveries.js';
import { healthOf, isRefusal, lacksRights, plainError } from './errors.rules.js';
import { readAdyenEvent } from './events.rules.js';
import { defaultRedirect, paymentPageParams, setupPageParams } from './requests.rules.js';
import { methodOf, newestOf, type StoredMethod } from './states.rules.js';

/** The names of a payer and a page that unknownPayer has. */
const unknownPayer = 'tollgate_checks_rights';
const noLink = 'PLTOLLGATE';

/**
 * Adyen (webhooks, section 12): cards and other methods that payers store on its pages. A customer exists there once its
 * payer has agreed on a page without an amount. People enter the address of our events at Adyen.
 */
@Injectable()
export class AdyenProvider implements PaymentProvider {
  readonly opensPaymentPages = true;
  readonly endpointEvents = '';

  constructor(private readonly clients: AdyenClients) {}

  /** The key must reach the merchant account, stored methods and payment pages: each call changes nothing. */
  async checkHealth(account: ProviderAccount): Promise<ProviderHealth> {
    const { checkout, merchantAccount } = this.clients.of(account);
    try {
      await checkout.PaymentsApi.paymentMethods({ merchantAccount });
      await checkout.RecurringApi.getTokensForStoredPaymentDetails(unknownPayer, merchantAccount);
      await checkout.PaymentLinksApi.getPaymentLink(noLink).catch((error: unknown) => {
        if (!isRefusal(error) || lacksRights(error)) throw error;
      });
      return { status: 'working', error: null, accountId: merchantAccount };
    } catch (error) {
      return healthOf(error);
    }
  }

  registerEndpoint(): Promise<null> {
    return Promise.resolve(null);
  }

  moveEndpoint(): Promise<null> {
    return Promise.resolve(null);
  }

  async removeEndpoint(): Promise<void> {}

  /** Adyen knows a customer by the caller's id; its payer agrees on the page that follows. */
  createCustomer(_account: ProviderAccount, { externalId }: CustomerData): Promise<CreatedCustomer> {
    return Promise.resolve({ id: externalId, awaitsPayer: true });
  }

  findCustomer(): Promise<null> {
    return Promise.resolve(null);
  }

  /** Nothing is sent to Adyen (webhooks, section 10.1). */
  updateCustomer(): Promise<null> {
    return Promise.resolve(null);
  }

  /** Removes the stored methods; Adyen stores nothing else. */
  async deleteCustomer(account: ProviderAccount, customerId: string): Promise<Refused | null> {
    const methods = await orRefused(() => this.methodsOf(account, customerId));
    if ('refused' in methods) return methods;
    for (const { id } of methods) if (id !== undefined) await this.detachMethod(account, customerId, id);
    return null;
  }

  async findDefaultMethod(account: ProviderAccount, customerId: string): Promise<ProviderMethod | null | Refused> {
    const methods = await orRefused(() => this.methodsOf(account, customerId));
    if ('refused' in methods) return methods;
    const newest = newestOf(methods);
    return newest ? methodOf(newest) : null;
  }

  /** Adyen describes methods of a customer only, and events bring what documents show. */
  describeMethod(): Promise<MethodDetails | null> {
    return Promise.resolve(null);
  }

  /** Adyen knows no default. */
  async makeDefault(): Promise<void> {}

  async detachMethod(account: ProviderAccount, customerId: string, methodId: string): Promise<void> {
    const { checkout, merchantAccount } = this.clients.of(account);
    await ifThere(() =>
      checkout.RecurringApi.deleteTokenForStoredPaymentDetails(methodId, customerId, merchantAccount),
    );
  }

  async openSetup(account: ProviderAccount, request: SetupRequest): Promise<ProviderPage | Refused> {
    return this.openLink(account, setupPageParams(request, this.placeOf(account), Date.now()));
  }

  async openPayment(account: ProviderAccount, request: PaymentPageRequest): Promise<ProviderPage | Refused> {
    const { amountCents, currency } = request.invoice;
    const fault = amountFault(adyenCurrencies, amountCents, currency);
    if (fault) return { refused: fault };
    return this.openLink(account, paymentPageParams(request, this.placeOf(account), Date.now()), request.key);
  }

  async closePage(account: ProviderAccount, pageId: string): Promise<void> {
    const { checkout } = this.clients.of(account);
    const expired = { status: 'expired' } as Parameters<typeof checkout.PaymentLinksApi.updatePaymentLink>[1];
    try {
      await checkout.PaymentLinksApi.updatePaymentLink(pageId, expired);
    } catch (error) {
      // Only an active page can expire.
      if (!isRefusal(error)) throw plainError(error);
    }
  }

  charge(account: ProviderAccount, request: ChargeRequest): Promise<ChargeOutcome> {
    return makeCharge(this.clients.of(account), request, this.placeOf(account).returnUrl);
  }

  findCharge(_account: ProviderAccount, reference: ChargeReference): Promise<null> {
    return findCharge(reference, Date.now());
  }

  cancelCharge(account: ProviderAccount, reference: ChargeReference): Promise<ChargeOutcome | null> {
    return cancelCharge(this.clients.of(account), reference);
  }

  refund(account: ProviderAccount, request: RefundRequest): Promise<RefundOutcome> {
    return makeRefund(this.clients.of(account), request);
  }

  /** Adyen has no call that finds a refund: the repeated request does so, and events report its end. */
  findRefund(): Promise<null> {
    return Promise.resolve(null);
  }

  openDelivery(
    { secrets: { webhookSecret: hmacKey }, merchantAccount, livePrefix }: ProviderAccount,
    delivery: InboundDelivery,
  ): InboundEvent[] | null {
    return openDelivery({ hmacKey, merchantAccount, isLive: livePrefix !== null }, delivery);
  }

  readEvent(_account: ProviderAccount, event: InboundEvent): Promise<ProviderEvent | null> {
    return Promise.resolve(readAdyenEvent(event));
  }

  private async methodsOf(account: ProviderAccount, customerId: string): Promise<StoredMethod[]> {
    const { checkout, merchantAccount } = this.clients.of(account);
    const { RecurringApi } = checkout;
    const listed = await RecurringApi.getTokensForStoredPaymentDetails(customerId, merchantAccount);
    return listed.storedPaymentMethods ?? [];
  }

  private async openLink(account: ProviderAccount, params: object, key?: string): Promise<ProviderPage | Refused> {
    const { checkout } = this.clients.of(account);
    const accepted = params as Parameters<typeof checkout.PaymentLinksApi.paymentLinks>[0];
    const options = key === undefined ? undefined : { idempotencyKey: key };
    const link = await orRefused(() => checkout.PaymentLinksApi.paymentLinks(accepted, options));
    if ('refused' in link) return link;
    return { id: link.id, url: link.url, expiresAt: link.expiresAt?.getTime() ?? null };
  }

  private placeOf(account: ProviderAccount): { merchantAccount: string; returnUrl: string } {
    const { merchantAccount } = this.clients.of(account);
    return { merchantAccount, returnUrl: account.redirectUrl ?? defaultRedirect };
  }
}
