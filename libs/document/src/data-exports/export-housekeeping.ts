import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { OwnRetention } from '@tollgate/identity/reader';
import { Jobs, Passes } from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';
import { expire, unfinishedBefore, type DataExportRow } from './data-exports.repository.js';
import { retentionMs } from './export-ends.js';
import { DataExportsService } from './data-exports.service.js';
import { ExportParts } from './export-parts.js';

const everyMs = 600_000;
const expiredAtOnce = 50;
const unfinishedAtOnce = 200;
/** An export that is not finished by then fails. */
const longestMs = 24 * 3_600_000;
/** An export without a job, or whose job has given up, gets one again after this time. */
const queuedAgainMs = 900_000;

/** Deletes old files, queues exports whose jobs were lost, and ends those that take too long. */
@Injectable()
export class ExportHousekeeping implements OnApplicationBootstrap {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly exports: DataExportsService,
    private readonly parts: ExportParts,
    private readonly jobs: Jobs,
    private readonly passes: Passes,
    private readonly retention: OwnRetention,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.work('data-export-retention', () => this.removeExpired(), 1);
    await this.jobs.every('data-export-retention', everyMs, {});
  }

  /** Bounded work; the next time finds what is left. */
  async removeExpired(): Promise<void> {
    for (let removed = expiredAtOnce; removed === expiredAtOnce;)
      removed = await this.database.everyTenant((transaction) => expire(transaction, new Date(), expiredAtOnce));
    await this.retention.remove(this.database, 'data_exports', (transaction, before, limit) =>
      expire(transaction, new Date(before.getTime() + retentionMs), limit),
    );
    const before = new Date(Date.now() - queuedAgainMs);
    const unfinished = await this.database.everyTenant((transaction) =>
      unfinishedBefore(transaction, before, unfinishedAtOnce),
    );
    await this.passes.each(
      {
        name: 'unfinished-exports',
        failure: 'an unfinished export was left as it is',
        about: ({ id, organization_id }) => ({ organization_id, data_export_id: id }),
      },
      unfinished,
      (row) => this.advance(row),
    );
  }

  private async advance(row: DataExportRow): Promise<void> {
    if (row.requested_at.getTime() > Date.now() - longestMs) await this.exports.queue(row);
    else await this.parts.fail(row, 'deadline_exceeded');
  }
}
