import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { readCodeChanges, type MetricView } from '@tollgate/catalog/reader';
import { daysOfEventErrors } from '@tollgate/contracts';
import { Clock, Jobs, Logger, newId, Passes, type Instant } from '@tollgate/platform';
import { IngestionDatabase } from '../../ingestion.database.js';
import { marginMs } from './faulty-candidates.js';
import { FaultyEventsRepository } from './faulty-events.repository.js';
import {
  completeJudgements,
  listDueJudgements,
  listOrganizationsToJudge,
  enqueueJudgements,
  readDatedCodes,
  readKnownCodes,
  unjudgedWithoutMetric,
  type Judged,
  type Judgement,
} from './judgements.repository.js';
import type { DatedCodes } from './faulty-candidates.js';

/** Lists of event errors that begin earlier judge the events of the code one by one. */
const judgedMs = (daysOfEventErrors.most + 2) * 86_400_000;
const reconciledAtOnce = 1_000;
/** Codes of a run, and codes with events that one statement judges: its text grows with the filters of their metrics. */
const codesAtOnce = 500;
const judgedAtOnce = 20;
const parallel = 2;

/**
 * Judges the stored events of codes when their metrics changed, so that lists need not judge each of them again.
 * Until then, and where it does not, lists do.
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
    this.jobs.work('event-judgement', ({ organization_id: organizationId }) => this.run(organizationId), parallel);
  }

  /**
   * Records that the metric of a code may have changed. The housekeeping of usage queues its job when it is due.
   * @param isNew whether it cannot have left another code behind
   */
  async enqueue(organizationId: string, code: string, isNew: boolean): Promise<void> {
    await this.database.tenant(organizationId, async (transaction) => {
      const known = isNew ? [] : await readKnownCodes(transaction);
      const changes = await readCodeChanges(transaction, [code, ...known]);
      const at = changes.get(code);
      if (!at) return;
      const leftBehind = known.filter((one) => !changes.has(one));
      const codes = [code, ...(await unjudgedWithoutMetric(transaction, leftBehind))];
      await enqueueJudgements(transaction, codes, new Date(at));
    });
  }

  /** Queues due judgements: one job for each organization. */
  async reconcile(): Promise<void> {
    const due = await this.database.everyTenant((transaction) =>
      listOrganizationsToJudge(transaction, reconciledAtOnce),
    );
    await this.passes.each(
      {
        name: 'usage-housekeeping',
        failure: 'events are judged later',
        about: (organization_id) => ({ organization_id }),
      },
      due,
      (organization_id) =>
        this.jobs.add('event-judgement', { organization_id, request_id: null }, { id: organization_id }),
    );
  }

  /** Judges a set of codes. Those whose events are still enriched by the changed metric, and others left, stay due. */
  private async run(organizationId: string): Promise<void> {
    const { due, dated } = await this.database.tenant(organizationId, async (transaction) => {
      const judgements = await listDueJudgements(transaction, codesAtOnce);
      return { due: judgements, dated: judgements.length > 0 ? await readDatedCodes(transaction) : undefined };
    });
    if (!dated) return;
    const now = await this.clock.now(organizationId);
    const all = due.map((judgement) => aboutJudgement(judgement, dated, now));
    const times = { from: Math.min(...all.map(({ from }) => from)), to: Math.max(...all.map(({ to }) => to)) };
    const codes = all.map(({ judgement }) => judgement.code);
    const stored = await this.faultyEvents.codesWithEvents(organizationId, codes, times);
    const toJudge = all.filter(({ judgement, isCurrent }) => isCurrent && stored.has(judgement.code));
    const taken = toJudge.slice(0, judgedAtOnce);
    const left = new Set(toJudge.slice(judgedAtOnce));
    const overfull =
      taken.length > 0 ? await this.faultyEvents.judge(organizationId, taken.map(codeOf), times) : new Set<string>();
    const done = all.filter((one) => !left.has(one));
    const judged = done.map(({ judgement, metric, from, isCurrent }): Judged => {
      const isRecorded = isCurrent && !overfull.has(judgement.code);
      return { judgement, metric, from: isRecorded ? from : null };
    });
    await this.database.tenant(organizationId, (transaction) => completeJudgements(transaction, judged));
    this.logger.info('events judged by changed metrics', { organization_id: organizationId, codes: judged.length });
    if (left.size > 0 || due.length === codesAtOnce)
      await this.jobs.add('event-judgement', { organization_id: organizationId, request_id: null }, { id: newId() });
  }
}

/** A due judgement: what it judges by, and which receptions. */
interface DueJudgement {
  judgement: Judgement;
  metric: MetricView | undefined;
  from: Instant;
  to: Instant;
  /** A deleted metric leaves no faulty events; a change whose message is still to come is judged with it. */
  isCurrent: boolean;
}

function aboutJudgement(judgement: Judgement, { live, changedAt }: DatedCodes, now: Instant): DueJudgement {
  const metric = live.find(({ code }) => code === judgement.code);
  const at = judgement.changed_at.getTime();
  return {
    judgement,
    metric,
    from: at - judgedMs,
    // Those of a code that was left behind may have come until now.
    to: (metric ? at : now) + marginMs,
    isCurrent: [at, Infinity].includes(changedAt.get(judgement.code) ?? 0),
  };
}

const codeOf = ({ judgement, metric }: DueJudgement) => ({ code: judgement.code, metric });
