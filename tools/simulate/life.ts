// A random life: the history of one organization as a list of clock steps and calls, in the format of the conformance
// scenarios. It depends only on its seed and on the enabled dimensions.
import { randomThresholds } from './catalog.ts';
import { applyCoupon, combine, startWithinSecond } from './combinations.ts';
import { actOnInvoices } from './corrections.ts';
import { changeInChain } from './chains.ts';
import { changeUnitsAroundDays, crossBoundary } from './crossings.ts';
import type { Has } from './dimensions.ts';
import type { History, Step } from './history.ts';
import type { BillingTime, CustomerRequest, PlanRequest, SubscriptionRequest } from './requests.ts';
import { Life, type LifeSubscription, type WallStart } from './life-state.ts';
import { sendEvents, sendFirst } from './events.ts';
import { writeCatalog } from './life-catalog.ts';
import { changePrices, changeUnits, randomOverrides, reprice } from './price-changes.ts';
import type { Random } from './random.ts';
import { beginningOf, civil, localDay } from './rater/calendar.ts';
import { actOnPayments, connectProvider, linkMethod, randomRules, settleUnderWay } from './providers.ts';
import { actOnWallets, openWallet } from './wallets.ts';
import { zones } from './zones.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const iso = (instant: number) => new Date(instant).toISOString();

/**
 * @param has whether a dimension is on
 * @param wall for a life under the wall clock: seconds pass during its calls, so it avoids the ends of days, and its
 * events come in order
 */
export function randomLife(seed: string, has: Has, wall: WallStart | null = null): History {
  const life = new WrittenLife(seed, has, wall);
  const steps = life.write();
  // Each event is billed separately when usage passes a threshold, and where its invoice takes credits: the order of
  // several would be a race.
  const waits = life.thresholds || life.advanceMixes ? { waits: true } : {};
  return { name: `life ${seed}`, ...waits, organization: life.organization, steps };
}

class WrittenLife extends Life {
  write(): Step[] {
    const { random, has } = this;
    this.to(this.now);
    writeCatalog(this, has);
    connectProvider(this);
    for (let i = random.int(1, 2); i > 0; i--) this.customer();
    this.mayHaveWallets &&= !this.advance || this.advanceMixes;
    // Such lives also issue no credit. Voids in lives with thresholds have a dimension of their own.
    if (this.advance && !this.advanceMixes)
      this.corrections = this.corrections.filter((kind) => !['credit_notes', 'voids'].includes(kind));
    if (this.thresholds && !this.has('threshold_voids'))
      this.corrections = this.corrections.filter((kind) => kind !== 'voids');
    if (this.mayHaveWallets) for (const customer of this.customers) openWallet(this, customer);
    for (const customer of this.customers) this.subscribe(customer);
    const [first] = this.customers;
    if (first && this.has('one_invoice') && this.mix.chance(0.3)) this.subscribe(first);
    for (let i = this.wall ? random.int(3, 7) : random.int(4, 14); i > 0; i--) {
      this.step();
      this.act();
    }
    this.close();
    return this.steps;
  }

  private customer(): void {
    const { random, has } = this;
    const customer: CustomerRequest = {
      external_id: `cust${this.customers.length + 1}`,
      name: 'Customer',
      currency: this.currency,
      ...(has('time_zones') && random.chance(0.7) ? { timezone: random.pick(zones) } : {}),
      ...(has('grace') && random.chance(0.3)
        ? { billing_configuration: { invoice_grace_period: random.int(1, 9) } }
        : {}),
      ...(this.taxes.length > 0 && random.chance(0.3) ? { tax_codes: [random.pick(this.taxes).code] } : {}),
    };
    if (this.thresholds && !(has('threshold_drafts') && this.mix.chance(0.7))) delete customer.billing_configuration;
    this.drafts ||= customer.billing_configuration !== undefined;
    this.customers.push(customer);
    this.do('POST /customers', { customer });
    linkMethod(this, customer);
    for (const coupon of this.coupons)
      if (random.chance(0.7))
        this.do('POST /applied_coupons', {
          applied_coupon: { external_customer_id: customer.external_id, coupon_code: coupon.code },
        });
    for (const coupon of this.moreCoupons) if (this.mix.chance(0.6)) applyCoupon(this, coupon, customer);
  }

  private subscribe(customer: CustomerRequest): void {
    const { random, has } = this;
    const external = `sub${this.subscriptions.length + 1}`;
    const within = startWithinSecond(this, has);
    const kind = random.int(0, 9);
    let at = this.now;
    if (kind < 2 && has('backdated')) at -= random.int(1, 70) * day + random.int(0, 23) * hour;
    else if (kind === 2 && has('future')) at += random.int(1, 40) * day + random.int(0, 23) * hour;
    else if (kind < 5) at -= at % hour;
    const startsToday = localDay(at, this.tzOf(customer)) === localDay(this.now, this.tzOf(customer));
    if (kind >= 3 && !startsToday) at = this.now;
    const ends = has('ending') && random.chance(0.15) && this.mayCredit();
    const plan = random.pick(this.plans);
    if (!startsToday && at < this.now && plan.trial_period && !has('trial_before_creation')) at = this.now;
    if (within !== null) at = this.now;
    const rules = at <= this.now ? randomRules(this, customer) : [];
    const subscription: SubscriptionRequest = {
      external_customer_id: customer.external_id,
      external_id: external,
      plan_code: plan.code,
      billing_time: random.pick<BillingTime>(['calendar', 'anniversary']),
      subscription_at: iso(at),
      ...(ends ? { ending_at: iso(this.endingFor(customer, Math.max(at, this.now))) } : {}),
      ...(this.cascades && this.more.chance(0.5) ? { plan_overrides: randomOverrides(this, plan, has) } : {}),
      ...(rules.length > 0 ? { activation_rules: rules } : {}),
    };
    if (this.thresholds && has('own_thresholds') && this.mix.chance(0.25))
      subscription.usage_thresholds = randomThresholds(this.mix);
    // A start that was refused is over.
    const over = rules.length > 0 && this.methods.get(customer.external_id) !== 'pm_succeeds';
    this.subscriptions.push({ external, customer, plan, over, changed: false });
    this.do('POST /subscriptions', { subscription });
    if (within !== null) sendFirst(this, external, within);
  }

  /** A later day; often the first of a month, where ending and billing coincide. */
  private endingFor(customer: CustomerRequest, from: number): number {
    const { random } = this;
    const later = from + random.int(3, 150) * day;
    if (random.chance(0.6)) return later;
    const tz = this.tzOf(customer);
    const date = localDay(later, tz);
    return beginningOf(date - civil(date).date + 1 + 31, tz) + random.pick([0, 1000, 10 * hour]);
  }

  private step(): void {
    const { random } = this;
    const far = random.int(0, 9);
    if (far < 2) this.to(this.now + random.int(1, 300) * minute);
    else if (far < 5) this.to(this.now + random.int(1, 9) * day + random.int(0, 1439) * minute);
    else if (far < 7) this.to(this.now + random.int(15, 40) * day + random.int(0, 1439) * minute);
    else if (far === 7) this.to(this.now + random.int(40, 120) * day);
    else this.to(this.boundary());
  }

  /** The local midnight that begins a month or an anniversary's day, exactly or nearly. */
  private boundary(): number {
    const { random } = this;
    const tz = this.tzOf(random.pick(this.customers));
    let date = localDay(this.now, tz) + 1;
    const targetDate = random.chance(0.7) ? 1 : random.int(1, 31);
    while (civil(date).date !== targetDate) date++;
    const instant = beginningOf(date, tz) + random.pick([0, 0, 1000, -1000, 10 * minute, -1]);
    return Math.max(instant, this.now + 1000);
  }

  private act(): void {
    const { random, has } = this;
    const action = random.int(0, 19);
    const running = this.subscriptions.filter(({ over }) => !over);
    sendEvents(this);
    const mayEnd = this.mayCredit();
    if (action === 0 && this.subscriptions.length < 4) this.subscribe(random.pick(this.customers));
    else if (action < 4 && running.length > 0 && has('termination') && mayEnd) this.terminate(random.pick(running));
    else if (action < 8 && running.length > 0 && has('plan_changes') && mayEnd) this.change(random.pick(running));
    else if (action === 8 && has('time_zone_moves')) this.move(random.pick(this.customers));
    else if (action === 10 && has('price_changes') && !this.wall) reprice(this, random.pick(this.plans));
    else if (action === 11 && has('unit_changes') && !this.wall) changeUnits(this, running);
    else if (action === 9 && has('deletion') && mayEnd && random.chance(0.3))
      this.deleteCustomer(random.pick(this.customers));
    if (this.cascades && this.more.chance(0.5)) changePrices(this, running, has);
    combine(this, running, has);
    const changes = (this.splits || this.recurring) && has('plan_changes') && mayEnd;
    if (changes && running.length > 0 && this.mix.chance(0.25)) this.change(this.mix.pick(running), this.mix);
    if (this.moves && this.restless && this.moves.chance(0.35)) this.move(this.moves.pick(this.customers), this.moves);
    if (random.chance(0.3)) sendEvents(this);
    this.actAroundDays(running, mayEnd);
    if (this.mayHaveWallets && this.money.chance(0.5)) actOnWallets(this);
    if (this.corrections.length > 0) actOnInvoices(this);
    settleUnderWay(this);
    actOnPayments(this);
  }

  /** Moves, chains of changes and new units, each in the lives that have them. */
  private actAroundDays(running: LifeSubscription[], mayEnd: boolean): void {
    const { crossings, chains, unitDays } = this;
    if (crossings?.chance(0.4)) crossBoundary(this, crossings, (customer) => this.subscribe(customer));
    if (chains?.chance(0.5) && mayEnd) changeInChain(this, running, chains, (one, plan) => this.changeTo(one, plan));
    if (unitDays?.chance(0.5)) changeUnitsAroundDays(this, unitDays);
  }

  /**
   * Whether an end may credit a fee. Where customers have drafts, that is a dimension. Without its tick a draft becomes
   * final late, and takes the credits of then.
   */
  private mayCredit(): boolean {
    const credits = this.plans.some((plan) => plan.pay_in_advance);
    return !credits || !this.drafts || (this.wall === null && this.has('credits_of_drafts'));
  }

  private terminate(subscription: LifeSubscription): void {
    subscription.over = true;
    this.do(`DELETE /subscriptions/${subscription.external}`);
  }

  private change(subscription: LifeSubscription, random: Random = this.random): void {
    this.changeTo(subscription, random.pick(this.plans));
  }

  private changeTo(subscription: LifeSubscription, plan: PlanRequest): void {
    if (plan === subscription.plan) return;
    subscription.plan = plan;
    subscription.changed = true;
    this.do('POST /subscriptions', {
      subscription: {
        external_customer_id: subscription.customer.external_id,
        external_id: subscription.external,
        plan_code: plan.code,
      },
    });
  }

  private move(customer: CustomerRequest, random: Random = this.random): void {
    if (this.thresholds) return;
    customer.timezone = random.pick(zones);
    this.do('POST /customers', { customer: { external_id: customer.external_id, timezone: customer.timezone } });
  }

  private deleteCustomer(customer: CustomerRequest): void {
    // The reference does not define whether a simultaneous invoice still takes a coupon or credits.
    const holds = this.coupons.length > 0 || this.moreCoupons.length > 0 || this.mayHaveWallets || this.cards;
    if (this.customers.length < 2 || holds || this.corrections.length > 0) return;
    this.customers = this.customers.filter((one) => one !== customer);
    for (const one of this.subscriptions) if (one.customer === customer) one.over = true;
    this.do(`DELETE /customers/${customer.external_id}`);
  }

  /** Ends the life: moves past the running periods and the drafts. */
  private close(): void {
    const { random } = this;
    this.to(this.now + random.int(32, 100) * day);
    if (this.splits) this.to(this.now + this.mix.int(60, 300) * day);
    if (random.chance(0.3) && this.has('termination') && this.mayCredit()) {
      for (const one of this.subscriptions) if (!one.over && random.chance(0.5)) this.terminate(one);
    }
    this.to(this.now + random.int(10, 45) * day);
  }
}
