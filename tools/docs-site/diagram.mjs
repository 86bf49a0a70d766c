// Flow charts of Mermaid as a list of their arrows. A drawing would need a program of megabytes that sets styles, which the
// pages forbid; a list can be read on a phone and aloud.

const node = String.raw`(\w[\w-]*)(?:\(?\[+\(?"?(.+?)"?\)?\]+\)?)?`;
const arrow = new RegExp(String.raw`^\s*${node}\s+(<?-->)(?:\|([^|]*)\|)?\s+${node}\s*$`);

/** @returns {{ from: string, to: string, label: string, isMutual: boolean }[]} the arrows, with the names of their ends */
export function arrowsOf(chart) {
  const names = new Map();
  const arrows = chart.split('\n').flatMap((line) => {
    const [whole, from, fromName, kind, label = '', to, toName] = arrow.exec(line) ?? [];
    if (!whole) return [];
    if (fromName) names.set(from, fromName);
    if (toName) names.set(to, toName);
    return [{ from, to, label, isMutual: kind.startsWith('<') }];
  });
  const nameOf = (id) => (names.get(id) ?? id).replace(/<br\/?>/g, ' ');
  return arrows.map(({ from, to, ...rest }) => ({ from: nameOf(from), to: nameOf(to), ...rest }));
}

/** The list as HTML, or nothing without arrows. @param chart text of the chart @param escape of text for HTML */
export function diagramOf(chart, escape) {
  const lines = arrowsOf(chart).map(({ from, to, label, isMutual }) => {
    const about = label ? `: ${escape(label)}` : '';
    return `<li><b>${escape(from)}</b> ${isMutual ? '↔' : '→'} <b>${escape(to)}</b>${about}</li>`;
  });
  return lines.length === 0 ? '' : `<ul class="diagram">\n${lines.join('\n')}\n</ul>\n`;
}
