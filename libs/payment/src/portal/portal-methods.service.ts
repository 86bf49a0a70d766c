import { Injectable } from '@nestjs/common';
import type { Meta, PaymentMethod, PaymentMethodFilters, PortalPaymentMethod } from '@tollgate/contracts';
import { hasUnpaidInvoices } from '@tollgate/invoicing/reader';
import { Config, NotAllowed, Unauthorized, type CallingCustomer } from '@tollgate/platform';
import { readExternalCustomerIds } from '@tollgate/subscription/reader';
import { InvoicePaymentsService } from '../collection/charging/invoice-payments.service.js';
import { PaymentMethodsService } from '../methods/payment-methods.service.js';
import {
  methodsByIds,
  usableMethods,
  type PaymentMethodRow,
} from '../model/connections/provider-connections.repository.js';
import { PaymentDatabase } from '../payment.database.js';
import { portalAddressOf } from './portal-payments.service.js';

/** Customers manage their payment methods in the portal (customers, section 3.2). */
@Injectable()
export class PortalMethodsService {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly methods: PaymentMethodsService,
    private readonly invoicePayments: InvoicePaymentsService,
    private readonly config: Config,
  ) {}

  async list(
    caller: CallingCustomer,
    filters: PaymentMethodFilters,
  ): Promise<{ payment_methods: PortalPaymentMethod[]; meta: Meta }> {
    const found = await this.methods.list(caller.organizationId, await this.externalIdOf(caller), filters);
    return { payment_methods: await this.presented(caller, found.payment_methods), meta: found.meta };
  }

  /** Opens a page of the provider where the customer enters a method. @throws ValidationFailed, `third_party_error` */
  async enter(caller: CallingCustomer): Promise<string> {
    const page = await this.invoicePayments.checkoutUrl(
      caller.organizationId,
      await this.externalIdOf(caller),
      portalAddressOf(this.config),
    );
    return page.checkout_url;
  }

  /** @throws NotFound; Unavailable when the provider does not answer */
  async setAsDefault(caller: CallingCustomer, id: string): Promise<PortalPaymentMethod> {
    const externalId = await this.externalIdOf(caller);
    return this.one(caller, await this.methods.setAsDefault(caller.organizationId, externalId, id));
  }

  /**
   * Removes a method, but not the last one while invoices are unpaid. A customer removes one at a time: two at once would
   * each see the method of the other.
   * @throws NotFound, NotAllowed; Unavailable when the provider does not answer
   */
  async remove(caller: CallingCustomer, id: string): Promise<PortalPaymentMethod> {
    const externalId = await this.externalIdOf(caller);
    // Not the lock of a transaction: the provider answers in between.
    return this.database.alone(`removal of payment methods ${caller.customerId}`, async () => {
      await this.refuseLast(caller, id);
      return this.one(caller, await this.methods.remove(caller.organizationId, externalId, id));
    });
  }

  /** @throws NotAllowed for the last method of a customer with unpaid invoices */
  private async refuseLast({ organizationId, customerId }: CallingCustomer, id: string): Promise<void> {
    await this.database.tenant(organizationId, async (transaction) => {
      const usable = (await usableMethods(transaction, [customerId])).get(customerId) ?? [];
      const isLast = usable.length === 1 && usable[0]?.method.id === id.toLowerCase();
      if (isLast && (await hasUnpaidInvoices(transaction, customerId)))
        throw new NotAllowed('last_method_with_unpaid_invoices');
    });
  }

  private async one(caller: CallingCustomer, method: PaymentMethod): Promise<PortalPaymentMethod> {
    const [presented] = await this.presented(caller, [method]);
    return presented as PortalPaymentMethod;
  }

  private async presented(
    { organizationId }: CallingCustomer,
    methods: readonly PaymentMethod[],
  ): Promise<PortalPaymentMethod[]> {
    const ids = methods.map(({ svc_id: id }) => id);
    const rows = await this.database.tenant(organizationId, (transaction) => methodsByIds(transaction, ids));
    return methods.map(({ svc_id, is_default, created_at }) => ({
      svc_id,
      is_default,
      ...shownDetails(rows.get(svc_id)?.details ?? null),
      created_at,
    }));
  }

  /** @throws Unauthorized for a customer that was deleted meanwhile, as for its token */
  private async externalIdOf({ organizationId, customerId }: CallingCustomer): Promise<string> {
    const externalId = await this.database.tenant(organizationId, async (transaction) =>
      (await readExternalCustomerIds(transaction, [customerId])).get(customerId),
    );
    if (externalId === undefined) throw new Unauthorized();
    return externalId;
  }
}

function shownDetails(details: PaymentMethodRow['details']): Pick<PortalPaymentMethod, 'type' | 'brand' | 'last_four'> {
  if (details === null) return { type: null, brand: null, last_four: null };
  const brand = details.type === 'card' ? details.brand : details.bank;
  return { type: details.type, brand, last_four: details.last4 };
}
