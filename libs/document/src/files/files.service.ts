import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ConcurrentCalls, isId, isSigned, NotFound } from '@tollgate/platform';
import { DataExportFiles } from '../data-exports/data-export-files.js';
import { DocumentDatabase } from '../document.database.js';
import { findFilePlace, type FilePlace } from '../issued-documents/drawn-files.repository.js';
import { findXmlFile } from '../issued-documents/e-invoices.repository.js';
import { fileStateOf } from '../issued-documents/file-states.reader.js';
import { DocumentsService, type FileType } from '../issued-documents/documents.service.js';
import { DrawnFiles } from '../drawn-files/drawn-files.service.js';

/** A file to send. */
export interface SentFile {
  type: string;
  /** The name for saving it. */
  name: string;
  /** Whether a browser shows it or always saves it. */
  shown: boolean;
  /** The entity tag (RFC 9110, section 8.8.3); null when it is unknown before sending. */
  tag: string | null;
  length: number;
  /** Null when the caller has the current file. */
  content: Readable | null;
}

/** The parameters of a file request. */
export interface FileCall {
  expires: string;
  signature: string;
  /** The entity tags that the caller has. */
  knownTags: string;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

/** The parts of an address that name a file. */
export interface FileName {
  organizationId: string;
  id: string;
  name: string;
}

/** Files that a process reads at once: a large one occupies the event loop for milliseconds. */
const bounds = { ofOne: 2, ofAll: 8, waiting: 200, waitMs: 10_000 };

/** Finds the files of documents and of exports. */
@Injectable()
export class FilesService {
  private readonly reading = new ConcurrentCalls(bounds);

  constructor(
    private readonly database: DocumentDatabase,
    private readonly documents: DocumentsService,
    private readonly exports: DataExportFiles,
    private readonly drawn: DrawnFiles,
  ) {}

  /**
   * @throws NotFound for a missing file and for an unsigned or expired address; TooManyRequests and Unavailable when
   * too many drawings or calls wait
   */
  async read({ organizationId, id, name }: FileName, call: FileCall): Promise<SentFile> {
    if (!isId(organizationId) || !isId(id)) throw new NotFound('resource');
    const { expires, signature, knownTags, signal } = call;
    const place = await this.database.tenant(organizationId, (transaction) => findFilePlace(transaction, id));
    if (!place) {
      const file = await this.exports.read(organizationId, id, { expires, signature });
      if (!file) throw new NotFound('resource');
      return { shown: false, tag: null, ...file };
    }
    const type = name.endsWith('.xml') ? 'xml' : 'pdf';
    // Addresses expire in real time, independent of a test clock.
    if (!isSigned({ path: this.documents.pathOf(place, type), expires, signature }, place.key, Date.now()))
      throw new NotFound('resource');
    if (type === 'xml') return this.readXml(organizationId, place, knownTags);
    const metadata = { type: 'application/pdf', name: fileName(place, 'pdf'), shown: true };
    const known = await this.hashNow(organizationId, place);
    if (known !== null && knownTags.includes(tagOf(known)))
      return { ...metadata, tag: tagOf(known), length: 0, content: null };
    const { content, sha256 } = await this.readBounded(organizationId, id, signal);
    return { ...metadata, tag: tagOf(sha256), length: content.length, content: Readable.from([content]) };
  }

  /** The hash of the file that is valid now; null before its drawing. */
  private hashNow(organizationId: string, place: FilePlace): Promise<string | null> {
    return this.database.tenant(
      organizationId,
      async (transaction) => place.sha256[await fileStateOf(transaction, place)],
    );
  }

  /** Only signed addresses get here, so strangers fill no organization's queue. */
  private async readBounded(organizationId: string, id: string, signal: AbortSignal) {
    const end = await this.reading.begin(organizationId);
    try {
      return await this.drawn.fileOf(organizationId, id, { signal });
    } finally {
      end();
    }
  }

  /** @throws NotFound without an e-invoice */
  private async readXml(organizationId: string, place: FilePlace, knownTags: string): Promise<SentFile> {
    const xml = await this.database.tenant(organizationId, (transaction) => findXmlFile(transaction, place.id));
    if (!xml) throw new NotFound('resource');
    const content = Buffer.from(xml.content);
    const isKnown = knownTags.includes(tagOf(xml.sha256));
    return {
      type: 'application/xml',
      name: fileName(place, 'xml'),
      shown: false,
      tag: tagOf(xml.sha256),
      length: isKnown ? 0 : content.length,
      content: isKnown ? null : Readable.from([content]),
    };
  }
}

const tagOf = (sha256: string): string => `"${sha256}"`;

/** The file name of a document, in any language (webhooks, section 8). */
const fileName = ({ number }: Pick<FilePlace, 'number'>, type: FileType): string => `${number}.${type}`;
