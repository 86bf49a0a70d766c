// Markdown to HTML, at build time. Headings have the anchors of code hosts, links lead to pages, and code is highlighted.
// The text of each section goes to the search.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import MarkdownIt from 'markdown-it';
import { anchorOf } from '../checks/links.mjs';
import { root } from '../checks/files.mjs';
import { diagramOf } from './diagram.mjs';
import { addressOfFile, relativeAddress, resolveLink } from './links.mjs';

const languages = { sh: bash, go, js: javascript, json, python, sql, ts: typescript, html: xml, yaml };
for (const [name, language] of Object.entries(languages)) highlighter.registerLanguage(name, language);

/** Markup in Markdown is text: a page has no markup but that of Markdown. */
const markdown = new MarkdownIt({
  html: false,
  highlight: (code, language) => (language in languages ? highlighter.highlight(code, { language }).value : ''),
});
export const { escapeHtml } = markdown.utils;

/** Width and height of a PNG file, from its header. */
function sizeOf(path) {
  const bytes = readFileSync(join(root, path));
  return { width: String(bytes.readUInt32BE(16)), height: String(bytes.readUInt32BE(20)) };
}

/** Text of inline tokens as a reader sees it. */
const textOf = (tokens) =>
  tokens
    .map((token) => (/^(text|code_inline)$/.test(token.type) ? token.content : /break/.test(token.type) ? ' ' : ''))
    .join('');

/** Gives headings their anchors, and collects them with the text below each. */
function addAnchors({ tokens, env }) {
  const taken = new Set();
  tokens.forEach((token, place) => {
    if (token.type === 'heading_open') {
      const inline = tokens[place + 1];
      const anchor = anchorOf(inline.content, taken);
      token.attrSet('id', anchor);
      token.meta = { anchor, text: textOf(inline.children) };
      env.sections.push({ level: Number(token.tag.slice(1)), anchor, heading: token.meta.text, text: '' });
    } else if (token.type === 'inline' && tokens[place - 1]?.type !== 'heading_open')
      addText(env, textOf(token.children));
    else if (token.type === 'fence') addText(env, token.content);
  });
}

function addText({ sections }, text) {
  const section = sections.at(-1);
  if (section) section.text += `${text} `;
}

/** Resolves the links and pictures of a page. */
function addAddresses({ tokens, env }) {
  const { site, page, problems } = env;
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    if (token.type === 'link_open') {
      const link = resolveLink(site, page, String(token.attrGet('href')));
      if (link.kind === 'missing') problems.push(`${page.path}: ${link.address} is not there`);
      env.links.push(link);
      if (link.kind === 'external') continue;
      token.attrs = isShown(link) ? [['href', hrefOf(page, link)]] : [['class', 'elsewhere']];
      if (!isShown(link)) token.tag = 'span';
    } else if (token.type === 'link_close') token.tag = isShown(env.links.at(-1)) ? 'a' : 'span';
    else if (token.type === 'image') addPicture(token, env);
  }
}

const isShown = ({ kind }) => kind === 'page' || kind === 'picture' || kind === 'external';

function hrefOf(page, { kind, address, anchor }) {
  if (kind === 'picture') return relativeAddress(page.address, addressOfFile(address));
  if (anchor && address === page.address) return `#${anchor}`;
  return relativeAddress(page.address, address) + (anchor ? `#${anchor}` : '');
}

function addPicture(token, { site, page, problems, pictures }) {
  const { kind, address } = resolveLink(site, page, String(token.attrGet('src')));
  if (kind !== 'picture') return problems.push(`${page.path}: there is no picture ${address}`);
  const { width, height } = sizeOf(address);
  token.attrs = [
    ['src', relativeAddress(page.address, addressOfFile(address))],
    ['alt', ''],
    ['width', width],
    ['height', height],
    ['loading', 'lazy'],
  ];
  pictures.add(address);
}

/** The page forbids styles in attributes, so columns have classes. */
function addClasses({ tokens }) {
  for (const token of tokens) {
    const style = token.attrGet('style');
    if (style) token.attrs = [['class', style.replace('text-align:', 'to-')]];
  }
}

for (const rule of [addAnchors, addAddresses, addClasses]) markdown.core.ruler.push(rule.name, rule);

const { rules } = markdown.renderer;
rules.heading_close = (tokens, place) => {
  const { tag, meta } = tokens[place - 2];
  const label = escapeHtml(`Link to “${meta.text}”`);
  return tag === 'h1' ? '</h1>\n' : ` <a class="mark" href="#${meta.anchor}" aria-label="${label}">#</a></${tag}>\n`;
};
rules.table_open = () => '<div class="table"><table>\n';
rules.table_close = () => '</table></div>\n';
const fence = rules.fence;
rules.fence = (...parts) => {
  const [tokens, place] = parts;
  const diagram = tokens[place].info === 'mermaid' && diagramOf(tokens[place].content, escapeHtml);
  if (diagram) return diagram;
  return `<div class="code">${fence(...parts).trimEnd()}</div>\n`;
};

/**
 * A page as HTML.
 * @param {import('./sources.mjs').Site} site
 * @param {import('./sources.mjs').Page} page
 * @returns {{ html: string, sections: { level: number, anchor: string, heading: string, text: string }[],
 *   pictures: Set<string>, problems: string[] }} its headings with the text below each, the paths of its pictures, and
 *   links that lead nowhere
 */
export function render(site, page) {
  const env = { site, page, sections: [], links: [], pictures: new Set(), problems: [] };
  const html = markdown.render(page.markdown, env);
  return { html, sections: env.sections, pictures: env.pictures, problems: env.problems };
}
