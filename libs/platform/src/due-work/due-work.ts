import type { Instant } from '../time/clock.js';
import { Injectable } from '@nestjs/common';
import type { DueInstant, DuePhase, ServiceName } from '@tollgate/contracts';
import { CommandBus } from '../commands/command-bus.js';

/** What a service that has work falling due offers to the coordinator (design, "Time"). */
export interface DueWork {
  /** When each phase has something to do next for an organization. */
  next(organizationId: string): Promise<DueInstant[]>;
  /**
   * Does what is due in one phase, oldest first. Safe to run twice and at the same time as another run.
   * @param organizationId null: every organization that follows the wall clock
   * @param until Unix milliseconds, inclusive
   * @returns how many pieces of work were done
   */
  run(organizationId: string | null, phase: DuePhase, until: Instant): Promise<number>;
}

/** Offers a service's due work to the coordinator, wherever that runs. */
@Injectable()
export class DueWorkRegistry {
  constructor(private readonly commands: CommandBus) {
    // The coordinator asks every service that has an address; one that offers nothing has nothing due.
    commands.handleOtherwise('due_work.next', async () => ({ due: [] }));
    commands.handleOtherwise('due_work.run', async () => ({ done: 0 }));
  }

  offer(service: ServiceName, work: DueWork): void {
    this.commands.handle(service, 'due_work.next', async ({ organization_id }) => ({
      due: await work.next(organization_id),
    }));
    this.commands.handle(service, 'due_work.run', async ({ organization_id, phase, until }) => ({
      done: await work.run(organization_id, phase, until),
    }));
  }
}
