import { hash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { NotFound } from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';
import { findDocument } from '../issued-documents/documents.repository.js';
import { findDrawnFile, keepDrawnFile, type DrawnFile } from '../issued-documents/drawn-files.repository.js';
import { DrawingQueue } from '../pdf/drawing-queue.js';
import { startDrawer } from '../pdf/drawing-worker.js';

const bounds = {
  // One processor is left to the calls.
  drawers: Math.max(1, Math.min(2, availableParallelism() - 1)),
  waiting: 32,
  waitingOfOne: 8,
  idleMs: 60_000,
};

/** A document that is being drawn, and for how many callers. */
interface Drawing {
  file: Promise<DrawnFile>;
  callers: number;
  unwanted: AbortController;
}

/** How a file is asked for. */
export interface FileWish {
  /** Aborted when who asks has gone. */
  signal?: AbortSignal;
  /** It is not refused however many others wait: for jobs. */
  patient?: boolean;
}

/**
 * The files of documents: each is drawn once, in a thread of its own, and its bytes are kept. What was issued never changes,
 * so neither does its file, whatever a later version would draw.
 */
@Injectable()
export class DrawnFiles implements OnApplicationShutdown {
  private readonly queue = new DrawingQueue(startDrawer, bounds);
  private readonly drawings = new Map<string, Drawing>();

  constructor(private readonly database: DocumentDatabase) {}

  /**
   * The file of a document; of many that ask at once, the first has it drawn.
   * @throws NotFound without such a document, TooManyRequests and Unavailable where too many wait to be drawn
   */
  async fileOf(organizationId: string, id: string, { signal, patient = false }: FileWish = {}): Promise<DrawnFile> {
    const kept = await this.database.tenant(organizationId, (transaction) => findDrawnFile(transaction, id));
    if (kept) return kept;
    const drawing = this.drawings.get(id) ?? this.begin(organizationId, id, patient);
    drawing.callers += 1;
    const leave = () => {
      drawing.callers -= 1;
      if (drawing.callers === 0) drawing.unwanted.abort();
    };
    signal?.addEventListener('abort', leave, { once: true });
    return drawing.file;
  }

  onApplicationShutdown(): void {
    this.queue.stop();
  }

  private begin(organizationId: string, id: string, patient: boolean): Drawing {
    const unwanted = new AbortController();
    const file = this.draw(organizationId, id, { signal: unwanted.signal, patient });
    const drawing = { file, callers: 0, unwanted };
    this.drawings.set(id, drawing);
    const end = () => {
      if (this.drawings.get(id) === drawing) this.drawings.delete(id);
    };
    // Who comes when nobody is left begins anew.
    unwanted.signal.addEventListener('abort', end, { once: true });
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
    return this.database.tenant(organizationId, (transaction) => keepDrawnFile(transaction, id, drawn));
  }
}
