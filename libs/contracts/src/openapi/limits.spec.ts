import { describe, expect, it } from '@jest/globals';
import { allRoutes } from '../protocol/routes.js';
import { limitsOf } from './limits.js';

const routeOf = (method: string, path: string) => {
  const route = allRoutes.find((each) => each.method === method && each.path === path);
  if (!route) throw new Error(`no ${method} ${path}`);
  return route;
};

describe('limits of fields', () => {
  it('have the numbers of the interface document', () => {
    const details = { charges: ['value_is_too_long'], name: ['value_is_too_long'], code: ['value_already_exist'] };
    expect(limitsOf(routeOf('POST', '/plans'), details)).toEqual({
      charges: { max_items: 1_000 },
      name: expect.objectContaining({ max_length: 255 }),
    });
  });

  it('are found for parameters of lists, and for fields of elements', () => {
    expect(limitsOf(routeOf('GET', '/invoices'), { ids: ['value_is_too_long'] })).toEqual({
      ids: { max_items: 1_000 },
    });
    const inner = { charges: { 0: { invoice_display_name: ['value_is_too_long'] } } };
    expect(limitsOf(routeOf('POST', '/plans'), inner)).toEqual({
      'charges.0.invoice_display_name': expect.objectContaining({ max_length: 255 }),
    });
  });

  it('are absent for other errors, and for texts', () => {
    expect(limitsOf(routeOf('POST', '/plans'), 'plan is not editable')).toEqual({});
    expect(limitsOf(routeOf('POST', '/plans'), { code: ['value_is_mandatory'] })).toEqual({});
    expect(limitsOf(routeOf('POST', '/invites/accept'), { password: ['value_is_too_short'] })).toEqual({});
  });
});
