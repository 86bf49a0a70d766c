import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Field, Values } from '../../acts/field.js';
import { planPicker } from '../../acts/pickers.js';
import { partsOf } from '../../acts/several-field.js';
import { Nothing } from '../../ui/values.js';
import { YesNo } from '../../ui/yes-no.js';
import type { Entity, EntitySection } from './entity.js';

type Settings = Entity['portal_settings'];

const parts: Record<Settings['sections'][number], MessageDescriptor> = {
  invoices: msg`Invoices`,
  subscriptions: msg`Subscriptions`,
  wallets: msg`Wallets`,
  payment_methods: msg`Payment methods`,
  profile: msg`Data of the customer`,
};
const data: Record<Settings['editable_fields'][number], MessageDescriptor> = {
  customer_type: msg`Company or person`,
  name: msg`Name`,
  firstname: msg`First name`,
  lastname: msg`Last name`,
  legal_name: msg`Legal name`,
  tax_identification_number: msg`Tax number`,
  email: msg`E-mail`,
  document_locale: msg`Language of documents`,
  address: msg`Address`,
  shipping_address: msg`Shipping address`,
};
const ends: Record<Settings['subscription_ends'][number], MessageDescriptor> = {
  now: msg`At once`,
  period_end: msg`At the end of the period`,
};

/** The chosen values in words. */
function Names<T extends string>({ texts, chosen }: { texts: Record<T, MessageDescriptor>; chosen: readonly T[] }) {
  const { t } = useLingui();
  return chosen.length === 0 ? <Nothing /> : chosen.map((one) => t(texts[one])).join(', ');
}

/** A box to tick for each value; the last one shows an error of the whole list. */
const checksOf = <T extends string>(
  list: string,
  texts: Record<T, MessageDescriptor>,
  chosen: readonly T[],
): readonly Field[] =>
  (Object.keys(texts) as T[]).map((value, place, all) => ({
    kind: 'check',
    name: `${list}.${value}`,
    label: texts[value],
    initial: chosen.includes(value) ? 'true' : '',
    ...(place === all.length - 1 ? { errorName: list } : {}),
  }));

const tickedOf = <T extends string>(list: string, texts: Record<T, MessageDescriptor>, values: Values): T[] =>
  (Object.keys(texts) as T[]).filter((value) => values[`${list}.${value}`] === 'true');

const portal: EntitySection = {
  title: msg`Customer portal`,
  edit: msg`Edit the portal`,
  effect: () => <Trans>Open pages of customers follow at once.</Trans>,
  factsOf: ({ portal_settings: settings }) => [
    [msg`Sections`, <Names texts={parts} chosen={settings.sections} />],
    [msg`Sign-in with a code from a mail`, <YesNo value={settings.sign_in_by_mail} />],
    [msg`Customers manage their people`, <YesNo value={settings.people} />],
    [msg`Headline`, settings.headline ?? <Nothing />],
    [msg`Text below the headline`, settings.intro ?? <Nothing />],
    [msg`E-mail address for questions`, settings.support_email ?? <Nothing />],
    [msg`Page for questions`, settings.support_url ?? <Nothing />],
    [msg`Colour of buttons`, settings.accent_color ?? <Nothing />],
    [msg`Terms`, settings.terms_url ?? <Nothing />],
    [msg`Privacy policy`, settings.privacy_url ?? <Nothing />],
    [msg`Origins of your own pages`, settings.origins.join(', ') || <Nothing />],
  ],
  fieldsOf: ({ portal_settings: settings }) => [
    ...checksOf('sections', parts, settings.sections),
    {
      kind: 'check',
      name: 'sign_in_by_mail',
      label: msg`Sign-in with a code from a mail`,
      initial: settings.sign_in_by_mail ? 'true' : '',
    },
    {
      kind: 'check',
      name: 'people',
      label: msg`Customers manage their people`,
      hint: msg`It needs the sign-in with a code, by which people sign in`,
      initial: settings.people ? 'true' : '',
    },
    { kind: 'text', name: 'headline', label: msg`Headline`, initial: settings.headline ?? '', isOptional: true },
    {
      kind: 'long',
      name: 'intro',
      label: msg`Text below the headline`,
      initial: settings.intro ?? '',
      isOptional: true,
    },
    {
      kind: 'text',
      name: 'support_email',
      label: msg`E-mail address for questions`,
      hint: msg`At the foot of the portal`,
      initial: settings.support_email ?? '',
      isOptional: true,
    },
    {
      kind: 'text',
      name: 'support_url',
      label: msg`Address of the page for questions`,
      hint: msg`At the foot of the portal`,
      initial: settings.support_url ?? '',
      isOptional: true,
    },
    {
      kind: 'text',
      name: 'accent_color',
      label: msg`Colour of buttons`,
      hint: msg`Such as #1f4e79; white text must be easy to read on it`,
      initial: settings.accent_color ?? '',
      isOptional: true,
    },
    {
      kind: 'text',
      name: 'terms_url',
      label: msg`Address of the terms`,
      initial: settings.terms_url ?? '',
      isOptional: true,
    },
    {
      kind: 'text',
      name: 'privacy_url',
      label: msg`Address of the privacy policy`,
      initial: settings.privacy_url ?? '',
      isOptional: true,
    },
    {
      kind: 'text',
      name: 'origins',
      label: msg`Origins of your own pages`,
      hint: msg`Such as https://app.acme.example; commas separate several`,
      initial: settings.origins.join(', '),
      isOptional: true,
    },
  ],
  changeOf: (values) => ({
    portal_settings: {
      sections: tickedOf('sections', parts, values),
      sign_in_by_mail: values['sign_in_by_mail'] === 'true',
      people: values['people'] === 'true',
      headline: values['headline'] || null,
      intro: values['intro'] || null,
      support_email: values['support_email'] || null,
      support_url: values['support_url'] || null,
      accent_color: values['accent_color'] || null,
      terms_url: values['terms_url'] || null,
      privacy_url: values['privacy_url'] || null,
      origins: (values['origins'] ?? '')
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    },
  }),
};

const ownData: EntitySection = {
  title: msg`Data that customers change in the portal`,
  edit: msg`Choose the data`,
  factsOf: ({ portal_settings: settings }) => [[msg`Data`, <Names texts={data} chosen={settings.editable_fields} />]],
  fieldsOf: ({ portal_settings: settings }) => checksOf('editable_fields', data, settings.editable_fields),
  changeOf: (values) => ({ portal_settings: { editable_fields: tickedOf('editable_fields', data, values) } }),
};

const plans: EntitySection = {
  title: msg`Plans in the portal`,
  edit: msg`Choose plans and ends`,
  effect: () => <Trans>Customers see the invoice of a change or an end before they decide.</Trans>,
  factsOf: ({ portal_settings: settings }) => [
    [msg`Offered plans`, settings.offered_plan_codes.join(', ') || <Nothing />],
    [msg`Customers may end a subscription`, <Names texts={ends} chosen={settings.subscription_ends} />],
  ],
  fieldsOf: ({ portal_settings: settings }) => [
    {
      kind: 'several',
      name: 'offered_plan_codes',
      label: msg`Offered plans`,
      picker: planPicker,
      initial: settings.offered_plan_codes.join(','),
      isOptional: true,
    },
    ...checksOf('subscription_ends', ends, settings.subscription_ends),
  ],
  changeOf: (values) => ({
    portal_settings: {
      offered_plan_codes: partsOf(values['offered_plan_codes']),
      subscription_ends: tickedOf('subscription_ends', ends, values),
    },
  }),
};

/** The sections of a billing entity about the portal of its customers. */
export const portalSections: readonly EntitySection[] = [portal, ownData, plans];
