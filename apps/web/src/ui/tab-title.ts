/** The browser tab's title: the page's name, after the number of unread items. */
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
