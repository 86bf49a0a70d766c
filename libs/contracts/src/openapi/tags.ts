import type { Route } from '../http/route.js';

interface Tag {
  name: string;
  description: string;
  /** Paths of its calls; each call has exactly one tag. */
  paths: RegExp;
}

/** Chapters of the document in their order, each with its tags. */
const chapters: { name: string; tags: Tag[] }[] = [
  {
    name: 'Catalog',
    tags: [
      {
        name: 'Billable metrics',
        description: 'Measurements of usage: aggregations of the events of a code.',
        paths: /^\/billable_metrics(\/|$)/,
      },
      {
        name: 'Plans',
        description: 'Products that customers subscribe to: a price for each period, and charges.',
        paths: /^\/(plans(\/price|\/:code(\/(metadata|versions).*)?)?|catalog_copies)$/,
      },
      {
        name: 'Plan migrations',
        description: 'Changes of plans for some of their subscriptions, at once or later.',
        paths: /^\/(plans\/:code\/migrations(\/preview)?|plan_migrations.*)$/,
      },
      {
        name: 'Price tests',
        description: 'Jobs that price past usage of the subscriptions of a plan under other prices.',
        paths: /^\/(plans\/:code\/impact|price_tests.*)$/,
      },
      {
        name: 'Charges',
        description: 'Prices of a plan for usage and for fixed units, with a charge model each.',
        paths: /^\/plans\/:code\/(fixed_)?charges(\/|$)/,
      },
      {
        name: 'Add-ons',
        description: 'Products that are billed once, or by fixed charges.',
        paths: /^\/add_ons(\/|$)/,
      },
      {
        name: 'Features',
        description: 'Capabilities that plans include: features with privileges and their values.',
        paths: /^\/features(\/|$)/,
      },
      {
        name: 'Coupons',
        description: 'Discounts, and their application to customers.',
        paths: /^\/coupons(\/|$)|\/applied_coupons(\/|$)/,
      },
      {
        name: 'Taxes',
        description: 'Rates that apply to fees, and tax engines that compute them.',
        paths: /^\/(taxes|tax_providers|exchange_rates)(\/|$)/,
      },
    ],
  },
  {
    name: 'Customers',
    tags: [
      {
        name: 'Customers',
        description: 'People and companies that are billed, with their addresses and settings.',
        paths:
          /^\/customers(\/:external(_customer)?_id(\/(portal_url|portal_(sessions|people)(\/:svc_id)?|overview|statement|statement\/(download|send_email)))?)?$|^\/customer_summaries$/,
      },
      {
        name: 'Personal data',
        description: 'Erasure and disclosure of personal data, and how long records are stored.',
        paths: /^\/erasures(\/|$)|^\/organizations\/retention$|^\/(customers|members)\/:\w+\/(erase|personal_data)$/,
      },
      {
        name: 'Customer portal',
        description: 'Calls of customers themselves, with the token of their portal address.',
        paths: /^\/portal\//,
      },
      {
        name: 'Subscriptions',
        description: 'Subscriptions of customers to plans, from start to end.',
        paths: /(?<!^\/portal|^\/plan_migrations\/:svc_id)\/subscriptions(\/:external_id)?$|\/lifetime_usage$/,
      },
      {
        name: 'Subscription charges',
        description: "A subscription's own terms for charges of its plan.",
        paths: /^\/subscriptions\/:external_id\/(fixed_)?charges(\/|$)/,
      },
      {
        name: 'Entitlements',
        description: 'Features that plans and subscriptions include, and whether one may be used now.',
        paths: /\/entitlements(\/|$)/,
      },
      {
        name: 'Wallets',
        description: 'Prepaid credits: their purchase, their use, and rules that top them up.',
        paths: /(?<!^\/portal)\/wallets(\/:\w+)?(\/(metadata.*|balances))?$|\/wallet_transactions(\/|$)/,
      },
      {
        name: 'Alerts',
        description: 'Watched values of usage or balances, which send a webhook at each threshold.',
        paths: /^(?!\/portal\/).*\/alerts(\/|$)/,
      },
    ],
  },
  {
    name: 'Usage',
    tags: [
      {
        name: 'Events',
        description: 'Reports of usage: sent once, counted once, priced by the charges of the plan.',
        paths: /^\/(events|event_errors)(\/|$)/,
      },
      {
        name: 'Event sources',
        description: 'Senders of foreign records, such as traces, and the rules that make usage events of them.',
        paths: /^\/(event_sources|otlp)(\/|$)/,
      },
      {
        name: 'Event backfills',
        description: 'Events of the past, read from files or from the objects of a bucket.',
        paths: /^\/event_backfills(\/|$)/,
      },
      {
        name: 'Usage',
        description: 'Rated usage of a customer: current, projected, of billed periods, and expected.',
        paths: /\/(current|past|projected)_usage(\/explanation)?$|(?<!^\/portal)\/usage_series$|\/forecast$/,
      },
    ],
  },
  {
    name: 'Invoicing',
    tags: [
      {
        name: 'Invoices',
        description: 'Invoices from draft to paid, with their files.',
        paths: /(?<!^\/portal)\/invoices(\/|$)/,
      },
      { name: 'Fees', description: 'The lines of invoices.', paths: /^\/fees(\/|$)/ },
      {
        name: 'Credit notes',
        description: 'Invoiced amounts that are returned as credit, refund or offset.',
        paths: /(?<!^\/portal)\/credit_notes(\/|$)/,
      },
      {
        name: 'Accounting',
        description: 'Connections to accounting systems, and the documents sent to them.',
        paths: /^\/accounting_providers(\/|$)/,
      },
    ],
  },
  {
    name: 'Payments',
    tags: [
      {
        name: 'Payments',
        description: 'Payments of invoices, by a provider or manual.',
        paths: /(?<!^\/portal)\/payments(\/|$)/,
      },
      {
        name: 'Payment requests',
        description: 'Requests to pay overdue invoices together.',
        paths: /\/payment_requests(\/|$)/,
      },
      { name: 'Payment receipts', description: 'Receipts of payments.', paths: /^\/payment_receipts(\/|$)/ },
      {
        name: 'Payment methods',
        description: 'Payment methods of a customer, and the page to enter one.',
        paths: /(?<!^\/portal)\/payment_methods(\/|$)|\/checkout_url$/,
      },
      {
        name: 'Payment providers',
        description: 'Connections to payment providers, and the sandbox provider for tests.',
        paths: /\/payment_providers?(\/|$)|^\/sandbox_checkouts\//,
      },
      {
        name: 'Dunning campaigns',
        description: 'Series of requests to pay overdue balances.',
        paths: /\/dunning(_campaigns)?(\/|$)/,
      },
    ],
  },
  {
    name: 'Organization',
    tags: [
      {
        name: 'Organization',
        description: 'The organization of the key, and the clock of a sandbox.',
        paths: /^\/organizations$|^\/test_clock$/,
      },
      {
        name: 'Billing entities',
        description: 'Issuers of invoices, with their addresses, numbers and texts.',
        paths: /^\/billing_entities(\/|$)/,
      },
      {
        name: 'Invoice custom sections',
        description: 'Texts that invoices show.',
        paths: /^\/invoice_custom_sections(\/|$)/,
      },
      { name: 'Emails', description: 'E-mails that were sent, and their delivery.', paths: /^\/emails(\/|$)/ },
    ],
  },
  {
    name: 'Data',
    tags: [
      {
        name: 'Overview',
        description: 'Objects that need attention, and a search over all kinds of objects.',
        paths: /^\/(overview(\/month_close)?|search)$/,
      },
      {
        name: 'Changes',
        description: 'Feed of the changes of all objects, for programs that keep a copy.',
        paths: /^\/changes(\/|$)/,
      },
      { name: 'Analytics', description: 'Revenue, usage and balances by month.', paths: /^\/analytics\// },
      {
        name: 'Acts on many records',
        description: 'Jobs that act on selected records, with an account of each.',
        paths: /^\/bulk_acts(\/|$)/,
      },
      { name: 'Data exports', description: 'Files of records, written in the background.', paths: /^\/data_export/ },
      {
        name: 'Number sequences',
        description: 'Numbers of issued documents: gaps, and voided ones.',
        paths: /^\/number_sequences$/,
      },
      {
        name: 'Data imports',
        description: 'Imports of customers and subscriptions from files.',
        paths: /^\/data_imports/,
      },
    ],
  },
  {
    name: 'Webhooks',
    tags: [
      {
        name: 'Webhook endpoints',
        description: 'Addresses that receive webhooks, and the public key of their signatures.',
        paths: /^\/webhook_endpoints(\/|$)|^\/webhooks\//,
      },
      {
        name: 'Webhook messages',
        description: 'Webhooks with their attempts, and their replay.',
        paths: /^\/webhook_(messages|replays)(\/|$)/,
      },
    ],
  },
  {
    name: 'People and keys',
    tags: [
      {
        name: 'Sessions',
        description: 'Sign-in and sign-out of people, and the first account of an installation.',
        paths: /^\/sessions?(\/|$)|^\/password_reset$|^\/setup$/,
      },
      { name: 'Users', description: 'The person of the session.', paths: /^\/users\// },
      {
        name: 'Members',
        description: 'People of the organization, and invitations.',
        paths: /^\/(members(\/:svc_id)?$|invites(\/|$))/,
      },
      { name: 'Roles', description: 'Sets of permissions of members.', paths: /^\/(roles|permissions)(\/|$)/ },
      { name: 'API keys', description: 'Keys of programs, with their permissions.', paths: /^\/api_keys(\/|$)/ },
      {
        name: 'Authentication methods',
        description: 'Ways in which members may sign in.',
        paths: /^\/authentication_methods(\/|$)/,
      },
    ],
  },
  {
    name: 'Logs',
    tags: [
      { name: 'Activity logs', description: 'Changes of objects, with their actors.', paths: /^\/activity_logs/ },
      { name: 'API logs', description: 'Calls that change objects, with their answers.', paths: /^\/api_logs/ },
      { name: 'Security logs', description: 'Events about access to the organization.', paths: /^\/security_logs/ },
    ],
  },
];

/** The tag of the webhooks that the service sends. */
export const sentTag = { name: 'Sent webhooks', description: 'Webhooks that endpoints receive.' };

const allTags = chapters.flatMap(({ tags }) => tags);

/** The tags whose paths a call has; exactly one. */
export const tagsOf = ({ path }: Pick<Route, 'path'>): string[] =>
  allTags.filter(({ paths }) => paths.test(path)).map(({ name }) => name);

/** Tags with their descriptions in the order of the document, and the chapters that some viewers show. */
export const tagList = [...allTags.map(({ name, description }) => ({ name, description })), sentTag];
export const tagGroups = [
  ...chapters.map(({ name, tags }) => ({ name, tags: tags.map((tag) => tag.name) })),
  { name: 'Sent webhooks', tags: [sentTag.name] },
];
