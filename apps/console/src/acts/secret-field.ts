import type { MessageDescriptor } from '@lingui/core';
import type { Field, Values } from './field.js';

const prefix = 'secret ';

/** The name of a secret among the values of a form. @param name of the call */
export const secretName = (name: string): string => `${prefix}${name}`;

/** The texts of a form that the browser may store. */
export const withoutSecrets = (typed: Values): Values =>
  Object.fromEntries(Object.entries(typed).filter(([name]) => !name.startsWith(prefix)));

/** The field of a secret. No answer shows a secret, so that of a stored one is empty. */
export const secretField = (
  name: string,
  label: MessageDescriptor,
  { hint, isOptional = false }: { hint?: MessageDescriptor; isOptional?: boolean } = {},
): Field => ({
  kind: 'secret',
  name: secretName(name),
  errorName: name,
  label,
  isOptional,
  ...(hint ? { hint } : {}),
});
