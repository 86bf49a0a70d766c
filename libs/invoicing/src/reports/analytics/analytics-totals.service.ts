import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Jobs, Logger } from '@tollgate/platform';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { addUpChanges, organizationsToAddUp } from './analytics-figures.repository.js';

const everyTenSeconds = 10_000;
/** The time limit of a pass; readers still count the remaining changes, and the next pass adds them up. */
const longestPassMs = 8_000;

/** Adds up changed figures by organization, so that requests read few rows. */
@Injectable()
export class AnalyticsTotals implements OnApplicationBootstrap {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly jobs: Jobs,
    private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.work('analytics-totals', () => this.addUp(), 1);
    await this.jobs.every('analytics-totals', everyTenSeconds, {});
  }

  async addUp(): Promise<void> {
    const deadline = Date.now() + longestPassMs;
    for (const organizationId of await this.database.everyTenant(organizationsToAddUp)) {
      try {
        while (Date.now() < deadline && (await this.database.tenant(organizationId, addUpChanges)));
      } catch (error) {
        this.logger.error('changed figures were not added up; they stay counted one by one', {
          organization_id: organizationId,
          error,
        });
      }
    }
  }
}
