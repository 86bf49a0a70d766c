import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { ChargeModelName } from '../api/records.js';

/** The names of charge models. */
export const chargeModelTexts: Record<ChargeModelName, MessageDescriptor> = {
  standard: msg`Standard`,
  graduated: msg`Graduated`,
  package: msg`Package`,
  percentage: msg`Percentage`,
  volume: msg`Volume`,
  graduated_percentage: msg`Graduated percentage`,
  dynamic: msg`Dynamic`,
};
