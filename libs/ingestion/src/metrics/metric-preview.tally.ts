import { metricTrialBounds, type MetricPreview, type MetricPreviewFault, type PreviewError } from '@tollgate/contracts';
import type { MetricView } from '@tollgate/catalog/reader';
import { isoSeconds } from '@tollgate/platform';
import type { Expression } from '@tollgate/rating';
import type { AcceptedEvent } from '../model/accepted-events/accepted-event.js';
import { enrich, type Enrichment } from '../model/enrichment/enrichment.js';
import { errorsOf } from '../model/enrichment/event-errors.rules.js';
import { evaluateOn, writeResult } from '../intake/events/metric-expressions.js';
import { PropertyTally } from './property-tally.js';

const { samples: mostSamples, refusals: mostFaults } = metricTrialBounds;

/** Counts events by a draft of a metric, as their intake and the store would judge them (metering, section 1.4). */
export class MetricPreviewTally {
  private examined = 0;
  private counted = 0;
  private readonly refusals = new Map<string, MetricPreviewFault>();
  private readonly warnings = new Map<string, MetricPreviewFault>();
  private readonly samples: MetricPreview['samples'] = [];
  private readonly properties: PropertyTally;

  /** @param expression that of the metric, parsed; null without one */
  constructor(
    private readonly metric: MetricView,
    private readonly expression: Expression | null,
  ) {
    this.properties = new PropertyTally(metric.filters.map(({ key }) => key));
  }

  /** Adds the next event, in the order of the samples. */
  add(event: AcceptedEvent): void {
    this.examined += 1;
    this.properties.add(enrich(event, undefined).texts);
    const outcome = this.expression && evaluateOn(event, this.expression);
    if (outcome && 'reason' in outcome)
      return note(this.refusals, 'expression_evaluation_failed', outcome.reason, event);
    const result = outcome?.result ?? null;
    if (result !== null) writeResult(event, this.metric.fieldName, result);
    const enrichment = enrich(event, this.metric);
    const errors = errorsOf(this.metric, enrichment);
    if (errors.includes('missing_aggregation_property'))
      return note(this.refusals, 'missing_aggregation_property', stateOf(enrichment), event);
    if (errors.includes('invalid_filter_values')) note(this.warnings, 'invalid_filter_values', null, event);
    this.counted += 1;
    if (this.samples.length < mostSamples)
      this.samples.push({
        transaction_id: event.transaction_id,
        external_subscription_id: event.external_subscription_id || null,
        timestamp: isoSeconds(new Date(event.timestamp / 1000)),
        value: enrichment.valueText,
        expression_result: result,
      });
  }

  /** @param events the number of all events of the selection */
  result(events: number): MetricPreview {
    return {
      events_count: Math.max(events, this.examined),
      examined_count: this.examined,
      counted_count: this.counted,
      refusals: mostFrequent(this.refusals),
      warnings: mostFrequent(this.warnings),
      samples: this.samples,
      properties: this.properties.result(),
    };
  }
}

const stateOf = ({ valueText }: Enrichment) => (valueText === null ? 'field_missing' : 'field_not_a_number');

function note(
  faults: Map<string, MetricPreviewFault>,
  error: PreviewError,
  detail: string | null,
  { transaction_id }: AcceptedEvent,
): void {
  const key = `${error} ${detail}`;
  const fault = faults.get(key) ?? { error, detail, events_count: 0, transaction_id };
  faults.set(key, { ...fault, events_count: fault.events_count + 1 });
}

const mostFrequent = (faults: Map<string, MetricPreviewFault>): MetricPreviewFault[] =>
  [...faults.values()].toSorted((a, b) => b.events_count - a.events_count).slice(0, mostFaults);
