import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { duePhases, serviceDeclarations, services, type DuePhase, type ServiceName } from '@tollgate/contracts';
import { CommandBus, inFlight, isInFlight, Logger, Unavailable, type Instant } from '@tollgate/platform';
import { IdentityDatabase } from '../identity.database.js';

interface DueAt {
  service: ServiceName;
  phase: DuePhase;
  at: Instant;
}

/** Work without progress for longer is abandoned for now: the reconciler of test clocks resumes it. */
const longestStandstillMs = 120_000;
const inspectionIntervalMs = 5_000;
/** Each check costs a transaction, so checks become rarer over time: completion is noticed at most a tenth later. */
const shortestWaitMs = 2;
const longestWaitMs = 250;
const waitAfter = (elapsedMs: number) => Math.min(Math.max(elapsedMs / 10, shortestWaitMs), longestWaitMs);

const order = (phase: DuePhase) => duePhases.indexOf(phase);
const byTimeThenPhase = (a: DueAt, b: DueAt) => a.at - b.at || order(a.phase) - order(b.phase);

/** Finds due work across all services, has it done in the documented order, and waits for its effects. */
@Injectable()
export class DueWorkCoordinator {
  constructor(
    private readonly commands: CommandBus,
    private readonly database: IdentityDatabase,
    private readonly logger: Logger,
  ) {}

  /** The earliest due work of an organization, or null. */
  async earliest(organizationId: string): Promise<DueAt | null> {
    const dueWork = await Promise.all(
      this.participants().map(async (service) => {
        const answer = await this.commands.send(service, 'due_work.next', { organization_id: organizationId });
        return answer.due.map(({ phase, at }) => ({ service, phase, at }));
      }),
    );
    return dueWork.flat().sort(byTimeThenPhase)[0] ?? null;
  }

  /** Runs one piece of an organization's due work and waits until all its effects are complete. */
  async perform(organizationId: string, dueWork: DueAt, stop: AbortSignal): Promise<void> {
    await this.commands.send(dueWork.service, 'due_work.run', {
      organization_id: organizationId,
      phase: dueWork.phase,
      until: dueWork.at,
    });
    await this.awaitIdle(organizationId, stop);
  }

  /**
   * Waits until an organization with a test clock has no unfinished event, message or job.
   * @param stop aborts the wait
   * @throws Error after minutes without progress
   */
  async awaitIdle(organizationId: string, stop: AbortSignal): Promise<void> {
    await this.flushEvents(organizationId, stop);
    let seen = '';
    const since = Date.now();
    let nextInspectionAt = since + inspectionIntervalMs;
    let deadline = since + longestStandstillMs;
    while (await this.database.tenant(organizationId, (transaction) => isInFlight(transaction))) {
      await sleep(waitAfter(Date.now() - since), undefined, { signal: stop });
      if (Date.now() < nextInspectionAt) continue;
      const { count, signature, examples } = await this.database.tenant(organizationId, (transaction) =>
        inFlight(transaction),
      );
      if (signature !== seen) deadline = Date.now() + longestStandstillMs;
      if (Date.now() > deadline)
        throw new Error(`${count} pieces of work do not get done, such as ${examples.join(', ')}`);
      seen = signature;
      nextInspectionAt = Date.now() + inspectionIntervalMs;
    }
  }

  /**
   * Notifies invoicing that a test clock has arrived, for the work after that. The call is not awaited: a service that
   * misses it reconciles by itself.
   */
  publishTurned(organizationId: string): void {
    if (!this.commands.knows('invoicing', 'test_clock.turned')) return;
    this.commands.send('invoicing', 'test_clock.turned', { organization_id: organizationId }).catch((error: unknown) =>
      this.logger.warn('the webhook of an advanced test clock was not sent', {
        organization_id: organizationId,
        error,
      }),
    );
  }

  private async flushEvents(organizationId: string, stop: AbortSignal): Promise<void> {
    if (!this.commands.knows('ingestion', 'usage_events.settle')) return;
    const deadline = Date.now() + longestStandstillMs;
    const settle = (target?: string) =>
      this.commands.send('ingestion', 'usage_events.settle', {
        organization_id: organizationId,
        ...(target ? { target } : {}),
      });
    // Events accepted after the first poll are not waited for.
    for (let answer = await settle(); !answer.settled; answer = await settle(answer.target)) {
      stop.throwIfAborted();
      if (Date.now() > deadline) throw new Error('the events that were accepted do not get into the usage store');
    }
  }

  /**
   * Runs all due work of organizations on the wall clock, phase by phase. Skips the run while another one is in
   * progress. An unavailable service gets no further requests in the same run: its work stays due.
   */
  async runWallClock(until: Instant): Promise<void> {
    const lock = await this.database.tryLock('wall clock');
    if (!lock) return this.logger.info('another run is still processing due work');
    try {
      const unavailable = new Set<ServiceName>();
      for (const phase of duePhases) {
        const availableServices = this.participants().filter((service) => !unavailable.has(service));
        await Promise.all(availableServices.map((service) => this.runPhase(service, phase, until, unavailable)));
      }
    } finally {
      lock.release();
    }
  }

  private async runPhase(
    service: ServiceName,
    phase: DuePhase,
    until: Instant,
    unavailable: Set<ServiceName>,
  ): Promise<void> {
    try {
      const { done } = await this.commands.send(service, 'due_work.run', { organization_id: null, phase, until });
      if (done > 0) this.logger.info('due work was processed', { phase, by: service, done });
    } catch (error) {
      if (error instanceof Unavailable) unavailable.add(service);
      this.logger.error('due work failed; it stays due', { phase, by: service, error });
    }
  }

  private participants(): ServiceName[] {
    return services.filter(
      (service) => serviceDeclarations[service].dueWork && this.commands.knows(service, 'due_work.next'),
    );
  }
}
