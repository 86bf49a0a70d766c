import { Injectable } from '@nestjs/common';
import type { DueInstant } from '@tollgate/contracts';
import { Logger, sumOf, Passes, type Instant } from '@tollgate/platform';
import { PaymentDatabase } from '../payment.database.js';
import {
  answersUntil,
  markDelivered,
  nextAnswerAt,
  organizationsWithAnswers,
  type SandboxAnswer,
} from '../providers/sandbox/answers.js';
import { ApplyEvent } from './apply-event.js';
import { ReceiveDelivery } from './receive-delivery.js';

/** Due events of the sandbox provider, by the clock of their organization. */
@Injectable()
export class ProviderAnswers {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly deliveries: ReceiveDelivery,
    private readonly events: ApplyEvent,
    private readonly passes: Passes,
    private readonly logger: Logger,
  ) {}

  async next(organizationId: string): Promise<DueInstant[]> {
    const at = await this.database.tenant(organizationId, nextAnswerAt);
    return at === null ? [] : [{ phase: 'provider_answer', at }];
  }

  /** @param organizationId null: all organizations with due events @param until Unix ms */
  async run(organizationId: string | null, until: Instant): Promise<number> {
    if (organizationId !== null) return this.runOrganization(organizationId, until);
    const ids = await this.database.everyTenant((transaction) => organizationsWithAnswers(transaction, until));
    const done = await this.passes.each(
      {
        name: 'provider-answers',
        failure: "the events of an organization's provider were not read; they stay due",
        about: (id) => ({ organization_id: id }),
      },
      ids,
      (id) => this.runOrganization(id, until),
    );
    return sumOf(done);
  }

  private async runOrganization(organizationId: string, until: Instant): Promise<number> {
    let done = 0;
    const answers = await this.database.tenant(organizationId, (transaction) => answersUntil(transaction, until));
    for (const answer of answers) if (await this.deliver(organizationId, answer, until)) done += 1;
    return done;
  }

  /** Delivers an event twice, as providers do. Repeats a failed delivery later; it blocks no other. */
  private async deliver(organizationId: string, answer: SandboxAnswer, at: Instant): Promise<boolean> {
    try {
      const delivery = { body: Buffer.from(JSON.stringify(answer.payload)), headers: {} };
      for (let time = 0; time < 2; time += 1)
        for (const id of await this.deliveries.receiveFrom(organizationId, answer.connectionId, delivery))
          await this.events.apply(organizationId, answer.connectionId, id, at);
      await this.database.tenant(organizationId, (transaction) => markDelivered(transaction, answer));
      return true;
    } catch (error) {
      this.logger.error('an event of a provider was not applied; the provider repeats it', {
        organization_id: organizationId,
        payment_id: answer.chargeId,
        error,
      });
      return false;
    }
  }
}
