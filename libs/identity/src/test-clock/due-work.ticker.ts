import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Config, Jobs } from '@tollgate/platform';
import { DueWorkCoordinator } from './due-work.coordinator.js';
import { TestClockService } from './test-clock.service.js';

const reconcilePauseMs = 15_000;
const clocksAtOnce = 4;

/**
 * The tick: what is due by the wall clock is done, once for the whole installation. Test clocks whose process went
 * away are found by a sweep of their own, and each is a job of its own: the wall clock waits for none of them.
 */
@Injectable()
export class DueWorkTicker implements OnApplicationBootstrap {
  constructor(
    private readonly config: Config,
    private readonly jobs: Jobs,
    private readonly coordinator: DueWorkCoordinator,
    private readonly clocks: TestClockService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.work('due-work-tick', () => this.coordinator.runWallClock(Date.now()), 1);
    this.jobs.work('test-clock-sweep', () => this.resumeAbandoned(), 1);
    this.jobs.work(
      'test-clock-resume',
      ({ organization_id: organizationId }) => this.clocks.resume(organizationId),
      clocksAtOnce,
    );
    await this.jobs.every('due-work-tick', this.config.dueWorkMs, {});
    await this.jobs.every('test-clock-sweep', reconcilePauseMs, {});
  }

  /** Not tracked: the clock would wait for the job that turns it. */
  private async resumeAbandoned(): Promise<void> {
    for (const organization_id of await this.clocks.abandoned()) {
      await this.jobs.add(
        'test-clock-resume',
        { organization_id, request_id: null },
        { id: organization_id, tracked: false },
      );
    }
  }
}
