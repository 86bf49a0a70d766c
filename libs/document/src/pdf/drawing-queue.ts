import { outOfContext, TooManyRequests, Unavailable } from '@tollgate/platform';
import type { Drawer } from './drawing-worker.js';
import type { IssuedDocument } from './pdf.js';

/** Limits of concurrent and waiting drawings. */
export interface DrawingBounds {
  drawers: number;
  waiting: number;
  waitingPerOrganization: number;
  /** The time limit of an idle drawer, in milliseconds. */
  idleMs: number;
}

/** A document to draw. */
export interface DrawingOrder {
  organizationId: string;
  document: IssuedDocument;
  /** Aborted when all callers have left. */
  signal: AbortSignal;
  /** Exempt from the limits of waiting drawings: jobs have limits of their own. */
  patient: boolean;
}

interface Waiting extends DrawingOrder {
  resolve(file: Buffer): void;
  reject(error: unknown): void;
}

const retryAfterSeconds = 2;

/** Draws documents in order, one at a time for each organization, so that none occupies all drawers. */
export class DrawingQueue {
  private waiting: Waiting[] = [];
  private readonly busyOrganizations = new Set<string>();
  private readonly idle: { drawer: Drawer; timer: NodeJS.Timeout }[] = [];

  constructor(
    private readonly start: () => Drawer,
    private readonly bounds: DrawingBounds,
  ) {}

  /**
   * Draws a document in order.
   * @throws TooManyRequests when too many of its organization wait; Unavailable when too many wait altogether, or all
   * callers left; Error when the drawing fails
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

  /** Stops all idle drawers. */
  stop(): void {
    for (const { drawer, timer } of this.idle.splice(0)) {
      clearTimeout(timer);
      drawer.stop();
    }
  }

  private refuseBeyondBounds(organizationId: string): void {
    const waitingOfOrganization = this.waiting.filter((entry) => entry.organizationId === organizationId).length;
    if (waitingOfOrganization >= this.bounds.waitingPerOrganization) throw new TooManyRequests(retryAfterSeconds);
    if (this.waiting.length >= this.bounds.waiting) throw new Unavailable('too many documents wait to be drawn');
  }

  private drop(entry: Waiting): void {
    if (!this.waiting.includes(entry)) return;
    this.waiting = this.waiting.filter((other) => other !== entry);
    entry.reject(new Unavailable('no caller waits for the document any more'));
  }

  private next(): void {
    if (this.busyOrganizations.size >= this.bounds.drawers) return;
    const entry = this.waiting.find(({ organizationId }) => !this.busyOrganizations.has(organizationId));
    if (!entry) return;
    this.waiting = this.waiting.filter((other) => other !== entry);
    this.busyOrganizations.add(entry.organizationId);
    void outOfContext(() => this.drawEntry(entry));
  }

  private async drawEntry({ organizationId, document, resolve, reject }: Waiting): Promise<void> {
    const drawer = this.takeDrawer();
    try {
      resolve(await drawer.draw(document));
      this.storeIdleDrawer(drawer);
    } catch (error) {
      drawer.stop();
      reject(error);
    }
    this.busyOrganizations.delete(organizationId);
    this.next();
  }

  private takeDrawer(): Drawer {
    const idleDrawer = this.idle.pop();
    if (!idleDrawer) return this.start();
    clearTimeout(idleDrawer.timer);
    return idleDrawer.drawer;
  }

  /** Retains a drawer with its loaded fonts for a while. */
  private storeIdleDrawer(drawer: Drawer): void {
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
