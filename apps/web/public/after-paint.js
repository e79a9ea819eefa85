// The landing page's words stand in it: its scripts come after they are painted. Names of modules: the entry first.
(function () {
  var modules = document.currentScript.dataset.modules.split(' ');
  requestAnimationFrame(function () {
    setTimeout(function () {
      modules.forEach(function (href) {
        document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: href }));
      });
      import(modules[0]);
    });
  });
})();
