import { Injectable } from '@nestjs/common';
import {
  exportedFiles,
  exportKindOf,
  readQuery,
  type AccountingExportFilters,
  type DataExport,
  type DataExportCreate,
  type DataExportFilters,
  type Meta,
} from '@tollgate/contracts';
import {
  asParameters,
  Clock,
  Config,
  currentContext,
  isId,
  isoSeconds,
  isoSecondsOrNull,
  Jobs,
  NotAllowed,
  NotFound,
  signedAddress,
  ValidationFailed,
  type Rights,
} from '@tollgate/platform';
import { periodFaults, readAccountingSettings } from '../accounting-files/accounting-settings.js';
import { DocumentDatabase } from '../document.database.js';
import { cancelExport, findDataExport, listDataExports, type DataExportRow } from './data-exports.repository.js';
import { fileNameOf } from './export-names.js';
import { mayRead, requireRead } from './export-rights.js';
import { faultsOfTerms, insertRun } from './export-runs.js';

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
   * @throws ValidationFailed for filters that the list refuses, terms that the kind has not, and too many exports
   * @throws NotFound for an unknown destination
   */
  async create(organizationId: string, input: DataExportCreate, may: Rights): Promise<DataExport> {
    const { resource_type: resource, data_export_destination_id: destination = null } = input;
    requireRead(may, resource);
    const now = await this.clock.now(organizationId);
    const filters = readFilters(input);
    const faults = faultsOfTerms({ ...input, filters });
    if (Object.keys(faults).length > 0) throw new ValidationFailed(faults);
    if (destination !== null && !isId(destination)) throw new NotFound('data_export_destination');
    const row = await this.database.tenant(organizationId, (transaction) =>
      insertRun(
        transaction,
        {
          resource_type: resource,
          filters,
          format: input.format ?? 'csv',
          incremental: input.incremental === true,
          destination_id: destination,
          schedule_id: null,
          accounting_settings: resource === 'accounting_entries' ? (input.accounting_settings ?? null) : null,
        },
        now,
      ),
    );
    await this.queue(row);
    return this.present(row, may);
  }

  /** Queues the job of an export; it is the same job, however often it is queued. */
  async queue(row: DataExportRow): Promise<void> {
    await this.jobs.add(
      exportedFiles[row.resource_type].job,
      { organization_id: row.organization_id, request_id: currentContext()?.requestId ?? null, data_export_id: row.id },
      { id: row.id },
    );
  }

  async list(
    organizationId: string,
    filters: DataExportFilters,
    may: Rights,
  ): Promise<{ data_exports: DataExport[]; meta: Meta }> {
    const { rows, meta } = await this.database.tenant(organizationId, (transaction) =>
      listDataExports(transaction, filters),
    );
    return { data_exports: rows.map((row) => this.present(row, may)), meta };
  }

  /** @throws NotFound */
  async read(organizationId: string, id: string, may: Rights): Promise<DataExport> {
    return this.present(await this.existing(organizationId, id), may);
  }

  /** Ends an unfinished export; a canceled one stays canceled. @throws NotFound, NotAllowed for one that has ended */
  async cancel(organizationId: string, id: string, may: Rights): Promise<DataExport> {
    const known = await this.existing(organizationId, id);
    if (known.status === 'canceled') return this.present(known, may);
    const row = await this.database.tenant(organizationId, (transaction) => cancelExport(transaction, known.id));
    if (!row) throw new NotAllowed('data_export_has_ended');
    return this.present(row, may);
  }

  /** The public path of an export's file; the signature covers it. */
  pathOf(row: DataExportRow): string {
    return new URL(this.addressOf(row)).pathname;
  }

  private async existing(organizationId: string, id: string): Promise<DataExportRow> {
    const row = isId(id)
      ? await this.database.tenant(organizationId, (transaction) => findDataExport(transaction, id))
      : undefined;
    if (!row) throw new NotFound('data_export');
    return row;
  }

  private addressOf(row: DataExportRow): string {
    return `${this.config.publicUrl}/files/${row.organization_id}/${row.id}/${fileNameOf(row)}`;
  }

  /** The address of a file; null once it is deleted, and for a caller who may not view what it has. */
  private urlOf(row: DataExportRow, may: Rights): string | null {
    const { status, expires_at: end, destination_id: destination } = row;
    const isThere = status === 'completed' && destination === null && end !== null && end.getTime() > Date.now();
    if (!isThere || !mayRead(may, row.resource_type)) return null;
    return signedAddress({ address: this.addressOf(row), key: row.key }, Date.now());
  }

  private present(row: DataExportRow, may: Rights): DataExport {
    return {
      svc_id: row.id,
      resource_type: row.resource_type,
      format: exportKindOf(row.resource_type) ? row.format : null,
      filters: row.filters,
      accounting_settings: row.accounting_settings,
      incremental: row.incremental,
      changed_from: isoSecondsOrNull(row.changed_from),
      svc_data_export_destination_id: row.destination_id,
      svc_data_export_schedule_id: row.schedule_id,
      status: row.status,
      records_total: row.records_total,
      records_done: row.records_done,
      rows_written: row.rows_written,
      file_name: fileNameOf(row),
      file_size_bytes: Number(row.size_bytes),
      file_url: this.urlOf(row, may),
      manifest: row.manifest,
      error: row.error,
      faults: row.faults,
      created_at: isoSeconds(row.created_at),
      completed_at: isoSecondsOrNull(row.completed_at),
      expires_at: isoSecondsOrNull(row.expires_at),
    };
  }
}

/** The filters of an export, as the parameters of its list. @throws ValidationFailed */
function readFilters(input: DataExportCreate): Record<string, unknown> {
  const filters = asParameters(input.filters ?? {});
  const read = readQuery(exportedFiles[input.resource_type].filters, filters);
  if ('errors' in read) throw new ValidationFailed({ filters: read.errors });
  if (input.resource_type === 'accounting_entries') requireSettings(input, read.input);
  return filters;
}

/** @throws ValidationFailed for missing or faulty settings, and for days outside of their fiscal year */
function requireSettings({ accounting_settings: raw }: DataExportCreate, filters: AccountingExportFilters): void {
  if (raw === undefined) throw new ValidationFailed({ accounting_settings: ['value_is_mandatory'] });
  const read = readAccountingSettings(raw);
  if ('errors' in read) throw new ValidationFailed({ accounting_settings: read.errors });
  const faults = periodFaults(read.settings, filters);
  if (Object.keys(faults).length > 0) throw new ValidationFailed({ filters: faults });
}
