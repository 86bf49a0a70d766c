import assert from 'node:assert/strict';
import { test } from 'node:test';
import MiniSearch from 'minisearch';
import { problemsOf } from '../checks/docs-site.mjs';
import { anchorsOf } from '../checks/links.mjs';
import { options } from './browser/search-options.mjs';
import { arrowsOf } from './diagram.mjs';
import { relativeAddress } from './links.mjs';
import { render } from './markdown.mjs';
import { missingPage, pageOf } from './page.mjs';
import { llmsFull, llmsIndex, markdownOf } from './programs.mjs';
import { excerptOf, indexOf } from './search-index.mjs';
import { addressOf, entriesOf, readSite } from './sources.mjs';

/** A site of two pages. @param markdown of the first one */
function siteOf(markdown) {
  const page = (path, text, section) => ({
    path,
    address: addressOf(path),
    label: path,
    title: path,
    summary: 'a summary',
    section,
    markdown: text,
    anchors: anchorsOf(text),
  });
  const home = page('docs/README.md', '# Home\n', '');
  const first = page('docs/operate/logs.md', markdown, 'You operate it');
  const second = page('docs/concepts/events.md', '# Events\n\n## States\n', 'You integrate it');
  const pages = [home, first, second];
  const entries = [first, second].map(({ path, label }) => ({ path, label, summary: 'a summary' }));
  const site = {
    pages,
    byPath: new Map(pages.map((one) => [one.path, one])),
    sections: [{ heading: 'You operate it', entries }],
  };
  return { site, page: first };
}
const htmlOf = (markdown) => {
  const { site, page } = siteOf(markdown);
  return render(site, page).html;
};

test('addresses are those of the Markdown, without its ending', () => {
  assert.deepEqual(
    ['docs/README.md', 'docs/start/take-payments.md', 'docs/decisions/README.md', 'SECURITY.md', 'README.md'].map(
      addressOf,
    ),
    ['docs', 'docs/start/take-payments', 'docs/decisions', 'docs/security', 'docs/start/first-steps'],
  );
});

test('rows of tables are the lines of the navigation', () => {
  const table = '| page | content |\n|---|---|\n| [A](b/a.md#x) | the `a`, [b](c.md) |\n| 7 | no link |\n';
  assert.deepEqual(entriesOf(table, 'docs/README.md'), [
    { label: 'A', summary: 'the a, b', path: 'docs/b/a.md', anchor: 'x' },
  ]);
  assert.deepEqual(entriesOf('| 1 | [One](0001.md) |\n', 'docs/decisions/README.md'), [
    { label: 'One', summary: '', path: 'docs/decisions/0001.md' },
  ]);
});

test('addresses are relative to the page', () => {
  assert.equal(relativeAddress('docs', 'docs/start/a'), 'docs/start/a');
  assert.equal(relativeAddress('docs/start/a', 'docs'), '../../docs');
  assert.equal(relativeAddress('docs/start/a', 'docs/start'), '../start');
  assert.equal(relativeAddress('docs/start/a', 'docs/start/b'), 'b');
  assert.equal(relativeAddress('docs/start/a', 'console'), '../../console');
});

test('links lead to pages, and other files of the repository are text', () => {
  const html = htmlOf(
    '# Logs\n\n[events](../concepts/events.md#states) [code](../../libs/README.md) [x](https://x.example)\n',
  );
  assert.match(html, /<a href="\.\.\/concepts\/events#states">events<\/a>/);
  assert.match(html, /<span class="elsewhere">code<\/span>/);
  assert.match(html, /<a href="https:\/\/x\.example">x<\/a>/);
});

test('links that lead nowhere are problems', () => {
  const { site, page } = siteOf(
    '# Logs\n\n[a](none.md) [b](../concepts/events.md#none) [c](#none)\n\n![d](none.png)\n',
  );
  assert.deepEqual(render(site, page).problems, [
    'docs/operate/logs.md: docs/operate/none.md is not there',
    'docs/operate/logs.md: docs/concepts/events.md is not there',
    'docs/operate/logs.md: docs/operate/logs.md is not there',
    'docs/operate/logs.md: there is no picture docs/operate/none.png',
  ]);
});

test('a document without a row in the tables is a problem', () => {
  const { site } = siteOf('# Logs\n');
  assert.deepEqual(problemsOf(['docs/operate/new.md', 'docs/contribute/new.md', 'README.md'], site), [
    'docs/README.md: no table lists docs/operate/new.md, so the site does not have it',
  ]);
});

test('headings have the anchors of code hosts', () => {
  const html = htmlOf('# Logs\n\n## A `b`, [c](https://x.example)!\n\n## A b c\n');
  assert.match(html, /<h2 id="a-b-c">/);
  assert.match(html, /<h2 id="a-b-c-1">/);
  assert.match(html, /href="#a-b-c" aria-label="Link to “A b, c!”"/);
});

test('markup in Markdown is text', () => {
  const html = htmlOf('# Logs\n\n<script>alert(1)</script> <b onclick="x">\n\n[a](javascript:alert(1))\n\n`<i>`\n');
  assert.doesNotMatch(html, /<script|<b |<i>|href="javascript/);
  assert.match(html, /&lt;script&gt;/);
});

test('no part of a page has a style or a script of its own', () => {
  const { site, page } = siteOf(
    '# Logs\n\n| a | b |\n|--:|:-:|\n| 1 | 2 |\n\n```sh\necho "$X"\n```\n\n```nothing\n<b>\n```\n',
  );
  const { html, sections } = render(site, page);
  assert.match(html, /<td class="to-right">1<\/td>/);
  assert.match(html, /hljs-/);
  const whole = pageOf(site, page, { html, sections }, 'docs/assets/0');
  assert.doesNotMatch(whole, / style=| on[a-z]+=|<style|<script(?! type="module" src=)/);
  assert.match(whole, /<a href="logs" aria-current="page">/);
  assert.match(whole, /rel="next" href="\.\.\/concepts\/events"/);
});

test('the page for unknown addresses works at any depth', () => {
  const html = missingPage(siteOf('# Logs\n').site, 'docs/assets/0');
  for (const [, address] of html.matchAll(/(?:href|src)="([^"#]+)"/g)) assert.match(address, /^\{\{up\}\}/);
});

test('pages for programs have whole addresses, and paths beside what the site does not have', () => {
  const { site, page } = siteOf(
    '# Logs\n\n[events](../concepts/events.md#states), [the [code]](../../libs/README.md) and `[x](y.md)`\n\n```\n[x](y.md)\n```\n',
  );
  assert.equal(
    markdownOf(site, page),
    '# Logs\n\n[events]({{installation}}/docs/concepts/events.md#states), the [code] (`libs/README.md`) and `[x](y.md)`\n\n```\n[x](y.md)\n```\n',
  );
});

test('the index of programs has every page with its summary', () => {
  const site = readSite();
  const index = llmsIndex(site);
  assert.match(index, /^# Tollgate\n\n> /);
  for (const { address, path } of site.pages.slice(1)) assert.ok(index.includes(`/${address}.md`), path);
  assert.ok(index.indexOf('## Optional') > index.lastIndexOf('## You'));
  const full = llmsFull(site);
  assert.ok(full.includes('# Take payments'));
  assert.doesNotMatch(full, /^Source: .*\/decisions\/0001/m);
});

test('the search finds sections of pages and calls', () => {
  const { site, page } = siteOf(
    '# Logs\n\nAll about them.\n\n## Retention of entries\n\nThey are deleted after a month.\n',
  );
  const openApi = { paths: { '/logs': { get: { operationId: 'listLogs', summary: 'List logs' } } } };
  const index = MiniSearch.loadJSON(indexOf([{ page, sections: render(site, page).sections }], openApi), options);
  const first = (words) => index.search(words)[0]?.address;
  assert.equal(first('deleted month'), 'docs/operate/logs#retention-of-entries');
  assert.equal(first('reten'), 'docs/operate/logs#retention-of-entries');
  assert.equal(first('list logs'), 'docs/api#operation/listLogs');
  assert.equal(first('unknown'), undefined);
});

test('excerpts end with a word', () => {
  assert.equal(excerptOf('  a \n b '), 'a b');
  const long = excerptOf('word '.repeat(100));
  assert.ok(long.length < 190 && long.endsWith('word …'));
});

test('charts are lists of their arrows', () => {
  const chart =
    'flowchart LR\n  a([your app]) -->|calls, events| gateway\n  gateway --> log[("log<br/>Kafka")]\n  log <--> a\n  b["x, y"] --> c\n';
  assert.deepEqual(
    arrowsOf(chart).map(({ from, to, label, isMutual }) => `${from} ${isMutual ? '<>' : '>'} ${to} ${label}`),
    ['your app > gateway calls, events', 'gateway > log Kafka ', 'log Kafka <> your app ', 'x, y > c '],
  );
  assert.match(
    htmlOf(`# Logs\n\n\`\`\`mermaid\n${chart}\`\`\`\n`),
    /<li><b>your app<\/b> → <b>gateway<\/b>: calls, events<\/li>/,
  );
});
