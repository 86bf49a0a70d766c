import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { isId, isSigned, NotFound } from '@tollgate/platform';
import { DataExportFiles } from '../data-exports/data-export-files.js';
import { DocumentDatabase } from '../document.database.js';
import { findFilePlace } from '../issued-documents/drawn-files.repository.js';
import { DocumentsService } from '../issued-documents/documents.service.js';
import { DrawnFiles } from './drawn-files.service.js';

/** A file as it is sent. */
export interface SentFile {
  type: string;
  /** What it is called where it is saved. */
  name: string;
  /** Whether it is shown where it can be, or always saved. */
  shown: boolean;
  /** What tells its bytes from others (RFC 9110, section 8.8.3); null where it is not known before they are sent. */
  tag: string | null;
  length: number;
  /** Null where the caller has it. */
  content: Readable | null;
}

/** What a caller says besides the address. */
export interface FileCall {
  expires: string;
  signature: string;
  /** The tags of what the caller has. */
  known: string;
  /** Aborted when the caller has gone. */
  signal: AbortSignal;
}

/** Finds the files of documents and of exports. */
@Injectable()
export class FilesService {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly documents: DocumentsService,
    private readonly exports: DataExportFiles,
    private readonly drawn: DrawnFiles,
  ) {}

  /**
   * @throws NotFound for what is not there, and for an address that was not signed or holds no more; TooManyRequests and
   *   Unavailable where too many documents wait to be drawn
   */
  async read(organizationId: string, id: string, call: FileCall): Promise<SentFile> {
    if (!isId(organizationId) || !isId(id)) throw new NotFound('resource');
    const { expires, signature, known, signal } = call;
    const place = await this.database.tenant(organizationId, (transaction) => findFilePlace(transaction, id));
    if (!place) {
      const file = await this.exports.read(organizationId, id, { expires, signature });
      if (!file) throw new NotFound('resource');
      return { type: 'text/csv; charset=utf-8', shown: false, tag: null, ...file };
    }
    // Addresses hold in real time, whatever a test clock says.
    if (!isSigned({ path: this.documents.pathOf(place), expires, signature }, place.key, Date.now()))
      throw new NotFound('resource');
    const about = { type: 'application/pdf', name: fileName(place), shown: true };
    if (place.sha256 !== null && known.includes(tagOf(place.sha256)))
      return { ...about, tag: tagOf(place.sha256), length: 0, content: null };
    const { content, sha256 } = await this.drawn.fileOf(organizationId, id, { signal });
    return { ...about, tag: tagOf(sha256), length: content.length, content: Readable.from([content]) };
  }
}

const tagOf = (sha256: string): string => `"${sha256}"`;

/** What the file of a document is called. */
export const fileName = ({ kind, number }: { kind: string; number: string }): string =>
  `${kind === 'payment_receipt' ? 'receipt' : kind}-${number}.pdf`;
