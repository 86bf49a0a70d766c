// A page of a company that shows parts of the customer portal. `#base=…&token=…` say where and for whom.
import { createElement as part } from 'react';
import { createRoot } from 'react-dom/client';
import { Invoices, PayButton, PlanTable, TollgateProvider, UsageChart, Wallet } from '@tollgate/react';

const address = new URLSearchParams(window.location.hash.slice(1));
const settings = {
  baseUrl: address.get('base') ?? '',
  token: address.get('token') ?? '',
  locale: 'en-GB',
  // The journey stands for the server of the company.
  refresh: () => window['newToken'](),
};

createRoot(document.body.appendChild(document.createElement('main'))).render(
  part(
    TollgateProvider,
    settings,
    part('h1', null, 'Billing'),
    part(PayButton),
    part(UsageChart, { subscription: 's', metric: 'tokens', from: '2026-03-01', to: '2026-03-31' }),
    part(PlanTable, { subscription: 's' }),
    part(Wallet),
    part(Invoices, { perPage: 5 }),
  ),
);
