import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { AddressResolver, Config, Jobs, Logger, NoAnswer, OutboundCalls } from '@tollgate/platform';
import { CatalogDatabase } from '../../catalog.database.js';
import { NotReferenceRates, readEcbFile } from './ecb-file.js';
import { lastReferenceDay, storeReferenceRates } from './reference-rates.repository.js';

const hourMs = 3_600_000;

/**
 * Imports the reference rates of the European Central Bank where `ECB_RATES_URL` is set: once an hour, until it has
 * those of the day. The file with ninety days fills gaps after an outage.
 */
@Injectable()
export class EcbImport implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly calls: OutboundCalls;

  constructor(
    private readonly config: Config,
    private readonly database: CatalogDatabase,
    private readonly jobs: Jobs,
    private readonly logger: Logger,
    resolver: AddressResolver,
  ) {
    this.calls = new OutboundCalls(config, resolver);
  }

  async onApplicationBootstrap(): Promise<void> {
    const { ecbRatesUrl: url } = this.config;
    if (url === undefined) return;
    this.jobs.work('exchange-rates', () => this.import(url), 1);
    await this.jobs.every('exchange-rates', hourMs, {});
  }

  async onApplicationShutdown(): Promise<void> {
    await this.calls.close();
  }

  /** Imports what the file has, unless the day's rates are there. Repeated, it changes nothing. */
  async import(url: string): Promise<void> {
    const last = await this.database.everyTenant(lastReferenceDay);
    if (last !== null && last >= new Date().toISOString().slice(0, 10)) return;
    try {
      const { status, body } = await this.calls.send({ url, method: 'GET', headers: {}, body: null });
      if (status !== 200) throw new NotReferenceRates(`status ${status}`);
      const rates = readEcbFile(String(body));
      await this.database.everyTenant((transaction) => storeReferenceRates(transaction, rates));
      this.logger.info('reference rates imported', { rates: rates.length, last: rates[0]?.day });
    } catch (error) {
      if (!(error instanceof NoAnswer || error instanceof NotReferenceRates)) throw error;
      this.logger.warn('reference rates were not imported; the next hour repeats it', { last, error: String(error) });
    }
  }
}
