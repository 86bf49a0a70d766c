import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { DueInstant, DuePhase } from '@tollgate/contracts';
import { DueWorkRegistry, type DueWork, type Instant } from '@tollgate/platform';
import { ProviderAnswers } from '../events/provider-answers.js';
import { DelayedCharges } from '../collection/charging/delayed-charges.service.js';
import { DunningRuns } from '../collection/dunning/dunning-runs.js';

/** Due work of payments: delayed first charges, provider events and dunning. */
@Injectable()
export class PaymentDueWork implements DueWork, OnModuleInit {
  constructor(
    private readonly registry: DueWorkRegistry,
    private readonly delayed: DelayedCharges,
    private readonly answers: ProviderAnswers,
    private readonly dunning: DunningRuns,
  ) {}

  onModuleInit(): void {
    this.registry.offer('payment', this);
  }

  async next(organizationId: string): Promise<DueInstant[]> {
    return [
      ...(await this.delayed.next(organizationId)),
      ...(await this.answers.next(organizationId)),
      ...(await this.dunning.next(organizationId)),
    ];
  }

  async run(organizationId: string | null, phase: DuePhase, until: Instant): Promise<number> {
    if (phase === 'charge') return this.delayed.run(organizationId, until);
    if (phase === 'provider_answer') return this.answers.run(organizationId, until);
    if (phase === 'dunning') return this.dunning.run(organizationId, until);
    return 0;
  }
}
