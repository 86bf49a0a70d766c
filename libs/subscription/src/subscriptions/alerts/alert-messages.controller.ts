import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage } from '@tollgate/platform';
import { AlertEvaluationService } from './alert-evaluation.service.js';

/** Handles usage snapshots, forecasts and deviations for alerts. */
@Controller()
export class AlertMessagesController {
  constructor(private readonly evaluations: AlertEvaluationService) {}

  @OnMessage(['usage.measured', 'usage.forecast', 'usage.deviation'], 'subscription')
  async onUsage(@Payload() message: Message<'usage.measured' | 'usage.forecast' | 'usage.deviation'>): Promise<void> {
    await this.evaluations.evaluate(message);
  }
}
