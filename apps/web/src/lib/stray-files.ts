/** A file dropped outside a drop target would make the browser open it in place of the app, and end a call. */
export function refuseStrayFiles(page: Pick<Window, 'addEventListener'>): void {
  page.addEventListener('dragover', refuse);
  page.addEventListener('drop', refuse);
}

function refuse(event: DragEvent): void {
  const { dataTransfer, defaultPrevented } = event;
  // A drop target has handled it.
  if (defaultPrevented || !dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  dataTransfer.dropEffect = 'none';
}
