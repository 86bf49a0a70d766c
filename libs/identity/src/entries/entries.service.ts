import { Injectable } from '@nestjs/common';
import type { OperatorEntry, OperatorEntryCreate } from '@tollgate/contracts';
import {
  Clock,
  Config,
  currentContext,
  isId,
  isoSeconds,
  isoSecondsOrNull,
  Logger,
  newId,
  NotAllowed,
  NotFound,
  type Instant,
  type Person,
  type TenantTransaction,
} from '@tollgate/platform';
import type { EntryRow } from '../access/entry-rights.js';
import { Sessions } from '../access/sessions.reader.js';
import { IdentityDatabase } from '../identity.database.js';
import { recordSecurityEvent } from '../security-logs/record-security-event.js';
import {
  deleteOldEntries,
  endEntry,
  findEntry,
  insertEntry,
  isMember,
  unendedEntries,
  type EntrySelection,
} from './entries.repository.js';

/** How long an operator stays in an organization, in milliseconds (one hour). */
const longestStayMs = 3_600_000;
const dayMs = 86_400_000;
const mostDeleted = 1_000;

/**
 * Operators who enter organizations to help. A stay belongs to one session and ends by itself. Its beginning and its end
 * are in the organization's own logs, with the address and the reason of the operator.
 */
@Injectable()
export class Entries {
  constructor(
    private readonly config: Config,
    private readonly database: IdentityDatabase,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /**
   * Enters an organization; an earlier stay of the session in it ends.
   * @throws NotFound for an unknown organization; NotAllowed for one of its members
   */
  async enter(person: Person, organizationId: string, input: OperatorEntryCreate): Promise<OperatorEntry> {
    if (!isId(organizationId)) throw new NotFound('organization');
    const at = await this.clock.now(organizationId);
    const now = new Date();
    const row: EntryRow = {
      id: newId(),
      organization_id: organizationId,
      user_id: person.userId,
      session_id: person.sessionId,
      user_email: person.email,
      reason: input.reason.trim(),
      may_change: input.may_change === true,
      created_at: now,
      expires_at: new Date(now.getTime() + longestStayMs),
      left_at: null,
    };
    await this.database.serially(organizationId, async (transaction) => {
      if (await isMember(transaction, person.userId)) throw new NotAllowed('already_a_member');
      const earlier = await unendedEntries(transaction, { sessionId: person.sessionId });
      for (const { id } of earlier) await this.end(transaction, id, now, at);
      // The log stores them for as long; the rows are of no use afterwards.
      const stored = this.config.retentionDays.security_log * dayMs;
      if (stored > 0) await deleteOldEntries(transaction, new Date(now.getTime() - stored), mostDeleted);
      await insertEntry(transaction, row);
      await record(transaction, 'operator.entered', row, at);
    });
    this.sessions.evictAll();
    this.logger.info('an operator enters an organization', { organization_id: organizationId, entry_id: row.id });
    return presentEntry(row);
  }

  /** Ends a stay; one that has ended stays as it is. @throws NotFound for an unknown one, and that of another person */
  async leave(person: Person, id: string): Promise<OperatorEntry> {
    const find = () =>
      isId(id)
        ? this.database.everyTenant((transaction) => findEntry(transaction, id, person.userId))
        : Promise.resolve(undefined);
    if (!(await find())) throw new NotFound('entry');
    await this.endAll({ id, userId: person.userId }, person);
    const row = await find();
    if (!row) throw new NotFound('entry');
    return presentEntry(row);
  }

  /** Ends all stays of a session or a person. A failure is logged, and does not affect those in other organizations. */
  async endAll(selection: EntrySelection, by: Person | null): Promise<void> {
    const ambient = currentContext();
    if (ambient && by) ambient.actor = { source: 'front', api_key_id: null, user_id: by.userId, user_email: by.email };
    const open = await this.database.everyTenant((transaction) => unendedEntries(transaction, selection));
    for (const { id, organization_id: organizationId } of open) {
      try {
        const at = await this.clock.now(organizationId);
        await this.database.tenant(organizationId, (transaction) => this.end(transaction, id, new Date(), at));
      } catch (error) {
        if ('id' in selection) throw error;
        this.logger.warn('the stay of an operator was not ended', { organization_id: organizationId, error });
      }
    }
    this.sessions.evictAll();
  }

  /** An hour that is over needs no end, and its entry in the log says when it is. */
  private async end(transaction: TenantTransaction, id: string, now: Date, at: Instant): Promise<void> {
    const ended = await endEntry(transaction, id, now);
    if (ended && ended.expires_at > now) await record(transaction, 'operator.left', ended, at);
  }
}

/** Writes the stay into both logs of the organization. */
async function record(
  transaction: TenantTransaction,
  event: 'operator.entered' | 'operator.left',
  row: EntryRow,
  at: Instant,
): Promise<void> {
  const entry = presentEntry(row);
  const by = { api_key_id: null, user_id: row.user_id, user_email: row.user_email };
  const { reason, may_change, expires_at } = entry;
  await recordSecurityEvent(transaction, { event, resources: { reason, may_change, expires_at }, by }, at);
  await transaction.append(event, row.id, { entry_id: row.id, entry }, at);
}

export const presentEntry = (row: EntryRow): OperatorEntry => ({
  svc_id: row.id,
  organization_id: row.organization_id,
  user_email: row.user_email,
  reason: row.reason,
  may_change: row.may_change,
  created_at: isoSeconds(row.created_at),
  expires_at: isoSeconds(row.expires_at),
  left_at: isoSecondsOrNull(row.left_at),
});
