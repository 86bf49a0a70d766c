import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ClickHouse, deleteExpired, Jobs } from '@tollgate/platform';
import { IdentityDatabase } from '../identity.database.js';
import { OwnRetention } from '../retention/own-retention.js';
import { apiLogTable } from './api-log-table.js';

const everyHour = 3_600_000;

/** Deletes logged calls of organizations that store them for fewer days than the installation, hourly. */
@Injectable()
export class ApiLogRetention implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: Jobs,
    private readonly database: IdentityDatabase,
    private readonly clickhouse: ClickHouse,
    private readonly retention: OwnRetention,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.work('api-log-retention', () => this.run(), 1);
    await this.jobs.every('api-log-retention', everyHour, {});
  }

  private async run(): Promise<void> {
    await this.retention.each(this.database, 'api_log', (organization, before) =>
      deleteExpired(this.clickhouse, { table: apiLogTable, column: 'created_at', organization, before }),
    );
  }
}
