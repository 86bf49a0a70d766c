import type { Decimal } from '../decimal.js';

export type FunctionName = 'round' | 'ceil' | 'floor' | 'least' | 'greatest' | 'concat';
export type Operator = '+' | '-' | '*' | '/';

/** A parsed expression of a billable metric. */
export type Expression =
  | { readonly kind: 'number'; readonly value: Decimal; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code' }
  | { readonly kind: 'timestamp' }
  | { readonly kind: 'property'; readonly name: string }
  | { readonly kind: 'negation'; readonly operand: Expression }
  | { readonly kind: 'operation'; readonly operator: Operator; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly args: readonly Expression[] };

/** The text is not a valid expression. */
export class ExpressionSyntaxError extends Error {
  override readonly name = 'ExpressionSyntaxError';
}

/** The expression has no value for an event; callers see the message as the reason. */
export class ExpressionEvaluationError extends Error {
  override readonly name = 'ExpressionEvaluationError';
}
