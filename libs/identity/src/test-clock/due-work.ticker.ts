import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Config, Jobs, Passes } from '@tollgate/platform';
import { DueWorkCoordinator } from './due-work.coordinator.js';
import { TestClockService } from './test-clock.service.js';

const reconcilePauseMs = 15_000;
const clocksAtOnce = 4;

/**
 * Ticks once for the whole installation and runs the work that is due by the wall clock. A reconciler finds test clocks
 * whose process stopped. Each of them is a job of its own, so the wall clock waits for none.
 */
@Injectable()
export class DueWorkTicker implements OnApplicationBootstrap {
  constructor(
    private readonly config: Config,
    private readonly jobs: Jobs,
    private readonly coordinator: DueWorkCoordinator,
    private readonly clocks: TestClockService,
    private readonly passes: Passes,
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

  /** No test clock waits for it: the clock would wait for the job that moves it. */
  private async resumeAbandoned(): Promise<void> {
    await this.passes.each(
      {
        name: 'test-clock-sweep',
        failure: 'a test clock was not resumed; the next run finds it',
        about: (id) => ({ organization_id: id }),
      },
      await this.clocks.abandoned(),
      (id) =>
        this.jobs.add('test-clock-resume', { organization_id: id, request_id: null }, { id, blocksTestClock: false }),
    );
  }
}
