import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { wcag, watch, withoutBarriers } from './browser.ts';

let page: Page;
let messages: () => string[];

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const search = () => page.getByRole('combobox', { name: 'Search the documentation' });
const options = () => page.getByRole('option');

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  page = await context.newPage();
  messages = watch(page);
});
test.afterEach(() => expect(messages()).toEqual([]));

test('pages are read in both schemes, on a phone and a desk', async () => {
  for (const [path, name] of [
    ['/docs', 'Documentation'],
    ['/docs/start/first-steps', 'Start in three minutes'],
    ['/docs/start/recipes/tokens', 'Recipe: tokens of language models'],
    ['/docs/concepts/console', 'The console'],
    [
      '/docs/reference/behaviour/charges',
      'Charges, fixed charges, minimums and thresholds: how they become fees and invoices',
    ],
  ] as const) {
    await page.goto(path);
    await expect(heading(name)).toBeVisible();
    await withoutBarriers(page, { isPlain: true });
  }
});

test('the search finds a page, and the keyboard opens it', async () => {
  await page.goto('/docs');
  await page.keyboard.press('/');
  await expect(search()).toBeFocused();
  await search().fill('signatures of webhooks');
  await expect(options().first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(options().nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await expect(options().first()).toHaveAttribute('aria-selected', 'true');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect((await new AxeBuilder({ page }).withTags(wcag).analyze()).violations).toEqual([]);
  }
  await search().fill('seats that begin');
  await expect(options().first()).toContainText('seats');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docs\/.+/);
  await expect(search()).toBeHidden();
});

test('the search leads to a call of the interface, and Escape closes it', async () => {
  await page.goto('/docs/operate/logs');
  await page.getByRole('button', { name: 'Search' }).click();
  await search().fill('POST /wallets');
  await expect(options().filter({ hasText: 'POST /wallets' }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(search()).toBeHidden();
  await page.keyboard.press('Control+k');
  await search().fill('zzzzzz');
  await expect(page.getByRole('status')).toHaveText('No page has “zzzzzz”.');
  await page.keyboard.press('Escape');
});

test('a phone has the pages and the headings behind buttons', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/docs/operate/deployment');
  await expect(page.getByRole('link', { name: 'Take payments', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'On this page' }).click();
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link').nth(2).click();
  await expect(page.getByRole('navigation', { name: 'On this page' })).toBeHidden();
  await expect(page).toHaveURL(/#/);
  await page.getByRole('button', { name: 'Pages' }).click();
  await page.getByRole('link', { name: 'Take payments', exact: true }).click();
  await expect(heading('Take payments with Stripe')).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 900 });
});

test('neighbours follow one another, and code is copied', async () => {
  await page.goto('/docs');
  await page.getByRole('link', { name: /^Next/ }).click();
  await expect(heading('Start in three minutes')).toBeVisible();
  const block = page.locator('.code').first();
  await block.hover();
  await block.getByRole('button', { name: 'Copy' }).click();
  await expect(block.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain('npm start');
});

test('addresses of the former page of the interface lead to the present one', async () => {
  await page.goto('/docs#tag/Customers');
  await expect(page).toHaveURL(/\/docs\/api#tag\/Customers$/);
  await expect(page).toHaveTitle('Tollgate: the interface');
});
