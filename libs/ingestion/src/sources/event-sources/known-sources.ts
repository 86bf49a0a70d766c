import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { IngestionDatabase } from '../../ingestion.database.js';
import { findSource, type EventSourceRow } from './event-sources.repository.js';

const cacheTtlMs = 1_000;
const cachedSources = 1_000;

/** Caches sources for a second, so that records do not query the database each time. */
@Injectable()
export class KnownSources {
  private readonly cached = new LRUCache<string, Promise<EventSourceRow | null>>({
    max: cachedSources,
    ttl: cacheTtlMs,
  });

  constructor(private readonly database: IngestionDatabase) {}

  /** The source with a code; null for an unknown one. */
  find(organizationId: string, code: string): Promise<EventSourceRow | null> {
    const key = keyOf(organizationId, code);
    const cached = this.cached.get(key);
    if (cached) return cached;
    const found = this.database.tenant(
      organizationId,
      async (transaction) => (await findSource(transaction, code)) ?? null,
    );
    this.cached.set(key, found);
    found.catch(() => this.cached.delete(key));
    return found;
  }

  /** Makes this process look a source up again. */
  evict(organizationId: string, code: string): void {
    this.cached.delete(keyOf(organizationId, code));
  }
}

const keyOf = (organizationId: string, code: string): string => `${organizationId}/${code}`;
