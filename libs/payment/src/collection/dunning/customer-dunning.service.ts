import { Injectable } from '@nestjs/common';
import type { CustomerDunning, CustomerDunningUpdate } from '@tollgate/contracts';
import { Clock, isoSeconds, NotFound, type TenantTransaction } from '@tollgate/platform';
import { findCustomerView, type CustomerView } from '@tollgate/subscription/reader';
import { PaymentDatabase } from '../../payment.database.js';
import {
  attemptsOf,
  findDunnedCustomer,
  lockDunnedCustomer,
  resetAttempts,
  updateDunnedCustomer,
} from '../../model/dunning/dunned-customers.repository.js';
import { campaignsByIds, findCampaign } from '../../model/dunning/dunning-campaigns.repository.js';

/** Dunning settings of a customer that differ from its issuer's (invoices, section 14). */
@Injectable()
export class CustomerDunningService {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound */
  async read(organizationId: string, externalCustomerId: string): Promise<CustomerDunning> {
    return this.database.tenant(organizationId, async (transaction) =>
      present(transaction, await existing(transaction, externalCustomerId)),
    );
  }

  /**
   * Changes the settings. Another campaign starts with no attempts, from now on.
   * @throws NotFound of the customer, else of the campaign
   */
  async update(
    organizationId: string,
    externalCustomerId: string,
    { dunning_campaign_code: code, exclude_from_dunning_campaign: excluded }: CustomerDunningUpdate,
  ): Promise<CustomerDunning> {
    const now = new Date(await this.clock.now(organizationId));
    return this.database.tenant(organizationId, async (transaction) => {
      const customer = await existing(transaction, externalCustomerId);
      const before = await lockDunnedCustomer(transaction, customer.id);
      const campaignId = code === undefined ? before.own_campaign_id : await campaignIdOf(transaction, code);
      if (campaignId !== before.own_campaign_id) await resetAttempts(transaction, customer.id, null);
      await updateDunnedCustomer(transaction, customer.id, {
        own_campaign_id: campaignId,
        excluded: excluded ?? before.excluded,
        ...(campaignId === before.own_campaign_id ? {} : { last_attempt_at: null }),
        not_before: now,
      });
      return present(transaction, customer);
    });
  }
}

/** @throws NotFound */
async function existing(transaction: TenantTransaction, externalId: string): Promise<CustomerView> {
  const customer = await findCustomerView(transaction, externalId);
  if (!customer) throw new NotFound('customer');
  return customer;
}

/** @throws NotFound */
async function campaignIdOf(transaction: TenantTransaction, code: string | null): Promise<string | null> {
  if (code === null || code === '') return null;
  const campaign = await findCampaign(transaction, code);
  if (!campaign) throw new NotFound('dunning_campaign');
  return campaign.id;
}

async function present(transaction: TenantTransaction, customer: CustomerView): Promise<CustomerDunning> {
  const dunnedCustomer = await findDunnedCustomer(transaction, customer.id);
  const [campaign] = dunnedCustomer?.own_campaign_id
    ? await campaignsByIds(transaction, [dunnedCustomer.own_campaign_id])
    : [];
  const attempts = await attemptsOf(transaction, customer.id);
  return {
    external_customer_id: customer.externalId,
    dunning_campaign_code: campaign?.code ?? null,
    exclude_from_dunning_campaign: dunnedCustomer?.excluded ?? false,
    last_attempt_at: dunnedCustomer?.last_attempt_at ? isoSeconds(dunnedCustomer.last_attempt_at) : null,
    attempts: attempts.map((one) => ({ currency: one.currency, attempts: one.attempts })),
  };
}
