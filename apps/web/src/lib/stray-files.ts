/** A file that is let go where nothing takes it would be opened by the browser in place of the app, and end a call. */
export function refuseStrayFiles(page: Pick<Window, 'addEventListener'>): void {
  page.addEventListener('dragover', refuse);
  page.addEventListener('drop', refuse);
}

function refuse(event: DragEvent): void {
  const { dataTransfer, defaultPrevented } = event;
  // Whoever takes it has said so by now.
  if (defaultPrevented || !dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  dataTransfer.dropEffect = 'none';
}
