import { sql, type Insertable, type Selectable } from 'kysely';
import type { Transaction } from '@tollgate/platform';
import { tables, type MailsTable } from '../identity.tables.js';

export type MailRow = Selectable<MailsTable>;

/** The delay before the second try, doubled for each further one, and the longest delay. */
const firstWaitSeconds = 15;
const longestWaitSeconds = 3_600;

export async function insertMail(transaction: Transaction, row: Insertable<MailsTable>): Promise<void> {
  await tables(transaction).insertInto('identity.mails').values(row).execute();
}

/** Takes the mail that has been due longest and reschedules it, as the process may stop before it is sent. */
export async function takeMail(transaction: Transaction): Promise<MailRow | undefined> {
  const { rows } = await sql<MailRow>`
    update identity.mails
    set tries = tries + 1,
      next_try_at = now() + least(${firstWaitSeconds} * power(2, least(tries, 20)), ${longestWaitSeconds}) * interval '1 second'
    where id = (
      select id from identity.mails where next_try_at <= now()
      order by next_try_at limit 1 for update skip locked
    )
    returning *
  `.execute(transaction);
  return rows[0];
}

export async function findMail(transaction: Transaction, id: string): Promise<MailRow | undefined> {
  return tables(transaction).selectFrom('identity.mails').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function deleteMail(transaction: Transaction, id: string): Promise<void> {
  await tables(transaction).deleteFrom('identity.mails').where('id', '=', id).execute();
}

/** Holds a mail until an operator acts. */
export async function holdMail(transaction: Transaction, id: string): Promise<void> {
  await tables(transaction)
    .updateTable('identity.mails')
    .set({ next_try_at: sql<Date>`'infinity'` })
    .where('id', '=', id)
    .execute();
}

/** An organization that the person of an address belongs or belonged to. */
export async function organizationOfPerson(transaction: Transaction, email: string): Promise<string | undefined> {
  const row = await tables(transaction)
    .selectFrom('identity.users as person')
    .innerJoin('identity.memberships as membership', 'membership.user_id', 'person.id')
    .select('membership.organization_id')
    .where('person.email', '=', email)
    .orderBy('membership.status')
    .orderBy('membership.created_at')
    .executeTakeFirst();
  return row?.organization_id;
}
