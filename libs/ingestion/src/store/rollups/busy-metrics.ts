import type { RollupDefinitions } from './rollup-definitions.js';

/** The usage of a metric by one subscription. */
export interface UsedMetric {
  organizationId: string;
  externalSubscriptionId: string;
  code: string;
}

/**
 * Subscriptions with so many events of a metric that rollups pay off. They are those with recent rollup requests of any
 * process, and those whose events this process read. All others cost no query.
 */
export class BusyMetrics {
  private busy = new Set<string>();
  private readAt = 0;
  private reading: Promise<void> | undefined;

  /** @param cacheTtlMs cache time of the busy subscriptions */
  constructor(
    private readonly definitions: RollupDefinitions,
    private readonly cacheTtlMs: number,
  ) {}

  add(used: UsedMetric): void {
    this.busy.add(keyOf(used));
  }

  /** Only the first call waits; later calls use the cached set while it is refreshed. */
  async has(used: UsedMetric): Promise<boolean> {
    if (Date.now() - this.readAt >= this.cacheTtlMs) {
      this.reading ??= this.read().finally(() => (this.reading = undefined));
      if (this.readAt === 0) await this.reading;
      else this.reading.catch(() => undefined);
    }
    return this.busy.has(keyOf(used));
  }

  private async read(): Promise<void> {
    const requested = await this.definitions.all();
    this.busy = new Set(requested.map(keyOf));
    this.readAt = Date.now();
  }
}

const keyOf = ({ organizationId, externalSubscriptionId, code }: UsedMetric): string =>
  JSON.stringify([organizationId, externalSubscriptionId, code]);
