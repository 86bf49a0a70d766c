import { hash, randomBytes } from 'node:crypto';
import {
  exportKindOf,
  type ExportedResource,
  type ExportFormat,
  type ExportKind,
  type FieldErrors,
} from '@tollgate/contracts';
import { newId, NotFound, ValidationFailed, type Instant, type TenantTransaction } from '@tollgate/platform';
import { holdDestination } from '../export-destinations/export-destinations.repository.js';
import {
  countUnfinished,
  insertDataExport,
  isRunning,
  lastCompleted,
  type DataExportRow,
} from './data-exports.repository.js';

const keyBytes = 32;
/** The maximum number of unfinished exports of an organization. */
const mostUnfinished = 10;
/**
 * A run reads this much again before the end of the one before, in milliseconds. A change is visible once its
 * transaction ends, and that may be after a later run began. No transaction lasts longer.
 */
export const overlapMs = 10 * 60_000;

/** The terms of a run. */
export interface ExportTerms {
  resource_type: ExportedResource;
  /** As the parameters of the list, already validated. */
  filters: Record<string, unknown>;
  format: ExportFormat;
  incremental: boolean;
  destination_id: string | null;
  schedule_id: string | null;
  accounting_settings: Record<string, unknown> | null;
}

/** The errors of terms that no file of their kind can have. */
export function faultsOfTerms(terms: {
  resource_type: string;
  filters: Record<string, unknown>;
  format?: string | null | undefined;
  incremental?: boolean | null | undefined;
  data_export_destination_id?: string | null | undefined;
}): FieldErrors {
  const kind = exportKindOf(terms.resource_type);
  const unsupported = ['not_supported_by_resource_type'];
  return {
    ...(terms.format && !kind ? { format: unsupported } : {}),
    ...(terms.data_export_destination_id && !kind ? { data_export_destination_id: unsupported } : {}),
    ...(terms.incremental ? faultsOfIncrement(kind, terms.filters, unsupported) : {}),
  };
}

function faultsOfIncrement(
  kind: ExportKind | undefined,
  filters: Record<string, unknown>,
  unsupported: string[],
): FieldErrors {
  if (!kind?.changes) return { incremental: unsupported };
  const drifting = kind.driftingFilters.filter((name) => filters[name] !== undefined);
  return drifting.length === 0 ? {} : { incremental: drifting.map((name) => `not_supported_with_filter: ${name}`) };
}

/**
 * Begins an export. An incremental one continues the last completed one with the same terms.
 * @param now by the clock of the organization
 * @throws ValidationFailed for too many unfinished exports, or an unfinished one with the same terms; NotFound
 */
export async function insertRun(
  transaction: TenantTransaction,
  terms: ExportTerms,
  now: Instant,
): Promise<DataExportRow> {
  if ((await countUnfinished(transaction)) >= mostUnfinished)
    throw new ValidationFailed({ base: ['too_many_data_exports'] });
  if (terms.destination_id !== null && !(await holdDestination(transaction, terms.destination_id)))
    throw new NotFound('data_export_destination');
  const series = terms.incremental ? seriesOf(terms) : null;
  const made = await insertDataExport(transaction, {
    id: newId(),
    organization_id: transaction.organizationId,
    resource_type: terms.resource_type,
    filters: JSON.stringify(terms.filters),
    ...(terms.accounting_settings === null ? {} : { accounting_settings: JSON.stringify(terms.accounting_settings) }),
    format: terms.format,
    incremental: terms.incremental,
    series,
    changed_from: series === null ? null : await changedFrom(transaction, series),
    destination_id: terms.destination_id,
    schedule_id: terms.schedule_id,
    status: 'pending',
    until: new Date(now),
    key: randomBytes(keyBytes).toString('hex'),
    created_at: new Date(now),
  });
  const resources = { resource_type: terms.resource_type, filters: terms.filters };
  await transaction.append('export.created', made.id, { resources }, now);
  return made;
}

/** Where the next run of a series begins; null for the first one. */
async function changedFrom(transaction: TenantTransaction, series: string): Promise<Date | null> {
  if (await isRunning(transaction, series))
    throw new ValidationFailed({ incremental: ['previous_data_export_is_unfinished'] });
  const last = await lastCompleted(transaction, series);
  return last ? new Date(last.until.getTime() - overlapMs) : null;
}

/** Identifies exports that continue each other: the same rows, to the same place. */
function seriesOf({ resource_type: resource, filters, format, destination_id, schedule_id }: ExportTerms): string {
  const sorted = Object.entries(filters).sort(([one], [other]) => (one < other ? -1 : 1));
  return hash('sha256', JSON.stringify([resource, sorted, format, destination_id, schedule_id]), 'hex');
}
