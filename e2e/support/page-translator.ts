/**
 * For `before`: as a browser that translates the page. Every text node that is not kept from it is replaced by one in two
 * elements, and so is whatever the page writes later.
 */
export function translatePage(): void {
  const SKIPPED = 'script, style, title, textarea, option, svg, [translate="no"], [contenteditable]';

  function translate(node: Node): void {
    if (node.nodeType === Node.ELEMENT_NODE) for (const child of Array.from(node.childNodes)) translate(child);
    if (!(node instanceof Text) || node.data.trim() === '') return;
    const parent = node.parentElement;
    if (parent === null || parent.localName === 'font' || parent.closest(SKIPPED) !== null) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = node.data;
    outer.append(inner);
    node.replaceWith(outer);
  }
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') translate(target);
      else for (const added of addedNodes) translate(added);
    }
  });
  observer.observe(document, { childList: true, characterData: true, subtree: true });
}
