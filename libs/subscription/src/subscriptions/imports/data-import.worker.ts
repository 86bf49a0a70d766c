import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { JobPayload } from '@tollgate/contracts';
import {
  ApiError,
  Clock,
  CommandBus,
  isDatabaseUnavailable,
  Jobs,
  Logger,
  LostToAnotherWrite,
  Unavailable,
} from '@tollgate/platform';
import { SubscriptionDatabase } from '../../subscription.database.js';
import { PaymentMethods } from '../../model/agreement/payment-methods.js';
import {
  completeImport,
  countTry,
  endLine,
  findImport,
  removeOldImports,
  takeLine,
  waitingLines,
  type DataImportRow,
} from './data-imports.repository.js';
import { importRow } from './imported-rows.js';

const hourMs = 3_600_000;
const cacheTtlMs = 30 * 24 * hourMs;
const linesAtOnce = 200;
const parallelImports = 2;
const removedAtOnce = 100;
/** The tries of a line with unexpected errors before it fails. */
const maxTries = 5;

/** Rolls back the transaction of a dry run. */
class Tried extends Error {
  constructor(readonly outcome: 'created' | 'updated') {
    super('tried');
  }
}

/**
 * Imports the rows of files in order. One transaction writes a row's changes and its outcome. A process that stops
 * leaves no partial row, and two processes on the same file import each row once.
 */
@Injectable()
export class DataImportWorker implements OnApplicationBootstrap {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
    private readonly paymentMethods: PaymentMethods,
    private readonly jobs: Jobs,
    private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.work('data-import', (payload) => this.run(payload), parallelImports);
    this.jobs.work('data-import-retention', () => this.removeOld(), 1);
    await this.jobs.every('data-import-retention', hourMs, {});
  }

  private async run({ organization_id: organizationId, data_import_id: id }: JobPayload<'data-import'>): Promise<void> {
    for (;;) {
      const { row, lines } = await this.database.tenant(organizationId, async (transaction) => ({
        row: await findImport(transaction, id),
        lines: await waitingLines(transaction, id, linesAtOnce),
      }));
      if (!row || row.completed_at !== null) return;
      if (lines.length === 0) return this.complete(row);
      for (const line of lines) await this.doLine(row, line);
    }
  }

  private async complete({ organization_id: organizationId, id }: DataImportRow): Promise<void> {
    const now = await this.clock.now(organizationId);
    await this.database.tenant(organizationId, (transaction) => completeImport(transaction, id, new Date(now)));
  }

  private async doLine(row: DataImportRow, line: number): Promise<void> {
    try {
      await this.apply(row, line);
    } catch (error) {
      if (error instanceof Tried) return this.end(row, line, error.outcome, null);
      const errors = errorsOf(error);
      if (errors) return this.end(row, line, 'failed', errors);
      if (isPassing(error)) throw error;
      await this.countTry(row, line, error);
    }
  }

  private async apply(row: DataImportRow, line: number): Promise<void> {
    const now = await this.clock.now(row.organization_id);
    await this.database.tenant(row.organization_id, async (transaction) => {
      const raw = await takeLine(transaction, row.id, line);
      if (!raw) return;
      const { commands, paymentMethods } = this;
      const outcome = await importRow[row.resource_type]({ transaction, commands, paymentMethods, now }, raw);
      if (row.dry_run) throw new Tried(outcome);
      await endLine(transaction, row.id, line, { outcome, errors: null });
    });
  }

  private async end(
    row: DataImportRow,
    line: number,
    outcome: 'created' | 'updated' | 'failed',
    errors: object | null,
  ): Promise<void> {
    await this.database.tenant(row.organization_id, (transaction) =>
      endLine(transaction, row.id, line, { outcome, errors }),
    );
  }

  /** @throws the error again, so the job is retried later, until the line has no tries left */
  private async countTry(row: DataImportRow, line: number, error: unknown): Promise<void> {
    const tries = await this.database.tenant(row.organization_id, (transaction) => countTry(transaction, row.id, line));
    if (tries < maxTries) throw error;
    this.logger.error('a line of an import failed for good', { data_import_id: row.id, line, error });
    await this.end(row, line, 'failed', { base: ['unexpected_error'] });
  }

  private async removeOld(): Promise<void> {
    const before = new Date(Date.now() - cacheTtlMs);
    for (let removed = removedAtOnce; removed === removedAtOnce;)
      removed = await this.database.everyTenant((transaction) => removeOldImports(transaction, before, removedAtOnce));
  }
}

/** Whether an error is transient. */
const isPassing = (error: unknown): boolean =>
  error instanceof Unavailable || error instanceof LostToAnotherWrite || isDatabaseUnavailable(error);

/** The errors that a request would answer for a row, by field; null for errors beyond the row. */
function errorsOf(error: unknown): object | null {
  if (!(error instanceof ApiError) || isPassing(error) || error.status >= 500) return null;
  const details = error.body['error_details'];
  return details !== null && typeof details === 'object' ? details : { base: [error.message] };
}
