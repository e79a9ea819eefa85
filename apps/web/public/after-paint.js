// The landing page's words stand in it: its scripts come after they are painted.
(function () {
  var named = document.currentScript.dataset;
  var entries = named.entries.split(' ');
  requestAnimationFrame(function () {
    setTimeout(function () {
      entries.concat(named.preloads.split(' ')).forEach(function (href) {
        if (href) {
          document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: href }));
        }
      });
      entries.forEach(function (href) {
        import(href);
      });
    });
  });
})();
