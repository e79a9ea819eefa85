// The page's first words stand in it: its scripts come once those are painted, and share the line with nothing they need.
(function () {
  var wanted = document.currentScript.dataset;
  var hasBegun = false;
  function begin() {
    if (hasBegun) return;
    hasBegun = true;
    ask(wanted.entries, { rel: 'modulepreload' });
    // As modules they would stay failed for good, should one not come (lib/load-scripts.ts).
    ask(wanted.next, { rel: 'preload', as: 'script', crossOrigin: '' });
    ask(wanted.idle, { rel: 'prefetch', as: 'script', crossOrigin: '' });
    ask(wanted.manifest, { rel: 'manifest' });
    wanted.entries.split(' ').forEach(function (href) {
      import(href);
    });
  }
  function ask(hrefs, how) {
    (hrefs || '').split(' ').forEach(function (href) {
      if (href) document.head.append(Object.assign(document.createElement('link'), { href: href }, how));
    });
  }
  // A frame is on the screen later than its callback runs. Where a page may never be painted, in a tab behind, time is what counts.
  var tellsPaint = (window.PerformanceObserver && PerformanceObserver.supportedEntryTypes) || [];
  if (tellsPaint.includes('paint')) new PerformanceObserver(begin).observe({ type: 'paint', buffered: true });
  setTimeout(begin, 1000);
})();
