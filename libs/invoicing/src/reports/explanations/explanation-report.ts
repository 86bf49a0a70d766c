import { Injectable } from '@nestjs/common';
import type { ExplanationDifference } from '@tollgate/contracts';
import { Logger, Metrics } from '@tollgate/platform';
import { Counter } from 'prom-client';

type Explained = 'fee' | 'invoice' | 'usage';

/** Logs and counts explanations whose steps do not lead to the explained amounts: none is expected. */
@Injectable()
export class ExplanationReport {
  private readonly differing: Counter<'document'>;

  constructor(
    metrics: Metrics,
    private readonly logger: Logger,
  ) {
    this.differing = new Counter({
      name: 'tollgate_explanations_differing_total',
      help: 'Explanations whose steps differ from the amounts, by what they explain',
      labelNames: ['document'],
      registers: [metrics.registry],
    });
  }

  /** Reports an explanation that differs. @param id of the fee, the invoice or the subscription */
  differences(
    document: Explained,
    id: string,
    explanation: { agrees: boolean; differences: ExplanationDifference[] },
  ): void {
    const { agrees, differences } = explanation;
    if (agrees) return;
    this.differing.inc({ document });
    this.logger.error('an explanation differs from its amounts', { document, id, differences });
  }
}
