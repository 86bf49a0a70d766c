import { Decimal } from '../decimal.js';
import { ExpressionSyntaxError } from './syntax.js';
import { tokens } from './tokens.js';
import type { Expression, FunctionName, Operator } from './syntax.js';
import type { Token } from './tokens.js';

// More than people write; the limits protect the stack against hostile text.
const MAX_DEPTH = 200;
const MAX_TOKENS = 2_000;

const ARGUMENTS: Readonly<Record<FunctionName, readonly [min: number, max: number]>> = {
  round: [1, 2],
  ceil: [1, 2],
  floor: [1, 2],
  least: [1, Infinity],
  greatest: [1, Infinity],
  concat: [1, Infinity],
};

/** Parses the expression of a billable metric (metering, section 2.6). Throws an ExpressionSyntaxError. */
export function parseExpression(source: string): Expression {
  const list = tokens(source);
  if (list.length > MAX_TOKENS) throw new ExpressionSyntaxError('too long');
  const parser = new Parser(list);
  const expression = parser.sum(0);
  parser.end();
  return expression;
}

/** Is the text an expression? */
export function isExpression(source: string): boolean {
  try {
    parseExpression(source);
    return true;
  } catch (error) {
    if (error instanceof ExpressionSyntaxError) return false;
    throw error;
  }
}

class Parser {
  private position = 0;

  constructor(private readonly list: readonly Token[]) {}

  end(): void {
    const token = this.list[this.position];
    if (token) throw new ExpressionSyntaxError(`unexpected: ${token.text}`);
  }

  sum(depth: number): Expression {
    return this.operations(['+', '-'], () => this.product(depth));
  }

  private product(depth: number): Expression {
    return this.operations(['*', '/'], () => this.factor(depth));
  }

  private operations(operators: readonly Operator[], operand: () => Expression): Expression {
    let left = operand();
    for (;;) {
      const operator = operators.find((sign) => this.takes(sign));
      if (operator === undefined) return left;
      left = { kind: 'operation', operator, left, right: operand() };
    }
  }

  private factor(depth: number): Expression {
    if (depth > MAX_DEPTH) throw new ExpressionSyntaxError('nested too deeply');
    if (this.takes('-')) {
      // One minus before an operand is a sign, two are invalid (catalog, section 2.3).
      if (this.takes('-')) throw new ExpressionSyntaxError('two signs before an operand');
      return { kind: 'negation', operand: this.factor(depth + 1) };
    }
    if (this.takes('(')) {
      const inner = this.sum(depth + 1);
      this.expects(')');
      return inner;
    }
    const token = this.list[this.position++];
    switch (token?.kind) {
      case 'number':
        return { kind: 'number', value: new Decimal(token.text), text: token.text };
      case 'text':
        return { kind: 'text', text: token.text.slice(1, -1) };
      case 'word':
        return this.takes('(') ? this.call(token.text, depth) : attribute(token.text);
      default:
        throw new ExpressionSyntaxError(token ? `unexpected: ${token.text}` : 'unexpected end');
    }
  }

  private call(word: string, depth: number): Expression {
    const name = functionName(word);
    const args: Expression[] = [];
    if (!this.takes(')')) {
      do args.push(this.sum(depth + 1));
      while (this.takes(','));
      this.expects(')');
    }
    const [min, max] = ARGUMENTS[name];
    if (args.length < min || args.length > max) throw new ExpressionSyntaxError(`wrong number of arguments: ${name}`);
    return { kind: 'call', name, args };
  }

  private takes(sign: string): boolean {
    const token = this.list[this.position];
    if (token?.kind !== 'sign' || token.text !== sign) return false;
    this.position += 1;
    return true;
  }

  private expects(sign: string): void {
    if (!this.takes(sign)) throw new ExpressionSyntaxError(`expected: ${sign}`);
  }
}

// All lower, all upper, or capitalized.
function functionName(word: string): FunctionName {
  const lower = word.toLowerCase();
  const capitalized = lower.slice(0, 1).toUpperCase() + lower.slice(1);
  const spelled = word === lower || word === lower.toUpperCase() || word === capitalized;
  if (spelled && isFunction(lower)) return lower;
  throw new ExpressionSyntaxError(`unknown function: ${word}`);
}

function isFunction(name: string): name is FunctionName {
  return Object.hasOwn(ARGUMENTS, name);
}

function attribute(word: string): Expression {
  if (word === 'event.code') return { kind: 'code' };
  if (word === 'event.timestamp') return { kind: 'timestamp' };
  const [, name] = /^event\.properties\.([A-Za-z][A-Za-z0-9_]*)$/.exec(word) ?? [];
  if (name === undefined) throw new ExpressionSyntaxError(`unknown name: ${word}`);
  return { kind: 'property', name };
}
