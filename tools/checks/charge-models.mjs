// A charge model is one declaration: no product file outside its folder names it or one of its own fields.
import { checkDeclarations } from './declarations.mjs';

const home = 'libs/rating/src/charge-models/';

/** Words that coupons share with a model: they take off a percentage or a fixed amount. */
const shared = { name: 'percentage', field: 'fixed_amount' };

const schemaField = /\b([a-z]+(?:_[a-z]+)+): (?:z\.|amount\b|rate\b|described\(|[a-zA-Z]+\(\))/g;

/** The fields that one model alone declares. @param sources pairs of path and text of the folder of the models */
export function ownFields(sources) {
  const places = new Map();
  for (const [path, text] of sources) {
    const place = path.slice(home.length).split('/')[0];
    for (const [, field] of text.matchAll(schemaField)) places.set(field, (places.get(field) ?? new Set()).add(place));
  }
  return [...places].flatMap(([field, found]) =>
    found.size === 1 && ![...found][0].endsWith('.ts') && field !== shared.field ? [field] : [],
  );
}

export const chargeModels = {
  noun: 'charge model',
  home,
  file: 'model.ts',
  nameOf: (folder) => folder,
  tables: [
    `${home}registry.ts`,
    'apps/console/src/ui/charge-model-texts.ts',
    'apps/console/src/features/plans/charge-models/',
  ],
  ownFields,
  isOther: (word, text) => word === shared.name && new RegExp(`coupon|'${shared.field}'`, 'i').test(text),
};

export const checkChargeModels = () => checkDeclarations(chargeModels);
