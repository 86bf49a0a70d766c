// The history of a random life so far, and its sources of random choices.
import { type CorrectionKind, correctionShares } from './correction-kinds.ts';
import type { Dimension, Has } from './dimensions.ts';
import type { CallStep, OrganizationSettings, Step } from './history.ts';
import type {
  AddOnRequest,
  Body,
  CouponRequest,
  CustomerRequest,
  EventRequest,
  MetricRequest,
  PlanRequest,
  ProviderMethod,
  TaxRequest,
} from './requests.ts';
import { type Random, randomness } from './random.ts';
import { zones } from './zones.ts';

const minute = 60_000;
const quarter = 15 * minute;

/** A life under the wall clock begins at this instant. */
export interface WallStart {
  start: number;
}

export interface LifeSubscription {
  external: string;
  customer: CustomerRequest;
  plan: PlanRequest;
  over: boolean;
  /** Its present plan is not certain. */
  changed: boolean;
}

export interface LifeWallet {
  code: string;
  /** Units of the currency for one credit. */
  rate: string;
}

const correctionKinds = Object.keys(correctionShares) as CorrectionKind[];

export class Life {
  readonly has: Has;
  readonly wall: WallStart | null;
  readonly steps: Step[] = [];
  customers: CustomerRequest[] = [];
  readonly subscriptions: LifeSubscription[] = [];
  readonly sent: EventRequest[] = [];
  readonly wallets: LifeWallet[] = [];
  transactions = 0;
  /** Whether a customer has drafts. */
  drafts = false;
  taxes: TaxRequest[] = [];
  metrics: MetricRequest[] = [];
  addOns: AddOnRequest[] = [];
  plans: PlanRequest[] = [];
  coupons: CouponRequest[] = [];
  moreCoupons: CouponRequest[] = [];
  /** Whether charges in advance bill event by event. */
  advance = false;
  /** Whether such invoices meet coupons, wallets, credit notes and voids. */
  advanceMixes = false;
  readonly currency: string;
  readonly organization: OrganizationSettings;
  now: number;

  readonly random: Random;
  // Later additions draw from their own random source, so a seed still means the same life without them.
  readonly more: Random;
  readonly money: Random;
  readonly papers: Random;
  readonly mix: Random;
  readonly moves: Random | null;
  /** Of customers who pay by a provider; null without one. */
  readonly cards: Random | null;
  /** Of invoices that are settled while their payment is on its way; null without them. */
  readonly settling: Random | null;
  /** The present methods of customers, by external id. */
  readonly methods = new Map<string, ProviderMethod>();

  readonly thresholds: boolean;
  readonly cascades: boolean;
  mayHaveWallets: boolean;
  corrections: CorrectionKind[];
  readonly splits: boolean;
  readonly recurring: boolean;
  readonly previews: boolean;
  /** Of lives in the hours around moves; null without them. */
  readonly crossings: Random | null;
  /** Of several changes of plan within a period; null without them. */
  readonly chains: Random | null;
  /** Of unit changes around midnights; null without them. */
  readonly unitDays: Random | null;
  /** Its customers move often; otherwise few lives bill periods on both sides of a move. */
  readonly restless: boolean;

  constructor(seed: string, has: Has, wall: WallStart | null) {
    this.has = has;
    this.wall = wall;
    const random = randomness(seed);
    this.random = random;
    this.currency = random.pick(['EUR', 'EUR', 'USD', 'JPY']);
    this.organization = {
      default_currency: this.currency,
      ...(random.chance(0.3) && has('time_zones') ? { timezone: random.pick(zones) } : {}),
    };
    this.now = wall ? wall.start : Date.UTC(2023, random.int(0, 23), random.int(1, 28)) + random.int(0, 1439) * minute;
    this.moves = has('time_zone_moves') && !wall ? randomness(`${seed} moves`) : null;
    this.more = randomness(`${seed} more`);
    this.thresholds = has('thresholds') && !wall && this.more.chance(0.4);
    this.cascades = has('cascades') && !wall && !this.thresholds && this.more.chance(0.4);
    // The reference does not define which of several simultaneous invoices takes a credit first. So lives that bill
    // event by event have wallets only where the player waits after each event.
    this.money = randomness(`${seed} money`);
    this.mayHaveWallets = has('wallets') && !wall && this.money.chance(0.4);
    this.papers = randomness(`${seed} papers`);
    this.corrections = correctionKinds.filter(
      (kind) => has(kind) && !wall && this.papers.chance(correctionShares[kind]),
    );
    this.mix = randomness(`${seed} mix`);
    this.splits = has('split_changes') && !wall && this.mix.chance(0.2);
    this.recurring = has('recurring_changes') && !wall && this.mix.chance(0.25);
    this.previews = has('previews') && !wall && this.mix.chance(0.4);
    this.restless = this.moves?.chance(0.15) ?? false;
    const source = (name: Dimension, share: number) => {
      const one = randomness(`${seed} ${name}`);
      return has(name) && !wall && one.chance(share) ? one : null;
    };
    this.crossings = has('time_zone_moves') ? source('moving_reads', 0.15) : null;
    this.chains = has('plan_changes') ? source('upgrade_chains', 0.15) : null;
    this.unitDays = has('unit_changes') ? source('unit_days', 0.1) : null;
    const cards = randomness(`${seed} cards`);
    this.cards = has('providers') && !wall && cards.chance(0.3) ? cards : null;
    this.settling = this.cards && has('payments') ? source('partly_settled', 0.5) : null;
  }

  /** Moves the clock. */
  to(instant: number): void {
    // Seven minutes past a quarter of an hour is not midnight in any zone.
    this.now = this.wall
      ? Math.max(this.now + (this.steps.length > 0 ? quarter : 0), Math.floor(instant / quarter) * quarter + 7 * minute)
      : instant;
    this.steps.push({ at: new Date(this.now).toISOString() });
  }

  /** Adds a call. */
  do(call: string, body?: Body, more: Pick<CallStep, 'save' | 'choose'> = {}): void {
    this.steps.push({ do: call, ...(body === undefined ? {} : { body }), ...more });
  }

  tzOf(customer: CustomerRequest): string {
    return customer.timezone ?? this.organization.timezone ?? 'UTC';
  }
}
