/*
 * Replaces Vite's helper around every import() of a build (load-scripts-plugin.ts).
 *
 * A browser remembers a failed module until the page is reloaded (whatwg/html#6768: Chromium, and Firefox before 155).
 * So a chunk and its dependencies are fetched first, which is not remembered, and then imported from the HTTP cache.
 */

/** Files that are loaded or loading. */
const files = new Map<string, Promise<void>>();

/** Imports a chunk once all its files are loaded. Rejects while one is missing; the next call retries. */
export async function loadScripts<Module>(
  load: () => Promise<Module>,
  needed: readonly string[] = [],
): Promise<Module> {
  await Promise.all(needed.map((file) => loadOnce(`/${file}`)));
  return load();
}

function loadOnce(path: string): Promise<void> {
  const known = files.get(path);
  if (known !== undefined) return known;
  const loading = isInPage(path) ? Promise.resolve() : path.endsWith('.css') ? loadStyle(path) : fetchScript(path);
  files.set(path, loading);
  loading.catch(() => files.delete(path));
  return loading;
}

/** Whether the page's HTML includes the file. */
function isInPage(path: string): boolean {
  const links = ['stylesheet', 'modulepreload'].map((rel) => `link[rel="${rel}"][href="${path}"]`);
  return document.querySelector([`script[src="${path}"]`, ...links].join()) !== null;
}

async function fetchScript(path: string): Promise<void> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
  await response.arrayBuffer();
  // An import finds its dependencies one after the other; preloading reads them all at once.
  addLink({ rel: 'modulepreload', path });
}

function loadStyle(path: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const link = addLink({ rel: 'stylesheet', path });
  link.addEventListener('load', () => resolve());
  link.addEventListener('error', () => {
    link.remove();
    reject(new Error(`${path} did not load`));
  });
  return promise;
}

function addLink({ rel, path }: { rel: string; path: string }): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = rel;
  link.crossOrigin = '';
  link.href = path;
  document.head.append(link);
  return link;
}
