import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { outOfContext, PlatformDatabase, type Tenant } from '@tollgate/platform';
import { tables } from '../identity.tables.js';
import { hashApiKey } from './api-key.js';

/** The holder of a key and its permissions; `permissions` null allows everything. */
export interface KeyHolder extends Tenant {
  permissions: Record<string, string[]> | null;
  expiresAt: Date | null;
}

const cacheTtlMs = 5_000;

/** Finds the holder of an API key. A cache of a few seconds delays the end of a revoked key. */
@Injectable()
export class ApiKeys {
  private readonly holders = new LRUCache<string, KeyHolder>({ max: 10_000, ttl: cacheTtlMs });
  /** Lookups in progress, so that concurrent calls with one key share a lookup. */
  private readonly loading = new Map<string, Promise<KeyHolder | null>>();

  constructor(private readonly database: PlatformDatabase) {}

  /** @returns null for a key that is unknown or has expired */
  async holderOf(value: string): Promise<KeyHolder | null> {
    const hash = hashApiKey(value);
    const holder = this.holders.get(hash) ?? (await this.loadOnce(hash));
    if (!holder || (holder.expiresAt && holder.expiresAt.getTime() <= Date.now())) return null;
    return holder;
  }

  /** Makes this process look a key up again. */
  evict(valueHash: string): void {
    this.holders.delete(valueHash);
    // A lookup in progress may predate the change: its result is not cached, and later calls start a new one.
    this.loading.delete(valueHash);
  }

  /** Makes this process look up all keys of an organization again. */
  evictAllOf(organizationId: string): void {
    // Lookups in progress have no organization yet: their results are not cached either.
    this.loading.clear();
    for (const [hash, holder] of this.holders.entries())
      if (holder.organizationId === organizationId) this.holders.delete(hash);
  }

  private loadOnce(hash: string): Promise<KeyHolder | null> {
    const pending = this.loading.get(hash);
    if (pending) return pending;
    const loading = outOfContext(() => this.load(hash));
    this.loading.set(hash, loading);
    const end = (holder: KeyHolder | null) => {
      if (this.loading.get(hash) !== loading) return;
      this.loading.delete(hash);
      if (holder) this.holders.set(hash, holder);
    };
    loading.then(end, () => end(null));
    return loading;
  }

  private async load(hash: string): Promise<KeyHolder | null> {
    const row = await this.database.everyTenant((transaction) =>
      tables(transaction)
        .selectFrom('identity.api_keys as key')
        .innerJoin('identity.organizations as organization', 'organization.id', 'key.organization_id')
        .select(['key.id', 'key.organization_id', 'key.value_hash', 'key.permissions', 'key.expires_at'])
        .select('organization.unknown_parameters')
        .where('key.value_hash', '=', hash)
        .executeTakeFirst(),
    );
    if (!row || !timingSafeEqual(Buffer.from(row.value_hash), Buffer.from(hash))) return null;
    return {
      organizationId: row.organization_id,
      apiKeyId: row.id,
      permissions: row.permissions,
      expiresAt: row.expires_at,
      refusesUnknownParameters: row.unknown_parameters === 'refuse',
    };
  }
}
