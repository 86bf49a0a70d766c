import { Injectable } from '@nestjs/common';
import {
  retentionKindNames,
  retentionKinds,
  type Retention,
  type RetentionKind,
  type RetentionUpdate,
} from '@tollgate/contracts';
import { Config, refuseErrors } from '@tollgate/platform';
import { IdentityDatabase } from '../identity.database.js';
import type { OwnDays } from '../identity.tables.js';
import { ownOrganization, setRetention } from './organizations.repository.js';

/** How long an organization stores logs, mails and other records (customers, section 17). */
@Injectable()
export class RetentionService {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly config: Config,
  ) {}

  async read(organizationId: string): Promise<Retention> {
    const { retention } = await this.database.tenant(organizationId, ownOrganization);
    return this.present(retention);
  }

  /** Changes the submitted kinds; null takes the installation's period. @throws ValidationFailed beyond it */
  async update(organizationId: string, input: Partial<RetentionUpdate>): Promise<Retention> {
    const changes = retentionKindNames.flatMap((kind) =>
      input[kind] === undefined ? [] : [[kind, input[kind]] as const],
    );
    const most = this.config.retentionDays;
    const beyond = changes.filter(([kind, days]) => days !== null && most[kind] !== 0 && days > most[kind]);
    refuseErrors(Object.fromEntries(beyond.map(([kind]) => [kind, ['value_is_out_of_range']])));
    const stored = await this.database.serially(organizationId, async (transaction) => {
      const { retention } = await ownOrganization(transaction);
      const merged = Object.entries({ ...retention, ...Object.fromEntries(changes) }).filter(
        ([, days]) => days !== null,
      );
      const own = Object.fromEntries(merged) as OwnDays;
      await setRetention(transaction, own);
      return own;
    });
    return this.present(stored);
  }

  private present(own: OwnDays): Retention {
    return Object.fromEntries(retentionKindNames.map((kind) => [kind, this.periodOf(kind, own[kind])])) as Retention;
  }

  /** An operator may have shortened the period since: the shorter one counts. */
  private periodOf(kind: RetentionKind, own: number | undefined) {
    const most = this.config.retentionDays[kind];
    const isOwn = own !== undefined && (most === 0 || own < most);
    return { days: isOwn ? own : most, own: isOwn, minimum_days: retentionKinds[kind].least, maximum_days: most };
  }
}
