import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { readCodeChanges } from '@tollgate/catalog/reader';
import { daysOfEventErrors } from '@tollgate/contracts';
import { Clock, Jobs, Logger, Passes } from '@tollgate/platform';
import { IngestionDatabase } from '../ingestion.database.js';
import { findEnrichment } from './enrichments.repository.js';
import { marginMs } from '../event-errors/faulty-candidates.js';
import { FaultyEventsRepository } from '../event-errors/faulty-events.repository.js';
import {
  completeJudgement,
  findDueJudgement,
  listDueJudgements,
  readDatedCodes,
  readKnownCodes,
  unjudgedWithoutMetric,
  oweJudgements,
} from '../event-errors/judgements.repository.js';

/** Lists of event errors that begin earlier judge the events of the code one by one. */
const judgedMs = (daysOfEventErrors.most + 2) * 86_400_000;
const reconciledAtOnce = 1_000;

/**
 * Judges the stored events of a code when its metric changed, so that lists need not judge each of them again. Until then,
 * and where it does not, lists do.
 */
@Injectable()
export class Judgements implements OnApplicationBootstrap {
  constructor(
    private readonly clock: Clock,
    private readonly database: IngestionDatabase,
    private readonly faultyEvents: FaultyEventsRepository,
    private readonly jobs: Jobs,
    private readonly passes: Passes,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.work('event-judgement', ({ organization_id: organizationId, code }) => this.run(organizationId, code), 1);
  }

  /**
   * Records that the metric of a code may have changed. The housekeeping of usage queues its job when it is due.
   * @param isNew whether it cannot have left another code behind
   */
  async owe(organizationId: string, code: string, isNew: boolean): Promise<void> {
    await this.database.tenant(organizationId, async (transaction) => {
      const known = isNew ? [] : await readKnownCodes(transaction);
      const changes = await readCodeChanges(transaction, [code, ...known]);
      const at = changes.get(code);
      if (!at) return;
      const leftBehind = known.filter((one) => !changes.has(one));
      const codes = [code, ...(await unjudgedWithoutMetric(transaction, leftBehind))];
      await oweJudgements(transaction, codes, new Date(at));
    });
  }

  /** Queues due judgements. One of a code runs at a time, because its job is queued once. */
  async reconcile(): Promise<void> {
    const due = await this.database.everyTenant((transaction) => listDueJudgements(transaction, reconciledAtOnce));
    await this.passes.each(
      {
        name: 'usage-housekeeping',
        failure: 'events are judged later',
        about: ({ organization_id, code }) => ({ organization_id, code }),
      },
      due,
      ({ id, organization_id, code }) =>
        this.jobs.add('event-judgement', { organization_id, request_id: null, code }, { id }),
    );
  }

  /** Does nothing while the events are enriched by the changed metric: it stays due. */
  private async run(organizationId: string, code: string): Promise<void> {
    const owed = await this.database.tenant(organizationId, async (transaction) => {
      const judgement = await findDueJudgement(transaction, code);
      if (!judgement || (await findEnrichment(transaction, code))) return undefined;
      return { judgement, ...(await readDatedCodes(transaction)) };
    });
    if (!owed) return;
    const { judgement, live, changedAt } = owed;
    const metric = live.find((one) => one.code === code);
    const from = judgement.changed_at.getTime() - judgedMs;
    // Those of a code that was left behind may have come until now.
    const to = (metric ? judgement.changed_at.getTime() : await this.clock.now(organizationId)) + marginMs;
    // A deleted metric leaves no faulty events; a change whose message is still to come is judged with it.
    const isCurrent = [judgement.changed_at.getTime(), Infinity].includes(changedAt.get(code) ?? 0);
    const isRecorded = isCurrent && (await this.faultyEvents.judge(organizationId, { code, metric }, { from, to }));
    const judged = { metric, from: isRecorded ? from : null };
    await this.database.tenant(organizationId, (transaction) => completeJudgement(transaction, judgement, judged));
    this.logger.info('events judged by a changed metric', {
      organization_id: organizationId,
      code,
      recorded: isRecorded,
    });
  }
}
