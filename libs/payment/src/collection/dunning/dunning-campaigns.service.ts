import { Injectable } from '@nestjs/common';
import {
  DunningThresholdInput,
  type DunningCampaign,
  type DunningCampaignCreate,
  type DunningCampaignFilters,
  type DunningCampaignUpdate,
  type DunningThreshold,
  type Meta,
} from '@tollgate/contracts';
import { findBillingEntity } from '@tollgate/catalog/reader';
import {
  brokenUniqueIndex,
  Clock,
  newId,
  NotFound,
  ValidationFailed,
  type TenantTransaction,
  readRawInput,
} from '@tollgate/platform';
import { PaymentDatabase } from '../../payment.database.js';
import { leaveCampaign, resetCampaign } from '../../model/dunning/dunned-customers.repository.js';
import {
  findCampaign,
  insertCampaign,
  listCampaigns,
  lockCampaign,
  replaceIssuers,
  replaceThresholds,
  updateCampaign,
  type DunningCampaignRow,
} from '../../model/dunning/dunning-campaigns.repository.js';
import { presentCampaigns } from './dunning-campaign.presenter.js';

/** Dunning campaigns (invoices, section 14). A change applies from its instant on. */
@Injectable()
export class DunningCampaignsService {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailed, NotFound of an issuer */
  async create(organizationId: string, input: DunningCampaignCreate): Promise<DunningCampaign> {
    const now = new Date(await this.clock.now(organizationId));
    const thresholds = readThresholds(input.thresholds ?? []);
    return this.withUniqueCode(organizationId, async (transaction) => {
      const issuers = await issuerIds(transaction, input.billing_entity_codes ?? []);
      const campaign = await insertCampaign(transaction, {
        id: newId(),
        organization_id: organizationId,
        code: input.code,
        name: input.name,
        description: input.description ?? null,
        days_between_attempts: input.days_between_attempts ?? 1,
        max_attempts: input.max_attempts ?? 1,
        bcc_emails: JSON.stringify(input.bcc_emails ?? []),
        created_at: now,
        updated_at: now,
        applies_from: now,
        deleted_at: null,
      });
      await replaceThresholds(transaction, campaign.id, thresholds);
      await replaceIssuers(transaction, campaign.id, issuers);
      return present(transaction, campaign);
    });
  }

  async list(
    organizationId: string,
    filters: DunningCampaignFilters,
  ): Promise<{ dunning_campaigns: DunningCampaign[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { rows, meta } = await listCampaigns(transaction, filters);
      return { dunning_campaigns: await presentCampaigns(transaction, rows), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, code: string): Promise<DunningCampaign> {
    return this.database.tenant(organizationId, async (transaction) =>
      present(transaction, existing(await findCampaign(transaction, code))),
    );
  }

  /** Changes the fields of the request. @throws NotFound, ValidationFailed */
  async update(organizationId: string, code: string, input: DunningCampaignUpdate): Promise<DunningCampaign> {
    const now = new Date(await this.clock.now(organizationId));
    return this.withUniqueCode(organizationId, async (transaction) => {
      const { id } = existing(await lockCampaign(transaction, code));
      const { thresholds, billing_entity_codes: codes } = input;
      const changed = await updateCampaign(transaction, id, {
        ...(input.code ? { code: input.code } : {}),
        ...(input.name ? { name: input.name } : {}),
        ...(input.description !== undefined ? { description: input.description } : {}),
        ...(input.days_between_attempts ? { days_between_attempts: input.days_between_attempts } : {}),
        ...(input.max_attempts ? { max_attempts: input.max_attempts } : {}),
        ...(input.bcc_emails ? { bcc_emails: JSON.stringify(input.bcc_emails) } : {}),
        updated_at: now,
        applies_from: now,
      });
      if (thresholds) {
        await replaceThresholds(transaction, id, readThresholds(thresholds));
        await resetCampaign(transaction, id, 'below_thresholds');
      }
      if (codes) await this.apply(transaction, id, codes);
      return present(transaction, changed);
    });
  }

  /** Deletes a campaign: it sends no more reminders, and frees its code. @throws NotFound */
  async remove(organizationId: string, code: string): Promise<DunningCampaign> {
    const now = new Date(await this.clock.now(organizationId));
    return this.database.tenant(organizationId, async (transaction) => {
      const campaign = existing(await lockCampaign(transaction, code));
      const answer = await present(transaction, campaign);
      await leaveCampaign(transaction, campaign.id);
      await resetCampaign(transaction, campaign.id, 'all');
      await updateCampaign(transaction, campaign.id, { deleted_at: now });
      return answer;
    });
  }

  /** Assigns a campaign to issuers; it replaces their previous one. */
  private async apply(transaction: TenantTransaction, id: string, codes: string[]): Promise<void> {
    const issuers = await issuerIds(transaction, codes);
    await replaceIssuers(transaction, id, issuers);
    await resetCampaign(transaction, id, 'others');
  }

  private async withUniqueCode<T>(
    organizationId: string,
    work: (transaction: TenantTransaction) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.database.tenant(organizationId, work);
    } catch (error) {
      if (brokenUniqueIndex(error) === 'dunning_campaigns_code')
        throw new ValidationFailed({ code: ['value_already_exist'] });
      throw error;
    }
  }
}

async function present(transaction: TenantTransaction, row: DunningCampaignRow): Promise<DunningCampaign> {
  const [campaign] = await presentCampaigns(transaction, [row]);
  return campaign as DunningCampaign;
}

/** @throws NotFound */
function existing(campaign: DunningCampaignRow | undefined): DunningCampaignRow {
  if (!campaign) throw new NotFound('dunning_campaign');
  return campaign;
}

/** @throws ValidationFailed of the first invalid threshold */
function readThresholds(raw: Record<string, unknown>[]): DunningThreshold[] {
  return raw.map((threshold) => {
    return readRawInput(DunningThresholdInput, threshold);
  });
}

/** @throws NotFound */
async function issuerIds(transaction: TenantTransaction, codes: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const code of new Set(codes)) {
    const issuer = await findBillingEntity(transaction, code);
    if (!issuer) throw new NotFound('billing_entity');
    ids.push(issuer.id);
  }
  return ids;
}
