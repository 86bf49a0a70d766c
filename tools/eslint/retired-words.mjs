// An ESLint rule: identifiers use the field's words. Replaced words do not come back.

/** Retired words and their replacements. Words of libraries, such as `keepAlive`, are not among them. */
export const retiredWords = {
  anew: 'again',
  announce: 'publish',
  announced: 'published',
  ask: 'request, read',
  asked: 'requested',
  asks: 'requests, reads',
  away: 'unavailable',
  debt: 'pending work; an amount is a debtAmount',
  demand: 'assert, require, request',
  forget: 'evict, delete, discard',
  forgets: 'evicts, deletes',
  forgotten: 'evicted, deleted',
  given: 'raw, or the noun',
  got: 'actual, received',
  hear: 'receive',
  heard: 'received',
  hears: 'receives',
  keeping: 'storing',
  kept: 'stored, cached, retained',
  look: 'evaluate, poll, compute',
  looked: 'evaluated, polled, computed',
  looks: 'evaluations',
  loose: 'uninvoiced',
  nobody: 'the noun: what is missing',
  owe: 'enqueue, mark stale',
  owed: 'pending, due, stale; an amount is owedCents',
  owes: 'enqueues',
  owing: 'pending, due',
  said: 'requested',
  somebody: 'the noun: who it is',
  sweep: 'reconcile',
  swept: 'reconciled',
  tell: 'publish, report',
  tells: 'publishes, reports',
  tidy: 'normalize',
  told: 'published, reported',
  turn: 'run, order, clock step',
  turns: 'runs, orders',
  want: 'request, expect, need',
  wanted: 'requested, needed',
  wants: 'requests, expects, needs',
};

/** Words that mean money alone. In names of amounts they are the field's words. */
const moneyWords = new Set(['debt', 'owe', 'owed', 'owes', 'owing']);
const amountWords = new Set(['amount', 'amounts', 'cents']);

/** The words of a name in camel case or snake case, in small letters. */
export const wordsOf = (name) => name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)?.map((word) => word.toLowerCase()) ?? [];

/** The first retired word of a name; undefined if it has none. "Look up" is a separate verb. */
export function retiredWordIn(name) {
  const words = wordsOf(name);
  const isAmount = words.some((word) => amountWords.has(word));
  return words.find(
    (word, place) =>
      Object.hasOwn(retiredWords, word) &&
      !(word.startsWith('look') && /^up/.test(words[place + 1] ?? '')) &&
      !(isAmount && moneyWords.has(word)),
  );
}

const declared = [
  'VariableDeclarator > Identifier.id',
  'VariableDeclarator > ArrayPattern > Identifier',
  'ObjectPattern > Property > Identifier.value',
  'ObjectPattern > Property > AssignmentPattern.value > Identifier.left',
  ':function > Identifier.params',
  ':function > AssignmentPattern.params > Identifier.left',
  'FunctionDeclaration > Identifier.id',
  'ClassDeclaration > Identifier.id',
  'TSInterfaceDeclaration > Identifier.id',
  'TSTypeAliasDeclaration > Identifier.id',
  'MethodDefinition > Identifier.key',
  'PropertyDefinition > Identifier.key',
  'TSMethodSignature > Identifier.key',
  'TSParameterProperty > Identifier.parameter',
].join(', ');

export const retired = {
  meta: { type: 'suggestion', schema: [], messages: { retired: '"{{name}}": say {{instead}}' } },
  create: (context) => ({
    [declared]: (node) => {
      const word = retiredWordIn(node.name);
      if (word) context.report({ node, messageId: 'retired', data: { name: node.name, instead: retiredWords[word] } });
    },
  }),
};
