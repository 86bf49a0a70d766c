import { Injectable } from '@nestjs/common';
import type { Meta, PortalWalletFilters, ReadWallet, Wallet, WalletCreate, WalletFilters } from '@tollgate/contracts';
import { findBillingEntity } from '@tollgate/catalog/reader';
import {
  Clock,
  isId,
  NotFound,
  type Repetition,
  type Rights,
  type TenantTransaction,
  type Instant,
} from '@tollgate/platform';
import {
  findCustomerView,
  CustomerCurrencies,
  hasAssignedCurrency,
  PaymentMethods,
  withCustomers,
  type CustomerExpansionRequest,
  type CustomerView,
} from '@tollgate/subscription/reader';
import { presentWallets } from '../../model/presentation/wallet.presenter.js';
import {
  findWallet,
  findWalletByCode,
  listWallets,
  lockWallet,
  type WalletRow,
  type WalletSelection,
} from '../../model/wallets/wallets.repository.js';
import { TopUps } from '../../credits/top-ups/top-ups.service.js';
import { WalletDatabase } from '../../wallet.database.js';
import { createWallet } from './wallet-creation.js';
import { endWallet } from './wallet-end.js';

/** The address of a wallet in a request. */
export type WalletAddress = { id: string } | { externalCustomerId: string; code: string };

/** Wallets of customers (wallets, sections 2.2 to 2.5). */
@Injectable()
export class WalletsService {
  constructor(
    private readonly database: WalletDatabase,
    private readonly clock: Clock,
    private readonly currencies: CustomerCurrencies,
    private readonly topUps: TopUps,
    private readonly paymentMethods: PaymentMethods,
  ) {}

  /**
   * Creates a wallet and shows it before its first top-up. The customer may receive its currency after the answer.
   * @param repetition the key under which the caller may repeat the call
   * @param externalCustomerId from the path; then the customer must exist
   * @throws NotFound, ValidationFailed
   */
  async create(
    organizationId: string,
    { input, repetition }: { input: WalletCreate; repetition: Repetition | undefined },
    externalCustomerId?: string,
  ): Promise<Wallet> {
    const now = await this.clock.now(organizationId);
    const { paymentMethods } = this;
    const { shown, assignment } = await this.database.createOnce(organizationId, repetition, async (transaction) => {
      const customer = await findCustomerView(transaction, externalCustomerId ?? input.external_customer_id ?? '');
      if (!customer && externalCustomerId !== undefined) throw new NotFound('customer');
      const { wallet, topUp } = await createWallet(transaction, customer, { input, paymentMethods }, now);
      await transaction.append('wallet.created', wallet.customer_id, { wallet_id: wallet.id }, now);
      const shown = await presentOne(transaction, wallet, now);
      const assignment = await assignCurrency(transaction, wallet, customer, now);
      // Tops up in the same transaction: no reader sees the wallet without its credits and publishes its depletion.
      if (topUp) await this.topUps.topUpWallet(transaction, wallet, topUp, now);
      return { shown, assignment };
    });
    if (assignment) await this.currencies.assignNow(organizationId, assignment, now);
    return shown;
  }

  /** @param externalCustomerId from the path; then the customer must exist. @throws NotFound */
  async list(
    organizationId: string,
    filters: WalletFilters,
    may: Rights,
    externalCustomerId?: string,
  ): Promise<{ wallets: ReadWallet[]; meta: Meta }> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const selection = await selectionOf(transaction, filters, externalCustomerId ?? filters.external_customer_id);
      const { rows, meta } = await listWallets(transaction, selection, filters);
      const shown = await presentWallets(transaction, rows, now);
      const request = { expand: filters.expand, may };
      return { wallets: await withCustomers(transaction, shown, customerOf, request), meta };
    });
  }

  /** Lists the wallets of a customer by priority, then age; the active ones by default (webhooks, section 24). */
  async listInOrderOfUse(
    organizationId: string,
    customerId: string,
    { status = 'active', currency, ...page }: PortalWalletFilters,
  ): Promise<{ wallets: Wallet[]; meta: Meta }> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const inOrder = { ...page, status, sort: 'priority' };
      const { rows, meta } = await listWallets(transaction, { customerId, currency }, inOrder);
      return { wallets: await presentWallets(transaction, rows, now), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, address: WalletAddress, request: CustomerExpansionRequest): Promise<ReadWallet> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const shown = [await presentOne(transaction, await walletAt(transaction, address), now)];
      const [wallet] = await withCustomers(transaction, shown, customerOf, request);
      return wallet as ReadWallet;
    });
  }

  /** @throws NotFound */
  async terminate(organizationId: string, address: WalletAddress): Promise<Wallet> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const wallet = await heldWalletAt(transaction, address);
      return presentOne(transaction, await endWallet(transaction, wallet, now), now);
    });
  }
}

const customerOf = (wallet: Wallet): string => wallet.svc_customer_id;

/** @throws NotFound */
export async function walletAt(transaction: TenantTransaction, address: WalletAddress): Promise<WalletRow> {
  const wallet = 'id' in address ? await byId(transaction, address.id) : await byCode(transaction, address);
  if (!wallet) throw new NotFound('wallet');
  return wallet;
}

/** Locks a wallet until the transaction ends. @throws NotFound */
export async function heldWalletAt(transaction: TenantTransaction, address: WalletAddress): Promise<WalletRow> {
  const { id } = await walletAt(transaction, address);
  return (await lockWallet(transaction, id)) as WalletRow;
}

const byId = async (transaction: TenantTransaction, id: string) => (isId(id) ? findWallet(transaction, id) : undefined);

async function byCode(
  transaction: TenantTransaction,
  { externalCustomerId, code }: { externalCustomerId: string; code: string },
): Promise<WalletRow | undefined> {
  const customer = await findCustomerView(transaction, externalCustomerId);
  if (!customer) throw new NotFound('customer');
  return findWalletByCode(transaction, customer.id, code);
}

export async function presentOne(transaction: TenantTransaction, row: WalletRow, now: Instant): Promise<Wallet> {
  const [shown] = await presentWallets(transaction, [row], now);
  return shown as Wallet;
}

/**
 * Assigns a customer's currency from its first wallet; a message repeats the assignment when the command fails
 * (wallets, section 2.2).
 */
async function assignCurrency(
  transaction: TenantTransaction,
  { id, customer_id: customerId, currency }: WalletRow,
  customer: CustomerView | null,
  now: Instant,
) {
  if (!customer || hasAssignedCurrency(customer)) return null;
  await transaction.append(
    'wallet.gave_currency',
    customerId,
    { customer_id: customerId, wallet_id: id, currency },
    now,
  );
  return { customerId, currency, key: id };
}

export async function selectionOf(
  transaction: TenantTransaction,
  { currency, billing_entity_codes: codes }: WalletFilters,
  externalCustomerId: string | undefined,
): Promise<WalletSelection> {
  const selection: WalletSelection = { currency };
  if (externalCustomerId !== undefined) {
    const customer = await findCustomerView(transaction, externalCustomerId);
    if (!customer) throw new NotFound('customer');
    selection.customerId = customer.id;
  }
  if (!codes?.length) return selection;
  const ids: string[] = [];
  for (const code of new Set(codes)) {
    const entity = await findBillingEntity(transaction, code);
    if (!entity) throw new NotFound('billing_entity');
    ids.push(entity.id);
  }
  return { ...selection, billingEntityIds: ids };
}
