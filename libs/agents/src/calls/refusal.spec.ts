import { describe, expect, it } from '@jest/globals';
import { Unavailable } from '@tollgate/platform';
import { CallRefused, errorAnswer, NoAnswer } from './refusal.js';

const refused = (status: number, body: Record<string, unknown>) => errorAnswer(new CallRefused(status, body));

describe('the error of a tool', () => {
  it('names the permission that the key lacks', () => {
    expect(refused(403, { status: 403, error: 'Forbidden', code: 'read_action_not_allowed_for_invoice' })).toEqual({
      error: {
        status: 403,
        code: 'read_action_not_allowed_for_invoice',
        permission: 'invoice: read',
        message: 'The API key lacks the permission invoice: read.',
      },
    });
    expect(refused(403, { error: 'Forbidden', code: 'organization_suspended' })).toEqual({
      error: { status: 403, code: 'organization_suspended' },
    });
  });

  it('has the details of a refused input', () => {
    const details = { from_date: ['invalid_date'] };
    expect(refused(422, { code: 'validation_errors', error_details: details })).toEqual({
      error: { status: 422, code: 'validation_errors', details },
    });
    expect(refused(401, { status: 401, error: 'Unauthorized' })).toEqual({
      error: { status: 401, code: 'Unauthorized' },
    });
  });

  it('reports a limit of the service itself', () => {
    expect(errorAnswer(new Unavailable('too slow'))).toEqual({
      error: { status: 503, code: 'service_unavailable', details: { reason: 'too slow' } },
    });
  });

  it('says what the next question needs', () => {
    expect(errorAnswer(new NoAnswer('several', 'Name one of them.', { choices: [1] }))).toEqual({
      error: { code: 'several', message: 'Name one of them.', choices: [1] },
    });
  });

  it('shows nothing of a defect', () => expect(errorAnswer(new TypeError('inside'))).toBeNull());
});
