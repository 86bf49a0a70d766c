import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { TaxProvider } from '../../api/records.js';
import type { Field } from '../../acts/field.js';
import { secretField } from '../../acts/secret-field.js';

export type EngineName = TaxProvider['provider'];

/** The form of a tax engine. */
export interface EngineForm {
  title: string;
  connect: MessageDescriptor;
  /** The name of its key in the call. */
  key: { name: 'api_key' | 'license_key'; label: MessageDescriptor };
  /** The names of the fields of its account. */
  account: readonly ('account_id' | 'company_code')[];
}

/** One form for each tax engine of the interface (webhooks, section 19). */
export const engineForms: Readonly<Record<EngineName, EngineForm>> = {
  anrok: {
    title: 'Anrok',
    connect: msg`Connect Anrok`,
    key: { name: 'api_key', label: msg`API key` },
    account: [],
  },
  avalara: {
    title: 'Avalara',
    connect: msg`Connect Avalara`,
    key: { name: 'license_key', label: msg`License key` },
    account: ['account_id', 'company_code'],
  },
};

const accountLabels = { account_id: msg`Account number`, company_code: msg`Company code` };

/** The fields of the account of an engine. */
export const accountFields = ({ account }: EngineForm, provider: Partial<TaxProvider>): readonly Field[] =>
  account.map((name) => ({ kind: 'text', name, label: accountLabels[name], initial: provider[name] ?? '' }));

/** The field of the key. @param isNew whether the connection has none yet */
export const keyField = ({ key }: EngineForm, isNew: boolean): Field =>
  secretField(key.name, key.label, isNew ? {} : { hint: msg`Empty: the present one stays`, isOptional: true });
