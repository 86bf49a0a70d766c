import { LRUCache } from 'lru-cache';
import { outOfContext, Unauthorized, type CommandBus, type Tenant } from '@tollgate/platform';
import { hashToken } from './tokens.js';

const cacheTtlMs = 5_000;
const longestSecret = 128;

/**
 * Finds the event source with a secret. A cache of a few seconds delays nothing: the service that takes the events
 * compares the secret with the source.
 */
export class SourceSecrets {
  private readonly owners = new LRUCache<string, Tenant>({ max: 10_000, ttl: cacheTtlMs });
  /** Lookups in progress, which concurrent calls with one secret share. */
  private readonly loading = new Map<string, Promise<Tenant>>();

  constructor(private readonly commands: CommandBus) {}

  /** @throws Unauthorized for an unknown secret */
  async ownerOf(secret: string): Promise<Tenant> {
    if (secret.length > longestSecret) throw new Unauthorized();
    const hash = hashToken(secret);
    const known = this.owners.get(hash) ?? this.loading.get(hash);
    if (known) return known;
    const loading = outOfContext(() => this.load(hash)).finally(() => this.loading.delete(hash));
    this.loading.set(hash, loading);
    return loading;
  }

  private async load(secretHash: string): Promise<Tenant> {
    const { event_source: source } = await this.commands.send('ingestion', 'event_source.read_secret', {
      secret_hash: secretHash,
    });
    if (!source) throw new Unauthorized();
    const tenant: Tenant = {
      organizationId: source.organization_id,
      apiKeyId: null,
      source: { sourceId: source.event_source_id, secretHash },
    };
    this.owners.set(secretHash, tenant);
    return tenant;
  }
}
