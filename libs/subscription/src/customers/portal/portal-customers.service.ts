import { Injectable } from '@nestjs/common';
import {
  PortalCustomer,
  PortalCustomerUpdate,
  PortalIssuer,
  portalFields,
  shownFields,
  type PortalField,
  type RawInput,
} from '@tollgate/contracts';
import { readBillingEntityResource, readPortalSettings } from '@tollgate/catalog/reader';
import { readOrganization } from '@tollgate/identity/reader';
import { Clock, isoSeconds, Unauthorized, type CallingCustomer, type TenantTransaction } from '@tollgate/platform';
import { changeTimezone } from '../../lifecycle/customer-changes.js';
import { clearCustomerError } from '../../model/customers/customer-errors.repository.js';
import {
  customersByIds,
  lockCustomer,
  updateCustomer,
  type CustomerRow,
} from '../../model/customers/customers.repository.js';
import { SubscriptionDatabase } from '../../subscription.database.js';
import { changesOf } from '../resource/customer-columns.js';
import { readCustomer, type CustomerChanges } from '../resource/customer-input.js';
import { presentEmbeddedCustomers } from '../resource/customer.presenter.js';
import { writeTaxesOfOwnChange } from '../resource/customer-taxes.js';
import { hasMoved, taxErrorCode } from '../resource/tax-errors.rules.js';
import { readTaxNumberCheck } from '../vat-checks/tax-number-check.reader.js';

/** Customers read and change their own data (customers, section 3; webhooks, section 24). */
@Injectable()
export class PortalCustomersService {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly clock: Clock,
  ) {}

  /** @throws Unauthorized if the customer was deleted in the meantime */
  async read({ organizationId, customerId, ...caller }: CallingCustomer) {
    return this.database.tenant(organizationId, async (transaction) => {
      const { customer, billingEntityCode } = await presented(transaction, await existing(transaction, customerId));
      const { name, sandbox } = await readOrganization(transaction);
      return {
        customer,
        issuer: shownFields(PortalIssuer, await readBillingEntityResource(transaction, billingEntityCode)),
        access: {
          organization_name: name,
          sandbox,
          expires_at: isoSeconds(caller.expiresAt),
          sections: [...caller.sections],
          ...settingsOf(caller.session),
          person: caller.person,
          may_change: caller.mayChange,
          manages_people: caller.managesPeople,
        },
      };
    });
  }

  /**
   * Changes the submitted fields that the issuer lets customers change; others are ignored. No webhook reports it.
   * @throws ValidationFailed, Unauthorized if the customer was deleted in the meantime
   */
  async update({ organizationId, customerId }: CallingCustomer, raw: RawInput): Promise<PortalCustomer> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const { external_id: externalId } = await existing(transaction, customerId);
      await lockCustomer(transaction, externalId);
      const stored = await existing(transaction, customerId);
      const { editable_fields: editable } = await readPortalSettings(transaction, stored.billing_entity_id);
      const changes = changesOf(changesIn(raw, externalId, editable), stored, 'payment_provider_not_found');
      const customer = await changeTimezone(
        transaction,
        stored,
        () => updateCustomer(transaction, stored.id, { ...changes, updated_at: new Date(now) }),
        now,
      );
      if (hasMoved(stored, customer)) await clearCustomerError(transaction, customer.id, taxErrorCode);
      await writeTaxesOfOwnChange(transaction, stored, customer, now);
      await transaction.append('customer.updated', customer.id, { customer_id: customer.id }, now);
      return (await presented(transaction, customer)).customer;
    });
  }
}

const settingsOf = (session: CallingCustomer['session']) => ({
  return_url: session?.return_url ?? null,
  flow: session?.flow ?? null,
  locale: session?.locale ?? null,
});

/** The lines of the address are one field. */
const fieldOf = (field: string): PortalField =>
  (portalFields as readonly string[]).includes(field) ? (field as PortalField) : 'address';

/** Reads the fields of a change with the rules of an upsert. @throws ValidationFailed */
function changesIn(raw: RawInput, externalId: string, editable: readonly PortalField[]): CustomerChanges {
  const fields = Object.entries(raw).filter(
    ([field]) => field in PortalCustomerUpdate.shape && editable.includes(fieldOf(field)),
  );
  const { document_locale: locale, ...plain } = Object.fromEntries(fields);
  return readCustomer({
    ...plain,
    external_id: externalId,
    ...(locale === undefined ? {} : { billing_configuration: { document_locale: locale } }),
  });
}

/** @throws Unauthorized for a deleted customer, as for its token */
async function existing(transaction: TenantTransaction, customerId: string): Promise<CustomerRow> {
  const [customer] = await customersByIds(transaction, [customerId]);
  if (!customer || customer.deleted_at !== null) throw new Unauthorized();
  return customer;
}

async function presented(
  transaction: TenantTransaction,
  row: CustomerRow,
): Promise<{ customer: PortalCustomer; billingEntityCode: string }> {
  const [customer] = await presentEmbeddedCustomers(transaction, [row]);
  if (!customer) throw new Error(`customer ${row.id} was not presented`);
  const { document_locale } = customer.billing_configuration;
  return {
    customer: shownFields(PortalCustomer, {
      ...customer,
      document_locale,
      tax_number_check: await readTaxNumberCheck(transaction, row),
    }),
    billingEntityCode: customer.billing_entity_code,
  };
}
