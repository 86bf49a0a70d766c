// A search for words and figures that break in their middle on a page. It runs in the browser, so it is a text.

/** Days as a language writes them, around the months of the journeys. */
function daysIn(language: string): string[] {
  const formats = [
    new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }),
    new Intl.DateTimeFormat(language, { year: 'numeric', month: 'short', day: '2-digit', timeZone: 'UTC' }),
  ];
  const dates = Array.from({ length: 120 }, (_, day) => new Date(Date.UTC(2025, 11, 1 + day)));
  const days = formats.flatMap((format) => dates.map((date) => format.format(date)));
  // The first of a French month is an ordinal number.
  return [...new Set(days.flatMap((day) => [day, day.replace(/^1 /, '1er ')]))];
}

/**
 * A program that lists the words, numbers, days and heads of columns that lie on two lines. It also lists a page that
 * is wider than its window. Words longer than 28 letters may break; figures in cells never do.
 */
export const brokenLines = (language: string): string => `(() => {
  const days = ${JSON.stringify(daysIn(language))};
  const longest = 28;
  const isInline = (element) => getComputedStyle(element).display.startsWith('inline');
  const blockOf = (node) => {
    let element = node.parentElement;
    while (isInline(element)) element = element.parentElement;
    return element;
  };
  // Text runs of each block: lines of a pre-line text and of a <br> are runs of their own.
  const blocks = new Map();
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const block = blockOf(node);
    const nodes = blocks.get(block) ?? [];
    if (node.previousElementSibling?.tagName === 'BR' || node.parentElement.previousElementSibling?.tagName === 'BR')
      nodes.push(null);
    nodes.push(node);
    blocks.set(block, nodes);
  }
  const isBroken = (nodes, start, end) => {
    const range = document.createRange();
    let at = 0;
    for (const node of nodes) {
      const next = at + (node ? node.data.length : 1);
      if (node && start >= at && start < next) range.setStart(node, start - at);
      if (node && end > at && end <= next) range.setEnd(node, end - at);
      at = next;
    }
    const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
    return rects.some((rect) => rect.top > rects[0].bottom - 1 || rect.bottom < rects[0].top + 1);
  };
  const tokensOf = (text, isFigure) => {
    const found = [];
    // Chinese and Japanese have no spaces, so their signs end a word. Words may break at their dashes, codes and figures not.
    for (const { 0: token, index } of text.matchAll(/[^ \\n\\t\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー，。、：（）]+/gu)) {
      const isCode = /\\d/.test(token);
      const parts = isCode ? [{ 0: token, index: 0 }] : [...token.matchAll(/[^-–/?]+/g)];
      for (const part of parts)
        if (isFigure || part[0].length <= longest) found.push([index + part.index, part[0].length]);
    }
    for (const day of days)
      for (let at = text.indexOf(day); at >= 0; at = text.indexOf(day, at + 1)) found.push([at, day.length]);
    return found;
  };
  const heads = new Set([...document.querySelectorAll('[role=columnheader], th[scope=col]')].map((head) => head.textContent));
  const broken = [];
  for (const [block, nodes] of blocks) {
    const text = nodes.map((node) => node?.data ?? '\\n').join('');
    const isFigure = block.closest('td, .amount strong') !== null;
    const tokens = tokensOf(text, isFigure);
    if (heads.has(text)) tokens.push([0, text.length]);
    for (const [start, length] of tokens)
      if (isBroken(nodes, start, start + length)) broken.push(text.slice(start, start + length));
  }
  const { scrollWidth } = document.scrollingElement;
  if (scrollWidth > innerWidth) broken.push('the page: ' + scrollWidth + ' px');
  return [...new Set(broken)];
})()`;
