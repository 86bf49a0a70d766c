// Rules of textlint for the project's English. Each reads sentences of paragraphs: headings, tables and code have none.
import { dialect, faceDialect } from './dialect.mjs';
import { sentencesOf, wordsOf } from './sentences.mjs';

export const maxWords = 25;

/** Findings `{ at, message }` in a sentence that is too long. */
export function longSentence(sentence) {
  const words = wordsOf(sentence).length;
  return words > maxWords
    ? [{ at: 0, message: `${words} words; a sentence has one idea and at most ${maxWords}` }]
    : [];
}

const wordsIn = (list, sentence) =>
  list.flatMap(({ pattern, instead }) =>
    [...sentence.matchAll(pattern)].map(({ 0: words, index }) => ({
      at: index,
      message: `"${words.replace(/\s+/g, ' ')}": ${instead}`,
    })),
  );

/** Findings `{ at, message }`: words of the private dialect. */
export const dialectWords = (sentence) => wordsIn(dialect, sentence);

/** The same in a text of a page, an error, a log or the interface, which refuses more words. */
export const faceWords = (text) => wordsIn([...dialect, ...faceDialect], text);

const clauseFirst = /^["'“(]*(?:What|Which|Who|Whose|Whom|(?:Of|By|From|For) (?:what|which|whom|whose))\b/;

/** A finding in a sentence whose subject is a clause without an actor: "What is read again is …". Questions are fine. */
export const hiddenActor = (sentence) =>
  clauseFirst.test(sentence) && !/\?["'”)]*$/.test(sentence)
    ? [{ at: 0, message: 'Begins with a clause instead of an actor: name the thing, or who does what to it' }]
    : [];

/** A rule of textlint from a function that returns the findings in a sentence. */
const ruleOf = (findingsIn) => (context) => ({
  [context.Syntax.Paragraph](node) {
    for (const { text, placeOf } of sentencesOf(node, context.getSource())) {
      for (const { at, message } of findingsIn(text)) {
        const start = placeOf(at) - node.range[0];
        context.report(node, new context.RuleError(message, { padding: context.locator.range([start, start + 1]) }));
      }
    }
  },
});

export const rules = [
  { ruleId: 'sentence-length', rule: ruleOf(longSentence) },
  { ruleId: 'dialect', rule: ruleOf(dialectWords) },
  { ruleId: 'hidden-actor', rule: ruleOf(hiddenActor) },
];
