import { describe, expect, it } from '@jest/globals';
import { ValidationFailed } from '@tollgate/platform';
import { subscriptionRow } from '../../model/subscriptions/rows.fixture.js';
import { checkCreation } from './subscription.checks.js';

const lookUps = { planId: 'plan', customerId: 'customer' };
const check = (
  input: Parameters<typeof checkCreation>[0] = {},
  others: Parameters<typeof checkCreation>[1]['others'] = [],
) => checkCreation({ external_id: 's', ...input }, { ...lookUps, others });
const errorsOf = (...parameters: Parameters<typeof check>) => {
  try {
    check(...parameters);
  } catch (error) {
    if (error instanceof ValidationFailed) return error.body['error_details'];
    throw error;
  }
  return null;
};

describe('the checks of a new subscription, in the order of the table (subscriptions, section 3)', () => {
  const incomplete = subscriptionRow({ status: 'incomplete' });
  const ofAnother = subscriptionRow({ customer_id: 'another' });

  it('refuse an incomplete subscription of the customer alone, before all others (row 9)', () => {
    const alone = { subscription: ['subscription_incomplete'] };
    expect(errorsOf({}, [incomplete])).toEqual(alone);
    expect(errorsOf({ billing_time: 'monthly' }, [ofAnother, incomplete])).toEqual(alone);
    expect(errorsOf({}, [subscriptionRow({ status: 'incomplete', customer_id: 'another' })])).toBeNull();
  });

  it('refuse the external id of an active subscription of another customer (row 10)', () => {
    expect(errorsOf({}, [ofAnother])).toEqual({ external_id: ['value_already_exist'] });
    expect(errorsOf({}, [subscriptionRow({ customer_id: 'another', status: 'terminated' })])).toBeNull();
    expect(errorsOf({}, [subscriptionRow({ customer_id: 'another', status: 'pending' })])).toBeNull();
  });

  it.each([undefined, ''])('need an external id, not %p (row 11)', (external_id) => {
    expect(errorsOf({ external_id })).toEqual({ external_id: ['value_is_mandatory'] });
  });

  it('refuse an unknown billing time (row 12)', () => {
    expect(errorsOf({ billing_time: 'monthly' })).toEqual({ billing_time: ['value_is_invalid'] });
    expect(errorsOf({ billing_time: '' })).toEqual({ billing_time: ['value_is_mandatory'] });
  });

  it('report rows 10 to 12 together', () => {
    expect(errorsOf({ billing_time: 'monthly' }, [ofAnother])).toEqual({
      billing_time: ['value_is_invalid'],
      external_id: ['value_already_exist'],
    });
    expect(errorsOf({ external_id: '', billing_time: 'monthly' })).toEqual({
      billing_time: ['value_is_invalid'],
      external_id: ['value_is_mandatory'],
    });
  });
});

describe('what a request for a subscription does (subscriptions, section 3)', () => {
  const ended = subscriptionRow({ id: 'ended', status: 'terminated' });

  it('starts a new one if none is current, and knows the earlier ones of the customer', () => {
    expect(check()).toEqual({ kind: 'start', earlier: [], billingTime: 'calendar' });
    const another = subscriptionRow({ customer_id: 'another', status: 'terminated' });
    expect(check({ billing_time: 'anniversary' }, [ended, another])).toEqual({
      kind: 'start',
      earlier: [ended],
      billingTime: 'anniversary',
    });
  });

  it('keeps the current one of the same plan, active or pending', () => {
    const current = subscriptionRow();
    expect(check({}, [ended, current])).toEqual({ kind: 'keep', current });
    const pending = subscriptionRow({ status: 'pending' });
    expect(check({}, [pending])).toEqual({ kind: 'keep', current: pending });
  });

  it('changes the plan of the current one, whose successor is not current itself', () => {
    const successor = subscriptionRow({ id: 'next', status: 'pending', previous_subscription_id: 'subscription' });
    const current = subscriptionRow({ plan_id: 'another' });
    expect(check({}, [successor, current])).toEqual({ kind: 'change', current });
  });
});
