import { Injectable } from '@nestjs/common';
import { adminRole } from '@tollgate/contracts';
import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../identity.tables.js';
import { Mails } from './mails.js';

const mostAddresses = 100;

/** Mails the admins of an organization about its security. */
@Injectable()
export class AdminMails {
  constructor(private readonly mails: Mails) {}

  /** Queues one mail to all admins when the transaction commits. An organization without admins gets none. */
  async notify(
    transaction: TenantTransaction,
    { subject, lines }: { subject: string; lines: string[] },
  ): Promise<void> {
    const [to, ...bcc] = await adminsOf(transaction);
    if (to === undefined) return;
    // A person may belong to several organizations.
    const text = [...lines, `Organization: ${await nameOfOrganization(transaction)}`, ''].join('\n');
    await this.mails.put(transaction, transaction.organizationId, { to, bcc, subject, text });
  }
}

/** The name of the organization of a transaction. */
export async function nameOfOrganization(transaction: TenantTransaction): Promise<string> {
  const { name } = await tables(transaction)
    .selectFrom('identity.organizations')
    .select('name')
    .where('id', '=', transaction.organizationId)
    .executeTakeFirstOrThrow();
  return name;
}

/** Addresses of the active admins, longest membership first. */
export async function adminsOf(transaction: TenantTransaction): Promise<string[]> {
  const rows = await tables(transaction)
    .selectFrom('identity.memberships as membership')
    .innerJoin('identity.users as person', 'person.id', 'membership.user_id')
    .select('person.email')
    .where('membership.organization_id', '=', transaction.organizationId)
    .where('membership.status', '=', 'active')
    .where(sql<boolean>`${adminRole} = any(membership.roles)`)
    .orderBy('membership.created_at')
    .limit(mostAddresses)
    .execute();
  return rows.map(({ email }) => email);
}
