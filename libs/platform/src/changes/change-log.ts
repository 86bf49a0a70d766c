import { Injectable } from '@nestjs/common';
import type { ChangeType } from '@tollgate/contracts';
import { isLockTimeout } from '../database/errors.js';
import { PlatformDatabase } from '../database/platform-database.js';
import { ValidationFailed } from '../errors/api-errors.js';
import { Passes } from '../passes/passes.js';
import { readChangeCursor, writeChangeCursor, type ChangePlace } from './change-cursor.js';
import {
  hasPendingChanges,
  lockPositions,
  numberChanges,
  organizationsWithOld,
  organizationsWithPending,
  readChanges,
  expireChanges,
  type ChangePage,
  type LoggedChange,
} from './change-log.repository.js';

/** A request for entries of the feed. */
export interface ChangeRequest {
  /** A cursor, or `latest` for the end; undefined for the beginning of the entries that are left. */
  since: string | undefined;
  types: readonly ChangeType[];
  limit: number;
}

/** Entries with the cursor after each, and the place where a reader continues. */
export interface FoundChanges {
  changes: (LoggedChange & { cursor: string })[];
  nextCursor: string;
  hasMore: boolean;
}

/** Changes that one transaction gives positions to. */
const numberedAtOnce = 5_000;
/** Batches that a reader gives positions to: beyond them its answer has enough, or its next call does. */
const batchesOfReader = 2;
const batchesOfPass = 40;
/** Positions that one answer reads, so that rare kinds take no longer. */
const positionsAtOnce = 20_000;
const expiredAtOnce = 5_000;
const expiriesOfPass = 400;
const organizationsOfPass = 1_000;

/**
 * The feed of changes of each organization, in the order in which they were committed. Triggers write each change in its own
 * transaction. Committed ones get gapless positions here, under a lock of their organization. So no reader has to go back
 * before a position that it has read (docs/decisions/0024-one-feed-of-changes.md).
 */
@Injectable()
export class ChangeLog {
  constructor(
    private readonly database: PlatformDatabase,
    private readonly passes: Passes,
  ) {}

  /**
   * Reads what was committed before the call, after a place.
   * @throws ValidationFailed for a text that is no cursor, and `cursor_expired` for one whose continuation is gone
   */
  async read(organizationId: string, request: ChangeRequest): Promise<FoundChanges> {
    const place = placeOf(request.since);
    await this.number(organizationId, true, batchesOfReader);
    const read = await this.readFrom(organizationId, place, request);
    if (!read) throw new ValidationFailed({ since: ['cursor_expired'] });
    return read;
  }

  /** Reads what has a position already, after a place. @returns null when what follows it is gone */
  async readNumbered(organizationId: string, request: ChangeRequest): Promise<FoundChanges | null> {
    return this.readFrom(organizationId, placeOf(request.since), request);
  }

  private async readFrom(
    organizationId: string,
    place: ChangePlace | 'beginning' | 'end',
    { types, limit }: ChangeRequest,
  ): Promise<FoundChanges | null> {
    const after = typeof place === 'string' ? place : place.position;
    const page = await this.database.tenant(organizationId, (transaction) =>
      readChanges(transaction, after, { types, limit: limit + 1, span: positionsAtOnce }),
    );
    return typeof place === 'string' || continues(place, page) ? found(page, limit) : null;
  }

  /** Gives positions to the changes of all organizations. @returns the number of changes that it took */
  async numberAll(): Promise<number> {
    const organizations = await this.database.everyTenant((transaction) =>
      organizationsWithPending(transaction, organizationsOfPass),
    );
    const taken = await this.passes.each(
      { name: 'change-numbers', failure: 'changes received no positions; they wait', about: aboutOrganization },
      organizations,
      (organizationId) => this.number(organizationId, false, batchesOfPass),
    );
    return taken.reduce((sum, one) => sum + one, 0);
  }

  /** Deletes entries that are older than an instant; their organizations learn that from `cursor_expired`. */
  async expire(before: Date): Promise<void> {
    const organizations = await this.database.everyTenant((transaction) => organizationsWithOld(transaction, before));
    const expireOne = async (organizationId: string) => {
      const once = () =>
        this.database.tenant(organizationId, (transaction) => expireChanges(transaction, before, expiredAtOnce));
      for (let round = 0; round < expiriesOfPass && (await once()) === expiredAtOnce; round += 1);
    };
    await this.passes.each(
      { name: 'change-retention', failure: 'old changes were not deleted; they stay', about: aboutOrganization },
      organizations,
      expireOne,
    );
  }

  /** @param waits whether to wait, some seconds, while another process gives positions to the same organization */
  private async number(organizationId: string, waits: boolean, mostBatches: number): Promise<number> {
    let total = 0;
    for (let batch = 0; batch < mostBatches; batch += 1) {
      const taken = await this.numberOnce(organizationId, waits);
      total += taken;
      if (taken < numberedAtOnce) break;
    }
    return total;
  }

  private async numberOnce(organizationId: string, waits: boolean): Promise<number> {
    try {
      return await this.database.tenant(organizationId, async (transaction) => {
        if (!(await hasPendingChanges(transaction)) || !(await lockPositions(transaction, waits))) return 0;
        return numberChanges(transaction, numberedAtOnce);
      });
    } catch (error) {
      if (isLockTimeout(error)) return 0;
      throw error;
    }
  }
}

const aboutOrganization = (organizationId: string) => ({ organization_id: organizationId });

function placeOf(since: string | undefined): ChangePlace | 'beginning' | 'end' {
  if (since === undefined || since === '') return 'beginning';
  if (since === 'latest') return 'end';
  const place = readChangeCursor(since);
  if (!place) throw new ValidationFailed({ since: ['value_is_invalid'] });
  return place;
}

/** Whether the feed still has what follows a place, and its entry is that of the cursor: a restored feed has another one. */
function continues({ position, mark }: ChangePlace, { last, expired, start }: ChangePage): boolean {
  const isOther = start.mark !== '' && start.mark !== mark;
  return position >= expired && position <= last && !isOther;
}

function found({ last, end, changes }: ChangePage, limit: number): FoundChanges {
  const shown = changes.slice(0, limit).map((change) => ({ ...change, cursor: writeChangeCursor(change) }));
  const lastShown = shown.at(-1);
  if (changes.length > limit && lastShown) return { changes: shown, nextCursor: lastShown.cursor, hasMore: true };
  return { changes: shown, nextCursor: writeChangeCursor(end), hasMore: end.position < last };
}
