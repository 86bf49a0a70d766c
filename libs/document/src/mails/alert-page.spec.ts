import { describe, expect, it } from '@jest/globals';
import { documentLanguages, type BillingEntity, type EmbeddedCustomer, type TriggeredAlert } from '@tollgate/contracts';
import { alertPage, type AlertMail } from './alert-page.js';

const issuer = {
  name: 'acme',
  legal_name: 'Acme GmbH',
  email: null,
  document_locale: 'en',
  email_text: null,
  email_text_translations: {},
} as BillingEntity;
const alert = {
  alert_type: 'current_usage_amount',
  current_value: '12050.0',
  crossed_thresholds: [{ code: null, value: '10000.0', recurring: false }],
} as TriggeredAlert;
const pageOf = (locale: string | null, changes: Partial<AlertMail> = {}) =>
  alertPage(
    { alert, subscription: 'Business', currency: 'EUR', metric: null, url: null, ...changes },
    { external_id: 'c-1', name: 'Ada', billing_configuration: { document_locale: locale } } as EmbeddedCustomer,
    issuer,
  );

describe('the mail about an alert of a customer', () => {
  it('states the usage so far, the value of the alert and the issuer', () => {
    const page = pageOf(null);
    expect(page.subject).toBe('Acme GmbH: Your usage of Business');
    expect(page.paragraphs).toEqual([
      'Your usage of Business in this period has reached €120.50.',
      'You can change or delete this alert in your customer portal.',
    ]);
    expect(page.figure).toEqual({ label: 'Usage so far', value: '€120.50', remark: '' });
    expect(page.facts).toEqual([{ label: 'Your alert', value: '€100.00' }]);
    expect(page.button).toBeNull();
  });

  it('has units for a metric, and a way to the portal where customers sign in by mail', () => {
    const ofUnits: TriggeredAlert = {
      ...alert,
      alert_type: 'billable_metric_current_usage_units',
      current_value: '1200.5',
      crossed_thresholds: [{ code: null, value: '1000.0', recurring: false }],
    };
    const url = 'https://bill.example.com/portal/sign-in/acme';
    const page = pageOf('de', { alert: ofUnits, metric: 'Token', url });
    expect(page.figure?.value).toBe('1.200,5');
    expect(page.facts).toMatchObject([{ value: '1.000' }]);
    expect(page.paragraphs[0]).toContain('Token (Business)');
    expect(page.button).toEqual({ label: 'Kundenportal öffnen', url });
  });

  it('has its places filled in every language', () => {
    for (const language of documentLanguages) {
      const page = pageOf(language);
      for (const text of [page.subject, ...page.paragraphs]) expect(text).not.toMatch(/[{}]/);
      expect(page.paragraphs[0]).toContain('Business');
    }
  });
});
