import { expect, test, type Page } from '@playwright/test';
import { newOrganization } from '@tollgate/demo/installation';
import type { Api } from '@tollgate/harness/api';
import { field, password, watch, withoutBarriers } from './browser.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

const olga = 'olga@example.com';
const mia = 'mia@example.com';
const reason = 'Support case 4711: a fee looks wrong.';
const admin = { authorization: `Bearer ${String(process.env.ADMIN_API_KEY)}` };
let help: Api;
let page: Page;
let member: Page;
let messages: () => string[];

const heading = (name: string, at = page) => expect(at.getByRole('heading', { level: 1, name })).toBeVisible();
const dialog = () => page.getByRole('dialog');
const notice = (text: string) => expect(page.locator('.notices')).toContainText(text);

/** Accepts an invitation to an organization in a browser of its own. */
async function comeIn(api: Api, email: string, context: Page): Promise<void> {
  const { invite } = await api.ok<{ invite: { token: string } }>('POST', '/api/v1/invites', {
    invite: { email, roles: ['admin'] },
  });
  await context.goto(`/invitation/${invite.token}`);
  await field(context, 'Password').fill(password);
  await context.getByRole('button', { name: 'Accept' }).click();
  await expect(context.getByRole('button', { name: 'Sign out' })).toBeVisible();
}

test.beforeAll(async ({ browser }) => {
  const own = await newOrganization({ name: 'Operations', sandbox: true, frozen_time: '2026-01-15T12:00:00Z' });
  help = await newOrganization({ name: 'Helpless', sandbox: true, frozen_time: '2026-01-15T12:00:00Z' });
  await help.ok('POST', '/api/v1/customers', { customer: { external_id: 'one', name: 'Customer in need' } });
  page = await (await browser.newContext()).newPage();
  messages = watch(page);
  await comeIn(own, olga, page);
  member = await (await browser.newContext()).newPage();
  await comeIn(help, mia, member);
  const appointed = await page.request.put(`/admin/operators/${encodeURIComponent(olga)}`, { headers: admin });
  expect(appointed.status()).toBe(200);
});
/** The browser reports each refused call. */
test.afterEach(() => expect(messages().filter((message) => !/status of (403|404|422)/.test(message))).toEqual([]));

test('the pages of the installation are for its operators alone', async () => {
  await member.goto('/console/operator');
  await heading('This page does not exist', member);
  await expect(member.getByRole('link', { name: 'Installation' })).toHaveCount(0);
  await page.reload();
  await page.getByRole('link', { name: 'Installation' }).click();
  await heading('Organizations');
  await withoutBarriers(page);
});

test('an operator sees services, clocks, paused webhooks, parked items and operators', async () => {
  const pages = page.getByRole('navigation', { name: 'Pages of the installation' });
  for (const [name, shown] of [
    ['Services', 'standalone'],
    ['Test clocks', 'Helpless'],
    ['Paused webhooks', 'No paused webhooks'],
    ['Parked items', 'No parked items'],
    ['Operators', olga],
  ] as const) {
    await pages.getByRole('link', { name, exact: true }).click();
    await heading(name);
    await expect(page.getByRole('main')).toContainText(shown);
    await withoutBarriers(page);
  }
  await page.getByRole('button', { name: 'Appoint an operator' }).click();
  await field(page, 'E-mail address').fill('nobody@example.com');
  await dialog().getByRole('button', { name: 'Appoint an operator' }).click();
  await expect(dialog().getByRole('alert')).toContainText('This record does not exist');
  await field(page, 'E-mail address').fill(mia);
  await dialog().getByRole('button', { name: 'Appoint an operator' }).click();
  await notice('The operator is appointed.');
  await page.getByRole('row', { name: mia }).getByRole('button', { name: 'Dismiss' }).click();
  await dialog().getByRole('button', { name: 'Dismiss' }).click();
  await notice('The operator is dismissed.');
  await expect(page.getByRole('row', { name: mia })).toHaveCount(0);
});

test('a parked item shows why it waits, and stays when it fails again', async () => {
  const id = '018f0000-0000-7000-8000-000000000001';
  const item = {
    svc_id: id,
    service: 'invoicing',
    kind: 'message',
    organization_id: id,
    key: 'coupon',
    reason: 'database_22P02',
    details: 'invalid input syntax for type uuid',
    tries: 2,
    parked_at: '2026-01-15T12:00:00Z',
    last_tried_at: null,
  };
  const meta = { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_count: 1 };
  await page.route('**/admin/parked?*', (route) => route.fulfill({ json: { parked: [item], meta } }));
  await page.route(`**/admin/parked/${id}`, (route) =>
    route.fulfill({ json: { parked: { ...item, payload: { coupon_id: 'not an id' } } } }),
  );
  await page.route(`**/admin/parked/${id}/retry`, (route) =>
    route.fulfill({ json: { parked: { outcome: 'failed', reason: 'database_22P02' } } }),
  );
  await page.goto('/console/operator/parked');
  await page.getByRole('link', { name: 'invoicing: message' }).click();
  await heading('invoicing: message');
  await expect(page.getByRole('main')).toContainText('invalid input syntax');
  await expect(page.getByRole('region', { name: 'Content' })).toContainText('not an id');
  await withoutBarriers(page);
  await page.getByRole('button', { name: 'Run again' }).click();
  await dialog().getByRole('button', { name: 'Run again' }).click();
  await expect(dialog().getByRole('alert')).toContainText('database_22P02');
  await page.keyboard.press('Escape');
  await page.unrouteAll();
});

test('an operator enters an organization with the keyboard, reads it and leaves it', async () => {
  await page.goto('/console/operator');
  await page.getByLabel('Search').fill('Helpless');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Helpless' }).focus();
  await page.keyboard.press('Enter');
  await heading('Helpless');
  await withoutBarriers(page);
  const button = page.getByRole('button', { name: 'Enter the organization' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(dialog()).toBeVisible();
  await field(page, 'Reason').focus();
  await page.keyboard.type('short');
  await page.keyboard.press('Enter');
  await expect(dialog()).toContainText('Use at least 10 characters.');
  await withoutBarriers(page);
  // The sign-in of a slow operator is too old, and the dialog requests the password.
  await page.route('**/entries', (route) => route.fulfill({ status: 403, json: { code: 'recent_sign_in_required' } }), {
    times: 1,
  });
  await field(page, 'Reason').fill(reason);
  await page.keyboard.press('Enter');
  await expect(dialog()).toContainText('Your sign-in is more than 15 minutes old.');
  await withoutBarriers(page);
  await field(page, 'Password').focus();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  const bar = page.locator('.entry-bar');
  await expect(bar).toContainText('You are in Helpless as an operator');
  await expect(bar).toContainText('You may only read');
  await expect(bar).toContainText(reason);
  await withoutBarriers(page);
  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Customer in need' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create a customer' })).toHaveCount(0);

  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(other.locator('.entry-bar')).toContainText('Helpless');
  await bar.getByRole('button', { name: 'Leave' }).focus();
  await page.keyboard.press('Enter');
  await heading('Helpless');
  await expect(page.locator('.entry-bar')).toHaveCount(0);
  await other.reload();
  await heading('You are not a member', other);
  await other.close();

  await member.goto('/console/helpless/developers/activity');
  await expect(member.getByRole('cell', { name: olga }).first()).toBeVisible();
});

test('a suspended organization says so to its people, until it is reinstated', async () => {
  await page.getByRole('button', { name: 'Suspend the organization' }).click();
  await field(page, 'Reason').fill('Invoices of three months are open.');
  await dialog().getByRole('button', { name: 'Suspend the organization' }).click();
  await notice('The organization is suspended.');
  await expect(page.getByRole('main')).toContainText('Invoices of three months are open.');
  await withoutBarriers(page);
  expect((await help.send('GET', '/api/v1/customers')).status).toBe(403);
  await member.goto('/console/helpless');
  await expect(member.getByRole('main')).toContainText('This organization is suspended.');
  await withoutBarriers(member);
  await page.getByRole('button', { name: 'Reinstate the organization' }).click();
  await dialog().getByRole('button', { name: 'Reinstate the organization' }).click();
  await notice('The organization is reinstated.');
  await member.reload();
  await expect(member.getByRole('link', { name: 'Customers', exact: true })).toBeVisible();
});

test('the pages of the installation have five languages', async () => {
  for (const [language, title] of [
    ['fr', 'Organisations'],
    ['de', 'Organisationen'],
    ['es', 'Organizaciones'],
    ['ja', '組織'],
    ['en', 'Organizations'],
  ] as const) {
    await page.evaluate(`localStorage.setItem('tollgate.language', '${language}')`);
    await page.goto('/console/operator');
    await heading(title);
  }
});
