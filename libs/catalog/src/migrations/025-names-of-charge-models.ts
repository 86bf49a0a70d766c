import type { SchemaMigration } from '@tollgate/platform';

/**
 * The names of charge models are in the registry of `@tollgate/rating`, and every request is checked against it. So the
 * tables only check the form of a name, and a new model needs no migration. Stored names passed a stricter check, which
 * is why the rows are not read again.
 */
export const namesOfChargeModels: SchemaMigration = {
  name: '052_names_of_charge_models',
  sql: `
    alter table catalog.charges drop constraint charges_charge_model_check,
      add constraint charges_charge_model_check check (charge_model ~ '^[a-z]+(_[a-z]+)*$') not valid;
    alter table catalog.fixed_charges drop constraint fixed_charges_charge_model_check,
      add constraint fixed_charges_charge_model_check check (charge_model ~ '^[a-z]+(_[a-z]+)*$') not valid;`,
};
