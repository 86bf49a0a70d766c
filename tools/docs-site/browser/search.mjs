// The search over an index that was made with the pages. Arrows choose, and Enter opens.
import MiniSearch from './minisearch.js';
import { options } from './search-options.mjs';

const mostShown = 20;
let index;
let started;

/** Loads the index once. */
const load = async () =>
  MiniSearch.loadJSON(await (await fetch(new URL('search-index.json', import.meta.url))).text(), options);

/** A text in which the found words are marked. */
function marked(text, words) {
  const part = document.createElement('span');
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const pieces = pattern ? text.split(new RegExp(`(${pattern})`, 'gi')) : [text];
  pieces.forEach((piece, place) => {
    if (place % 2 === 0) return part.append(piece);
    const mark = document.createElement('mark');
    mark.textContent = piece;
    part.append(mark);
  });
  return part;
}

/** A line of the list. @param root the relative address of the first page */
function lineOf({ address, page, heading, excerpt, terms }, place, root) {
  const line = document.createElement('li');
  line.role = 'option';
  line.id = `found-${place}`;
  line.ariaSelected = 'false';
  line.dataset.address = root + address.slice('docs'.length);
  const name = document.createElement('b');
  name.append(marked(heading, terms));
  const where = document.createElement('small');
  where.textContent = page;
  const text = document.createElement('p');
  text.append(marked(excerpt, terms));
  line.append(name, ' ', where, text);
  return line;
}

/** Connects the field, the list and the keys of the dialog, once. @param root the relative address of the first page */
export async function startSearch(dialog, root) {
  const field = dialog.querySelector('input');
  const list = dialog.querySelector('ul');
  const state = dialog.querySelector('[role=status]');
  if (started) return;
  started = true;

  const lines = () => [...list.children];
  const chosen = () => lines().findIndex((line) => line.ariaSelected === 'true');
  const choose = (place) => {
    lines().forEach((line, other) => (line.ariaSelected = String(other === place)));
    const line = lines()[place];
    if (line) field.setAttribute('aria-activedescendant', line.id);
    else field.removeAttribute('aria-activedescendant');
    line?.scrollIntoView({ block: 'nearest' });
  };
  const open = (line) => {
    if (!line) return;
    dialog.close();
    location.assign(line.dataset.address);
  };
  const show = () => {
    const words = field.value.trim();
    const found = index && words ? index.search(words).slice(0, mostShown) : [];
    list.replaceChildren(...found.map((one, place) => lineOf(one, place, root)));
    field.setAttribute('aria-expanded', String(found.length > 0));
    if (!index) state.textContent = 'The search loads …';
    else if (!words) state.textContent = 'Type some words.';
    else state.textContent = found.length > 0 ? 'Arrows choose, Enter opens.' : `No page has “${words}”.`;
    choose(0);
  };

  field.addEventListener('input', show);
  list.addEventListener('click', ({ target }) => open(target.closest('li')));
  field.addEventListener('keydown', (event) => {
    const count = lines().length;
    if (event.key === 'Enter') open(lines()[chosen()]);
    // A field for searches would clear its text first.
    else if (event.key === 'Escape') dialog.close();
    else if (event.key === 'ArrowDown' && count > 0) choose((chosen() + 1) % count);
    else if (event.key === 'ArrowUp' && count > 0) choose((chosen() + count - 1) % count);
    else return;
    event.preventDefault();
  });
  show();
  try {
    index = await load();
    show();
  } catch {
    started = false;
    state.textContent = 'The search could not be loaded. Close it and try again.';
  }
}
