import { Injectable } from '@nestjs/common';
import { metricTrialBounds, type MetricValuesQuery } from '@tollgate/contracts';
import { readMetricsByCode } from '@tollgate/catalog/reader';
import { Clock, NotFound } from '@tollgate/platform';
import { IngestionDatabase } from '../ingestion.database.js';
import { EventLog } from '../intake/log/event-log.js';
import { checkSpan, dayMs, eventsOf } from './event-span.js';
import { MetricValuesRepository, type SeenValues } from './metric-values.repository.js';

const { valuesDays } = metricTrialBounds;

/** The values of a property in the events of a metric (metering, section 1.3). */
@Injectable()
export class MetricValuesService {
  constructor(
    private readonly clock: Clock,
    private readonly database: IngestionDatabase,
    private readonly log: EventLog,
    private readonly values: MetricValuesRepository,
  ) {}

  /** @throws NotFound; ValidationFailed for a span that is too long; Unavailable */
  async list(organizationId: string, code: string, { field, ...span }: MetricValuesQuery): Promise<SeenValues> {
    const to = span.to?.getTime() ?? (await this.clock.now(organizationId));
    const from = span.from?.getTime() ?? to - valuesDays.default * dayMs;
    const metric = await this.database.tenant(organizationId, async (transaction) =>
      (await readMetricsByCode(transaction, [code])).get(code),
    );
    if (!metric) throw new NotFound('billable_metric');
    checkSpan({ from, to }, valuesDays.most);
    await this.log.readable();
    return this.values.read(organizationId, eventsOf(code, { from, to }), field);
  }
}
