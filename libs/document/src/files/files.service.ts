import { Injectable } from '@nestjs/common';
import { isId, isSigned, NotFound } from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';
import { findDocument } from '../keeping/documents.repository.js';
import { DocumentsService } from '../keeping/documents.service.js';
import { drawPdf } from '../pdf/pdf.js';

/** Makes the files of documents out of what was kept of them. */
@Injectable()
export class FilesService {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly documents: DocumentsService,
  ) {}

  /** @throws NotFound for what is not there, and for an address that was not signed or holds no more */
  async read(organizationId: string, id: string, expires: string, signature: string): Promise<Buffer> {
    if (!isId(organizationId) || !isId(id)) throw new NotFound('resource');
    const row = await this.database.tenant(organizationId, (transaction) => findDocument(transaction, id));
    // Addresses hold in real time, whatever a test clock says.
    if (!row || !isSigned({ path: this.documents.pathOf(row), expires, signature }, row.key, Date.now()))
      throw new NotFound('resource');
    return drawPdf(row.contents, row.number, row.created_at);
  }
}
