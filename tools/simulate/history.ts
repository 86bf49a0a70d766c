// The history of one organization: clock steps and calls, in the format of the conformance scenarios.
import type { Body } from './requests.ts';

export type NoteParts = 'credit' | 'refund' | 'offset' | 'credit and refund';
export type PreviewKind = 'next' | 'coming' | 'termination' | 'change' | 'start';

/** How a call selects an object that time has created; the second rater knows which exist. */
export interface Choice {
  /** Selects one of the objects that fit. */
  nth: number;
  share?: number;
  shares?: number[];
  parts?: NoteParts;
  one?: boolean;
  refund?: boolean;
  sales?: boolean;
  /** Only invoices whose payment is on its way at the provider. */
  underWay?: boolean;
  credits?: number;
  refunds?: number;
  kind?: PreviewKind;
  days?: number;
  other?: number;
  calendar?: boolean;
}

/** Moves the clock. */
export interface ClockStep {
  at: string;
  do?: undefined;
}

export interface CallStep {
  at?: undefined;
  /** Method and path. */
  do: string;
  body?: Body;
  /** Names for values of the answer, and where they are in it. */
  save?: Record<string, string>;
  choose?: Choice;
}

export type Step = ClockStep | CallStep;

export interface OrganizationSettings {
  default_currency?: string;
  timezone?: string;
}

export interface History {
  name: string;
  /** The player waits after each event: each may be billed separately. */
  waits?: boolean;
  organization: OrganizationSettings;
  steps: Step[];
  /** Under the wall clock: ticks and restarts. */
  journal?: string[];
}
