import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { readBillingEntity, readVatNumber, taxByPlace, taxOfValidNumber } from '@tollgate/catalog/reader';
import type { VatAnswer, ViesCheck } from '@tollgate/contracts';
import { Clock, Jobs, Passes, type TenantTransaction, type Instant } from '@tollgate/platform';
import { partyOf, replaceTaxesByCode } from '../resource/customer-taxes.js';
import { customersByIds, type CustomerRow } from '../../model/customers/customers.repository.js';
import {
  dropVatCheck,
  storeAnswer,
  knownAnswer,
  lockVatCheck,
  postponeVatCheck,
  claimDueVatChecks,
  type VatCheckRow,
} from '../../model/customers/vat-checks.repository.js';
import { SubscriptionDatabase } from '../../subscription.database.js';
import { RegistryUnavailable, VatRegistry } from './vat-registry.js';

const minute = 60_000;
const reconcileEveryMs = 10_000;
const maxChecks = 20;
/** Longer than a whole run of the reconciler, so no other process looks up the claimed checks. */
const claimTtlMs = 10 * minute;
const answerIsGoodForMs = 24 * 60 * minute;
/** After these tries it is retried every hour (webhooks, section 10.5). */
const delays = [5, 5, 10, 20, 40].map((minutes) => minutes * minute);
const hour = 60 * minute;

/** Looks up VAT numbers, and sets the resulting taxes of their customers (invoices, section 4.5). */
@Injectable()
export class VatChecksService implements OnApplicationBootstrap {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly registry: VatRegistry,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly passes: Passes,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.work('vat-check-sweep', () => this.reconcile(), 1);
    await this.jobs.every('vat-check-sweep', reconcileEveryMs, {});
  }

  /** Looks up due numbers. The claims of a stopped process become due again by themselves. */
  async reconcile(): Promise<void> {
    const now = Date.now();
    const dueChecks = await this.database.everyTenant((transaction) =>
      claimDueVatChecks(transaction, new Date(now), new Date(now + claimTtlMs), maxChecks),
    );
    await this.passes.each(
      {
        name: 'vat-check-sweep',
        failure: 'a VAT number was not looked up; it stays due',
        about: ({ organization_id, customer_id }) => ({ organization_id, customer_id }),
      },
      dueChecks,
      (check) => this.check(check),
    );
  }

  private async check(check: VatCheckRow): Promise<void> {
    try {
      const answer = await this.answerTo(check);
      const now = await this.clock.now(check.organization_id);
      await this.database.tenant(check.organization_id, (transaction) => settle(transaction, check, answer, now));
    } catch (error) {
      if (!(error instanceof RegistryUnavailable)) throw error;
      const now = await this.clock.now(check.organization_id);
      await this.database.tenant(check.organization_id, (transaction) => putOff(transaction, check, error, now));
    }
  }

  /** The registry's answer, or a recent cached one. */
  private async answerTo({ organization_id: organizationId, vat_number: vatNumber }: VatCheckRow): Promise<VatAnswer> {
    const number = readVatNumber(vatNumber);
    if (!number) throw new Error('a VAT number that is not well-formed waits for the registry');
    const since = new Date(Date.now() - answerIsGoodForMs);
    const cachedAnswer = await this.database.tenant(organizationId, (transaction) =>
      knownAnswer(transaction, vatNumber, since),
    );
    if (cachedAnswer) return cachedAnswer;
    const answer = await this.registry.lookUp(number);
    await this.database.tenant(organizationId, (transaction) =>
      storeAnswer(transaction, vatNumber, answer, new Date()),
    );
    return answer;
  }
}

/** The customer of a check, unless its number has changed in the meantime. */
async function customerOf(transaction: TenantTransaction, check: VatCheckRow): Promise<CustomerRow | undefined> {
  if (!(await lockVatCheck(transaction, check))) return undefined;
  const [customer] = await customersByIds(transaction, [check.customer_id]);
  return customer;
}

async function settle(
  transaction: TenantTransaction,
  check: VatCheckRow,
  answer: VatAnswer,
  now: Instant,
): Promise<void> {
  const customer = await customerOf(transaction, check);
  if (!customer) return;
  await dropVatCheck(transaction, customer.id);
  const issuer = await readBillingEntity(transaction, customer.billing_entity_id);
  if (customer.deleted_at !== null || !issuer.euTaxManagement || issuer.country === null) return;
  const day = new Date(now).toISOString().slice(0, 10);
  const party = partyOf(customer);
  const vatCountry = readVatNumber(check.vat_number)?.country ?? '';
  const code = answer.valid
    ? taxOfValidNumber(party, vatCountry, issuer.country, day)
    : taxByPlace(party, issuer.country, day);
  await replaceTaxesByCode(transaction, customer, [code]);
  const viesCheck: ViesCheck = answer.valid ? { ...answer, valid: true } : { valid: false, valid_format: true };
  await transaction.append(
    'customer.vies_check',
    customer.id,
    { customer_id: customer.id, vies_check: viesCheck },
    now,
  );
}

async function putOff(
  transaction: TenantTransaction,
  check: VatCheckRow,
  { code }: RegistryUnavailable,
  now: Instant,
): Promise<void> {
  const customer = await customerOf(transaction, check);
  if (!customer) return;
  const tries = check.tries + 1;
  const nextTryAt = new Date(Date.now() + (delays[check.tries] ?? hour));
  await postponeVatCheck(transaction, customer.id, tries, nextTryAt);
  const viesCheck: ViesCheck = { valid: false, valid_format: true, error: code };
  await transaction.append(
    'customer.vies_check',
    customer.id,
    { customer_id: customer.id, vies_check: viesCheck },
    now,
  );
}
