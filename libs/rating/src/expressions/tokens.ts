import { ExpressionSyntaxError } from './syntax.js';

export type Token =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'sign'; readonly text: string };

type TokenKind = Token['kind'];

// A word includes its dots, so that `event.properties.gb` is one token.
const PATTERNS: readonly (readonly [TokenKind, RegExp])[] = [
  ['number', /^\d+(?:\.\d+)?/],
  ['text', /^'[^']*'/],
  ['word', /^[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*)*/],
  ['sign', /^[-+*/(),]/],
];

/** Splits an expression; only spaces separate (metering, section 2.6). */
export function tokens(source: string): Token[] {
  const parsedTokens: Token[] = [];
  let rest = source.replace(/^ +/, '');
  while (rest !== '') {
    const token = nextToken(rest);
    parsedTokens.push(token);
    rest = rest.slice(token.text.length).replace(/^ +/, '');
  }
  return parsedTokens;
}

function nextToken(rest: string): Token {
  for (const [kind, pattern] of PATTERNS) {
    const [text] = pattern.exec(rest) ?? [];
    if (text !== undefined) return { kind, text };
  }
  throw new ExpressionSyntaxError(`unexpected character: ${rest.slice(0, 1)}`);
}
