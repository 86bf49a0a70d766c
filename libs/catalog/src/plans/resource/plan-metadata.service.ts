import type { RawInput } from '@tollgate/contracts';
import { Injectable } from '@nestjs/common';
import {
  Clock,
  readRawMetadata,
  mergedMetadata,
  metadataWithout,
  storedMetadata,
  type Metadata,
} from '@tollgate/platform';
import { CatalogDatabase } from '../../catalog.database.js';
import { existingPlan, updatePlan } from '../../model/plan-repositories/plans.repository.js';

/** Metadata of plans (catalog, section 9). */
@Injectable()
export class PlanMetadataService {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly clock: Clock,
  ) {}

  /** A request without metadata changes nothing. @throws NotFound, ValidationFailed */
  async replace(organizationId: string, code: string, raw: RawInput): Promise<Metadata> {
    return this.change(organizationId, code, (before) => readRawMetadata(raw) ?? before);
  }

  /** @throws NotFound, ValidationFailed */
  async merge(organizationId: string, code: string, raw: RawInput): Promise<Metadata> {
    return this.change(organizationId, code, (before) => mergedMetadata(before, readRawMetadata(raw)));
  }

  /** @throws NotFound */
  async remove(organizationId: string, code: string): Promise<Metadata> {
    return this.change(organizationId, code, () => null);
  }

  /** A missing key changes and publishes nothing. @throws NotFound, also for a plan without metadata */
  async removeKey(organizationId: string, code: string, key: string): Promise<Metadata> {
    return this.change(organizationId, code, (before) => metadataWithout(before, key), { silent: true });
  }

  private async change(
    organizationId: string,
    code: string,
    changed: (before: Metadata) => Metadata,
    { silent } = { silent: false },
  ): Promise<Metadata> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const plan = await existingPlan(transaction, code, 'update');
      const metadata = changed(plan.metadata);
      await updatePlan(transaction, plan.id, { metadata: storedMetadata(metadata), updated_at: new Date(now) });
      const payload = { plan_id: plan.id, amount_changed: false };
      if (!silent) await transaction.append('plan.updated', plan.id, payload, now);
      return metadata;
    });
  }
}
