// Counts the events behind a fee again, and compares the result with the units that its explanation starts from.
import { add, isLess, isSame, multiply, type Rational, rational, round, subtract } from './rational.ts';
import { computeSteps, type Step, textOf } from './steps.ts';

/** An event in the list of a fee. */
export interface ListedEvent {
  transaction_id: string;
  /** ISO 8601 with microseconds. */
  timestamp: string;
  properties: Record<string, unknown>;
  status: string;
  reason: string | null;
  added: string | null;
}

/** The list of a fee, all pages together. */
export interface ListedEvents {
  events: ListedEvent[];
  status_counts: Record<string, number>;
  added: string;
}

/** The explanation of a fee of usage: what its units follow from. */
export interface CountedExplanation {
  prorated: boolean;
  metric: {
    aggregation_type: string;
    field_name: string | null;
    rounding_function: string | null;
    rounding_precision: number | null;
  };
  filters: Record<string, string[]> | null;
  grouped_by: Record<string, string | null>;
  rated_at: string;
  usage_to_datetime: string;
  steps: Step[];
}

type Metric = CountedExplanation['metric'];

const zero: Rational = [0n, 1n];
const one: Rational = [1n, 1n];
const wildcard = '__ALL_FILTER_VALUES__';
const decimal = /^-?\d+(\.\d+)?$/;
/** The most digits before and after the point that an event can count for. */
const digits = { whole: 46, fraction: 30 };

/** The text by which a property is compared (metering, section 6.1); null without one. */
function textOfProperty(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') return JSON.stringify(value);
  return value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });
}

const fieldOf = ({ field_name: name }: Metric, { properties }: ListedEvent): string | null =>
  name === null ? null : textOfProperty(properties[name]);

function numberOf(text: string | null): Rational | null {
  if (text === null || !decimal.test(text)) return null;
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  return whole.length > digits.whole || fraction.length > digits.fraction ? null : rational(text);
}

const readsNumber = ({ aggregation_type: type }: Metric): boolean => !['count_agg', 'unique_count_agg'].includes(type);

function isInFilter({ filters }: CountedExplanation, { properties }: ListedEvent): boolean {
  return Object.entries(filters ?? {}).every(([key, values]) => {
    const text = textOfProperty(properties[key]);
    return text !== null && (values.includes(wildcard) || values.includes(text));
  });
}

const isInGroup = ({ grouped_by: groups }: CountedExplanation, { properties }: ListedEvent): boolean =>
  Object.entries(groups).every(([key, value]) => (textOfProperty(properties[key]) || null) === value);

/** Whether the list has put an event where the rules put it, as far as its properties show it (metering, sections 3.1 and 6). */
function placeFault(explanation: CountedExplanation, event: ListedEvent): string | null {
  const { metric } = explanation;
  const isUsable = !readsNumber(metric) || numberOf(fieldOf(metric, event)) !== null;
  const isIn = isInFilter(explanation, event) && isInGroup(explanation, event);
  switch (event.reason) {
    case 'other_group':
      return isInGroup(explanation, event) ? 'is in the group' : null;
    case 'field_missing':
    case 'field_not_a_number':
      return isUsable ? 'has a number' : null;
    case 'other_filter':
    case 'voided':
    case 'after_rating':
      return null;
    default:
      return isIn && isUsable ? null : 'does not belong to the fee';
  }
}

/** The units that each event adds, one after another (metering, section 4). */
function effectsOf(metric: Metric, events: ListedEvent[]): Rational[] {
  const numbers = events.map((event) => numberOf(fieldOf(metric, event)) ?? zero);
  const only = (holder: number, value: Rational) => events.map((_, place) => (place === holder ? value : zero));
  switch (metric.aggregation_type) {
    case 'count_agg':
      return events.map(() => one);
    case 'sum_agg':
    case 'weighted_sum_agg':
      return numbers;
    case 'max_agg': {
      const holder = numbers.reduce((best, value, place) => (isLess(numbers[best] ?? zero, value) ? place : best), 0);
      return only(holder, numbers[holder] ?? zero);
    }
    case 'latest_agg': {
      const last = numbers.at(-1) ?? zero;
      return only(numbers.length - 1, isLess(last, zero) ? zero : last);
    }
    case 'unique_count_agg': {
      const present = new Set<string | null>();
      return events.map((event) => {
        const value = fieldOf(metric, event);
        const isRemoval = event.properties['operation_type'] === 'remove';
        const changes = isRemoval === present.has(value);
        if (isRemoval) present.delete(value);
        else present.add(value);
        return !changes ? zero : isRemoval ? subtract(zero, one) : one;
      });
    }
    default:
      throw new Error(`no rule for ${metric.aggregation_type}`);
  }
}

const sum = (values: Rational[]): Rational => values.reduce(add, zero);

/** Microseconds since 1970 of a timestamp with six decimals. */
function microsecondsOf(timestamp: string): bigint {
  const [seconds = '', fraction = ''] = timestamp.replace('Z', '').split('.');
  return BigInt(Date.parse(`${seconds}Z`)) * 1000n + BigInt(fraction.padEnd(6, '0'));
}

/** Values times the remaining microseconds, for an end of the period (metering, section 4.3). */
const heldUntil = (end: bigint, events: ListedEvent[], values: Rational[]): Rational =>
  sum(
    events.map((event, place) => {
      const left = end - microsecondsOf(event.timestamp);
      return multiply(values[place] ?? zero, [left > 0n ? left : 0n, 1n]);
    }),
  );

/**
 * The faults of the list of events behind a fee.
 * @param units of the fee, decimal text: all units, without proration
 */
export function faultsOfEvents(units: string, explanation: CountedExplanation, listed: ListedEvents): string[] {
  const { metric, prorated, steps } = explanation;
  const { events } = listed;
  const faults = events.flatMap((event) => {
    const fault = placeFault(explanation, event);
    return fault === null ? [] : [`event ${event.transaction_id} (${event.reason ?? event.status}) ${fault}`];
  });
  events.slice(1).forEach((event, place) => {
    if (event.timestamp < (events[place]?.timestamp ?? ''))
      faults.push(`event ${event.transaction_id} is out of order`);
  });
  for (const [status, count] of Object.entries(listed.status_counts)) {
    const found = events.filter((event) => event.status === status).length;
    if (found !== count) faults.push(`${found} events are ${status}, not ${count}`);
  }
  const taken = events.filter(({ status }) => status === 'counted' || status === 'without_effect');
  const effects = effectsOf(metric, taken);
  taken.forEach(({ transaction_id: id, added }, place) => {
    const effect = effects[place] ?? zero;
    if (added === null || !isSame(effect, rational(added)))
      faults.push(`event ${id} adds ${textOf(effect)}, not ${added}`);
  });
  const total = sum(effects);
  if (!isSame(total, rational(listed.added))) faults.push(`the events add ${textOf(total)}, not ${listed.added}`);
  if (metric.aggregation_type === 'weighted_sum_agg') faults.push(...heldFaults(explanation, taken, effects));
  else if (prorated) faults.push(...fullFaults(units, explanation, total));
  else faults.push(...unitFaults(steps, total));
  return faults;
}

/** Compares the total with the step that the units start from. */
function unitFaults(steps: Step[], total: Rational): string[] {
  const { values } = computeSteps(steps);
  const id = values.has('unrounded_units') ? 'unrounded_units' : 'units';
  const value = values.get(id);
  return value && isSame(value, total)
    ? []
    : [`${textOf(total)} units counted, step ${id} has ${value && textOf(value)}`];
}

/** Compares the total with the quantity of the fee, which is that without proration; a negative one is nothing. */
function fullFaults(units: string, { metric, steps }: CountedExplanation, total: Rational): string[] {
  const directions = { round: 'round_half_up', ceil: 'ceil', floor: 'floor' } as const;
  const direction = directions[metric.rounding_function as keyof typeof directions];
  const full = direction ? round(total, direction, metric.rounding_precision ?? 0) : total;
  const isNothing = isLess(full, zero) || steps.some(({ kind }) => kind === 'negative');
  return isSame(isNothing ? zero : full, rational(units))
    ? []
    : [`${textOf(full)} units counted, the fee has ${units}`];
}

/** Compares what the events hold with that of the steps. The shown end of the period lacks its fraction of a second. */
function heldFaults({ steps, usage_to_datetime: to }: CountedExplanation, events: ListedEvent[], values: Rational[]) {
  const stated = steps.find(({ id }) => id === 'held_level')?.args[1];
  const shown = BigInt(Date.parse(to)) * 1000n;
  const possible = [shown, shown + 1_000_000n].map((end) => heldUntil(end, events, values));
  if (stated !== undefined && possible.some((held) => isSame(held, rational(stated)))) return [];
  return [`the events hold ${possible.map(textOf).join(' or ')} over time, not ${stated}`];
}
