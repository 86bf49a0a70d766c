// Fees in one plain form, from the service or the rater.
import type { FilterValues } from './requests.ts';
import { isoSecond } from './rater/calendar.ts';
import type { Fee } from './rater/model.ts';
import { rational } from './rater/rational.ts';
import type { ServiceFee } from './service-objects.ts';

/** Marks a figure that the reference does not define. */
export const any = 'any';

export interface FeeLine {
  units: string;
  amount_cents: string;
  taxes_amount_cents: string;
  events_count?: number | typeof any | null;
  from?: string | null;
  to?: string | null;
}

/** Fees by name. */
export type FeeTable = Record<string, FeeLine>;

/** A fee with its name and its figures. */
interface NamedFee<T> {
  name: string;
  line: FeeLine;
  fee: T;
}

export const second = (text: string | null): string | null => (text ? isoSecond(Date.parse(text)) : null);
const sorted = (object: Record<string, string[] | string | null>) =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(object)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, value]) => [key, Array.isArray(value) ? [...value].sort() : value]),
    ),
  );

interface FeeIdentity {
  type: string;
  subscription: string | null;
  code: string;
  filter: FilterValues | null;
  group: Record<string, string | null> | null;
  trueUp: boolean;
  event: string | null;
}

// A true-up has the group of its parent; the reference does not define which of several groups.
const feeName = ({ type, subscription, code, filter, group, trueUp, event }: FeeIdentity) =>
  [
    type,
    subscription,
    code,
    filter ? `filter ${sorted(filter)}` : '',
    !trueUp && group && Object.keys(group).length > 0 ? `group ${sorted(group)}` : '',
    trueUp ? 'true-up' : '',
    event ?? '',
  ]
    .filter(Boolean)
    .join(' ');

/** The reference does not define the period of a minimum commitment, of sold credits and of add-ons. */
const isDated = (type: string) => !['commitment', 'credit', 'add_on'].includes(type);

function actualFee(fee: ServiceFee): NamedFee<ServiceFee> {
  const trueUp = fee.svc_true_up_parent_fee_id !== null;
  const name = feeName({
    type: fee.item.type,
    subscription: fee.external_subscription_id,
    code: fee.item.code,
    filter: fee.item.filters,
    group: fee.item.grouped_by,
    trueUp,
    event: fee.event_transaction_id,
  });
  const line = {
    units: rational(fee.units).toString(),
    amount_cents: String(fee.amount_cents),
    taxes_amount_cents: String(fee.taxes_amount_cents),
    ...(fee.item.type === 'charge' && !trueUp ? { events_count: fee.events_count } : {}),
    ...(isDated(fee.item.type) ? { from: second(fee.from_date), to: second(fee.to_date) } : {}),
  };
  return { name, line, fee };
}

function periodLine(fee: Fee): { from?: string; to?: string } {
  if (fee.subscription === null || !isDated(fee.type)) return {};
  const { from, to } = fee.type === 'charge' ? (fee.shown ?? fee) : fee;
  return { from: isoSecond(from), to: isoSecond(to) };
}

function expectedFee(fee: Fee): NamedFee<Fee> {
  const ofCharge = fee.type === 'charge' ? fee : { filter: null, group: null, trueUp: false, event: null };
  const name = feeName({
    type: fee.type,
    subscription: fee.subscription?.externalId ?? null,
    code: fee.code,
    filter: ofCharge.filter,
    group: ofCharge.group,
    trueUp: ofCharge.trueUp,
    event: ofCharge.event,
  });
  const line: FeeLine = {
    units: fee.units.toString(),
    amount_cents: String(fee.amountCents),
    taxes_amount_cents: String(fee.taxesCents),
    ...(fee.type === 'charge' && !fee.trueUp ? { events_count: fee.eventsCount ?? any } : {}),
    ...periodLine(fee),
  };
  return { name, line, fee };
}

// A group with nothing to pay may be shown or not: its events may all be reversed or not count.
const showsAnEmptyGroup = <T>({ name, line: { units, amount_cents: cents } }: NamedFee<T>) =>
  name.includes(' group ') && units === '0' && cents === '0';

/** Fees in an order that both sides have; repeated names get a number. */
function numbered<T>(all: NamedFee<T>[]): NamedFee<T>[] {
  const table = new Map<string, NamedFee<T>>();
  const fees = all.filter((one) => !showsAnEmptyGroup(one));
  for (const one of fees.sort((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : JSON.stringify(a.line) < JSON.stringify(b.line) ? -1 : 1,
  )) {
    let free = one.name;
    for (let i = 2; table.has(free); i++) free = `${one.name} #${i}`;
    table.set(free, { ...one, name: free });
  }
  return [...table.values()];
}

const tableOf = <T>(all: NamedFee<T>[]): FeeTable =>
  Object.fromEntries(numbered(all).map(({ name, line }) => [name, line]));

export const expectedTable = (fees: Fee[]): FeeTable => tableOf(fees.map(expectedFee));
export const actualTable = (fees: ServiceFee[]): FeeTable => tableOf(fees.map(actualFee));

/** Names of an invoice's fees, each with the fee. */
export const expectedFees = ({ fees }: { fees: Fee[] }): [string, Fee][] =>
  numbered(fees.map(expectedFee)).map(({ name, fee }) => [name, fee]);
export const actualFees = ({ fees }: { fees: ServiceFee[] }): [string, ServiceFee][] =>
  numbered(fees.map(actualFee)).map(({ name, fee }) => [name, fee]);
