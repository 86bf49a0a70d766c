import { Injectable } from '@nestjs/common';
import type { ExchangeRate, ExchangeRateFilters, ExchangeRateUpsert, Meta } from '@tollgate/contracts';
import { Clock, isId, isoSeconds, newId, NotFound, type Instant, type TenantTransaction } from '@tollgate/platform';
import { CatalogDatabase } from '../../catalog.database.js';
import { deleteRate, listRates, upsertRate, type ExchangeRateRow } from './exchange-rates.repository.js';

/** Exchange rates that an organization sets (webhooks, amendments: tax in the currency of the seller's country). */
@Injectable()
export class ExchangeRatesService {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly clock: Clock,
  ) {}

  /** Sets the rate of a day. Issued documents keep the rate that they show. */
  async upsert(organizationId: string, { date: day, source, ...input }: ExchangeRateUpsert): Promise<ExchangeRate> {
    const now = await this.clock.now(organizationId);
    const row = { ...input, day, source: source ?? null, id: newId(), organization_id: organizationId };
    return this.database.tenant(organizationId, async (transaction) => {
      const stored = await upsertRate(transaction, { ...row, created_at: new Date(now) });
      const change = stored.id === row.id ? 'exchange_rate.created' : 'exchange_rate.updated';
      return publish(transaction, change, stored, now);
    });
  }

  async list(
    organizationId: string,
    filters: ExchangeRateFilters,
  ): Promise<{ exchange_rates: ExchangeRate[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { rows, meta } = await listRates(transaction, filters);
      return { exchange_rates: rows.map(presentRate), meta };
    });
  }

  /** @throws NotFound */
  async remove(organizationId: string, id: string): Promise<ExchangeRate> {
    if (!isId(id)) throw new NotFound('exchange_rate');
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const removed = await deleteRate(transaction, id);
      if (!removed) throw new NotFound('exchange_rate');
      return publish(transaction, 'exchange_rate.deleted', removed, now);
    });
  }
}

/** Publishes a change for the activity log. @returns the rate as answers show it */
async function publish(
  transaction: TenantTransaction,
  type: 'exchange_rate.created' | 'exchange_rate.updated' | 'exchange_rate.deleted',
  row: ExchangeRateRow,
  now: Instant,
): Promise<ExchangeRate> {
  const rate = presentRate(row);
  await transaction.append(type, row.id, { exchange_rate_id: row.id, exchange_rate: rate }, now);
  return rate;
}

export const presentRate = (row: ExchangeRateRow): ExchangeRate => ({
  svc_id: row.id,
  from_currency: row.from_currency as ExchangeRate['from_currency'],
  to_currency: row.to_currency as ExchangeRate['to_currency'],
  date: row.day,
  rate: row.rate,
  source: row.source,
  created_at: isoSeconds(row.created_at),
});
