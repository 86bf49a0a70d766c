import type { ExplanationStep } from '@tollgate/contracts';
import { Decimal, type NewStep, type StepList } from '@tollgate/rating';
import { compare, exactOf, minus, over, plus, rounded, textOf, times, zero, type Exact } from './exact.js';

/** A list of steps, each a closed operation on earlier ones, with exact values. */
export class Steps implements StepList {
  readonly list: ExplanationStep[] = [];
  private readonly values = new Map<string, Exact>();

  /** Adds a step. @returns its reference */
  add({ id, kind, rule, op, args, places, of }: NewStep): string {
    if (this.values.has(id)) throw new Error(`there are two steps ${id}`);
    const value = operate(
      op,
      args.map((argument) => this.valueOf(argument)),
      places ?? 0,
    );
    this.values.set(id, value);
    this.list.push({ id, kind, rule, of: of ?? null, op, args, places: places ?? null, value: textOf(value) });
    return `$${id}`;
  }

  /** The value of an argument. @throws RangeError if it is neither a decimal nor an earlier step */
  valueOf(argument: string): Exact {
    if (!argument.startsWith('$')) return exactOf(argument);
    const value = this.values.get(argument.slice(1));
    if (!value) throw new RangeError(`no step is called ${argument}`);
    return value;
  }

  /** The value of an argument as a decimal; an endless one is rounded. */
  decimalOf(argument: string): Decimal {
    const { numerator, denominator } = this.valueOf(argument);
    return new Decimal(numerator.toString()).div(denominator.toString());
  }

  /** Whether an argument is below another. */
  isBelow(argument: string, other: string): boolean {
    return compare(this.valueOf(argument), this.valueOf(other)) < 0;
  }
}

/** The result of an operation. A rounding of two arguments rounds their quotient. */
function operate(op: NewStep['op'], values: Exact[], places: number): Exact {
  const [first = zero, second] = values;
  switch (op) {
    case 'sum':
      return values.reduce(plus, zero);
    case 'sub':
      return values.slice(1).reduce(minus, first);
    case 'mul':
      return values.slice(1).reduce(times, first);
    case 'div':
      return over(first, second ?? zero);
    case 'min':
      return values.reduce((least, value) => (compare(value, least) < 0 ? value : least), first);
    case 'max':
      return values.reduce((most, value) => (compare(value, most) > 0 ? value : most), first);
    case 'ceil':
    case 'floor':
    case 'round_half_up':
      return rounded(second ? over(first, second) : first, op, places);
  }
}
