import { Injectable } from '@nestjs/common';
import { Logger } from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';
import {
  advance,
  findDataExport,
  insertPart,
  summariesOf,
  type DataExportRow,
  type PartContent,
} from './data-exports.repository.js';
import { failExport, permanentFaultOf } from './export-ends.js';

/** An export of an organization. */
interface ExportToWrite {
  organization_id: string;
  data_export_id: string;
}

/** Changes of an export. */
type Changes = Omit<Parameters<typeof advance>[2], 'parts'>;

/** A part of an export, and the state of the export after it. */
interface WrittenPart {
  part: PartContent;
  changes: Changes;
}

/** Writes one part. @returns whether there may be more to write */
type WritePart = (row: DataExportRow) => Promise<boolean>;

/**
 * Exports are written part by part; each part is one transaction that states where the next one begins. A stopped process
 * loses only its current part, and two workers write each part once.
 */
@Injectable()
export class ExportParts {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly logger: Logger,
  ) {}

  /** Writes the parts of an export that are left. A permanent error of a part ends the export with its code. */
  async writeAll(
    { organization_id: organizationId, data_export_id: id }: ExportToWrite,
    write: WritePart,
  ): Promise<void> {
    for (;;) {
      const row = await this.database.tenant(organizationId, (transaction) => findDataExport(transaction, id));
      if (row?.status !== 'pending' && row?.status !== 'processing') return;
      if (!(await this.attempt(row, write))) return;
    }
  }

  private async attempt(row: DataExportRow, write: WritePart): Promise<boolean> {
    try {
      return await write(row);
    } catch (error) {
      const fault = permanentFaultOf(error);
      if (fault === null) throw error;
      this.logger.warn('an export failed', { data_export_id: row.id, resource_type: row.resource_type, error });
      return this.fail(row, fault);
    }
  }

  /** Stores a part, unless another worker has. */
  async store(row: DataExportRow, { part, changes }: WrittenPart): Promise<void> {
    await this.database.tenant(row.organization_id, async (transaction) => {
      const isMine = await advance(transaction, row, { ...changes, parts: row.parts + 1 });
      if (isMine) await insertPart(transaction, row.id, row.parts + 1, part);
    });
  }

  /** Stores progress without a part, unless another worker has. */
  async advance(row: DataExportRow, changes: Changes): Promise<void> {
    await this.database.tenant(row.organization_id, (transaction) => advance(transaction, row, changes));
  }

  /** The summaries of all parts for the end of the file, in order. */
  async summaries(row: DataExportRow): Promise<Buffer[]> {
    return this.database.tenant(row.organization_id, (transaction) => summariesOf(transaction, row.id));
  }

  /** Ends an export with an error. @returns that there is nothing more to write */
  async fail(row: DataExportRow, error: string): Promise<false> {
    await this.database.tenant(row.organization_id, (transaction) => failExport(transaction, row, error));
    return false;
  }
}
