import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { namedByParameters, readMeterEvent, usageEventOf, type MeterEvent } from './meter-events.js';

const sent = {
  event_name: 'tokens',
  identifier: 'call-1',
  timestamp: '1767610800',
  payload: { stripe_customer_id: 'cus_1', value: '25', model: 'small' },
};

const eventIn = (body: Record<string, unknown>): MeterEvent => {
  const read = readMeterEvent(body);
  if ('errors' in read) throw new Error(JSON.stringify(read.errors));
  return read.event;
};

describe('a meter event', () => {
  it('is a usage event; what names the customer is no property', () => {
    const event = eventIn(sent);
    expect(event.party).toEqual({ customer: 'cus_1' });
    expect(usageEventOf(event, { identifier: 'call-1', subscription: 'sub-1' })).toEqual({
      transaction_id: 'call-1',
      external_subscription_id: 'sub-1',
      code: 'tokens',
      timestamp: '1767610800',
      properties: { value: '25', model: 'small' },
    });
  });

  it('goes to a named subscription rather than to that of the customer', () => {
    const payload = { ...sent.payload, external_subscription_id: 'sub-2' };
    expect(eventIn({ ...sent, payload }).party).toEqual({ subscription: 'sub-2' });
  });

  it('may have no identifier, no timestamp and no value; an empty parameter counts as absent', () => {
    const { event_name } = sent;
    const event = eventIn({ event_name, identifier: '', timestamp: '', payload: { stripe_customer_id: 'cus_1' } });
    expect(event).toMatchObject({ identifier: undefined, timestamp: undefined });
    expect(usageEventOf(event, { identifier: 'made', subscription: 's' })).not.toHaveProperty('timestamp');
  });

  it('may come as JSON with numbers', () => {
    const event = eventIn({ ...sent, timestamp: 1767610800, payload: { stripe_customer_id: 'cus_1', value: 2.5 } });
    expect(event.payload).toEqual({ stripe_customer_id: 'cus_1', value: '2.5' });
  });

  it('has its errors by parameter', () => {
    expect(readMeterEvent({})).toEqual({
      errors: { event_name: ['value_is_mandatory'], payload: ['value_is_mandatory'] },
    });
    expect(
      readMeterEvent({
        event_name: ['a', 'b'],
        identifier: ['a'],
        timestamp: '2024-01-01',
        payload: { value: 'many', deep: { inner: '1' } },
      }),
    ).toEqual({
      errors: {
        event_name: ['value_is_invalid'],
        identifier: ['value_is_invalid'],
        timestamp: ['invalid_format'],
        'payload[stripe_customer_id]': ['value_is_mandatory'],
        'payload[value]': ['is not a number'],
        'payload[deep]': ['value_is_invalid'],
      },
    });
    expect(readMeterEvent({ ...sent, payload: 'text' })).toEqual({ errors: { payload: ['value_is_invalid'] } });
    expect(namedByParameters({ code: ['value_is_too_long'], 'properties.a.b': ['value_is_invalid'] })).toEqual({
      event_name: ['value_is_too_long'],
      'payload[a.b]': ['value_is_invalid'],
    });
  });

  it('is read from any JSON without an exception', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('event_name', 'payload', 'timestamp'), fc.jsonValue()), (body) => {
        const read = readMeterEvent(body);
        expect('event' in read || Object.keys(read.errors).length > 0).toBe(true);
      }),
    );
  });
});
