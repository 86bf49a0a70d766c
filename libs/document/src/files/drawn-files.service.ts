import { hash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { NotFound } from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';
import { findDocument } from '../issued-documents/documents.repository.js';
import { findDrawnFile, storeDrawnFile, type DrawnFile } from '../issued-documents/drawn-files.repository.js';
import { DrawingQueue } from '../pdf/drawing-queue.js';
import { startDrawer } from '../pdf/drawing-worker.js';

const bounds = {
  // Leaves one processor for requests.
  drawers: Math.max(1, Math.min(2, availableParallelism() - 1)),
  waiting: 32,
  waitingPerOrganization: 8,
  idleMs: 60_000,
};

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
}

/**
 * The files of documents: a thread draws each once, and the table stores its bytes. An issued document never changes,
 * so neither does its file, whatever a later version would draw.
 */
@Injectable()
export class DrawnFiles implements OnApplicationShutdown {
  private readonly queue = new DrawingQueue(startDrawer, bounds);
  private readonly drawings = new Map<string, Drawing>();

  constructor(private readonly database: DocumentDatabase) {}

  /**
   * Returns the file of a document; concurrent callers share one drawing.
   * @throws NotFound without such a document, TooManyRequests and Unavailable when too many drawings wait
   */
  async fileOf(organizationId: string, id: string, { signal, patient = false }: FileRequest = {}): Promise<DrawnFile> {
    const storedFile = await this.database.tenant(organizationId, (transaction) => findDrawnFile(transaction, id));
    if (storedFile) return storedFile;
    const drawing = this.drawings.get(id) ?? this.begin(organizationId, id, patient);
    drawing.callers += 1;
    const leave = () => {
      drawing.callers -= 1;
      if (drawing.callers === 0) drawing.abandoned.abort();
    };
    signal?.addEventListener('abort', leave, { once: true });
    return drawing.file;
  }

  onApplicationShutdown(): void {
    this.queue.stop();
  }

  private begin(organizationId: string, id: string, patient: boolean): Drawing {
    const abandoned = new AbortController();
    const file = this.draw(organizationId, id, { signal: abandoned.signal, patient });
    const drawing = { file, callers: 0, abandoned };
    this.drawings.set(id, drawing);
    const end = () => {
      if (this.drawings.get(id) === drawing) this.drawings.delete(id);
    };
    // A caller after the last abort starts a new drawing.
    abandoned.signal.addEventListener('abort', end, { once: true });
    file.then(end, end);
    return drawing;
  }

  private async draw(
    organizationId: string,
    id: string,
    how: { signal: AbortSignal; patient: boolean },
  ): Promise<DrawnFile> {
    const document = await this.database.tenant(organizationId, (transaction) => findDocument(transaction, id));
    if (!document) throw new NotFound('resource');
    const content = await this.queue.draw({ organizationId, document, ...how });
    const drawn = { content, sha256: hash('sha256', content, 'hex') };
    return this.database.tenant(organizationId, (transaction) => storeDrawnFile(transaction, id, drawn));
  }
}
