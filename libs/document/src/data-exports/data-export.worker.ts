import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { ExportedResource, JobPayload, ServiceName } from '@tollgate/contracts';
import {
  ApiError,
  Clock,
  CommandBus,
  Config,
  Jobs,
  Logger,
  toClientName,
  Unavailable,
  type Cell,
} from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';
import { csvOf } from './csv.js';
import { advance, expire, findDataExport, insertPart, type DataExportRow } from './data-exports.repository.js';

const hourMs = 3_600_000;
/** How long a file is there; the addresses of that time hold no longer. */
const cacheTtlMs = 7 * 24 * hourMs;
const recordsOfPart = 500;
/** A file that grows beyond these is given up; it can be asked for in parts, by filters. */
const mostRows = 1_000_000;
const mostBytes = 500 * 1024 * 1024;
/** Tells spreadsheets that the file is UTF-8. */
const mark = '\ufeff';
const parallelExports = 2;
const expiredAtOnce = 50;

/** Who owns what is exported. */
const owners: Record<ExportedResource, ServiceName> = {
  customers: 'subscription',
  invoices: 'invoicing',
  fees: 'invoicing',
  usage: 'invoicing',
};

/**
 * Writes files part by part: each is a transaction of its own that says where the next begins. So a process that goes away
 * loses the part that it was at, and two that work on the same file write each part once.
 */
@Injectable()
export class DataExportWorker implements OnApplicationBootstrap {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
    private readonly jobs: Jobs,
    private readonly logger: Logger,
    private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.work('data-export', (payload) => this.write(payload), parallelExports);
    this.jobs.work('data-export-retention', () => this.removeOld(), 1);
    await this.jobs.every('data-export-retention', hourMs, {});
  }

  private async write({
    organization_id: organizationId,
    data_export_id: id,
  }: JobPayload<'data-export'>): Promise<void> {
    for (;;) {
      const row = await this.database.tenant(organizationId, (transaction) => findDataExport(transaction, id));
      if (row?.status !== 'pending' && row?.status !== 'processing') return;
      if (!(await this.writePart(row))) return;
    }
  }

  /** @returns whether there may be more to write */
  private async writePart(row: DataExportRow): Promise<boolean> {
    try {
      const page = await this.commands.send(owners[row.resource_type], 'export.page', {
        organization_id: row.organization_id,
        resource_type: row.resource_type,
        filters: row.filters,
        after: row.last_id,
        until: row.until.getTime(),
        limit: recordsOfPart,
      });
      return await this.keep(row, page);
    } catch (error) {
      const fault = permanentFaultOf(error);
      if (fault === null) throw error;
      this.logger.warn('data export failed', { data_export_id: row.id, error });
      await this.fail(row, fault);
      return false;
    }
  }

  private async keep(
    row: DataExportRow,
    page: { columns: string[]; rows: Cell[][]; walked: number; next: string | null; total: number | null },
  ): Promise<boolean> {
    const columns = page.columns.map((name) => toClientName(name, this.config.identifierPrefix));
    const content = row.parts === 0 ? `${mark}${csvOf([columns, ...page.rows])}` : csvOf(page.rows);
    const rowsWritten = row.rows_written + page.rows.length;
    const size = Number(row.size_bytes) + Buffer.byteLength(content);
    if (rowsWritten > mostRows || size > mostBytes) {
      await this.fail(row, 'file_is_too_large');
      return false;
    }
    const now = await this.clock.now(row.organization_id);
    const end =
      page.next === null
        ? {
            status: 'completed' as const,
            completed_at: new Date(now),
            expires_at: new Date(Date.now() + cacheTtlMs),
          }
        : { status: 'processing' as const, last_id: page.next };
    return this.database.tenant(row.organization_id, async (transaction) => {
      const isMine = await advance(transaction, row, {
        ...end,
        parts: row.parts + 1,
        records_done: row.records_done + page.walked,
        rows_written: rowsWritten,
        size_bytes: BigInt(size),
        ...(page.total === null ? {} : { records_total: page.total }),
      });
      if (isMine) await insertPart(transaction, row.id, row.parts + 1, content);
      return page.next !== null;
    });
  }

  private async fail(row: DataExportRow, error: string): Promise<void> {
    await this.database.tenant(row.organization_id, (transaction) =>
      advance(transaction, row, { status: 'failed', error, expires_at: new Date() }),
    );
  }

  private async removeOld(): Promise<void> {
    for (let removed = expiredAtOnce; removed === expiredAtOnce;)
      removed = await this.database.everyTenant((transaction) => expire(transaction, new Date(), expiredAtOnce));
  }
}

/** What is wrong with the export itself, by its code; null for what passes or nobody foresaw. */
function permanentFaultOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error instanceof Unavailable || error.status >= 500) return null;
  return error.message;
}
