// The program of a page: copies code, marks the current heading, and opens the search. The page works without it.

const root = document.querySelector('script[data-root]')?.dataset.root ?? '';
const dialog = document.getElementById('search');
const opener = document.getElementById('open-search');
const copiedForMs = 2_000;

/** Addresses of the former page of the interface, such as `/docs#tag/Customers`, lead to the present one. */
if (/^#(tag|operation|section)\//.test(location.hash)) location.replace(`${root}/api${location.hash}`);

/** A button beside each block of code. */
function addCopyButtons() {
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', () => void copy(block, button));
    block.append(button);
  }
}

async function copy(block, button) {
  try {
    await navigator.clipboard.writeText(block.querySelector('code').textContent);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Not copied';
  }
  setTimeout(() => (button.textContent = 'Copy'), copiedForMs);
}

/** The keyboard scrolls what is wider than the page. */
function focusWideParts() {
  for (const part of document.querySelectorAll('.table, .code pre'))
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
    else part.removeAttribute('tabindex');
}

/** Marks the heading that is in view in the list of headings. */
function followHeadings() {
  const links = new Map(
    [...document.querySelectorAll('#contents a')].map((link) => [decodeURIComponent(link.hash.slice(1)), link]),
  );
  const seen = new IntersectionObserver(
    (entries) => {
      const current = entries.find(({ isIntersecting }) => isIntersecting);
      if (!current) return;
      for (const link of links.values()) link.removeAttribute('aria-current');
      links.get(current.target.id)?.setAttribute('aria-current', 'true');
    },
    { rootMargin: '0px 0px -70% 0px' },
  );
  for (const anchor of links.keys()) seen.observe(document.getElementById(anchor));
}

/** A chosen heading closes the list on a phone. */
function closeLists() {
  for (const list of document.querySelectorAll('nav[popover]'))
    list.addEventListener(
      'click',
      ({ target }) => target.closest('a') && list.matches(':popover-open') && list.hidePopover(),
    );
}

async function openSearch() {
  dialog.showModal();
  dialog.querySelector('input').select();
  const { startSearch } = await import('./search.mjs');
  await startSearch(dialog, root);
}

const isTyping = ({ target }) => target.closest?.('input, textarea, select, [contenteditable]') != null;

opener.hidden = false;
opener.addEventListener('click', () => void openSearch());
document.addEventListener('keydown', (event) => {
  const isKey = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event);
  const isChord = event.key === 'k' && (event.ctrlKey || event.metaKey);
  if ((!isKey && !isChord) || dialog.open) return;
  event.preventDefault();
  void openSearch();
});
dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
addCopyButtons();
focusWideParts();
addEventListener('resize', focusWideParts);
followHeadings();
closeLists();
document.querySelector('#navigation [aria-current]')?.scrollIntoView({ block: 'nearest' });
