import { Injectable } from '@nestjs/common';
import { Connections, Database, NotFound, type Repetition, type TenantTransaction } from '@tollgate/platform';
import { tables } from './identity.tables.js';

@Injectable()
export class IdentityDatabase extends Database {
  override readonly service = 'identity';

  constructor(connections: Connections) {
    super(connections, 'identity');
  }

  /**
   * Changes an organization's keys, roles, members and invites serially. If two admins remove each other at the same
   * time, one of them stays.
   * @param repetition the key of a call that creates something, under which it may be repeated
   * @throws NotFound when there is no such organization
   */
  async serially<T>(
    organizationId: string,
    work: (transaction: TenantTransaction) => Promise<T>,
    repetition?: Repetition,
  ): Promise<T> {
    return this.createOnce(organizationId, repetition, async (transaction) => {
      const organization = await tables(transaction)
        .selectFrom('identity.organizations')
        .select('id')
        .where('id', '=', organizationId)
        .forUpdate()
        .executeTakeFirst();
      if (!organization) throw new NotFound('organization');
      return work(transaction);
    });
  }
}
