import { Decimal, ceilTo, decimalText, floorTo, roundHalfUp } from '../decimal.js';
import { propertyText } from '../filters/property-text.js';
import { ExpressionEvaluationError } from './syntax.js';
import type { Expression, FunctionName, Operator } from './syntax.js';

/** The event that an expression reads. */
export interface ExpressionEvent {
  readonly code: string;
  /** Unix seconds; a fraction is truncated. */
  readonly timestamp: Decimal;
  readonly properties: Readonly<Record<string, unknown>>;
}

// A number retains its original text, for concat.
interface Value {
  readonly number: Decimal | null;
  readonly text: string;
}

/** Value of an expression for an event: a decimal or a text (metering, section 2.6). Throws an ExpressionEvaluationError. */
export function evaluateExpression(expression: Expression, event: ExpressionEvent): Decimal | string {
  const { number, text } = valueOf(expression, event);
  return number ?? text;
}

/** The value as text for the event's property: decimals with at least one decimal place. */
export function expressionResultText(value: Decimal | string): string {
  return typeof value === 'string' ? value : decimalText(value);
}

const NUMERIC = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,2})?$/;

// Far beyond any quantity or price; larger numbers would only cost time and memory.
const MAX_DIGITS = 50;
const MAX_TEXT = 10_000;

function numberValue(number: Decimal): Value {
  return bounded(number, () => number.toFixed());
}

/** A number of up to fifty digits before and after its point; its text is computed on demand. */
function bounded(number: Decimal, text: () => string): Value {
  if (number.e >= MAX_DIGITS) throw new ExpressionEvaluationError('Number out of range');
  const representable = number.e < -MAX_DIGITS ? new Decimal(0) : number;
  return {
    number: representable,
    get text() {
      return text();
    },
  };
}

function textValue(text: string): Value {
  if (text.length > MAX_TEXT) throw new ExpressionEvaluationError('Text too long');
  return { number: null, text };
}

function valueOf(expression: Expression, event: ExpressionEvent): Value {
  switch (expression.kind) {
    case 'number':
      return bounded(expression.value, () => expression.text);
    case 'text':
      return { number: null, text: expression.text };
    case 'code':
      return { number: null, text: event.code };
    case 'timestamp':
      return numberValue(event.timestamp.floor());
    case 'property':
      return property(expression.name, event);
    case 'negation':
      return numberValue(decimalOf(expression.operand, event).neg());
    case 'operation':
      return numberValue(
        calculated(expression.operator, decimalOf(expression.left, event), decimalOf(expression.right, event)),
      );
    case 'call':
      return called(expression.name, expression.args, event);
  }
}

function property(name: string, { properties }: ExpressionEvent): Value {
  const text = Object.hasOwn(properties, name) ? propertyText(properties[name]) : null;
  if (text === null) throw new ExpressionEvaluationError(`Variable: ${name} not found`);
  return text.length <= MAX_TEXT && NUMERIC.test(text) ? bounded(new Decimal(text), () => text) : textValue(text);
}

function decimalOf(expression: Expression, event: ExpressionEvent): Decimal {
  const { number } = valueOf(expression, event);
  if (number === null) throw new ExpressionEvaluationError('Expected a decimal');
  return number;
}

function calculated(operator: Operator, left: Decimal, right: Decimal): Decimal {
  switch (operator) {
    case '+':
      return left.plus(right);
    case '-':
      return left.minus(right);
    case '*':
      return left.times(right);
    case '/':
      if (right.isZero()) throw new ExpressionEvaluationError('Division by zero');
      return left.div(right);
  }
}

const ROUNDINGS = { round: roundHalfUp, ceil: ceilTo, floor: floorTo } as const;

// More places than any amount has; a larger exponent would only cost time.
const MAX_PLACES = 30;

function places(expression: Expression | undefined, event: ExpressionEvent): number {
  const places = expression ? decimalOf(expression, event).trunc() : new Decimal(0);
  return Decimal.max(Decimal.min(places, MAX_PLACES), -MAX_PLACES).toNumber();
}

function called(name: FunctionName, args: readonly Expression[], event: ExpressionEvent): Value {
  if (name === 'concat') return textValue(args.map((arg) => valueOf(arg, event).text).join(''));
  const numbers = (): Decimal[] => args.map((arg) => decimalOf(arg, event));
  if (name === 'least') return numberValue(Decimal.min(...numbers()));
  if (name === 'greatest') return numberValue(Decimal.max(...numbers()));
  const [value] = args;
  if (!value) throw new ExpressionEvaluationError('Expected a decimal');
  return numberValue(ROUNDINGS[name](decimalOf(value, event), places(args[1], event)));
}
