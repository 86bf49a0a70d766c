import {
  digitsOf,
  exportKindOf,
  readQuery,
  type CommandAnswer,
  type CommandRequest,
  type ExportKind,
  type ExportKindName,
  type Query,
  type QueryInput,
  type ServiceName,
} from '@tollgate/contracts';
import type { SelectQueryBuilder } from 'kysely';
import { walk, type Walk } from '../database/keyset.js';
import type { TenantTransaction } from '../database/transaction.js';
import { ValidationFailed } from '../errors/api-errors.js';
import { rowOf, type Cell } from '../flat-record.js';
import type { Clock, Instant } from '../time/clock.js';
import type { CommandBus } from './command-bus.js';

export type ExportRequest = CommandRequest<'export.page'>;
export type ExportPage = CommandAnswer<'export.page'>;
export type SelectionRequest = CommandRequest<'records.select'>;
export type Selection = CommandAnswer<'records.select'>;

/** Reads the records of one kind, page by page. */
export interface ExportReader {
  name: ExportKindName;
  /** @param now by the clock of the organization */
  page(request: ExportRequest, now: Instant): Promise<ExportPage>;
  /** Selects records without reading more of them, for acts on many; absent for kinds without such acts. */
  select?(request: SelectionRequest): Promise<Selection>;
}

/** The filters of an export, by the contract of its list (docs/concepts/data.md). @throws ValidationFailed */
export function exportFiltersOf<Q extends Query>(
  contract: Q,
  { filters }: Pick<ExportRequest, 'filters'>,
): QueryInput<Q> {
  const read = readQuery(contract, filters);
  if ('errors' in read) throw new ValidationFailed(read.errors);
  return read.input as QueryInput<Q>;
}

/** The rows of a page: those that a walk over the table of a kind has next. */
export const exportWalkOf = (
  { changes }: Pick<ExportKind, 'changes'>,
  { after, until, limit, changed_from: from }: ExportRequest,
): Walk => ({
  after,
  until: new Date(until),
  limit,
  ...(changes === null || from === null ? {} : { changed: { columns: changes, from: new Date(from) } }),
});

/** The cells of records, by the columns of their kind. */
export function rowsOfKind(kind: Pick<ExportKind, 'columns' | 'currency'>, records: readonly object[]): Cell[][] {
  const names = kind.columns.map(({ name }) => name);
  return records.map((record) => rowOf(record, names, digitsOf(kind, record)));
}

/** The columns with the customer of a row, and with its number or external identifier. */
interface SelectedColumns {
  customer: string;
  name: string;
}

/** How the records of a kind are read from a table. */
interface TableForm<Q extends Query, DB, TB extends keyof DB, Row> {
  table: string;
  /** The rows that the filters select, without an order. */
  find: (
    transaction: TenantTransaction,
    filters: QueryInput<Q>,
  ) => SelectQueryBuilder<DB, TB, Row> | Promise<SelectQueryBuilder<DB, TB, Row>>;
  /** The records of rows, in the same order, in a constant number of statements. */
  present: (transaction: TenantTransaction, rows: Row[], now: Instant) => object[] | Promise<object[]>;
  /** The columns by which acts on many know a row; absent for kinds without such acts. */
  selected?: SelectedColumns;
}

/** Opens transactions of an organization, as the databases of services do. */
interface TenantDatabase {
  tenant<T>(organizationId: string, work: (transaction: TenantTransaction) => Promise<T>): Promise<T>;
}

/** Reads the records of a kind from one table, oldest first, each once. */
export function tableReader<Q extends Query, DB, TB extends keyof DB, Row extends { id: string }>(
  database: TenantDatabase,
  kind: ExportKind<ExportKindName, Q>,
  { table, find, present, selected }: TableForm<Q, DB, TB, Row>,
): ExportReader {
  return {
    name: kind.name,
    async page(request, now) {
      const filters = exportFiltersOf(kind.filters, request);
      return database.tenant(request.organization_id, async (transaction) => {
        const query = await find(transaction, filters);
        const { rows, total, next } = await walk(query, table, exportWalkOf(kind, request));
        const records = await present(transaction, rows, now);
        return { rows: rowsOfKind(kind, records), walked: rows.length, next, total };
      });
    },
    ...(selected
      ? {
          select: (request: SelectionRequest) =>
            database.tenant(request.organization_id, async (transaction) => {
              const query = await find(transaction, exportFiltersOf(kind.filters, request));
              const keys = [...new Set(['id', selected.customer, selected.name])].map((column) => `${table}.${column}`);
              const narrow = query.clearSelect().select(keys as never) as unknown as typeof query;
              const { after, until, limit } = request;
              const { rows, total, next } = await walk(narrow, table, { after, until: new Date(until), limit });
              return { records: rows.map((row) => selectedOf(row, selected)), next, total };
            }),
        }
      : {}),
  };
}

function selectedOf(row: { id: string }, { customer, name }: SelectedColumns): Selection['records'][number] {
  const cells = row as Record<string, unknown> & { id: string };
  return { id: row.id, customer_id: String(cells[customer]), name: (cells[name] as string | null) ?? null };
}

/** Answers the pages of the kinds that a service owns, and selects their records. */
export function serveExports(
  { commands, clock }: { commands: CommandBus; clock: Clock },
  service: ServiceName,
  readers: readonly ExportReader[],
): void {
  const known = new Map<string, ExportReader>(readers.map((reader) => [reader.name, reader]));
  commands.handle(service, 'export.page', async (request) => {
    const reader = known.get(request.resource_type);
    if (!reader) throw new Error(`${service} exports no ${request.resource_type}`);
    const page = await reader.page(request, await clock.now(request.organization_id));
    return { columns: exportKindOf(reader.name)?.columns.map(({ name }) => name), ...page };
  });
  commands.handle(service, 'records.select', async (request) => {
    const selection = await known.get(request.resource_type)?.select?.(request);
    if (!selection) throw new Error(`${service} selects no ${request.resource_type}`);
    return selection;
  });
}
