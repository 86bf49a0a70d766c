import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { isSigned, NotFound } from '@tollgate/platform';
import { accountingFiles } from '../accounting-files/accounting-file.js';
import { DocumentDatabase } from '../document.database.js';
import { fileFormats } from '../file-formats/file-formats.js';
import { DrawnFiles } from '../drawn-files/drawn-files.service.js';
import { findXmlFile } from '../issued-documents/e-invoices.repository.js';
import { archiveContent } from './archive-content.js';
import { settingsOf } from './accounting-terms.js';
import type { ArchivedFile, ArchivePart } from './archive-parts.js';
import { findDataExport, readBytes, readPart, type DataExportRow } from './data-exports.repository.js';
import { DataExportsService } from './data-exports.service.js';
import { fileNameOf } from './export-names.js';

/** The file of an export. */
export interface ExportFile {
  type: string;
  content: Readable;
  length: number;
  name: string;
}

/** Streams the files of exports part by part. */
@Injectable()
export class DataExportFiles {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly exports: DataExportsService,
    private readonly drawn: DrawnFiles,
  ) {}

  /** @returns null when the file is gone, or when the address is unsigned or expired */
  async read(
    organizationId: string,
    id: string,
    address: { expires: string; signature: string },
  ): Promise<ExportFile | null> {
    const row = await this.database.tenant(organizationId, (transaction) => findDataExport(transaction, id));
    // Files and addresses expire in real time, independent of a test clock.
    if (
      row?.status !== 'completed' ||
      row.destination_id !== null ||
      row.expires_at === null ||
      row.expires_at.getTime() <= Date.now()
    )
      return null;
    if (!isSigned({ path: this.exports.pathOf(row), ...address }, row.key, Date.now())) return null;
    return {
      type: typeOf(row),
      content: Readable.from(this.contentOf(row)),
      length: Number(row.size_bytes),
      name: fileNameOf(row),
    };
  }

  private contentOf(row: DataExportRow): AsyncIterable<Buffer> {
    const accounting = accountingFileOf(row);
    if (accounting) return this.texts(row, (text) => accounting.encode(text));
    if (!row.archive) return this.bytes(row);
    return archiveContent({
      progress: row.archive,
      at: row.created_at,
      parts: () => this.texts(row, (content) => JSON.parse(content) as ArchivePart),
      read: (file) => this.bytesOf(row.organization_id, file),
    });
  }

  private async *bytes(row: DataExportRow): AsyncGenerator<Buffer> {
    for (let number = 1; number <= row.parts; number++) {
      const bytes = await this.database.tenant(row.organization_id, (transaction) =>
        readBytes(transaction, row.id, number),
      );
      if (bytes === undefined) throw new Error(`part ${number} of export ${row.id} is gone`);
      yield bytes;
    }
  }

  private async *texts<T>(row: DataExportRow, read: (content: string) => T): AsyncGenerator<T> {
    for (let number = 1; number <= row.parts; number++) {
      const content = await this.database.tenant(row.organization_id, (transaction) =>
        readPart(transaction, row.id, number),
      );
      if (content === undefined) throw new Error(`part ${number} of export ${row.id} is gone`);
      yield read(content);
    }
  }

  private async bytesOf(organizationId: string, { documentId, type, state = 'issued' }: ArchivedFile): Promise<Buffer> {
    if (type === 'pdf') return (await this.drawn.fileOf(organizationId, documentId, { patient: true, state })).content;
    const xml = await this.database.tenant(organizationId, (transaction) => findXmlFile(transaction, documentId));
    if (!xml) throw new NotFound('resource');
    return Buffer.from(xml.content);
  }
}

const accountingFileOf = (row: DataExportRow) =>
  row.resource_type === 'accounting_entries' ? accountingFiles[settingsOf(row).format] : null;

const typeOf = (row: DataExportRow): string =>
  accountingFileOf(row)?.mediaType ?? (row.archive ? 'application/zip' : fileFormats[row.format].mediaType);
