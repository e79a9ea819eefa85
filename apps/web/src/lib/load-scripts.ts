/*
 * Takes the place of Vite's own helper around every import() of a build (load-scripts-plugin.ts).
 *
 * A module that could not be fetched stays failed in the browser until the page is reloaded, whoever imports it
 * (whatwg/html#6768: Chromium, and Firefox before 155). So a chunk and all it needs are fetched first, which is not
 * remembered, and imported from the HTTP cache.
 */

/** The files that are there, or on their way. */
const files = new Map<string, Promise<void>>();

/** Imports a chunk once its files, all it needs included, are there. Rejects while one is missing; the next call asks anew. */
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

/** What the page has begun with. */
function isInPage(path: string): boolean {
  const links = ['stylesheet', 'modulepreload'].map((rel) => `link[rel="${rel}"][href="${path}"]`);
  return document.querySelector([`script[src="${path}"]`, ...links].join()) !== null;
}

async function fetchScript(path: string): Promise<void> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
  await response.arrayBuffer();
  // The import finds its own imports one after the other: all of them are read at once.
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
