import { Injectable } from '@nestjs/common';
import { Passes, sumOf, type Instant } from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';
import { nextScheduled, oldestSchedule, organizationsWithSchedules } from './export-schedules.repository.js';
import { ExportSchedules, mostSchedules } from './export-schedules.service.js';

/** Begins the due runs of scheduled exports, each in a transaction of its own. */
@Injectable()
export class ExportSchedulesDueWork {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly schedules: ExportSchedules,
    private readonly passes: Passes,
  ) {}

  /** When the next run of an organization is due. */
  async next(organizationId: string): Promise<Date | null> {
    return this.database.tenant(organizationId, nextScheduled);
  }

  /** Since when the oldest due run waits. */
  async oldest(now: Date): Promise<Date | undefined> {
    return this.database.everyTenant((transaction) => oldestSchedule(transaction, now));
  }

  /** @param organizationId null: every organization on the wall clock. @returns how many runs were due */
  async run(organizationId: string | null, until: Instant): Promise<number> {
    if (organizationId !== null) return this.runAll(organizationId, until);
    const done = await this.passes.each(
      {
        name: 'due-exports',
        failure: 'scheduled exports of an organization did not begin; they stay due',
        about: (id) => ({ organization_id: id }),
      },
      await this.database.everyTenant((transaction) => organizationsWithSchedules(transaction, new Date(until))),
      (id) => this.runAll(id, until),
    );
    return sumOf(done);
  }

  /** A schedule is due once in a pass, however long it has waited. */
  private async runAll(organizationId: string, until: Instant): Promise<number> {
    let done = 0;
    while (done < mostSchedules && (await this.schedules.runNext(organizationId, until))) done += 1;
    return done;
  }
}
