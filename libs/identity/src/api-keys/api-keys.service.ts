import { Injectable } from '@nestjs/common';
import type { ApiKey, ApiKeyCreate, ApiKeyRotate, ApiKeyUpdate, Meta } from '@tollgate/contracts';
import { isId, Logger, newId, NotFound, ValidationFailed, type Page, type TenantTransaction } from '@tollgate/platform';
import { IdentityDatabase } from '../identity.database.js';
import { hashApiKey, newApiKeyValue } from './api-key.js';
import { presentApiKey } from './api-key.presenter.js';
import {
  countValidKeys,
  findApiKey,
  insertApiKey,
  listApiKeys,
  lockOrganization,
  updateApiKey,
  type ApiKeyRow,
} from './api-keys.repository.js';

const mostValidKeys = 100;

/** The API keys of organizations, as operators manage them (customers, section 13). */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly logger: Logger,
  ) {}

  /** @throws NotFound */
  async list(organizationId: string, page: Page): Promise<{ api_keys: ApiKey[]; meta: Meta }> {
    const { rows, meta } = await this.within(organizationId, (transaction) => listApiKeys(transaction, page));
    return { api_keys: rows.map((row) => presentApiKey(row)), meta };
  }

  /** @returns the key with its value, which is shown this once. @throws NotFound, ValidationFailed when there are very many */
  async create(organizationId: string, { name, permissions }: ApiKeyCreate): Promise<ApiKey> {
    return this.within(organizationId, async (transaction) => {
      await assertRoom(transaction);
      return this.insert(transaction, name ?? null, permissions, 'created');
    });
  }

  /** Changes what is given. Other processes follow within seconds. @throws NotFound */
  async update(organizationId: string, id: string, { name, permissions }: ApiKeyUpdate): Promise<ApiKey> {
    return this.within(organizationId, async (transaction) => {
      await existing(transaction, id);
      const key = await updateApiKey(transaction, id, {
        id,
        ...(name !== undefined ? { name } : {}),
        ...(permissions ? { permissions: JSON.stringify(permissions) } : {}),
      });
      this.audit('changed', key);
      return presentApiKey(key);
    });
  }

  /**
   * Makes a key in place of another one, which works until `expires_at`, or until now. The new key may do everything:
   * permissions are not copied.
   * @returns the new key with its value. @throws NotFound
   */
  async rotate(organizationId: string, id: string, { name, expires_at: expiresAt }: ApiKeyRotate): Promise<ApiKey> {
    return this.within(organizationId, async (transaction) => {
      const old = await existing(transaction, id);
      const end = expiresAt ? new Date(expiresAt) : new Date();
      // Rotated again, a key that is about to end does not live longer.
      const replaced = await updateApiKey(transaction, id, {
        expires_at: old.expires_at && old.expires_at < end ? old.expires_at : end,
      });
      this.audit('replaced', replaced);
      return this.insert(transaction, name ?? null, undefined, 'created');
    });
  }

  /** Ends a key. @throws NotFound, ValidationFailed when no other one is left that has no end */
  async revoke(organizationId: string, id: string): Promise<ApiKey> {
    return this.within(organizationId, async (transaction) => {
      const key = await existing(transaction, id);
      const { others_without_end: others } = await countValidKeys(transaction, id);
      if (others === 0) throw new ValidationFailed({ base: ['last_non_expiring_api_key'] });
      const now = new Date();
      const ended = await updateApiKey(transaction, id, {
        expires_at: key.expires_at && key.expires_at < now ? key.expires_at : now,
      });
      this.audit('revoked', ended);
      return presentApiKey(ended);
    });
  }

  private async within<T>(organizationId: string, work: (transaction: TenantTransaction) => Promise<T>): Promise<T> {
    if (!isId(organizationId)) throw new NotFound('organization');
    return this.database.tenant(organizationId, async (transaction) => {
      if (!(await lockOrganization(transaction))) throw new NotFound('organization');
      return work(transaction);
    });
  }

  private async insert(
    transaction: TenantTransaction,
    name: string | null,
    permissions: Record<string, unknown> | undefined,
    event: string,
  ): Promise<ApiKey> {
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
    this.audit(event, key);
    return presentApiKey(key, value);
  }

  /** For the audit: who holds the admin key did this, and to which key. */
  private audit(event: string, key: ApiKeyRow): void {
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

async function existing(transaction: TenantTransaction, id: string): Promise<ApiKeyRow> {
  const key = isId(id) ? await findApiKey(transaction, id) : undefined;
  if (!key) throw new NotFound('api_key');
  return key;
}

async function assertRoom(transaction: TenantTransaction): Promise<void> {
  const { valid } = await countValidKeys(transaction, null);
  if (valid >= mostValidKeys) throw new ValidationFailed({ base: [`maximum of ${mostValidKeys} API keys reached`] });
}
