import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Config, Jobs } from '@tollgate/platform';
import { OwnRetention } from '../retention/own-retention.js';
import { IdentityDatabase } from '../identity.database.js';
import { deleteOldSecurityLogs } from './security-logs.repository.js';

const everyHour = 3_600_000;
const dayMs = 86_400_000;
const rowsAtOnce = 1_000;
const mostBatches = 200;

/** Removes expired entries of the security log, hourly and in batches. */
@Injectable()
export class SecurityLogRetention implements OnApplicationBootstrap {
  constructor(
    private readonly config: Config,
    private readonly jobs: Jobs,
    private readonly database: IdentityDatabase,
    private readonly retention: OwnRetention,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.work('security-log-retention', () => this.run(), 1);
    await this.jobs.every('security-log-retention', everyHour, {});
  }

  private async run(): Promise<void> {
    const before = new Date(Date.now() - this.config.retentionDays.security_log * dayMs);
    const removed = () =>
      this.database.everyTenant((transaction) => deleteOldSecurityLogs(transaction, before, rowsAtOnce));
    // The next hour removes the rest.
    for (let batch = 0; batch < mostBatches && (await removed()) === rowsAtOnce; batch++);
    await this.retention.remove(this.database, 'security_log', deleteOldSecurityLogs);
  }
}
