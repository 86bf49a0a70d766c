import { msg } from '@lingui/core/macro';
import type { Feature } from '../../../api/records.js';
import type { components } from '../../../api/schema.js';
import type { Field, Values } from '../../../acts/field.js';

type Entitlement = components['schemas']['SubscriptionEntitlement'];
type Value = string | number | boolean;

const nameOf = (feature: string, privilege: string): string => `${feature} ${privilege}`;

/** The fields of a feature's privileges, with the values that the subscription has. */
export const privilegeFields = (feature: Feature, entitlements: readonly Entitlement[]): readonly Field[] => {
  const present = entitlements.find(({ code }) => code === feature.code)?.privileges ?? [];
  return feature.privileges.map((privilege): Field => {
    const value = present.find(({ code }) => code === privilege.code)?.value;
    const common = {
      name: nameOf(feature.code, privilege.code),
      errorName: `${privilege.code}_privilege_value`,
      label: privilege.name ?? privilege.code,
      initial: value === undefined || value === null ? '' : String(value),
      isOptional: true,
      isShown: (values: Values) => values['feature'] === feature.code,
    };
    const none = { value: '', label: msg`No value` };
    if (privilege.value_type === 'boolean')
      return {
        ...common,
        kind: 'choice',
        options: [none, { value: 'true', label: msg`Yes` }, { value: 'false', label: msg`No` }],
      };
    if (privilege.value_type === 'select')
      return {
        ...common,
        kind: 'choice',
        options: [
          none,
          ...(privilege.config?.select_options ?? []).map((option) => ({ value: option, label: option })),
        ],
      };
    return { ...common, kind: privilege.value_type === 'integer' ? 'decimal' : 'text' };
  });
};

const typedValue = (type: Feature['privileges'][number]['value_type'], text: string): Value =>
  type === 'integer' ? Number(text) : type === 'boolean' ? text === 'true' : text;

/** The values of a feature as the call takes them. An empty field stays out of it. */
export const entitlementsOf = (feature: Feature, values: Values): Record<string, Value> =>
  Object.fromEntries(
    feature.privileges.flatMap(({ code, value_type: type }) => {
      const text = values[nameOf(feature.code, code)] ?? '';
      return text === '' ? [] : [[code, typedValue(type, text)]];
    }),
  );
