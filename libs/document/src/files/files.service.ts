import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { isId, isSigned, NotFound } from '@tollgate/platform';
import { DataExportFiles } from '../data-exports/data-export-files.js';
import { DocumentDatabase } from '../document.database.js';
import { findDocument } from '../keeping/documents.repository.js';
import { DocumentsService } from '../keeping/documents.service.js';
import { drawPdf } from '../pdf/pdf.js';

/** A file as it is sent. */
export interface SentFile {
  type: string;
  length: number;
  content: Readable;
}

/** Makes the files of documents out of what was kept of them, and finds those of exports. */
@Injectable()
export class FilesService {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly documents: DocumentsService,
    private readonly exports: DataExportFiles,
  ) {}

  /** @throws NotFound for what is not there, and for an address that was not signed or holds no more */
  async read(organizationId: string, id: string, expires: string, signature: string): Promise<SentFile> {
    if (!isId(organizationId) || !isId(id)) throw new NotFound('resource');
    const row = await this.database.tenant(organizationId, (transaction) => findDocument(transaction, id));
    if (!row) {
      const file = await this.exports.read(organizationId, id, { expires, signature });
      if (!file) throw new NotFound('resource');
      return { type: 'text/csv; charset=utf-8', ...file };
    }
    // Addresses hold in real time, whatever a test clock says.
    if (!isSigned({ path: this.documents.pathOf(row), expires, signature }, row.key, Date.now()))
      throw new NotFound('resource');
    const drawn = await drawPdf(row);
    return { type: 'application/pdf', length: drawn.length, content: Readable.from([drawn]) };
  }
}
