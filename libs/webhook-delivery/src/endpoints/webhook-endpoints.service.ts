import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type {
  FieldErrors,
  Meta,
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointUpdate,
  WebhookEndpointFilters,
} from '@tollgate/contracts';
import {
  AddressResolver,
  Clock,
  Config,
  isId,
  newId,
  NotFound,
  ValidationFailed,
  isPrivateUrl,
  isPublicAddress,
  refuseErrors,
  type TenantTransaction,
} from '@tollgate/platform';
import { lockWaitingMessages } from '../messages/webhook-messages.repository.js';
import { PartitionDispatcher } from '../attempts/partition-dispatcher.js';
import { endPause, stopWaitingFor } from '../partitions/delivery-partitions.repository.js';
import { startPartition, stopPartition } from '../partitions/endpoint-pauses.js';
import {
  presentWebhookEndpoint,
  presentWithPauses,
  type WebhookEndpointRow,
} from '../partitions/webhook-endpoint.presenter.js';
import { WebhookDeliveryDatabase } from '../webhook-delivery.database.js';
import { publishChangedEndpoint, publishEndpoint, publishPause } from './endpoint-messages.js';
import {
  deleteWebhookEndpoint,
  findWebhookEndpoint,
  insertWebhookEndpoint,
  listWebhookEndpoints,
  lockWebhookEndpoint,
  lockWebhookEndpoints,
  readWebhookEndpoints,
  updateWebhookEndpoint,
} from './webhook-endpoints.repository.js';

const maximumEndpoints = 10;
/** A name that is not resolved by then is checked at its deliveries alone. */
const longestResolutionMs = 3_000;

/** Webhook endpoints (webhooks, section 1). */
@Injectable()
export class WebhookEndpointsService {
  constructor(
    private readonly config: Config,
    private readonly database: WebhookDeliveryDatabase,
    private readonly clock: Clock,
    private readonly dispatcher: PartitionDispatcher,
    private readonly resolver: AddressResolver,
  ) {}

  /**
   * @throws ValidationFailed when the address is private or registered already, or the organization has ten endpoints
   */
  async create(organizationId: string, input: WebhookEndpointCreate): Promise<WebhookEndpoint> {
    await this.assertAllowed(input.webhook_url);
    const createdAt = new Date(await this.clock.now(organizationId));
    return this.database.tenant(organizationId, async (transaction) => {
      const others = await lockedEndpoints(transaction);
      const errors: FieldErrors = {};
      if (hasUrl(others, input.webhook_url)) errors['webhook_url'] = ['value_already_exist'];
      if (others.length >= maximumEndpoints)
        errors['base'] = [`maximum of ${maximumEndpoints} webhook endpoints reached`];
      refuseErrors(errors);
      const endpoint = await insertWebhookEndpoint(transaction, {
        ...newEndpoint(organizationId, input.webhook_url, createdAt),
        signature_algo: input.signature_algo ?? 'jwt',
        name: input.name ?? null,
        event_types: input.event_types ?? null,
      });
      await publishEndpoint(transaction, 'webhook_endpoint.created', endpoint, createdAt.getTime());
      return presentWebhookEndpoint(endpoint, null);
    });
  }

  /** Reads the addresses of all endpoints, oldest first. */
  async listUrls(organizationId: string): Promise<string[]> {
    const endpoints = await this.database.tenant(organizationId, readWebhookEndpoints);
    return endpoints.map((endpoint) => endpoint.webhook_url);
  }

  /**
   * Changes the address of the oldest endpoint, or creates a first one (catalog, section 14).
   * @throws ValidationFailed
   */
  async setFirstUrl(organizationId: string, url: string): Promise<void> {
    await this.assertAllowed(url);
    const createdAt = new Date(await this.clock.now(organizationId));
    await this.database.tenant(organizationId, async (transaction) => {
      const [first, ...others] = await lockedEndpoints(transaction);
      if (hasUrl(others, url)) throw new ValidationFailed({ webhook_url: ['value_already_exist'] });
      if (first) {
        const changed = await updateWebhookEndpoint(transaction, first.id, {
          webhook_url: url,
          ...(url === first.webhook_url ? {} : { refused_signature_bytes: null }),
        });
        await publishChangedEndpoint(transaction, first, changed, createdAt.getTime());
      } else {
        const endpoint = await insertWebhookEndpoint(transaction, newEndpoint(organizationId, url, createdAt));
        await publishEndpoint(transaction, 'webhook_endpoint.created', endpoint, createdAt.getTime());
      }
    });
  }

  async list(
    organizationId: string,
    filters: WebhookEndpointFilters,
  ): Promise<{ webhook_endpoints: WebhookEndpoint[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { rows, meta } = await listWebhookEndpoints(transaction, filters);
      return { webhook_endpoints: await presentWithPauses(transaction, rows), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, id: string): Promise<WebhookEndpoint> {
    return this.database.tenant(organizationId, async (transaction) =>
      present(transaction, await existing(transaction, id)),
    );
  }

  /**
   * Changes the fields of the request.
   * @throws NotFound, ValidationFailed when the new address is private or registered already
   */
  async update(organizationId: string, id: string, input: WebhookEndpointUpdate): Promise<WebhookEndpoint> {
    const at = await this.clock.now(organizationId);
    if (input.webhook_url) {
      await this.database.tenant(organizationId, (transaction) => existing(transaction, id));
      await this.assertAllowed(input.webhook_url);
    }
    return this.database.tenant(organizationId, async (transaction) => {
      const all = await lockedEndpoints(transaction);
      const endpoint = await existing(transaction, id);
      const { signature_algo: algorithm, name, event_types: eventTypes } = input;
      const url = input.webhook_url ?? endpoint.webhook_url;
      const others = all.filter((other) => other.id !== endpoint.id);
      if (hasUrl(others, url)) throw new ValidationFailed({ webhook_url: ['value_already_exist'] });
      const changed = await updateWebhookEndpoint(transaction, endpoint.id, {
        webhook_url: url,
        ...(algorithm !== undefined ? { signature_algo: algorithm ?? 'jwt' } : {}),
        ...(algorithm === 'hmac' || url !== endpoint.webhook_url ? { refused_signature_bytes: null } : {}),
        ...(name !== undefined ? { name } : {}),
        ...(eventTypes !== undefined ? { event_types: eventTypes } : {}),
      });
      await publishChangedEndpoint(transaction, endpoint, changed, at);
      return present(transaction, changed);
    });
  }

  /** Deletes an endpoint with its stored messages. @throws NotFound */
  async remove(organizationId: string, id: string): Promise<WebhookEndpoint> {
    const at = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      await lockWebhookEndpoints(transaction);
      const endpoint = await existing(transaction, id);
      // Locks first, so no message is added between the two steps.
      await lockWebhookEndpoint(transaction, endpoint.id);
      await lockWaitingMessages(transaction, endpoint.id);
      await stopWaitingFor(transaction, endpoint.id);
      const shown = await present(transaction, endpoint);
      await deleteWebhookEndpoint(transaction, endpoint.id);
      await publishEndpoint(transaction, 'webhook_endpoint.deleted', endpoint, at);
      return shown;
    });
  }

  /** Pauses an endpoint: its webhooks wait, up to `WEBHOOK_GIVE_UP_HOURS`. Repeated, it changes nothing. @throws NotFound */
  async pause(organizationId: string, id: string): Promise<WebhookEndpoint> {
    const at = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      await lockWebhookEndpoints(transaction);
      const endpoint = await existing(transaction, id);
      if (await stopPartition(transaction, endpoint.id)) await publishPause(transaction, endpoint, true, at);
      return present(transaction, endpoint);
    });
  }

  /** Ends a pause, by the organization or by the system. Repeated, it changes nothing. @throws NotFound */
  async resume(organizationId: string, id: string): Promise<WebhookEndpoint> {
    const at = await this.clock.now(organizationId);
    const resumed = await this.database.tenant(organizationId, async (transaction) => {
      await lockWebhookEndpoints(transaction);
      const endpoint = await existing(transaction, id);
      if (await startPartition(transaction, endpoint.id)) await publishPause(transaction, endpoint, false, at);
      await endPause(transaction, endpoint.id);
      return present(transaction, endpoint);
    });
    this.dispatcher.wake([resumed.svc_id]);
    return resumed;
  }

  /**
   * Refuses private addresses, also those of names that resolve now: they would let organizations reach the
   * installation's own network. Each delivery checks again.
   */
  private async assertAllowed(url: string): Promise<void> {
    if (this.config.allowPrivateWebhooks) return;
    if (isPrivateUrl(url) || !(await this.resolved(url)).every(isPublicAddress))
      throw new ValidationFailed({ webhook_url: ['url_is_invalid'] });
  }

  /** The addresses of a URL's host; none for a name that does not resolve in time. */
  private async resolved(url: string): Promise<string[]> {
    const { hostname } = new URL(url);
    const stop = new AbortController();
    const late = sleep(longestResolutionMs, [], { signal: stop.signal }).catch(() => []);
    const addresses = isIP(hostname.replace(/^\[|\]$/g, '')) > 0 ? [] : this.resolver.resolve(hostname).catch(() => []);
    return Promise.race([addresses, late]).finally(() => stop.abort());
  }
}

/** An endpoint that receives all event types. */
const newEndpoint = (organizationId: string, url: string, createdAt: Date) => ({
  id: newId(),
  organization_id: organizationId,
  webhook_url: url,
  signature_algo: 'jwt' as const,
  name: null,
  event_types: null,
  created_at: createdAt,
  refused_signature_bytes: null,
});

async function lockedEndpoints(transaction: TenantTransaction): Promise<WebhookEndpointRow[]> {
  await lockWebhookEndpoints(transaction);
  return readWebhookEndpoints(transaction);
}

async function present(transaction: TenantTransaction, endpoint: WebhookEndpointRow): Promise<WebhookEndpoint> {
  const [shown] = await presentWithPauses(transaction, [endpoint]);
  return shown as WebhookEndpoint;
}

const hasUrl = (endpoints: WebhookEndpointRow[], url: string) =>
  endpoints.some((endpoint) => endpoint.webhook_url === url);

async function existing(transaction: TenantTransaction, id: string): Promise<WebhookEndpointRow> {
  const endpoint = isId(id) ? await findWebhookEndpoint(transaction, id) : undefined;
  if (!endpoint) throw new NotFound('webhook_endpoint');
  return endpoint;
}
