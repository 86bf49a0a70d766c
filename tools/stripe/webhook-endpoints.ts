// Webhook endpoints: the addresses to which an account's events go; and the events themselves.
import type { Stripe } from 'stripe';
import { type Account, mergedMetadata, type StoredEvent } from './account.ts';
import { invalid } from './errors.ts';
import { newId, randomText } from './ids.ts';
import { page, type PageParameters } from './lists.ts';
import { refuseOthers } from './method-types.ts';
import { parameterTable } from './parameters.ts';

const maximumEndpoints = 16;

function checkUrl(url: string): void {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return;
  throw invalid('Invalid URL: An explicit scheme (such as https) must be provided.', {
    code: 'url_invalid',
    param: 'url',
  });
}

/** Its answer alone has the secret. */
export function createEndpoint(account: Account, sent: Stripe.WebhookEndpointCreateParams): Stripe.WebhookEndpoint {
  const { url, enabled_events, api_version, description, metadata, connect, ...others } = sent;
  refuseOthers({ ...others, ...(connect === true && { connect }) });
  checkUrl(url);
  if (enabled_events.length === 0) throw invalid('You must select at least one event.', { param: 'enabled_events' });
  if (api_version !== undefined && api_version !== parameterTable.source.api)
    throw invalid(`The double sends events of version ${parameterTable.source.api} only.`, { param: 'api_version' });
  if (account.endpoints.size >= maximumEndpoints)
    throw invalid(`You have reached the maximum of ${maximumEndpoints} test webhook endpoints.`);
  const endpoint: Stripe.WebhookEndpoint = {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: api_version ?? null,
    application: null,
    created: account.clock.seconds(),
    description: description || null,
    enabled_events,
    livemode: false,
    metadata: mergedMetadata(null, metadata),
    status: 'enabled',
    url,
  };
  const secret = `whsec_${randomText(32)}`;
  account.endpointSecrets.set(endpoint.id, secret);
  account.endpoints.add(endpoint);
  return { ...endpoint, secret };
}

export function updateEndpoint(
  account: Account,
  sent: Stripe.WebhookEndpointUpdateParams,
  id: string,
): Stripe.WebhookEndpoint {
  const endpoint = account.endpoints.get(id);
  const { url, enabled_events, description, metadata, disabled, ...others } = sent;
  refuseOthers(others);
  if (url !== undefined) checkUrl(url);
  if (enabled_events?.length === 0) throw invalid('You must select at least one event.', { param: 'enabled_events' });
  account.change(endpoint, {
    ...(url !== undefined && { url }),
    ...(enabled_events && { enabled_events }),
    ...(description !== undefined && { description: description || null }),
    ...(metadata !== undefined && { metadata: mergedMetadata(endpoint.metadata, metadata) }),
    ...(disabled !== undefined && { status: disabled ? 'disabled' : 'enabled' }),
  });
  return endpoint;
}

export function deleteEndpoint(account: Account, _sent: object, id: string): Stripe.DeletedWebhookEndpoint {
  account.endpoints.get(id);
  account.endpoints.delete(id);
  account.endpointSecrets.delete(id);
  return { id, object: 'webhook_endpoint', deleted: true };
}

export function listEndpoints(account: Account, sent: PageParameters): Stripe.ApiList<Stripe.WebhookEndpoint> {
  return page(account.endpoints, '/v1/webhook_endpoints', sent);
}

const eventOf = ({ body, pending }: StoredEvent): Stripe.Event => ({
  ...(JSON.parse(body) as Stripe.Event),
  pending_webhooks: pending,
});

/** Stripe shows events for 30 days. */
const daysOfEvents = 30;

export function listEvents(account: Account, sent: Stripe.EventListParams): Stripe.ApiList<Stripe.Event> {
  const { type, types, delivery_success, ...parameters } = sent;
  if (type !== undefined && types !== undefined)
    throw invalid('You may only specify one of these parameters: type, types.', { code: 'parameters_exclusive' });
  const oldest = account.clock.seconds() - daysOfEvents * 24 * 60 * 60;
  const matchesType = (name: string) =>
    type === undefined || name === type || (type.endsWith('*') && name.startsWith(type.slice(0, -1)));
  const found = page(account.events, '/v1/events', parameters as PageParameters, (event) => {
    if (event.created < oldest || !matchesType(event.type) || (types && !types.includes(event.type))) return false;
    return delivery_success === undefined || (event.pending === 0) === delivery_success;
  });
  return { ...found, data: found.data.map(eventOf) };
}

export function retrieveEvent(account: Account, _sent: object, id: string): Stripe.Event {
  return eventOf(account.events.get(id));
}
