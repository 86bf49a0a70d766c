// Words of a private dialect that the field does not speak, each with its replacement. Identifiers have a list of their
// own (tools/eslint/retired-words.mjs). Patterns leave out right English: "look up", "on demand", "half away from zero".

const be = '(?:is|are|was|were|be|been|being)';

/** @type {[words: string, instead: string][]} patterns of whole words */
const entries = [
  ['anew', 'say "again"'],
  ['somebody|anybody|everybody|whoever|whomever', 'name who it is: a caller, an admin, a process'],
  ['nobody', 'name who or what is missing: no caller, no row'],
  ['ask|asks|asked|asking', 'say "request", "read" or "call", with an actor'],
  ['tell|tells|told|telling', 'say "report", "publish", "state" or "show", with an actor'],
  ['said', 'say "requested" or "stated", with an actor'],
  ['hears?|heard', 'say "receive"'],
  ['announc(?:es?|ed|ing)', 'say "publish" or "report"'],
  ['in turns?|by turns|(?:takes?|took|taking) turns', 'say "one after another", "in order" or "alternately"'],
  ['(?:a|its|their|each|one|this|that) turn(?! of the event loop)', 'say "run", "place" or "tick"'],
  [`${be} others?`, 'name the change: "the taxes changed"'],
  [`${be} away(?! from)|away or`, 'say "unavailable"'],
  ['sweeps?|swept|sweeping', 'say "reconcile", "reconciler"'],
  [`forgets|${be} forgotten`, 'say "evict", "delete" or "discard"'],
  ['kept|keeping', 'say "stored", "cached" or "retained"'],
  [`${be} given(?! up)`, 'say "sent", "assigned" or "granted", with an actor'],
  ['looks at|looked (?:at|for|after)', 'say "evaluate", "read", "search" or "process"'],
  ['got', 'say "received"'],
  ['loose', 'say "uninvoiced" or "separate"'],
  ['wants|wanted', 'say "request", "expect" or "need"'],
  ['(?<!on )demands?|demanded', 'say "require" or "request"'],
  ['mend|mends|mended|mending', 'say "fix", "repair" or "correct"'],
  ['of whom|of what', 'say whose it is, or make a sentence of its own'],
  [`goes by|go by|went by`, 'say "depend on", "follow" or "use"'],
  ['(?:stands?|stood) (?:in|on|by|at)', 'say "is" or "are", or name the actor'],
  ['the (?:version|release) before(?! (?:it|this|that)\\b)', 'say "the previous version" or "release"'],
  ['as good as|the like|or so', 'be exact'],
];

/** Words that comments may use, but no text of a page, an error, a log or the interface (docs/contribute/voice.md). */
const faceEntries = [
  ['stands? here', 'say what is missing and what to do: "No invoices yet. …"'],
  ['(?<!\\bat )least(?!\\()|greatest(?!\\()', 'say "minimum" or "maximum"'],
  ['what is left|is left (?:of|to|on)', 'say "remaining"'],
  ['or no longer', 'say "deleted" or "expired"'],
  ['noted on', 'say "metadata"'],
  ['given back|gives? back|pays? back|paid back', 'say "refunded" or "returned"'],
  ['no(?:body|thing) fits|fits these', 'say "match"'],
  ['too much to do', 'say "overloaded"'],
  ['at the same work', 'name the call that works on it'],
  ['older clients read', 'say "for older clients"'],
];

const patternsOf = (list) =>
  list.map(([words, instead]) => ({ pattern: new RegExp(`\\b(?:${words})\\b`, 'gi'), instead }));

/** `{ pattern, instead }` each. */
export const faceDialect = patternsOf(faceEntries);
/** `{ pattern, instead }` each. */
export const dialect = [
  ...patternsOf(entries),
  { pattern: /^Beside\b/g, instead: 'say "In addition to" or "Next to"' },
];
