import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  exportFilters,
  readQuery,
  type AccountingExportFilters,
  type DataExport,
  type DataExportCreate,
  type DataExportFilters,
  type ExportedResource,
  type Meta,
} from '@tollgate/contracts';
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
  signedAddress,
  ValidationFailed,
  type Rights,
} from '@tollgate/platform';
import { accountingFiles } from '../accounting-files/accounting-file.js';
import { periodFaults, readAccountingSettings } from '../accounting-files/accounting-settings.js';
import { DocumentDatabase } from '../document.database.js';
import { settingsOf, termsOf } from './accounting-terms.js';
import {
  countUnfinished,
  findDataExport,
  insertDataExport,
  listDataExports,
  type DataExportRow,
} from './data-exports.repository.js';
import { mayRead, requireRead } from './export-rights.js';

const keyBytes = 32;
/** The maximum number of unfinished exports of an organization. */
const mostUnfinished = 10;

/** The jobs of files that are no lists of records. */
const jobOf: Partial<Record<ExportedResource, 'document-archive' | 'accounting-export'>> = {
  documents: 'document-archive',
  accounting_entries: 'accounting-export',
};

/** Files of records, of documents and for accounting programs (docs/concepts/data.md). */
@Injectable()
export class DataExportsService {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly jobs: Jobs,
  ) {}

  /**
   * @throws Forbidden for a resource that the caller may not view
   * @throws ValidationFailed for filters that the list refuses, and for too many unfinished exports
   */
  async create(organizationId: string, input: DataExportCreate, may: Rights): Promise<DataExport> {
    requireRead(may, input.resource_type);
    const now = await this.clock.now(organizationId);
    const filters = asParameters(input.filters ?? {});
    const read = readQuery(exportFilters[input.resource_type], filters);
    if ('errors' in read) throw new ValidationFailed({ filters: read.errors });
    if (input.resource_type === 'accounting_entries') requireSettings(input, read.input);
    const row = await this.database.tenant(organizationId, async (transaction) => {
      if ((await countUnfinished(transaction)) >= mostUnfinished)
        throw new ValidationFailed({ base: ['too_many_data_exports'] });
      const made = await insertDataExport(transaction, {
        id: newId(),
        organization_id: organizationId,
        resource_type: input.resource_type,
        filters: JSON.stringify(filters),
        ...(input.resource_type === 'accounting_entries'
          ? { accounting_settings: JSON.stringify(input.accounting_settings) }
          : {}),
        status: 'pending',
        until: new Date(now),
        key: randomBytes(keyBytes).toString('hex'),
        created_at: new Date(now),
      });
      const resources = { resource_type: input.resource_type, filters };
      await transaction.append('export.created', made.id, { resources }, now);
      return made;
    });
    await this.jobs.add(
      jobOf[input.resource_type] ?? 'data-export',
      { organization_id: organizationId, request_id: currentContext()?.requestId ?? null, data_export_id: row.id },
      { id: row.id },
    );
    return this.present(row, may);
  }

  async list(
    organizationId: string,
    page: DataExportFilters,
    may: Rights,
  ): Promise<{ data_exports: DataExport[]; meta: Meta }> {
    const { rows, meta } = await this.database.tenant(organizationId, (transaction) =>
      listDataExports(transaction, page),
    );
    return { data_exports: rows.map((row) => this.present(row, may)), meta };
  }

  /** @throws NotFound */
  async read(organizationId: string, id: string, may: Rights): Promise<DataExport> {
    const row = isId(id)
      ? await this.database.tenant(organizationId, (transaction) => findDataExport(transaction, id))
      : undefined;
    if (!row) throw new NotFound('data_export');
    return this.present(row, may);
  }

  /** The public path of an export's file; the signature covers it. */
  pathOf(row: DataExportRow): string {
    return new URL(this.addressOf(row)).pathname;
  }

  private addressOf(row: DataExportRow): string {
    return `${this.config.publicUrl}/files/${row.organization_id}/${row.id}/${fileNameOf(row)}`;
  }

  /** Without the address of a file for a caller who may not view what it has. */
  private present(row: DataExportRow, may: Rights): DataExport {
    const isThere = row.status === 'completed' && row.expires_at !== null && row.expires_at.getTime() > Date.now();
    return {
      svc_id: row.id,
      resource_type: row.resource_type,
      filters: row.filters,
      accounting_settings: row.accounting_settings,
      status: row.status,
      records_total: row.records_total,
      records_done: row.records_done,
      rows_written: row.rows_written,
      file_name: fileNameOf(row),
      file_size_bytes: Number(row.size_bytes),
      file_url:
        isThere && mayRead(may, row.resource_type)
          ? signedAddress({ address: this.addressOf(row), key: row.key }, Date.now())
          : null,
      error: row.error,
      faults: row.faults,
      created_at: isoSeconds(row.created_at),
      completed_at: isoSecondsOrNull(row.completed_at),
      expires_at: isoSecondsOrNull(row.expires_at),
    };
  }
}

/** The name of an export's file. */
export function fileNameOf(row: DataExportRow): string {
  const { resource_type: resource, created_at: at } = row;
  if (resource === 'accounting_entries') {
    const settings = settingsOf(row);
    return accountingFiles[settings.format].nameOf(termsOf(row, settings));
  }
  return `${resource}-${at.toISOString().slice(0, 10)}.${resource === 'documents' ? 'zip' : 'csv'}`;
}

/** @throws ValidationFailed for missing or faulty settings, and for days outside of their fiscal year */
function requireSettings({ accounting_settings: raw }: DataExportCreate, filters: AccountingExportFilters): void {
  if (raw === undefined) throw new ValidationFailed({ accounting_settings: ['value_is_mandatory'] });
  const read = readAccountingSettings(raw);
  if ('errors' in read) throw new ValidationFailed({ accounting_settings: read.errors });
  const faults = periodFaults(read.settings, filters);
  if (Object.keys(faults).length > 0) throw new ValidationFailed({ filters: faults });
}

/** Converts filters into the parameters of a list: texts, lists and records of texts. */
const asParameters = (record: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, asParameter(value)]));

function asParameter(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asParameter);
  if (value !== null && typeof value === 'object') return asParameters(value as Record<string, unknown>);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : (value ?? undefined);
}
