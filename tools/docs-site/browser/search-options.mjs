// The build and the browser read the index by the same options.

const weights = { heading: 6, page: 4, text: 1 };

export const options = {
  fields: ['heading', 'page', 'text'],
  storeFields: ['address', 'page', 'heading', 'excerpt'],
  searchOptions: { boost: weights, prefix: true, fuzzy: (term) => (term.length > 4 ? 0.2 : 0), combineWith: 'AND' },
};
