import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { ExportedResource, JobPayload, ServiceName } from '@tollgate/contracts';
import { OwnRetention } from '@tollgate/identity/reader';
import { Clock, CommandBus, Config, Jobs, toClientName, type Cell } from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';
import { csvOf } from './csv.js';
import { expire, type DataExportRow } from './data-exports.repository.js';
import { completedAt, retentionMs } from './export-ends.js';
import { ExportParts } from './export-parts.js';

const hourMs = 3_600_000;
const recordsOfPart = 500;
/** Limits of a file; a larger export fails, and filters can split it. */
const mostRows = 1_000_000;
const mostBytes = 500 * 1024 * 1024;
/** The byte order mark, by which spreadsheets recognize UTF-8. */
const byteOrderMark = '\ufeff';
const parallelExports = 2;
const expiredAtOnce = 50;

/** The service that owns each exported resource. */
const owners: Record<Exclude<ExportedResource, 'documents' | 'accounting_entries'>, ServiceName> = {
  customers: 'subscription',
  invoices: 'invoicing',
  fees: 'invoicing',
  usage: 'invoicing',
  credit_notes: 'invoicing',
  taxes: 'invoicing',
  payments: 'payment',
  payment_receipts: 'payment',
  wallet_transactions: 'wallet',
  number_sequences: 'document',
};

/** Writes files of records, and removes old ones. */
@Injectable()
export class DataExportWorker implements OnApplicationBootstrap {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
    private readonly jobs: Jobs,
    private readonly parts: ExportParts,
    private readonly config: Config,
    private readonly retention: OwnRetention,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const write = (payload: JobPayload<'data-export'>) => this.parts.writeAll(payload, (row) => this.writePart(row));
    this.jobs.work('data-export', write, parallelExports);
    this.jobs.work('data-export-retention', () => this.removeOld(), 1);
    await this.jobs.every('data-export-retention', hourMs, {});
  }

  /** @returns whether there may be more to write */
  private async writePart(row: DataExportRow): Promise<boolean> {
    const resource = row.resource_type;
    if (resource === 'documents' || resource === 'accounting_entries')
      throw new Error(`export ${row.id} has a job of its own`);
    const page = await this.commands.send(owners[resource], 'export.page', {
      organization_id: row.organization_id,
      resource_type: resource,
      filters: row.filters,
      after: row.last_id,
      until: row.until.getTime(),
      limit: recordsOfPart,
    });
    return this.storePage(row, page);
  }

  private async storePage(
    row: DataExportRow,
    page: { columns: string[]; rows: Cell[][]; walked: number; next: string | null; total: number | null },
  ): Promise<boolean> {
    const columns = page.columns.map((name) => toClientName(name, this.config.identifierPrefix));
    const content = row.parts === 0 ? `${byteOrderMark}${csvOf([columns, ...page.rows])}` : csvOf(page.rows);
    const rowsWritten = row.rows_written + page.rows.length;
    const size = Number(row.size_bytes) + Buffer.byteLength(content);
    if (rowsWritten > mostRows || size > mostBytes) return this.parts.fail(row, 'file_is_too_large');
    const now = await this.clock.now(row.organization_id);
    const end = page.next === null ? completedAt(now) : { status: 'processing' as const, last_id: page.next };
    const changes = {
      ...end,
      records_done: row.records_done + page.walked,
      rows_written: rowsWritten,
      size_bytes: BigInt(size),
      ...(page.total === null ? {} : { records_total: page.total }),
    };
    await this.parts.store(row, { content, changes });
    return page.next !== null;
  }

  private async removeOld(): Promise<void> {
    for (let removed = expiredAtOnce; removed === expiredAtOnce;)
      removed = await this.database.everyTenant((transaction) => expire(transaction, new Date(), expiredAtOnce));
    await this.retention.remove(this.database, 'data_exports', async (transaction, before, limit) => {
      const end = new Date(before.getTime() + retentionMs);
      return expire(transaction, end, limit);
    });
  }
}
