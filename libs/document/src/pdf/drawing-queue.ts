import { outOfContext, TooManyRequests, Unavailable } from '@tollgate/platform';
import type { Drawer } from './drawing-worker.js';
import type { IssuedDocument } from './pdf.js';

/** How much is drawn at once, and how much may wait for it. */
export interface DrawingBounds {
  drawers: number;
  waiting: number;
  waitingOfOne: number;
  /** How long a drawer is kept without work, in milliseconds. */
  idleMs: number;
}

/** A document that is to be drawn. */
export interface DrawingOrder {
  organizationId: string;
  document: IssuedDocument;
  /** Nobody wants it any more. */
  signal: AbortSignal;
  /** It waits however many others do: jobs are bounded by themselves. */
  patient: boolean;
}

interface Waiting extends DrawingOrder {
  resolve(file: Buffer): void;
  reject(error: unknown): void;
}

const retryAfterSeconds = 2;

/** Documents that are to be drawn, in their order; of an organization one at a time, so that none keeps all drawers. */
export class DrawingQueue {
  private waiting: Waiting[] = [];
  private readonly served = new Set<string>();
  private readonly idle: { drawer: Drawer; timer: NodeJS.Timeout }[] = [];

  constructor(
    private readonly start: () => Drawer,
    private readonly bounds: DrawingBounds,
  ) {}

  /**
   * Draws a document when its turn comes.
   * @throws TooManyRequests where too many of its organization wait, Unavailable where too many do altogether or nobody
   *   wants it any more; Error where it cannot be drawn
   */
  draw(order: DrawingOrder): Promise<Buffer> {
    if (!order.patient) this.refuseBeyondBounds(order.organizationId);
    return new Promise((resolve, reject) => {
      const entry = { ...order, resolve, reject };
      this.waiting.push(entry);
      order.signal.addEventListener('abort', () => this.drop(entry), { once: true });
      this.next();
    });
  }

  /** Ends all drawers that have no work. */
  stop(): void {
    for (const { drawer, timer } of this.idle.splice(0)) {
      clearTimeout(timer);
      drawer.stop();
    }
  }

  private refuseBeyondBounds(organizationId: string): void {
    const ofOne = this.waiting.filter((entry) => entry.organizationId === organizationId).length;
    if (ofOne >= this.bounds.waitingOfOne) throw new TooManyRequests(retryAfterSeconds);
    if (this.waiting.length >= this.bounds.waiting) throw new Unavailable('too many documents wait to be drawn');
  }

  private drop(entry: Waiting): void {
    if (!this.waiting.includes(entry)) return;
    this.waiting = this.waiting.filter((other) => other !== entry);
    entry.reject(new Unavailable('nobody waits for the document'));
  }

  private next(): void {
    if (this.served.size >= this.bounds.drawers) return;
    const entry = this.waiting.find(({ organizationId }) => !this.served.has(organizationId));
    if (!entry) return;
    this.waiting = this.waiting.filter((other) => other !== entry);
    this.served.add(entry.organizationId);
    void outOfContext(() => this.serve(entry));
  }

  private async serve({ organizationId, document, resolve, reject }: Waiting): Promise<void> {
    const drawer = this.takeDrawer();
    try {
      resolve(await drawer.draw(document));
      this.keep(drawer);
    } catch (error) {
      drawer.stop();
      reject(error);
    }
    this.served.delete(organizationId);
    this.next();
  }

  private takeDrawer(): Drawer {
    const kept = this.idle.pop();
    if (!kept) return this.start();
    clearTimeout(kept.timer);
    return kept.drawer;
  }

  /** Its fonts stay read for a while. */
  private keep(drawer: Drawer): void {
    const timer = setTimeout(() => {
      this.idle.splice(
        this.idle.findIndex((one) => one.drawer === drawer),
        1,
      );
      drawer.stop();
    }, this.bounds.idleMs).unref();
    this.idle.push({ drawer, timer });
  }
}
