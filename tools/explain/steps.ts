// Computes the steps of an explanation again.
import {
  add,
  type Direction,
  divide,
  isFinite,
  isLess,
  isSame,
  multiply,
  type Rational,
  rational,
  round,
  subtract,
} from './rational.ts';

export interface Step {
  id: string;
  op: string;
  args: string[];
  places: number | null;
  value: string | null;
  of: string | null;
  kind: string;
}

const nothing: Rational = [0n, 1n];

function compute(op: string, values: Rational[], places: number | null): Rational {
  const [first = nothing, ...others] = values;
  switch (op) {
    case 'sum':
      return others.reduce(add, first);
    case 'sub':
      return others.reduce(subtract, first);
    case 'mul':
      return others.reduce(multiply, first);
    case 'div':
      if (others.length !== 1) throw new Error('a division has two arguments');
      return divide(first, others[0] as Rational);
    case 'min':
      return others.reduce((least, value) => (isLess(value, least) ? value : least), first);
    case 'max':
      return others.reduce((most, value) => (isLess(most, value) ? value : most), first);
    case 'ceil':
    case 'floor':
    case 'round_half_up':
      if (places === null) throw new Error('a rounding names its places');
      return round(others[0] ? divide(first, others[0]) : first, op satisfies Direction, places);
    default:
      throw new Error(`the operation ${op} is unknown`);
  }
}

/** The computed values of steps by their names, and what is wrong with the steps. */
export interface Computed {
  values: Map<string, Rational>;
  faults: string[];
}

/** Computes each step from the computed values of earlier ones, and compares its stated value. */
export function computeSteps(steps: Step[]): Computed {
  const values = new Map<string, Rational>();
  const faults: string[] = [];
  const valueOf = (argument: string): Rational => {
    if (!argument.startsWith('$')) return rational(argument);
    const value = values.get(argument.slice(1));
    if (!value) throw new Error(`no step before is called ${argument}`);
    return value;
  };
  for (const { id, op, args, places, value: stated } of steps) {
    if (values.has(id)) faults.push(`step ${id} stands twice`);
    try {
      const value = compute(op, args.map(valueOf), places);
      values.set(id, value);
      if (stated === null ? isFinite(value) : !isSame(rational(stated), value))
        faults.push(`step ${id} states ${stated}, not ${textOf(value)}`);
    } catch (error) {
      faults.push(`step ${id}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { values, faults };
}

/** The value as text: a whole number, or a fraction. */
export const textOf = ([numerator, denominator]: Rational): string =>
  denominator === 1n ? String(numerator) : `${numerator}/${denominator}`;
