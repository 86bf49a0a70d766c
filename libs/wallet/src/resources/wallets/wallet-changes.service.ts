import { Injectable } from '@nestjs/common';
import { bounds, isBlank, WalletUpdate, type FieldErrors, type Wallet } from '@tollgate/contracts';
import { namedBillingEntity } from '@tollgate/catalog/reader';
import {
  Clock,
  readRawMetadata,
  mergedMetadata,
  metadataWithout,
  storedMetadata,
  ValidationFailed,
  refuseErrors,
  readRawInput,
  type Instant,
  type Metadata,
  type TenantTransaction,
} from '@tollgate/platform';
import { isPaymentMethod, paymentMethodOf, PaymentMethods } from '@tollgate/subscription/reader';
import { writeSelection } from '../../model/custom-sections/section-selection.js';
import { activeRulesOf } from '../../model/rules/recurring-rules.repository.js';
import {
  activeWalletsOf,
  holdWalletsOf,
  updateWallet,
  type WalletRow,
} from '../../model/wallets/wallets.repository.js';
import { readSelection } from '../../model/inputs/selection-input.js';
import { readFutureInstant } from '../../model/inputs/plain-inputs.js';
import { changedRule, isWithinLimits, readRule, type RuleInput } from '../../model/inputs/rule-input.js';
import { WalletDatabase } from '../../wallet.database.js';
import { readFeeTypes, readMetricIds, type AppliesTo } from './applies-to.js';
import { writeRules } from './rules.writer.js';
import {
  namedMethods,
  readLimits,
  readOptionalPriority,
  readPurchaseOrderChange,
  takenCodes,
} from './wallet-fields.js';
import { heldWalletAt, presentOne, walletAt, type WalletAddress } from './wallets.service.js';

type RawInput = Record<string, unknown>;

/** Changes wallets and their metadata (wallets, sections 2.4 and 8). */
@Injectable()
export class WalletChangesService {
  constructor(
    private readonly database: WalletDatabase,
    private readonly clock: Clock,
    private readonly paymentMethods: PaymentMethods,
  ) {}

  /** @throws NotFound, ValidationFailed, the first failing step of the reference */
  async update(organizationId: string, address: WalletAddress, raw: RawInput): Promise<Wallet> {
    return this.change(organizationId, address, async (transaction, wallet, now) => {
      const input = readRawInput(WalletUpdate, raw);
      const expirationAt = validateExpiration(input.expiration_at, wallet, now);
      const methods = await namedMethods(this.paymentMethods, transaction, input);
      const rules = await validateRules(transaction, wallet, { raw: input.recurring_transaction_rules, methods, now });
      const appliesTo = await validateAppliesTo(transaction, input.applies_to, wallet);
      if (!isPaymentMethod(input.payment_method, methods))
        throw new ValidationFailed({ payment_method: ['invalid_payment_method'] });
      const billingEntityId = isNamed(raw)
        ? ((await namedBillingEntity(transaction, input))?.id ?? null)
        : wallet.billing_entity_id;
      const limits = await validateLimits(transaction, wallet, { raw, rules, now });
      const record = await validateRecord(transaction, wallet, raw);
      const changed = await updateWallet(transaction, wallet.id, {
        ...(input.name === undefined ? {} : { name: input.name }),
        ...(typeof input.invoice_requires_successful_payment === 'boolean'
          ? { invoice_requires_successful_payment: input.invoice_requires_successful_payment }
          : {}),
        ...('expiration_at' in raw ? { expiration_at: expirationAt } : {}),
        ...(input.payment_method ? paymentMethodOf(input.payment_method) : {}),
        ...(raw['metadata'] === null || input.metadata
          ? { metadata: storedMetadata((input.metadata ?? null) as Metadata) }
          : {}),
        billing_entity_id: billingEntityId,
        skip_invoice_custom_sections: await writeSelection(
          transaction,
          wallet.id,
          readSelection(input.invoice_custom_section),
          { skips: wallet.skip_invoice_custom_sections, now },
        ),
        ...appliesTo,
        ...limits,
        ...record,
        updated_at: new Date(now),
      });
      if (rules) await writeRules(transaction, changed, rules, now);
      await publishUpdated(transaction, changed, now);
      return presentOne(transaction, changed, now);
    });
  }

  /** Changes nothing when the request has no metadata. @throws NotFound, ValidationFailed */
  async replaceMetadata(organizationId: string, address: WalletAddress, raw: RawInput): Promise<Metadata> {
    return this.changeMetadata(organizationId, address, (before) => readRawMetadata(raw) ?? before);
  }

  /** @throws NotFound, ValidationFailed */
  async mergeMetadata(organizationId: string, address: WalletAddress, raw: RawInput): Promise<Metadata> {
    return this.changeMetadata(organizationId, address, (before) => mergedMetadata(before, readRawMetadata(raw)));
  }

  /** @throws NotFound, ValidationFailed */
  async removeMetadata(organizationId: string, address: WalletAddress): Promise<Metadata> {
    return this.changeMetadata(organizationId, address, () => null);
  }

  /**
   * Removes a key, also from an ended wallet; publishes nothing. An absent key changes nothing.
   * @throws NotFound, also when the wallet has no metadata
   */
  async removeMetadataKey(organizationId: string, address: WalletAddress, key: string): Promise<Metadata> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const wallet = await heldWalletAt(transaction, address);
      return writeMetadata(transaction, wallet, metadataWithout(wallet.metadata, key), now);
    });
  }

  private async changeMetadata(
    organizationId: string,
    address: WalletAddress,
    changed: (before: Metadata) => Metadata,
  ): Promise<Metadata> {
    return this.change(organizationId, address, async (transaction, wallet, now) => {
      await publishUpdated(transaction, wallet, now);
      return writeMetadata(transaction, wallet, changed(wallet.metadata), now);
    });
  }

  /** @throws NotFound, ValidationFailed for a wallet that has ended */
  private async change<T>(
    organizationId: string,
    address: WalletAddress,
    work: (transaction: TenantTransaction, wallet: WalletRow, now: Instant) => Promise<T>,
  ): Promise<T> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      // Holds the customer's other wallets first, as creations do: the code must differ from theirs.
      await holdWalletsOf(transaction, (await walletAt(transaction, address)).customer_id);
      const wallet = await heldWalletAt(transaction, address);
      if (wallet.status === 'terminated') throw new ValidationFailed({ wallet_id: ['wallet_is_terminated'] });
      return work(transaction, wallet, now);
    });
  }
}

const publishUpdated = (transaction: TenantTransaction, wallet: WalletRow, now: Instant) =>
  transaction.append('wallet.updated', wallet.customer_id, { wallet_id: wallet.id }, now);

async function writeMetadata(
  transaction: TenantTransaction,
  { id }: WalletRow,
  metadata: Metadata,
  now: Instant,
): Promise<Metadata> {
  await updateWallet(transaction, id, { metadata: storedMetadata(metadata), updated_at: new Date(now) });
  return metadata;
}

const isNamed = (raw: RawInput): boolean => 'billing_entity_code' in raw || 'billing_entity_id' in raw;

/** @throws ValidationFailed */
function validateExpiration(raw: unknown, wallet: WalletRow, now: Instant): Date | null {
  if (raw === undefined) return wallet.expiration_at;
  const expirationAt = readFutureInstant(raw, now);
  if (expirationAt === undefined) throw new ValidationFailed({ expiration_at: ['invalid_date'] });
  return expirationAt;
}

/** Validates the new rules of a wallet; null when the request has none. @throws ValidationFailed */
async function validateRules(
  transaction: TenantTransaction,
  wallet: WalletRow,
  { raw, methods, now }: { raw: unknown; methods: ReadonlySet<string>; now: Instant },
): Promise<RuleInput[] | null> {
  if (raw === undefined || raw === null) return null;
  const list: unknown[] = Array.isArray(raw) ? raw : [raw];
  const [first] = list;
  const rule = list.length === 0 ? undefined : readRule(first, methods, now);
  const codes = [
    ...(list.length > bounds.recurringRules ? ['invalid_number_of_recurring_rules'] : []),
    ...(rule === null ? ['invalid_recurring_rule'] : []),
  ];
  if (codes.length > 0) throw new ValidationFailed({ recurring_transaction_rules: codes });
  if (!rule) return [];
  const before = (await activeRulesOf(transaction, [wallet.id], now)).find(({ id }) => id === rule.id);
  return [before ? changedRule(rule, before) : rule];
}

/**
 * Validates a restriction: keeps absent fee types, and removes absent metrics (wallets, section 2.4).
 * @throws ValidationFailed
 */
async function validateAppliesTo(
  transaction: TenantTransaction,
  raw: RawInput | undefined,
  wallet: WalletRow,
): Promise<AppliesTo> {
  const feeTypes = raw && 'fee_types' in raw ? readFeeTypes(raw['fee_types']) : wallet.fee_types;
  const metricIds = await readMetricIds(transaction, raw?.['billable_metric_codes']);
  const errors: FieldErrors = {
    ...(feeTypes ? {} : { allowed_fee_types: ['invalid_fee_types'] }),
    ...(metricIds ? {} : { billable_metrics: ['invalid_identifier'] }),
  };
  if (!feeTypes || !metricIds) throw new ValidationFailed(errors);
  return { fee_types: feeTypes, billable_metric_ids: metricIds };
}

/** Validates the new limits of a wallet against its rules. @throws ValidationFailed */
async function validateLimits(
  transaction: TenantTransaction,
  wallet: WalletRow,
  { raw, rules, now }: { raw: RawInput; rules: RuleInput[] | null; now: Instant },
) {
  const limits = readLimits(raw, wallet, {});
  const rulesInForce = rules ?? (await activeRulesOf(transaction, [wallet.id], now));
  if (!rulesInForce.every((rule) => isWithinLimits(rule, { ...wallet, ...limits })))
    throw new ValidationFailed({ recurring_transaction_rules: ['invalid_recurring_rule'] });
  return limits;
}

/** @throws ValidationFailed with all errors */
async function validateRecord(transaction: TenantTransaction, wallet: WalletRow, raw: RawInput) {
  const errors: FieldErrors = {};
  const code = isBlank(raw['code']) ? wallet.code : String(raw['code']);
  const others = (await activeWalletsOf(transaction, [wallet.customer_id])).filter(({ id }) => id !== wallet.id);
  if (takenCodes(others).has(code)) errors['code'] = ['value_already_exist'];
  const record = {
    code,
    priority: readOptionalPriority(raw['priority'], errors) ?? wallet.priority,
    purchase_order_number: readPurchaseOrderChange(raw, wallet.purchase_order_number, errors),
  };
  readLimits(raw, wallet, errors);
  refuseErrors(errors);
  return record;
}
