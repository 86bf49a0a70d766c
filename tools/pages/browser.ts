// The common part of the journeys through the pages.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { simpleParser } from 'mailparser';

export const password = 'correct horse battery';

export const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const wide = 1280;
const narrow = 390;
/** The variants of a page. */
const variants = [
  ['light', wide],
  ['dark', narrow],
  ['light', narrow],
  ['dark', wide],
] as const;
let pages = 0;
/** The variants to check of the next page: all in the whole proof; for each change one, of two that alternate. */
const dueVariants = () => (process.env.VARIANTS === 'some' ? variants.slice(pages % 2, (pages++ % 2) + 1) : variants);
const longestMailMs = 60_000;

/** A field by its whole label, mandatory or not. */
export const field = (page: Page, label: string): Locator => page.getByLabel(new RegExp(`^${label}( \\*)?$`));

/** Opens a page of the portal by its navigation. */
export const openPart = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();

/** Opens an address of the installation as a new document. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(path);
}

/** The headers of a call from the installation's own pages. */
export const consoleHeaders = (): Record<string, string> => ({
  'X-Tollgate-Console': '1',
  Origin: new URL(String(process.env.PUBLIC_URL)).origin,
});

/** Opens an empty sandbox as the person that it invites. @returns its page, the messages of the browser, and its address */
export async function openEmptySandbox(
  browser: Browser,
  { invitation, slug }: { invitation: string; slug: string },
): Promise<{ page: Page; messages: () => string[]; home: string }> {
  const page = await (await browser.newContext()).newPage();
  const messages = watch(page);
  await page.goto(`/invitation/${invitation}`);
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Empty Sandbox' })).toBeVisible({ timeout: 120_000 });
  return { page, messages, home: `/console/${slug}` };
}

/** Signs in on the page for it. */
export async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await field(page, 'E-mail address').fill(email);
  await field(page, 'Password').fill(secret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Collects the messages of the browser's console and uncaught errors. @returns a function that lists them */
export function watch(page: Page): () => string[] {
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  page.on('pageerror', (error) => messages.push(String(error)));
  return () => messages;
}

/**
 * Asserts that the page violates no rule of WCAG 2.2 AA, in light and dark, wide and narrow.
 * @param isPlain whether it is a page without scripts, whose colours follow the browser at once
 */
export async function withoutBarriers(page: Page, { isPlain = false } = {}): Promise<void> {
  for (const [colorScheme, width] of dueVariants()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    if (!isPlain) await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const { violations } = await new AxeBuilder({ page }).withTags(wcag).analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    );
    expect(found, `${page.url()}, ${colorScheme}, ${width} px`).toEqual([]);
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
    expect(overflow, `${page.url()} at ${width} px`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: wide, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
}

/** An address in the mail to a person, once it is sent. */
export async function latestMail(to: string, pattern: RegExp): Promise<string> {
  const directory = String(process.env.MAILS);
  for (const deadline = Date.now() + longestMailMs; Date.now() < deadline; await sleep(250)) {
    for (const name of filesOf(directory)) {
      const mail = await simpleParser(readFileSync(join(directory, name)));
      const recipient = [mail.to].flat().some((one) => one?.text.includes(to));
      const found = pattern.exec(mail.text ?? '')?.[0];
      if (recipient && found) return found;
    }
  }
  throw new Error(`No mail to ${to} came`);
}

function filesOf(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
