import { describe, expect, it } from '@jest/globals';
import { exportedResources, memberPermissionOf, predefinedRoles } from '@tollgate/contracts';
import { Forbidden, type Rights } from '@tollgate/platform';
import { mayRead, requireRead } from './export-rights.js';

const memberWith =
  (...permissions: string[]): Rights =>
  (route) =>
    permissions.includes(memberPermissionOf(route) ?? '');

describe('a member with the right to export', () => {
  it('exports what it may view, and nothing else', () => {
    const invoices = memberWith('invoices:view', 'invoices:export');
    const readable = exportedResources.filter((resource) => mayRead(invoices, resource));
    expect(readable).toEqual(['invoices', 'fees', 'payment_receipts']);
    expect(() => requireRead(invoices, 'payments')).toThrow(Forbidden);
    expect(() => requireRead(invoices, 'invoices')).not.toThrow();
  });

  it('needs every part of a file of several resources', () => {
    expect(mayRead(memberWith('invoices:view', 'credit_notes:view'), 'taxes')).toBe(true);
    expect(mayRead(memberWith('credit_notes:view'), 'taxes')).toBe(false);
  });

  it('of the finance role exports everything but what it may not view', () => {
    const finance = predefinedRoles.find(({ code }) => code === 'finance')?.permissions ?? [];
    expect(exportedResources.filter((resource) => !mayRead(memberWith(...finance), resource))).toEqual([
      'billable_metrics',
      'features',
      'tax_rates',
      'exchange_rates',
      'events',
      'billed_events',
    ]);
  });
});
