import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import type { Act, Creation } from '../../acts/act.js';
import { currencyField } from '../../acts/currency-field.js';
import { actOf, type SectionCall } from '../settings/issuer/section.js';
import type { Change, Entity } from './entity.js';
import { entitySections } from './sections.js';

type Create = components['schemas']['BillingEntityCreate'];

/** Creates a billing entity. */
export const createBillingEntity: Creation = {
  isCreation: true,
  call: 'POST /billing_entities',
  permission: 'billing_entities:create',
  label: msg`Create a billing entity`,
  Summary: () => (
    <Trans>It issues invoices under its own name, numbers and taxes. Customers choose it; it cannot be deleted.</Trans>
  ),
  fieldsOf: () => [
    { kind: 'text', name: 'name', label: msg`Name` },
    { kind: 'code', name: 'code', label: msg`Code`, from: 'name' },
    { kind: 'text', name: 'legal_name', label: msg`Legal name`, isOptional: true },
    { kind: 'text', name: 'country', label: msg`Country`, hint: msg`Two letters, such as FR`, isOptional: true },
    currencyField('default_currency', ''),
    { kind: 'text', name: 'timezone', label: msg`Time zone`, hint: msg`Such as Europe/Paris`, initial: 'UTC' },
  ],
  send: async ({ headers }, _, { name = '', code = '', legal_name, country, default_currency = '', timezone }) => {
    const billing_entity: Create = {
      name,
      code,
      default_currency: default_currency.toUpperCase() as Create['default_currency'],
      timezone: timezone as Create['timezone'],
      ...(legal_name ? { legal_name } : {}),
      ...(country ? { country: country.toUpperCase() as Create['country'] } : {}),
    };
    await answerOf(api.POST('/billing_entities', { headers, body: { billing_entity } }));
    return { goTo: { kind: 'billingEntity', id: code } };
  },
  done: msg`The billing entity is created.`,
};

/** Changes one section of a billing entity. */
export const sectionCall: SectionCall<Entity, Change> = {
  call: 'PUT /billing_entities/{code}',
  permission: 'billing_entities:update',
  done: msg`The billing entity is changed.`,
  send: async ({ headers }, { code }, billing_entity) => {
    await answerOf(
      api.PUT('/billing_entities/{code}', { headers, params: { path: { code } }, body: { billing_entity } }),
    );
  },
};

/** The acts of a billing entity: one for each section of its page. */
export const billingEntityActs: readonly Act<Entity>[] = entitySections.map((section) => actOf(section, sectionCall));
