// Puts the remembered sky, appearance and language on <html> before the first paint, and whether there seems to be a session. Blocking on purpose; keep it tiny.
(function () {
  var root = document.documentElement;
  var kept = {};
  if (/(^|; )signed-in=./.test(document.cookie)) root.dataset.signedIn = '';
  try {
    var sky = localStorage.getItem('selectedTheme');
    if (/^(golden|sunset|ocean|forest|sakura|lavender|rosegold|rainbow)$/.test(sky)) root.dataset.theme = sky;
    kept = (JSON.parse(localStorage.getItem('app-state')) || {}).state || {};
    if (/^(dark|light)$/.test(kept.theme)) root.dataset.appearance = kept.theme;
  } catch {
    // Storage is closed or unreadable: the defaults in index.html stand.
  }
  // As state/likely-language.ts, where nothing was chosen.
  var spoken = navigator.languages.map(function (tag) {
    return /^(en|zh|ja|ko|es|de|ar)(-|$)/.exec(tag.toLowerCase());
  });
  var first = (spoken.filter(Boolean)[0] || [])[1] || 'en';
  root.lang = /^(en|zh-TW|ja|ko|es|de|ar)$/.test(kept.language) ? kept.language : first === 'zh' ? 'zh-TW' : first;
  root.dir = root.lang === 'ar' ? 'rtl' : 'ltr';
})();
