import { expect, it } from '@jest/globals';
import { changeOf, shownDays, type Retention } from './periods.js';

const period = (days: number, own: boolean) => ({ days, own, minimum_days: 1, maximum_days: 90 });
const retention = { webhooks: period(30, true), mails: period(90, false), api_log: period(7, true) } as Retention;

it('the form shows the days that the organization chose', () => {
  expect([shownDays(retention, 'webhooks'), shownDays(retention, 'mails')]).toEqual(['30', '']);
});

it('a change has what differs, and nothing for an empty field', () => {
  expect(changeOf(retention, { webhooks: ' 30 ', mails: '10', api_log: '' })).toEqual({ mails: 10, api_log: null });
  expect(changeOf(retention, { webhooks: 'a month', mails: '', api_log: '7' })).toEqual({ webhooks: -1 });
});
