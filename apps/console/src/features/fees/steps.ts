import type { components } from '../../api/schema.js';
import { dateText } from '../../frame/dates.js';
import { decimalText } from '../../ui/money.js';
import { stepTexts, type StepUnit } from './texts.js';
import type { MessageDescriptor } from '@lingui/core';

export type Step = components['schemas']['ExplanationStep'];

/** A step as a sentence. */
export interface StepLine {
  id: string;
  /** The usage that it prices, for the fee of an event. */
  side: 'with' | 'without' | null;
  sentence: MessageDescriptor;
  /** The operation with its numbers; null for one that the sentence states. */
  calculation: string | null;
  value: string;
  unit: StepUnit;
}

const symbols: Partial<Record<Step['op'], string>> = { sum: ' + ', sub: ' − ', mul: ' × ', div: ' ÷ ' };
/** Longer operations are not written out. */
const mostArguments = 8;
const whole = /^-?\d+$/;

/**
 * The lines that explain a fee, from the steps of its explanation. Nothing is computed: numbers are those of steps.
 * @param language of the page
 */
export function linesOf(steps: readonly Step[], language: string): StepLine[] {
  const values = new Map(steps.map(({ id, value }) => [`$${id}`, value]));
  return steps.flatMap((step) => {
    const text = stepTexts[step.kind];
    // A quotient without end, and minor units with a fraction, are rounded by a later step.
    if (!text || step.value === null || (text.unit === 'cents' && !whole.test(step.value))) return [];
    if (isWithoutEffect(step, values)) return [];
    const args = step.args.map((argument) => {
      const value = argument.startsWith('$') ? (values.get(argument) ?? null) : argument;
      return value === null ? null : decimalText(value, language);
    });
    const line: StepLine = {
      id: step.id,
      side: step.id.startsWith('without_') ? 'without' : step.id.startsWith('with_') ? 'with' : null,
      sentence: text.sentence(
        args.map((text) => text ?? '…'),
        subjectOf(step, language),
      ),
      calculation: text.unit === 'cents' || text.unit === 'precise_cents' ? null : calculationOf(step, args),
      value: step.value,
      unit: text.unit,
    };
    return [line];
  });
}

/** Whether a step takes nothing away, such as free units of a charge without any. */
function isWithoutEffect({ op, args, value }: Step, values: ReadonlyMap<string, string | null>): boolean {
  const [from, taken] = args.map((argument) => (argument.startsWith('$') ? values.get(argument) : argument));
  return op === 'sub' && args.length === 2 && taken === '0' && from === value;
}

const day = /^\d{4}-\d\d-\d\d/;
const range = /^(-?\d+)\.\.(-?\d*)$/;

/** The subject of a step: a day, or a range of units, in the language of the page. */
function subjectOf({ of }: Step, language: string): string {
  if (of === null) return '';
  if (day.test(of)) return dateText(of, language);
  const [, from, to] = range.exec(of) ?? [];
  if (from === undefined) return of;
  return `${decimalText(from, language)}–${to ? decimalText(to, language) : '∞'}`;
}

function calculationOf({ op }: Step, args: readonly (string | null)[]): string | null {
  const symbol = symbols[op] ?? (args.length > 1 && !['min', 'max'].includes(op) ? symbols.div : undefined);
  if (symbol === undefined || args.length < 2 || args.length > mostArguments || args.includes(null)) return null;
  return args.join(symbol);
}
