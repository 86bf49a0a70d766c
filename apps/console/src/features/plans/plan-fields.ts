import { msg } from '@lingui/core/macro';
import type { Field } from '../../acts/field.js';
import type { Plan } from '../../api/records.js';
import { ownChargeFields } from './charge-fields.js';

/** The fields of a saved plan that a form changes. */
export const planFields = ({
  name,
  amount_cents: cents,
  amount_currency: currency,
  description,
  charges,
}: Plan): readonly Field[] => [
  { kind: 'text', name: 'name', label: msg`Name`, initial: name },
  { kind: 'money', name: 'amount_cents', label: msg`Amount of each period`, currency, initial: String(cents) },
  { kind: 'text', name: 'description', label: msg`Description`, initial: description ?? '', isOptional: true },
  ...ownChargeFields(charges),
];
