import { msg } from '@lingui/core/macro';
import type { Values } from './field.js';
import type { Field } from './field.js';

const addressesOf = (text: string): string[] => text.split(/[,;\s]+/).filter((one) => one !== '');

/** The fields for the recipients of an e-mail. @param email of the customer */
export const recipientFields = (email: string | null): readonly Field[] => [
  {
    kind: 'text',
    name: 'to',
    label: msg`Recipients`,
    hint: msg`E-mail addresses, separated by commas`,
    initial: email ?? '',
  },
  { kind: 'text', name: 'cc', label: msg`Copies to`, isOptional: true },
];

/** The recipients as a call takes them. */
export const recipientsOf = ({ to = '', cc = '' }: Values): { to: string[]; cc?: string[] } => ({
  to: addressesOf(to),
  ...(cc === '' ? {} : { cc: addressesOf(cc) }),
});
