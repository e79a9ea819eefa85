// The landing page's words stand in it: its scripts come after they are painted.
(function () {
  var entries = document.currentScript.dataset.entries.split(' ');
  requestAnimationFrame(function () {
    setTimeout(function () {
      entries.forEach(function (href) {
        document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: href }));
      });
      entries.forEach(function (href) {
        import(href);
      });
    });
  });
})();
