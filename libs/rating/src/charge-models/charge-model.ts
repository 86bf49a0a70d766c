import type { z } from 'zod';
import type { Decimal } from '../decimal.js';
import type { DocumentLine } from './document-lines.js';
import type { PricedUsage } from './explained-usage.js';
import type { ProjectedUsage } from './projected-amounts.js';
import type { Codes, Submitted } from './property-checks.js';
import type { AmountDetails, ModelResult, Usage } from './types.js';
import type { UsageNeeds } from './usage-needs.js';

/** The metrics and terms of charges that a model allows (catalog, sections 4.1 and 6). */
export interface ModelRules {
  /** The base of its prices: not every aggregation allows percentages of its units, or the prices that events state. */
  readonly prices: 'units' | 'percentages' | 'events';
  /** Whether events may be charged in advance. */
  readonly inAdvance: boolean;
  readonly prorated: { readonly inArrears: boolean; readonly inAdvance: boolean };
  /** How fixed charges use it; null: they do not. */
  readonly fixedCharges: { readonly inAdvance: boolean; readonly proratedInAdvance: boolean } | null;
}

/** The properties of a model, in the order of the interface, without the keys that group usage. */
export interface ModelProperties {
  readonly schema: z.ZodObject;
  /** The price of a charge that states none. */
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Reports the codes of wrong properties (catalog, section 4.2). */
  check(properties: Submitted, codes: Codes): void;
}

/** The price of one event of a charge paid in advance (metering, sections 5.10 and 8.2). */
export interface EventPricing<Properties> {
  /** Whether the price of an event follows from its own units, whatever came before. */
  readonly isIndependent: boolean;
  /** Whether the first event of a period carries what 0 units cost: the flat amount of the first range. */
  readonly firstCarriesFlatAmount: boolean;
  /** The details of an event, from those with it and without it. */
  details(withEvent: AmountDetails, without: AmountDetails): AmountDetails;
  /** The price of a single event in isolation; null: such events are not priced. */
  readonly alone: ((properties: Properties, units: Decimal) => Decimal) | null;
}

/** How the amount of a fee comes about, in the answers of the interface and in documents. */
export interface ModelDetails<Details> {
  readonly schema: z.ZodObject;
  /** A field that the details of no other model have. */
  readonly key: keyof Details & string;
  /** Completes "The model `name`: " in the interface document. */
  readonly text: string;
  /** The tiers or components of a fee, in page order. @param units of the whole fee */
  lines(details: Details, units: Decimal): DocumentLine[];
  /** Whether documents state the number of events beside them. */
  readonly statesEvents: boolean;
}

/**
 * A way to price usage. Everything that depends on the model is here: contracts, checks, prices, explanations and
 * documents read it from the registry.
 */
export interface ChargeModel<Properties, Details = Record<string, unknown>> {
  /** In the interface and in the database. */
  readonly name: string;
  /** Completes "The model `name`: " in the interface document. */
  readonly text: string;
  readonly rules: ModelRules;
  readonly properties: ModelProperties;
  /** Null: units times their price, which need no details. */
  readonly details: ModelDetails<Details> | null;
  /** The usage that its prices take besides units. */
  needs(properties: Properties): UsageNeeds;
  /** The price of a usage (metering, section 5). @param currency of the plan */
  price(properties: Properties, usage: Usage, currency: string): ModelResult;
  readonly events: EventPricing<Properties>;
  /** The amount of a whole period, from its usage so far (metering, section 7.3). */
  project(projected: ProjectedUsage<Properties>): Decimal;
  /** The steps that lead from the units to the amount. @returns the reference of the amount */
  steps(priced: PricedUsage<Properties>): string;
}
