import { Injectable } from '@nestjs/common';
import { metricTrialBounds, type MetricPreview, type MetricPreviewInput } from '@tollgate/contracts';
import { readMetricDraft } from '@tollgate/catalog/reader';
import { Breaks } from '@tollgate/platform';
import { parseExpression } from '@tollgate/rating';
import { EventLog } from '../intake/log/event-log.js';
import { checkSpan, eventsOf } from './event-span.js';
import { MetricPreviewRepository } from './metric-preview.repository.js';
import { MetricPreviewTally } from './metric-preview.tally.js';

/** Events are examined for this long: an expression may take milliseconds for each. */
const longestMs = 3_000;

/** Previews of drafts of metrics on stored events (metering, section 1.4). */
@Injectable()
export class MetricPreviewService {
  constructor(
    private readonly log: EventLog,
    private readonly events: MetricPreviewRepository,
  ) {}

  /** @throws Forbidden and ValidationFailed as the creation of the metric; Unavailable */
  async preview(organizationId: string, input: MetricPreviewInput): Promise<MetricPreview> {
    const metric = await readMetricDraft(input.billable_metric ?? {});
    const span = { from: input.from.getTime(), to: input.to.getTime() };
    checkSpan(span, metricTrialBounds.previewDays);
    await this.log.readable();
    const selection = eventsOf(metric.code, span, input.external_subscription_id || undefined);
    const events = await this.events.latest(organizationId, selection);
    const tally = new MetricPreviewTally(metric, metric.expression ? parseExpression(metric.expression) : null);
    const deadline = performance.now() + longestMs;
    const breaks = new Breaks();
    for (const event of events) {
      if (performance.now() >= deadline) break;
      tally.add(event);
      if (breaks.isDue) await breaks.take();
    }
    return tally.result(await this.events.count(organizationId, selection));
  }
}
