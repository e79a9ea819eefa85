/** The browser's tab has one name: the page's, after the number of what waits. */
let page = '';
let waiting = 0;

export function namePage(name: string): void {
  page = name;
  show();
}

export function showWaiting(count: number): void {
  waiting = count;
  show();
}

function show(): void {
  if (page !== '') document.title = waiting > 0 ? `(${waiting}) ${page}` : page;
}
