import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { DueInstant } from '@tollgate/contracts';
import { followsWallClock } from '@tollgate/identity/reader';
import { Logger, sumOf, Passes, type Transaction, type Instant } from '@tollgate/platform';
import { PaymentDatabase } from '../payment.database.js';
import { SandboxProvider, type SandboxAnswer } from '../providers/sandbox.provider.js';
import { ProviderEventsService } from './provider-events.service.js';

/** Due events of the sandbox provider, by the clock of their organization. */
@Injectable()
export class ProviderAnswers {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly sandbox: SandboxProvider,
    private readonly events: ProviderEventsService,
    private readonly passes: Passes,
    private readonly logger: Logger,
  ) {}

  async next(organizationId: string): Promise<DueInstant[]> {
    const at = await this.database.tenant(organizationId, async (transaction) => {
      const { rows } = await sql<{ at: Date | null }>`
        select min(answer_at) as at from payment.sandbox_charges
        where organization_id = ${organizationId} and answer_at is not null
      `.execute(transaction);
      return rows[0]?.at ?? null;
    });
    return at === null ? [] : [{ phase: 'provider_answer', at: at.getTime() }];
  }

  /** @param organizationId null: all organizations with due events @param until Unix ms */
  async run(organizationId: string | null, until: Instant): Promise<number> {
    if (organizationId !== null) return this.runOrganization(organizationId, until);
    const ids = await this.database.everyTenant((transaction) => organizationsWithAnswers(transaction, until));
    const done = await this.passes.each(
      {
        name: 'provider-answers',
        failure: 'what a provider told an organization was not read; it stays due',
        about: (id) => ({ organization_id: id }),
      },
      ids,
      (id) => this.runOrganization(id, until),
    );
    return sumOf(done);
  }

  private async runOrganization(organizationId: string, until: Instant): Promise<number> {
    let done = 0;
    for (const answer of await this.sandbox.answersUntil(organizationId, until))
      if (await this.deliver(organizationId, answer, until)) done += 1;
    return done;
  }

  /** Delivers an event twice, as providers do. Repeats a failed delivery later; it blocks no other. */
  private async deliver(organizationId: string, answer: SandboxAnswer, at: Instant): Promise<boolean> {
    try {
      const delivery = { body: Buffer.from(JSON.stringify(answer.payload)), headers: {} };
      for (let time = 0; time < 2; time += 1)
        await this.events.receive(organizationId, answer.connectionId, delivery, at);
      await this.sandbox.markDelivered(organizationId, answer);
      return true;
    } catch (error) {
      this.logger.error('what a provider told was not carried out; it is told again', {
        organization_id: organizationId,
        payment_id: answer.chargeId,
        error,
      });
      return false;
    }
  }
}

async function organizationsWithAnswers(transaction: Transaction, until: Instant): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select distinct charge.organization_id from payment.sandbox_charges charge
    where charge.answer_at <= ${new Date(until)}
      and ${sql.raw(followsWallClock('charge.organization_id'))}
    limit 1000
  `.execute(transaction);
  return rows.map((row) => row.organization_id);
}
