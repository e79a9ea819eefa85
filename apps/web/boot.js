// Puts the remembered sky, appearance and language on <html> before the first paint, and whether there seems to be a session; and hears the worker for lib/from-worker.ts. Stands in every page (boot-plugin.ts), whose policy names its hash; keep it tiny.
(() => {
  const root = document.documentElement;
  let kept = {};
  // Whoever presses Accept on a notification opens a page, and the worker tells it so before its scripts are there to listen.
  globalThis.fromWorker = [];
  navigator.serviceWorker?.addEventListener('message', ({ data }) => globalThis.fromWorker.push(data));
  if (/(^|; )signed-in=./.test(document.cookie)) root.dataset.signedIn = '';
  try {
    const sky = localStorage.getItem('selectedTheme');
    if (/^(golden|sunset|ocean|forest|sakura|lavender|rosegold|rainbow)$/.test(sky)) root.dataset.theme = sky;
    kept = JSON.parse(localStorage.getItem('app-state'))?.state ?? {};
    if (/^(dark|light)$/.test(kept.theme)) root.dataset.appearance = kept.theme;
  } catch {
    // Storage is closed or unreadable: the defaults in index.html stand.
  }
  // As likelyLanguage of the contract, where nothing was chosen.
  const spoken = navigator.languages.map((tag) => /^(en|zh|ja|ko|es|de|ar)(-|$)/.exec(tag.toLowerCase())?.[1]);
  const first = spoken.find(Boolean) ?? 'en';
  const read = /^(en|zh-TW|ja|ko|es|de|ar)$/.test(kept.language) ? kept.language : first === 'zh' ? 'zh-TW' : first;
  if (read === root.lang) return;
  // The server could not know: what it has drawn stays unseen, and the next page comes in the language that is read.
  root.dataset.readsAnother = '';
  root.lang = read;
  root.dir = read === 'ar' ? 'rtl' : 'ltr';
  document.cookie = `language=${read}; Path=/; Max-Age=31536000; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`;
})();
