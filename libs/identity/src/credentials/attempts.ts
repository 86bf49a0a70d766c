import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { TooManyRequests } from '@tollgate/platform';
import { hashToken } from '../access/tokens.js';
import { IdentityDatabase } from '../identity.database.js';
import { tables } from '../identity.tables.js';
import { networkOf } from './networks.rules.js';
import { judge, limits, proofTries, type Counted, type Limit, type Try } from './attempts.rules.js';

const outdatedAtOnce = 100;

/**
 * Counts tries across all processes. It counts a try before it is evaluated, so that parallel tries cannot exceed the
 * limit. Unknown people are counted too, so that the counts do not reveal who exists.
 */
@Injectable()
export class Attempts {
  constructor(private readonly database: IdentityDatabase) {}

  /**
   * Counts one try for each entry.
   * @returns whether it was the last try of the person
   * @throws TooManyRequests when an entry has no try left; all entries are counted even then
   */
  async take(tries: readonly Try[]): Promise<boolean> {
    const now = new Date();
    // A fixed order, so that two calls cannot deadlock.
    const sorted = tries
      .map((one) => ({ limit: one.limit, from: one.from, key: keyOf(one) }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    const { wait, isLast } = await this.database.everyTenant(async (transaction) => {
      const counted: Counted[] = [];
      for (const { limit, from, key } of sorted) {
        const ends = new Date(now.getTime() + limit.seconds * 1_000);
        const row = await tables(transaction)
          .insertInto('identity.attempts')
          .values({ key, tries: 1, ends_at: ends })
          .onConflict((conflict) =>
            conflict.column('key').doUpdateSet({
              tries: sql`case when attempts.ends_at <= ${now} then 1 else least(attempts.tries + 1, 1000000) end`,
              ends_at: sql`case when attempts.ends_at <= ${now} then ${ends} else attempts.ends_at end`,
            }),
          )
          .returning(['tries', 'ends_at'])
          .executeTakeFirstOrThrow();
        counted.push({
          limit,
          tries: row.tries,
          isOfPair: from !== undefined,
          leftMs: row.ends_at.getTime() - now.getTime(),
        });
      }
      await sql`delete from identity.attempts where key = any(array(
        select key from identity.attempts where ends_at <= ${now} limit ${outdatedAtOnce} for update skip locked))`.execute(
        transaction,
      );
      return judge(counted);
    });
    if (wait > 0) throw new TooManyRequests(Math.max(1, Math.ceil(wait / 1_000)));
    return isLast;
  }

  /** Reverts a count after a successful try. */
  async giveBack(limit: Limit, subject: string): Promise<void> {
    await this.database.everyTenant((transaction) =>
      tables(transaction)
        .updateTable('identity.attempts')
        .set({ tries: sql`greatest(tries - 1, 0)` })
        .where('key', '=', keyOf({ limit, subject }))
        .execute(),
    );
  }

  /** Resets the counts of a person who proved its identity. @param device as that of `proofTries` */
  async proved(email: string, ipAddress: string, device: string | null): Promise<void> {
    const tries = proofTries(email, ipAddress, device);
    const keys = tries.filter(({ limit }) => limit.name !== limits.address.name).map(keyOf);
    await this.database.everyTenant((transaction) =>
      tables(transaction).deleteFrom('identity.attempts').where('key', 'in', keys).execute(),
    );
    if (device === null) await this.giveBack(limits.address, ipAddress);
  }

  /** Resets the counts of a person from all addresses. */
  async unlock(email: string): Promise<void> {
    const everywhere = keyOf({ limit: limits.everywhere, subject: email });
    await this.database.everyTenant((transaction) =>
      sql`delete from identity.attempts where key = ${everywhere}
        or starts_with(key, ${`${keyOf({ limit: limits.person, subject: email })}:`})`.execute(transaction),
    );
  }
}

/** A key of fixed length that does not reveal its subject. Addresses count by their network. */
const keyOf = ({ limit, subject, from }: Try): string =>
  [limit.name, hashToken(networkOf(subject)), ...(from === undefined ? [] : [hashToken(networkOf(from))])].join(':');
