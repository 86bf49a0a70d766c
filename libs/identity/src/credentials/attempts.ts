import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { TooManyRequests } from '@tollgate/platform';
import { hashToken } from '../access/tokens.js';
import { IdentityDatabase } from '../identity.database.js';
import { tables } from '../identity.tables.js';

/** How often something may be tried within a window; further tries fail until the window ends. */
export interface Limit {
  name: string;
  most: number;
  seconds: number;
}

const quarterOfAnHour = 900;

export const limits = {
  /**
   * A person's proofs from one address: password, code, recovery code. Beyond it the account is locked to that address.
   */
  person: { name: 'person', most: 10, seconds: quarterOfAnHour },
  /** The same from all addresses together. Beyond it the account is locked to everyone. */
  everywhere: { name: 'everywhere', most: 50, seconds: quarterOfAnHour },
  /**
   * From one address, for all people. Beyond it everyone still has a first try there, as others may share the address.
   */
  address: { name: 'address', most: 100, seconds: quarterOfAnHour },
  /** Mails to one person. */
  mail: { name: 'mail', most: 3, seconds: 3_600 },
} as const satisfies Record<string, Limit>;

const outdatedAtOnce = 100;

/** A counted try: its subject, and its address if the limit counts per address. */
export interface Try {
  limit: Limit;
  subject: string;
  from?: string;
}

/** The tries that an attempt to prove a person's identity counts as. */
export const proofTries = (email: string, ipAddress: string): Try[] => [
  { limit: limits.person, subject: email, from: ipAddress },
  { limit: limits.everywhere, subject: email },
  { limit: limits.address, subject: ipAddress },
];

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

  /** Resets the counts of a person who proved its identity from an address. */
  async proved(email: string, ipAddress: string): Promise<void> {
    const keys = [
      keyOf({ limit: limits.person, subject: email, from: ipAddress }),
      keyOf({ limit: limits.everywhere, subject: email }),
    ];
    await this.database.everyTenant((transaction) =>
      tables(transaction).deleteFrom('identity.attempts').where('key', 'in', keys).execute(),
    );
    await this.giveBack(limits.address, ipAddress);
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

/** A key of fixed length that does not reveal its subject. */
const keyOf = ({ limit, subject, from }: Try): string =>
  [limit.name, hashToken(subject), ...(from === undefined ? [] : [hashToken(from)])].join(':');

interface Counted {
  limit: Limit;
  tries: number;
  /** Whether it counts a person from one address. */
  isOfPair: boolean;
  leftMs: number;
}

/** The wait before the next try in milliseconds, and whether this was the person's last try. */
function judge(counted: Counted[]): { wait: number; isLast: boolean } {
  // A person who shares an address with an attacker passes on the first try.
  const isFirst = counted.some(({ isOfPair, tries }) => isOfPair && tries === 1);
  const beyond = counted.filter(
    ({ limit, tries }) => tries > limit.most && !(isFirst && limit.name === limits.address.name),
  );
  const isLast = counted.some(({ limit, tries }) => tries === limit.most && limit.name !== limits.address.name);
  return { wait: Math.max(0, ...beyond.map(({ leftMs }) => leftMs)), isLast };
}
