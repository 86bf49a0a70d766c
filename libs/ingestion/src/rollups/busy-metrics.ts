import type { RollupDefinitions } from './rollup-definitions.js';

/** A metric's usage of one subscription. */
export interface UsedMetric {
  organizationId: string;
  externalSubscriptionId: string;
  code: string;
}

/**
 * Which subscriptions have so many events of a metric that rollups pay: those that rollups were asked for lately, by any
 * process, and those whose events this one has read. All others are not asked about at all.
 */
export class BusyMetrics {
  private busy = new Set<string>();
  private readAt = 0;
  private reading: Promise<void> | undefined;

  /** @param knownMs for how long it is known who is busy */
  constructor(
    private readonly definitions: RollupDefinitions,
    private readonly cacheTtlMs: number,
  ) {}

  add(used: UsedMetric): void {
    this.busy.add(keyOf(used));
  }

  /** Only the first call waits: others go by what was known a moment ago while it is read anew. */
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
