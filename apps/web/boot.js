// Puts the remembered sky, appearance and language on <html> before the first paint, and whether there seems to be a session; hears the worker for lib/from-worker.ts; and says so where the browser is too old for the scripts, for which it is written as the oldest browsers read it. Stands in every page (boot-plugin.ts), whose policy names its hash; keep it tiny.
(function (page) {
  var root = document.documentElement;
  var kept = {};
  // The newest of what the scripts need.
  var needed =
    page.Promise &&
    Promise.withResolvers &&
    Map.groupBy &&
    page.URL &&
    URL.canParse &&
    page.Intl &&
    Intl.Segmenter &&
    String.prototype.isWellFormed;
  // Whoever presses Accept on a notification opens a page, and the worker tells it so before its scripts are there to listen.
  page.fromWorker = [];
  if (navigator.serviceWorker)
    navigator.serviceWorker.addEventListener('message', function (event) {
      page.fromWorker.push(event.data);
    });
  // As session-mark.ts names it.
  var mark = 'signed-in' + (location.port && '-' + location.port);
  if (new RegExp('(^|; )' + mark + '=.').test(document.cookie)) root.setAttribute('data-signed-in', '');
  try {
    var sky = localStorage.getItem('selectedTheme');
    if (/^(golden|sunset|ocean|forest|sakura|lavender|rosegold|rainbow)$/.test(sky))
      root.setAttribute('data-theme', sky);
    kept = (JSON.parse(localStorage.getItem('app-state')) || {}).state || {};
    if (/^(dark|light)$/.test(kept.theme)) root.setAttribute('data-appearance', kept.theme);
  } catch (closed) {
    // Storage is closed or unreadable: the defaults in index.html stand.
  }
  // As likelyLanguage of the contract, where nothing was chosen.
  var first;
  var unread;
  var simplified = /^zh(?!.*-hant\b)(?:.*-hans\b|(?!.*-(?:tw|hk|mo)\b))/;
  var spoken = navigator.languages || [navigator.language];
  for (var at = 0; at < spoken.length && !first; at += 1) {
    var tag = spoken[at].toLowerCase();
    var ours = (/^(en|zh|ja|ko|es|de|ar)(-|$)/.exec(tag) || [])[1];
    if (simplified.test(tag)) unread = ours;
    else first = ours;
  }
  first = first || unread || 'en';
  var read = first === 'zh' ? 'zh-TW' : first;
  if (/^(en|zh-TW|ja|ko|es|de|ar)$/.test(kept.language)) read = kept.language;
  if (!needed) {
    var old = document.createElement('script');
    old.src = '/old-browser.js';
    old.setAttribute('data-language', read);
    document.getElementsByTagName('head')[0].appendChild(old);
  }
  if (read === root.lang) return;
  // The server could not know: what it has drawn stays unseen, and the next page comes in the language that is read.
  root.setAttribute('data-reads-another', '');
  root.lang = read;
  root.dir = read === 'ar' ? 'rtl' : 'ltr';
  document.cookie =
    'language=' +
    read +
    '; Path=/; Max-Age=31536000; SameSite=Lax' +
    (location.protocol === 'https:' ? '; Secure' : '');
})(this);
