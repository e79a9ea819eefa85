// Puts the remembered sky, appearance and language on <html> before the first paint, and whether there seems to be a session. Blocking on purpose; keep it tiny.
(function () {
  var root = document.documentElement;
  if (/(^|; )signed-in=./.test(document.cookie)) root.dataset.signedIn = '';
  try {
    var sky = localStorage.getItem('selectedTheme');
    if (/^(golden|sunset|ocean|forest|sakura|lavender|rosegold|rainbow)$/.test(sky)) root.dataset.theme = sky;
    var kept = (JSON.parse(localStorage.getItem('app-state')) || {}).state || {};
    if (/^(dark|light)$/.test(kept.theme)) root.dataset.appearance = kept.theme;
    if (/^(en|zh-TW|ja|ko|es|de|ar)$/.test(kept.language)) {
      root.lang = kept.language;
      root.dir = kept.language === 'ar' ? 'rtl' : 'ltr';
    }
  } catch {
    // Storage is closed or unreadable: the defaults in index.html stand.
  }
})();
