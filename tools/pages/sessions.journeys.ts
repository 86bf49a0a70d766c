import { expect, test, type Browser, type Page } from '@playwright/test';
import { newOrganization } from '@tollgate/demo/installation';
import type { Api } from '@tollgate/harness/api';
import { consoleHeaders, field, open, password, signIn, watch, withoutBarriers } from './browser.ts';

test.describe.configure({ mode: 'serial' });

const eve = 'eve@example.com';
const zoe = 'zoe@example.com';

/** A sandbox with a customer of its name. */
interface Place {
  api: Api;
  name: string;
  id: string;
  home: string;
}
let north: Place;
let south: Place;

async function makePlace(name: string): Promise<Place> {
  const api = await newOrganization({ name, sandbox: true, frozen_time: '2026-01-15T12:00:00Z', timezone: 'UTC' });
  await api.ok('POST', '/api/v1/customers', { customer: { external_id: 'one', name: `Customer of ${name}` } });
  const { organization } = await api.ok<{ organization: { svc_id: string; slug: string } }>(
    'GET',
    '/api/v1/organizations',
  );
  return { api, name, id: organization.svc_id, home: `/console/${organization.slug}` };
}

/** Accepts an invitation to an organization. @returns the page of the person, in that organization */
async function comeIn(
  browser: Browser,
  { api, name, home }: Place,
  email: string,
  role: string,
  at?: Page,
): Promise<Page> {
  const { invite } = await api.ok<{ invite: { token: string } }>('POST', '/api/v1/invites', {
    invite: { email, roles: [role] },
  });
  const page = at ?? (await (await browser.newContext()).newPage());
  await page.goto(`/invitation/${invite.token}`);
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await page.goto(home);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  return page;
}

/** Ends the session of a browser, as time or an admin does. */
const endSession = (page: Page) => page.request.delete('/api/v1/session', { headers: consoleHeaders() });

/** The browser reports each refused call. */
const withoutRefusals = (messages: string[]): string[] => messages.filter((message) => !message.includes('40'));

test.beforeAll(async () => {
  north = await makePlace('North');
  south = await makePlace('South');
});

test('two tabs have two organizations, and each acts for its own', async ({ browser }) => {
  const first = await comeIn(browser, south, eve, 'admin');
  await comeIn(browser, north, eve, 'admin', first);
  const second = await first.context().newPage();
  const organizations = { first: new Set<string>(), second: new Set<string>() };
  await first.goto(`${north.home}/developers/sandbox`);
  await second.goto(`${south.home}/developers/sandbox`);
  for (const [tab, page] of Object.entries({ first, second }))
    page.on('request', (request) => {
      const id = request.headers()['x-svc-organization'];
      if (id !== undefined) organizations[tab as keyof typeof organizations].add(id);
    });
  await first.getByRole('button', { name: '+ A day' }).click();
  await expect(first.locator('.clock-bar time')).toContainText('Jan 16, 2026', { timeout: 60_000 });
  await second.getByRole('link', { name: 'Customers', exact: true }).click();
  await expect(second.getByRole('link', { name: 'Customer of South' })).toBeVisible();
  await first.getByRole('link', { name: 'Customers', exact: true }).click();
  await expect(first.getByRole('link', { name: 'Customer of North' })).toBeVisible();
  await second.reload();
  await expect(second.getByRole('link', { name: 'Customer of South' })).toBeVisible();
  await expect(second.locator('.clock-bar time')).toContainText('Jan 15, 2026');
  expect([...organizations.first]).toEqual([north.id]);
  expect([...organizations.second]).toEqual([south.id]);
  await first.context().close();
});

test('a session that ends in a form keeps what is typed, and sends it once', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  const messages = watch(page);
  await open(page, `${north.home}/developers/sandbox`);
  await signIn(page, eve);
  const until = page.getByLabel('New time (UTC)');
  await until.fill('2026-01-20T10:00:00');
  const turned: number[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'PUT') turned.push(response.status());
  });
  await endSession(page);
  await page.getByRole('button', { name: 'Advance the clock' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog).toContainText(eve);
  await withoutBarriers(page);
  await field(page, 'Password').fill('not the password');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog).toContainText('The e-mail address or the password is wrong.');
  await expect(until).toHaveValue('2026-01-20T10:00');
  await field(page, 'Password').fill(password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('.clock-bar time')).toContainText('Jan 20, 2026', { timeout: 60_000 });
  expect(turned).toEqual([401, 200]);
  expect(messages().filter((message) => !/\b(401|422)\b/.test(message))).toEqual([]);
  await page.context().close();
});

test('a page goes on after a sign-in in another tab, but never as another person', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await open(page, `${north.home}/customers`);
  await signIn(page, eve);
  await expect(page.getByRole('link', { name: 'Customer of North' })).toBeVisible();
  await endSession(page);
  await page.getByRole('link', { name: 'Invoices', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  const other = await page.context().newPage();
  await open(other, '/console/sign-in');
  await signIn(other, eve);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('No invoices yet. The first one is created when a billing period ends.')).toBeVisible();

  await comeIn(browser, south, zoe, 'finance');
  await other.getByRole('button', { name: 'Sign out' }).click();
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  await signIn(other, zoe);
  // Zoe has no place in North: the tab says so, and leads to her organizations.
  await expect(page.getByRole('heading', { level: 1, name: /^You are not a member of / })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'South' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'South' })).toBeVisible();
  await page.context().close();
});

test('a role sees what it may, and makes no call that it may not', async ({ browser }) => {
  await north.api.ok('POST', '/api/v1/roles', {
    role: { code: 'support', name: 'Support', permissions: ['customers:view'] },
  });
  const page = await comeIn(browser, north, 'sue@example.com', 'support');
  const messages = watch(page);
  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await page.getByRole('link', { name: 'Customer of North' }).click();
  for (const tab of ['Usage', 'Invoices', 'Credits', 'Payments'])
    await page.getByRole('main').getByRole('link', { name: tab, exact: true }).click();
  await page.getByRole('link', { name: 'Overview', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'North' })).toBeVisible();
  await withoutBarriers(page);
  expect(messages()).toEqual([]);
  for (const hidden of ['Invoices', 'Plans', 'Events', 'Analytics'])
    await expect(page.getByRole('link', { name: hidden, exact: true })).toHaveCount(0);
  for (const path of ['/invoices', '/catalog/plans/team', '/developers/events', '/analytics']) {
    await open(page, north.home + path);
    await expect(page.getByRole('alert'), path).toContainText('Your role does not permit this.');
    await expect(page.getByRole('button', { name: 'Save as CSV' })).toHaveCount(0);
  }
  await withoutBarriers(page);
  expect(withoutRefusals(messages())).toEqual([]);
  await page.context().close();
});
