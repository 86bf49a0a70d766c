import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { exportKindOf, type ExportKind, type ExportKindName, type JobPayload } from '@tollgate/contracts';
import { Clock, CommandBus, Config, Jobs, type Cell } from '@tollgate/platform';
import type { FileColumn, FileFormat } from '../file-formats/file-format.js';
import { fileColumns, fileFormats } from '../file-formats/file-formats.js';
import type { DataExportRow, PartContent } from './data-exports.repository.js';
import { ExportDelivery } from './export-delivery.js';
import { completedAt } from './export-ends.js';
import { ExportParts } from './export-parts.js';
import { sha256Of } from './export-manifest.js';

const recordsOfPage = 500;
/** A part ends with the page that reaches one of these. The texts of its cells count, in characters. */
const rowsOfPart = 10_000;
const mostText = 8 * 1024 * 1024;
const mostPages = 40;
/** Limits of an export; a larger one fails, and filters can split it. */
const mostRows = 1_000_000;
const mostBytes = 500 * 1024 * 1024;
const parallelExports = 2;

/** The file of an export: its kind, format and columns. */
interface Form {
  kind: ExportKind;
  format: FileFormat;
  columns: FileColumn[];
}

/** Rows that were read, and where the next ones begin. */
interface ReadRows {
  rows: Cell[][];
  walked: number;
  next: string | null;
  /** Null when it is not the beginning, or not known. */
  total: number | null;
}

/** Writes files of records: rows are read from their owner page by page, and stored part by part. */
@Injectable()
export class RecordExportWorker implements OnApplicationBootstrap {
  constructor(
    private readonly clock: Clock,
    private readonly commands: CommandBus,
    private readonly jobs: Jobs,
    private readonly parts: ExportParts,
    private readonly delivery: ExportDelivery,
    private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    const write = (payload: JobPayload<'record-export'>) => this.parts.writeAll(payload, (row) => this.step(row));
    this.jobs.work('record-export', write, parallelExports);
    this.jobs.work('data-export', write, parallelExports);
  }

  /** @returns whether there may be more to do */
  private async step(row: DataExportRow): Promise<boolean> {
    if (row.destination_id !== null && row.sent_parts < row.parts) return this.delivery.sendNext(row);
    return row.written ? this.delivery.finish(row) : this.writePart(row);
  }

  private async writePart(row: DataExportRow): Promise<boolean> {
    const form = this.formOf(row);
    const read = await this.readRows(row, form.kind);
    const part = await this.partOf(row, form, read);
    const rowsWritten = row.rows_written + read.rows.length;
    const size = Number(row.size_bytes) + (part?.size_bytes ?? 0);
    if (rowsWritten > mostRows || size > mostBytes) return this.parts.fail(row, 'file_is_too_large');
    const changes = {
      ...(await this.stateAfter(row, read.next)),
      position: read.next,
      records_done: row.records_done + read.walked,
      rows_written: rowsWritten,
      size_bytes: BigInt(size),
      ...(read.total === null ? {} : { records_total: read.total }),
    };
    if (part) await this.parts.store(row, { part, changes });
    else await this.parts.advance(row, changes);
    return changes.status === 'processing';
  }

  /** An export with a manifest is complete only once this is made. */
  private async stateAfter(row: DataExportRow, next: string | null) {
    if (next !== null) return { status: 'processing' as const };
    if (row.incremental || row.destination_id !== null) return { status: 'processing' as const, written: true };
    return completedAt(await this.clock.now(row.organization_id));
  }

  private async readRows(row: DataExportRow, kind: ExportKind): Promise<ReadRows> {
    const read: ReadRows = { rows: [], walked: 0, next: row.position ?? row.last_id, total: null };
    let text = 0;
    for (let page = 0; page < mostPages && read.rows.length < rowsOfPart && text < mostText; page += 1) {
      const { rows, walked, next, total } = await this.commands.send(kind.service, 'export.page', {
        organization_id: row.organization_id,
        resource_type: kind.name as ExportKindName,
        filters: row.filters,
        after: read.next,
        until: row.until.getTime(),
        changed_from: row.changed_from?.getTime() ?? null,
        limit: recordsOfPage,
      });
      read.rows.push(...rows);
      text += rows.flat().reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 8), 0);
      Object.assign(read, { walked: read.walked + walked, next, total: read.total ?? total });
      if (next === null) break;
    }
    return read;
  }

  /** @returns null if a destination needs no file for it */
  private async partOf(row: DataExportRow, form: Form, read: ReadRows): Promise<PartContent | null> {
    if (row.destination_id !== null && read.rows.length === 0) return null;
    const { bytes, summary } =
      row.destination_id === null ? await this.continued(row, form, read) : this.whole(form, read);
    return { bytes, summary, rows: read.rows.length, size_bytes: bytes.length, sha256: sha256Of(bytes) };
  }

  /** The next part of a single file. */
  private async continued(row: DataExportRow, { format, columns }: Form, { rows, next }: ReadRows) {
    const head = row.parts === 0 ? format.head(columns) : Buffer.alloc(0);
    const { content, summary } = format.rows(columns, rows, Number(row.size_bytes) + head.length);
    const pieces = [head, content];
    if (next === null) {
      const before = await this.parts.summaries(row);
      pieces.push(format.end(columns, summary ? [...before, summary] : before));
    }
    return { bytes: Buffer.concat(pieces), summary };
  }

  /** A file of its own. */
  private whole({ format, columns }: Form, { rows }: ReadRows) {
    const head = format.head(columns);
    const { content, summary } = format.rows(columns, rows, head.length);
    return { bytes: Buffer.concat([head, content, format.end(columns, summary ? [summary] : [])]), summary: null };
  }

  private formOf(row: DataExportRow): Form {
    const kind = exportKindOf(row.resource_type);
    if (!kind) throw new Error(`export ${row.id} has a job of its own`);
    const format = fileFormats[row.format];
    return { kind, format, columns: fileColumns(kind, format, this.config.identifierPrefix) };
  }
}
