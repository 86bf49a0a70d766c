// The customers: from several countries, with their start and later changes.

const year = 2025;

/** A month, from 0, and a day of it. */
export type Day = [month: number, day: number];

export type PlanCode = 'pay-as-you-go' | 'team' | 'team-us' | 'enterprise';

/** A later change to another plan, or the end. */
export interface Later {
  at: Day;
  change?: PlanCode;
  /** The plan changes at the end of the month. */
  atMonthEnd?: boolean;
  end?: boolean;
}

/** The life of a customer in the seed. */
interface Behaviour {
  plan: PlanCode;
  start: Day;
  /** How much they use. */
  size: number;
  coupon?: string;
  later?: Later[];
}

/** A customer of the interface. */
interface CustomerBody {
  external_id: string;
  name: string;
  currency: string;
  timezone: string;
  tax_codes?: string[];
  billing_configuration?: { invoice_grace_period: number };
  country: string;
  city: string;
  zipcode: string;
  address_line1: string;
}

export type Customer = CustomerBody & Behaviour;

/** Midnight of a day in a month of the seed, counted from 0; UTC, Unix ms. */
export const dayOf = (month: number, day: number): number => Date.UTC(year, month, day);
/** Noon of a day given as `[month, day]`. */
export const noonOf = ([month, day]: Day): number => Date.UTC(year, month, day, 12);

const address = (country: string, city: string, zipcode: string, street: string) => ({
  country,
  city,
  zipcode,
  address_line1: street,
});

/**
 * `start` has the month (from 0) and the day of the subscription to `plan`; `size` scales the usage. `later` is a
 * `change` to another plan (a cheaper one replaces it at the end of the month) or an `end`.
 */
export const customers: Customer[] = [
  {
    external_id: 'aurora',
    name: 'Aurora Analytics GmbH',
    currency: 'EUR',
    timezone: 'Europe/Berlin',
    tax_codes: ['vat_de'],
    ...address('DE', 'Berlin', '10115', 'Invalidenstr. 12'),
    plan: 'team',
    start: [0, 3],
    size: 3,
    coupon: 'welcome',
  },
  {
    external_id: 'brasserie',
    name: 'Brasserie du Code SARL',
    currency: 'EUR',
    timezone: 'Europe/Paris',
    tax_codes: ['vat_fr'],
    ...address('FR', 'Lyon', '69002', '4 rue de la Charité'),
    plan: 'pay-as-you-go',
    start: [0, 1],
    size: 2,
  },
  {
    external_id: 'cormorant',
    name: 'Cormorant Ltd',
    currency: 'EUR',
    timezone: 'Europe/London',
    tax_codes: ['vat_gb'],
    ...address('GB', 'Bristol', 'BS1 4DJ', '9 Welsh Back'),
    plan: 'pay-as-you-go',
    start: [0, 9],
    size: 4,
    later: [{ at: [2, 12], change: 'team' }],
  },
  {
    external_id: 'driftwood',
    name: 'Driftwood Inc.',
    currency: 'USD',
    timezone: 'America/New_York',
    tax_codes: ['sales_ny'],
    ...address('US', 'New York', '10013', '40 Walker St'),
    plan: 'team-us',
    start: [0, 15],
    size: 5,
  },
  {
    external_id: 'everest',
    name: 'Everest Robotics AG',
    currency: 'EUR',
    timezone: 'Europe/Zurich',
    ...address('CH', 'Zürich', '8005', 'Technoparkstr. 1'),
    plan: 'enterprise',
    start: [0, 1],
    size: 40,
  },
  {
    external_id: 'fjord',
    name: 'Fjord Data ApS',
    currency: 'EUR',
    timezone: 'Europe/Copenhagen',
    ...address('DK', 'Aarhus', '8000', 'Mejlgade 7'),
    plan: 'team',
    start: [1, 10],
    size: 2,
    later: [{ at: [3, 18], end: true }],
  },
  {
    external_id: 'ginkgo',
    name: 'Ginkgo K.K.',
    currency: 'EUR',
    timezone: 'Asia/Tokyo',
    ...address('JP', 'Tokyo', '150-0002', '2-21-1 Shibuya'),
    plan: 'team',
    start: [1, 1],
    size: 6,
    later: [{ at: [3, 5], change: 'pay-as-you-go', atMonthEnd: true }],
  },
  {
    external_id: 'hibisco',
    name: 'Hibisco Ltda.',
    currency: 'EUR',
    timezone: 'America/Sao_Paulo',
    ...address('BR', 'São Paulo', '01310-100', 'Av. Paulista 900'),
    plan: 'pay-as-you-go',
    start: [1, 20],
    size: 1,
  },
  {
    external_id: 'iris',
    name: 'Iris Instruments SAS',
    currency: 'EUR',
    timezone: 'Europe/Paris',
    tax_codes: ['vat_fr'],
    billing_configuration: { invoice_grace_period: 10 },
    ...address('FR', 'Nantes', '44000', '2 quai de la Fosse'),
    plan: 'pay-as-you-go',
    start: [2, 2],
    size: 5,
    coupon: 'outage',
  },
  {
    external_id: 'juniper',
    name: 'Juniper Street Studio',
    currency: 'USD',
    timezone: 'America/New_York',
    tax_codes: ['sales_ny'],
    ...address('US', 'Brooklyn', '11201', '77 Juniper St'),
    plan: 'team-us',
    start: [2, 25],
    size: 1,
  },
];

/** The suffix of a subscription's id after the customer's id. */
export const subscriptionOf = ({ external_id: id }: Pick<Customer, 'external_id'>): string => `${id}-main`;

/** The request body of a customer. */
export function customerBody(customer: Customer): CustomerBody {
  const { plan: _plan, start: _start, size: _size, coupon: _coupon, later: _later, ...body } = customer;
  return body;
}
