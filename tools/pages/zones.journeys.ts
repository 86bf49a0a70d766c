// Every date of the pages is that of the customer, wherever the organization and the reader are.
import { expect, test, type Page } from '@playwright/test';
import { field, open, password } from './browser.ts';
import { customers, makeZoneWorld, zoneOfOrganization, type ZoneWorld } from './zones.ts';

test.describe.configure({ mode: 'serial', timeout: 240_000 });

let world: ZoneWorld;
let page: Page;
let home: string;

const day = (iso: string, zone: string) =>
  new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: zone }).format(
    new Date(iso),
  );
/** A date without a time is the same day for all. */
const dayOf = (iso: string, zone: string) => (iso.length === 10 ? day(`${iso}T00:00:00Z`, 'UTC') : day(iso, zone));
const zoneOf = (text: string) => customers.find(({ zone }) => text.includes(zone))?.zone;

/** The dates of the page that are not those of a zone: that of their row's customer, or else the one of the page. */
async function wrongDates(zoneOfPage: string): Promise<{ checked: number; wrong: string[] }> {
  const times = await page.locator('main time[datetime]').evaluateAll((all) =>
    all.map((time) => ({
      iso: time.getAttribute('datetime') ?? '',
      text: time.textContent ?? '',
      row: time.closest('tr')?.textContent ?? '',
    })),
  );
  const wrong = times
    .map(({ iso, text, row }) => ({ text, iso, due: dayOf(iso, zoneOf(row) ?? zoneOfPage) }))
    .filter(({ text, due }) => !text.includes(due))
    .map(({ iso, text, due }) => `${iso} is “${text}” instead of “${due}”`);
  return { checked: times.length, wrong };
}

/** Opens a page, and checks its dates. @returns their number */
async function datesOf(address: string, zone: string): Promise<number> {
  await open(page, address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.shapes')).toHaveCount(0);
  const { checked, wrong } = await wrongDates(zone);
  expect(wrong, address).toEqual([]);
  return checked;
}

test.beforeAll(async ({ browser }) => {
  world = await makeZoneWorld('zelda@example.com');
  home = `/console/${world.slug}`;
  page = await (await browser.newContext({ timezoneId: 'America/Los_Angeles' })).newPage();
  await page.goto(`/invitation/${world.invitation}`);
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Zones' })).toBeVisible({ timeout: 120_000 });
});

test('a month is billed by the midnights of each customer, and its pages show that', async () => {
  for (const { id, january } of customers) {
    const { invoice: record = '' } = world.records.find((one) => one.id === id) ?? {};
    const { invoice } = await world.api.ok<{ invoice: { issuing_date: string; total_amount_cents: number } }>(
      'GET',
      `/api/v1/invoices/${record}`,
    );
    expect({ id, date: invoice.issuing_date, cents: invoice.total_amount_cents }).toEqual({
      id,
      date: '2026-02-01',
      cents: january,
    });
    await open(page, `${home}/invoices/${record}`);
    await expect(page.locator('main')).toContainText('Feb 1, 2026');
    await expect(page.locator('main')).toContainText(`€${(january / 100).toFixed(2)}`);
  }
});

test('the rows of lists have the days of their customers', async () => {
  const lists = [
    '/customers',
    '/subscriptions',
    '/invoices',
    '/payments',
    '/credit-notes',
    '/wallets',
    '/payment-receipts',
    '/developers/events',
    '/developers/activity',
  ];
  let checked = 0;
  for (const list of lists) checked += await datesOf(home + list, zoneOfOrganization);
  expect(checked).toBeGreaterThan(40);
});

test('the pages of records have the days of their customers', async () => {
  for (const { id, zone, startsOn } of customers) {
    const records = world.records.find((one) => one.id === id);
    if (!records) throw new Error(`${id} has no records`);
    const paths = [
      `/customers/${id}`,
      `/subscriptions/${id}-month`,
      `/subscriptions/${id}-year`,
      `/invoices/${records.invoice}`,
      `/payments/${records.payment}`,
      `/credit-notes/${records.note}`,
      `/wallets/${records.wallet}`,
    ];
    for (const path of paths) expect(await datesOf(home + path, zone), path).toBeGreaterThan(0);
    await open(page, `${home}/subscriptions/${id}-month`);
    await expect(page.locator('main')).toContainText(startsOn);
  }
});

test('a yearly plan with monthly usage shows both periods by the days of its customer', async () => {
  for (const { id, startsOn } of customers) {
    await open(page, `${home}/subscriptions/${id}-year`);
    await expect(page.locator('main')).toContainText('Feb 1, 2026');
    await expect(page.locator('main')).toContainText('Feb 28, 2026');
    await expect(page.locator('main')).toContainText(startsOn);
    await expect(page.locator('main')).toContainText('Dec 31, 2026');
  }
});

test('the portal has the days of its customer', async () => {
  for (const { id, zone } of customers) {
    const { portal = '', invoice = '' } = world.records.find((one) => one.id === id) ?? {};
    let checked = await datesOf(portal, zone);
    for (const part of ['invoices', `invoices/${invoice}`, 'usage', 'plan', 'credits', 'documents'])
      checked += await datesOf(new URL(`/portal/${part}`, portal).href, zone);
    expect(checked).toBeGreaterThan(8);
  }
});
