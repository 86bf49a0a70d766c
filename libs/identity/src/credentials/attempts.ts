import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { TooManyRequests } from '@tollgate/platform';
import { hashToken } from '../access/tokens.js';
import { IdentityDatabase } from '../identity.database.js';
import { tables } from '../identity.tables.js';

/** How often something may be tried within a window, before it is refused until the window ends. */
export interface Limit {
  name: string;
  most: number;
  seconds: number;
}

const quarterOfAnHour = 900;

export const limits = {
  /** A person's proofs: password, code, recovery code. Then the account is locked for the rest of the window. */
  person: { name: 'person', most: 10, seconds: quarterOfAnHour },
  /** From one address, whoever is tried. */
  address: { name: 'address', most: 100, seconds: quarterOfAnHour },
  /** Mails to one person. */
  mail: { name: 'mail', most: 3, seconds: 3_600 },
} as const satisfies Record<string, Limit>;

const outdatedAtOnce = 100;

/**
 * Counts tries over all processes. A try is counted before it is looked at, so that many at once are not more than many in
 * a row; nobody who is counted has to exist, so that nothing tells who does.
 */
@Injectable()
export class Attempts {
  constructor(private readonly database: IdentityDatabase) {}

  /** Counts a try of each of these. @throws TooManyRequests when one has none left; all are counted then too */
  async take(tries: readonly { limit: Limit; of: string }[]): Promise<void> {
    const now = new Date();
    // Always in the same order, so that two calls do not wait for each other.
    const sorted = tries
      .map(({ limit, of }) => ({ limit, key: keyOf(limit, of) }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    const refused = await this.database.everyTenant(async (transaction) => {
      let wait = 0;
      for (const { limit, key } of sorted) {
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
        if (row.tries > limit.most) wait = Math.max(wait, row.ends_at.getTime() - now.getTime());
      }
      await sql`delete from identity.attempts where key = any(array(
        select key from identity.attempts where ends_at <= ${now} limit ${outdatedAtOnce} for update skip locked))`.execute(
        transaction,
      );
      return wait;
    });
    if (refused > 0) throw new TooManyRequests(Math.max(1, Math.ceil(refused / 1_000)));
  }

  /** Takes a count back, for a try that was right. */
  async giveBack(limit: Limit, of: string): Promise<void> {
    await this.database.everyTenant((transaction) =>
      tables(transaction)
        .updateTable('identity.attempts')
        .set({ tries: sql`greatest(tries - 1, 0)` })
        .where('key', '=', keyOf(limit, of))
        .execute(),
    );
  }

  /** Begins anew for somebody who has proved who it is. */
  async clear(limit: Limit, of: string): Promise<void> {
    await this.database.everyTenant((transaction) =>
      tables(transaction).deleteFrom('identity.attempts').where('key', '=', keyOf(limit, of)).execute(),
    );
  }
}

/** Of fixed length, whatever was tried; and no list of who was. */
const keyOf = ({ name }: Limit, of: string): string => `${name}:${hashToken(of)}`;
