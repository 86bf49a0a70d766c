// The build and the browser read the index by the same options.

const weights = { heading: 6, page: 4, text: 1 };
/** Guides come before rules, and both before single calls, decisions and old changes. */
const weightsOfAddresses = [
  [/^docs\/start\//, 2],
  [/^docs\/(concepts|operate)\//, 1.5],
  [/^docs\/(api#|changelog|decisions|concepts\/export-columns)/, 0.6],
];
const weightOf = (_id, _term, { address }) => weightsOfAddresses.find(([pattern]) => pattern.test(address))?.[1] ?? 1;

export const options = {
  fields: ['heading', 'page', 'text'],
  storeFields: ['address', 'page', 'heading', 'excerpt'],
  searchOptions: {
    boost: weights,
    boostDocument: weightOf,
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : 0),
    combineWith: 'AND',
  },
};
