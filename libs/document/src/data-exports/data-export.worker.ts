import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { ExportedResource, JobPayload, ServiceName } from '@tollgate/contracts';
import { Clock, CommandBus, Config, Jobs, Logger, toClientName, type Cell } from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';
import { csvOf } from './csv.js';
import { advance, expire, findDataExport, insertPart, type DataExportRow } from './data-exports.repository.js';
import { completedAt, failExport, permanentFaultOf } from './export-ends.js';

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

/**
 * Writes files part by part; each part is one transaction that records where the next one begins. A stopped process
 * loses only its current part, and two workers write each part once.
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
      if (row.resource_type === 'documents' || row.resource_type === 'accounting_entries')
        throw new Error(`export ${id} has a job of its own`);
      if (!(await this.writePart(row, row.resource_type))) return;
    }
  }

  /** @returns whether there may be more to write */
  private async writePart(row: DataExportRow, resource: keyof typeof owners): Promise<boolean> {
    try {
      const page = await this.commands.send(owners[resource], 'export.page', {
        organization_id: row.organization_id,
        resource_type: resource,
        filters: row.filters,
        after: row.last_id,
        until: row.until.getTime(),
        limit: recordsOfPart,
      });
      return await this.storePage(row, page);
    } catch (error) {
      const fault = permanentFaultOf(error);
      if (fault === null) throw error;
      this.logger.warn('data export failed', { data_export_id: row.id, error });
      await this.fail(row, fault);
      return false;
    }
  }

  private async storePage(
    row: DataExportRow,
    page: { columns: string[]; rows: Cell[][]; walked: number; next: string | null; total: number | null },
  ): Promise<boolean> {
    const columns = page.columns.map((name) => toClientName(name, this.config.identifierPrefix));
    const content = row.parts === 0 ? `${byteOrderMark}${csvOf([columns, ...page.rows])}` : csvOf(page.rows);
    const rowsWritten = row.rows_written + page.rows.length;
    const size = Number(row.size_bytes) + Buffer.byteLength(content);
    if (rowsWritten > mostRows || size > mostBytes) {
      await this.fail(row, 'file_is_too_large');
      return false;
    }
    const now = await this.clock.now(row.organization_id);
    const end = page.next === null ? completedAt(now) : { status: 'processing' as const, last_id: page.next };
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
    await this.database.tenant(row.organization_id, (transaction) => failExport(transaction, row, error));
  }

  private async removeOld(): Promise<void> {
    for (let removed = expiredAtOnce; removed === expiredAtOnce;)
      removed = await this.database.everyTenant((transaction) => expire(transaction, new Date(), expiredAtOnce));
  }
}
