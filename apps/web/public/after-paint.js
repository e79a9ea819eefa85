// The page's first words stand in it: its scripts come once those are painted, and share the line with nothing they need.
(function () {
  var wanted = document.currentScript.dataset;
  var hasBegun = false;
  function begin() {
    if (hasBegun) return;
    hasBegun = true;
    var entries = wanted.entries.split(' ');
    entries.concat((wanted.next || '').split(' ').filter(Boolean)).forEach(function (href) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: href }));
    });
    entries.forEach(function (href) {
      import(href);
    });
  }
  // A frame is on the screen later than its callback runs. Where a page may never be painted, in a tab behind, time is what counts.
  var tellsPaint = (window.PerformanceObserver && PerformanceObserver.supportedEntryTypes) || [];
  if (tellsPaint.includes('paint')) new PerformanceObserver(begin).observe({ type: 'paint', buffered: true });
  setTimeout(begin, 1000);
})();
