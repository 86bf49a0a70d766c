/** Saves CSV as a file of the browser. The mark at its start shows spreadsheets that it is UTF-8. */
export function saveCsv(name: string, csv: string): void {
  const address = URL.createObjectURL(new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}
