import { msg } from '@lingui/core/macro';
import { tabsOf } from '../../ui/tabs.js';

export const paymentStates = [
  ['pending', msg`Pending`],
  ['succeeded', msg`Succeeded`],
  ['failed', msg`Failed`],
] as const;

export const paymentTabs = tabsOf(paymentStates, (state) => ({ payment_status: state }));
