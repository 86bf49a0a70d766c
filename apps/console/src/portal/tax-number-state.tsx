import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import type { Customer } from './calls.js';

const texts: Record<NonNullable<Customer['tax_number_check']>, MessageDescriptor> = {
  malformed: msg`This is no VAT number of the EU. Check its letters and digits.`,
  pending: msg`The registry of the EU is checking the number.`,
  valid: msg`The registry of the EU confirms the number.`,
  invalid: msg`The registry of the EU does not know the number.`,
};

/** The answer of the registry to the customer's tax number; the page reads it again while it is open. */
export function TaxNumberState({ check }: { check: Customer['tax_number_check'] }) {
  const { t } = useLingui();
  const isFault = check === 'malformed' || check === 'invalid';
  return (
    <Text size="sm" role="status" c={isFault ? 'error' : 'dimmed'}>
      {check === null ? null : t(texts[check])}
    </Text>
  );
}
