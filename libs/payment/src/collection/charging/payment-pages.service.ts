import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { readBillingEntities } from '@tollgate/catalog/reader';
import { Jobs, Passes, TryLater, ValidationFailed, type Instant } from '@tollgate/platform';
import { readEmbeddedCustomers } from '@tollgate/subscription/reader';
import { PaymentDatabase } from '../../payment.database.js';
import { payerOf } from '../../providers/customer-data.rules.js';
import type { PayableOnPage, PaymentPageRequest } from '../../providers/ports/pages.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { ProviderOutages } from '../../providers/provider-outages.js';
import { thirdPartyError, whileCallerWaits } from '../../providers/provider-errors.js';
import type { CustomerLink } from '../../model/customers/customer-links.js';
import { noteHostedCheckout } from '../../model/charges/delayed-charges.repository.js';
import { paymentUnderWay } from '../../model/payments/payments.repository.js';
import { connectionsByIds } from '../../model/connections/provider-connections.repository.js';
import {
  closeExpired,
  dropPage,
  markClosed,
  pagesToClose,
  requestClosingOfChanged,
  setPage,
  takePage,
  type ProviderPageRow,
} from '../../model/charges/provider-pages.repository.js';

/** The code of a provider that answers without a page. */
const noPage = 'payment_provider_error';

/** An object to pay on a page, with its owner. */
export interface PayableOfPage extends PayableOnPage {
  customerId: string;
  billingEntityId: string;
  /** Where the page leads afterwards; absent: the address of the connection. */
  returnUrl?: string;
}

/** Pages of providers where customers pay: one open page for each invoice or payment request (webhooks, section 15). */
@Injectable()
export class PaymentPages implements OnApplicationBootstrap {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly jobs: Jobs,
    private readonly providers: PaymentProviders,
    private readonly outages: ProviderOutages,
    private readonly passes: Passes,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.reconcileEvery('payment-page-sweep', () => this.closePages());
  }

  /**
   * Opens the payment page of an invoice or a payment request, the same one while it is open. A payment that the payer may still confirm has
   * a page already: a second one could take the money twice.
   * @returns its address @throws ApiError `third_party_error`; ValidationFailed; Unavailable
   */
  async open(organizationId: string, payable: PayableOfPage, link: CustomerLink, at: Instant): Promise<string> {
    const { connection, providerCustomerId } = link;
    const { type, id, customerId, billingEntityId, title, currency, returnUrl } = payable;
    const needed = { connectionId: connection.id, customerId, payable: { type, id }, amountCents: payable.amountCents };
    const { row, actionUrl, customer, issuer } = await this.database.tenant(organizationId, async (transaction) => ({
      actionUrl: (await paymentUnderWay(transaction, id))?.action_url ?? null,
      customer: (await readEmbeddedCustomers(transaction, [customerId])).get(customerId),
      issuer: (await readBillingEntities(transaction)).get(billingEntityId),
      row: await takePage(transaction, needed, Date.now()),
    }));
    if (actionUrl !== null) return actionUrl;
    if (row.url !== null) return row.url;
    const request: PaymentPageRequest = {
      customerId,
      providerCustomerId: providerCustomerId ?? '',
      ...payerOf(customer),
      methodTypes: link.methodTypes,
      // A provider refuses a repeated key with another address.
      key: `payment-intent-${row.id}${returnUrl === undefined ? '' : '-portal'}`,
      ...(returnUrl === undefined ? {} : { returnUrl }),
      payable: { type, id, title, amountCents: row.amount_cents, currency },
      countries: { customer: customer?.country ?? null, issuer: issuer?.country ?? null },
      metadata: {
        ...(type === 'Invoice' ? { svc_invoice_id: id } : {}),
        svc_customer_id: customerId,
        svc_payable_id: id,
        svc_payable_type: type,
        svc_organization_id: organizationId,
        svc_billing_entity_id: billingEntityId,
      },
      at,
    };
    return this.openAt(row, request, link, at);
  }

  private async openAt(
    row: ProviderPageRow,
    request: PaymentPageRequest,
    { connection }: CustomerLink,
    at: Instant,
  ): Promise<string> {
    const { organization_id: organizationId } = row;
    const {
      ports: { paymentPages },
      account,
    } = this.providers.at(connection);
    if (!paymentPages) throw new ValidationFailed({ base: ['invalid_payment_provider'] });
    const page = await whileCallerWaits(connection.provider, () => paymentPages.openPayment(account, request));
    if ('refused' in page) {
      const { message, error_code } = page.refused;
      await this.database.tenant(organizationId, async (transaction) => {
        await dropPage(transaction, row.id);
        const refusal = {
          provider_customer_id: request.providerCustomerId,
          payment_provider: connection.provider,
          payment_provider_code: connection.code,
          provider_error: { message, error_code },
        };
        // No one charges a payment request whose page was refused: the answer alone reports it.
        if (row.invoice_id !== null)
          await transaction.append(
            'invoice.payment_failure',
            row.customer_id,
            { invoice_id: row.invoice_id, refusal },
            at,
          );
      });
      if (error_code === noPage) throw new ValidationFailed({ base: [noPage] });
      throw thirdPartyError(connection.provider, page.refused);
    }
    const { id, url, expiresAt } = page;
    await this.database.tenant(organizationId, async (transaction) => {
      await noteHostedCheckout(transaction, at);
      return expiresAt === null
        ? dropPage(transaction, row.id)
        : setPage(transaction, row.id, { page_id: id, url, expires_at: new Date(expiresAt) });
    });
    return url;
  }

  /** Expires the pages whose amount is not due any more. One that cannot expire now is tried again. */
  private async closePages(): Promise<void> {
    await this.database.everyTenant(async (transaction) => {
      await closeExpired(transaction, Date.now());
      await requestClosingOfChanged(transaction, Date.now());
    });
    await this.passes.each(
      {
        name: 'payment-page-sweep',
        failure: 'a payment page is still open; it is closed later',
        about: ({ organization_id, invoice_id, payment_request_id, id }) => ({
          organization_id,
          payable_id: invoice_id ?? payment_request_id ?? '',
          page_id: id,
        }),
      },
      await this.database.everyTenant(pagesToClose),
      (page) =>
        this.close(page).catch((error: unknown) => {
          if (!(error instanceof TryLater)) throw error;
        }),
    );
  }

  private async close({ id, organization_id: organizationId, connection_id, page_id }: ProviderPageRow): Promise<void> {
    const connection = await this.database.tenant(organizationId, async (transaction) =>
      (await connectionsByIds(transaction, [connection_id])).get(connection_id),
    );
    if (connection && page_id !== null) {
      const { ports, account } = this.providers.at(connection);
      await this.outages.around(connection, async () => ports.paymentPages?.closePage(account, page_id));
    }
    await this.database.tenant(organizationId, (transaction) => markClosed(transaction, id, Date.now()));
  }
}
