import { Injectable } from '@nestjs/common';
import type { ApiKey, ApiKeyCreate, ApiKeyFilters, ApiKeyRotate, ApiKeyUpdate, Meta } from '@tollgate/contracts';
import {
  Clock,
  isId,
  Logger,
  newId,
  NotFound,
  ValidationFailed,
  type Instant,
  type Repetition,
  type Tenant,
  type TenantTransaction,
} from '@tollgate/platform';
import { IdentityDatabase } from '../identity.database.js';
import { AdminMails } from '../mails/admin-mails.js';
import { hashApiKey, newApiKeyValue } from './api-key.js';
import { recordSecurityEvent } from '../security-logs/record-security-event.js';
import { changedKey, createdKey, deletedKey, rotatedKey } from './api-key.events.js';
import { keyMail } from './api-key.mails.js';
import { presentApiKey } from './api-key.presenter.js';
import { ApiKeys } from './api-keys.reader.js';
import { assertMemberMayGive } from './callers.js';
import { assertKeyMayGive, mayRotate } from './key-grants.rules.js';
import { KeyUses } from './key-uses.js';
import {
  countValidKeys,
  findApiKey,
  insertApiKey,
  listApiKeys,
  updateApiKey,
  type ApiKeyRow,
} from './api-keys.repository.js';

const mostValidKeys = 100;

/** The caller that creates a key, and the key under which it may repeat the call. Both are absent for an operator. */
interface Creation {
  by?: Tenant;
  repetition?: Repetition | undefined;
}

/**
 * Manages the API keys of organizations, for operators and for the organizations themselves (customers, section 13).
 * `by` is the key or member that acts. It cannot give a key more permissions than it has, nor change or end a key that
 * has more.
 */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly clock: Clock,
    private readonly keyCache: ApiKeys,
    private readonly uses: KeyUses,
    private readonly adminMails: AdminMails,
    private readonly logger: Logger,
  ) {}

  /** @throws NotFound */
  async list(organizationId: string, filters: ApiKeyFilters): Promise<{ api_keys: ApiKey[]; meta: Meta }> {
    await this.uses.write();
    const { rows, meta } = await this.within(organizationId, (transaction) => listApiKeys(transaction, filters));
    return { api_keys: rows.map((row) => presentApiKey(row)), meta };
  }

  /** @throws NotFound */
  async read(organizationId: string, id: string): Promise<ApiKey> {
    await this.uses.write();
    return presentApiKey(await this.within(organizationId, (transaction) => existing(transaction, id)));
  }

  /**
   * @returns the key with its value, which is shown only this once. @throws NotFound, ValidationFailed beyond the
   * maximum
   */
  async create(
    organizationId: string,
    { name, permissions }: ApiKeyCreate,
    { by, repetition }: Creation = {},
  ): Promise<ApiKey> {
    const create = async (transaction: TenantTransaction, at: Instant) => {
      await assertMayGrant(transaction, by, permissions ?? null);
      await assertRoom(transaction);
      const created = await insertNewKey(transaction, name ?? null, permissions);
      await recordSecurityEvent(transaction, createdKey(created.key), at);
      await this.adminMails.notify(transaction, keyMail('created', created.key, by));
      return created;
    };
    const { key, value } = await this.change(organizationId, create, repetition);
    this.log('created', key);
    return presentApiKey(key, value);
  }

  /**
   * Changes the fields that are present. Other processes follow within seconds. @throws NotFound; Forbidden for a
   * greater key
   */
  async update(organizationId: string, id: string, { name, permissions }: ApiKeyUpdate, by?: Tenant): Promise<ApiKey> {
    const key = await this.change(organizationId, async (transaction, at) => {
      const before = await existing(transaction, id);
      await assertMayGrant(transaction, by, before.permissions);
      if (permissions) await assertMayGrant(transaction, by, permissions);
      const after = await updateApiKey(transaction, id, {
        id,
        ...(name !== undefined ? { name } : {}),
        ...(permissions ? { permissions: JSON.stringify(permissions) } : {}),
      });
      const event = changedKey(before, after);
      if (event) await recordSecurityEvent(transaction, event, at);
      return after;
    });
    this.log('changed', key);
    return presentApiKey(key);
  }

  /**
   * Replaces a key by a new one; the old key works until `expires_at`, or until now. The new key has all permissions:
   * they are not copied.
   * @returns the new key with its value. @throws NotFound, also for a key that has ended; Forbidden for a caller without all permissions
   */
  async rotate(
    organizationId: string,
    id: string,
    { name, expires_at: expiresAt }: ApiKeyRotate,
    { by, repetition }: Creation = {},
  ): Promise<ApiKey> {
    const rotate = async (transaction: TenantTransaction, at: Instant) => {
      const before = await existing(transaction, id);
      await assertMayGrant(transaction, by, null);
      const now = new Date();
      const end = expiresAt ? new Date(expiresAt) : now;
      if (!mayRotate(before.expires_at, end, now)) throw new NotFound('api_key');
      const replaced = await updateApiKey(transaction, id, { expires_at: end });
      const fresh = await insertNewKey(transaction, name ?? null, undefined);
      await recordSecurityEvent(transaction, rotatedKey(replaced, fresh.key), at);
      await this.adminMails.notify(transaction, keyMail('rotated', replaced, by));
      return { old: replaced, created: fresh };
    };
    const { old, created } = await this.change(organizationId, rotate, repetition);
    this.log('replaced', old);
    this.log('created', created.key);
    return presentApiKey(created.key, created.value);
  }

  /** Ends a key. @throws NotFound, ValidationFailed for the last key without expiry; Forbidden for a greater key */
  async revoke(organizationId: string, id: string, by?: Tenant): Promise<ApiKey> {
    const key = await this.change(organizationId, async (transaction, at) => {
      const before = await existing(transaction, id);
      await assertMayGrant(transaction, by, before.permissions);
      const { others_without_end: others } = await countValidKeys(transaction, id);
      if (others === 0) throw new ValidationFailed({ base: ['last_non_expiring_api_key'] });
      const now = new Date();
      if (before.expires_at && before.expires_at < now) return before;
      const ended = await updateApiKey(transaction, id, { expires_at: now });
      await recordSecurityEvent(transaction, deletedKey(ended), at);
      await this.adminMails.notify(transaction, keyMail('destroyed', ended, by));
      return ended;
    });
    this.log('revoked', key);
    return presentApiKey(key);
  }

  private async within<T>(
    organizationId: string,
    work: (transaction: TenantTransaction) => Promise<T>,
    repetition?: Repetition,
  ): Promise<T> {
    if (!isId(organizationId)) throw new NotFound('organization');
    return this.database.serially(organizationId, work, repetition);
  }

  /** @param work receives the current time of the organization's clock */
  private async change<T>(
    organizationId: string,
    work: (transaction: TenantTransaction, at: Instant) => Promise<T>,
    repetition?: Repetition,
  ): Promise<T> {
    const at = isId(organizationId) ? await this.clock.now(organizationId) : Date.now();
    return this.within(organizationId, (transaction) => work(transaction, at), repetition);
  }

  /** Logs the change and evicts the key from this process's cache. */
  private log(event: string, key: ApiKeyRow): void {
    this.keyCache.evict(key.value_hash);
    this.logger.info(`api key ${event}`, {
      organization_id: key.organization_id,
      api_key_id: key.id,
      name: key.name,
      value_ending: key.last_four,
      permissions: key.permissions,
      expires_at: key.expires_at,
    });
  }
}

async function insertNewKey(
  transaction: TenantTransaction,
  name: string | null,
  permissions: Record<string, unknown> | undefined,
): Promise<{ key: ApiKeyRow; value: string }> {
  const value = newApiKeyValue();
  const key = await insertApiKey(transaction, {
    id: newId(),
    organization_id: transaction.organizationId,
    name,
    value_hash: hashApiKey(value),
    last_four: value.slice(-4),
    permissions: permissions ? JSON.stringify(permissions) : null,
    expires_at: null,
    created_at: new Date(),
  });
  return { key, value };
}

async function existing(transaction: TenantTransaction, id: string): Promise<ApiKeyRow> {
  const key = isId(id) ? await findApiKey(transaction, id) : undefined;
  if (!key) throw new NotFound('api_key');
  return key;
}

/**
 * @param by the acting key or member; absent for an operator
 * @param requested the permissions to grant or revoke; null for all
 * @throws Forbidden when the actor lacks some of them
 */
async function assertMayGrant(
  transaction: TenantTransaction,
  by: Tenant | undefined,
  requested: Record<string, unknown> | null,
): Promise<void> {
  if (by === undefined) return;
  assertMemberMayGive(by, requested);
  if (by.apiKeyId === null) return;
  const { permissions: held } = await existing(transaction, by.apiKeyId);
  assertKeyMayGive(held, requested);
}

async function assertRoom(transaction: TenantTransaction): Promise<void> {
  const { valid } = await countValidKeys(transaction, null);
  if (valid >= mostValidKeys) throw new ValidationFailed({ base: [`maximum of ${mostValidKeys} API keys reached`] });
}
