import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { PaymentRetry } from '@tollgate/contracts';
import { readPayableInvoices, type PayableInvoice } from '@tollgate/invoicing/reader';
import {
  Clock,
  CommandBus,
  isId,
  NotAllowed,
  NotFound,
  ValidationFailed,
  type Repetition,
  type TenantTransaction,
} from '@tollgate/platform';
import { findCustomerView, readEmbeddedCustomers, readExternalCustomerIds } from '@tollgate/subscription/reader';
import { readInvoiceOfUnpaidCredits } from '@tollgate/wallet/reader';
import { PaymentDatabase } from '../../payment.database.js';
import { payerOf } from '../../providers/customer-data.rules.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { thirdPartyError, whileCallerWaits } from '../../providers/provider-errors.js';
import { findLink, type CustomerLink } from '../../model/customers/customer-links.js';
import { readRequestedMethod } from '../../model/paying-methods/method-references.js';
import { ChargesService } from './charges.service.js';
import { publishPaymentFailure } from './payment-failures.js';
import { PaymentPages, type PayableOfPage } from './payment-pages.service.js';

/** Payments of one invoice by the customer's provider, on request (invoices, section 9.10; wallets, section 3.3). */
@Injectable()
export class InvoicePaymentsService implements OnModuleInit {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly clock: Clock,
    private readonly charges: ChargesService,
    private readonly providers: PaymentProviders,
    private readonly pages: PaymentPages,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.commands.handle('payment', 'invoice.open_payment_page', async (request) => ({
      url: (await this.paymentUrl(request.organization_id, request.invoice_id)).payment_url,
    }));
  }

  /**
   * Retries the payment of an invoice; publishes a failure when the customer has no provider.
   * @param once the key under which it is done once
   * @throws NotFound, NotAllowed, ValidationFailed
   */
  async retry(
    organizationId: string,
    id: string,
    { payment_method: method }: PaymentRetry,
    once?: Repetition,
  ): Promise<void> {
    const at = await this.clock.now(organizationId);
    const invoice = await this.read(organizationId, id);
    if (!isPayable(invoice)) throw new NotAllowed('invalid_status');
    const methodReference = await this.database.tenant(organizationId, (transaction) =>
      readRequestedMethod(transaction, invoice.customerId, method),
    );
    if (methodReference?.payment_method_type === 'manual') return;
    const payable = { type: 'Invoice', id, method: methodReference } as const;
    const failure = { customerId: invoice.customerId, invoiceId: id, errorCode: 'customer_must_have_payment_provider' };
    await this.charges.begin(organizationId, payable, at, {
      once,
      judge: async (transaction, begun) => {
        if (begun === 'under_way') throw new NotAllowed('payment_processor_is_currently_handling_payment');
        if (begun === 'no_method') await publishPaymentFailure(transaction, failure, at);
      },
    });
  }

  /**
   * Opens the payment page of an invoice, the same one for a day.
   * @throws NotFound, ValidationFailed in the reference's order
   */
  async paymentUrl(organizationId: string, id: string) {
    return { svc_invoice_id: id, ...(await this.pageOf(organizationId, await this.read(organizationId, id))) };
  }

  /** Opens the payment page of sold credits, whose invoice may be hidden. @throws NotFound, ValidationFailed */
  async creditsPaymentUrl(organizationId: string, walletTransactionId: string) {
    const [invoice] = await this.database.tenant(organizationId, async (transaction) => {
      const invoiceId = await readInvoiceOfUnpaidCredits(transaction, walletTransactionId);
      return readPayableInvoices(transaction, [invoiceId], { open: true });
    });
    if (!invoice) throw new NotFound('invoice');
    return { svc_wallet_transaction_id: walletTransactionId, ...(await this.pageOf(organizationId, invoice)) };
  }

  private async pageOf(organizationId: string, invoice: PayableInvoice) {
    return this.openPage(organizationId, {
      type: 'Invoice',
      id: invoice.id,
      title: invoice.number === '' ? invoice.id : invoice.number,
      amountCents: isPayable(invoice) ? invoice.dueCents : 0n,
      currency: invoice.currency,
      customerId: invoice.customerId,
      billingEntityId: invoice.billingEntityId,
    });
  }

  /**
   * Opens the page where a customer pays an invoice, or several by a payment request.
   * @throws ValidationFailed in the reference's order; `third_party_error`
   */
  async openPage(organizationId: string, payable: PayableOfPage) {
    const at = await this.clock.now(organizationId);
    const { linked, externalId } = await this.database.tenant(organizationId, (transaction) =>
      linkOf(transaction, payable.customerId),
    );
    if (!linked) throw new ValidationFailed({ base: ['no_linked_payment_provider'] });
    if (!this.providers.portsOf(linked.connection).paymentPages)
      throw new ValidationFailed({ base: ['invalid_payment_provider'] });
    if (payable.amountCents <= 0n) throw new ValidationFailed({ base: ['invalid_invoice_status_or_payment_status'] });
    if (linked.connection.deleted_at !== null) throw new ValidationFailed({ base: ['missing_payment_provider'] });
    if (linked.providerCustomerId === null) throw new ValidationFailed({ base: ['missing_payment_provider_customer'] });
    return {
      svc_customer_id: payable.customerId,
      external_customer_id: externalId,
      payment_provider: linked.connection.provider,
      payment_url: await this.pages.open(organizationId, payable, linked, at),
    };
  }

  /**
   * Opens the page where a customer enters a payment method.
   * @param returnUrl where the page leads afterwards; absent: the address of the connection
   * @throws NotFound, ValidationFailed
   */
  async checkoutUrl(organizationId: string, externalCustomerId: string, returnUrl?: string) {
    const at = await this.clock.now(organizationId);
    const loaded = await this.database.tenant(organizationId, async (transaction) => {
      const customer = await findCustomerView(transaction, externalCustomerId);
      if (!customer) throw new NotFound('customer');
      const embedded = (await readEmbeddedCustomers(transaction, [customer.id])).get(customer.id);
      return { customer, embedded, linked: await findLink(transaction, customer.id) };
    });
    const { customer, embedded, linked } = loaded;
    if (!linked || linked.providerCustomerId === null)
      throw new ValidationFailed({ base: ['no_linked_payment_provider'] });
    const { connection, providerCustomerId, methodTypes } = linked;
    const { ports, account } = this.providers.at(connection);
    const setup = {
      customerId: customer.id,
      providerCustomerId,
      ...payerOf(embedded),
      methodTypes,
      ...(returnUrl === undefined ? {} : { returnUrl }),
      at,
    };
    const page = await whileCallerWaits(connection.provider, () => ports.pages.openSetup(account, setup));
    if (page === null)
      throw new ValidationFailed({ provider_payment_methods: ['no_payment_methods_to_setup_available'] });
    if ('refused' in page) throw thirdPartyError(connection.provider, page.refused);
    return {
      svc_customer_id: customer.id,
      external_customer_id: customer.externalId,
      payment_provider: connection.provider,
      payment_provider_code: connection.code,
      checkout_url: page.url,
    };
  }

  private async read(organizationId: string, id: string): Promise<PayableInvoice> {
    const [invoice] = isId(id)
      ? await this.database.tenant(organizationId, (transaction) => readPayableInvoices(transaction, [id]))
      : [];
    if (!invoice) throw new NotFound('invoice');
    return invoice;
  }
}

const notPayable: readonly PayableInvoice['status'][] = ['draft', 'pending', 'voided'];

const isPayable = ({ status, paymentStatus }: PayableInvoice): boolean =>
  !notPayable.includes(status) && paymentStatus !== 'succeeded';

async function linkOf(
  transaction: TenantTransaction,
  customerId: string,
): Promise<{ linked: CustomerLink | undefined; externalId: string }> {
  const externalId = (await readExternalCustomerIds(transaction, [customerId])).get(customerId) ?? '';
  return { linked: await findLink(transaction, customerId), externalId };
}
