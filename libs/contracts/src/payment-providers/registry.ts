import { adyen } from './adyen.js';
import { gocardless } from './gocardless.js';
import type { PublishedProvider } from './published-provider.js';
import { sandbox } from './sandbox.js';
import { stripe } from './stripe.js';

/** The providers in the order of the interface. Customers may name a bare name; calls cannot connect it. */
const registry = [sandbox, stripe, gocardless, 'cashfree', adyen, 'flutterwave', 'moneyhash'] as const;

type Entry = (typeof registry)[number];
type Declared = Exclude<Entry, string>;
type NameOf<E extends Entry> = E extends { name: infer Name extends string } ? Name : E;
type Intersection<T> = (T extends unknown ? (part: T) => void : never) extends (whole: infer W) => void ? W : never;

const declared: readonly Declared[] = registry.filter((entry) => typeof entry !== 'string');

/** The name of a provider that organizations can connect. */
export type ConnectableProvider = Declared['name'];
export const connectableProviders = declared.map(({ name }) => name) as [ConnectableProvider, ...ConnectableProvider[]];

type NamedProvider = NameOf<Exclude<Entry, { isForTests: true }>>;

/** The providers that the link of a customer may name. */
export const linkableProviders = registry.flatMap((entry) =>
  typeof entry === 'string' ? [entry] : entry.isForTests ? [] : [entry.name],
) as [NamedProvider, ...NamedProvider[]];
export const isLinkableProvider = (name: string | null | undefined): boolean =>
  (linkableProviders as readonly string[]).includes(name ?? '');

/** The published part of each provider that can be connected. */
export const publishedProviders = Object.fromEntries(declared.map((one) => [one.name, one])) as {
  readonly [One in Declared as One['name']]: One;
};

const byName: ReadonlyMap<string, PublishedProvider> = new Map(declared.map((one) => [one.name, one]));

/** The published part of a provider; undefined for one that cannot be connected. */
export const publishedProvider = (name: string | null): PublishedProvider | undefined => byName.get(name ?? '');

/** A table that has something for each variable, or each setting, of the providers. */
const merged = <T extends object>(parts: readonly T[]): Intersection<T> =>
  Object.assign({}, ...parts) as Intersection<T>;

/** The settings that connections of one provider alone have, of all providers. */
export const providerSettings = merged(declared.map(({ settings }) => settings));
export type ProviderSetting = keyof typeof providerSettings;
export const providerSettingNames = Object.keys(providerSettings) as ProviderSetting[];

/** The variables of addresses, with the providers' own addresses; null for one without. */
export const providerAddresses = merged(declared.map(({ addresses }) => addresses));

/** The ways to pay that some provider has (webhooks, section 11.2). */
export const methodTypes: ReadonlySet<string> = new Set(
  declared.flatMap<string>(({ methodTypes: types }) => types ?? []),
);
/** The providers whose calls for usage we answer as well: an event names a customer by its id at one of them. */
export const meteringProviders: readonly string[] = declared.flatMap(({ name, meterEvents }) =>
  meterEvents === null ? [] : [name],
);

/** The address of that call: one provider has one. */
export const [meterEventPath] = declared.flatMap(({ meterEvents }) => meterEvents ?? []) as [string];

/** The ways to pay of a customer that names none. */
export const defaultMethodTypes: readonly string[] = ['card'];
