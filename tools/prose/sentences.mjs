// The sentences of a paragraph, with the places of their characters in the source.

/** Stands for inline code in a sentence. */
export const code = '\uFFFC';

const abbreviation = /(?:\b(?:e\.g|i\.e|vs|cf|etc|approx|no)|^\d+)\.$/i;
const end = /[.!?]+["'”’)\]]*(?=\s+["'“‘([]*[\p{Lu}\p{N}\uFFFC])/gu;
const address = /\bhttps?:\/\/\S+/g;
const citation = /\((?:[\w, ]+, )?sections? [\d.]+[^()]*\)/g;

/** The text of a paragraph; code becomes one character. */
function flatten(node, source) {
  let text = '';
  const places = [];
  const add = (piece, place, step) => {
    for (let at = 0; at < piece.length; at++) places.push(place + at * step);
    text += piece;
  };
  const visit = ({ type, range, children }) => {
    if (type === 'Str') add(source.slice(range[0], range[1]), range[0], 1);
    else if (type === 'Code') {
      if (!text.endsWith(code)) add(code, range[0], 0);
    } else if (type === 'Break') add(' ', range[0], 0);
    else if (type !== 'Html' && type !== 'Image') children?.forEach(visit);
  };
  visit(node);
  return { text, places };
}

const blank = (text, pattern) => text.replace(pattern, (found) => ' '.repeat(found.length));

/**
 * @param paragraph a node of a TxtAST
 * @param source the text of its document
 * @returns `{ text, placeOf }` each: `placeOf` gives a character's offset in the source. Addresses and citations of the
 * reference are blank, inline code is one character
 */
export function sentencesOf(paragraph, source) {
  const { text: raw, places } = flatten(paragraph, source);
  const text = blank(blank(raw, address), citation);
  const bounds = [0];
  for (const found of text.matchAll(end)) {
    const upTo = found.index + found[0].length;
    if (!abbreviation.test(text.slice(bounds.at(-1), found.index + 1).trimStart())) bounds.push(upTo);
  }
  return bounds
    .map((start, place) => {
      const whole = text.slice(start, bounds[place + 1]);
      const begin = start + whole.length - whole.trimStart().length;
      return { text: whole.trim(), placeOf: (at) => places[begin + at] };
    })
    .filter((sentence) => sentence.text !== '');
}

const listOfCode = /\uFFFC(?:(?:,|,? (?:and|or|to)|\/)\s*\uFFFC)+/g;

/** Words of a sentence. A list of code counts as one word, and code after a colon not at all. */
export function wordsOf(sentence) {
  const colon = sentence.search(/:\s/);
  const counted = colon < 0 ? sentence : sentence.slice(0, colon) + sentence.slice(colon).replaceAll(code, '');
  return counted
    .replace(listOfCode, code)
    .split(/[\s–—]+/)
    .filter((word) => /[\p{L}\p{N}\uFFFC]/u.test(word));
}
