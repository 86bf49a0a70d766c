import { randomInt } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  normalizeEmail,
  type PortalSignIn,
  type PortalSignInCodeCreate,
  type PortalSignInCreate,
} from '@tollgate/contracts';
import { CommandBus, ValidationFailed, type MailPage } from '@tollgate/platform';
import { Attempts } from '../credentials/attempts.js';
import { limits } from '../credentials/attempts.rules.js';
import { IdentityDatabase } from '../identity.database.js';
import { Mails } from '../mails/mails.js';
import { workingOrganization } from '../organizations/organizations.repository.js';
import { codePage } from './code-page.js';
import { storePortalCode, takePortalCode, tryPortalCode } from './portal-codes.repository.js';

const minuteMs = 60_000;
const validMinutes = 10;
const codes = 100_000_000;
/** The kind of mail that this service writes. */
const kind = 'portal_code';

/** Signs customers in to their portal with a code from a mail (customers, section 3.7). */
@Injectable()
export class PortalSignIns implements OnModuleInit {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly attempts: Attempts,
    private readonly commands: CommandBus,
    private readonly mails: Mails,
  ) {}

  onModuleInit(): void {
    this.mails.register(kind, (email, locale, organizationId) => this.write(email, locale, organizationId));
  }

  /**
   * Queues a mail. Its customers are read later, so neither the answer nor its time reveals whether there are any.
   * @throws TooManyRequests
   */
  async begin(input: PortalSignInCodeCreate, ipAddress: string): Promise<void> {
    const email = normalizeEmail(input.email);
    await this.attempts.take([
      { limit: limits.mail, subject: `portal ${input.organization} ${email}` },
      { limit: limits.portal, subject: ipAddress },
    ]);
    const organization = await this.database.everyTenant((transaction) =>
      workingOrganization(transaction, { slug: input.organization }),
    );
    if (!organization) return;
    await this.database.tenant(organization.id, (transaction) =>
      this.mails.put(transaction, organization.id, { kind, to: email, locale: input.locale ?? null }),
    );
  }

  /**
   * Opens the portal of the customer with the address. Several customers are answered as a choice, and the code stays.
   * @throws ValidationFailed for a code that is wrong, used or expired, and for another customer; TooManyRequests
   */
  async signIn(input: PortalSignInCreate, ipAddress: string): Promise<PortalSignIn> {
    const email = normalizeEmail(input.email);
    const code = input.code.replaceAll(/\s/g, '');
    await this.attempts.take([{ limit: limits.portal, subject: ipAddress }]);
    const organization = await this.database.everyTenant((transaction) =>
      workingOrganization(transaction, { slug: input.organization }),
    );
    const isValid =
      organization !== undefined &&
      (await this.database.tenant(organization.id, (transaction) =>
        tryPortalCode(transaction, email, code, new Date()),
      ));
    if (!isValid) throw wrongCode();
    const customers = await this.customersOf(organization.id, email);
    const chosen = input.external_customer_id
      ? customers.filter(({ external_id: id }) => id === input.external_customer_id)
      : customers;
    const [customer, ...others] = chosen;
    if (!customer) throw new ValidationFailed({ external_customer_id: ['value_is_invalid'] });
    const shown = customers.map(({ external_id, name }) => ({ external_id, name }));
    if (others.length > 0) return { url: null, customers: shown };
    const isFirst = await this.database.tenant(organization.id, (transaction) =>
      takePortalCode(transaction, email, code),
    );
    if (!isFirst) throw wrongCode();
    const { url } = await this.commands.send('subscription', 'customer.open_portal', {
      organization_id: organization.id,
      customer_id: customer.id,
      person_id: customer.person_id,
    });
    await this.attempts.giveBack(limits.portal, ipAddress);
    return { url, customers: shown };
  }

  private async customersOf(organizationId: string, email: string) {
    const request = { organization_id: organizationId, email };
    return (await this.commands.send('subscription', 'customer.find_by_email', request)).customers;
  }

  /** Makes the code, which does not exist before the mail is sent. @returns null where no customer may sign in */
  private async write(email: string, locale: string | null, organizationId: string | null): Promise<MailPage | null> {
    if (organizationId === null) return null;
    const organization = await this.database.everyTenant((transaction) =>
      workingOrganization(transaction, { id: organizationId }),
    );
    if (!organization || (await this.customersOf(organizationId, email)).length === 0) return null;
    const code = String(randomInt(codes)).padStart(8, '0');
    const createdAt = new Date();
    const expiresAt = new Date(createdAt.getTime() + validMinutes * minuteMs);
    await this.database.tenant(organizationId, (transaction) =>
      storePortalCode(transaction, email, { text: code, createdAt, expiresAt }),
    );
    return codePage({ code, name: organization.name, minutes: validMinutes, locale });
  }
}

const wrongCode = () => new ValidationFailed({ code: ['value_is_invalid'] });
