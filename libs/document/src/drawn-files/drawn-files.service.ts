import { hash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Config, Logger, NotFound, Unavailable } from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';
import { findDocument } from '../issued-documents/documents.repository.js';
import {
  findDrawnFile,
  findFilePlace,
  storeDrawnFile,
  type DrawnFileRow,
  type FileState,
} from '../issued-documents/drawn-files.repository.js';
import { fileStateOf } from '../issued-documents/file-states.reader.js';
import { DrawingQueue } from '../pdf/drawing-queue.js';
import { startDrawer } from '../pdf/drawing-worker.js';
import type { IssuedDocument } from '../pdf/pdf.js';
import { openFileStore } from '../store/open-file-store.js';

const bounds = {
  // Leaves one processor for requests.
  drawers: Math.max(1, Math.min(2, availableParallelism() - 1)),
  waiting: 32,
  waitingPerOrganization: 8,
  idleMs: 60_000,
};

/** The bytes of a file. */
interface FileBytes {
  content: Buffer;
  /** In hexadecimal. */
  sha256: string;
}

/** The drawn file of a document. */
export interface DrawnFile extends FileBytes {
  state: FileState;
}

/** A running drawing and its number of callers. */
interface Drawing {
  file: Promise<DrawnFile>;
  callers: number;
  abandoned: AbortController;
}

/** Options of a file request. */
export interface FileRequest {
  /** Aborted when the caller disconnects. */
  signal?: AbortSignal;
  /** Never refused because of the queue's length: for jobs. */
  patient?: boolean;
  /** A file that exists, such as that of the issue after a void; without it, the file that is valid now. */
  state?: FileState;
}

/** A file of a document. */
interface FileKey {
  organizationId: string;
  id: string;
  state: FileState;
}

/**
 * The files of documents: a thread draws each once, and the store keeps its bytes, or the table where no store is set.
 * An issued document never changes, so neither does its file, whatever a later version would draw. A voided invoice has
 * a second file, which says so.
 */
@Injectable()
export class DrawnFiles implements OnApplicationShutdown {
  private readonly queue = new DrawingQueue(startDrawer, bounds);
  private readonly drawings = new Map<string, Drawing>();
  private readonly store = openFileStore(this.config);

  constructor(
    private readonly database: DocumentDatabase,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  /**
   * Returns the file of a document; concurrent callers share one drawing.
   * @throws NotFound without such a document, TooManyRequests and Unavailable when too many drawings wait, Unavailable
   * when the store does not answer or has other bytes
   */
  async fileOf(organizationId: string, id: string, request: FileRequest = {}): Promise<DrawnFile> {
    const { signal, patient = false } = request;
    const { state, row } = await this.database.tenant(organizationId, async (transaction) => {
      const place = request.state ? null : await findFilePlace(transaction, id);
      const current = place ? await fileStateOf(transaction, place) : (request.state ?? 'issued');
      return { state: current, row: await findDrawnFile(transaction, id, current) };
    });
    if (row) return { ...(await this.read(row)), state };
    const key = { organizationId, id, state };
    const drawing = this.drawings.get(nameOf(key)) ?? this.begin(key, patient);
    drawing.callers += 1;
    const leave = () => {
      drawing.callers -= 1;
      if (drawing.callers === 0) drawing.abandoned.abort();
    };
    signal?.addEventListener('abort', leave, { once: true });
    return drawing.file;
  }

  /**
   * Draws a document that is not issued, with the mark of a sample; nothing is stored.
   * @throws TooManyRequests and Unavailable when too many drawings wait
   */
  async drawSample(organizationId: string, document: IssuedDocument): Promise<Buffer> {
    const { signal } = new AbortController();
    return this.queue.draw({ organizationId, document: { ...document, isSample: true }, signal, patient: false });
  }

  onApplicationShutdown(): void {
    this.queue.stop();
  }

  private begin(key: FileKey, patient: boolean): Drawing {
    const abandoned = new AbortController();
    const file = this.draw(key, { signal: abandoned.signal, patient }).then((bytes) => ({
      ...bytes,
      state: key.state,
    }));
    const drawing = { file, callers: 0, abandoned };
    const name = nameOf(key);
    this.drawings.set(name, drawing);
    const end = () => {
      if (this.drawings.get(name) === drawing) this.drawings.delete(name);
    };
    // A caller after the last abort starts a new drawing.
    abandoned.signal.addEventListener('abort', end, { once: true });
    file.then(end, end);
    return drawing;
  }

  private async draw(
    { organizationId, id, state }: FileKey,
    how: { signal: AbortSignal; patient: boolean },
  ): Promise<FileBytes> {
    const document = await this.database.tenant(organizationId, (transaction) => findDocument(transaction, id));
    if (!document) throw new NotFound('resource');
    const isVoided = state === 'voided';
    const content = await this.queue.draw({ organizationId, document: { ...document, isVoided }, ...how });
    const drawn = { content, sha256: hash('sha256', content, 'hex') };
    const name = await this.write(`${organizationId}/${id}-${drawn.sha256}.pdf`, content);
    const row = { name, content: name === null ? content : null, sha256: drawn.sha256 };
    const stored = await this.database.tenant(organizationId, (transaction) =>
      storeDrawnFile(transaction, id, state, row),
    );
    if (stored.sha256 === drawn.sha256) return drawn;
    // Another process of another version was faster: its bytes are the document's.
    if (name !== null) await this.store?.delete(name).catch((error: unknown) => this.report(name, error));
    return this.read(stored);
  }

  /** Writes a file before its row, so that no row points to nothing. @returns its name; null without a store */
  private async write(name: string, content: Buffer): Promise<string | null> {
    if (!this.store) return null;
    try {
      await this.store.write(name, content);
      return name;
    } catch (error) {
      throw this.unavailable(name, error);
    }
  }

  private async read({ content, name, sha256 }: DrawnFileRow): Promise<FileBytes> {
    if (content !== null) return { content, sha256 };
    try {
      if (!this.store || name === null) throw new Error('FILE_STORE_URL is not set, but files are in a store');
      const read = await this.store.read(name);
      if (hash('sha256', read, 'hex') !== sha256) throw new Error('the bytes are not those that were stored');
      return { content: read, sha256 };
    } catch (error) {
      throw this.unavailable(name, error);
    }
  }

  private unavailable(name: string | null, error: unknown): Unavailable {
    this.report(name, error);
    return new Unavailable('the file store does not answer, try again', error);
  }

  private report(name: string | null, error: unknown): void {
    this.logger.error('the file store failed', { file: name, error: String(error) });
  }
}

const nameOf = ({ id, state }: FileKey): string => `${id} ${state}`;
