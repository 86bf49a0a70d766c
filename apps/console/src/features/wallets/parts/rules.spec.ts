import { expect, it } from '@jest/globals';
import { typedRule } from './rules.js';

it('a rule at a threshold buys a fixed number, and one up to a target names only the target', () => {
  const fixed = {
    trigger: 'threshold',
    method: 'fixed',
    threshold_credits: '10',
    paid_credits: '50',
    interval: 'monthly',
  };
  expect(typedRule(undefined, fixed)).toEqual({
    trigger: 'threshold',
    threshold_credits: '10',
    method: 'fixed',
    paid_credits: '50',
    granted_credits: '0',
    expiration_at: null,
  });
  const target = {
    trigger: 'interval',
    interval: 'weekly',
    method: 'target',
    target_ongoing_balance: '200',
    grants_target_top_up: 'true',
    paid_credits: '5',
  };
  expect(typedRule({ svc_id: 'rule' }, target)).toEqual({
    svc_id: 'rule',
    trigger: 'interval',
    interval: 'weekly',
    method: 'target',
    target_ongoing_balance: '200',
    grants_target_top_up: true,
    expiration_at: null,
  });
});
