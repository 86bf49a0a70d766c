import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { Metrics } from '@tollgate/platform';

/** Counts explanations whose steps did not lead to the stored amounts: none is expected. */
@Injectable()
export class ExplanationMetrics {
  readonly differing: Counter<'document'>;

  constructor(metrics: Metrics) {
    this.differing = new Counter({
      name: 'tollgate_explanations_differing_total',
      help: 'Explanations whose steps differ from the stored amounts, by what they explain',
      labelNames: ['document'],
      registers: [metrics.registry],
    });
  }
}
