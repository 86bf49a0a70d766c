import type { Instant } from '../time/clock.js';
import { Injectable } from '@nestjs/common';
import type { DueInstant, DuePhase, ServiceName } from '@tollgate/contracts';
import { CommandBus } from '../commands/command-bus.js';

/** The interface through which a service offers its due work to the coordinator (design, "Time"). */
export interface DueWork {
  /** The next due instant of each phase for an organization. */
  next(organizationId: string): Promise<DueInstant[]>;
  /**
   * Does the due work of one phase, oldest first. Safe to run twice and concurrently.
   * @param organizationId null: every organization on the wall clock
   * @param until Unix milliseconds, inclusive
   * @returns how many pieces of work it did
   */
  run(organizationId: string | null, phase: DuePhase, until: Instant): Promise<number>;
}

/** Registers a service's due work for the coordinator, in this process or another. */
@Injectable()
export class DueWorkRegistry {
  constructor(private readonly commands: CommandBus) {
    // The coordinator queries every service with an address; these fallbacks answer for services without due work.
    commands.handleOtherwise('due_work.next', () => Promise.resolve({ due: [] }));
    commands.handleOtherwise('due_work.run', () => Promise.resolve({ done: 0 }));
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
