import { Injectable } from '@nestjs/common';
import type {
  Meta,
  OperatorOrganization,
  OperatorOrganizationsQuery,
  OperatorTestClock,
  SuspensionCreate,
} from '@tollgate/contracts';
import {
  Clock,
  CommandBus,
  isId,
  isoSeconds,
  isoSecondsOrNull,
  Logger,
  NotAllowed,
  NotFound,
  type Page,
  type TenantTransaction,
} from '@tollgate/platform';
import { Suspensions } from '../access/suspensions.js';
import { IdentityDatabase } from '../identity.database.js';
import { ownOrganization, updateOrganization } from '../organizations/organizations.repository.js';
import { slugOf } from '../organizations/slugs.js';
import { recordSecurityEvent } from '../security-logs/record-security-event.js';
import {
  findOrganization,
  listOrganizations,
  listTestClocks,
  type ListedOrganization,
} from './organization-list.repository.js';

const recentMs = 30 * 86_400_000;
/** The usage store may be slow; the list goes without its numbers then. */
const longestCountMs = 5_000;

type EventCounts = Pick<OperatorOrganization, 'stored_events' | 'recent_events'>;

/** The organizations of the installation, as its operators see, suspend and reinstate them. */
@Injectable()
export class Installation {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly commands: CommandBus,
    private readonly suspensions: Suspensions,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** One page of organizations, the newest first, in a constant number of statements. */
  async list(query: OperatorOrganizationsQuery): Promise<{ organizations: OperatorOrganization[]; meta: Meta }> {
    const { rows, meta } = await this.database.everyTenant((transaction) => listOrganizations(transaction, query));
    const counts = await this.countsOf(rows.map(({ id }) => id));
    return { organizations: rows.map((row) => present(row, counts)), meta };
  }

  /** @throws NotFound */
  async read(id: string): Promise<OperatorOrganization> {
    const row = isId(id)
      ? await this.database.everyTenant((transaction) => findOrganization(transaction, id))
      : undefined;
    if (!row) throw new NotFound('organization');
    return present(row, await this.countsOf([row.id]));
  }

  /**
   * Refuses all calls of an organization from now on: of its keys, people, customers and event sources. Its data stays,
   * and due work goes on. Other processes follow within seconds.
   * @throws NotFound; NotAllowed for one that is suspended
   */
  async suspend(id: string, { reason }: SuspensionCreate): Promise<OperatorOrganization> {
    const why = reason.trim();
    await this.changing(id, 'operator.suspended', async (transaction) => {
      const { suspended_at: suspendedAt } = await ownOrganization(transaction);
      if (suspendedAt) throw new NotAllowed('already_suspended');
      await updateOrganization(transaction, { suspended_at: new Date(), suspension_reason: why });
      return why;
    });
    return this.read(id);
  }

  /** Answers the calls of an organization again. @throws NotFound; NotAllowed for one that is not suspended */
  async reinstate(id: string): Promise<OperatorOrganization> {
    await this.changing(id, 'operator.reinstated', async (transaction) => {
      const { suspended_at: suspendedAt, suspension_reason: why } = await ownOrganization(transaction);
      if (!suspendedAt) throw new NotAllowed('not_suspended');
      await updateOrganization(transaction, { suspended_at: null, suspension_reason: null });
      return why ?? '';
    });
    return this.read(id);
  }

  async listTestClocks(page: Page): Promise<{ test_clocks: OperatorTestClock[]; meta: Meta }> {
    const { rows, meta } = await this.database.everyTenant((transaction) => listTestClocks(transaction, page));
    const clocks = rows.map(({ organization_id, name, status, frozen_time, target_time }): OperatorTestClock => ({
      organization_id,
      organization_name: name,
      status,
      frozen_time: isoSeconds(frozen_time),
      target_time: isoSeconds(target_time),
    }));
    return { test_clocks: clocks, meta };
  }

  /** Changes an organization and records it in both of its logs. @param change returns the reason */
  private async changing(
    id: string,
    event: 'operator.suspended' | 'operator.reinstated',
    change: (transaction: TenantTransaction) => Promise<string>,
  ): Promise<void> {
    if (!isId(id)) throw new NotFound('organization');
    const at = await this.clock.now(id);
    await this.database.serially(id, async (transaction) => {
      const reason = await change(transaction);
      await recordSecurityEvent(transaction, { event, resources: { reason } }, at);
      await transaction.append(event, id, { suspension: { svc_id: id, reason } }, at);
    });
    this.suspensions.evictAll();
    this.logger.warn('the state of an organization changes', { organization_id: id, event });
  }

  /** The numbers of events by organization; null while the usage store does not answer. */
  private async countsOf(ids: string[]): Promise<Map<string, EventCounts> | null> {
    if (ids.length === 0) return new Map();
    const counting = this.commands.send('ingestion', 'events.count_by_organization', {
      organization_ids: ids,
      since: Date.now() - recentMs,
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, longestCountMs, null)));
    const answer = await Promise.race([counting, late])
      .catch((error: unknown) => {
        this.logger.warn('the events of organizations were not counted', { error });
        return null;
      })
      .finally(() => clearTimeout(timer));
    return (
      answer &&
      new Map(
        answer.organizations.map(({ organization_id: id, stored, recent }) => [
          id,
          { stored_events: stored, recent_events: recent },
        ]),
      )
    );
  }
}

function present(row: ListedOrganization, counts: Map<string, EventCounts> | null): OperatorOrganization {
  const none: EventCounts = counts
    ? { stored_events: 0, recent_events: 0 }
    : { stored_events: null, recent_events: null };
  const { frozen_time: frozenTime, status } = row;
  return {
    svc_id: row.id,
    name: row.name,
    slug: slugOf(row),
    sandbox: row.sandbox,
    created_at: isoSeconds(row.created_at),
    suspended_at: isoSecondsOrNull(row.suspended_at),
    suspension_reason: row.suspension_reason,
    members_count: row.members_count,
    parked_count: row.parked_count,
    test_clock: frozenTime && status ? { frozen_time: isoSeconds(frozenTime), status } : null,
    ...(counts?.get(row.id) ?? none),
  };
}
