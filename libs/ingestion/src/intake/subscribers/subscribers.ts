import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { eventBounds, isStorableText, type FieldErrors } from '@tollgate/contracts';
import { readOrganization, type OrganizationView } from '@tollgate/identity/reader';
import { Batcher, RefreshedCache, type TenantTransaction } from '@tollgate/platform';
import { onlySubscriptionsOf, subscriptionsNamed, type OnlySubscription } from '@tollgate/subscription/reader';
import { IngestionDatabase } from '../../ingestion.database.js';
import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';

/**
 * The meaning of a name. `subscription`: its external id. `subject`: the external id of a subscription, or else of a
 * customer. `provider`: the id of a customer at a payment provider.
 */
type Naming = 'subscription' | 'subject' | 'provider';

interface Lookup {
  organizationId: string;
  naming: Naming;
  names: string[];
}

type Found = Map<string, OnlySubscription>;

/** An external id stays that of its subscription. */
const knownMs = 600_000;
/** The only subscription of a customer may end, or get another one beside it. */
const onlyMs = 1_000;
const mostRemembered = 50_000;
const organizationAge = { refreshAfterMs: 500, cacheTtlMs: 1_000 };
const mostOrganizations = 10_000;

/**
 * Finds the subscriptions that events name. Calls of an organization that arrive together share a query, and found
 * subscriptions are remembered. Names without one are looked up each time, because it may be made at any moment.
 */
@Injectable()
export class Subscribers {
  private readonly known = new LRUCache<string, OnlySubscription>({ max: mostRemembered, ttl: knownMs });
  private readonly only = new LRUCache<string, OnlySubscription>({ max: mostRemembered, ttl: onlyMs });
  private readonly organizations = new RefreshedCache<OrganizationView>(organizationAge, mostOrganizations);
  private readonly lookups = new Batcher<Lookup, Found>((lookups) => this.answers(lookups));

  constructor(private readonly database: IngestionDatabase) {}

  /** The organization, as it was within the last second. */
  organization(organizationId: string): Promise<OrganizationView> {
    return this.organizations.get(organizationId, null, () => this.database.tenant(organizationId, readOrganization));
  }

  /**
   * Of each event the error, or null, of an organization that refuses events of subscriptions that it does not have or had
   * (metering, section 2.1).
   */
  async refusals(organizationId: string, events: AcceptedEvent[]): Promise<(FieldErrors | null)[]> {
    const { unknownSubscription } = await this.organization(organizationId);
    if (unknownSubscription === 'accept') return [];
    const names = events.map(({ external_subscription_id: id }) => id);
    const existing = await this.found({ organizationId, naming: 'subscription', names });
    return names.map((name) => {
      if (existing.has(name)) return null;
      return { external_subscription_id: [name === '' ? 'value_is_mandatory' : 'subscription_not_found'] };
    });
  }

  /**
   * The subscription of each subject: the one with this external id, else the only active one of the customer with it.
   * Subjects that are neither are absent.
   */
  bySubject(organizationId: string, subjects: string[]): Promise<Found> {
    return this.found({ organizationId, naming: 'subject', names: subjects });
  }

  /** The only active subscription of a customer by its id at a provider; undefined without such a customer. */
  async byProviderId(organizationId: string, id: string): Promise<OnlySubscription | undefined> {
    return (await this.found({ organizationId, naming: 'provider', names: [id] })).get(id);
  }

  private async found({ organizationId, naming, names }: Lookup): Promise<Found> {
    const found: Found = new Map();
    const missing = new Set<string>();
    for (const name of names) {
      const remembered = this.remembered(organizationId, naming, name);
      if (remembered) found.set(name, remembered);
      else if (mayBeStored(name)) missing.add(name);
    }
    if (missing.size === 0) return found;
    const lookup = { organizationId, naming, names: [...missing] };
    const answers = await this.lookups.add(`${organizationId}/${naming}`, lookup);
    for (const name of missing) {
      const answer = answers.get(name);
      if (answer) found.set(name, answer);
    }
    return found;
  }

  private remembered(organizationId: string, naming: Naming, name: string): OnlySubscription | undefined {
    const known = naming === 'provider' ? undefined : this.known.get(`${organizationId}/${name}`);
    return known ?? this.only.get(`${organizationId}/${naming}/${name}`);
  }

  /** Lookups of one organization and one naming. */
  private async answers(lookups: Lookup[]): Promise<Found[]> {
    const [{ organizationId, naming }] = lookups as [Lookup, ...Lookup[]];
    const names = [...new Set(lookups.flatMap((lookup) => lookup.names))];
    const found = await this.database.tenant(organizationId, (transaction) => this.read(transaction, naming, names));
    return lookups.map(() => found);
  }

  private async read(transaction: TenantTransaction, naming: Naming, names: string[]): Promise<Found> {
    const { organizationId } = transaction;
    const subscriptions = naming === 'provider' ? new Set<string>() : await subscriptionsNamed(transaction, names);
    const found: Found = new Map([...subscriptions].map((externalId) => [externalId, { externalId }]));
    for (const [name, subscription] of found) this.known.set(`${organizationId}/${name}`, subscription);
    if (naming === 'subscription') return found;
    const others = names.filter((name) => !subscriptions.has(name));
    const customers = await onlySubscriptionsOf(transaction, naming === 'provider' ? 'provider' : 'external', others);
    for (const [name, subscription] of customers) {
      found.set(name, subscription);
      if ('externalId' in subscription) this.only.set(`${organizationId}/${naming}/${name}`, subscription);
    }
    return found;
  }
}

/** Other names are those of no subscription and no customer, and the database could not compare them. */
const mayBeStored = (name: string): boolean => name.length <= eventBounds.text && name !== '' && isStorableText(name);
