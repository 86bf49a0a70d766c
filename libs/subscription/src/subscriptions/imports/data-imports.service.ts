import { Injectable } from '@nestjs/common';
import type { DataImport, DataImportCreate, DataImportFilters, Meta, SingleDataImport } from '@tollgate/contracts';
import {
  Clock,
  Config,
  currentContext,
  isId,
  isoSeconds,
  isoSecondsOrNull,
  Jobs,
  newId,
  NotFound,
  ValidationFailed,
  type TenantTransaction,
} from '@tollgate/platform';
import { SubscriptionDatabase } from '../../subscription.database.js';
import {
  countUnfinishedImports,
  errorsOfImport,
  findImport,
  insertImport,
  listImports,
  outcomesOf,
  type DataImportRow,
  type Outcomes,
} from './data-imports.repository.js';
import { readTable } from './import-table.js';

/** Concurrent imports of an organization. */
const maxConcurrentImports = 5;

/** Imports customers and subscriptions from files (docs/concepts/data.md). */
@Injectable()
export class DataImportsService {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly config: Config,
  ) {}

  /** Accepts a file; a worker imports its rows in the background. @throws ValidationFailed for an unreadable file */
  async create(organizationId: string, input: DataImportCreate): Promise<SingleDataImport> {
    const now = await this.clock.now(organizationId);
    const table = await readTable(input.resource_type, input.csv, this.config.identifierPrefix);
    if ('errors' in table) throw new ValidationFailed(table.errors);
    const made = await this.database.tenant(organizationId, async (transaction) => {
      if ((await countUnfinishedImports(transaction)) >= maxConcurrentImports)
        throw new ValidationFailed({ base: ['too_many_data_imports'] });
      const row = {
        id: newId(),
        organization_id: organizationId,
        resource_type: input.resource_type,
        dry_run: input.dry_run ?? false,
        rows_total: table.rows.length,
        created_at: new Date(now),
      };
      return presentOne(transaction, await insertImport(transaction, row, table.rows));
    });
    await this.jobs.add(
      'data-import',
      {
        organization_id: organizationId,
        request_id: currentContext()?.requestId ?? null,
        data_import_id: made.svc_id,
      },
      { id: made.svc_id },
    );
    return made;
  }

  async list(organizationId: string, page: DataImportFilters): Promise<{ data_imports: DataImport[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { rows, meta } = await listImports(transaction, page);
      const outcomes = await outcomesOf(
        transaction,
        rows.map(({ id }) => id),
      );
      return { data_imports: rows.map((row) => present(row, outcomes.get(row.id))), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, id: string): Promise<SingleDataImport> {
    if (!isId(id)) throw new NotFound('data_import');
    return this.database.tenant(organizationId, async (transaction) => {
      const row = await findImport(transaction, id);
      if (!row) throw new NotFound('data_import');
      return presentOne(transaction, row);
    });
  }
}

async function presentOne(transaction: TenantTransaction, row: DataImportRow): Promise<SingleDataImport> {
  const outcomes = (await outcomesOf(transaction, [row.id])).get(row.id);
  return { ...present(row, outcomes), row_errors: await errorsOfImport(transaction, row.id) };
}

const present = (row: DataImportRow, outcomes: Outcomes = { created: 0, updated: 0, failed: 0 }): DataImport => ({
  svc_id: row.id,
  resource_type: row.resource_type,
  dry_run: row.dry_run,
  status: row.completed_at === null ? 'processing' : 'completed',
  rows_total: row.rows_total,
  rows_created: outcomes.created,
  rows_updated: outcomes.updated,
  rows_failed: outcomes.failed,
  created_at: isoSeconds(row.created_at),
  completed_at: isoSecondsOrNull(row.completed_at),
});
