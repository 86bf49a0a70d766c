import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Jobs, Passes } from '@tollgate/platform';
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
    private readonly passes: Passes,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.work('analytics-totals', () => this.addUp(), 1);
    await this.jobs.every('analytics-totals', everyTenSeconds, {});
  }

  async addUp(): Promise<void> {
    const deadline = Date.now() + longestPassMs;
    await this.passes.each(
      {
        name: 'analytics-totals',
        failure: 'changed figures were not added up; they stay counted one by one',
        about: (id) => ({ organization_id: id }),
      },
      await this.database.everyTenant(organizationsToAddUp),
      async (id) => {
        while (Date.now() < deadline && (await this.database.tenant(id, addUpChanges)));
      },
    );
  }
}
