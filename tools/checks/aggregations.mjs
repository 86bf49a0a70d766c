// An aggregation is one declaration, and one in the statements of the usage store: no other product file names it.
import { checkDeclarations } from './declarations.mjs';

const home = 'libs/rating/src/aggregations/';

export const aggregations = {
  noun: 'aggregation',
  home,
  file: 'aggregation.ts',
  nameOf: (folder) => `${folder}_agg`,
  // A known name that is refused.
  further: ['custom_agg'],
  tables: [
    `${home}registry.ts`,
    'libs/ingestion/src/model/usage-queries/aggregations/statements.ts',
    'apps/console/src/ui/aggregation-texts.ts',
    // Examples for newcomers.
    'apps/console/src/features/start/templates.ts',
  ],
};

export const checkAggregations = () => checkDeclarations(aggregations);
