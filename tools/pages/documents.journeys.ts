import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { watch, wcag } from './browser.ts';
import { brokenLines } from './broken-lines.ts';
import { makePapers, type Paper } from './papers.ts';

// The pages of documents, which mails link to.
test.describe.configure({ mode: 'serial' });

const widths = [320, 360, 500, 700, 900, 1440];
let papers: Paper[];
let page: Page;
let messages: () => string[];

test.beforeAll(async ({ browser }) => {
  papers = await makePapers();
  page = await (await browser.newContext()).newPage();
  messages = watch(page);
});
test.afterEach(() => expect(messages()).toEqual([]));

test('no number, day, word or head of a column breaks in its middle', async () => {
  const broken: Record<string, string[]> = {};
  const titles = new Set<string>();
  for (const { kind, language, address } of papers) {
    await page.goto(address);
    titles.add(`${language} ${await page.getByRole('heading', { level: 1 }).innerText()}`);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const found = await page.evaluate<string[]>(brokenLines(language));
      if (found.length > 0) broken[`${kind}, ${language}, ${width} px`] = found;
    }
  }
  expect(broken).toEqual({});
  // An invoice in each language, a credit note and a receipt.
  expect(titles.size).toBe(15);
});

test('readers of the blind find tables on narrow pages, too', async () => {
  await page.goto(papers[1]?.address ?? '');
  await page.setViewportSize({ width: 360, height: 900 });
  const table = page.getByRole('table').first();
  await expect(table.getByRole('columnheader')).toHaveText([
    'Position',
    'Einheiten',
    'Einzelpreis',
    'Steuersatz',
    'Betrag',
  ]);
  await expect(
    table
      .getByRole('row', { name: /^Business|^Monatliches/ })
      .getByRole('cell')
      .first(),
  ).toBeVisible();
});

test('pages violate no rule of WCAG 2.2 AA', async () => {
  for (const { kind, language, address } of papers.filter((_, index) => index % 6 === 1)) {
    await page.goto(address);
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [360, 1280]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        const { violations } = await new AxeBuilder({ page }).withTags(wcag).analyze();
        const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`));
        expect(found, `${kind}, ${language}, ${colorScheme}, ${width} px`).toEqual([]);
      }
    }
  }
});
