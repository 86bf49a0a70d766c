import type { SchemaMigration } from '@tollgate/platform';

/** Whether calls of a sandbox may have fields and parameters that no contract knows (catalog, section 1.4). */
export const unknownParameters: SchemaMigration = {
  name: '019_unknown_parameters',
  sql: `
    alter table identity.organizations add column unknown_parameters text not null default 'ignore'
      check (unknown_parameters = 'ignore' or unknown_parameters = 'refuse' and sandbox)`,
};
