import { Injectable } from '@nestjs/common';
import { duePhases, services, type DuePhase, type ServiceName } from '@tollgate/contracts';
import { CommandBus, isInFlight, Logger, settleUsage } from '@tollgate/platform';
import { IdentityDatabase } from '../identity.database.js';

interface DueAt {
  service: ServiceName;
  phase: DuePhase;
  at: number;
}

const order = (phase: DuePhase) => duePhases.indexOf(phase);
const byTimeThenPhase = (a: DueAt, b: DueAt) => a.at - b.at || order(a.phase) - order(b.phase);

/** Finds what falls due over all services, has it done in the documented order, and waits for its effects. */
@Injectable()
export class DueWorkCoordinator {
  constructor(
    private readonly commands: CommandBus,
    private readonly database: IdentityDatabase,
    private readonly logger: Logger,
  ) {}

  /** The earliest due work of an organization, or null. */
  async earliest(organizationId: string): Promise<DueAt | null> {
    const due = await Promise.all(
      this.participants().map(async (service) => {
        const answer = await this.commands.send(service, 'due_work.next', { organization_id: organizationId });
        return answer.due.map(({ phase, at }) => ({ service, phase, at }));
      }),
    );
    return due.flat().sort(byTimeThenPhase)[0] ?? null;
  }

  /** Does one piece of due work of an organization and waits until all that it set off is done. */
  async perform(organizationId: string, due: DueAt): Promise<void> {
    await this.commands.send(due.service, 'due_work.run', { organization_id: organizationId, phase: due.phase, until: due.at });
    await this.settle(organizationId);
  }

  /** Waits until every event, message and job of an organization with a test clock is done. */
  async settle(organizationId: string): Promise<void> {
    if (this.commands.knows('ingestion', 'usage_events.settle')) await settleUsage(this.commands, organizationId);
    for (let wait = 2; ; wait = Math.min(wait * 1.5, 25)) {
      if (!(await this.database.tenant(organizationId, (transaction) => isInFlight(transaction, organizationId)))) return;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  /** Does everything that is due for organizations that follow the wall clock, phase by phase. */
  async runWallClock(until: number): Promise<void> {
    for (const phase of duePhases) {
      for (const service of this.participants()) {
        try {
          const { done } = await this.commands.send(service, 'due_work.run', { organization_id: null, phase, until });
          if (done > 0) this.logger.info('due work done', { phase, by: service, done });
        } catch (error) {
          this.logger.error('due work failed; it stays due', { phase, by: service, error });
        }
      }
    }
  }

  private participants(): ServiceName[] {
    return services.filter((service) => ['subscription', 'invoicing', 'ingestion'].includes(service) && this.commands.knows(service, 'due_work.next'));
  }
}
