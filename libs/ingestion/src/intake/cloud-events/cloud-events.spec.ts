import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cloudEventForm } from '@tollgate/contracts';
import { namedByAttributes, readCloudEvents } from './cloud-events.js';

const event = {
  specversion: '1.0',
  id: 'call-1',
  source: 'gateway',
  type: 'tokens',
  subject: 'sub-1',
  time: '2026-01-05T12:00:00.25+01:00',
  datacontenttype: 'application/json',
  data: { tokens: 7 },
};
const read = {
  transaction_id: 'call-1',
  code: 'tokens',
  external_subscription_id: 'sub-1',
  timestamp: '1767610800.25',
  properties: { tokens: 7 },
};

describe('the form of CloudEvents', () => {
  it('follows the content type, or a header of the binary form', () => {
    expect(cloudEventForm({ 'content-type': 'application/cloudevents+json; charset=UTF-8' })).toBe('structured');
    expect(cloudEventForm({ 'content-type': 'Application/CloudEvents-Batch+JSON' })).toBe('batch');
    expect(cloudEventForm({ 'content-type': 'application/json', 'ce-specversion': '1.0' })).toBe('binary');
    expect(cloudEventForm({ 'content-type': 'application/json' })).toBeNull();
  });
});

describe('a CloudEvent', () => {
  it('is a usage event, in each form', () => {
    expect(readCloudEvents('structured', {}, event)).toEqual([{ event: read }]);
    expect(readCloudEvents('batch', {}, [event, event])).toEqual([{ event: read }, { event: read }]);
    const { data, datacontenttype: _, ...attributes } = event;
    const headers = Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [`ce-${name}`, encodeURIComponent(value)]),
    );
    expect(readCloudEvents('binary', headers, data)).toEqual([{ event: read }]);
  });

  it('may have no time, no data, or a single value', () => {
    const { time: _, data: __, ...least } = event;
    expect(readCloudEvents('structured', {}, least)).toEqual([
      { event: { ...read, timestamp: undefined, properties: {} } },
    ]);
    expect(readCloudEvents('structured', {}, { ...event, data: 5 })).toEqual([
      { event: { ...read, properties: { value: 5 } } },
    ]);
  });

  it('has its errors by attribute', () => {
    const wrong = { ...event, specversion: '0.3', subject: ' ', time: 'yesterday', data: [1], data_base64: 'AA==' };
    expect(readCloudEvents('structured', {}, wrong)).toEqual([
      {
        errors: {
          specversion: ['value_is_invalid'],
          subject: ['value_is_mandatory'],
          time: ['invalid_date'],
          data: ['value_is_invalid'],
          data_base64: ['unsupported_value'],
        },
      },
    ]);
    expect(namedByAttributes({ transaction_id: ['value_is_too_long'], other: ['x'] })).toEqual({
      id: ['value_is_too_long'],
      other: ['x'],
    });
  });

  it('is none in a body of another shape', () => {
    for (const body of [undefined, null, 'text', 7, []]) expect(readCloudEvents('structured', {}, body)).toBeNull();
    for (const body of [undefined, event, [event, 7]]) expect(readCloudEvents('batch', {}, body)).toBeNull();
  });

  it('is read from any JSON without an exception', () => {
    fc.assert(
      fc.property(fc.constantFrom('structured' as const, 'batch' as const), fc.jsonValue(), (form, body) => {
        const found = readCloudEvents(form, {}, body);
        expect(found === null || Array.isArray(found)).toBe(true);
      }),
    );
  });
});
