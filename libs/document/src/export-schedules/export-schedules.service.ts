import { Injectable } from '@nestjs/common';
import { findDefaultBillingEntity } from '@tollgate/catalog/reader';
import {
  exportedFiles,
  readQuery,
  type DataExportSchedule,
  type DataExportScheduleCreate,
  type Meta,
} from '@tollgate/contracts';
import {
  asParameters,
  ApiError,
  Clock,
  isId,
  isoSeconds,
  newId,
  NotFound,
  Unavailable,
  ValidationFailed,
  type Instant,
  type Page,
  type Rights,
  type TenantTransaction,
} from '@tollgate/platform';
import type { DataExportRow } from '../data-exports/data-exports.repository.js';
import { DataExportsService } from '../data-exports/data-exports.service.js';
import { requireRead } from '../data-exports/export-rights.js';
import { faultsOfTerms, insertRun } from '../data-exports/export-runs.js';
import { DocumentDatabase } from '../document.database.js';
import { holdDestination } from '../export-destinations/export-destinations.repository.js';
import {
  countSchedules,
  findSchedule,
  insertSchedule,
  lastRuns,
  listSchedules,
  lockDueSchedule,
  updateSchedule,
  type LastRun,
  type ScheduleRow,
} from './export-schedules.repository.js';
import { nextRun } from './schedule-times.js';

/** The maximum number of schedules of an organization. */
export const mostSchedules = 100;

/** Exports that run again and again (docs/concepts/data.md). */
@Injectable()
export class ExportSchedules {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly clock: Clock,
    private readonly exports: DataExportsService,
  ) {}

  /** @throws Forbidden, ValidationFailed, NotFound for an unknown destination */
  async create(organizationId: string, input: DataExportScheduleCreate, may: Rights): Promise<DataExportSchedule> {
    requireRead(may, input.resource_type);
    const filters = asParameters(input.filters ?? {});
    const read = readQuery(exportedFiles[input.resource_type].filters, filters);
    if ('errors' in read) throw new ValidationFailed({ filters: read.errors });
    const faults = faultsOfTerms({ ...input, filters });
    if (Object.keys(faults).length > 0) throw new ValidationFailed(faults);
    const { data_export_destination_id: destination = null, interval, hour = null } = input;
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      if ((await countSchedules(transaction)) >= mostSchedules)
        throw new ValidationFailed({ base: ['too_many_data_export_schedules'] });
      if (destination !== null && !(isId(destination) && (await holdDestination(transaction, destination))))
        throw new NotFound('data_export_destination');
      const times = { interval, hour: hour ?? 0 };
      const row = await insertSchedule(transaction, {
        id: newId(),
        organization_id: organizationId,
        resource_type: input.resource_type,
        filters: JSON.stringify(filters),
        format: input.format ?? 'csv',
        incremental: input.incremental === true,
        destination_id: destination,
        run_interval: interval,
        hour: times.hour,
        next_at: new Date(nextRun(times, await timezoneOf(transaction), now)),
        created_at: new Date(now),
      });
      return present(row, undefined);
    });
  }

  async list(organizationId: string, page: Page): Promise<{ data_export_schedules: DataExportSchedule[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { rows, meta } = await listSchedules(transaction, page);
      const runs = await lastRuns(
        transaction,
        rows.map(({ id }) => id),
      );
      return { data_export_schedules: rows.map((row) => present(row, runs.get(row.id))), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, id: string): Promise<DataExportSchedule> {
    return this.database.tenant(organizationId, async (transaction) => {
      const row = isId(id) ? await findSchedule(transaction, id) : undefined;
      if (!row) throw new NotFound('data_export_schedule');
      return present(row, (await lastRuns(transaction, [row.id])).get(row.id));
    });
  }

  /** Ends a schedule; exports that it began go on. @throws NotFound */
  async remove(organizationId: string, id: string): Promise<DataExportSchedule> {
    const now = new Date(await this.clock.now(organizationId));
    return this.database.tenant(organizationId, async (transaction) => {
      const row = isId(id) ? await updateSchedule(transaction, id, { deleted_at: now }) : undefined;
      if (!row) throw new NotFound('data_export_schedule');
      return present(row, (await lastRuns(transaction, [row.id])).get(row.id));
    });
  }

  /**
   * Begins the run that is due longest: the export and the time of the next run are one transaction. Missed runs are one
   * run. A run that cannot begin is stated with the schedule, and the next one is due in its time.
   * @param until Unix ms
   * @returns false if nothing was due
   */
  async runNext(organizationId: string, until: Instant): Promise<boolean> {
    const due = await this.database.tenant(organizationId, async (transaction) => {
      const row = await lockDueSchedule(transaction, new Date(until));
      if (!row) return null;
      const next = nextRun(timesOf(row), await timezoneOf(transaction), until);
      await updateSchedule(transaction, row.id, { next_at: new Date(next) });
      return this.begin(transaction, row, until);
    });
    if (due && due !== 'refused') await this.exports.queue(due);
    return due !== null;
  }

  private async begin(
    transaction: TenantTransaction,
    row: ScheduleRow,
    until: Instant,
  ): Promise<DataExportRow | 'refused'> {
    try {
      const { id, resource_type, filters, format, incremental, destination_id } = row;
      const terms = { resource_type, filters, format, incremental, destination_id };
      return await insertRun(transaction, { ...terms, schedule_id: id, accounting_settings: null }, until);
    } catch (error) {
      if (!(error instanceof ApiError) || error instanceof Unavailable) throw error;
      const reason = error instanceof ValidationFailed ? firstCode(error) : error.message;
      await updateSchedule(transaction, row.id, { last_error: reason, last_error_at: new Date(until) });
      return 'refused';
    }
  }
}

const timesOf = ({ run_interval: interval, hour }: ScheduleRow) => ({ interval, hour });

/** The time zone of an organization: that of its default issuer. */
const timezoneOf = async (transaction: TenantTransaction): Promise<string> =>
  (await findDefaultBillingEntity(transaction))?.timezone ?? 'UTC';

const firstCode = ({ body }: ValidationFailed): string =>
  String(Object.values((body['error_details'] ?? {}) as Record<string, unknown[]>)[0]?.[0] ?? body['code']);

function present(row: ScheduleRow, run: LastRun | undefined): DataExportSchedule {
  return {
    svc_id: row.id,
    resource_type: row.resource_type,
    filters: row.filters,
    format: row.format,
    incremental: row.incremental,
    svc_data_export_destination_id: row.destination_id,
    interval: row.run_interval,
    hour: row.hour,
    next_run_at: isoSeconds(row.next_at),
    last_run: lastRunOf(row, run),
    created_at: isoSeconds(row.created_at),
  };
}

/** The last run, or the reason why a later one did not begin. */
function lastRunOf(
  { last_error: error, last_error_at: at }: ScheduleRow,
  run: LastRun | undefined,
): DataExportSchedule['last_run'] {
  if (at !== null && (!run || at > run.created_at))
    return { svc_data_export_id: null, status: 'failed', error, created_at: isoSeconds(at) };
  return run
    ? { svc_data_export_id: run.id, status: run.status, error: run.error, created_at: isoSeconds(run.created_at) }
    : null;
}
