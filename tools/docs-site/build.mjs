// Builds the site of the documentation from the Markdown of the repository. Does nothing if its sources have not changed.
// The result is below libs/platform/dist, and the service serves it at /docs.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { root } from '../checks/files.mjs';
import { iconFile } from './icon.mjs';
import { addressOfFile } from './links.mjs';
import { render } from './markdown.mjs';
import { missingPage, pageOf } from './page.mjs';
import { llmsFull, llmsIndex, markdownOf } from './programs.mjs';
import { indexOf } from './search-index.mjs';
import { readSite } from './sources.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const site = join(root, 'libs', 'platform', 'dist', 'http', 'site');
const stampFile = join(site, '.inputs');
const packages = join(root, 'node_modules');
/** Styles and programs of the pages, with the names under which the site has them. */
const assetFiles = {
  'site.css': join(here, 'browser', 'site.css'),
  'site.mjs': join(here, 'browser', 'site.mjs'),
  'search.mjs': join(here, 'browser', 'search.mjs'),
  'search-options.mjs': join(here, 'browser', 'search-options.mjs'),
  'minisearch.js': join(packages, 'minisearch', 'dist', 'es', 'index.js'),
  'inter.woff2': join(packages, '@fontsource-variable', 'inter', 'files', 'inter-latin-wght-normal.woff2'),
  'inter-licence.txt': join(packages, '@fontsource-variable', 'inter', 'LICENSE'),
};
const isPacked = /\.(?:html|css|mjs|js|json)$/;
const smallestPacked = 1_024;
const digestLength = 16;

const digestOf = (texts) => {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\n');
  return hash.digest('hex');
};

/** A digest of everything that the result depends on. */
function inputsOf({ pages }, openApi) {
  const files = globSync(['docs/**/*.png', 'tools/docs-site/**/*.{mjs,css}', 'package-lock.json'], { cwd: root });
  return digestOf([
    openApi,
    ...pages.flatMap(({ path, markdown }) => [path, markdown]),
    ...files.sort().flatMap((file) => [file, readFileSync(join(root, file))]),
  ]);
}

/** Writes a file of the site, and its compressed forms, so that the service compresses none itself. */
function write(name, content) {
  const file = join(site, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  if (!isPacked.test(name) || content.length < smallestPacked) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}

/** Writes styles, programs and index into a folder with their digest as its name. @returns its address */
function writeAssets(index) {
  const assets = Object.entries(assetFiles).map(([name, file]) => [name, readFileSync(file)]);
  assets.push(['search-index.json', index]);
  const folder = `assets/${digestOf(assets.flat()).slice(0, digestLength)}`;
  for (const [name, content] of assets) write(`${folder}/${name}`, content);
  return `docs/${folder}`;
}

const fileOf = (address) => (address === 'docs' ? 'index' : address.slice('docs/'.length));

async function writeSite(source, openApi) {
  const rendered = source.pages.map((page) => ({ page, ...render(source, page) }));
  const assets = writeAssets(indexOf(rendered, JSON.parse(openApi)));
  for (const { page, html, sections } of rendered) {
    write(`${fileOf(page.address)}.html`, pageOf(source, page, { html, sections }, assets));
    write(`${fileOf(page.address)}.md`, markdownOf(source, page));
  }
  for (const picture of new Set(rendered.flatMap(({ pictures }) => [...pictures]))) {
    const file = join(site, fileOf(addressOfFile(picture)));
    mkdirSync(dirname(file), { recursive: true });
    copyFileSync(join(root, picture), file);
  }
  write('missing.html', missingPage(source, assets));
  write('llms.txt', llmsIndex(source));
  write('llms-full.txt', llmsFull(source));
  write('favicon.ico', await iconFile());
}

/** Builds the site if its sources have changed. @param openApi the document of the interface as JSON, for the search */
export async function buildDocsSite(openApi) {
  const source = readSite();
  const inputs = inputsOf(source, openApi);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === inputs) return;
  rmSync(site, { recursive: true, force: true });
  await writeSite(source, openApi);
  writeFileSync(stampFile, inputs);
}
