import { Injectable } from '@nestjs/common';
import { isBlank, normalizeEmail, type SetupCreate } from '@tollgate/contracts';
import { Logger, newId, ValidationFailed, type Transaction } from '@tollgate/platform';
import { hashToken } from '../access/tokens.js';
import { Attempts } from '../credentials/attempts.js';
import { limits } from '../credentials/attempts.rules.js';
import { accountOfUser, insertUser, setPassword, type Account } from '../credentials/credentials.repository.js';
import { newPasswordErrors } from '../credentials/new-passwords.js';
import { Passwords } from '../credentials/passwords.js';
import { IdentityDatabase } from '../identity.database.js';
import type { Origin } from '../sessions/origin.js';
import { PersonalEvents } from '../sessions/personal-events.js';
import { SessionsService, type OpenedSession } from '../sessions/sessions.service.js';
import { OperatorOrganizations } from './operator-organizations.js';
import {
  firstOrganization,
  hasPeople,
  insertAdmin,
  isSetupLink,
  markOperator,
  takeSetupLink,
} from './operators.repository.js';

const invalidToken = () => new ValidationFailed({ token: ['value_is_invalid'] });

/** Makes the first person of an installation. */
@Injectable()
export class Setup {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly attempts: Attempts,
    private readonly passwords: Passwords,
    private readonly signIns: SessionsService,
    private readonly organizations: OperatorOrganizations,
    private readonly events: PersonalEvents,
    private readonly logger: Logger,
  ) {}

  /**
   * Makes the first person: operator of the installation, and admin of its first organization. It makes another
   * organization if the input names one.
   * @throws ValidationFailed for a token that is unknown, used or outdated, and where the installation has people;
   * TooManyRequests
   */
  async run(input: SetupCreate, origin: Origin): Promise<OpenedSession> {
    await this.attempts.take([
      { limit: limits.person, subject: 'setup', from: origin.ipAddress },
      { limit: limits.address, subject: origin.ipAddress },
    ]);
    const email = normalizeEmail(input.email);
    const errors = newPasswordErrors(input.password, email);
    if (errors.length > 0) throw new ValidationFailed({ password: errors });
    const tokenHash = hashToken(input.token);
    const isKnown = await this.database.everyTenant((transaction) => isSetupLink(transaction, tokenHash, new Date()));
    if (!isKnown) throw invalidToken();
    const hash = await this.passwords.hash(input.password);
    const account = await this.database.everyTenant((transaction) =>
      this.insert(transaction, { tokenHash, email, hash, name: isBlank(input.name) ? null : (input.name as string) }),
    );
    await this.insertOrganization(account, input);
    await this.events.record(account.user, 'user.signed_up', origin);
    await this.attempts.giveBack(limits.address, origin.ipAddress);
    return this.signIns.open(account, null, origin);
  }

  private async insert(
    transaction: Transaction,
    { tokenHash, email, hash, name }: { tokenHash: string; email: string; hash: string; name: string | null },
  ): Promise<Account> {
    const now = new Date();
    if (!(await takeSetupLink(transaction, tokenHash, now)) || (await hasPeople(transaction))) throw invalidToken();
    const user = { id: newId(), email, name, email_verified_at: null, created_at: now };
    if (!(await insertUser(transaction, user))) throw invalidToken();
    await setPassword(transaction, user.id, hash, { now, isProved: false });
    await markOperator(transaction, user.id);
    const organizationId = await firstOrganization(transaction);
    if (organizationId !== null) await insertAdmin(transaction, organizationId, user.id, now);
    const account = await accountOfUser(transaction, user.id);
    if (!account) throw new Error('the new person is not there');
    return account;
  }

  /** A failure ends no setup: the person is the operator, and makes the organization later. */
  private async insertOrganization({ user }: Account, { organization_name: name }: SetupCreate): Promise<void> {
    if (isBlank(name)) return;
    try {
      await this.organizations.insert(user.id, { name: name as string });
    } catch (error) {
      this.logger.warn('the setup created no organization', { error });
    }
  }
}
