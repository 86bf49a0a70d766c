import { expect, test, type APIResponse, type Page } from '@playwright/test';
import { consoleHeaders, field, open, password, watch, withoutBarriers } from './browser.ts';

// The pages of any installation: below a path, with any prefix of identifiers, and behind the gateway of a cluster.
test.describe.configure({ mode: 'serial' });

const base = String(process.env.PUBLIC_URL);
const entrance = String(process.env.ENTRANCE);
const person = process.env.PERSON ?? 'ada@example.com';

let page: Page;
let messages: () => string[];
/** The address of the organization's pages. */
let home: string;
let organization: { svc_id: string; slug: string };

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const call = async <T>(answer: Promise<APIResponse>): Promise<T> => (await (await answer).json()) as T;

test.beforeAll(async ({ browser }) => {
  page = await (await browser.newContext()).newPage();
  messages = watch(page);
});
test.afterEach(() => expect(messages()).toEqual([]));

test('a link leads in, and everything stays below the public address', async () => {
  await page.goto(entrance);
  if (entrance.includes('/welcome')) {
    await field(page, 'E-mail address').fill(person);
    await field(page, 'Password').fill(password);
    await field(page, 'Organization').fill('Demo');
    await page.getByRole('button', { name: 'Set up' }).click();
  } else {
    await field(page, 'Password').fill(password);
    await page.getByRole('button', { name: 'Accept' }).click();
  }
  await expect(page.getByRole('link', { name: 'Customers', exact: true })).toBeVisible();
  const { session } = await call<Signed>(page.request.get(`${base}/api/v1/session`, { headers: consoleHeaders() }));
  organization = session.memberships[0]?.organization as typeof organization;
  home = `${base}/console/${organization.slug}`;
  expect(page.url()).toBe(home);
  expect(await addressesOutside(page)).toEqual([]);
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'tollgate');
  expect(cookie).toMatchObject({ name: 'tollgate', path: '/', httpOnly: true, sameSite: 'Strict' });
});

test('pages have the names of the console, whatever prefix clients have', async () => {
  const headers = { ...consoleHeaders(), 'X-Svc-Organization': organization.svc_id };
  const { customer } = await call<{ customer: { svc_id: string } }>(
    page.request.post(`${base}/api/v1/customers`, {
      headers,
      data: { customer: { external_id: 'a/b', name: 'Acme', currency: 'EUR', country: 'FR' } },
    }),
  );
  expect(customer.svc_id).toMatch(/^[0-9a-f-]{36}$/);
  await open(page, `${home}/customers`);
  await page.getByRole('link', { name: 'Acme' }).click();
  await expect(heading('Acme')).toBeVisible();
  await expect(page).toHaveURL(`${home}/customers/a%2Fb`);
  await expect(page.getByText(customer.svc_id)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Usage', exact: true }).click();
  await expect(page.getByText('No subscription is active.')).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(heading('Customers')).toBeVisible();
  await page.getByRole('button', { name: 'Open in API' }).click();
  await expect(page.getByRole('dialog')).toContainText(`${base}/api/v1/customers`);
  expect(await addressesOutside(page)).toEqual([]);
});

test('the portal of a customer stays below the public address, and has the names of the console', async () => {
  const headers = { ...consoleHeaders(), 'X-Svc-Organization': organization.svc_id };
  const data = { customer: { external_id: 'visitor', name: 'Visitor', currency: 'EUR' } };
  await page.request.post(`${base}/api/v1/customers`, { headers, data });
  const requested = page.request.get(`${base}/api/v1/customers/visitor/portal_url`, { headers });
  const { customer } = await call<{ customer: { portal_url: string } }>(requested);
  await open(page, customer.portal_url);
  await expect(heading('Visitor')).toBeVisible();
  await expect(page).toHaveURL(`${base}/portal`);
  await expect(page.getByText('Everything is paid.')).toBeVisible();
  expect(await addressesOutside(page)).toEqual([]);
});

test('a deep link signs in and arrives', async () => {
  await open(page, `${home}/developers/webhooks?page=1`);
  await expect(heading('Webhooks')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(`${base}/console/sign-in`);
  await open(page, `${home}/customers/a%2Fb?tab=invoices`);
  await field(page, 'E-mail address').fill(person);
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(heading('Acme')).toBeVisible();
  await expect(page).toHaveURL(`${home}/customers/a%2Fb?tab=invoices`);
  await withoutBarriers(page);
});

test('addresses of mails and answers lead to pages', async () => {
  const leads: readonly (readonly [string, string])[] = [
    ['/invitation/abc', '/console/invitation'],
    ['/reset-password/abc', '/console/reset-password'],
    ['/customer-portal/abc', '/portal'],
    ['/auth/open_id/callback', '/console/auth/open_id/callback'],
  ];
  for (const [from, to] of leads) {
    const { url, status } = await followed(`${base}${from}`);
    expect([url, status]).toEqual([`${base}${to}`, 200]);
  }
});

test('the documentation stays below the public address', async () => {
  await open(page, `${base}/docs`);
  await page.getByRole('link', { name: 'Start in three minutes' }).first().click();
  await expect(heading('Start in three minutes')).toBeVisible();
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Search the documentation' }).fill('prorated seats');
  await page
    .getByRole('option', { name: /Recipe: seats/ })
    .first()
    .click();
  await expect(heading('Recipe: seats, with prorated months')).toBeVisible();
  await expect(page).toHaveURL(`${base}/docs/start/recipes/seats`);
  expect(await addressesOutside(page)).toEqual([]);
  const { url } = await followed(`${base}/docs/`);
  expect(url).toBe(`${base}/docs`);
  const markdown = await (await fetch(`${base}/docs/start/recipes/seats.md`)).text();
  expect(markdown).toContain(`${base}/docs/reference/behaviour/charges.md`);
});

interface Signed {
  session: { memberships: { organization: { svc_id: string; slug: string } }[] };
}

/** Follows redirects as browsers do. */
async function followed(address: string): Promise<{ url: string; status: number }> {
  const { url, status } = await fetch(address);
  return { url: url.replace(/#.*/, ''), status };
}

/** Addresses that the page loaded from elsewhere than the installation's public address. */
const addressesOutside = async (of: Page): Promise<string[]> =>
  (await of.evaluate<string[]>(`performance.getEntriesByType('resource').map(({ name }) => name)`)).filter(
    (name) => !name.startsWith(`${base}/`),
  );
